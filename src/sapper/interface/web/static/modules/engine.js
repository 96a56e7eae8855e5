/**
 * The page's only door to the engine, which thinks in a worker: no server is asked.
 *
 * Whoever asks gives up what it no longer waits for, by its signal, and nobody else's question: one that runs on then is
 * ended. The referee of local games has a worker of its own, which also counts the risk of a
 * click: no click waits for a thought, and all its questions are answered. If that worker dies, it is started anew and
 * knows no game: whoever asks about one is refused as `GONE`, and has it restored.
 */

import { language, say } from "./catalogue.js";
import { analysisOf, oddsOf } from "../engine/shapes.js";
import { Refused } from "./api.js";

/** @import { FlatAnalysis, FlatOdds, Risk, Rules } from "../engine/answers.js" */
/** @import { Level } from "../engine/boards.js" */
/** @import { Judged } from "../engine/judging.js" */
/** @import { Setup } from "../engine/game.js" */
/** @import { Marked } from "../engine/marking.js" */
/** @import { View } from "../engine/module.js" */
/** @import { Puzzle } from "../engine/puzzles.js" */
/** @import { Played, Standing } from "../engine/referee.js" */
/** @import { WayOn } from "../engine/ways.js" */
/** @import { Action, Analysis, BoardGrade, Cell, Guesses, Hint, Move, Odds, RequestedAction, Why } from "./shapes.d.ts" */

/**
 * @typedef {Object} Asked
 * @property {number} id
 * @property {string} kind
 * @property {unknown[]} about
 * @property {(answer: any) => void} answer
 * @property {(problem: unknown) => void} fail
 */

/** How long a question that was given up may go on, in milliseconds. */
const PATIENCE = 200;

/** A worker and the questions that wait for it. */
class Thinking {
  /** @type {Worker|null} */
  #worker = null;
  /** Those that the worker has, by their numbers. @type {Map<number, Asked>} */
  #running = new Map();
  /** @type {Asked[]} */
  #waiting = [];
  #asked = 0;

  /** @param {number} atOnce how many questions the worker may have; where some are given up, one */
  constructor(atOnce) {
    this.atOnce = atOnce;
  }

  /**
   * @param {string} kind
   * @param {unknown[]} about
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  ask(kind, about, signal) {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = (this.#asked += 1);
    const giveUp = () => this.#giveUp(id);
    signal?.addEventListener("abort", giveUp);
    const answered = new Promise((answer, fail) => {
      this.#waiting.push({ id, kind, about, answer, fail });
      this.#next();
    });
    return answered.finally(() => signal?.removeEventListener("abort", giveUp)); // a signal may outlive many questions
  }

  #next() {
    while (this.#running.size < this.atOnce) {
      const asked = this.#waiting.shift();
      if (!asked) return;
      const { id, kind, about } = asked;
      this.#running.set(id, asked);
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, kind, about, language: language() });
    }
  }

  #start() {
    const worker = new Worker(new URL("../engine/worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { id, answer, problem } }) => {
      const asked = this.#running.get(id);
      this.#running.delete(id);
      this.#next();
      if (problem) asked?.fail(new Refused(problem.message || say("connection.no_engine"), problem.status));
      else asked?.answer(answer);
    };
    worker.onerror = () => {
      for (const asked of this.#running.values()) asked.fail(new Error(say("connection.no_engine")));
      this.#restart();
    };
    return worker;
  }

  /** @param {number} id */
  #giveUp(id) {
    const asked = this.#running.get(id) ?? this.#waiting.find((other) => other.id === id);
    asked?.fail(new DOMException("Nobody waits for this answer any more.", "AbortError"));
    this.#waiting = this.#waiting.filter((other) => other.id !== id);
    setTimeout(() => {
      if (this.#running.has(id)) this.#restart();
    }, PATIENCE);
  }

  #restart() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#running.clear();
    this.#next();
  }
}

const thinking = new Thinking(1);
const refereeing = new Thinking(Infinity);
/** The handles given out: never one twice, whatever becomes of the worker. */
let handles = 0;

/** The status of a refusal: the worker does not hold this game. */
export const GONE = 410;

/** All that follows from a view. @param {View} view @param {AbortSignal} [signal] @returns {Promise<Analysis>} */
export async function analyse(view, signal) {
  /** @type {FlatAnalysis} */
  const analysis = await thinking.ask("analyse", [view], signal);
  return analysisOf(view, analysis);
}

/** The chance of a mine in every hidden cell, and all that is certain. @param {View} view @param {Rules} [rules] @param {AbortSignal} [signal] @returns {Promise<Odds>} */
export async function odds(view, rules = {}, signal) {
  /** @type {FlatOdds} */
  const flat = await thinking.ask("odds", [view, rules], signal);
  return oddsOf(view, flat);
}

/** A certainly safe cell, or the best guess. @param {View} view @param {Rules} [rules] @param {AbortSignal} [signal] @returns {Promise<Hint>} */
export const hint = (view, rules = {}, signal) => thinking.ask("hint", [view, rules], signal);

/** The expert's move, and the alternatives it considered. @param {View} view @param {Rules} [rules] @param {AbortSignal} [signal] @returns {Promise<Move>} */
export const guess = (view, rules = {}, signal) => thinking.ask("guess", [view, rules], signal);

