/** What a position asks for: the twin of `sapper/coach/kind.py`. */

import { CLICK_BUDGET } from "./answers.js";
import { TECHNIQUES } from "./boards.js";
import { cellAt } from "./views.js";

/** @import { Engine, Stage, View } from "./module.js" */
/** @import { Cell } from "../modules/shapes.d.ts" */

/** The kind of a position in which nothing is certain. */
export const GUESS = "guess";
/** More numbers than these, and the mine total, reach over the board. */
const MOST_WITH_A_PLACE = 4;
/** Where a step lies, by how many borders it touches. */
const PLACES = ["inside", "edge", "corner"];

/** @typedef {{numbers: number[], safe: number[], mines: number[]}} Step Numbers, and the cells that they settle. */
/** @typedef {{kind: string, technique: number, safe: number[], known: number[]}} WayOn The safe cells at its end, and the mines found before its hardest step. */

/**
 * The easiest way to a safe cell, its kind told by the step nearest to a cell; null if nothing is safe.
 * @param {Engine} engine
 * @param {View} view
 * @param {Cell|null} [near]
 * @param {number} [budget]
 * @returns {WayOn|null}
 */
export function wayOn(engine, view, near = null, budget = CLICK_BUDGET) {
  /** @type {number[]} */
  const known = [];
  /** @type {{stage: Stage, before: number[]}|null} */
  let hardest = null;
  for (;;) {
    const stage = engine.easiest(view, known, budget);
    if (stage.technique === 0) return null;
    if (stage.technique >= (hardest?.stage.technique ?? 0)) hardest = { stage, before: [...known] };
    if (stage.safe.length && hardest) {
      const { technique } = hardest.stage;
      return { kind: kindOf(view, hardest.stage, near), technique, safe: stage.safe, known: hardest.before };
    }
    known.push(...stage.mines);
  }
}

/** A stage's technique, and where its step nearest to a cell lies. @param {View} view @param {Stage} stage @param {Cell|null} near */
function kindOf(view, { technique, settled }, near) {
  const name = TECHNIQUES[technique - 1];
  if (technique > MOST_WITH_A_PLACE) return name;
  const { numbers, safe, mines } = nearest(view, stepsOf(settled), near);
  const touched = Math.max(...[...numbers, ...safe, ...mines].map((place) => bordersAt(view, place)));
  return `${name}, ${PLACES[touched]}`;
}

/** Cells that the same numbers settle make a step; steps are in the order of their numbers. @param {Stage["settled"]} settled @returns {Step[]} */
function stepsOf(settled) {
  /** @type {Map<string, Step>} */
  const steps = new Map();
  for (const { place, isMine, numbers } of settled) {
    const step = steps.get(String(numbers)) ?? { numbers, safe: [], mines: [] };
    (isMine ? step.mines : step.safe).push(place);
    steps.set(String(numbers), step);
  }
  return [...steps.values()].sort((one, other) => {
    const differs = one.numbers.findIndex((number, at) => number !== other.numbers[at]);
    return one.numbers[differs] - other.numbers[differs];
  });
}

/** The first of the steps that are nearest to a cell, one that finds a safe cell if any does. @param {View} view @param {Step[]} steps @param {Cell|null} near @returns {Step} */
function nearest(view, steps, near) {
  const finding = steps.filter(({ safe }) => safe.length);
  const asked = finding.length ? finding : steps;
  if (!near) return asked[0];
  const distances = asked.map(({ safe, mines }) => Math.min(...(safe.length ? safe : mines).map((place) => distance(near, cellAt(view, place)))));
  return asked[distances.indexOf(Math.min(...distances))];
}

/** How many borders of the board a cell touches, 2 at the most. @param {View} view @param {number} place */
function bordersAt(view, place) {
  const [row, column] = cellAt(view, place);
  return Number(row === 0 || row === view.height - 1) + Number(column === 0 || column === view.width - 1);
}

/** How many steps of a king from one cell to another. @param {Cell} one @param {Cell} other */
export const distance = (one, other) => Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]));
