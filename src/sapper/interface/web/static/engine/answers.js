/**
 * What can be asked of a view, answered in the shapes of the server: the twin of `sapper/play/asking.py`.
 *
 * It runs in the worker. Odds stay arrays on their way to the page, where `shapes.js` writes them out.
 */

import { place as spoken } from "../modules/words.js";
import { contradictionInWords, decisionInWords, flagInWords, hintInWords, incompleteInWords, whyFirstIsSafe, whyInWords } from "../modules/wording.js";
import { explain } from "./explanations.js";
import { countTogether } from "./layouts.js";
import { Impossible } from "./boards.js";
import { Contradicted, TooWide } from "./module.js";
import { cellAt, firstCell, hiddenCount, placeOf } from "./views.js";

/** @import { Words } from "../modules/catalogue.js" */
/** @import { Cell, Contradiction, Hint, Move, StartRule, Why, WinningRule } from "../modules/shapes.d.ts" */
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
 * @property {string} notice what to say of odds that are not complete
 */

/**
 * What a turn risks: the chance that it meets a mine, beside that of the safest cell; null where it is not known.
 * @typedef {{certain: boolean|null, taken: number|null, best: number|null}} Risk
 */

/** @typedef {{odds: FlatOdds|null, best: Move|null, layouts: string|null, contradiction: Contradiction|null}} FlatAnalysis */

/** States of a count: far more than any position in play needs. */
export const DEFAULT_BUDGET = 10_000_000;
/** States that are counted at a click, about ten milliseconds' worth. */
export const CLICK_BUDGET = 100_000;
/** Layouts that the expert's search of one position may look at. */
export const EXPERT_BUDGET = 1_000_000;
/** On larger boards several cells together would take too long at a click. */
const MOST_CELLS_TOGETHER = 2_500;

/** There is nothing left to do. */
export class NoMoveLeft extends Error {}

export class Answers {
  /** @param {Engine} engine @param {Words} words in which answers are given */
  constructor(engine, words) {
    this.engine = engine;
    this.words = words;
  }

  /** @param {View} view @param {Rules} [rules] @returns {FlatOdds} */
  odds(view, { free = false } = {}) {
    if (free) {
      const cells = view.numbers.length;
      return { probability: new Float64Array(cells), verdicts: new Int8Array(cells).fill(1), complete: true, notice: "" };
    }
    try {
      return { ...this.engine.analyze(view, DEFAULT_BUDGET), complete: true, notice: "" };
    } catch (problem) {
      if (!(problem instanceof TooWide)) throw problem;
      const notice = incompleteInWords(DEFAULT_BUDGET, this.words);
      return { ...this.engine.analyzeApart(view, DEFAULT_BUDGET), complete: false, notice };
    }
  }

  /** All that follows from a view; for an inconsistent one, which numbers contradict each other. @param {View} view @returns {FlatAnalysis} */
  analyse(view) {
    let odds;
    try {
      odds = this.odds(view);
    } catch (problem) {
      if (!(problem instanceof Contradicted)) throw problem;
      return { odds: null, best: null, layouts: null, contradiction: this.contradictionIn(view) };
    }
    const layouts = odds.complete ? this.#layoutsIfQuick(view) : null;
    return { odds, best: this.#bestMove(view, odds), layouts, contradiction: null };
  }

  /** A certainly safe cell; where there is none, the best guess. @param {View} view @param {Rules} [rules] @returns {Hint} */
  hint(view, rules = {}) {
    const { free = false, fair = false, winning = "revealed" } = rules;
    let move;
    try {
      move = this.#choose(view, rules);
    } catch (problem) {
      if (problem instanceof NoMoveLeft && winning === "flagged") return this.#flagToSet(view);
      const certain = problem instanceof TooWide ? certainMove(view, this.odds(view)) : null;
      if (certain === null) throw problem;
      move = certain;
    }
    const { cell, certain, mine_probability: risk } = move;
    const flagged = view.flags?.includes(placeOf(view, cell)) ?? false;
    const words = hintInWords(cell, { certain, risk, free, fair, flagged }, this.words);
    return { cell, certain: certain || free, mine_probability: free ? 0 : risk, words, action: "reveal" };
  }

  /** The expert's move, and what it was compared with. @param {View} view @param {Rules} [rules] @returns {Move} */
  guess(view, rules = {}) {
    const move = this.#choose(view, rules);
    return rules.free ? { ...move, certain: true, mine_probability: 0 } : move;
  }

  /** Why a cell is safe or a mine, or what its odds are. @param {View} view @param {Cell} cell @param {Rules} [rules] @returns {Why} */
  why(view, cell, { free = false } = {}) {
    const shown = shownIn(view);
    if (shown(cell) >= 0) throw new Impossible(`cell ${spoken(cell)} is revealed; it shows ${shown(cell)}`);
    const answer = explain(this.engine, view, placeOf(view, cell), DEFAULT_BUDGET);
    return free ? whyFirstIsSafe(answer, this.words) : whyInWords(answer, shown, this.words);
  }

  /** What it risks to open these hidden cells at once: the twin of `sapper/play/risk.py`. @param {View} view @param {Cell[]} cells @param {Rules} [rules] @returns {Risk} */
  risk(view, cells, { fair = false } = {}) {
    const budget = fair ? DEFAULT_BUDGET : CLICK_BUDGET;
    try {
      const { probability, verdicts } = this.engine.analyze(view, budget);
      const best = probability.reduce((least, chance) => (chance < least ? chance : least), 1);
      const places = cells.map((cell) => placeOf(view, cell)).filter((place) => verdicts[place] !== 1);
      if (!places.length) return { certain: true, taken: 0, best };
      return { certain: false, taken: this.#chanceOfAMine(view, places, probability, budget), best };
    } catch (problem) {
      if (problem instanceof TooWide) return { certain: null, taken: null, best: null };
      throw problem;
    }
  }

  /** Of cells around one number, chances neither add nor multiply: they are counted. @param {View} view @param {number[]} places @param {Float64Array} probability @param {number} budget */
  #chanceOfAMine(view, places, probability, budget) {
    if (places.some((place) => probability[place] === 1)) return 1;
    if (places.length === 1) return probability[places[0]];
    if (view.numbers.length > MOST_CELLS_TOGETHER) return null;
    try {
      return 1 - this.engine.safeTogether(view, places, budget);
    } catch (problem) {
      if (problem instanceof TooWide) return null;
      throw problem;
    }
  }

  /** Which numbers of an inconsistent view contradict each other. @param {View} view @returns {Contradiction} */
  contradictionIn(view) {
    const { needsTotal, places } = this.engine.clash(view, DEFAULT_BUDGET);
    const cells = places.map((place) => cellAt(view, place));
    const about = { mines: view.mines, hidden: hiddenCount(view), shown: shownIn(view) };
    return { message: contradictionInWords(cells, needsTotal, about, this.words), cells, needs_total: needsTotal };
  }

  /** Every cell that is left is a mine: the first that has no flag. @param {View} view @returns {Hint} */
  #flagToSet(view) {
    const place = view.numbers.findIndex((number, at) => number < 0 && !view.flags?.includes(at));
    if (place < 0) throw new NoMoveLeft(this.words.answers.nothing_to_do);
    const cell = cellAt(view, place);
    return { cell, certain: true, mine_probability: 1, words: flagInWords(cell, this.words), action: "flag" };
  }

