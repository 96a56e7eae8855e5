/** Reads positions and boards, as `sapper/formats.py` does: as text, .mine, JSON or .mbf, or from an address. */

import { Refused } from "./api.js";
import { MOST_CELLS } from "./tables.js";
import { place } from "./words.js";

/** @import { Cell } from "./board.js" */
/** @import { PositionRequest } from "./shapes.d.ts" */

/**
 * What a player sees, or of a file that shows the mines, the untouched board and its numbers.
 * @typedef {{rows: string[], mines: number, board: string[]|null}} Read
 */

const UNREADABLE = 422;
const DIGITS = "012345678";
const HIDDEN_SIGNS = new Set("#._-H?");
const ADDRESS = /^([0-9]{1,9})x([0-9]{1,9})-([0-9]{1,9})-([a-zA-Z0-9]+)$/;
const ADDRESS_SIGNS = "abcdefghiHF";
const MINE_HEADER = /^(\d{1,9})x(\d{1,9})x(\d{1,9})$/;
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const MBF_HEADER = 4;

/** @param {string} sentence */
const unreadable = (sentence) => new Refused(sentence, UNREADABLE);

/** @param {number} number @param {string} one */
const counted = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;

/** Read a position or a board in one of the formats. @param {PositionRequest} request @returns {Read} */
export function readPosition({ text, format, mines }) {
  const read = readAs(format ?? recognised(text), text.replace(/^\ufeff/, ""), mines ?? null);
  if (typeof mines === "number" && mines !== read.mines) throw unreadable(`this has ${counted(read.mines, "mine")}, not ${mines}`);
  checkSize(read.rows.length, read.rows[0].length);
  return read;
}

/** Read the position in an address. @param {string} address @returns {Read} */
export function readAddress(address) {
  const found = address.match(ADDRESS);
  if (!found) throw unreadable(`an address reads HEIGHTxWIDTH-MINES-CELLS, as in 2x3-2-bHFbcH, not ${quoted(address.slice(0, 40))}`);
  const [height, width, mines] = found.slice(1, 4).map(Number);
  checkLevel(height, width, mines);
  checkSize(height, width);
  const signs = readRuns(found[4], height * width);
  if (signs.length !== height * width) throw unreadable(`the address has ${counted(signs.length, "cell")}, but a ${height}×${width} board has ${height * width}`);
  return { rows: rowsFrom(signs, width), mines, board: null };
}

/** @param {NonNullable<PositionRequest["format"]>} format @param {string} text @param {number|null} mines @returns {Read} */
function readAs(format, text, mines) {
  if (format === "mbf") return readMbf(text);
  if (format === "mine") return readMine(text);
  if (format === "json") return readJson(text, mines);
  return readText(text, mines);
}

/** The format that a text looks like. @param {string} text @returns {"json"|"mine"|"text"} */
function recognised(text) {
  const start = text.replace(/^\ufeff/, "").trimStart();
  if (start.startsWith("{")) return "json";
  return /^\d+x\d+x\d+\s*$/m.test(start.split("\n", 1)[0]) ? "mine" : "text";
}

// Rows of signs

/** @param {string} text @param {number|null} mines @returns {Read} */
function readText(text, mines) {
  let signs = text;
  if (text.includes("*")) {
    const rows = splitRows(text);
    const others = new Set(rows.flat());
    others.delete("*");
    const hides = [...others].some((sign) => HIDDEN_SIGNS.has(sign) || sign === "F");
    if (!hides || [...others].every((sign) => HIDDEN_SIGNS.has(sign))) return boardOf(rows, "*");
    signs = text.replaceAll("*", "F"); // known mines beside hidden cells: to a player, those are flags
  }
  if (!signs.trim()) throw unreadable("the text has no rows");
  if (mines === null) throw unreadable("the text does not give the number of mines");
  return viewOf(splitRows(signs), mines);
}

/** @param {string} text @returns {Read} */
function readMine(text) {
  const [header, ...lines] = text.trimStart().split("\n");
  const found = header.trim().match(MINE_HEADER);
  if (!found) throw unreadable(`a .mine file begins with WxHxM, as in 30x16x99, not ${quoted(header.trim().slice(0, 40))}`);
  const [width, height, mines] = found.slice(1).map(Number);
  const rows = splitRows(lines.join("\n"));
  if (rows.length !== height) throw unreadable(`the first line says ${counted(height, "row")}, but there are ${rows.length}`);
  if (rows[0].length !== width) throw unreadable(`the first line says ${counted(width, "column")}, but rows have ${rows[0].length}`);
  const signs = new Set(rows.flat());
  const [foreign] = [...signs].filter((sign) => !`${DIGITS}HF?`.includes(sign)).sort();
  if (foreign) {
    const row = rows.findIndex((line) => line.includes(foreign));
    throw unreadable(`row ${row}, column ${rows[row].indexOf(foreign)}: ${quoted(foreign)} is not a cell; 0–8, H (hidden), F (flag) or ? (mine)`);
  }
  if (!signs.has("?")) return viewOf(rows, mines);
  if (!signs.has("H") && !signs.has("F")) return boardOf(rows, "?", mines);
  return viewOf(rows.map((line) => line.map((sign) => (sign === "?" ? "F" : sign))), mines);
}

