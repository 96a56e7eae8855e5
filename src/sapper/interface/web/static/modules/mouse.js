/** The mouse of a recorded game over a board: an arrow where it is, and a line where it was. */

import { shape } from "./icons.js";
import { TRAIL_SECONDS } from "./tables.js";

/** @import { BoardView } from "./board.js" */

/** The corners of the pointer, in pixels from its tip. */
const ARROW = "M0 0V17L4 13.2 6.8 19.4 9.4 18.2 6.7 12.3H12.2Z";

export class RecordedMouse {
  /** @param {BoardView} board @param {number[][]} path seconds, and places in cells from the left and from the top */
  constructor(board, path) {
    this.board = board;
    this.path = path;
    this.trail = shape("polyline", { class: "mouse-trail", fill: "none" });
    this.arrow = shape("path", { class: "mouse-arrow", d: ARROW });
    this.drawing = shape("svg", { class: "mouse", "aria-hidden": "true" });
    this.drawing.append(this.trail, this.arrow);
    board.frame.scroll.append(this.drawing);
  }

  /** When the recording begins. */
  get begin() {
    return this.path[0]?.[0] ?? 0;
  }

  /** When the recording ends. */
  get end() {
    return this.path.at(-1)?.[0] ?? 0;
  }

  /** @param {number} seconds by the clock of the game */
  show(seconds) {
    const [corner] = this.board.cells;
    const after = this.#after(seconds);
    this.drawing.toggleAttribute("hidden", !after || !corner);
    if (!after || !corner) return;
    const { pitch, height, width } = this.board.frame;
    const { left, top } = this.board.frame.placeOf(corner);
    this.drawing.setAttribute("width", String(left + width * pitch));
    this.drawing.setAttribute("height", String(top + height * pitch));
    /** @param {number[]} point */
    const onBoard = ([, x, y]) => [left + x * pitch, top + y * pitch];
    const recent = this.path.slice(this.#after(seconds - TRAIL_SECONDS), after);
    this.trail.setAttribute("points", recent.map((point) => onBoard(point).map((each) => each.toFixed(1)).join(",")).join(" "));
    const [x, y] = onBoard(this.path[after - 1]);
    this.arrow.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  }

  /** How many points of the path lie before a moment, or at it. @param {number} seconds */
  #after(seconds) {
    let [low, high] = [0, this.path.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.path[middle][0] <= seconds) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
