/** Views and odds in the shapes that the page knows from the server. */

/** @import { Analysis, Cell, Odds, Position } from "../modules/shapes.d.ts" */
/** @import { FlatAnalysis, FlatOdds } from "./answers.js" */
/** @import { View } from "./module.js" */

const HIDDEN = -1;
/** How an address writes the numbers from 0 on. */
const LETTERS = "abcdefghi";
const SAME_LETTERS = /(.)\1{2,}/g;

/** What a player sees in rows of text; anything but a digit is hidden, and F a flag. @param {string[]} rows @param {number} mines @returns {View} */
export function viewOf(rows, mines) {
  const height = rows.length;
  const width = rows[0].length;
  const numbers = new Int8Array(height * width);
  /** @type {number[]} */
  const flags = [];
  let place = 0;
  for (const row of rows) {
    for (const sign of row) {
      numbers[place] = sign >= "0" && sign <= "8" ? Number(sign) : HIDDEN;
      if (sign === "F") flags.push(place);
      place += 1;
    }
  }
  return { height, width, mines, numbers, flags };
}

/** The same as text again. @param {View} view */
export function rowsOf({ height, width, numbers, flags = [] }) {
  const signs = Array.from(numbers, (number) => (number < 0 ? "#" : String(number)));
  for (const place of flags) signs[place] = "F";
  return Array.from({ length: height }, (_, row) => signs.slice(row * width, (row + 1) * width).join(""));
}

/** A position with the address that shares it. @param {View} view @returns {Position} */
export function positionOf(view) {
  const { height, width, mines, numbers, flags = [] } = view;
  const letters = Array.from(numbers, (number) => (number < 0 ? "H" : LETTERS[number]));
  for (const place of flags) letters[place] = "F";
  const runs = letters.join("").replace(SAME_LETTERS, (run, letter) => `${letter}${run.length}`);
  return { height, width, mines, rows: rowsOf(view), address: `${height}x${width}-${mines}-${runs}` };
}

/** @param {View} view @param {FlatOdds} odds @returns {Odds} */
export function oddsOf(view, odds) {
  return { ...certainOf(view, odds), probability: chancesOf(view, odds), best: safestOf(view, odds), complete: odds.complete, notice: odds.notice };
}

/** @param {View} view @param {FlatAnalysis} analysis @returns {Analysis} */
export function analysisOf(view, { odds, best, layouts, contradiction }) {
  const about = { position: positionOf(view), board: null, best, layouts, contradiction };
  if (!odds) return { ...about, safe: [], mines: [], probability: null, complete: true, notice: "" };
  return { ...about, ...certainOf(view, odds), probability: chancesOf(view, odds), complete: odds.complete, notice: odds.notice };
}

/** @param {View} view @param {FlatOdds} odds */
function certainOf({ width }, { verdicts }) {
  /** @type {Cell[]} */
  const safe = [];
  /** @type {Cell[]} */
  const mines = [];
  verdicts.forEach((verdict, place) => {
    if (verdict) (verdict > 0 ? safe : mines).push([Math.floor(place / width), place % width]);
  });
  return { safe, mines };
}

/** The chances row by row; null where a cell is revealed or its odds are unknown. @param {View} view @param {FlatOdds} odds */
function chancesOf({ height, width }, { probability }) {
  /** @type {(number|null)[][]} */
  const chances = [];
  for (let row = 0; row < height; row += 1) {
    const line = new Array(width);
    for (let column = 0; column < width; column += 1) {
      const chance = probability[row * width + column];
      line[column] = Number.isNaN(chance) ? null : chance;
    }
    chances.push(line);
  }
  return chances;
}

/** The first of the safest cells; null if only mines are left, or none is known to be safe. @param {View} view @param {FlatOdds} odds @returns {Cell|null} */
function safestOf({ width }, { probability, complete }) {
  let safest = -1;
  let least = complete ? 1 : Number.MIN_VALUE;
  probability.forEach((chance, place) => {
    if (chance < least) {
      least = chance;
      safest = place;
    }
  });
  return safest < 0 ? null : [Math.floor(safest / width), safest % width];
}