/** The rows of a text, one sign per cell: the same indent and single spaces between signs do not count. @param {string} text */
function splitRows(text) {
  const lines = text.split(LINE_END).map((line) => line.trimEnd());
  while (lines.length && !lines[0]) lines.shift();
  while (lines.length && !lines[lines.length - 1]) lines.pop();
  if (!lines.length) throw unreadable("the text has no rows");
  const indent = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  /** @type {string[][]} */
  const rows = [];
  for (const line of lines) {
    const spaced = [...line.slice(indent)];
    const isSpaced = spaced.length > 1 && spaced.every((sign, at) => (at % 2 ? !sign.trim() : sign !== " "));
    rows.push(isSpaced ? spaced.filter((_, at) => at % 2 === 0) : spaced);
    const { length } = rows[rows.length - 1];
    if (length !== rows[0].length) {
      throw unreadable(`row ${rows.length - 1} has ${counted(length, "cell")}, but row 0 has ${rows[0].length}: all rows must have the same length`);
    }
  }
  return rows;
}

/** Refuse rows with two signs for hidden: elsewhere, one of them means a 0 or a mine. @param {string[][]} rows */
function checkHiddenSign(rows) {
  const signs = rows.flat();
  const found = [...new Set(signs)].filter((sign) => HIDDEN_SIGNS.has(sign));
  if (found.length < 2) return;
  const width = rows[0].length;
  const [one, other] = found.map((sign) => ({ sign: quoted(sign), row: Math.floor(signs.indexOf(sign) / width), column: signs.indexOf(sign) % width }));
  throw unreadable(
    `row ${other.row}, column ${other.column}: ${other.sign} may mean hidden, and so may ${one.sign} (row ${one.row}, column ${one.column}); ` +
      "one of them may be a 0 or a mine: write # for hidden, 0 for 0, and F for a known mine",
  );
}

/** @param {string[][]} rows @param {number} mines @returns {Read} */
function viewOf(rows, mines) {
  checkHiddenSign(rows);
  rows.forEach((signs, row) =>
    signs.forEach((sign, column) => {
      if (DIGITS.includes(sign) || sign === "F" || HIDDEN_SIGNS.has(sign)) return;
      throw unreadable(`row ${row}, column ${column}: ${quoted(sign)} is not a cell; 0–8, # (hidden) or F (flag)`);
    }),
  );
  checkLevel(rows.length, rows[0].length, mines);
  return { rows: rows.map((signs) => signs.map((sign) => (HIDDEN_SIGNS.has(sign) ? "#" : sign)).join("")), mines, board: null };
}

/** A board whose mines are shown, with or without its numbers. @param {string[][]} rows @param {string} mine its sign @param {number} [mines] @returns {Read} */
function boardOf(rows, mine, mines) {
  checkHiddenSign(rows);
  /** @type {Cell[]} */
  const places = [];
  rows.forEach((signs, row) => signs.forEach((sign, column) => sign === mine && places.push([row, column])));
  const board = numbered(rows.length, rows[0].length, places);
  rows.forEach((signs, row) =>
    signs.forEach((sign, column) => {
      if (sign === mine || HIDDEN_SIGNS.has(sign)) return;
      if (!DIGITS.includes(sign)) throw unreadable(`row ${row}, column ${column}: ${quoted(sign)} is not a cell of a board`);
      const number = board[row][column];
      if (sign !== number) throw unreadable(`row ${row}, column ${column}: shows ${sign}, but ${number} neighbours hold mines`);
    }),
  );
  if (mines !== undefined && mines !== places.length) throw unreadable(`the total is said to be ${mines}, but ${counted(places.length, "mine")} can be seen`);
  return untouched(board, places.length);
}

/** An untouched game on a board. @param {string[]} board @param {number} mines @returns {Read} */
const untouched = (board, mines) => ({ rows: board.map((row) => "#".repeat(row.length)), mines, board });

/** The rows of a board: its mines as `*`, and all numbers. @param {number} height @param {number} width @param {Cell[]} mines */
function numbered(height, width, mines) {
  const counts = Array.from({ length: height }, () => new Array(width).fill(0));
  for (const [row, column] of mines) {
    for (let near = Math.max(row - 1, 0); near <= Math.min(row + 1, height - 1); near += 1) {
      for (let beside = Math.max(column - 1, 0); beside <= Math.min(column + 1, width - 1); beside += 1) counts[near][beside] += 1;
    }
  }
  for (const [row, column] of mines) counts[row][column] = "*";
  return counts.map((line) => line.join(""));
}

// .mbf and JSON

/** @param {string} text in base64 @returns {Read} */
function readMbf(text) {
  const raw = Uint8Array.from(decoded(text), (character) => character.charCodeAt(0));
  if (raw.length < MBF_HEADER) throw unreadable(`an .mbf file begins with ${MBF_HEADER} bytes; this has ${raw.length}`);
  const [width, height, high, low] = raw;
  const mines = 256 * high + low;
  const size = MBF_HEADER + 2 * mines;
  if (raw.length !== size) throw unreadable(`a file with ${counted(mines, "mine")} has ${size} bytes; this has ${raw.length}`);
  /** @type {Cell[]} */
  const places = Array.from({ length: mines }, (_, at) => [raw[MBF_HEADER + 2 * at + 1], raw[MBF_HEADER + 2 * at]]);
  return listedBoard(height, width, places);
}

