/** What a game comes to in the numbers players know: the twin of `sapper/play/measured.py` and `sapper/play/numbers.py`. */

import { tell, written } from "../modules/catalogue.js";
import { SHORT_NUMBERS, STNB_CONSTANTS } from "../modules/tables.js";
import { measureBoard, visiblySolved } from "./measures.js";
import { isByHand } from "./saying.js";

/** @import { Clicks, Entry, GameNumber, Numbers } from "../modules/shapes.d.ts" */
/** @import { SharedSentences } from "../modules/sentences.d.ts" */
/** @import { Hand, Kept } from "./database.js" */
/** @import { BoardMeasures } from "./measures.js" */

const MOST_CELLS_MEASURED = 10_000;
const MOST_CELLS_MEASURED_IN_PLAY = 2500;
const TIME_POWER = 1.7;
const PIXELS_PER_CELL = 16;

/** @typedef {Extract<keyof SharedSentences, `play.number_names.${string}`>} NumberName */

/** The board's measures of games that are over: they do not change. @type {Map<string, {board: BoardMeasures, solved: number}>} */
const measured = new Map();

/** The numbers of a game; null before the first turn, and on a huge board. @param {Kept} kept @param {{rows: string[], seconds: number}} [now] how it stands, if not as it is kept @returns {Numbers|null} */
export function numbersOf(kept, { rows, seconds } = kept) {
  const { entries, status, setup } = kept;
  const isOver = status !== "playing";
  const cells = setup.height * setup.width;
  if (!entries.length || cells > (isOver ? MOST_CELLS_MEASURED : MOST_CELLS_MEASURED_IN_PLAY)) return null;
  const { board, solved } = isOver ? boardOf(kept) : { board: null, solved: soFar(kept, rows) };
  const [effective, wasted] = clicksOf(entries, kept.hand);
  const clicks = effective && wasted && sum(effective) + sum(wasted);
  const isComplete = status !== "lost" && solved === board?.three_bv;
  const { height, width, mines } = setup;
  const constant = STNB_CONSTANTS.find(({ size }) => String(size) === String([height, width, mines]))?.constant;
  const share = board?.three_bv ? solved / board.three_bv : null;
  const numbers = {
    seconds,
    solved,
    three_bv: board?.three_bv ?? null,
    openings: board?.openings ?? null,
    islands: board?.islands ?? null,
    zini: board?.zini ?? null,
    human_zini: board?.human_zini ?? null,
    effective,
    wasted,
    path: kept.hand.path,
    three_bv_per_second: ratio(solved, seconds),
    estimated_seconds: board && ratio(seconds * board.three_bv, solved),
    efficiency: ratio(solved, clicks),
    correctness: ratio(effective && sum(effective), clicks),
    throughput: ratio(solved, effective && sum(effective)),
    zini_efficiency: isComplete ? ratio(board?.zini ?? null, clicks) : null,
    rqp: ratio(seconds ** 2, solved),
    qg: ratio(seconds ** TIME_POWER, solved),
    stnb: constant && share !== null && seconds > 0 ? ((constant * solved) / seconds ** TIME_POWER) * Math.sqrt(share) : null,
  };
  const lines = sayNumbers(numbers, isOver, isComplete);
  return { ...numbers, lines, short: inShort(lines) };
}

/** @param {Kept} kept */
function boardOf(kept) {
  const { id, given, rows, entries, setup } = kept;
  const known = measured.get(id);
  if (known) return known;
  const shown = [...given.join("")];
  const open = [...shown.keys()].filter((place) => shown[place] >= "0" && shown[place] <= "8");
  const opened = entries.flatMap((entry) => entry.opened.map(([row, column]) => row * setup.width + column));
  const found = measureBoard(rows, { given: open, opened }, setup);
  measured.set(id, found);
  return found;
}

/** @param {Kept} kept @param {string[]} rows */
const soFar = ({ given, setup }, rows) => Math.max(0, visiblySolved(rows, setup) - visiblySolved(given, setup));

/** @param {Clicks} clicks */
const sum = ({ left, right, chord }) => left + right + chord;

