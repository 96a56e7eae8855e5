/**
 * Why a cell is safe or a mine, or what its odds are: the engine's answer as `sapper/proof/written.py` writes it.
 *
 * Derivations come from the engine as they are. Odds are exact fractions where these take no more than the budget: the
 * twin of `sapper/exact/chances.py`.
 */

import { countTogether, greatestDivisor } from "./layouts.js";
import { TooWide } from "./module.js";

/** @import { Cell } from "../modules/shapes.d.ts" */
/** @import { Case, Claim, Derivation, Odds, Step } from "../modules/wording.js" */
/** @import { Engine, View } from "./module.js" */

/** @typedef {{numerator: bigint, denominator: bigint}} Fraction in lowest terms */

const KINDS = /** @type {const} */ (["number", "total", "subset", "overlap", "all safe", "all mines", "cases"]);
const GRADES = ["single", "subset", "overlap", "chain", "cases", "total"];
/** The analysis of the whole board gets one part in so many of the budget. */
const BOARD_SHARE = 2;
/** Boards of more cells have fractions that fill pages, unless the budget has so many states for each cell. */
const ALWAYS_READ = 10_000;
const STATES_PER_CELL = 128;
/** Floats of equal chances differ by less, in proportion: those of the safest cells, and those of one chance. */
const MAY_BE_EQUAL = 1e-6;
const FLOATS_AGREE = 1e-12;
/** More bits than a float has. */
const BITS = 64;

/**
 * @param {Engine} engine
 * @param {View} view
 * @param {Cell} cell a hidden one
 * @param {number} budget in states
 * @returns {Derivation|Odds}
 */
export function explanationOf(engine, view, cell, budget) {
  const answer = new Reader(engine.explain(view, cell[0] * view.width + cell[1], budget), view.width);
  if (answer.number() === 1) return derivationIn(answer, cell);
  const odds = { probability: answer.number(), best: answer.cell(), bestProbability: answer.number(), numbers: answer.cells() };
  const exact = view.numbers.length <= Math.max(budget / STATES_PER_CELL, ALWAYS_READ) ? exactOdds(engine, view, cell, budget) : null;
  return {
    kind: "odds",
    cell,
    mine_probability: exact ? toFloat(exact.chance) : odds.probability,
    mine_fraction: exact ? inDigits(exact.chance) : null,
    numbers: odds.numbers,
    best: exact?.best ?? odds.best,
    best_mine_probability: exact ? toFloat(exact.bestChance) : odds.bestProbability,
    best_mine_fraction: exact ? inDigits(exact.bestChance) : null,
    is_best: exact ? isEqual(exact.chance, exact.bestChance) : areClose(odds.probability, odds.bestProbability),
  };
}

// Derivations

/** Reads an answer of the engine, one number after another. */
class Reader {
  #answer;
  #at = 0;

  /** @param {Float64Array} answer @param {number} width of the board */
  constructor(answer, width) {
    this.#answer = answer;
    this.width = width;
  }

  number() {
    return this.#answer[this.#at++];
  }

  /** @returns {Cell} */
  cell() {
    const place = this.number();
    return [Math.floor(place / this.width), place % this.width];
  }

  /** A list begins with its length. @template Item @param {() => Item} read @returns {Item[]} */
  list(read) {
    return Array.from({ length: this.number() }, read);
  }

  cells() {
    return this.list(() => this.cell());
  }
}

/** @param {Reader} answer @param {Cell} cell @returns {Derivation} */
function derivationIn(answer, cell) {
  const isMine = answer.number() === 1;
  const grade = GRADES[answer.number()];
  const claims = answer.list(() => ({ count: answer.number(), cells: answer.cells() }));
  /** @type {Map<string, Cell>} */
  const numbers = new Map();
  const steps = stepsIn(answer, claims, numbers);
  const inOrder = [...numbers.values()].sort(([row, column], [otherRow, otherColumn]) => row - otherRow || column - otherColumn);
  return { kind: "derivation", cell, is_mine: isMine, grade, numbers: inOrder, steps };
}

/** @param {Reader} answer @param {Claim[]} claims @param {Map<string, Cell>} numbers those met are added @returns {Step[]} */
function stepsIn(answer, claims, numbers) {
  return answer.list(() => {
    const kind = KINDS[answer.number()];
    const conclusion = claims[answer.number()];
    const cell = answer.cell();
    const shown = answer.number();
    const [first, ...others] = answer.list(() => claims[answer.number()]);
    const cases = answer.list(() => ({ supposition: claims[answer.number()], steps: stepsIn(answer, claims, numbers) }));
    switch (kind) {
      case "number":
        numbers.set(String(cell), cell);
        return { kind, cell, number: shown, conclusion };
      case "total":
        return { kind, mines: shown, conclusion };
      case "subset":
        return { kind, whole: first, parts: others, conclusion };
      case "overlap":
        return { kind, more: first, fewer: others[0], conclusion };
      case "cases":
        return { kind, cases, conclusion };
      default:
        return { kind, premise: first, conclusion };
    }
  });
}

