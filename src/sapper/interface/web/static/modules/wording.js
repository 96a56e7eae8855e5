/**
 * Explanations and advice in words, from the same sentences as Python's: the files of `words/`.
 *
 * The twin of `proof/wording.py` and of what `play/asking.py`, `agents/expert.py` and `exact/contradiction.py` say: the
 * same words for the same answer. A claim is told by its key, an earlier conclusion by its step.
 */

import { filled, form, written } from "./catalogue.js";
import { capital, place, rounded } from "./words.js";

/** @import { Cell } from "./board.js" */
/** @import { Forms, Section, Words } from "./catalogue.js" */
/** @import { Candidate, Why, WhyLine } from "./shapes.d.ts" */

/** @typedef {{cells: Cell[], count: number}} Claim of the cells, row by row, exactly so many are mines */
/** @typedef {{supposition: Claim, steps: Step[]}} Case */
/**
 * @typedef {{kind: "number", cell: Cell, number: number, conclusion: Claim}
 *   | {kind: "total", mines: number, conclusion: Claim}
 *   | {kind: "subset", whole: Claim, parts: Claim[], conclusion: Claim}
 *   | {kind: "overlap", more: Claim, fewer: Claim, conclusion: Claim}
 *   | {kind: "all safe" | "all mines", premise: Claim, conclusion: Claim}
 *   | {kind: "cases", cases: Case[], conclusion: Claim}} Step
 */
/** @typedef {{kind: "derivation", cell: Cell, is_mine: boolean, grade: string, numbers: Cell[], steps: Step[]}} Derivation */
/**
 * @typedef {{kind: "odds", cell: Cell, mine_probability: number, mine_fraction: string|null, numbers: Cell[], best: Cell,
 *   best_mine_probability: number, best_mine_fraction: string|null, is_best: boolean}} Odds
 */
/** @typedef {{depth: number, step: Step, claim: Claim, words: string}} Line the line of an assumption has the step that closes its case */

const MOST_CELLS_NAMED = 10;
const MOST_DIGITS = 6;
const SMALLEST_TOLD = 0.001;
const LEAST_CHANCE_NAMED = 0.005;
const LEAST_BITS_NAMED = 0.1;
const NUMBERS_NAMED = 12;

// Why

/**
 * An answer to "why?" as the page shows it, each line with what to point at.
 * @param {Derivation|Odds} answer
 * @param {(cell: Cell) => number} shown the number that a revealed cell shows
 * @param {Words} words
 * @returns {Why}
 */
export function whyInWords(answer, shown, words) {
  const speaker = new Speaker(words.explanation, words.answers);
  const { kind, cell } = answer;
  const numbers = inOrder(answer.numbers);
  if (answer.kind === "odds") return { kind, cell, heading: speaker.odds(answer, shown), numbers, lines: [] };
  return { kind, cell, heading: [speaker.heading(answer)], numbers, lines: pointing(speaker.lines(answer.steps)) };
}

/** The same where the first cell can't be a mine. @param {Derivation|Odds} answer @param {Words} words @returns {Why} */
export function whyFirstIsSafe({ kind, cell, numbers }, words) {
  const heading = filled(words.explanation.first_free, { cell: place(cell) });
  return { kind, cell, heading: [heading], numbers: inOrder(numbers), lines: [] };
}

/** Puts derivations and odds into the words of one language. */
class Speaker {
  /** @param {Section} words @param {Section} [answers] in which the language says how it writes numbers */
  constructor(words, answers) {
    this.words = words;
    this.answers = answers;
  }

  /** @param {Derivation} derivation */
  heading({ cell, is_mine: isMine, grade, numbers, steps }) {
    const n = numbers.length;
    const forms = usesTotal(steps) ? this.words.derived_with_total : this.words.derived;
    const claim = this.claim({ cells: [cell], count: Number(isMine) });
    return filled(form(forms, n), { claim, grade: this.words.grades[grade], n });
  }

  /** @param {Odds} odds @param {(cell: Cell) => number} shown */
  odds(odds, shown) {
    const { words } = this;
    const chance = inFullOrPercent(odds.mine_fraction, odds.mine_probability, this.answers);
    const quoted = odds.numbers.map((cell) => this.number(cell, shown(cell)));
    return [
      filled(words.odds, { cell: place(odds.cell), chance }),
      quoted.length > 0 ? filled(words.odds_numbers, { numbers: this.listed(quoted) }) : words.odds_total_only,
      this.#comparison(odds),
    ];
  }

