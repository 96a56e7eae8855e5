/** What one game says about its player: the twin of `sapper/coach/findings.py`. */

import { AS_GOOD } from "../engine/marking.js";
import { positionOf, viewOf } from "../engine/shapes.js";
import { GUESS } from "../engine/ways.js";
import * as engine from "../modules/engine.js";
import { COACH, JUDGING } from "../modules/tables.js";
import { askingAbout } from "./review.js";
import { PLAYER, isFlagging, isGuess, isNeedless } from "./saying.js";
import { viewsOf } from "./table.js";

/** @import { Judged } from "../engine/judging.js" */
/** @import { View } from "../engine/module.js" */
/** @import { Cell, Entry } from "../modules/shapes.d.ts" */
/** @import { Kept } from "./database.js" */

/** @typedef {{kind: string, position: string, turn: number, cell: Cell|null, given_up: number}} Lesson A position to practise: something was overlooked there, or misguessed. */
/** @typedef {{met: number, overlooked: number, seconds: number}} Met How often a kind of position was met, and what came of it. */
/**
 * What one game says, in numbers that can be added up; `judge` said it.
 * @typedef {Object} Findings
 * @property {string} identity
 * @property {string} judge
 * @property {boolean} won
 * @property {number} turns
 * @property {number} judged how many of its turns were judged so far
 * @property {number} guesses where nothing was certain, that could be judged
 * @property {number} needless
 * @property {number} agreed guesses as good as the expert's
 * @property {number} risk_taken
 * @property {number} risk_expert
 * @property {number} given_up_guessing
 * @property {number} given_up_needless
 * @property {number} unjudged risks that take too long to count
 * @property {Record<string, Met>} met by the kind of position
 * @property {Record<string, number>} verdicts
 * @property {Lesson[]} lessons
 */

/** Whether all turns of a game were judged. @param {Findings|undefined} found @returns {found is Findings} */
export const isComplete = (found) => found !== undefined && found.judged === found.turns;

/**
 * Judge every turn that the player of a finished game took, or as many as there is time for; another time goes on with what was found before.
 * @param {Kept} game @param {Findings} [begun] @param {number} [last] when the time is over @returns {Promise<Findings>}
 */
export async function findingsOf(game, begun, last = Infinity) {
  const found = begun ? structuredClone(begun) : nothingFound(game);
  const views = viewsOf(game);
  const { judge } = askingAbout(game);
  for (const [at, entry] of [...game.entries.entries()].slice(found.judged)) {
    const step = { entry, view: viewOf(views[at], game.setup.mines), seconds: entry.seconds - (game.entries[at - 1]?.seconds ?? 0) };
    if (entry.by === PLAYER && !isFlagging(entry) && !entry.free) await noteTurn(found, step, isGuess(entry) ? await judge(views[at], entry) : null, game.setup.guesses === "fair");
    found.judged = at + 1;
    if (Date.now() > last) break;
  }
  return found;
}

/** @param {Kept} game @returns {Findings} */
function nothingFound(game) {
  return {
    ...{ identity: game.id, judge: COACH.judge, won: game.status === "won", turns: game.entries.length, judged: 0 },
    ...{ guesses: 0, needless: 0, agreed: 0, risk_taken: 0, risk_expert: 0, given_up_guessing: 0, given_up_needless: 0, unjudged: 0 },
    ...{ met: {}, verdicts: {}, lessons: [] },
  };
}

/** @param {Findings} found @param {{entry: Entry, view: View, seconds: number}} step @param {Judged|null} judged @param {boolean} isFair */
async function noteTurn(found, step, judged, isFair) {
  if (step.entry.certain === null) found.unjudged += 1;
  else if (step.entry.certain || isNeedless(step.entry)) await noteCertainty(found, step, judged);
  else if (!isFair) await noteGuess(found, step, judged);
}

/** A certain move, or a needless guess. @param {Findings} found @param {{entry: Entry, view: View, seconds: number}} step @param {Judged|null} judged */
async function noteCertainty(found, { entry, view, seconds }, judged) {
  const way = await engine.way(view, entry.cell).catch(() => null); // it takes too long
  if (!way || (isNeedless(entry) && !judged)) {
    found.unjudged += 1;
    return;
  }
  const met = (found.met[way.kind] ??= { met: 0, overlooked: 0, seconds: 0 });
  met.met += 1;
  if (!judged) return;
  met.overlooked += 1;
  met.seconds += seconds;
  found.needless += 1;
  found.given_up_needless += givenUp(judged);
  found.verdicts.needless = (found.verdicts.needless ?? 0) + 1;
  found.lessons.push(lesson(view, entry, way.kind, givenUp(judged)));
}

/** A guess where nothing was certain. @param {Findings} found @param {{entry: Entry, view: View}} step @param {Judged|null} judged */
async function noteGuess(found, { entry, view }, judged) {
  if (!judged) {
    found.unjudged += 1;
    return;
  }
  const { verdict, best } = judged;
  const risk = entry.mine_probability ?? 0;
  found.guesses += 1;
  found.agreed += Number(givenUp(judged) <= JUDGING.most_given_up.best);
  found.risk_taken += risk;
  found.risk_expert += best && String(best) !== String(entry.cell) ? ((await engine.odds(view)).probability?.[best[0]][best[1]] ?? risk) : risk;
  found.given_up_guessing += givenUp(judged);
  found.verdicts[verdict] = (found.verdicts[verdict] ?? 0) + 1;
  if (!AS_GOOD.includes(verdict)) found.lessons.push(lesson(view, entry, GUESS, givenUp(judged)));
}

/** @param {Judged} judged */
const givenUp = ({ win_chance: chance, best_chance: best }) => (chance === null || best === null ? 0 : best - chance);

/** What there is to practise. @param {View} view @param {Entry} entry @param {string} kind @param {number} given @returns {Lesson} */
const lesson = (view, { number: turn, cell }, kind, given) => ({ kind, position: positionOf({ ...view, flags: [] }).address, turn, cell, given_up: given });