  /** The expert's move; where that takes too long, a certain one, if known. @param {View} view @param {FlatOdds} odds */
  #bestMove(view, odds) {
    if (odds.complete) {
      try {
        return this.#choose(view, { start: "any" });
      } catch (problem) {
        if (problem instanceof NoMoveLeft) return null;
        if (!(problem instanceof TooWide)) throw problem;
      }
    }
    return certainMove(view, odds);
  }

  /** @param {View} view @param {Rules} rules @returns {Move} */
  #choose(view, { start = "safe", search = EXPERT_BUDGET }) {
    const next = this.engine.nextCell(view, DEFAULT_BUDGET);
    if (next === null) throw new NoMoveLeft(this.words.answers.nothing_to_open);
    if (next.certain) return certainlySafe(view, next.place);
    const hidden = hiddenCount(view);
    const { place, decidedBy, won, layouts, candidates } = this.engine.guess(view, DEFAULT_BUDGET, search);
    const cell = cellAt(view, place);
    if (decidedBy === "search") {
      const risk = this.engine.analyze(view, DEFAULT_BUDGET).probability[place];
      return { cell, certain: false, mine_probability: risk, reason: { kind: "searched", won, layouts } };
    }
    if (hidden === view.numbers.length) {
      const first = firstCell(view.height, view.width, start);
      return { cell: first, certain: false, mine_probability: view.mines / hidden, reason: { kind: "first", start } };
    }
    if (decidedBy === "safety") return { cell, certain: false, mine_probability: next.probability, reason: { kind: "layouts", hidden } };
    const compared = candidates.map((one) => ({
      cell: cellAt(view, one.place),
      mine_probability: one.probability,
      win_chance: one.chance,
      ahead: one.ahead,
    }));
    const [chosen] = compared.splice(candidates.findIndex((one) => one.place === place), 1);
    const decided = decisionInWords(chosen, compared, decidedBy === "playouts", this.words);
    return { cell, certain: false, mine_probability: chosen.mine_probability, reason: { kind: "compared", candidates: [chosen, ...compared], decided_by: decided } };
  }

  /** The number of layouts; null where counting takes longer than a click. @param {View} view */
  #layoutsIfQuick(view) {
    try {
      const { sea, mines, fronts } = this.engine.frontWays(view, CLICK_BUDGET);
      return String(countTogether(fronts, sea, mines, CLICK_BUDGET));
    } catch (problem) {
      if (problem instanceof TooWide) return null;
      throw problem;
    }
  }
}

/** The first certainly safe cell. @param {View} view @param {FlatOdds} odds */
function certainMove(view, { verdicts }) {
  const place = verdicts.indexOf(1);
  return place < 0 ? null : certainlySafe(view, place);
}

/** @param {View} view @param {number} place @returns {Move} */
function certainlySafe(view, place) {
  return { cell: cellAt(view, place), certain: true, mine_probability: 0, reason: { kind: "layouts", hidden: hiddenCount(view) } };
}

/** The number that a cell shows. @param {View} view @returns {(cell: Cell) => number} */
const shownIn = (view) => (cell) => view.numbers[placeOf(view, cell)];
