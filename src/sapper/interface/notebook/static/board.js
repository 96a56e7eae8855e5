// A widget in a notebook: draws the screen that the kernel sends, and sends it commands.
// The kernel holds the game and decides everything; this file knows no rule.

/** @typedef {{ name: string, label: string, help: string, is_on: boolean }} Button */
/**
 * @typedef {{ label: string, svg: string, margin: number, side: number, top: number, left: number, height: number,
 *   width: number, rows: number, columns: number, heading: string, message: string, tone: string, lines: string[],
 *   buttons: Button[], brushes: Button[], mines: number | null, mines_label: string, explains: boolean, waits: boolean,
 *   described: string }} Screen
 */
/** @typedef {[number, number]} Cell */
/**
 * @typedef {{ get: (name: string) => Screen, send: (content: object) => void,
 *   on: (event: string, listener: () => void) => void, off: (event: string, listener: () => void) => void }} Model
 */

const SECONDS_BETWEEN_TICKS = 0.1;
const SECONDS_OF_LONG_PRESS = 0.5;
const STEPS = /** @type {Record<string, Cell>} */ ({
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
});
const KEYS = /** @type {Record<string, string>} */ ({ " ": "space", Enter: "enter", Escape: "escape" });

/**
 * @param {string} tag
 * @param {string} name
 */
function part(tag, name) {
  const element = document.createElement(tag);
  element.className = `sapper-${name}`;
  return element;
}

class Board {
  /**
   * @param {Model} model
   * @param {HTMLElement} place
   */
  constructor(model, place) {
    this.model = model;
    /** @type {Cell} */
    this.cursor = [0, 0];
    this.isUsed = false; // no cursor is drawn before anybody has used the keys
    this.timer = 0;
    this.pressed = 0;
    this.wasLong = false;

    this.root = part("div", "widget");
    // Jupyter would take single letters for commands of its own.
    this.root.dataset.lmSuppressShortcuts = "true";
    this.heading = part("div", "heading");
    this.bar = part("div", "bar");
    this.brushes = part("div", "bar");
    this.stage = part("div", "stage");
    this.stage.tabIndex = 0;
    this.stage.setAttribute("role", "application");
    this.picture = part("div", "board");
    this.mark = part("div", "cursor");
    this.mark.hidden = true;
    this.stage.append(this.picture, this.mark);
    this.message = part("p", "message");
    this.message.setAttribute("role", "status");
    this.lines = part("div", "lines");
    this.described = part("p", "described");
    this.described.setAttribute("aria-live", "polite");
    this.root.append(this.heading, this.bar, this.brushes, this.stage, this.message, this.lines, this.described);
    place.append(this.root);

    this.listen();
    this.draw = this.draw.bind(this);
    model.on("change:shown", this.draw);
    this.draw();
  }

  get screen() {
    return this.model.get("shown");
  }

