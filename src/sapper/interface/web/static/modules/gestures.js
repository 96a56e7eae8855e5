/** Mouse and touch on a board, translated into what they mean: a click, a flag, a chord, a stroke. */

const HOLD_FOR = 380;
const MAY_TREMBLE = 10;
const FEEDBACK_FOR = 400;
const RELEASED_AFTER = 100;

/**
 * @param {HTMLElement} grid
 * @param {Object} reactions each gets the cell's element
 * @param {(cell: HTMLElement, event: MouseEvent) => void} reactions.primary a click, or a tap
 * @param {(cell: HTMLElement) => void} reactions.secondary a right click, or a long press
 * @param {(cell: HTMLElement) => void} reactions.middle a middle click
 * @param {((cell: HTMLElement, isFirst: boolean) => void)|undefined} reactions.stroke the mouse dragged over a cell
 */
export function listenToPointer(grid, { primary, secondary, middle, stroke }) {
  const held = new Hold(grid, secondary);
  /** @type {HTMLElement|null} */
  let lastStroke = null;

  /** @param {Event} event @returns {HTMLElement|null} */
  const cellOf = ({ target }) => (target instanceof Element ? target.closest(".cell") : null);
  showPresses(grid, cellOf);

  grid.addEventListener("pointerdown", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    if (event.pointerType !== "mouse") {
      held.begin(cell, event);
    } else if (stroke && event.button === 0) {
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
    // The menu of a long press opens while the finger is down: that press sets the flag already.
    if (!held.isTouching()) secondary(cell);
  });
}

/**
 * Cells look pressed under the button or the finger, and a moment longer: `:active` would end with the click, and a browser
 * with something to draw for a click draws it before it looks at the click's answer.
 * @param {HTMLElement} grid
 * @param {(event: Event) => HTMLElement|null} cellOf
 */
function showPresses(grid, cellOf) {
  /** @type {HTMLElement|null} */
  let pressed = null;
  const release = () => {
    const released = pressed;
    pressed = null;
    if (released) setTimeout(() => released !== pressed && delete released.dataset.pressed, RELEASED_AFTER);
  };
  grid.addEventListener("pointerdown", (event) => {
    release();
    pressed = event.button === 0 ? cellOf(event) : null;
    if (pressed) pressed.dataset.pressed = "";
  });
  for (const ending of ["pointerup", "pointercancel", "pointerleave"]) grid.addEventListener(ending, release);
}

/** How far the mouse goes, anywhere on the page, in pixels. */
export class Odometer {
  /** @type {number|null} */
  #pixels = null;
  /** @type {{x: number, y: number}|null} */
  #last = null;

  /** @param {HTMLElement} place the mouse is watched for as long as this is on the page */
  constructor(place) {
    let hasBeenShown = false; // it may be made before it is put on the page
    /** @param {PointerEvent} event */
    const watch = ({ pointerType, clientX: x, clientY: y }) => {
      hasBeenShown ||= place.isConnected;
      if (hasBeenShown && !place.isConnected) document.removeEventListener("pointermove", watch);
      if (pointerType !== "mouse") return;
      if (this.#last) this.#pixels = (this.#pixels ?? 0) + Math.hypot(x - this.#last.x, y - this.#last.y);
      this.#last = { x, y };
    };
    document.addEventListener("pointermove", watch, { passive: true });
  }

  /** The way since it was asked last; null if there was no mouse. */
  take() {
    const pixels = this.#pixels;
    this.#pixels = null;
    return pixels;
  }
}

/** A long press on a cell. */
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
    // Some systems open the menu just after the finger is lifted.
    setTimeout(() => (this.#touching = false), 0);
  }

  isTouching() {
    return this.#touching;
  }

  /** Whether the click now coming is only the end of a long press. */
  tookPlace() {
    const done = this.#done;
    this.#done = false;
    return done;
  }
}
