/**
 * Boards from a seed: the same as Python's (`sapper/board.py`, `sapper/boards/`), for the same seed.
 *
 * A layout has a 1 for each mine, row by row.
 */

import { place as spoken } from "../modules/words.js";
import { TooWide } from "./module.js";
import { cellAt, firstCell, placeOf } from "./views.js";

/** @import { BoardGrade, Cell, StartRule } from "../modules/shapes.d.ts" */
/** @import { BoardPlan, Engine, Source } from "./module.js" */

/** @typedef {{height: number, width: number, mines: number, start: StartRule, name?: string}} Level */

/** What can't be: the message says why. */
export class Impossible extends Error {}

/** @type {BoardGrade[]} */
const GRADES = ["easy", "medium", "tricky", "hard", "fiendish", "total"];
/** What each grade takes at its hardest stage. */
export const TECHNIQUES = ["one number", "two numbers", "three numbers", "four numbers", "more numbers", "mine total"];
const SOLVE_BUDGET = 10_000_000;
const ATTEMPTS = 1_000_000;
const DRAWS_BEFORE_REPAIR = 4_000;
const SEED_BYTES = 16;
const KEPT_FREE = { any: 0, given: 0, safe: 1, opening: 2 };

/** The board of a level: the first cell decides where no mine may be. @param {Engine} engine @param {Level} level @param {Source} source @param {Cell|null} first */
export function lay(engine, level, source, first) {
  return engine.lay(planOf(level, first), source);
}

/**
 * A board that needs no guess from its first cell on, of a grade if one is wished for.
 * @param {Engine} engine
 * @param {Level} level
 * @param {Source} source
 * @param {Cell} first
 * @param {BoardGrade|null} grade
 */
export function makeBoard(engine, level, source, first, grade) {
  if (level.start !== "opening" && level.start !== "safe") {
    throw new Impossible(`boards made to order start with 'opening' or 'safe', not '${level.start}'`);
  }
  const technique = grade === null ? 0 : GRADES.indexOf(grade) + 1;
  const wish = { technique, attempts: ATTEMPTS, draws: DRAWS_BEFORE_REPAIR };
  try {
    return engine.makeBoard(planOf(level, first), source, wish);
  } catch (problem) {
    if (!(problem instanceof TooWide)) throw problem;
    const wanted = grade === null ? "board that needs no guess" : `board of grade ${grade}`;
    throw new Impossible(`no ${nameOf(level)} ${wanted} was found in ${ATTEMPTS.toLocaleString("en")} attempts`);
  }
}

/**
 * The puzzle of a day: its seed and its first cell, the same for everybody.
 * @param {Engine} engine
 * @param {string} day as YYYY-MM-DD
 * @param {{height: number, width: number, mines: number}} size
 * @param {BoardGrade|null} grade
 */
export function puzzleOfTheDay(engine, day, { height, width, mines }, grade) {
  const first = firstCell(height, width, "opening");
  const words = `puzzle ${day} ${height}x${width}/${mines} opening ${spoken(first)} ${grade ?? "any"}`;
  return { seed: engine.digest(new TextEncoder().encode(words), SEED_BYTES), first };
}

/**
 * The way through a board without a guess, by the easiest technique at each stage; its grade if it needs none.
 * @typedef {Object} Solution
 * @property {boolean} complete
 * @property {BoardGrade|null} grade
 * @property {number} hardness within its grade
 * @property {number} left how many safe cells can't be found without a guess
 * @property {{technique: string, safe: Cell[], mines: Cell[]}[]} stages
 */

/** @param {Engine} engine @param {{height: number, width: number}} size @param {Uint8Array} layout @param {Cell} first @returns {Solution} */
export function solve(engine, size, layout, first) {
  const place = placeOf(size, first);
  if (layout[place]) throw new Impossible(`the first cell ${spoken(first)} is a mine: choose another`);
  const { complete, hardness, left, stages } = engine.solve(size, layout, place, SOLVE_BUDGET);
  const hardest = Math.max(1, ...stages.map(({ technique }) => technique));
  /** @param {number} each */
  const cell = (each) => cellAt(size, each);
  return {
    complete,
    grade: complete ? GRADES[hardest - 1] : null,
    hardness,
    left,
    stages: stages.map(({ technique, safe, mines }) => ({ technique: TECHNIQUES[technique - 1], safe: safe.map(cell), mines: mines.map(cell) })),
  };
}

