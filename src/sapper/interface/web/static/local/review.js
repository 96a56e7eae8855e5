/** A game reviewed turn by turn, luck and skill told apart: the twin of `sapper/play/review.py`. */

import { viewOf } from "../engine/shapes.js";
import { tell } from "../modules/catalogue.js";
import * as engine from "../modules/engine.js";
import { JUDGING } from "../modules/tables.js";
import { capital, clock, decimal, percent } from "../modules/words.js";
import { numbersOf } from "./numbers.js";
import { isGuess, isNeedless, inPoints, sayJudged, sayRule, sayTurn } from "./saying.js";

/** @import { Cell } from "../modules/board.js" */
/** @import { Entry, Review, ReviewStep } from "../modules/shapes.d.ts" */
/** @import { Judged } from "../engine/judging.js" */
/** @import { Kept } from "./database.js" */

const SMALLEST_TOLD = 0.001;
/** Less time than this, in seconds, is not worth a sentence. */
const SHORTEST_TOLD = 1;

/** Who tells the safest cell before a turn of a game, and judges its guesses. @param {Kept} kept */
export function askingAbout({ setup: { mines, guesses } }) {
  /** @param {string[]} rows */
  const seen = (rows) => viewOf(rows, mines);
  return {
    /** @param {string[]} rows @param {Entry} entry */
    bestCell: async (rows, { free }) => (await engine.odds(seen(rows), { free })).best,
    /** @param {string[]} rows @param {Entry} entry */
    judge: async (rows, { action, cell, mine_probability: risk }) => {
      if (risk === null) return null;
      return action === "chord" ? engine.judgeChord(seen(rows), cell, risk, guesses) : engine.judge(seen(rows), cell, guesses);
    },
  };
}

/**
 * @param {Kept} game a finished one
 * @param {string[][]} views the rows before each turn, and after the last
 * @param {Object} thinker
 * @param {(rows: string[], entry: Entry) => Promise<Cell|null>} thinker.bestCell the safest cell before a turn
 * @param {(rows: string[], entry: Entry) => Promise<Judged|null>} thinker.judge a guess beside the best one
 * @param {string} [rule] what is special about the mines, in a few words
 * @returns {Promise<Review>}
 */
export async function reviewOf(game, views, { bestCell, judge }, rule = sayRule(game.setup)) {
  /** @type {ReviewStep[]} */
  const steps = [];
  for (const [at, entry] of game.entries.entries()) {
    const rows = views[at];
    const skill = skillOf(entry);
    const best = skill < 0 ? await bestCell(rows, entry) : null;
    const judged = isGuess(entry) ? await judge(rows, entry) : null;
    steps.push({
      rows,
      entry,
      words: sayTurn(entry),
      best_cell: best,
      skill,
      luck: luckOf(entry),
      missed_certain: isNeedless(entry),
      judged: judged && { ...judged, words: sayJudged(judged) },
    });
  }
  /** @param {(step: ReviewStep) => number} value */
  const sum = (value) => steps.reduce((total, step) => total + value(step), 0);
  const deciding = decidingOf(steps);
  const about = { skill: sum(({ skill }) => skill), luck: sum(({ luck }) => luck), missed: steps.filter((step) => step.missed_certain).length };
  const numbers = numbersOf(game);
  return {
    id: game.id,
    status: game.status,
    steps,
    final_rows: views[game.entries.length],
    skill: about.skill,
    luck: about.luck,
    survival: survivalOf(game.entries),
    guesses: game.entries.filter(isGuess).length,
    missed_certain: about.missed,
    deciding,
    words: [
      ...(rule ? [tell("play.sentence", { words: capital(rule) })] : []),
      howItWasDecided(game, deciding),
      ...costInWords(steps),
      skillInWords(about.skill, about.missed),
      ...timeInWords(game.entries),
      luckInWords(game.entries, about.luck),
      ...(numbers ? [tell("play.numbers_are", { numbers: numbers.short })] : []),
    ],
    numbers,
  };
}

/** Whether a turn opened something, at odds that are known. @param {Entry} entry */
const isKnown = ({ mine_probability: taken, best_probability: best }) => taken !== null && best !== null;

