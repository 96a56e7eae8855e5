/** How a position gets into the page: as text, from a file, or as an empty board. */

import { say } from "./catalogue.js";
import { readAddress } from "./formats.js";

/** @import { Cell } from "./board.js" */
/** @import { Format, PositionRequest } from "./shapes.d.ts" */

const TELLS_ITS_MINES = /^\s*(\{|\d+x\d+x\d+\s)/;
/** @type {Map<string|undefined, Format>} */
const FORMATS = new Map([
  ["mbf", "mbf"],
  ["mine", "mine"],
  ["json", "json"],
  ["txt", "text"],
]);
/** What decoding makes of bytes that are no text. */
const IN_NO_TEXT = /[\0\uFFFD]/;
export const LARGEST_FILE = 90_000;

const ADDRESS = /^(?:\S*#\/analyse\/)?(\d+x\d+-\d+-[a-zA-Z0-9]+)$/;

/** The address in a text that is an address or a link to one; else undefined. @param {string} text */
export const addressIn = (text) => text.trim().match(ADDRESS)?.[1];

/** Whether a text says how many mines there are, or shows them. @param {string} text */
export const tellsItsMines = (text) => TELLS_ITS_MINES.test(text) || text.includes("*");

/** Whether a file says that it is a picture. @param {File} file */
export const isPicture = (file) => file.type.startsWith("image/");

/**
 * @param {File} file
 * @returns {Promise<PositionRequest>}
 */
export async function readFile(file) {
  if (isPicture(file)) throw new Error(say("picture.elsewhere"));
  if (file.size > LARGEST_FILE) throw new Error(say("source.too_large", { file: file.name }));
  const format = FORMATS.get(file.name.split(".").pop()?.toLowerCase());
  if (format !== "mbf") return { text: await readText(file), ...(format ? { format } : {}) };
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { text: btoa(String.fromCharCode(...bytes)), format };
}

/** @param {File} file */
async function readText(file) {
  const text = await file.text();
  if (IN_NO_TEXT.test(text)) throw new Error(say("source.no_text", { file: file.name }));
  return text;
}

/** Whether the number of mines is still to be told. @param {PositionRequest} request */
export const lacksTotal = ({ text, format, mines }) => format !== "mbf" && typeof mines !== "number" && !tellsItsMines(text);

/** A position that was dropped as text: an address, a link to one, or one of the formats. @param {string} text @returns {PositionRequest} */
export function readDropped(text) {
  const address = addressIn(text);
  if (!address) return { text };
  const { rows, mines } = readAddress(address);
  return { text: rows.join("\n"), mines, format: "text" };
}

/** @param {number} height @param {number} width @returns {string[]} */
export const emptyRows = (height, width) => new Array(height).fill("#".repeat(width));

/**
 * @param {string[]} rows
 * @param {Cell} cell
 * @param {string} sign
 */
export function painted(rows, [row, column], sign) {
  const copy = [...rows];
  copy[row] = rows[row].slice(0, column) + sign + rows[row].slice(column + 1);
  return copy;
}