// Odds

/**
 * The chance of a cell and that of the first of the safest; null where that takes more than the budget.
 * @param {Engine} engine
 * @param {View} view
 * @param {Cell} cell
 * @param {number} budget
 */
function exactOdds(engine, view, cell, budget) {
  try {
    const chances = new Chances(engine, view, Math.ceil(budget / BOARD_SHARE));
    return { chance: chances.of(cell[0] * view.width + cell[1]), ...chances.safest() };
  } catch (problem) {
    if (problem instanceof TooWide) return null;
    throw problem;
  }
}

/** The exact chances of single cells: each is counted when it is asked for. */
class Chances {
  /** @type {Map<string, Fraction>} */
  #counted = new Map();

  /** @param {Engine} engine @param {View} view @param {number} budget */
  constructor(engine, view, budget) {
    this.engine = engine;
    this.view = view;
    this.budget = budget;
    this.odds = engine.analyze(view, budget);
    this.layouts = this.#count(-1);
  }

  /** @param {number} place */
  of(place) {
    const verdict = this.odds.verdicts[place];
    if (verdict !== 0) return { numerator: verdict < 0 ? 1n : 0n, denominator: 1n };
    const alike = this.#numbersAround(place);
    const known = this.#counted.get(alike) ?? inLowestTerms(this.#count(place), this.layouts);
    this.#counted.set(alike, known);
    return known;
  }

  /** The first of the safest cells; floats tell which may be. */
  safest() {
    const { probability } = this.odds;
    const lowest = probability.reduce((least, chance) => (chance < least ? chance : least), 1);
    let best = -1;
    /** @type {Fraction} */
    let bestChance = { numerator: 1n, denominator: 1n };
    for (let place = 0; place < probability.length && bestChance.numerator > 0n; place += 1) {
      if (!(probability[place] <= lowest * (1 + MAY_BE_EQUAL))) continue;
      const chance = this.of(place);
      if (best < 0 || isLess(chance, bestChance)) [best, bestChance] = [place, chance];
    }
    /** @type {Cell} */
    const cell = [Math.floor(best / this.view.width), best % this.view.width];
    return { best: cell, bestChance };
  }

  /** @param {number} mine its place, or -1 */
  #count(mine) {
    const { sea, mines, fronts } = this.engine.frontWays(this.view, this.budget, mine);
    return countTogether(fronts, sea, mines, this.budget);
  }

  /** Cells beside the same numbers have the same chance. @param {number} place */
  #numbersAround(place) {
    const { height, width, numbers } = this.view;
    const row = Math.floor(place / width);
    const column = place % width;
    const around = [];
    for (let near = Math.max(row - 1, 0); near <= Math.min(row + 1, height - 1); near += 1) {
      for (let beside = Math.max(column - 1, 0); beside <= Math.min(column + 1, width - 1); beside += 1) {
        if (numbers[near * width + beside] >= 0) around.push(near * width + beside);
      }
    }
    return String(around);
  }
}

// Fractions

/** @param {bigint} numerator @param {bigint} denominator @returns {Fraction} */
function inLowestTerms(numerator, denominator) {
  const divisor = greatestDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** @param {Fraction} one @param {Fraction} other */
const isLess = (one, other) => one.numerator * other.denominator < other.numerator * one.denominator;

/** @param {Fraction} one @param {Fraction} other */
const isEqual = (one, other) => one.numerator === other.numerator && one.denominator === other.denominator;

/** @param {number} one @param {number} other */
const areClose = (one, other) => Math.abs(one - other) <= FLOATS_AGREE * Math.max(one, other);

/** @param {Fraction} fraction */
const inDigits = ({ numerator, denominator }) => (denominator === 1n ? String(numerator) : `${numerator}/${denominator}`);

/** The nearest float. @param {Fraction} fraction */
function toFloat({ numerator, denominator }) {
  const shift = Math.max(denominator.toString(2).length - numerator.toString(2).length + BITS, 0);
  const scaled = numerator << BigInt(shift);
  const rest = scaled % denominator === 0n ? 0n : 1n; // so that it is not taken for a tie
  return Number((scaled / denominator) | rest) / 2 ** shift;
}
