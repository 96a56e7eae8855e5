/** Training and what the games say, without a server: the twin of `sapper/coach/training.py` and `sapper/coach/games.py`. */

import { say, tell } from "../modules/catalogue.js";
import * as engine from "../modules/engine.js";
import { viewOf } from "../engine/shapes.js";
import { GUESS } from "../engine/ways.js";
import { COACH } from "../modules/tables.js";
import { percent, place } from "../modules/words.js";
import * as database from "./database.js";
import { Deck, answered, daysIn, freshNotes, isLearnt, standingOf, withAnswer, withCards } from "./deck.js";
import { findingsOf, isComplete } from "./findings.js";
import { oneAfterAnother, sayGuess, sayJudged } from "./saying.js";
import { inWords, sayKind } from "./summary.js";

/** @import { Marked } from "../engine/marking.js" */
/** @import { Cell, TrainingQuestion } from "../modules/shapes.d.ts" */
/** @import { Kept } from "./database.js" */
/** @import { Card, Notes, Question } from "./deck.js" */
/** @import { Findings } from "./findings.js" */
/** @import { JudgedGame } from "./summary.js" */

/** How long one question has games judged, in milliseconds: the page asks again as long as some are waiting. */
const TIME_TO_JUDGE = 4_000;
const MOST_GAMES = 1_000;

// Many games

/** What was found in games that can't be kept: it lasts as long as the page. @type {Map<string, Findings>} */
const found = new Map();

/** Judge the player's own finished games, the latest first, for as long as there is time; one that was begun before waits behind the others. @param {AbortSignal} [signal] */
async function judgedGames(signal) {
  const last = Date.now() + TIME_TO_JUDGE;
  const games = (await database.all().catch(() => [])).reverse();
  const own = games.filter(({ own: alone, status, entries }) => alone && status !== "playing" && entries.length).slice(0, MOST_GAMES);
  for (const one of await database.findings().catch(() => [])) if (one.judge === COACH.judge) found.set(one.identity, one);
  const waiting = own.filter(({ id }) => !isComplete(found.get(id)));
  let unreadable = 0;
  for (const game of waiting.sort((one, other) => Number(found.has(one.id)) - Number(found.has(other.id)))) {
    if (Date.now() >= last) break;
    await judge(game, last).catch(() => (unreadable += 1)); // one damaged game does not hide the others
    signal?.throwIfAborted();
  }
  /** @type {JudgedGame[]} */
  const judged = [];
  for (const game of own) {
    const known = found.get(game.id);
    if (isComplete(known)) judged.push({ game, found: known });
  }
  const turns = own.reduce((sum, { id }) => sum + (found.get(id)?.judged ?? 0), 0);
  return { judged, waiting: own.length - judged.length - unreadable, unreadable, turns };
}

/** @param {Kept} game @param {number} last */
async function judge(game, last) {
  const one = await findingsOf(game, found.get(game.id), last);
  found.set(game.id, one);
  await database.keepFindings(one).catch(() => {}); // it can be found again
}

/** What the player's games say. @param {AbortSignal} [signal] */
export async function analysis(signal) {
  const { judged, waiting, unreadable, turns } = await judgedGames(signal);
  return { waiting, turns, words: inWords(judged, waiting, unreadable) };
}

// Training

/** A question and its answer: the `asked` first questions are answered, `right` of them right. @typedef {{number: number, question: Question, marked: Marked|null, notes: Notes, asked: number, right: number}} Sitting */

/** What is asked now. @type {Sitting|null} */
let sitting = null;
const deck = new Deck();
/** Whether the last answer could be kept. */
let notice = "";
/** What is being done: one thing after another, so that no question is answered twice. @type {Promise<unknown>} */
let doing = Promise.resolve();

/** @template Answer @param {() => Promise<Answer>} act @returns {Promise<Answer>} */
function inTurn(act) {
  const done = doing.then(act);
  doing = done.catch(() => {});
  return done;
}

/** The position to practise now. Games that ended meanwhile are judged, and cards made of them. @param {AbortSignal} [signal] @returns {Promise<TrainingQuestion>} */
export const question = (signal) =>
  inTurn(async () => {
    const { judged } = await judgedGames(signal);
    const lessons = judged.flatMap(({ game, found: { lessons: each } }) => each.map((lesson) => ({ game: game.id, lesson })));
    const notes = await changedNotes((kept) => withCards(kept, lessons, Date.now()));
    return shown((sitting = sitting ? { ...sitting, notes } : await begun(notes)));
  });

