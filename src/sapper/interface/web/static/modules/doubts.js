/** What is in doubt about a position that was read from a picture, until somebody settles it. */

import { say } from "./catalogue.js";
import { element } from "./dom.js";

/** @import { Cell } from "./board.js" */
/** @import { PictureWarning } from "./shapes.d.ts" */

/** @typedef {PictureWarning[]|null} Doubts null for a position that is not from a picture */

/** Without doubts of a kind. @param {Doubts} doubts @param {PictureWarning["about"]} settled @returns {Doubts} */
export const without = (doubts, settled) => doubts && doubts.filter(({ about }) => about !== settled);

/** Without those about a cell. @param {Doubts} doubts @param {Cell} cell @returns {Doubts} */
export function withoutCell(doubts, [row, column]) {
  if (!doubts) return null;
  return doubts.flatMap((warning) => {
    const cells = warning.cells.filter((cell) => cell[0] !== row || cell[1] !== column);
    return cells.length || !warning.cells.length ? [{ ...warning, cells }] : [];
  });
}

/** @param {Doubts} doubts @returns {Cell[]} */
export const doubtfulCells = (doubts) => (doubts ?? []).flatMap(({ cells }) => cells);

/** The doubts in words; nothing for a position that is not from a picture. @param {Doubts} doubts */
export function doubtsInWords(doubts) {
  if (!doubts) return null;
  if (!doubts.length) return element("p", { class: "note small after" }, say("picture.read"));
  return element(
    "div",
    { class: "note small after", role: "group", "aria-label": say("picture.check") },
    element(
      "div",
      {},
      element("p", {}, say("picture.check")),
      element("ul", { class: "bullets" }, ...doubts.map(({ about }) => element("li", {}, say(`picture.doubts.${about}`)))),
      doubtfulCells(doubts).length > 0 && element("p", {}, say("picture.settle")),
    ),
  );
}
