/**
 * What can be asked of a view, answered in the shapes of the server: the twin of `sapper/play/asking.py`.
 *
 * It runs in the worker. Odds stay arrays on their way to the page, where `shapes.js` writes them out.
 */

import { counted, percent, place as spoken } from "../modules/words.js";
import { countTogether } from "./layouts.js";
import { Contradicted, TooWide } from "./module.js";

/** @import { Ahead, Candidate, Cell, Contradiction, Hint, Move, StartRule, WinningRule } from "../modules/shapes.d.ts" */
/** @import { Engine, View } from "./module.js" */

/**
 * The rules of the game that a view belongs to.
 * @typedef {Object} Rules
 * @property {StartRule} [start]
 * @property {WinningRule} [winning]
 * @property {boolean} [free] whether the start rule will keep the next cell free of mines
 * @property {boolean} [fair] whether a guess where nothing is certain is safe
 * @property {number} [search] how many layouts the search of an endgame may look at
 */

/**
 * The odds of a view. What is not known within the budget is nan, and they are not complete then.
 * @typedef {Object} FlatOdds
 * @property {Float64Array} probability
 * @property {Int8Array} verdicts 1 certainly safe, −1 certainly a mine
 * @property {boolean} complete
 */

/** @typedef {{odds: FlatOdds|null, best: Move|null, layouts: string|null, contradiction: Contradiction|null}} FlatAnalysis */

/** States of a count: far more than any position in play needs. */
export const DEFAULT_BUDGET = 10_000_000;
/** States that are counted at a click, about ten milliseconds' worth. */
export const CLICK_BUDGET = 100_000;
/** Layouts that the expert's search of one position may look at. */
export const EXPERT_BUDGET = 1_000_000;

/** Smaller differences between two guesses are not worth a word. */
const LEAST_CHANCE_NAMED = 0.005;
const LEAST_BITS_NAMED = 0.1;
/** A contradiction names at most this many numbers; its cells are all of them. */
const NUMBERS_NAMED = 12;

/** There is nothing left to do. */
export class NoMoveLeft extends Error {}

/** @param {Engine} engine @param {View} view @param {Rules} [rules] @returns {FlatOdds} */
export function odds(engine, view, { free = false } = {}) {
  if (free) {
    const cells = view.numbers.length;
    return { probability: new Float64Array(cells), verdicts: new Int8Array(cells).fill(1), complete: true };
  }
  try {
    return { ...engine.analyze(view, DEFAULT_BUDGET), complete: true };
  } catch (problem) {
    if (!(problem instanceof TooWide)) throw problem;
    return { ...engine.analyzeApart(view, DEFAULT_BUDGET), complete: false };
  }
}

/** All that follows from a view; for an inconsistent one, what contradicts itself. @param {Engine} engine @param {View} view @returns {FlatAnalysis} */
export function analyse(engine, view) {
  let chances;
  try {
    chances = odds(engine, view);
  } catch (problem) {
    if (!(problem instanceof Contradicted)) throw problem;
    return { odds: null, best: null, layouts: null, contradiction: contradictionIn(engine, view) };
  }
  const layouts = chances.complete ? layoutsIfQuick(engine, view) : null;
  return { odds: chances, best: bestMove(engine, view, chances), layouts, contradiction: null };
}

/** A certainly safe cell; where there is none, the best guess. @param {Engine} engine @param {View} view @param {Rules} [rules] @returns {Hint} */
export function hint(engine, view, rules = {}) {
  const { free = false, fair = false, winning = "revealed" } = rules;
  let move;
  try {
    move = choose(engine, view, rules);
  } catch (problem) {
    if (problem instanceof NoMoveLeft && winning === "flagged") return flagToSet(view);
    const certain = problem instanceof TooWide ? certainMove(view, odds(engine, view)) : null;
    if (certain === null) throw problem;
    move = certain;
  }
  let words = hintInWords(move, free, fair);
  if (view.flags?.includes(placeOf(view, move.cell))) words += " Remove its flag first.";
  return { cell: move.cell, certain: move.certain || free, mine_probability: free ? 0 : move.mine_probability, words, action: "reveal" };
}