/** In a fair game the rule decides: a guess that is not needless is no risk. @param {Entry} entry */
function takenIn(entry) {
  if (entry.fair) return Number(entry.exploded !== null && isKnown(entry));
  return isKnown(entry) ? (entry.mine_probability ?? 0) : 0;
}

/** @param {Entry} entry */
const bestIn = (entry) => (isKnown(entry) && !entry.fair ? (entry.best_probability ?? 0) : 0);

/** What the choice gave away against the safest cell: 0 at best. @param {Entry} entry */
const skillOf = (entry) => Math.min(0, bestIn(entry) - takenIn(entry));

/** How the turn went against its odds. @param {Entry} entry */
const luckOf = (entry) => (isKnown(entry) ? takenIn(entry) - Number(entry.exploded !== null) : 0);

/** Whether it opened what was certainly a mine, which has nothing to do with luck. @param {Entry} entry */
const isCertainMine = (entry) => isKnown(entry) && entry.mine_probability === 1;

/** @param {Entry[]} entries */
const survivalOf = (entries) => entries.reduce((chance, entry) => chance * (1 - takenIn(entry)), 1);

/** A lost game was decided where the mine was met, another at the largest risk taken. @param {ReviewStep[]} steps */
function decidingOf(steps) {
  const met = steps.findIndex(({ entry }) => entry.exploded !== null);
  if (met >= 0) return met;
  const largest = Math.max(0, ...steps.map(({ luck }) => luck));
  return largest > 0 ? steps.findIndex(({ luck }) => luck === largest) : null;
}

/** @param {Kept} game @param {number|null} deciding */
function howItWasDecided({ status, entries }, deciding) {
  if (deciding === null) return tell(`play.without_risk.${status}`);
  const { number: turn } = entries[deciding];
  return tell("play.turn_decided", { turn, what: sayTurn(entries[deciding]) });
}

/** Which guess cost the most; nothing where none cost a point. @param {ReviewStep[]} steps */
function costInWords(steps) {
  const givenUp = steps.map(({ judged }) => (judged ? (judged.best_chance ?? 0) - (judged.win_chance ?? 0) : 0));
  const most = Math.max(0, ...givenUp);
  if (most <= JUDGING.most_given_up.good) return [];
  const { number: turn } = steps[givenUp.indexOf(most)].entry;
  return [tell("play.turn_cost_most", { turn, points: inPoints(most) })];
}

/** @param {number} skill @param {number} missed */
function skillInWords(skill, missed) {
  if (skill > -SMALLEST_TOLD) return tell("play.skill_perfect");
  const told = tell("play.skill_gave", { points: decimal(-100 * skill) });
  return missed ? tell("play.skill_missed", { told, n: missed }) : tell("play.sentence", { words: told });
}

/** The time spent where a cell was certain, and a guess was made. @param {Entry[]} entries */
function timeInWords(entries) {
  const needless = entries.filter(isNeedless);
  const seconds = needless.reduce((sum, entry) => sum + entry.seconds - (entries[entry.number - 2]?.seconds ?? 0), 0);
  return seconds < SHORTEST_TOLD ? [] : [tell("play.time_overlooking", { n: needless.length, time: clock(seconds) })];
}

/** @param {Entry[]} entries @param {number} luck */
function luckInWords(entries, luck) {
  if (entries.some(({ fair }) => fair)) return tell("play.luck_fair");
  const certainMines = entries.filter(isCertainMine).length;
  const n = entries.filter(isGuess).length - certainMines;
  if (!n) return tell(certainMines ? "play.luck_doomed" : "play.luck_none");
  const chance = percent(survivalOf(entries.filter((entry) => !isCertainMine(entry))));
  const risks = n === 1 ? tell("play.one_risk", { chance }) : n === 2 ? tell("play.both_risks", { chance }) : tell("play.all_risks", { n, chance });
  const points = `${luck < 0 ? "−" : "+"}${decimal(Math.abs(100 * luck))}`;
  const told = tell(luck > 0 ? "play.luck_good" : "play.luck_bad", { points, risks });
  return certainMines ? tell("play.not_luck", { luck: told }) : tell("play.sentence", { words: told });
}
