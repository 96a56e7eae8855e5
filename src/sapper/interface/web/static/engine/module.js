/**
 * The engine itself: calls into the WebAssembly module that `make wasm` builds from `engine/`.
 *
 * Arguments and answers are arrays in the module's memory. What is read there is copied at once: the next call may
 * write over it, and memory that grows takes the arrays with it.
 */

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

/** @typedef {(...numbers: number[]) => number} Call A function of the module: it takes and returns numbers. */

const ANSWERED = 0;
const CONTRADICTION = 1;
const BUDGET_EXCEEDED = 2;
const OUT_OF_MEMORY = 4;
const LIMB_DIGITS = 8;
const NUMBERS_PER_CANDIDATE = 7;

/** No layout agrees with the position. */
export class Contradicted extends Error {}

/** The answer would take more work than was allowed, or more memory than there is. */
export class TooWide extends Error {}

export class Engine {
  /** @type {Record<string, Call>} */
  #calls;
  /** @type {WebAssembly.Memory} */
  #memory;

  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    this.#calls = /** @type {Record<string, Call>} */ (exports);
    this.#memory = /** @type {WebAssembly.Memory} */ (exports.memory);
    this.#calls._initialize();
  }

  /**
   * The engine in a compiled module, or in one that is still on its way.
   * @param {WebAssembly.Module|Promise<Response>} source
   */
  static async load(source) {
    const imports = {
      env: { emscripten_notify_memory_growth() {} },
      wasi_snapshot_preview1: {
        proc_exit() {
          throw new Error("the engine has ended");
        },
      },
    };
    if (source instanceof WebAssembly.Module) return new Engine((await WebAssembly.instantiate(source, imports)).exports);
    return new Engine((await WebAssembly.instantiateStreaming(source, imports)).instance.exports);
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
    const answer = this.#answer();
    const [place, decidedBy, won, layouts] = answer;
    const candidates = [];
    for (let at = 4; at < answer.length; at += NUMBERS_PER_CANDIDATE) {
      const [candidate, probability, chance, isSeen, opens, leavesSafe, bits] = answer.subarray(at, at + NUMBERS_PER_CANDIDATE);
      const ahead = isSeen ? { opens, leaves_safe: leavesSafe, bits } : null;
      candidates.push({ place: candidate, probability, chance, ahead });
    }
    return { place, decidedBy: /** @type {const} */ (["search", "lookahead", "judge", "playouts"])[decidedBy], won, layouts, candidates };
  }

  /** Why a hidden cell is safe or a mine, or its odds: see `explanations.js`. @param {View} view @param {number} place @param {number} budget */
  explain(view, place, budget) {
    this.#ask("explain", view, place, budget);
    return this.#answer();
  }

  /** The places of numbers in an inconsistent view that contradict each other, or the mine total. @param {View} view @param {number} budget */
  clash(view, budget) {
    this.#ask("clash", view, budget);
    const [needsTotal, ...places] = this.#answer();
    return { needsTotal: needsTotal === 1, places };
  }

  /**
   * Ask about a view; throws unless there is an answer.
   * @param {string} question
   * @param {View} view
   * @param {...number} more
   */
  #ask(question, { height, width, mines, numbers }, ...more) {
    const start = this.#calls.numbers_in(numbers.length);
    new Int8Array(this.#memory.buffer, start, numbers.length).set(numbers);
    this.#expectAnswer(this.#calls[question](height, width, mines, ...more));
  }

  /** @param {number} outcome */
  #expectAnswer(outcome) {
    if (outcome === ANSWERED) return;
    if (outcome === CONTRADICTION) throw new Contradicted("this position is inconsistent");
    if (outcome === BUDGET_EXCEEDED || outcome === OUT_OF_MEMORY) throw new TooWide("this position needs more than the budget of 10,000,000 states");
    const refusal = new Uint8Array(this.#memory.buffer, this.#calls.refusal_at(), this.#calls.refusal_size());
    throw new Error(new TextDecoder().decode(refusal));
  }

  #answer() {
    return new Float64Array(this.#memory.buffer, this.#calls.answer_at(), this.#calls.answer_size()).slice();
  }
}

/** An integer from its digits to the base 2^32, the lowest first. @param {Float64Array} limbs */
function integerOf(limbs) {
  if (limbs.length === 1) return BigInt(limbs[0]);
  const digits = Array.from(limbs, (limb) => limb.toString(16).padStart(LIMB_DIGITS, "0"));
  return BigInt(`0x${digits.reverse().join("")}`);
}