  /** @param {Odds} odds */
  #comparison({ best, best_mine_fraction: fraction, best_mine_probability: probability, is_best: isBest }) {
    if (isBest) return this.words.odds_best;
    if (probability === 0) return filled(this.words.odds_safe, { best: place(best) });
    return filled(this.words.odds_better, { best: place(best), chance: inFullOrPercent(fraction, probability, this.answers) });
  }

  /**
   * The steps line by line.
   * @param {Step[]} steps
   * @param {number[]} at the step that these steps are inside of
   * @param {Map<string, string>} before how earlier conclusions are called
   * @returns {Generator<Line, void, void>}
   */
  *lines(steps, at = [], before = new Map(), depth = 1) {
    const names = new Map(before);
    for (const [index, step] of steps.entries()) {
      const here = [...at, index + 1];
      let sentence;
      if (step.kind === "cases") {
        yield* this.#caseLines(step, here, names, depth);
        sentence = filled(this.words.therefore, { claim: this.claim(step.conclusion) });
      } else {
        sentence = this.#step(step, names);
        if (!isPossible(step.conclusion)) sentence += `${this.words.stop} ${this.words.contradiction}`;
      }
      yield { depth, step, claim: step.conclusion, words: this.#numbered(here, sentence) };
      const key = keyOf(step.conclusion);
      if (!names.has(key)) names.set(key, this.#name(step, here));
    }
  }

  /**
   * Each assumption, and what follows from it; several cases are numbered apart.
   * @param {Step & {kind: "cases"}} step
   * @param {number[]} at
   * @param {Map<string, string>} names
   * @param {number} depth
   * @returns {Generator<Line, void, void>}
   */
  *#caseLines(step, at, names, depth) {
    for (const [number, { supposition, steps }] of step.cases.entries()) {
      const inside = step.cases.length === 1 ? at : [...at, number + 1];
      const assumption = filled(this.words.suppose, { claim: this.claim(supposition) });
      yield { depth, step, claim: supposition, words: this.#numbered(inside, assumption) };
      const known = new Map(names).set(keyOf(supposition), this.words.supposition);
      yield* this.lines(steps, inside, known, depth + 1);
    }
  }

  /** @param {number[]} at @param {string} sentence */
  #numbered(at, sentence) {
    return `${at.join(".")}. ${capital(sentence)}${this.words.stop}`;
  }

  /** How later steps refer to the conclusion of a step. @param {Step} step @param {number[]} at */
  #name(step, at) {
    if (step.kind === "number") return this.number(step.cell, step.number);
    return step.kind === "total" ? this.words.total : filled(this.words.step, { step: at.join(".") });
  }

  /** @param {Step} step @param {Map<string, string>} names */
  #step(step, names) {
    const { words } = this;
    const claim = this.claim(step.conclusion);
    /** @param {Claim} premise */
    const named = (premise) => names.get(keyOf(premise)) ?? "";
    switch (step.kind) {
      case "number":
        return filled(words.because_number, { number: this.number(step.cell, step.number), claim });
      case "total":
        return filled(form(words.because_total, step.mines), { mines: step.mines, n: step.conclusion.cells.length });
      case "subset":
        return filled(words.because_subset, { whole: named(step.whole), parts: this.listed(step.parts.map(named)), claim });
      case "overlap": {
        const n = step.more.count - step.fewer.count;
        return filled(form(words.because_overlap, n), { more: named(step.more), fewer: named(step.fewer), n, claim });
      }
      case "all safe":
        return filled(words.because_all_safe, { premise: named(step.premise), claim });
      case "all mines":
        return filled(words.because_all_mines, { premise: named(step.premise), claim });
      default:
        throw new Error(`a step of an unknown kind: ${step.kind}`);
    }
  }

  /** A claim in words, even an impossible one. @param {Claim} claim */
  claim({ cells, count }) {
    const { words } = this;
    const size = cells.length;
    if (count < 0) return filled(form(words.too_many, -count), { n: -count });
    if (count > size && size === 0) return filled(form(words.no_cell_left, count), { n: count });
    const named = this.#cells(cells);
    if (count > size) return filled(words.too_few_cells, { cells: named, count });
    if (count === 0) return filled(size === 1 ? words.one_safe : words.all_safe, { cells: named });
    if (count === size) return filled(size === 1 ? words.one_mine : words.all_mines, { cells: named });
    return filled(form(words.exactly, count), { count, cells: named });
  }

  /** A list of cells, or their number if there are many. @param {Cell[]} cells */
  #cells(cells) {
    const n = cells.length;
    if (n > MOST_CELLS_NAMED) return filled(form(this.words.many_cells, n), { n });
    return this.listed(inOrder(cells).map(place));
  }

  /** A number quoted with its cell. @param {Cell} cell @param {number} number */
  number(cell, number) {
    return filled(this.words.number, { number, cell: place(cell) });
  }

  /** `a, b and c`, without repetitions. @param {string[]} items */
  listed(items) {
    return listed([...new Set(items)], this.words);
  }
}

