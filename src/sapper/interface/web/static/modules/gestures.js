/** Mouse and fingers on a board, told as what they mean: a click, a second click, a middle click, a stroke. */

const HOLD_FOR = 380;
const MAY_TREMBLE = 10;
const FEEDBACK_FOR = 400;

/**
 * @param {HTMLElement} grid
 * @param {Object} reactions each is given the cell's element
 * @param {(cell: HTMLElement, event: MouseEvent) => void} reactions.primary a click, or a tap
 * @param {(cell: HTMLElement) => void} reactions.secondary a right click, or a finger that stays
 * @param {(cell: HTMLElement) => void} reactions.middle a middle click
 * @param {((cell: HTMLElement, isFirst: boolean) => void)|undefined} reactions.stroke the mouse drawn over a cell, button down
 */
export function listenToPointer(grid, { primary, secondary, middle, stroke }) {
  const held = new Hold(grid, secondary);
  let lastStroke = null;

  const cellOf = (event) => event.target.closest?.(".cell");

  grid.addEventListener("pointerdown", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    if (event.pointerType !== "mouse") held.begin(cell, event);
    else if (stroke && event.button === 0) {
      lastStroke = cell;
      if (event.shiftKey) primary(cell, event);
      else stroke(cell, true);
    }
  });
  grid.addEventListener("pointermove", (event) => {
    held.moved(event);
    if (!stroke || event.pointerType !== "mouse" || !(event.buttons & 1)) return;
    const cell = cellOf(event);
    if (cell && lastStroke && cell !== lastStroke) {
      lastStroke = cell;
      stroke(cell, false);
    }
  });
  for (const ending of ["pointerup", "pointercancel", "pointerleave"]) {
    grid.addEventListener(ending, () => held.end());
  }
  addEventListener("pointerup", () => (lastStroke = null));

  grid.addEventListener("click", (event) => {
    const cell = cellOf(event);
    if (!cell || held.tookPlace()) return;
    if (!(stroke && event.pointerType === "mouse")) primary(cell, event);
  });
  grid.addEventListener("auxclick", (event) => {
    const cell = cellOf(event);
    if (cell && event.button === 1) middle(cell);
  });
  grid.addEventListener("contextmenu", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    event.preventDefault();
    // A finger's menu comes while it is held: that is the flag already.
    if (!held.isTouching()) secondary(cell);
  });
}

/** One finger that stays on a cell. */
class Hold {
  #timer = 0;
  #touching = false;
  #done = false;
  #from = { x: 0, y: 0 };

  /** @param {HTMLElement} grid @param {(cell: HTMLElement) => void} act */
  constructor(grid, act) {
    this.grid = grid;
    this.act = act;
  }

  /** @param {HTMLElement} cell @param {PointerEvent} event */
  begin(cell, event) {
    clearTimeout(this.#timer);
    this.#touching = true;
    this.#done = false;
    this.#from = { x: event.clientX, y: event.clientY };
    this.#timer = setTimeout(() => {
      this.#done = true;
      this.act(cell);
      navigator.vibrate?.(18);
      cell.dataset.held = "";
      setTimeout(() => delete cell.dataset.held, FEEDBACK_FOR);
    }, HOLD_FOR);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    if (!this.#touching) return;
    const far = Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y);
    if (far > MAY_TREMBLE) this.end();
  }

  end() {
    clearTimeout(this.#timer);
    // The menu that some systems open comes just after the finger is gone.
    setTimeout(() => (this.#touching = false), 0);
  }

  isTouching() {
    return this.#touching;
  }

  /** Whether the click that comes now is only the end of a hold. */
  tookPlace() {
    const done = this.#done;
    this.#done = false;
    return done;
  }
}
