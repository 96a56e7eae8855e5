/** Buttons for the size of the cells: smaller, larger, or as large as fits. */

import { element } from "./dom.js";
import { button } from "./icons.js";
import { keep } from "./settings.js";

const STEP = 4;
const SMALLEST = 16;
const LARGEST = 64;

/** @param {import("./board.js").BoardView} board */
export function zoomButtons(board) {
  /** @param {number} size in pixels; 0 for as large as fits */
  const to = (size) => {
    keep({ cell: size && Math.min(Math.max(size, SMALLEST), LARGEST) });
    board.fit();
  };
  return element(
    "div",
    { class: "row zoom", role: "group", "aria-label": "Cell size" },
    button({ icon: "minus", label: "Smaller cells", kind: "plain", square: true, act: () => to(board.size - STEP) }),
    button({ icon: "plus", label: "Larger cells", kind: "plain", square: true, act: () => to(board.size + STEP) }),
    button({ icon: "fit", label: "Fit to screen", kind: "plain", square: true, act: () => to(0) }),
  );
}
