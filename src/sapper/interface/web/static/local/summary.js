/** What many games say, added up and in words: the twin of `sapper/coach/summary.py` and `sapper/coach/saying.py`. */

import { tell } from "../modules/catalogue.js";
import { COACH } from "../modules/tables.js";
import { clock, decimal, levelInWords, percent, rounded } from "../modules/words.js";
import { rulesOf, sayRules } from "./statistics.js";

/** @import { SummaryInWords, SummaryTable } from "../modules/shapes.d.ts" */
/** @import { KINDS } from "../modules/tables.js" */
/** @import { Kept } from "./database.js" */
/** @import { Findings, Met } from "./findings.js" */

/** @typedef {{game: Kept, found: Findings}} JudgedGame */
/** @typedef {{value: number, low: number, high: number}} Estimate A share, and its 95 % interval. */

const VERDICTS = /** @type {const} */ (["forced", "best", "good", "inaccuracy", "mistake", "blunder"]);

/** All that is shown of games. @param {JudgedGame[]} judged @param {number} waiting how many more are not judged yet @param {number} unreadable @returns {SummaryInWords} */
export function inWords(judged, waiting, unreadable) {
  const found = judged.map((one) => one.found);
  const unjudged = sumOf(found, (one) => one.unjudged);
  const leftOut = [
    ...(unjudged ? [tell("coach.unjudged", { n: unjudged })] : []),
    ...(unreadable ? [tell("coach.unreadable", { n: unreadable })] : []),
    ...(waiting ? [tell("coach.waiting", { n: waiting })] : []),
  ];
  const title = tell("coach.title");
  if (!judged.length) return { title, sentences: [tell("coach.no_games"), ...leftOut], tables: [] };
  const games = tell("coach.judged_games", { n: found.length, won: found.filter(({ won }) => won).length });
  const kinds = byKind(found);
  return { title, sentences: [games, needlessIn(found, kinds), ...guessesIn(found), ...leftOut], tables: [ratesIn(judged), ...overlookedIn(kinds)] };
}

/** What a kind of position takes. @param {string} kind */
export const sayKind = (kind) => tell(`coach.kinds.${/** @type {typeof KINDS[number]} */ (kind)}`);

/** @template Item @param {Item[]} items @param {(item: Item) => number} value */
const sumOf = (items, value) => items.reduce((sum, item) => sum + value(item), 0);

/** @param {Findings[]} found @param {[string, Met][]} kinds */
function needlessIn(found, kinds) {
  const needless = sumOf(found, (one) => one.needless);
  if (!needless) return tell("coach.no_needless");
  const points = decimal((100 * sumOf(found, (one) => one.given_up_needless)) / found.length);
  const time = clock(sumOf(kinds, ([, { seconds }]) => seconds));
  return tell("coach.needless", { n: needless, each: decimal(needless / found.length, 2), points, time });
}

/** @param {Findings[]} found */
function guessesIn(found) {
  const guesses = sumOf(found, (one) => one.guesses);
  if (!guesses) return [tell("coach.no_guesses")];
  const named = VERDICTS.flatMap((verdict) => {
    const n = sumOf(found, ({ verdicts }) => verdicts[verdict] ?? 0);
    return n ? [tell(`coach.verdict_${verdict}`, { n })] : [];
  });
  const risk = percent(sumOf(found, (one) => one.risk_taken) / guesses);
  const expert = percent(sumOf(found, (one) => one.risk_expert) / guesses);
  const agreed = percent(sumOf(found, (one) => one.agreed) / guesses);
  return [
    tell("coach.guesses", { n: guesses, risk, expert, agreed }),
    tell("coach.verdicts_were", { verdicts: named.join(tell("answers.comma")) }),
    tell("coach.guesses_gave", { points: decimal((100 * sumOf(found, (one) => one.given_up_guessing)) / found.length) }),
  ];
}

// What was overlooked

/** All kinds that were met, the most overlooked first. @param {Findings[]} found */
function byKind(found) {
  /** @type {Map<string, Met>} */
  const added = new Map();
  for (const [kind, { met, overlooked, seconds }] of found.flatMap((one) => Object.entries(one.met))) {
    const sum = added.get(kind) ?? { met: 0, overlooked: 0, seconds: 0 };
    added.set(kind, { met: sum.met + met, overlooked: sum.overlooked + overlooked, seconds: sum.seconds + seconds });
  }
  return [...added].sort(([kind, one], [otherKind, other]) => other.overlooked - one.overlooked || shareOf(other) - shareOf(one) || (kind < otherKind ? -1 : 1));
}

