/** A guess judged by the chance of winning that it gave up: the twin of `sapper/agents/judging.py`. */

import { JUDGING } from "../modules/tables.js";
import { CLICK_BUDGET, DEFAULT_BUDGET, EXPERT_BUDGET } from "./answers.js";
import { around } from "./boards.js";
import { Contradicted, TooWide } from "./module.js";
import { cellAt, firstCell, hiddenCount, placeOf } from "./views.js";

/** @import { Cell, Guesses, JudgedGuess, Verdict } from "../modules/shapes.d.ts" */
/** @import { Engine, View } from "./module.js" */

/** @typedef {Omit<JudgedGuess, "words">} Judged A judgement, without its words. */

const HIGHEST_NUMBER = 8;

/** Judge opening a hidden cell; null where counting takes too long. @param {Engine} engine @param {View} view @param {Cell} cell @param {Guesses} [guesses] @returns {Judged|null} */
export function judgeMove(engine, view, cell, guesses = "any") {
  const place = placeOf(view, cell);
  return ifInTime(() => {
    const odds = engine.analyze(view, CLICK_BUDGET);
    const risk = odds.probability[place];
    if (risk === 0) return { verdict: "certain", best: cell, win_chance: null, best_chance: null, uncertainty: 0 };
    const safe = odds.verdicts.indexOf(1);
    const judged =
      byRule(view, odds, { cell, risk }, guesses) ??
      bySearch(engine, view, place) ??
      (safe < 0 ? byEstimate(engine, view, place, risk) : null) ??
      byPlayouts(engine, view, [place], risk);
    return needlessIfAnyIsSafe(view, safe, judged);
  });
}

/** Judge a chord at a number that may meet a mine, with this chance; null where counting takes too long. @param {Engine} engine @param {View} view @param {Cell} cell @param {number} risk @param {Guesses} [guesses] @returns {Judged|null} */
export function judgeChord(engine, view, cell, risk, guesses = "any") {
  const opens = around(placeOf(view, cell), view).filter((near) => view.numbers[near] < 0 && !view.flags?.includes(near));
  return ifInTime(() => {
    const odds = engine.analyze(view, CLICK_BUDGET);
    const judged = byRule(view, odds, { cell, risk }, guesses) ?? byPlayouts(engine, view, opens, risk);
    return needlessIfAnyIsSafe(view, odds.verdicts.indexOf(1), judged);
  });
}

/** What the rule for guesses decides; null if it decides nothing. @param {View} view @param {ReturnType<Engine["analyze"]>} odds @param {{cell: Cell, risk: number}} turn @param {Guesses} guesses @returns {Judged|null} */
function byRule(view, { probability, verdicts }, { cell, risk }, guesses) {
  const isAnySafe = verdicts.includes(1);
  if (guesses === "none" && isAnySafe) return { verdict: "needless", best: null, win_chance: 1 - risk, best_chance: 1, uncertainty: 0 };
  if (guesses !== "fair") return null;
  if (!isAnySafe && risk < 1) return { verdict: "forced", best: cell, win_chance: 1, best_chance: 1, uncertainty: 0 };
  const least = Math.min(...probability.filter((chance) => !Number.isNaN(chance)));
  const best = least < 1 ? cellAt(view, probability.indexOf(least)) : null;
  return { verdict: "blunder", best, win_chance: 0, best_chance: 1, uncertainty: 0 };
}

/** @param {View} view @param {number} safe the first safe cell; −1 if there is none @param {Judged} judged @returns {Judged} */
const needlessIfAnyIsSafe = (view, safe, judged) => (safe < 0 ? judged : { ...judged, verdict: "needless", best: cellAt(view, safe) });

/** Judge exactly; null if the rest of the game is too large for that. @param {Engine} engine @param {View} view @param {number} place @returns {Judged|null} */
function bySearch(engine, view, place) {
  const solved = bestPlay(engine, view);
  const won = solved && layoutsWon(engine, view, place);
  if (solved === null || won === null) return null;
  const isBest = won >= solved.won;
  const best = isBest ? place : solved.place;
  const asGood = isAnyAsGood(engine, view, won) ? "forced" : "best";
  return {
    verdict: isBest ? asGood : verdictOn((solved.won - won) / solved.layouts),
    best: best === null ? null : cellAt(view, best), // null if only mines are left
    win_chance: won / solved.layouts,
    best_chance: solved.won / solved.layouts,
    uncertainty: 0,
  };
}

/** Best play to the end of the game; null where that takes too long to find. @param {Engine} engine @param {View} view */
export const bestPlay = (engine, view) => ifInTime(() => engine.bestPlay(view, DEFAULT_BUDGET, JUDGING.search));

