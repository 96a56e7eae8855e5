/** How a position comes into the page: typed or pasted text, a file, or an empty board. */

const TELLS_ITS_MINES = /^\s*(\{|\d+x\d+x\d+\s)/;
const ENDINGS = { mbf: "mbf", mine: "mine", json: "json", txt: "text" };
export const LARGEST_FILE = 90_000;

const ADDRESS = /^(?:\S*#\/analyse\/)?(\d+x\d+-\d+-[a-zA-Z0-9]+)$/;

/** The address that a text is, by itself or at the end of a link; or nothing. @param {string} text */
export const addressIn = (text) => text.trim().match(ADDRESS)?.[1];

/** @param {string} text */
export const tellsItsMines = (text) => TELLS_ITS_MINES.test(text) || text.includes("*");

/**
 * @param {File} file
 * @returns {Promise<{text: string, format?: string}>} as the server wants it
 */
export async function readFile(file) {
  if (file.size > LARGEST_FILE) throw new Error(`“${file.name}” is too large to be a position.`);
  const format = ENDINGS[file.name.split(".").pop().toLowerCase()];
  if (format !== "mbf") return { text: await file.text(), ...(format ? { format } : {}) };
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { text: btoa(String.fromCharCode(...bytes)), format };
}

/** @param {number} height @param {number} width @returns {string[]} */
export const emptyRows = (height, width) => new Array(height).fill("#".repeat(width));

/**
 * @param {string[]} rows
 * @param {import("./types.js").Cell} cell
 * @param {string} sign
 */
export function painted(rows, [row, column], sign) {
  const copy = [...rows];
  copy[row] = rows[row].slice(0, column) + sign + rows[row].slice(column + 1);
  return copy;
}
