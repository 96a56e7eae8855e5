/** Cells, and their places in the arrays of a view. */

/** @import { Cell, StartRule } from "../modules/shapes.d.ts" */

/** @param {{width: number}} view @param {number} place @returns {Cell} */
export const cellAt = ({ width }, place) => [Math.floor(place / width), place % width];

/** @param {{width: number}} view @param {Cell} cell */
export const placeOf = ({ width }, [row, column]) => row * width + column;

/** @param {{numbers: Int8Array}} view */
export const hiddenCount = ({ numbers }) => numbers.reduce((count, number) => (number < 0 ? count + 1 : count), 0);

/**
 * Where to open a board of this size first, under a start rule: the twin of `first_cell` in `sapper/level.py`.
 * @param {number} height
 * @param {number} width
 * @param {StartRule} start
 * @returns {Cell}
 */
export function firstCell(height, width, start) {
  if (start !== "opening") return [0, 0];
  const inset = height === width && [8, 9, 16].includes(height) ? 2 : 3;
  return [Math.min(inset, height >> 1), Math.min(inset, width >> 1)];
}