/** How many layouts are won by opening a cell, and by best play after that. @param {Engine} engine @param {View} view @param {number} place @returns {number|null} */
function layoutsWon(engine, view, place) {
  let won = 0;
  for (let number = 0; number <= HIGHEST_NUMBER; number += 1) {
    const numbers = view.numbers.slice();
    numbers[place] = number;
    try {
      const after = bestPlay(engine, { ...view, numbers });
      if (after === null) return null;
      won += after.won;
    } catch (problem) {
      if (!(problem instanceof Contradicted)) throw problem;
    }
  }
  return won;
}

/** Whether every hidden cell wins so many layouts; only looked at where few are hidden. @param {Engine} engine @param {View} view @param {number} won */
function isAnyAsGood(engine, view, won) {
  if (hiddenCount(view) > JUDGING.few_cells) return false;
  return view.numbers.every((number, place) => number >= 0 || layoutsWon(engine, view, place) === won);
}

/** Judge by the expert, which is asked about every cell; null where it compares too little. @param {Engine} engine @param {View} view @param {number} place @param {number} risk @returns {Judged|null} */
function byEstimate(engine, view, place, risk) {
  const usual = guessed(view, engine.guess(view, DEFAULT_BUDGET, EXPERT_BUDGET));
  const bestChance = usual.chances.get(usual.place);
  if (bestChance === undefined) return null;
  const everywhere = guessed(view, engine.compare(view, DEFAULT_BUDGET, EXPERT_BUDGET, JUDGING.all_cells));
  // Only differences between cells that were compared with each other count.
  const chanceOfBest = everywhere.chances.get(usual.place);
  const chance = risk === 1 ? 0 : everywhere.chances.get(place); // a certain mine is never compared
  if (chanceOfBest === undefined || chance === undefined) return null;
  const difference = Math.max(0, chanceOfBest - chance);
  const givenUp = place === usual.place ? 0 : Math.min(difference, bestChance);
  const deviation = JUDGING.least_deviation + JUDGING.deviation_share * givenUp;
  return estimated(cellAt(view, givenUp ? usual.place : place), bestChance, givenUp, deviation);
}

/** Judge by games played out on the same layouts, with some cells opened first and without. @param {Engine} engine @param {View} view @param {number[]} places @param {number} risk @returns {Judged} */
function byPlayouts(engine, view, places, risk) {
  const { best, taken, deviation } = engine.playOutRisk(view, places, { safety: 1 - risk, games: JUDGING.games, budget: JUDGING.playout_budget });
  return estimated(bestCell(engine, view), best, Math.max(0, best - taken), Math.max(JUDGING.least_played_deviation, deviation));
}

/** What the expert would open; null if only mines are left. @param {Engine} engine @param {View} view */
function bestCell(engine, view) {
  const next = engine.nextCell(view, DEFAULT_BUDGET);
  if (next === null) return null;
  return cellAt(view, next.certain ? next.place : guessed(view, engine.guess(view, DEFAULT_BUDGET, EXPERT_BUDGET)).place);
}

/** Named after what it gave up in all likelihood; but only what is as good as the best is called so. @param {Cell|null} best @param {number} bestChance @param {number} givenUp @param {number} deviation @returns {Judged} */
function estimated(best, bestChance, givenUp, deviation) {
  const inAllLikelihood = Math.max(givenUp - deviation, Math.min(givenUp, JUDGING.most_given_up.good));
  return {
    verdict: verdictOn(inAllLikelihood),
    best,
    win_chance: bestChance - givenUp,
    best_chance: bestChance,
    uncertainty: JUDGING.standard_deviations * deviation,
  };
}

/** The expert's cell, and the chances of those that it compared. @param {View} view @param {ReturnType<Engine["guess"]>} decision */
function guessed(view, { place, decidedBy, candidates }) {
  /** @type {Map<number, number>} */
  const none = new Map();
  if (decidedBy === "search") return { place, chances: none };
  if (hiddenCount(view) === view.numbers.length) return { place: placeOf(view, firstCell(view.height, view.width, "safe")), chances: none };
  return { place, chances: new Map(candidates.map((candidate) => [candidate.place, candidate.chance])) };
}

/** What a guess is called that gave up so much of the chance of winning. @param {number} givenUp @returns {Verdict} */
function verdictOn(givenUp) {
  const found = /** @type {[Verdict, number][]} */ (Object.entries(JUDGING.most_given_up)).find(([, most]) => givenUp <= most);
  return found ? found[0] : "blunder";
}

/** @template Answer @param {() => Answer} ask @returns {Answer|null} null where that takes too long */
function ifInTime(ask) {
  try {
    return ask();
  } catch (problem) {
    if (problem instanceof TooWide) return null;
    throw problem;
  }
}
