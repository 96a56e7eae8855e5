/** Personal records: what a game that was won did better than all of its kind before. The twin of `sapper/play/records.py`. */

import { tell } from "../modules/catalogue.js";
import { numbersOf, rounded, seconds } from "./numbers.js";
import { rulesOf } from "./statistics.js";

/** @import { Kept } from "./database.js" */

/** @typedef {{isWon: boolean, seconds: number, three_bv_per_second: number|null, efficiency: number|null}} Result */
/** @typedef {{name: string, value: string, before: string}} Better */

const SHORTEST_STREAK = 2;
const HIGHEST = /** @type {const} */ (["three_bv_per_second", "efficiency"]);

/** The records of a game in a sentence; nothing if it has none, or does not count. @param {Kept} kept @param {Kept[]} games in the order in which they ended */
export function sayRecordsOf(kept, games) {
  if (kept.status !== "won" || !kept.own) return "";
  const isOfItsKind = (/** @type {Kept} */ { id, own, status }) => id !== kept.id && own && status !== "playing";
  const earlier = games.filter((game) => isOfItsKind(game) && String(rulesOf(game)) === String(rulesOf(kept)));
  return sayRecords(earlier.map(resultOf), resultOf(kept));
}

/** @param {Kept} kept @returns {Result} */
function resultOf(kept) {
  const numbers = numbersOf(kept);
  return {
    isWon: kept.status === "won",
    seconds: kept.seconds,
    three_bv_per_second: numbers?.three_bv_per_second ?? null,
    efficiency: numbers?.efficiency ?? null,
  };
}

/** @param {Result[]} earlier @param {Result} now which was won */
export function sayRecords(earlier, now) {
  const won = earlier.filter(({ isWon }) => isWon);
  if (!won.length) return tell("play.first_win", { time: seconds(now.seconds, true) });
  const told = better(earlier, won, now).map((record) => tell("play.record_before", record));
  return told.length ? tell("play.personal_record", { records: told.join(tell("answers.comma")) }) : "";
}

/** @param {Result[]} earlier @param {Result[]} won those of them that were @param {Result} now */
function better(earlier, won, now) {
  /** @type {Better[]} */
  const found = [];
  const fastest = Math.min(...won.map((result) => result.seconds));
  if (now.seconds < fastest) found.push({ name: tell("play.number_names.time"), value: seconds(now.seconds, true), before: seconds(fastest, true) });
  for (const kind of HIGHEST) {
    const value = now[kind];
    const known = won.flatMap((result) => result[kind] ?? []);
    const most = known.length ? Math.max(...known) : null;
    if (value !== null && most !== null && value > most) {
      found.push({ name: tell(`play.number_names.${kind}`), value: rounded(value) ?? "", before: rounded(most) ?? "" });
    }
  }
  let [streak, longest] = [0, 0];
  for (const { isWon } of earlier) {
    streak = isWon ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  streak += 1;
  if (streak > longest && streak >= SHORTEST_STREAK) found.push({ name: tell("play.columns.streak"), value: String(streak), before: String(longest) });
  return found;
}
