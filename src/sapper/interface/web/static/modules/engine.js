/**
 * The page's only door to the engine, which thinks in a worker: no server is asked.
 *
 * Of questions of one kind only the newest counts: an older one is given up, as by its signal. One that nobody waits for
 * any more is ended if it runs on.
 */

import { analysisOf, oddsOf } from "../engine/shapes.js";
import { Refused } from "./api.js";
import { whyFirstIsSafe, whyInWords, wordsOf } from "./wording.js";

/** @import { FlatAnalysis, FlatOdds, Rules } from "../engine/answers.js" */
/** @import { View } from "../engine/module.js" */
/** @import { Analysis, Cell, Hint, Move, Odds, Why } from "./shapes.d.ts" */
/** @import { Derivation, Odds as Explained, Words } from "./wording.js" */

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

  /**
   * @param {string} kind
   * @param {unknown[]} about
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  ask(kind, about, signal) {
    signal?.throwIfAborted();
    for (const older of [this.#running, ...this.#waiting]) if (older?.kind === kind) this.#giveUp(older);
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
    this.#worker.postMessage({ id, kind, about });
  }

  #start() {
    const worker = new Worker(new URL("../engine/worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { id, answer, problem } }) => {
      if (id !== this.#running?.id) return;
      if (problem) this.#running?.fail(new Refused(problem.message, problem.status));
      else this.#running?.answer(answer);
      this.#running = null;
      this.#next();
    };
    worker.onerror = () => {
      this.#running?.fail(new Error("The engine could not be loaded."));
      this.#restart();
    };
    return worker;
  }

  /** @param {Asked} asked */
  #giveUp(asked) {
    asked.fail(new DOMException("A newer question was asked.", "AbortError"));
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
 * Why a hidden cell is safe or a mine, or what its odds are, in words.
 * @param {View} view
 * @param {Cell} cell
 * @param {string} language
 * @param {Rules} [rules]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Why>}
 */
export async function explain(view, cell, language, { free = false } = {}, signal) {
  /** @type {Promise<[Derivation|Explained, Words]>} */
  const asked = Promise.all([thinking.ask("explain", [view, cell], signal), wordsOf(language)]);
  const [answer, words] = await asked;
  return free ? whyFirstIsSafe(answer, words) : whyInWords(answer, ([row, column]) => view.numbers[row * view.width + column], words);
}
