/** The worker in which the engine thinks: questions in, answers out, one at a time. */

import { wordsOf } from "../modules/catalogue.js";
import { Answers, NoMoveLeft } from "./answers.js";
import { Impossible, makeBoard, puzzleOfTheDay } from "./boards.js";
import { easyCells } from "./easy.js";
import { judgeChord, judgeMove } from "./judging.js";
import { mark } from "./marking.js";
import { sayMissed } from "./missed.js";
import { Contradicted, Engine, TooWide } from "./module.js";
import { freshPuzzle, puzzleFrom } from "./puzzles.js";
import { NoSuchGame, Referee } from "./referee.js";
import { wayOn } from "./ways.js";

/** @import { Words } from "../modules/catalogue.js" */
/** @import { View } from "./module.js" */
/** @typedef {{id: number, kind: string, about: any[], language: string}} Question */
/** @typedef {{message: string, status: number}} Problem With the status that the server would refuse with; no message if nothing could be loaded. */

const MODULE = new URL("engine.wasm", import.meta.url);

/** The engine could not be loaded, or the words to answer in. */
class NotLoaded extends Error {}

async function load() {
  const engine = await Engine.load(fetch(MODULE));
  const referee = new Referee(engine);
  /** What can be asked, in the words of a language. @param {Words} words @returns {Record<string, (...about: any[]) => any>} */
  return (words) => {
    const answers = new Answers(engine, words);
    return {
      analyse: (view) => answers.analyse(view),
      odds: (view, rules) => answers.odds(view, rules),
      hint: (view, rules) => answers.hint(view, rules),
      guess: (view, rules) => answers.guess(view, rules),
      explain: (view, cell, rules) => answers.why(view, cell, rules),
      risk: (view, cells, rules) => answers.risk(view, cells, rules),
      judge: (view, cell, guesses) => judgeMove(engine, view, cell, guesses),
      judgeChord: (view, cell, risk, guesses) => judgeChord(engine, view, cell, risk, guesses),
      easy: (view, grade) => easyCells(engine, view, grade),
      missed: (view, guess) => sayMissed(engine, view, guess, words),
      way: (view, near) => wayOn(engine, view, near),
      freshPuzzle: (kind, seed, index) => freshPuzzle(answers, kind, seed, index),
      puzzleFrom: (view, kind) => puzzleFrom(engine, view, kind),
      mark: (view, kind, cell) => mark(answers, view, kind, cell),
      makeBoard: (level, source, first, grade) => makeBoard(engine, level, source, first, grade),
      daily: (day, size, grade) => puzzleOfTheDay(engine, day, size, grade),
      begin: (handle, setup) => referee.begin(handle, setup),
      restore: (handle, setup, turns) => referee.restore(handle, setup, turns),
      act: (handle, action, cell) => referee.act(handle, action, cell),
      lay: (handle, first, layout) => referee.lay(handle, first, layout),
      kept: (handle) => referee.kept(handle),
      end: (handle) => referee.end(handle),
      contradiction: (view) => answers.contradictionIn(view),
    };
  };
}

/** @type {ReturnType<typeof load>|null} */
let loading = null;

/** Loaded once; what could not be loaded is tried again with the next question. */
function loaded() {
  loading ??= load().catch((problem) => {
    loading = null;
    throw problem;
  });
  return loading;
}
loaded().catch(() => {}); // the first question tells

/** What can be asked in a language. @param {string} language */
async function questionsIn(language) {
  try {
    const [questions, words] = await Promise.all([loaded(), wordsOf(language)]);
    return questions(words);
  } catch (cause) {
    throw new NotLoaded("", { cause });
  }
}

self.onmessage = async (/** @type {MessageEvent<Question>} */ { data: { id, kind, about, language } }) => {
  try {
    const answer = await (await questionsIn(language))[kind](...about);
    self.postMessage({ id, answer }, { transfer: buffersOf(answer) });
  } catch (problem) {
    self.postMessage({ id, problem: await told(problem, about, language) });
  }
};

/** The arrays of odds are handed over, not copied. @param {any} answer @returns {ArrayBuffer[]} */
function buffersOf(answer) {
  const flat = answer?.odds ?? answer;
  return flat?.probability instanceof Float64Array ? [flat.probability.buffer, flat.verdicts.buffer] : [];
}

/** @param {unknown} problem @param {any[]} about @param {string} language @returns {Promise<Problem>} */
async function told(problem, about, language) {
  if (problem instanceof NoSuchGame) return { message: problem.message, status: 410 };
  if (problem instanceof NoMoveLeft) return { message: problem.message, status: 409 };
  if (problem instanceof TooWide) return { message: problem.message, status: 503 };
  if (problem instanceof Impossible) return { message: problem.message, status: 422 };
  if (problem instanceof Contradicted) return { message: (await contradictionIn(about[0], language)) ?? problem.message, status: 422 };
  return { message: problem instanceof Error ? problem.message : String(problem), status: 500 };
}

/** Which numbers contradict each other; null if that takes too long to tell. @param {View} view @param {string} language @returns {Promise<string|null>} */
async function contradictionIn(view, language) {
  const { contradiction } = await questionsIn(language);
  try {
    return contradiction(view).message;
  } catch {
    return null;
  }
}
