/** Replays as files: read by whoever stands behind the page, and written in Sapper's own format. */

import { say } from "./catalogue.js";
import { keeper } from "./ports.js";
import { MOST_BYTES_OF_REPLAY } from "./tables.js";

/** @import { Game, Review, ReviewedReplay } from "./shapes.d.ts" */

/** Where Review shows a replay from a file. */
export const REPLAY_ADDRESS = "#/review/replay";
const VERSION = 1;
const FOREIGN = /\.(avf|rmv|mvf|evf)$/i;
/** The address of a position with nothing but hidden cells. */
const UNTOUCHED = /^\d+x\d+-\d+-[H\d]+$/;
/** What shows where the mines are, once a game is over. */
const MINES = new Set("*XF");
/** What the format calls a turn's action. */
const ACTIONS = { reveal: "open", chord: "chord", flag: "flag", unflag: "flag" };

/** The file to review: “forward” and another language show it again. @type {File|null} */
let atHand = null;

/** The file that Review shows, or is asked for from elsewhere. */
export const replayAtHand = () => atHand;

/** Review shows a file. @param {File} file */
export function keepAtHand(file) {
  atHand = file;
}

/** Have Review open a file. @param {File} file */
export function reviewFile(file) {
  keepAtHand(file);
  location.hash = REPLAY_ADDRESS;
}

/** Whether a file is a replay, rather than a position. @param {File} file */
export async function isReplay(file) {
  if (FOREIGN.test(file.name)) return true;
  if (!/\.json$/i.test(file.name) || file.size > MOST_BYTES_OF_REPLAY) return false;
  try {
    return JSON.parse(await file.text())?.kind === "replay";
  } catch {
    return false;
  }
}

/** @param {File} file @returns {Promise<ReviewedReplay>} */
export async function readReplay(file) {
  if (file.size > MOST_BYTES_OF_REPLAY) throw new Error(say("review.too_large", { file: file.name }));
  return keeper.replay(file);
}

/** Whether a replay of the game would be the same: over, begun with all cells hidden, and not won by flags. @param {Game} game */
export const canBeReplayed = ({ status, winning, start, position }) => status !== "playing" && winning === "revealed" && start !== "given" && (!position || UNTOUCHED.test(position));

/**
 * A finished game as the content of a file; the mouse is where the cells are, unless it was recorded.
 * @param {Game} game
 * @param {Review} review
 * @param {ReviewedReplay|null} replay
 */
export function writeReplay({ height, width, rows, seconds, level, start, seed, index, guesses, grade, position }, { steps }, replay) {
  const mines = rows.flatMap((signs, row) => [...signs].flatMap((sign, column) => (MINES.has(sign) ? [[row, column]] : [])));
  const turns = steps.map(({ entry }) => {
    const [row, column] = entry.cell;
    const [x, y] = placeAt(replay?.path ?? [], entry.seconds, row, column);
    return [entry.seconds, ACTIONS[entry.action], x, y];
  });
  const moves = (replay?.path ?? []).map(([time, x, y]) => [time, "move", x, y]);
  const events = [...moves, ...turns].sort(([one], [other]) => Number(one) - Number(other));
  const head = {
    kind: "replay",
    version: VERSION,
    program: replay?.program ?? "Sapper",
    player: replay?.player ?? "",
    board: { height, width, mines },
    // A rule that goes without saying is left out; of a board that was given, nobody knows the seed.
    ...(seed !== null && position === null && { game: { ...(level && { level }), start, seed, ...(index && { index }), ...(guesses !== "any" && { guesses }), ...(grade && { grade }) } }),
    stated: { seconds },
  };
  const lines = events.map((event) => JSON.stringify(event)).join(",\n");
  return `${JSON.stringify(head).slice(0, -1)},"events":[\n${lines}\n]}\n`;
}

/** Where in its cell the recorded mouse clicked; the middle, if nobody knows. @param {number[][]} path @param {number} seconds @param {number} row @param {number} column */
function placeAt(path, seconds, row, column) {
  const last = path.filter(([time, x, y]) => time <= seconds && Math.floor(x) === column && Math.floor(y) === row).at(-1);
  return last ? [last[1], last[2]] : [column + 0.5, row + 0.5];
}

/** Hand a file to whoever looks at the page. @param {string} name @param {string} content */
export function saveFile(name, content) {
  const address = URL.createObjectURL(new Blob([content], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