/** How often it was overlooked where it was met. @param {Met} met */
const shareOf = ({ met, overlooked }) => overlooked / met;

/** @param {[string, Met][]} kinds @returns {SummaryTable[]} */
function overlookedIn(kinds) {
  const overlooked = kinds.filter(([, met]) => met.overlooked).slice(0, COACH.most_kinds);
  if (!overlooked.length) return [];
  const columns = /** @type {const} */ (["kind", "overlooked", "met", "share", "time"]);
  const rows = overlooked.map(([kind, met]) => [sayKind(kind), String(met.overlooked), String(met.met), percent(shareOf(met)), clock(met.seconds)]);
  return [{ title: tell("coach.kinds_title"), headings: columns.map((name) => tell(`coach.kinds_columns.${name}`)), rows, names: 1, note: tell("coach.kinds_note") }];
}

// What the win rate would be

/** @param {JudgedGame[]} judged @returns {SummaryTable} */
function ratesIn(judged) {
  /** @type {Map<string, JudgedGame[]>} */
  const grouped = new Map();
  for (const one of judged) {
    const rules = JSON.stringify(rulesOf(one.game));
    grouped.set(rules, [...(grouped.get(rules) ?? []), one]);
  }
  const inOrder = [...grouped].sort(([rules, games], [otherRules, others]) => others.length - games.length || (rules < otherRules ? -1 : 1));
  const columns = /** @type {const} */ (["level", "start", "games", "rate", "guesses", "logic", "both"]);
  const rows = inOrder.map(([, games]) => rowOf(games));
  return { title: tell("coach.rates_title"), headings: columns.map((name) => tell(`coach.rates_columns.${name}`)), rows, names: 2, note: tell("coach.rates_note") };
}

/** @param {JudgedGame[]} games under the same rules, at least one */
function rowOf(games) {
  const [level, start, winning, guesses] = rulesOf(games[0].game);
  const found = games.map((one) => one.found);
  const rate = shareIn(sumOf(found, ({ won }) => Number(won)), found.length);
  /** The win rate with these chances kept; where there are none, it is what it is. @param {(one: Findings) => number} givenUp */
  const withKept = (givenUp) => (found.some(givenUp) ? meanOf(found.map((one) => Number(one.won) + givenUp(one))) : rate);
  const rates = [
    rate,
    withKept((one) => one.given_up_guessing),
    withKept((one) => one.given_up_needless),
    withKept((one) => one.given_up_guessing + one.given_up_needless),
  ];
  return [levelInWords(level), sayRules({ start, winning, guesses }), String(games.length), ...rates.map(rateInWords)];
}

/** @param {Estimate} estimate */
function rateInWords({ value, low, high }) {
  const [rate, least, most] = [value, low, high].map((share) => rounded(100 * share, 0));
  return tell("coach.rate", { rate, low: least, high: most });
}

/** A share of trials, with Wilson's interval. @param {number} successes @param {number} trials @returns {Estimate} */
function shareIn(successes, trials) {
  const square = COACH.z ** 2;
  const share = successes / trials;
  const middle = share + square / (2 * trials);
  const half = COACH.z * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials ** 2));
  const scale = 1 + square / trials;
  return { value: share, low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}

/** The mean of values as a share; for the interval, two values of 0 and two of 1 are added. @param {number[]} values @returns {Estimate} */
function meanOf(values) {
  /** @param {number[]} numbers */
  const mean = (numbers) => sumOf(numbers, (number) => number) / numbers.length;
  const value = Math.min(1, Math.max(0, mean(values)));
  const more = [...values, 0, 0, 1, 1];
  const middle = mean(more);
  const deviation = Math.sqrt(sumOf(more, (number) => (number - middle) ** 2) / (more.length - 1));
  const half = (COACH.z * deviation) / Math.sqrt(more.length);
  return { value, low: Math.max(0, Math.min(value, middle - half)), high: Math.min(1, Math.max(value, middle + half)) };
}