/** A seed that nobody finds by trying all of them. */
export const seedOfChance = () => crypto.getRandomValues(new BigUint64Array(1))[0];

/** How many safe cells the start rule `given` discloses. @param {Level} level */
export function disclosedOf({ height, width, mines }) {
  const cells = height * width;
  return Math.min(Math.round(Math.sqrt(cells)), cells - mines);
}

/** The numbers of a board: how many neighbours of each cell are mines. @param {Uint8Array} layout @param {{height: number, width: number}} size */
export function numbersOf(layout, size) {
  const numbers = new Int8Array(layout.length);
  for (let place = layout.indexOf(1); place >= 0; place = layout.indexOf(1, place + 1)) {
    for (const near of around(place, size)) numbers[near] += 1;
  }
  return numbers;
}

/** The places around a cell, row by row. @param {number} place @param {{height: number, width: number}} size */
export function around(place, { height, width }) {
  const [row, column] = cellAt({ width }, place);
  const near = [];
  for (let down = Math.max(row - 1, 0); down < Math.min(row + 2, height); down += 1) {
    for (let right = Math.max(column - 1, 0); right < Math.min(column + 2, width); right += 1) {
      if (down !== row || right !== column) near.push(down * width + right);
    }
  }
  return near;
}

/** A layout as hexadecimal digits, a bit per cell. @param {Uint8Array} layout */
export function pack(layout) {
  const digits = [];
  for (let start = 0; start < layout.length; start += 8) {
    let byte = 0;
    for (let bit = 0; bit < 8; bit += 1) byte = byte * 2 + (layout[start + bit] ?? 0);
    digits.push(byte.toString(16).padStart(2, "0"));
  }
  return digits.join("");
}

/** The layout that `pack` wrote. @param {string} digits @param {Level} level */
export function unpack(digits, { height, width, mines }) {
  const cells = height * width;
  const layout = new Uint8Array(cells);
  for (let place = 0; place < cells; place += 1) {
    const byte = Number.parseInt(digits.slice(2 * (place >> 3), 2 * (place >> 3) + 2), 16);
    layout[place] = (byte >> (7 - (place % 8))) & 1;
  }
  const held = layout.reduce((sum, mine) => sum + mine, 0);
  if (digits.length !== 2 * Math.ceil(cells / 8)) throw new Impossible(`this is not a layout of ${cells} cells`);
  if (held !== mines) throw new Impossible(`the layout has ${held} mines, the level ${mines}`);
  return layout;
}

/** Refuse a level that can't be. @param {Level} level */
export function checkLevel({ height, width, mines, start }) {
  const board = `a ${height}×${width} board`;
  const cells = height * width;
  if (height < 1 || width < 1) throw new Impossible(`${board} has no cells`);
  if (mines < 0) throw new Impossible(`a board can't hold ${mines} mines`);
  if (mines > cells) throw new Impossible(`${mines} mines do not fit on ${board} of ${cells} cells`);
  // An opening is smallest in a corner: if it doesn't fit there, it fits nowhere.
  const free = [0, 1, Math.min(2, height) * Math.min(2, width)][KEPT_FREE[start]];
  if (mines <= cells - free) return;
  const kept = free === 1 ? "1 cell" : `at least ${free} cells`;
  const leave = mines === 1 ? `1 mine on ${board} leaves` : `${mines} mines on ${board} leave`;
  throw new Impossible(`${leave} no room for the start rule '${start}', which keeps ${kept} free of mines`);
}

/** @param {Level} level @param {Cell|null} first @returns {BoardPlan} */
function planOf(level, first) {
  const { height, width, mines, start } = level;
  checkLevel(level);
  const keptFree = /** @type {0|1|2} */ (KEPT_FREE[start]);
  if (first === null) return { height, width, mines, keptFree, first: -1 };
  const place = placeOf(level, first);
  const cells = height * width;
  const free = [0, 1, 1 + around(place, level).length][keptFree];
  if (mines > cells - free) {
    throw new Impossible(`no room for an opening at ${spoken(first)}: ${mines} mines on ${cells} cells, of which ${free} must be free`);
  }
  return { height, width, mines, keptFree, first: place };
}

/** @param {Level} level */
const nameOf = ({ height, width, mines, name }) => name || `${height}x${width}/${mines}`;
