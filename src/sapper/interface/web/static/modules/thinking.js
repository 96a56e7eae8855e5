/** The thinker: the engine in its worker, asked about what a game or a position shows. */

import { viewOf } from "../engine/shapes.js";
import * as engine from "./engine.js";
import { readAddress, readPosition } from "./formats.js";

/** @import { Rules } from "../engine/answers.js" */
/** @import { Read } from "./formats.js" */
/** @import { Cell, Game } from "./shapes.d.ts" */
/** @import { Seen } from "./ports.js" */

/** @param {{rows: string[], mines: number}} seen */
const seenIn = ({ rows, mines }) => viewOf(rows, mines);

/** @param {Game} game @returns {Rules} */
const rulesOf = ({ start, winning, guesses, first_free: free }) => ({ start, winning, free, fair: guesses === "fair" });

/** @param {Game} game @param {AbortSignal} signal */
export const hint = (game, signal) => engine.hint(seenIn(game), rulesOf(game), signal);

/** @param {Game} game @param {AbortSignal} signal */
export const guess = (game, signal) => engine.guess(seenIn(game), rulesOf(game), signal);

/** @param {Game} game @param {AbortSignal} signal */
export const odds = (game, signal) => engine.odds(seenIn(game), rulesOf(game), signal);

/** @param {Seen} seen @param {Cell} cell @param {AbortSignal} signal */
export const why = (seen, cell, signal) => engine.explain(seenIn(seen), cell, "id" in seen ? rulesOf(seen) : {}, signal);

/** @param {Parameters<typeof readPosition>[0]} position @param {AbortSignal} [signal] */
export const analyse = async (position, signal) => analysed(readPosition(position), signal);

/** @param {string} address @param {AbortSignal} [signal] */
export const analyseAt = async (address, signal) => analysed(readAddress(address), signal);

/** @param {Read} read @param {AbortSignal} [signal] */
async function analysed(read, signal) {
  return { ...(await engine.analyse(seenIn(read), signal)), board: read.board };
}