/**
 * Why a cell is safe or a mine, or its odds.
 * @param {View} view
 * @param {Cell} cell
 * @param {Rules} [rules]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Why>}
 */
export const explain = (view, cell, rules = {}, signal) => thinking.ask("explain", [view, cell, rules], signal);

/** How good a guess was, by the rule for guesses; null where that takes too long to tell. @param {View} view @param {Cell} cell @param {Guesses} guesses @returns {Promise<Judged|null>} */
export const judge = (view, cell, guesses) => thinking.ask("judge", [view, cell, guesses]);

/** The same of a chord with this chance of a mine. @param {View} view @param {Cell} cell @param {number} risk @param {Guesses} guesses @returns {Promise<Judged|null>} */
export const judgeChord = (view, cell, risk, guesses) => thinking.ask("judgeChord", [view, cell, risk, guesses]);

/** What it risks to open these hidden cells at once: asked at every click, so it must not wait for a thought. @param {View} view @param {Cell[]} cells @param {Rules} [rules] @returns {Promise<Risk>} */
export const risk = (view, cells, rules = {}) => refereeing.ask("risk", [view, cells, rules]);

/** What fast mode opens next: asked after a click, so it does not wait for a thought either. @param {View} view @param {BoardGrade} grade @returns {Promise<Cell[]>} */
export const easy = (view, grade) => refereeing.ask("easy", [view, grade]);

/** Which cell was certain when another was opened, and why; nothing where none was. @param {View} view @param {Cell} cell the other @returns {Promise<string>} */
export const missed = (view, cell) => thinking.ask("missed", [view, cell]);

/** The easiest way to a safe cell, its kind told by the step nearest to a cell; null if nothing is safe. @param {View} view @param {Cell} near @returns {Promise<WayOn|null>} */
export const way = (view, near) => thinking.ask("way", [view, near]);

/** A fresh position of a kind: the same as Python's; null if none is found. @param {string} kind @param {bigint} seed @param {number} index @returns {Promise<Puzzle|null>} */
export const freshPuzzle = (kind, seed, index) => thinking.ask("freshPuzzle", [kind, seed, index]);

/** A position from a game, asked as fresh ones are. @param {View} view @param {string} kind @returns {Promise<Puzzle>} */
export const puzzleFrom = (view, kind) => thinking.ask("puzzleFrom", [view, kind]);

/** How an answer to a position is marked; without a cell, the solution. @param {View} view @param {string} kind @param {Cell|null} cell @returns {Promise<Marked>} */
export const mark = (view, kind, cell) => thinking.ask("mark", [view, kind, cell]);

/**
 * A board that needs no guess from its first cell on: the same as Python's for the same seed. A layout has 1 for a mine.
 * @param {{level: Level, first: Cell, grade?: BoardGrade|null, seed: string, index?: number}} wish
 * @param {AbortSignal} [signal]
 * @returns {Promise<{layout: Uint8Array, repaired: boolean, tried: number, moved: number}>}
 */
export const makeBoard = ({ level, first, grade = null, seed, index = 0 }, signal) =>
  thinking.ask("makeBoard", [level, { seed: BigInt(seed), index: BigInt(index) }, first, grade], signal);

/**
 * The puzzle of a day, as YYYY-MM-DD: how its game is set up, and the cell that is opened first.
 * @param {string} day
 * @param {{height: number, width: number, mines: number}} size
 * @param {BoardGrade|null} [grade]
 * @returns {Promise<{setup: Setup, first: Cell}>}
 */
export async function daily(day, size, grade = null) {
  const { seed, first } = await thinking.ask("daily", [day, size, grade]);
  return { setup: { ...size, start: "opening", guesses: "none", grade, seed: String(seed) }, first };
}

/** Holds the mines of local games. */
export const referee = {
  /** @param {Setup} setup @returns {Promise<Standing>} */
  begin: (setup) => refereeing.ask("begin", [(handles += 1), setup]),

  /** A kept game, with the turns made so far. @param {Setup} setup @param {[Action, Cell][]} turns @returns {Promise<Standing>} */
  restore: (setup, turns) => refereeing.ask("restore", [(handles += 1), setup, turns]),

  /** Null if that changes nothing. @param {number} handle @param {RequestedAction} action @param {Cell} cell @returns {Promise<Played|null>} */
  act: (handle, action, cell) => refereeing.ask("act", [handle, action, cell]),

  /**
   * Make the board of a game that needs one, before its first cell is opened: it may take a while, and can be given up.
   * @param {number} handle
   * @param {Cell} first
   * @param {AbortSignal} [signal]
   */
  async prepare(handle, first, signal) {
    /** @type {Setup & {seed: string}} */
    const setup = await refereeing.ask("kept", [handle]);
    const { layout } = await makeBoard({ level: setup, first, grade: setup.grade, seed: setup.seed, index: setup.index }, signal);
    await refereeing.ask("lay", [handle, first, layout]);
  },

  /** The setup with all that is needed to restore the game, mines included. @param {number} handle @returns {Promise<Setup & {seed: string}>} */
  kept: (handle) => refereeing.ask("kept", [handle]),

  /** Forget a game. @param {number} handle @returns {Promise<void>} */
  end: (handle) => refereeing.ask("end", [handle]),
};