/** @param {number|null} part @param {number|null} whole */
const ratio = (part, whole) => (part !== null && whole ? part / whole : null);

/** The player's effective and wasted clicks; neither is known where an agent helped. @param {Entry[]} entries @param {Hand} hand @returns {[Clicks|null, Clicks|null]} */
function clicksOf(entries, hand) {
  if (!entries.every(isByHand)) return [null, null];
  /** @param {Entry} entry */
  const buttonOf = ({ action }) => (action === "reveal" ? "left" : action === "chord" ? "chord" : "right");
  const effective = entries.filter(({ exploded }) => !exploded).map(buttonOf);
  const met = entries.filter(({ exploded }) => exploded).map(buttonOf);
  return [counted(effective), counted([...met, ...hand.idle.map(({ button }) => button)])];
}

/** @param {(keyof Clicks)[]} buttons @returns {Clicks} */
function counted(buttons) {
  const clicks = { left: 0, right: 0, chord: 0 };
  for (const button of buttons) clicks[button] += 1;
  return clicks;
}

/** @param {Clicks} clicks */
const byButton = (clicks) => `${clicks.left} + ${clicks.right} + ${clicks.chord}`;

/** Every number that can be told, in the order in which they are shown. @param {Omit<Numbers, "lines"|"short">} numbers @param {boolean} isOver @param {boolean} isComplete @returns {GameNumber[]} */
function sayNumbers(numbers, isOver, isComplete) {
  const { effective, wasted, solved } = numbers;
  const all = effective && wasted && { left: effective.left + wasted.left, right: effective.right + wasted.right, chord: effective.chord + wasted.chord };
  /** @type {[name: string, value: string|null][]} */
  const told = [
    ["time", seconds(numbers.seconds, isOver)],
    ["three_bv", isOver ? tell("play.number_of", { part: solved, whole: numbers.three_bv ?? 0 }) : String(solved)],
    ["three_bv_per_second", rounded(numbers.three_bv_per_second)],
    ["clicks", all && String(sum(all))],
    ["buttons", all && byButton(all)],
    ["wasted", wasted && String(sum(wasted))],
    ["wasted_buttons", wasted && byButton(wasted)],
    ["efficiency", rounded(numbers.efficiency)],
  ];
  if (isOver) {
    told.push(
      ["correctness", rounded(numbers.correctness)],
      ["throughput", rounded(numbers.throughput)],
      ["zini", numbers.zini === null ? null : String(numbers.zini)],
      ["human_zini", numbers.human_zini === null ? null : String(numbers.human_zini)],
      ["zini_efficiency", rounded(numbers.zini_efficiency)],
      ["openings", String(numbers.openings)],
      ["islands", String(numbers.islands)],
      ["rqp", rounded(numbers.rqp)],
      ["qg", rounded(numbers.qg)],
      ["stnb", rounded(numbers.stnb)],
      ["estimated_seconds", isComplete || numbers.estimated_seconds === null ? null : seconds(numbers.estimated_seconds, true)],
      ["path", numbers.path === null ? null : tell("play.number_pixels", { pixels: Math.floor(PIXELS_PER_CELL * numbers.path + 0.5) })],
    );
  }
  return told.flatMap(([name, value]) => (value === null ? [] : [{ name, label: tell(/** @type {NumberName} */ (`play.number_names.${name}`)), value }]));
}

/** The most telling numbers in one line. @param {GameNumber[]} lines */
function inShort(lines) {
  return lines
    .filter(({ name }) => SHORT_NUMBERS.some((short) => short === name))
    .map(({ label, value }) => `${label} ${value}`)
    .join(tell("answers.comma"));
}

/** To the thousandth of a second; while the clock runs, to the tenth. @param {number} time @param {boolean} isOver */
export const seconds = (time, isOver) => tell("play.number_seconds", { seconds: written(isOver ? time.toFixed(3) : (Math.floor(10 * time) / 10).toFixed(1)) });

/** To the thousandth, halves up. @param {number|null} number */
export const rounded = (number) => (number === null ? null : written((Math.floor(1000 * number + 0.5) / 1000).toFixed(3)));