/**
 * Each line with what to point at: the numbers it uses, and the cells it speaks of.
 * @param {Iterable<Line>} lines
 */
function pointing(lines) {
  /** @type {WhyLine[]} */
  const pointed = [];
  /** @type {Map<string, Cell>} */
  const numberOf = new Map();
  /** @type {{depth: number, claim: Claim}[]} */
  let settled = [];
  for (const { depth, step, claim, words } of lines) {
    // What was shown inside a case is forgotten when the case is closed.
    settled = settled.filter((each) => each.depth <= depth);
    const isSupposition = keyOf(claim) !== keyOf(step.conclusion);
    if (step.kind === "number") numberOf.set(keyOf(claim), step.cell);
    if (settles(claim)) settled.push({ depth: depth + Number(isSupposition), claim });
    const claims = [...premisesOf(step), claim];
    const known = settled.map((each) => each.claim);
    pointed.push({
      words,
      depth,
      numbers: inOrder(claims.map((each) => numberOf.get(keyOf(each))).filter((cell) => cell !== undefined)),
      cells: cellsOf(isPossible(claim) ? [claim] : premisesOf(step)),
      safe: cellsOf(known.filter(({ count }) => count === 0)),
      mines: cellsOf(known.filter(({ count }) => count > 0)),
    });
  }
  return pointed;
}

/** @param {Step} step @returns {Claim[]} */
function premisesOf(step) {
  switch (step.kind) {
    case "subset":
      return [step.whole, ...step.parts];
    case "overlap":
      return [step.more, step.fewer];
    case "all safe":
    case "all mines":
      return [step.premise];
    default:
      return [];
  }
}

/** @param {Step[]} steps @returns {boolean} */
function usesTotal(steps) {
  return steps.some((step) => step.kind === "total" || (step.kind === "cases" && step.cases.some((each) => usesTotal(each.steps))));
}

/** @param {Claim} claim */
function keyOf({ cells, count }) {
  return `${count} of ${cells.join(" ")}`;
}

/** @param {Claim} claim */
function isPossible({ cells, count }) {
  return count >= 0 && count <= cells.length;
}

/** Whether a claim says of each of its cells whether it is a mine. @param {Claim} claim */
function settles({ cells, count }) {
  return cells.length > 0 && (count === 0 || count === cells.length);
}

/** All the cells of some claims. @param {Claim[]} claims */
function cellsOf(claims) {
  return inOrder(claims.flatMap(({ cells }) => cells));
}

/** Cells row by row, each once. @param {Cell[]} cells */
function inOrder(cells) {
  const each = new Map(cells.map((cell) => [String(cell), cell]));
  return [...each.values()].sort(([row, column], [otherRow, otherColumn]) => row - otherRow || column - otherColumn);
}

/** A fraction if there is a short one, and a percentage. @param {string|null} fraction @param {number} probability @param {Section} [answers] */
function inFullOrPercent(fraction, probability, answers) {
  const percent = `${written(rounded(100 * probability), answers)} %`;
  return fraction === null || fraction.length > MOST_DIGITS ? percent : `${fraction} (${percent})`;
}

// Advice

/**
 * What a hint says of the cell to open.
 * @param {Cell} cell
 * @param {{certain: boolean, risk: number|null, free: boolean, fair: boolean, flagged: boolean}} about whether the first
 *   cell is free of mines, whether guesses are safe where nothing is certain, and whether the cell has a flag
 * @param {Words} words
 */
export function hintInWords(cell, { certain, risk, free, fair, flagged }, { answers }) {
  const say = answers;
  const kind = free ? say.first : certain ? say.certain : fair ? say.fair : risk === null ? say.guess : say.guess_with_odds;
  const hint = filled(kind, { cell: place(cell), chance: risk === null ? "" : chanceInWords(risk, { answers }) });
  return flagged ? filled(say.remove_flag, { hint }) : hint;
}