/** The expert's move, and what it was compared with. @param {Engine} engine @param {View} view @param {Rules} [rules] @returns {Move} */
export function guess(engine, view, rules = {}) {
  const move = choose(engine, view, rules);
  return rules.free ? { ...move, certain: true, mine_probability: 0 } : move;
}

/** Which numbers of an inconsistent view contradict each other. @param {Engine} engine @param {View} view @returns {Contradiction} */
export function contradictionIn(engine, view) {
  const { needsTotal, places } = engine.clash(view, DEFAULT_BUDGET);
  const message = clashInWords(view, places, needsTotal);
  return { message, cells: places.map((place) => cellAt(view, place)), needs_total: needsTotal };
}

/** @param {View} view @param {number[]} places @param {boolean} needsTotal */
function clashInWords(view, places, needsTotal) {
  const total = `a total of ${counted(view.mines, "mine")}`;
  if (!places.length) return `${total} does not fit in ${counted(hiddenCount(view), "hidden cell")}`;
  const parts = places.slice(0, NUMBERS_NAMED).map((place) => `the ${view.numbers[place]} at ${spoken(cellAt(view, place))}`);
  if (places.length > NUMBERS_NAMED) parts.push(counted(places.length - NUMBERS_NAMED, "more number"));
  if (needsTotal) parts.push(total);
  const last = parts.pop();
  return parts.length ? `${parts.join(", ")} and ${last} contradict each other` : `${last} can't be true`;
}

// The expert's move

/** @param {Engine} engine @param {View} view @param {Rules} rules @returns {Move} */
function choose(engine, view, { start = "safe", search = EXPERT_BUDGET }) {
  const next = engine.nextCell(view, DEFAULT_BUDGET);
  if (next === null) throw new NoMoveLeft("no cell is left that may be safe");
  const hidden = hiddenCount(view);
  if (next.certain) return { cell: cellAt(view, next.place), certain: true, mine_probability: 0, reason: { kind: "layouts", hidden } };
  const { place, decidedBy, won, layouts, candidates } = engine.guess(view, DEFAULT_BUDGET, search);
  const cell = cellAt(view, place);
  if (decidedBy === "search") {
    const risk = engine.analyze(view, DEFAULT_BUDGET).probability[place];
    return { cell, certain: false, mine_probability: risk, reason: { kind: "searched", won, layouts } };
  }
  if (hidden === view.numbers.length) {
    const first = firstCell(view.height, view.width, start);
    return { cell: first, certain: false, mine_probability: view.mines / hidden, reason: { kind: "first", start } };
  }
  const compared = candidates.map((one) => ({
    cell: cellAt(view, one.place),
    mine_probability: one.probability,
    win_chance: one.chance,
    ahead: one.ahead,
  }));
  const at = candidates.findIndex((one) => one.place === place);
  const [chosen] = compared.splice(at, 1);
  const decided = whatDecided(decidedBy, chosen, compared);
  const reason = { kind: /** @type {const} */ ("compared"), candidates: [chosen, ...compared], decided_by: decided };
  return { cell, certain: false, mine_probability: chosen.mine_probability, reason };
}

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

/** What made the difference. @param {string} decidedBy @param {Candidate} chosen @param {Candidate[]} others */
function whatDecided(decidedBy, chosen, others) {
  if (!others.length) return "no other cell came near";
  const rival = others.reduce((best, other) => (other.win_chance > best.win_chance ? other : best));
  const words = against(chosen, rival);
  return decidedBy === "playouts" ? `played to the end many times, ${words}` : words;
}

