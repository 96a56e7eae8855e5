/** Sapper's own replays without a server: read and played back, the twin of `sapper/replays/`. */

import { pack } from "../engine/boards.js";
import { positionOf, viewOf } from "../engine/shapes.js";
import { Refused } from "../modules/api.js";
import { say, tell } from "../modules/catalogue.js";
import { decimal } from "../modules/words.js";
import { GRADES, LEVELS, MOST_CELLS } from "../modules/tables.js";
import { askingAbout, reviewOf } from "./review.js";
import { RECORDED, isFlagging, sayRule } from "./saying.js";
import { Table, viewsOf } from "./table.js";

/** @import { BoardGrade, Cell, Clicks, ComparedNumber, Entry, Guesses, Review, ReviewedReplay } from "../modules/shapes.d.ts" */

const IMPOSSIBLE = 422;
const VERSION = 1;
const FURTHEST = 100_000;
const LONGEST_SECONDS = 1e7;
const SAME_SECONDS = 0.011;
/** Beyond it, a number is nonsense. */
const LARGEST = 1e9;
const COUNTS = ["three_bv", "solved", "left", "right", "chord"];
const SEED = /^\d{1,39}$/;
/** @type {Map<unknown, "move"|"reveal"|"flag"|"chord">} */
const ACTIONS = new Map([
  ["move", "move"],
  ["open", "reveal"],
  ["flag", "flag"],
  ["chord", "chord"],
]);

/** @typedef {{seconds: number, action: "move"|"reveal"|"flag"|"chord", x: number, y: number}} MouseEvent */
/** @typedef {Partial<Record<"seconds"|"three_bv"|"solved"|"left"|"right"|"chord", number> & {won: boolean}>} Stated What the file says of its game. */
/** @typedef {{level: string|null, start: "any"|"safe"|"opening", seed: string, index: number, guesses: Guesses, grade: BoardGrade|null}} Rules What the file tells of the game's rules. */
/** @typedef {{name: string, height: number, width: number, mines: Cell[], events: MouseEvent[], player: string, program: string, stated: Stated, rules: Rules|null}} Recording */

/** @param {string} text @param {string} name of the file @returns {Recording} */
export function readOwn(text, name) {
  try {
    const { kind, version, board, events, player = "", program = "", stated = {}, game } = JSON.parse(text);
    const { height, width, mines } = board;
    const areNames = typeof player === "string" && typeof program === "string";
    const isRight = areNames && kind === "replay" && version === VERSION && isSide(height) && isSide(width) && height * width <= MOST_CELLS && areCells(mines, height, width);
    if (isRight && areStatistics(stated) && Array.isArray(events)) {
      const read = events.map(eventOf);
      if (areInOrder(read) && read.some(({ action }) => action !== "move")) {
        return { name, height, width, mines, events: read, player, program, stated, rules: game === undefined ? null : rulesOf(game, { height, width, mines: mines.length }) };
      }
    }
  } catch {
    // it is said below
  }
  throw refusal(name);
}

/** @param {string} file */
const refusal = (file) => new Refused(say("local.no_replay", { file }), IMPOSSIBLE);

/** @param {unknown} side */
const isSide = (side) => Number.isInteger(side) && Number(side) > 0;

/** Whether these are cells of the board, each once, and leave one to open. @param {unknown} mines @param {number} height @param {number} width */
function areCells(mines, height, width) {
  if (!Array.isArray(mines) || new Set(mines.map(String)).size !== mines.length || mines.length >= height * width) return false;
  return mines.every((cell) => Array.isArray(cell) && cell.length === 2 && cell.every(Number.isInteger) && cell[0] >= 0 && cell[0] < height && cell[1] >= 0 && cell[1] < width);
}

/** Whether these are what a file may state of its game. @param {unknown} stated */
function areStatistics(stated) {
  if (typeof stated !== "object" || stated === null || Array.isArray(stated)) return false;
  return Object.entries(stated).every(([name, value]) => {
    if (name === "won") return typeof value === "boolean";
    const isKnown = name === "seconds" || (COUNTS.includes(name) && Number.isInteger(value));
    return isKnown && typeof value === "number" && Math.abs(value) < LARGEST;
  });
}

/** @param {any} game @param {{height: number, width: number, mines: number}} size @returns {Rules} */
function rulesOf(game, size) {
  const { level = null, start, seed, index = 0, guesses = "any", grade = null, ...others } = game;
  const isOfLevel = level === null || LEVELS.some(({ name, ...named }) => name === level && named.height === size.height && named.width === size.width && named.mines === size.mines);
  const areRules = ["any", "safe", "opening"].includes(start) && ["any", "none", "fair"].includes(guesses) && (grade === null || GRADES.includes(grade));
  const goTogether = (guesses !== "none" || start !== "any") && (grade === null || guesses === "none");
  const isSeeded = typeof seed === "string" && SEED.test(seed) && Number.isInteger(index) && index >= 0;
  const hasNoGaps = !Object.values(game).includes(null); // what goes without saying is left out
  if (!hasNoGaps || !isOfLevel || !areRules || !goTogether || !isSeeded || Object.keys(others).length) throw new TypeError("not the rules of a game");
  return { level, start, seed, index, guesses, grade };
}

