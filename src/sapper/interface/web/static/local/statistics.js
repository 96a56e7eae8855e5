/** How a player has done, by level and rules: the twin of `sapper/history/statistics.py`. */

import { tell } from "../modules/catalogue.js";
import { WINS_IN_A_TREND } from "../modules/tables.js";
import { decimal, exactClock, levelInWords, rounded } from "../modules/words.js";
import { numbersOf } from "./numbers.js";
import { sayGuesses } from "./saying.js";

/** @import { Guesses, StartRule, StatisticsRow } from "../modules/shapes.d.ts" */
/** @import { Kept } from "./database.js" */

const NONE = "–";

/** What finished games come to, sorted by level and rules. @param {Kept[]} games in the order in which they ended @returns {StatisticsRow[]} */
export function statisticsOf(games) {
  /** @type {Map<string, Kept[]>} */
  const byRules = new Map();
  for (const game of games) {
    const key = JSON.stringify(rulesOf(game));
    byRules.set(key, [...(byRules.get(key) ?? []), game]);
  }
  return [...byRules.keys()].sort().map((key) => rowOf(byRules.get(key) ?? []));
}

/** @param {Kept} game */
export const rulesOf = ({ name, setup: { start, winning, guesses } }) => [name, start, winning, guesses];

/** @param {Kept[]} games of the same rules, at least one @returns {StatisticsRow} */
function rowOf(games) {
  const [level, start, winning, guesses] = rulesOf(games[0]);
  const own = games.filter((game) => game.own);
  let [streak, longest] = [0, 0];
  for (const { status } of own) {
    streak = status === "won" ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  const times = own.filter(({ status }) => status === "won").map(({ seconds }) => seconds);
  const numbers = {
    level,
    start,
    winning,
    guesses,
    played: own.length,
    won: times.length,
    best_seconds: times.length ? Math.min(...times) : null,
    streak,
    longest_streak: longest,
    risk_taken: sumOf(own, "mine_probability"),
    risk_best: sumOf(own, "best_probability"),
    others: games.length - own.length,
  };
  return { ...numbers, words: inWords(numbers), trend: trendOf(own) };
}

/** The 3BV/s of the last wins, the latest last. @param {Kept[]} own */
function trendOf(own) {
  const won = own.filter(({ status }) => status === "won").slice(-WINS_IN_A_TREND);
  return won.flatMap((game) => numbersOf(game)?.three_bv_per_second ?? []);
}

/** The risk over the turns for which both are known. @param {Kept[]} games @param {"mine_probability"|"best_probability"} risk */
function sumOf(games, risk) {
  const known = games.flatMap(({ entries }) => entries).filter((entry) => entry.mine_probability !== null && entry.best_probability !== null);
  return known.reduce((total, entry) => total + (entry[risk] ?? 0), 0);
}

/** The rules of games by their names: the start rule, and the others where they are unusual. @param {{start: string, winning: string, guesses: string}} rules */
export function sayRules({ start, winning, guesses }) {
  const named = tell(`play.start_names.${/** @type {StartRule} */ (start)}`);
  const flags = winning === "flagged" ? tell("play.flags_win") : "";
  return [named, sayGuesses(/** @type {Guesses} */ (guesses), null), flags].filter(Boolean).join(tell("answers.comma"));
}

/** A row of the table, in the order of its columns. @param {Omit<StatisticsRow, "words"|"trend">} row */
function inWords(row) {
  /** @param {number} total */
  const perGame = (total) => (row.played ? decimal(total / row.played, 2) : NONE);
  return [
    levelInWords(row.level),
    sayRules(row),
    String(row.played),
    row.played ? `${row.won} (${rounded((100 * row.won) / row.played, 0)} %)` : NONE,
    row.best_seconds === null ? NONE : exactClock(row.best_seconds),
    row.played ? String(row.streak) : NONE,
    row.played ? String(row.longest_streak) : NONE,
    perGame(row.risk_taken),
    perGame(row.risk_best),
  ];
}
