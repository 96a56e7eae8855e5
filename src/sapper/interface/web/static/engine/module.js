/**
 * The engine itself: calls into the WebAssembly module that `make wasm` builds from `engine/`.
 *
 * Arguments and answers are arrays in the module's memory. What is read there is copied at once: the next call may
 * write over it, and memory that grows takes the arrays with it.
 */

import { hiddenCount } from "./views.js";

/**
 * What a player sees; a flag is a hidden cell.
 * @typedef {Object} View
 * @property {number} height
 * @property {number} width
 * @property {number} mines
 * @property {Int8Array} numbers row by row, −1 for a hidden cell
 * @property {number[]} [flags] the places of the flags in `numbers`
 */

/** @typedef {{low: number, ways: bigint[]}} FrontWays In how many ways a front holds `low` mines, one more, … */

/**
 * The size of a board, and what its start rule keeps free of mines around the first cell.
 * @typedef {{height: number, width: number, mines: number, keptFree: 0|1|2, first: number}} BoardPlan
 */

/** @typedef {{seed: bigint, index: bigint}} Source Which board it is: board `index` of a seed. */

/** @typedef {(...numbers: number[]) => number} Call A function of the module: it takes and returns numbers. */

const ANSWERED = 0;
const CONTRADICTION = 1;
const BUDGET_EXCEEDED = 2;
const OUT_OF_MEMORY = 4;
const TOO_WIDE = "this position needs more than the budget of 10,000,000 states";
const LIMB_DIGITS = 8;
const NUMBERS_PER_CANDIDATE = 7;
const NUMBERS_PER_SETTLED_CELL = 6;
/** Memory only grows: an engine with more bytes than this starts over before the next question. */
const MOST_KEPT = 64 << 20;

/** No layout agrees with the position. */
export class Contradicted extends Error {}

/** The answer would take more work than was allowed, or more memory than there is. */
export class TooWide extends Error {}

