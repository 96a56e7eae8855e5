/** Buttons for the size of the cells: smaller, larger, or as large as fits. */

import { say } from "./catalogue.js";
import { element } from "./dom.js";
import { button } from "./icons.js";
import { keep } from "./settings.js";

const STEP = 4;
const SMALLEST = 16;
const LARGEST = 64;

/** @import { BoardView } from "./board.js" */

/** What the keys do to the size of the cells. @param {BoardView} board */
export function zoomCommands(board) {
  /** @param {number} size in pixels; 0 for as large as fits */
  const to = (size) => {
    keep({ cell: size && Math.min(Math.max(size, SMALLEST), LARGEST) });
    board.frame.fit();
  };
  return { smaller: () => to(board.frame.size - STEP), larger: () => to(board.frame.size + STEP), whole: () => to(0) };
}

/** @param {BoardView} board */
export function zoomButtons(board) {
  const { smaller, larger, whole } = zoomCommands(board);
  return element(
    "div",
    { class: "row zoom", role: "group", "aria-label": say("zoom.size") },
    button({ icon: "minus", label: say("zoom.smaller"), kind: "plain", square: true, act: smaller }),
    button({ icon: "plus", label: say("zoom.larger"), kind: "plain", square: true, act: larger }),
    button({ icon: "fit", label: say("zoom.fit"), kind: "plain", square: true, act: whole }),
  );
}