/** Answer with a cell, or without one to see the solution, which counts as wrong. @param {number} number of the question @param {Cell|null} cell @returns {Promise<TrainingQuestion>} */
export const answer = (number, cell) =>
  inTurn(async () => {
    const now = begunBefore();
    if (now.number !== number || now.marked) return shown(now);
    const { kind, position } = now.question.puzzle;
    if (cell && !"#F".includes(position.rows[cell[0]][cell[1]])) return shown(now, tell("play.sentence", { words: tell("coach.is_open", { cell: place(cell) }) }));
    const marked = await engine.mark(viewOf(position.rows, position.mines), kind, cell);
    const notes = await changedNotes((kept) => withAnswer(kept, now.question, marked.isRight, Date.now()));
    return shown((sitting = { ...now, marked, notes, asked: now.asked + 1, right: now.right + Number(marked.isRight) }));
  });

/** The next position, once this one is answered. @param {number} number of the question @returns {Promise<TrainingQuestion>} */
export const goOn = (number) =>
  inTurn(async () => {
    const now = begunBefore();
    if (now.number !== number || !now.marked) return shown(now);
    const notes = await changedNotes((kept) => kept);
    return shown((sitting = { ...now, number: number + 1, question: await deck.next(notes, Date.now()), marked: null, notes }));
  });

/** @param {Notes} notes @returns {Promise<Sitting>} */
const begun = async (notes) => ({ number: 1, question: await deck.next(notes, Date.now()), marked: null, notes, asked: 0, right: 0 });

/** The training that the first question began. */
function begunBefore() {
  if (!sitting) throw new Error("no question was asked");
  return sitting;
}

/** The notes, changed and kept; those that can't be kept last as long as the page. @param {(kept: Notes) => Notes} change */
async function changedNotes(change) {
  try {
    const notes = await database.changeNotes((kept) => change(kept ?? freshNotes()));
    notice = "";
    return notes;
  } catch {
    notice = say("train.not_saved");
    return change(sitting?.notes ?? freshNotes());
  }
}

// In words

/** A question in the server's shape; before its answer nothing tells the solution. @param {Sitting} now @param {string} [note] @returns {TrainingQuestion} */
function shown({ number, question: asked, marked, notes, asked: answers, right }, note = "") {
  const { kind, position } = asked.puzzle;
  const { rows, mines } = position;
  const isGuess = kind === GUESS;
  const flags = rows.join("").split("F").length - 1;
  const { due, waiting, sitting: learnt } = standingOf(notes, Date.now());
  return {
    number,
    rows,
    mines,
    address: asked.position,
    origin: originOf(asked),
    task: oneAfterAnother(tell(isGuess ? "coach.ask_guess" : "coach.ask_find"), tell("coach.mines_left", { n: mines - flags })),
    answer: marked && { cell: marked.cell, is_right: marked.isRight, solution: marked.solution, words: verdictOn(asked, marked) },
    score: tell("coach.answered", { right, n: answers }),
    standing: tell("coach.standing", { due, waiting, sitting: learnt }),
    notice: note || notice,
  };
}

/** Where a position comes from. @param {Question} asked */
function originOf({ card, rung }) {
  if (rung !== null) return tell("coach.on_rung", { rung: rung + 1, rungs: COACH.ladder.length, kind: sayKind(COACH.ladder[rung]) });
  if (!card) return tell("coach.fresh");
  return tell(card.game ? "coach.from_game" : "coach.asked_again");
}

/** How the answer was, what it took, and when it is asked again. @param {Question} asked @param {Marked} marked */
export function verdictOn({ puzzle: { kind }, card }, marked) {
  const took = kind === GUESS ? "" : tell("coach.took", { kind: sayKind(kind) });
  return oneAfterAnother(answerInWords(marked), took, whenAgain(card, marked.isRight));
}

/** @param {Marked} marked */
function answerInWords({ cell, isRight, solution, chance, judged, best }) {
  if (best) return oneAfterAnother(judged ? sayJudged(judged) : "", sayGuess(best));
  const about = { cell: place(solution) };
  if (isRight) return tell("coach.right", about);
  const wrong = cell && (chance === 1 ? tell("coach.wrong_mine", { cell: place(cell) }) : tell("coach.wrong_uncertain", { cell: place(cell), chance: percent(chance) }));
  return oneAfterAnother(wrong ?? "", tell("coach.is_safe", about));
}

/** @param {Card|null} card as it was before the answer @param {boolean} isRight */
function whenAgain(card, isRight) {
  if (!card) return isRight ? "" : tell("coach.again_soon");
  const after = answered(card, isRight, 0);
  if (isLearnt(after)) return tell("coach.learnt");
  const n = daysIn(after.box);
  return n ? tell("coach.again_in", { n }) : tell("coach.again_soon");
}
