/**
 * The turns that are shown and not kept yet, in the tab's own storage: it is written at once, so a page that is loaded
 * anew a moment after a click knows what to make again.
 */

/** @import { Action, Cell } from "../modules/shapes.d.ts" */

/** @typedef {{game: string, number: number, action: Action, cell: Cell, by: string, seconds: number, path: number|null}} Noted The turn of that number, and how far the pointer had gone by then. */

const NAME = "sapper.turns";

/** @type {Noted[]} */
let noted = read();

/** @returns {Noted[]} */
function read() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(NAME) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return []; // there is no storage, or something else in it
  }
}

/** @param {Noted[]} turns */
function write(turns) {
  noted = turns;
  try {
    if (turns.length) sessionStorage.setItem(NAME, JSON.stringify(turns));
    else sessionStorage.removeItem(NAME);
  } catch {
    // a reload in this moment would lose the turn, as it would without a journal
  }
}

/** The turns that were not kept. */
export const turns = () => noted;

/** A turn is about to be shown. @param {Noted} turn */
export const note = (turn) => write([...noted, turn]);

/** The turns of a game up to this number are kept. @param {string} game @param {number} number */
export function forget(game, number) {
  const left = noted.filter((turn) => turn.game !== game || turn.number > number);
  if (left.length < noted.length) write(left);
}