export class Engine {
  #module;
  /** @type {Record<string, Call>} */
  #calls = {};
  /** @type {WebAssembly.Memory} */
  #memory;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#module = module;
    this.#memory = this.#start();
  }

  /** The engine in a module that is still on its way. @param {Promise<Response>} source */
  static async load(source) {
    const answer = await source;
    const isNamed = answer.headers.get("content-type") === "application/wasm"; // not every static host does
    return new Engine(await (isNamed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer())));
  }

  #start() {
    const imports = {
      env: { emscripten_notify_memory_growth() {} },
      wasi_snapshot_preview1: {
        proc_exit() {
          throw new Error("the engine has ended");
        },
      },
    };
    const { exports } = new WebAssembly.Instance(this.#module, imports);
    this.#calls = /** @type {Record<string, Call>} */ (exports);
    this.#calls._initialize();
    return /** @type {WebAssembly.Memory} */ (exports.memory);
  }

  /** The chance of a mine in each cell, and what is certain: 1 safe, −1 a mine. @param {View} view @param {number} budget */
  analyze(view, budget) {
    this.#ask("analyze", view, budget);
    return this.#odds(view);
  }

  /** As much of that as the budget allows, each front alone. @param {View} view @param {number} budget */
  analyzeApart(view, budget) {
    this.#ask("analyze_apart", view, budget);
    return this.#odds(view);
  }

  /** @param {View} view */
  #odds({ numbers: { length } }) {
    const verdicts = new Int8Array(this.#memory.buffer, this.#calls.verdicts_at(), length).slice();
    return { probability: this.#answer(), verdicts };
  }

  /**
   * The unconstrained cells, the mines in them and in the fronts, and the ways of each front.
   * @param {View} view
   * @param {number} budget
   * @param {number} [mine] count only layouts in which this hidden cell is a mine
   */
  frontWays(view, budget, mine = -1) {
    this.#ask("front_ways", view, budget, mine);
    const answer = this.#answer();
    /** @type {FrontWays[]} */
    const fronts = [];
    for (let at = 2; at < answer.length; ) {
      const [low, limbs, count] = answer.subarray(at, at + 3);
      at += 3;
      const ways = Array.from({ length: count }, (_, place) => integerOf(answer.subarray(at + place * limbs, at + (place + 1) * limbs)));
      fronts.push({ low, ways });
      at += count * limbs;
    }
    return { sea: answer[0], mines: answer[1], fronts };
  }

  /**
   * The next cell to open by certainty, else the safest; null if every hidden cell is a mine.
   * @param {View} view
   * @param {number} budget
   */
  nextCell(view, budget) {
    this.#ask("next_cell", view, budget);
    const [place, certain, probability] = this.#answer();
    return place === undefined ? null : { place, certain: certain === 1, probability };
  }

  /**
   * The expert's choice where nothing is certainly safe.
   * @param {View} view
   * @param {number} budget of the count, in states
   * @param {number} search of the endgame, in layouts
   */
  guess(view, budget, search) {
    this.#ask("guess", view, budget, search);
    return this.#guessed();
  }

  #guessed() {
    const answer = this.#answer();
    const [place, decidedBy, won, layouts] = answer;
    const candidates = [];
    for (let at = 4; at < answer.length; at += NUMBERS_PER_CANDIDATE) {
      const [candidate, probability, chance, isSeen, opens, leavesSafe, bits] = answer.subarray(at, at + NUMBERS_PER_CANDIDATE);
      const ahead = isSeen ? { opens, leaves_safe: leavesSafe, bits } : null;
      candidates.push({ place: candidate, probability, chance, ahead });
    }
    return { place, decidedBy: /** @type {const} */ (["search", "lookahead", "judge", "playouts", "safety"])[decidedBy], won, layouts, candidates };
  }

  /**
   * The same, comparing every hidden cell.
   * @param {View} view
   * @param {number} budget
   * @param {number} search
   * @param {{candidate_share: number, judged_share: number, most_hidden_beside_front: number}} constants the expert's
   */
  compare(view, budget, search, { candidate_share: candidates, judged_share: judged, most_hidden_beside_front: beside }) {
    this.#ask("compare", view, budget, search, candidates, judged, beside, hiddenCount(view));
    return this.#guessed();
  }

  /**
   * What opening some hidden cells gives up, by games played out on the same layouts.
   * @param {View} view
   * @param {number[]} places
   * @param {{safety: number, games: number, budget: number}} asked with the chance that none of the cells is a mine
   */
  playOutRisk(view, places, { safety, games, budget }) {
    this.#write(places);
    this.#ask("play_out_risk", view, budget, safety, games);
    const [best, taken, deviation] = this.#answer();
    return { best, taken, deviation };
  }

  /** Best play to the end of the game; its place is null if only mines are left. @param {View} view @param {number} budget @param {number} search */
  bestPlay(view, budget, search) {
    this.#ask("best_play", view, budget, search);
    const [won, layouts, place] = this.#answer();
    return { won, layouts, place: place < 0 ? null : place };
  }

  /** The places of numbers in an inconsistent view that contradict each other, or the mine total. @param {View} view @param {number} budget */
  clash(view, budget) {
    this.#ask("clash", view, budget);
    const [needsTotal, ...places] = this.#answer();
    return { needsTotal: needsTotal === 1, places };
  }

  /** Why a hidden cell is safe or a mine; or its odds. @param {View} view @param {number} place @param {number} budget */
  explain(view, place, budget) {
    this.#ask("explain", view, budget, place);
    return new WrittenExplanation(this.#answer()).read();
  }

  /** The chance that none of these cells is a mine. @param {View} view @param {number[]} places @param {number} budget */
  safeTogether(view, places, budget) {
    this.#write(places);
    this.#ask("safe_together", view, budget);
    return this.#answer()[0];
  }

  /**
   * A possible layout with a mine in one of these cells, or with none in any of them; null if there is none. So many of a
   * seed's layouts are tried before one is drawn under the condition itself.
   * @param {View} view
   * @param {{places: number[], withMine: boolean, seed: bigint, tries: number, budget: number}} wanted
   */
  drawLayout(view, { places, withMine, seed, tries, budget }) {
    this.#write(places);
    this.#ask("draw_layout", view, budget, Number(withMine), ...wordsOf(seed, 2), tries);
    return this.#answer()[0] === 1 ? this.#bytes(view.numbers.length) : null;
  }

  // Boards: a layout has 1 for a mine, row by row

  /** @param {BoardPlan} plan @param {Source} source */
  lay({ height, width, mines, keptFree, first }, { seed, index }) {
    this.#expectAnswer("lay", height, width, mines, keptFree, first, ...wordsOf(seed, 4), ...wordsOf(index, 2));
    return this.#bytes(height * width);
  }

  /**
   * A board that needs no guess; throws `TooWide` if none was found.
   * @param {BoardPlan} plan
   * @param {Source} source
   * @param {{technique: number, attempts: number, draws: number}} wish
   */
  makeBoard({ height, width, mines, keptFree, first }, { seed, index }, { technique, attempts, draws }) {
    const source = [...wordsOf(seed, 4), ...wordsOf(index, 2)];
    this.#expectAnswer("make_board", height, width, mines, keptFree, first, ...source, technique, attempts, draws);
    const [repaired, tried, moved] = this.#answer();
    return { layout: this.#bytes(height * width), repaired: repaired === 1, tried, moved };
  }

  /**
   * Solve a board from a first cell without guessing, by the easiest technique at each stage.
   * @param {{height: number, width: number}} size
   * @param {Uint8Array} layout
   * @param {number} first
   * @param {number} budget
   */
  solve({ height, width }, layout, first, budget) {
    this.#writeBytes(layout);
    this.#expectAnswer("solve", height, width, first, budget);
    const [complete, hardness, left, ...rest] = this.#answer();
    return { complete: complete === 1, hardness, left, stages: stagesOf(rest) };
  }

  /**
   * The easiest technique that settles anything, and all it settles; technique 0 if nothing is certain.
   * @param {View} view
   * @param {number[]} known places of mines that were found before
   * @param {number} budget
   */
  easiest(view, known, budget) {
    this.#write(known);
    this.#ask("easiest", view, budget);
    return stagesOf(Array.from(this.#answer()))[0];
  }

  /** The first safe cells of a layout, in an order that is drawn. @param {Uint8Array} layout @param {number} count @param {Source} source */
  disclose(layout, count, { seed, index }) {
    this.#writeBytes(layout);
    this.#expectAnswer("disclose", count, ...wordsOf(seed, 4), ...wordsOf(index, 2));
    return Array.from(this.#answer());
  }

  /** A digest as a number. @param {Uint8Array|Int8Array} bytes @param {number} size in bytes */
  digest(bytes, size) {
    this.#writeBytes(bytes);
    this.#expectAnswer("digest", size);
    return integerOfBytes(this.#bytes(size));
  }

  /** How many bytes it holds. */
  get size() {
    return this.#memory.buffer.byteLength;
  }

  #startOverIfLarge() {
    if (this.size > MOST_KEPT) this.#memory = this.#start();
  }

  /** @param {number[]} places */
  #write(places) {
    this.#startOverIfLarge();
    const start = this.#calls.cells_in(places.length);
    new Int32Array(this.#memory.buffer, start, places.length).set(places);
  }

  /** @param {Uint8Array|Int8Array} bytes */
  #writeBytes(bytes) {
    this.#startOverIfLarge();
    const start = this.#calls.bytes_in(bytes.length);
    new Uint8Array(this.#memory.buffer, start, bytes.length).set(bytes);
  }

  /** @param {number} count */
  #bytes(count) {
    return new Uint8Array(this.#memory.buffer, this.#calls.bytes_at(), count).slice();
  }

  /**
   * Ask about a view; throws unless there is an answer.
   * @param {string} question
   * @param {View} view
   * @param {...number} more
   */
  #ask(question, { height, width, mines, numbers }, ...more) {
    this.#startOverIfLarge();
    const start = this.#calls.numbers_in(numbers.length); // may move all memory: ask first
    new Int8Array(this.#memory.buffer, start, numbers.length).set(numbers);
    this.#expectAnswer(question, height, width, mines, ...more);
  }

  /** @param {string} question @param {...number} about */
  #expectAnswer(question, ...about) {
    const outcome = this.#outcome(question, about);
    if (outcome === ANSWERED) return;
    if (outcome === CONTRADICTION) throw new Contradicted("this position is inconsistent");
    if (outcome === BUDGET_EXCEEDED || outcome === OUT_OF_MEMORY) throw new TooWide(TOO_WIDE);
    const refusal = new Uint8Array(this.#memory.buffer, this.#calls.refusal_at(), this.#calls.refusal_size());
    throw new Error(new TextDecoder().decode(refusal));
  }

  /** @param {string} question @param {number[]} about */
  #outcome(question, about) {
    try {
      return this.#calls[question](...about);
    } catch (problem) {
      this.#memory = this.#start(); // whatever happened in there, the next question finds it as new
      if (problem instanceof RangeError) return BUDGET_EXCEEDED; // the browser's stack is smaller than the engine's
      throw problem;
    }
  }

  #answer() {
    return new Float64Array(this.#memory.buffer, this.#calls.answer_at(), this.#calls.answer_size()).slice();
  }
}

/** @typedef {{count: number, places: number[]}} WrittenClaim */
/** @typedef {{kind: number, conclusion: number, place: number, shown: number, premises: number[], cases: {supposition: number, steps: number[]}[]}} WrittenStep Steps and claims are named by their place in their lists. */

/** Reads an explanation as the engine writes it: lists come with their length before them. */
class WrittenExplanation {
  #at = 0;

  /** @param {Float64Array} numbers */
  constructor(numbers) {
    this.numbers = numbers;
  }

  read() {
    const isCertain = this.#next() === 1;
    return isCertain ? { certain: this.#derivation(), odds: null } : { certain: null, odds: this.#odds() };
  }

  #derivation() {
    const isMine = this.#next() === 1;
    const grade = this.#next();
    /** @type {WrittenClaim[]} */
    const claims = this.#list(() => ({ count: this.#next(), places: this.#indices() }));
    /** @type {WrittenStep[]} */
    const steps = this.#list(() => ({
      kind: this.#next(),
      conclusion: this.#next(),
      place: this.#next(),
      shown: this.#next(),
      premises: this.#indices(),
      cases: this.#list(() => ({ supposition: this.#next(), steps: this.#indices() })),
    }));
    return { isMine, grade, claims, steps, outline: this.#indices() };
  }

  #odds() {
    return { probability: this.#next(), best: this.#next(), bestProbability: this.#next(), numbers: this.#indices() };
  }

  #indices() {
    return this.#list(() => this.#next());
  }

  /** @template Item @param {() => Item} readItem @returns {Item[]} */
  #list(readItem) {
    return Array.from({ length: this.#next() }, readItem);
  }

  #next() {
    const number = this.numbers[this.#at];
    this.#at += 1;
    return number;
  }
}

/** An integer from its digits to the base 2^32, the lowest first. @param {Float64Array} limbs */
function integerOf(limbs) {
  if (limbs.length === 1) return BigInt(limbs[0]);
  const digits = Array.from(limbs, (limb) => limb.toString(16).padStart(LIMB_DIGITS, "0"));
  return BigInt(`0x${digits.reverse().join("")}`);
}

/** An integer from its bytes, the highest first. @param {Uint8Array} bytes */
function integerOfBytes(bytes) {
  return BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`);
}

/** The words of 32 bits of a number, the lowest first. @param {bigint} number @param {number} count */
function wordsOf(number, count) {
  return Array.from({ length: count }, (_, at) => Number(BigInt.asUintN(32, number >> BigInt(32 * at))));
}

/**
 * What a technique settles: the cells, each with the numbers that settle it where these are four or fewer.
 * @typedef {{technique: number, safe: number[], mines: number[], settled: {place: number, isMine: boolean, numbers: number[]}[]}} Stage
 */

/** Stages of a solution, easiest technique first, as the engine lists them. @param {number[]} listed */
function stagesOf(listed) {
  /** @type {Stage[]} */
  const stages = [];
  for (let at = 0; at < listed.length; ) {
    const [technique, count] = listed.slice(at, at + 2);
    at += 2;
    const settled = Array.from({ length: count }, () => {
      const [place, isMine, ...numbers] = listed.slice(at, (at += NUMBERS_PER_SETTLED_CELL));
      return { place, isMine: isMine === 1, numbers: numbers.filter((number) => number >= 0) };
    });
    /** @param {boolean} wanted */
    const those = (wanted) => settled.filter(({ isMine }) => isMine === wanted).map(({ place }) => place);
    stages.push({ technique, safe: those(false), mines: those(true), settled });
  }
  return stages;
}
