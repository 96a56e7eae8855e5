/** What is said of a turn and of the rule for guesses: the twin of `sapper/play/saying.py`. */

import { GUESSES_WORDS } from "../modules/tables.js";
import { percent, place } from "../modules/words.js";

/** @import { BoardGrade, Entry, Guesses, Status } from "../modules/shapes.d.ts" */

export const PLAYER = "player";
const FIRST_IS_SAFE = "safe, as the first cell always is";
/** @type {Record<Status, string>} */
const ENDINGS = { won: " The game is won.", lost: " The game is lost.", playing: "" };

/** @param {Entry} entry */
export const isFlagging = ({ action }) => action === "flag" || action === "unflag";

/** Whether a turn was a risk. @param {Entry} entry */
export const isGuess = ({ certain, free }) => certain === false && !free;

/** Whether it was one though a cell was certainly safe. @param {Entry} entry */
export const isNeedless = (entry) => isGuess(entry) && entry.best_probability === 0;

/** The rule for guesses in a few words; nothing for the usual one. @param {Guesses} guesses @param {BoardGrade|null} grade */
export function sayGuesses(guesses, grade) {
  if (guesses === "none") return grade ? `no-guess board, ${grade}` : "no-guess board";
  return guesses === "fair" ? GUESSES_WORDS.fair : "";
}

/** What happened in a turn, and at what risk. @param {Entry} entry */
export function sayTurn(entry) {
  const who = entry.by === PLAYER ? "You" : entry.by;
  const how = isFlagging(entry) ? "" : `: ${howItWent(entry)}`;
  return `${who} ${whatWasDone(entry)}${how}.${ENDINGS[entry.status]}`;
}

/** @param {Entry} entry */
function whatWasDone({ action, cell, opened }) {
  if (action === "flag") return `flagged ${place(cell)}`;
  if (action === "unflag") return `removed the flag from ${place(cell)}`;
  if (action === "chord") return `opened the neighbours of ${place(cell)}`;
  const more = opened.length - 1;
  return more < 1 ? `opened ${place(cell)}` : `opened ${place(cell)} and ${more} more cell${more > 1 ? "s" : ""}`;
}

/** @param {Entry} entry */
function howItWent(entry) {
  const { exploded, cell } = entry;
  if (!exploded) return risk(entry);
  const where = String(exploded) === String(cell) ? "a mine" : `a mine at ${place(exploded)}`;
  return `${where}; it was ${risk(entry)}`;
}

/** @param {Entry} entry */
function risk(entry) {
  const { free, certain, fair, mine_probability: taken, best_probability: best } = entry;
  if (free) return FIRST_IS_SAFE;
  if (certain) return "certainly safe";
  if (taken === null || best === null) return "a guess whose odds would take too long to count";
  if (taken === 1) return "certainly a mine";
  if (fair) return isNeedless(entry) ? "a guess, though a safe cell was available" : "a guess while nothing was certain, which is fair";
  const guess = `a guess, ${percent(taken)} chance of a mine`;
  if (best === 0) return `${guess}, though a safe cell was available`;
  return taken <= best ? `${guess}, the safest available` : `${guess}, while the safest had ${percent(best)}`;
}