/** @param {unknown} event @returns {MouseEvent} */
function eventOf(event) {
  const [seconds, kind, x, y] = Array.isArray(event) ? event : [];
  const action = ACTIONS.get(kind);
  const isRight = [seconds, x, y].every(Number.isFinite) && Math.abs(seconds) <= LONGEST_SECONDS && Math.max(Math.abs(x), Math.abs(y)) <= FURTHEST;
  if (!action || !isRight) throw new TypeError("not an event");
  return { seconds, action, x, y };
}

/** @param {MouseEvent[]} events */
const areInOrder = (events) => events.every(({ seconds }, at) => at === 0 || seconds >= events[at - 1].seconds);

/** Play the recorded clicks on the recorded board, and review the game. @param {Recording} recording @returns {Promise<ReviewedReplay>} */
export async function playBack({ name, height, width, mines, events, player, program, stated, rules }) {
  const layout = new Uint8Array(height * width);
  for (const [row, column] of mines) layout[row * width + column] = 1;
  const hidden = new Array(height).fill("#".repeat(width));
  const { address } = positionOf(viewOf(hidden, mines.length));
  const setup = { height, width, mines: mines.length, start: /** @type {const} */ ("any"), winning: /** @type {const} */ ("revealed"), seed: "0", layout: pack(layout), position: address };
  const table = await Table.begin(setup, { name: `${height}x${width}/${mines.length}`, level: rules?.level ?? null, own: false });
  /** @type {number|null} */
  let begins = null;
  let [now, path] = [events[0].seconds, 0];
  for (const [at, { seconds, action, x, y }] of events.entries()) {
    if (!table.isPlaying) break;
    now = seconds;
    if (begins !== null) path += Math.hypot(x - events[at - 1].x, y - events[at - 1].y);
    /** @type {Cell} */
    const cell = [Math.floor(y), Math.floor(x)];
    if (action === "move" || !hidden[cell[0]]?.[cell[1]]) continue;
    const entry = await table.act(action, cell);
    if (!entry) continue;
    const isFirst = begins === null && !isFlagging(entry);
    if (isFirst && entry.exploded && rules && rules.start !== "any") throw refusal(name);
    if (isFirst) begins = seconds;
    Object.assign(entry, { by: RECORDED, fair: rules?.guesses === "fair" });
    // No program lets the first cell be a risk, unless it is a mine after all, or the start rule says so.
    if (isFirst && !entry.exploded && rules?.start !== "any") Object.assign(entry, { free: true, certain: false, mine_probability: 0, best_probability: 0 });
    entry.seconds = toThousandths(seconds - (begins ?? seconds));
  }
  if (table.isPlaying) table.leave();
  const start = begins ?? now;
  const measured = toThousandths(now - start);
  if (rules) {
    const { start: rule, seed, guesses, grade } = rules;
    table.kept.setup = { ...table.kept.setup, start: rule, seed, guesses, grade, position: null };
  }
  const kept = { ...table.kept, seconds: measured, hand: { ...table.kept.hand, path } };
  const game = { ...table.shown(), seconds: measured, index: rules?.index ?? 0 };
  const review = await reviewOf(kept, viewsOf(kept), askingAbout(kept), rules ? sayRule(kept.setup) : "");
  const compared = comparedNumbers(stated, review, measured);
  const differing = compared.filter(({ agrees }) => !agrees).map((each) => each.words);
  const words = [
    player ? tell("replays.by_player", { player, program: program || "Sapper" }) : tell("replays.by_program", { program: program || "Sapper" }),
  ];
  if (compared.length) words.push(...(differing.length ? differing : [tell("replays.all_agree")]));
  return { source: "sapper", program, player, game, review, words, compared, path: events.map(({ seconds, x, y }) => [seconds - start, x, y]) };
}

/** Whatever the file states, beside what is measured. @param {Stated} stated @param {Review} review @param {number} seconds @returns {ComparedNumber[]} */
function comparedNumbers(stated, { status, numbers }, seconds) {
  /** @param {keyof Clicks} button */
  const clicks = (button) => (numbers?.effective && numbers.wasted ? numbers.effective[button] + numbers.wasted[button] : null);
  const measured = {
    ...{ seconds, three_bv: numbers?.three_bv, solved: numbers?.solved },
    ...{ left: clicks("left"), right: clicks("right"), chord: clicks("chord"), won: Number(status === "won") },
  };
  /** @param {keyof Stated} name @param {number} number */
  const written = (name, number) => (name === "won" ? tell(`replays.won.${number ? "yes" : "no"}`) : name === "seconds" ? decimal(number, 3) : String(number));
  return /** @type {(keyof Stated)[]} */ (Object.keys(measured)).flatMap((name) => {
    const [told, found] = [stated[name] ?? null, measured[name] ?? null];
    if (told === null || found === null) return [];
    const agrees = Math.abs(Number(told) - found) <= (name === "seconds" ? SAME_SECONDS : 0);
    const values = { name: tell(`replays.names.${name}`), stated: written(name, Number(told)), measured: written(name, found) };
    return [{ name, stated: Number(told), measured: found, agrees, words: tell(agrees ? "replays.agrees" : "replays.differs", values) }];
  });
}

/** @param {number} seconds */
const toThousandths = (seconds) => Math.round(1000 * seconds) / 1000;