/** The hint where only mines are left, and flags win. @param {Cell} cell @param {Words} words */
export function flagInWords(cell, { answers }) {
  return filled(answers.flag, { cell: place(cell) });
}

/**
 * What made the difference between the best guess and the next best.
 * @param {Candidate} chosen
 * @param {Candidate[]} others
 * @param {boolean} playedOut whether games were played to the end
 * @param {Words} words
 */
export function decisionInWords(chosen, others, playedOut, { answers }) {
  const say = answers;
  if (others.length === 0) return say.no_rival;
  const rival = others.reduce((best, other) => (other.win_chance > best.win_chance ? other : best));
  const against = comparisonInWords(chosen, rival, say);
  return playedOut ? filled(say.played_out, { against }) : against;
}

/** @param {Candidate} chosen @param {Candidate} rival @param {Section} say */
function comparisonInWords(chosen, rival, say) {
  const moreRisk = chosen.mine_probability - rival.mine_probability;
  const merits = moreRisk < -LEAST_CHANCE_NAMED ? [say.less_risk] : [];
  const { ahead } = chosen;
  if (ahead && rival.ahead) {
    if (ahead.opens - rival.ahead.opens > LEAST_CHANCE_NAMED) merits.push(say.opens);
    if (ahead.leaves_safe - rival.ahead.leaves_safe > LEAST_CHANCE_NAMED) merits.push(say.leaves_safe);
    if (ahead.bits - rival.ahead.bits > LEAST_BITS_NAMED) merits.push(say.tells_more);
  }
  const isRiskier = moreRisk > LEAST_CHANCE_NAMED;
  if (merits.length === 0) merits.push(isRiskier ? say.better_positions : say.hardly_better);
  const against = filled(say.against, { rival: place(rival.cell), merits: listed(merits, say) });
  return isRiskier ? filled(say.more_risk, { against }) : against;
}

/** That some odds are unknown, and why. @param {number|null} budget @param {Words} words */
export function incompleteInWords(budget, { answers }) {
  const say = answers;
  return budget === null ? say.too_wide : filled(say.budget_ran_out, { budget: budget.toLocaleString("en").replaceAll(",", say.thousands_mark) });
}

/**
 * Numbers that can't all be true at once, with the mine total if that is needed; none if the mines have no room.
 * @param {Cell[]} cells
 * @param {boolean} needsTotal
 * @param {{mines: number, hidden: number, shown: (cell: Cell) => number}} view
 * @param {Words} words
 */
export function contradictionInWords(cells, needsTotal, { mines, hidden, shown }, { answers }) {
  const say = answers;
  /** @param {Forms} forms @param {number} n */
  const many = (forms, n) => filled(form(forms, n, say.singulars), { n });
  const total = many(say.total, mines);
  if (cells.length === 0) return filled(say.total_does_not_fit, { total, cells: many(say.hidden_cells, hidden) });
  const parts = cells.slice(0, NUMBERS_NAMED).map((cell) => filled(say.number, { number: shown(cell), cell: place(cell) }));
  if (cells.length > NUMBERS_NAMED) parts.push(many(say.more_numbers, cells.length - NUMBERS_NAMED));
  if (needsTotal) parts.push(total);
  if (parts.length === 1) return filled(say.one_impossible, { number: parts[0] });
  return filled(say.contradict, { numbers: listed(parts, say) });
}

/** A chance in percent, where only certainty reads as 0 or 100. @param {number} chance @param {Pick<Words, "answers">} words */
export function chanceInWords(chance, { answers }) {
  const say = answers;
  if (chance === 0 || chance === 1) return filled(say.percent, { percent: 100 * chance });
  if (chance < SMALLEST_TOLD) return filled(say.under, { percent: written(rounded(100 * SMALLEST_TOLD), say) });
  if (chance > 1 - SMALLEST_TOLD) return filled(say.over, { percent: written(rounded(100 * (1 - SMALLEST_TOLD)), say) });
  return filled(say.percent, { percent: written(rounded(100 * chance), say) });
}

/** `a, b and c`: at least one. @param {string[]} items @param {Section} words */
export function listed(items, words) {
  const last = items[items.length - 1];
  return items.length === 1 ? last : items.slice(0, -1).join(words.comma) + words.last_comma + last;
}
