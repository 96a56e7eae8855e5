/** Numbers and cells as people read them. Rows and columns count from 0, as everywhere in Sapper. */

import { say, tell, written } from "./catalogue.js";
import { LEVELS } from "./tables.js";

/** @import { Cell } from "./board.js" */
/** @import { Status } from "./shapes.d.ts" */

/** @param {Cell} cell */
export function place([row, column]) {
  return `(${row}, ${column})`;
}

/**
 * A chance in percent, never rounded to a certainty.
 * @param {number|null|undefined} chance
 */
export function percent(chance, digits = 1) {
  if (chance === null || chance === undefined) return "–";
  if (chance === 0 || chance === 1) return tell("answers.percent", { percent: chance * 100 });
  const least = 10 ** -(digits + 2);
  if (chance < least) return tell("answers.under", { percent: written((least * 100).toFixed(digits)) });
  if (chance > 1 - least) return tell("answers.over", { percent: written((100 - least * 100).toFixed(digits)) });
  return tell("answers.percent", { percent: decimal(chance * 100, digits) });
}

/** A number with so many decimals as Python writes it: a tie goes to the even digit. @param {number} number */
export function rounded(number, digits = 1) {
  const above = number.toFixed(digits);
  const isTie = (Math.abs(number) * 2 ** (digits + 1)) % 2 === 1;
  return isTie && Number(above.at(-1)) % 2 ? (number - (Math.sign(number) / 4) * 10 ** -digits).toFixed(digits) : above;
}

/** The same in the language in use. @param {number} number */
export const decimal = (number, digits = 1) => written(rounded(number, digits));

/** A difference between chances, or a sum of such, in percentage points with its sign. @param {number} share */
export function points(share) {
  const tenths = Math.round(share * 1000);
  if (tenths === 0) return "0";
  return `${tenths > 0 ? "+" : "−"}${written(Math.abs(tenths / 10).toFixed(1))}`;
}

/** A chance, short enough for a cell. @param {number} chance */
export function percentInCell(chance) {
  if (chance === 0) return "0";
  if (chance === 1) return "100";
  if (chance < 0.01) return "<1";
  if (chance > 0.99) return ">99";
  return String(Math.round(chance * 100));
}

/** Time as on a clock, the same as in the other interfaces; that of a game that is over to the tenth of a second. @param {number} seconds @param {Status} [status] */
export function clock(seconds, status = "playing") {
  const isOver = status !== "playing";
  const inTenths = Math.floor(10 * seconds + 0.5);
  const whole = Math.floor(isOver ? inTenths / 10 : seconds);
  const minutes = Math.floor(whole / 60);
  const hours = Math.floor(minutes / 60);
  /** @param {number} number */
  const twoDigits = (number) => String(number).padStart(2, "0");
  const [first, ...rest] = hours ? [hours, minutes % 60, whole % 60] : [minutes, whole % 60];
  const shown = [first, ...rest.map(twoDigits)].join(":");
  return isOver ? written(`${shown}.${inTenths % 10}`) : shown;
}

/** Time as on a clock, to the thousandth of a second. @param {number} seconds */
export function exactClock(seconds) {
  const thousandths = Math.floor(1000 * seconds + 0.5);
  return written(`${clock(Math.floor(thousandths / 1000))}.${String(thousandths % 1000).padStart(3, "0")}`);
}

/** How long something took; rounded first, so that it never reads “60 s”. @param {number} seconds */
export function duration(seconds) {
  const inTenths = Math.round(seconds * 10);
  const minutes = Math.floor(inTenths / 600);
  const rest = written(((inTenths % 600) / 10).toFixed(1));
  return minutes ? say("numbers.minutes", { minutes, seconds: rest }) : say("numbers.seconds", { seconds: rest });
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a level is called; one that the page does not know keeps its name. @param {string} level */
export function levelInWords(level) {
  return capital(isNamed(level) ? tell(`play.levels.${level}`) : level);
}

/** @param {{level?: string|null, height: number, width: number}} game */
export function levelName(game) {
  return game.level ? levelInWords(game.level) : `${game.height} × ${game.width}`;
}

/** Which board it was, once the game is over: a seed, and the cell around which the mines were laid. @param {{seed: string|null, first: Cell|null}} game */
export function boardName({ seed, first }) {
  const parts = [seed !== null && say("games.seed", { seed }), first && say("games.first", { cell: place(first) })];
  return parts.filter(Boolean).join(say("board.separator"));
}

/** @param {string} level @returns {level is typeof LEVELS[number]["name"]} */
const isNamed = (level) => LEVELS.some(({ name }) => name === level);

const SIGNS = /** @type {const} */ ({ "#": "hidden", F: "flagged", "*": "mine", X: "exploded", "!": "wrong", 0: "empty" });

/** What a cell shows, in words. @param {string} sign */
export function signInWords(sign) {
  return Object.hasOwn(SIGNS, sign) ? say(`board.signs.${SIGNS[/** @type {keyof SIGNS} */ (sign)]}`) : sign;
}
