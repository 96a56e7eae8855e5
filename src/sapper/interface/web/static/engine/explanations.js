/** Why a cell is safe or a mine, step by step, or its exact odds: the shapes of `sapper/proof/written.py`. */

import { countTogether } from "./layouts.js";
import { TooWide } from "./module.js";
import { around } from "./boards.js";
import { cellAt } from "./views.js";

/** @import { Claim, Derivation, Odds, Step } from "../modules/wording.js" */
/** @import { Engine, View, WrittenStep } from "./module.js" */

/** @typedef {{mine: bigint, all: bigint}} Fraction In lowest terms. */

const GRADES = ["single", "subset", "overlap", "chain", "cases", "total"];
const KINDS = /** @type {const} */ (["number", "total", "subset", "overlap", "all safe", "all mines", "cases"]);
/** Floats of equal chances differ by less, in proportion: those of two cells, and those of one. */
const MAY_BE_EQUAL = 1e-6;
const FLOATS_AGREE = 1e-12;
/** Fractions of larger boards fill pages, unless the budget has so many states for each cell. */
const ALWAYS_EXACT = 10_000;
const STATES_PER_CELL = 128;
const MORE_BITS_THAN_A_FLOAT = 64;

/**
 * @param {Engine} engine
 * @param {View} view
 * @param {number} place
 * @param {number} budget
 * @returns {Derivation|Odds}
 */
export function explain(engine, view, place, budget) {
  const { certain, odds } = engine.explain(view, place, budget);
  const cell = cellAt(view, place);
  if (certain) {
    const steps = new Steps(view, certain);
    const written = steps.written(certain.outline);
    const numbers = steps.numbers.map((number) => cellAt(view, number));
    return { kind: "derivation", cell, is_mine: certain.isMine, grade: GRADES[certain.grade], numbers, steps: written };
  }
  const numbers = odds.numbers.map((number) => cellAt(view, number));
  try {
    if (view.numbers.length > Math.max(budget / STATES_PER_CELL, ALWAYS_EXACT)) throw new TooWide("the fractions are too long");
    const chances = new Chances(engine, view, budget / 2); // the engine spent the other half on the analysis
    const here = chances.of(place);
    const best = chances.safest();
    return {
      kind: "odds",
      cell,
      mine_probability: floatOf(here),
      mine_fraction: inDigits(here),
      numbers,
      best: cellAt(view, best.place),
      best_mine_probability: floatOf(best.chance),
      best_mine_fraction: inDigits(best.chance),
      is_best: inDigits(here) === inDigits(best.chance),
    };
  } catch (problem) {
    if (!(problem instanceof TooWide)) throw problem;
    const isBest = Math.abs(odds.probability - odds.bestProbability) <= FLOATS_AGREE * odds.probability;
    return {
      kind: "odds",
      cell,
      mine_probability: odds.probability,
      mine_fraction: null,
      numbers,
      best: cellAt(view, odds.best),
      best_mine_probability: odds.bestProbability,
      best_mine_fraction: null,
      is_best: isBest,
    };
  }
}

/** Writes out steps that name claims and other steps by their places. */
class Steps {
  /** The places of the numbers that the steps use, in order. */
  numbers;

  /** @param {View} view @param {NonNullable<ReturnType<Engine["explain"]>["certain"]>} derivation */
  constructor(view, { claims, steps }) {
    this.view = view;
    this.steps = steps;
    /** @type {Claim[]} */
    this.claims = claims.map(({ count, places }) => ({ cells: places.map((place) => cellAt(view, place)), count }));
    this.numbers = [...new Set(steps.filter(({ kind }) => KINDS[kind] === "number").map(({ place }) => place))].sort((one, other) => one - other);
  }

  /** @param {number[]} places @returns {Step[]} */
  written(places) {
    return places.map((place) => this.#step(this.steps[place]));
  }

  /** @param {WrittenStep} step @returns {Step} */
  #step({ kind: at, conclusion: concluded, place, shown, premises, cases }) {
    const kind = KINDS[at];
    const conclusion = this.claims[concluded];
    const [first, ...others] = premises.map((premise) => this.claims[premise]);
    switch (kind) {
      case "number":
        return { kind, cell: cellAt(this.view, place), number: shown, conclusion };
      case "total":
        return { kind, mines: shown, conclusion };
      case "subset":
        return { kind, whole: first, parts: others, conclusion };
      case "overlap":
        return { kind, more: first, fewer: others[0], conclusion };
      case "cases": {
        const written = cases.map(({ supposition, steps }) => ({ supposition: this.claims[supposition], steps: this.written(steps) }));
        return { kind, cases: written, conclusion };
      }
      default:
        return { kind, premise: first, conclusion };
    }
  }
}

/** The exact chances of uncertain cells: the twin of `sapper/exact/chances.py`. May throw `TooWide`. */
class Chances {
  /** @type {Map<string, Fraction>} */
  #counted = new Map();

  /** @param {Engine} engine @param {View} view @param {number} budget */
  constructor(engine, view, budget) {
    this.engine = engine;
    this.view = view;
    this.budget = budget;
    this.odds = engine.analyze(view, budget);
    this.layouts = this.#count();
  }

  /** @param {number} place @returns {Fraction} */
  of(place) {
    const verdict = this.odds.verdicts[place];
    if (verdict) return { mine: verdict < 0 ? 1n : 0n, all: 1n };
    // Cells beside the same numbers have the same chance.
    const alike = String(around(place, this.view).filter((near) => this.view.numbers[near] >= 0));
    const known = this.#counted.get(alike) ?? lowestTerms(this.#count(place), this.layouts);
    this.#counted.set(alike, known);
    return known;
  }

  /** The first of the safest cells. */
  safest() {
    const { probability } = this.odds;
    const least = probability.reduce((lowest, chance) => (chance < lowest ? chance : lowest), 1);
    /** @type {{place: number, chance: Fraction}|null} */
    let best = null;
    for (let place = 0; place < probability.length; place += 1) {
      if (!(probability[place] <= least * (1 + MAY_BE_EQUAL))) continue;
      const chance = this.of(place);
      if (best === null || chance.mine * best.chance.all < best.chance.mine * chance.all) best = { place, chance };
      if (least === 0) break;
    }
    if (best === null) throw new Error("no cell may be safe");
    return best;
  }

  /** @param {number} [mine] */
  #count(mine) {
    const { sea, mines, fronts } = this.engine.frontWays(this.view, this.budget, mine);
    return countTogether(fronts, sea, mines, this.budget);
  }
}

/** @param {bigint} mine @param {bigint} all @returns {Fraction} */
function lowestTerms(mine, all) {
  let [divisor, rest] = [all, mine];
  while (rest) [divisor, rest] = [rest, divisor % rest];
  return { mine: mine / divisor, all: all / divisor };
}

/** @param {Fraction} fraction */
const inDigits = ({ mine, all }) => (all === 1n ? String(mine) : `${mine}/${all}`);

/** The nearest float. @param {Fraction} fraction */
function floatOf({ mine, all }) {
  const shift = Math.max(all.toString(2).length - mine.toString(2).length + MORE_BITS_THAN_A_FLOAT, 0);
  const scaled = mine << BigInt(shift);
  const rest = scaled % all === 0n ? 0n : 1n; // or it might be taken for a tie
  return Number((scaled / all) | rest) / 2 ** shift;
}