/** What speaks for a cell, as far as one step of lookahead sees it. @param {Candidate} chosen @param {Candidate} rival */
function against(chosen, rival) {
  const moreRisk = chosen.mine_probability - rival.mine_probability;
  const merits = moreRisk < -LEAST_CHANCE_NAMED ? ["has less risk"] : [];
  if (chosen.ahead && rival.ahead) {
    const more = difference(chosen.ahead, rival.ahead);
    if (more.opens > LEAST_CHANCE_NAMED) merits.push("opens more often");
    if (more.leaves_safe > LEAST_CHANCE_NAMED) merits.push("leaves a safe cell more often");
    if (more.bits > LEAST_BITS_NAMED) merits.push("tells more");
  }
  const atRisk = moreRisk > LEAST_CHANCE_NAMED ? ", at more risk" : "";
  if (!merits.length) merits.push(atRisk ? "leads to better positions" : "is hardly better");
  const last = merits.pop();
  const listed = merits.length ? `${merits.join(", ")} and ${last}` : last;
  return `against ${spoken(rival.cell)}, the next best, it ${listed}${atRisk}`;
}

/** @param {Ahead} one @param {Ahead} other @returns {Ahead} */
const difference = (one, other) => ({
  opens: one.opens - other.opens,
  leaves_safe: one.leaves_safe - other.leaves_safe,
  bits: one.bits - other.bits,
});

/** The expert's move; where that takes too long, a certain one, if known. @param {Engine} engine @param {View} view @param {FlatOdds} chances */
function bestMove(engine, view, chances) {
  if (chances.complete) {
    try {
      return choose(engine, view, { start: "any" });
    } catch (problem) {
      if (problem instanceof NoMoveLeft) return null;
      if (!(problem instanceof TooWide)) throw problem;
    }
  }
  return certainMove(view, chances);
}

/** The first certainly safe cell. @param {View} view @param {FlatOdds} chances @returns {Move|null} */
function certainMove(view, { verdicts }) {
  const place = verdicts.indexOf(1);
  if (place < 0) return null;
  return { cell: cellAt(view, place), certain: true, mine_probability: 0, reason: { kind: "layouts", hidden: hiddenCount(view) } };
}

/** Every cell that is left is a mine: the first that has no flag. @param {View} view @returns {Hint} */
function flagToSet(view) {
  const place = view.numbers.findIndex((number, at) => number < 0 && !view.flags?.includes(at));
  if (place < 0) throw new NoMoveLeft("there is nothing left to open or to flag");
  const cell = cellAt(view, place);
  return { cell, certain: true, mine_probability: 1, words: `${spoken(cell)} is certainly a mine: flag it.`, action: "flag" };
}

/** @param {Move} move @param {boolean} free @param {boolean} fair */
function hintInWords({ cell, certain, mine_probability: risk }, free, fair) {
  if (free) return `Open any cell, such as ${spoken(cell)}: the first can't be a mine.`;
  if (certain) return `${spoken(cell)} is certainly safe.`;
  if (fair) return `Nothing is certain, and the game is fair: ${spoken(cell)} will be safe.`;
  return `Nothing is certain. The best guess is ${spoken(cell)}: ${percent(risk)} chance of a mine.`;
}

// Counting

/** The number of layouts; null where counting takes longer than a click. @param {Engine} engine @param {View} view */
function layoutsIfQuick(engine, view) {
  try {
    const { sea, mines, fronts } = engine.frontWays(view, CLICK_BUDGET);
    return String(countTogether(fronts, sea, mines, CLICK_BUDGET));
  } catch (problem) {
    if (problem instanceof TooWide) return null;
    throw problem;
  }
}

// Cells and their places in a view

/** @param {{width: number}} view @param {number} place @returns {Cell} */
export const cellAt = ({ width }, place) => [Math.floor(place / width), place % width];

/** @param {{width: number}} view @param {Cell} cell */
export const placeOf = ({ width }, [row, column]) => row * width + column;

/** @param {View} view */
const hiddenCount = ({ numbers }) => numbers.reduce((count, number) => (number < 0 ? count + 1 : count), 0);
