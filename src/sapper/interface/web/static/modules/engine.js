/**
 * The page's only door to the engine, which thinks in a worker: no server is asked.
 *
 * Of questions of one kind only the newest counts: an older one is given up, as by its signal. One that nobody waits for
 * any more is ended if it runs on. The referee of local games has a worker of its own, which also counts the risk of a
 * click: no click waits for a thought, and all its questions are answered.
 */

import { language, say } from "./catalogue.js";
import { analysisOf, oddsOf } from "../engine/shapes.js";
import { Refused } from "./api.js";

/** @import { FlatAnalysis, FlatOdds, Risk, Rules } from "../engine/answers.js" */
/** @import { Level, Solution } from "../engine/boards.js" */
/** @import { Setup } from "../engine/game.js" */
/** @import { View } from "../engine/module.js" */
/** @import { Played, Standing } from "../engine/referee.js" */
/** @import { Action, Analysis, BoardGrade, Cell, Hint, Move, Odds, RequestedAction, Why } from "./shapes.d.ts" */

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
  /** @type {Asked|null} */
  #running = null;
  /** @type {Asked[]} */
  #waiting = [];
  #asked = 0;

  /** Ask a question, in place of an older one of its kind. @param {string} kind @param {unknown[]} about @param {AbortSignal} [signal] */
  askAnew(kind, about, signal) {
    if (signal?.aborted) return Promise.reject(signal.reason);
    for (const older of [this.#running, ...this.#waiting]) if (older?.kind === kind) this.#giveUp(older);
    return this.ask(kind, about, signal);
  }

  /**
   * @param {string} kind
   * @param {unknown[]} about
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  ask(kind, about, signal) {
    return new Promise((answer, fail) => {
      const asked = { id: (this.#asked += 1), kind, about, answer, fail };
      signal?.addEventListener("abort", () => this.#giveUp(asked), { once: true });
      this.#waiting.push(asked);
      this.#next();
    });
  }

  #next() {
    if (this.#running) return;
    this.#running = this.#waiting.shift() ?? null;
    if (!this.#running) return;
    const { id, kind, about } = this.#running;
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id, kind, about, language: language() });
  }

  #start() {
    const worker = new Worker(new URL("../engine/worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { id, answer, problem } }) => {
      const asked = this.#running;
      if (id !== asked?.id) return;
      this.#running = null;
      this.#next();
      if (problem) asked?.fail(new Refused(problem.message || say("connection.no_engine"), problem.status));
      else asked?.answer(answer);
    };
    worker.onerror = () => {
      this.#running?.fail(new Error(say("connection.no_engine")));
      this.#restart();
    };
    return worker;
  }

  /** @param {Asked} asked */
  #giveUp(asked) {
    asked.fail(new DOMException("Nobody waits for this answer any more.", "AbortError"));
    this.#waiting = this.#waiting.filter((other) => other !== asked);
    if (asked !== this.#running) return;
    setTimeout(() => {
      if (this.#running === asked) this.#restart();
    }, PATIENCE);
  }

  #restart() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#running = null;
    this.#next();
  }
}

const thinking = new Thinking();
const refereeing = new Thinking();

/** All that follows from a view. @param {View} view @param {AbortSignal} [signal] @returns {Promise<Analysis>} */
export async function analyse(view, signal) {
  /** @type {FlatAnalysis} */
  const analysis = await thinking.askAnew("analyse", [view], signal);
  return analysisOf(view, analysis);
}

/** The chance of a mine in every hidden cell, and all that is certain. @param {View} view @param {Rules} [rules] @param {AbortSignal} [signal] @returns {Promise<Odds>} */
export async function odds(view, rules = {}, signal) {
  /** @type {FlatOdds} */
  const flat = await thinking.askAnew("odds", [view, rules], signal);
  return oddsOf(view, flat);
}

/** A certainly safe cell, or the best guess. @param {View} view @param {Rules} [rules] @param {AbortSignal} [signal] @returns {Promise<Hint>} */
export const hint = (view, rules = {}, signal) => thinking.askAnew("hint", [view, rules], signal);

/** The expert's move, and the alternatives it considered. @param {View} view @param {Rules} [rules] @param {AbortSignal} [signal] @returns {Promise<Move>} */
export const guess = (view, rules = {}, signal) => thinking.askAnew("guess", [view, rules], signal);

/** The same for a move that is made: a player who asks for the best guess in the meantime does not stop it. @param {View} view @param {Rules} [rules] @param {AbortSignal} [signal] @returns {Promise<Move>} */
export const move = (view, rules = {}, signal) => thinking.askAnew("move", [view, rules], signal);

/**
 * Why a cell is safe or a mine, or its odds.
 * @param {View} view
 * @param {Cell} cell
 * @param {Rules} [rules]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Why>}
 */
export const explain = (view, cell, rules = {}, signal) => thinking.askAnew("explain", [view, cell, rules], signal);

/** What it risks to open these hidden cells at once: asked at every click, so it must not wait for a thought. @param {View} view @param {Cell[]} cells @param {Rules} [rules] @returns {Promise<Risk>} */
export const risk = (view, cells, rules = {}) => refereeing.ask("risk", [view, cells, rules]);

/**
 * A board that needs no guess from its first cell on: the same as Python's for the same seed. A layout has 1 for a mine.
 * @param {{level: Level, first: Cell, grade?: BoardGrade|null, seed: string, index?: number}} wish
 * @param {AbortSignal} [signal]
 * @returns {Promise<{layout: Uint8Array, repaired: boolean, tried: number, moved: number}>}
 */
export const makeBoard = ({ level, first, grade = null, seed, index = 0 }, signal) =>
  thinking.askAnew("makeBoard", [level, { seed: BigInt(seed), index: BigInt(index) }, first, grade], signal);

/**
 * The way through a board without a guess, and its grade.
 * @param {{height: number, width: number}} size
 * @param {Uint8Array} layout 1 for a mine, row by row
 * @param {Cell} first
 * @param {AbortSignal} [signal]
 * @returns {Promise<Solution>}
 */
export const solve = (size, layout, first, signal) => thinking.askAnew("solve", [size, layout, first], signal);

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
  begin: (setup) => refereeing.ask("begin", [setup]),

  /** A kept game, with the turns made so far. @param {Setup} setup @param {[Action, Cell][]} turns @returns {Promise<Standing>} */
  restore: (setup, turns) => refereeing.ask("restore", [setup, turns]),

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