  listen() {
    this.stage.addEventListener("keydown", (event) => this.onKey(event));
    this.stage.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      if (!this.wasLong) this.at(event, "flag");
    });
    this.stage.addEventListener("pointerdown", (event) => {
      this.wasLong = false;
      if (event.pointerType === "mouse") return;
      this.pressed = window.setTimeout(() => {
        this.wasLong = true;
        this.at(event, "flag");
      }, 1000 * SECONDS_OF_LONG_PRESS);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      this.stage.addEventListener(end, () => window.clearTimeout(this.pressed));
    }
    this.stage.addEventListener("click", (event) => {
      if (!this.wasLong) this.at(event, "open");
    });
    this.stage.addEventListener("pointermove", (event) => {
      const cell = this.screen.explains ? this.cellAt(event) : null;
      if (cell && String(cell) !== String(this.cursor)) this.moveTo(cell);
    });
  }

  /** @param {MouseEvent} event */
  cellAt(event) {
    const svg = this.picture.querySelector("svg");
    if (!svg) return null;
    const { margin, side, top, left, height, width } = this.screen;
    const box = svg.getBoundingClientRect();
    const scale = svg.viewBox.baseVal.width / box.width;
    const column = Math.floor(((event.clientX - box.left) * scale - margin) / side);
    const row = Math.floor(((event.clientY - box.top) * scale - margin) / side);
    const isInside = row >= 0 && row < height && column >= 0 && column < width;
    return isInside ? /** @type {Cell} */ ([top + row, left + column]) : null;
  }

  /**
   * @param {MouseEvent} event
   * @param {string} command
   */
  at(event, command) {
    const cell = this.cellAt(event);
    if (!cell) return;
    this.cursor = cell;
    this.model.send({ command, cell });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    const step = STEPS[event.key];
    if (step) {
      const { rows, columns } = this.screen;
      const row = Math.min(Math.max(this.cursor[0] + step[0], 0), rows - 1);
      const column = Math.min(Math.max(this.cursor[1] + step[1], 0), columns - 1);
      this.isUsed = true;
      this.moveTo([row, column]);
    } else if (event.key.length === 1 || KEYS[event.key]) {
      this.isUsed = true;
      this.model.send({ key: KEYS[event.key] ?? event.key, cell: this.cursor });
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Cell} cell */
  moveTo(cell) {
    this.cursor = cell;
    this.model.send({ cell });
    this.drawCursor();
  }

  draw() {
    const screen = this.screen;
    this.stage.setAttribute("aria-label", screen.label);
    this.picture.innerHTML = screen.svg; // it comes from the kernel, which has escaped all words in it
    this.drawButtons(this.bar, screen.buttons, (name) => this.model.send({ command: name, cell: this.cursor }));
    this.drawButtons(this.brushes, screen.brushes, (name) => this.model.send({ brush: name }));
    this.drawHeading(screen);
    this.message.textContent = screen.message;
    this.message.dataset.tone = screen.tone;
    this.lines.replaceChildren(
      ...screen.lines.map((line) => {
        const said = part("p", "line");
        said.textContent = line;
        return said;
      }),
    );
    this.described.textContent = screen.described;
    this.drawCursor();
    window.clearTimeout(this.timer);
    if (screen.waits) {
      this.timer = window.setTimeout(() => this.model.send({ tick: true }), 1000 * SECONDS_BETWEEN_TICKS);
    }
  }

  /**
   * Buttons stay in place, and so does the focus, as long as they are the same ones.
   * @param {HTMLElement} bar
   * @param {Button[]} buttons
   * @param {(name: string) => void} press
   */
  drawButtons(bar, buttons, press) {
    const names = buttons.map((button) => button.name).join(" ");
    if (bar.dataset.names !== names) {
      bar.dataset.names = names;
      bar.replaceChildren(
        ...buttons.map((button) => {
          const element = /** @type {HTMLButtonElement} */ (part("button", "button"));
          element.type = "button";
          element.dataset.name = button.name;
          element.addEventListener("click", () => press(button.name));
          return element;
        }),
      );
    }
    buttons.forEach((button, place) => {
      const element = /** @type {HTMLElement} */ (bar.children[place]);
      element.textContent = button.label;
      element.title = button.help;
      element.setAttribute("aria-pressed", String(button.is_on));
    });
  }

  /**
   * Words, or the field for the mine total, which stays in place while somebody types into it.
   * @param {Screen} screen
   */
  drawHeading(screen) {
    if (screen.mines === null) {
      this.heading.textContent = screen.heading;
      return;
    }
    let field = /** @type {HTMLInputElement | null} */ (this.heading.querySelector("input"));
    if (!field) {
      const label = part("label", "mines");
      const input = document.createElement("input");
      input.type = "number";
      input.min = "0";
      input.addEventListener("change", () => this.model.send({ mines: input.valueAsNumber }));
      label.append(`${screen.mines_label} `, input);
      this.heading.replaceChildren(label);
      field = input;
    }
    if (document.activeElement !== field) field.value = String(screen.mines);
  }

  drawCursor() {
    const svg = this.picture.querySelector("svg");
    const { margin, side, top, left } = this.screen;
    this.mark.hidden = !(this.isUsed && svg);
    if (!svg) return;
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    this.mark.style.left = `${(margin + side * (this.cursor[1] - left)) * scale}px`;
    this.mark.style.top = `${(margin + side * (this.cursor[0] - top)) * scale}px`;
    this.mark.style.width = this.mark.style.height = `${(side - 1) * scale}px`;
  }

  leave() {
    window.clearTimeout(this.timer);
    this.model.off("change:shown", this.draw);
  }
}

/** @param {{ model: Model, el: HTMLElement }} given */
function render({ model, el }) {
  const board = new Board(model, el);
  return () => board.leave();
}

export default { render };