/** @param {string} text */
function decoded(text) {
  try {
    return atob(text);
  } catch {
    throw unreadable("an .mbf file is sent in base64");
  }
}

/** @param {string} text @param {number|null} mines @returns {Read} */
function readJson(text, mines) {
  let content;
  try {
    content = JSON.parse(text);
  } catch (problem) {
    const line = String(problem).match(/line (\d+)/);
    throw unreadable(`${line ? `line ${line[1]}: ` : ""}this is not JSON`);
  }
  if (content?.kind === "view") {
    const rows = list(content, "rows");
    if (!rows.every((row) => typeof row === "string" && row && !LINE_END.test(row))) throw unreadable("'rows' is a list of strings, one per row");
    const total = mines === null || "mines" in content ? whole(content, "mines") : mines;
    return viewOf(splitRows(rows.join("\n")), total);
  }
  if (content?.kind === "board") {
    return listedBoard(whole(content, "height"), whole(content, "width"), list(content, "mines").map(cellOf));
  }
  throw unreadable("'kind' must be 'view' or 'board'");
}

/** @param {Object<string, unknown>} content @param {string} name */
function whole(content, name) {
  const value = content[name];
  if (!Number.isInteger(value)) throw unreadable(`'${name}' must be a whole number`);
  return /** @type {number} */ (value);
}

/** @param {Object<string, unknown>} content @param {string} name */
function list(content, name) {
  const value = content[name];
  if (!Array.isArray(value)) throw unreadable(`'${name}' must be a list`);
  return value;
}

/** @param {unknown} pair @returns {Cell} */
function cellOf(pair) {
  if (!Array.isArray(pair) || pair.length !== 2 || !pair.every(Number.isInteger)) throw unreadable(`a cell is [row, column], not ${JSON.stringify(pair)}`);
  return [pair[0], pair[1]];
}

/** A board whose mines are listed, none of them twice. @param {number} height @param {number} width @param {Cell[]} mines @returns {Read} */
function listedBoard(height, width, mines) {
  checkLevel(height, width, mines.length);
  const seen = new Set();
  for (const cell of mines) {
    if (seen.has(String(cell))) throw unreadable(`the mine at ${place(cell)} is listed twice`);
    seen.add(String(cell));
    const [row, column] = cell;
    if (row < 0 || row >= height || column < 0 || column >= width) throw unreadable(`${place(cell)} is not on a ${height}×${width} board`);
  }
  return untouched(numbered(height, width, mines), mines.length);
}

// Addresses

/** The signs of all cells; a number repeats the sign before it. @param {string} runs @param {number} most */
function readRuns(runs, most) {
  let signs = "";
  for (const [, letter, times] of runs.matchAll(/([a-zA-Z]?)([0-9]*)/g)) {
    if (!letter && !times) break;
    const at = letter ? ADDRESS_SIGNS.indexOf(letter) : -1;
    if (at < 0) throw unreadable(`${quoted((letter || times).slice(0, 1))} in the address is not a cell; a–i for 0–8, H (hidden) or F (flag)`);
    const count = Number(times || 1);
    if (signs.length + count > most) throw unreadable(`the address has more than the ${most} cells of its board`);
    signs += `${DIGITS}#F`[at].repeat(count);
  }
  return signs;
}

/** @param {string} signs @param {number} width */
const rowsFrom = (signs, width) => Array.from({ length: signs.length / width }, (_, row) => signs.slice(row * width, (row + 1) * width));

// What can't be

/** @param {number} height @param {number} width @param {number} mines */
function checkLevel(height, width, mines) {
  const board = `a ${height}×${width} board`;
  if (height < 1 || width < 1) throw unreadable(`${board} has no cells`);
  if (mines < 0) throw unreadable(`a board can't hold ${mines} mines`);
  if (mines > height * width) throw unreadable(`${mines} mines do not fit on ${board} of ${counted(height * width, "cell")}`);
}

/** @param {number} height @param {number} width */
function checkSize(height, width) {
  if (height * width <= MOST_CELLS) return;
  throw unreadable(`a board of ${height}×${width} is too large: at most ${MOST_CELLS.toLocaleString("en")} cells here`);
}

/** A text in quotation marks, with everything visible that is not. @param {string} text */
function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const shown = [...text].map((sign) => {
    if (sign === "\\" || sign === mark) return `\\${sign}`;
    if (sign === " " || !/[\p{C}\p{Z}]/u.test(sign)) return sign;
    const named = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[sign];
    const code = sign.codePointAt(0) ?? 0;
    const digits = code.toString(16);
    return named ?? (code < 256 ? `\\x${digits.padStart(2, "0")}` : `\\u${digits.padStart(4, "0")}`);
  });
  return mark + shown.join("") + mark;
}
