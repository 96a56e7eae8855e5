/** Fresh positions of a kind, the same as Python's for the same seed: the twin of `sapper/coach/puzzles.py`. */

import { GRADES } from "../modules/tables.js";
import { DEFAULT_BUDGET } from "./answers.js";
import { TECHNIQUES, lay, makeBoard, pack, solve } from "./boards.js";
import { Game } from "./game.js";
import { judgeMove } from "./judging.js";
import { bestMove } from "./marking.js";
import { positionOf } from "./shapes.js";
import { firstCell } from "./views.js";
import { GUESS, wayOn } from "./ways.js";

/** @import { Cell, Position } from "../modules/shapes.d.ts" */
/** @import { Answers } from "./answers.js" */
/** @import { Engine, Source, View } from "./module.js" */
/** @import { WayOn } from "./ways.js" */

/** @typedef {{kind: string, position: Position}} Puzzle A position and what it asks for; with flags on mines that are found more easily. */

/** Small enough for any screen, with enough mines for every technique. */
const LEVEL = /** @type {const} */ ({ height: 9, width: 9, mines: 12, start: "opening" });
const FIRST = firstCell(LEVEL.height, LEVEL.width, LEVEL.start);
/** For one position: some places are rare. */
const BOARDS_TRIED = 60;

/** Position `index` of a seed and a kind; where its place is too rare, at another; null if none is found. @param {Answers} answers @param {string} kind @param {bigint} seed @param {number} index @returns {Puzzle|null} */
export function freshPuzzle(answers, kind, seed, index) {
  const [technique, isPlaced] = kind.split(", ");
  /** @type {Puzzle|null} */
  let otherPlace = null;
  for (let number = index * BOARDS_TRIED; number < (index + 1) * BOARDS_TRIED; number += 1) {
    const source = { seed, index: BigInt(number) };
    const found = kind === GUESS ? guessOf(answers, source) : positionsOf(answers.engine, technique, source);
    const suited = found.filter((one) => !isPlaced || one.kind === kind);
    if (suited.length) return suited[index % suited.length];
    otherPlace ??= found[0] ?? null;
  }
  return otherPlace;
}

/** The positions that take a technique, of those that one board leads through. @param {Engine} engine @param {string} technique @param {Source} source @returns {Puzzle[]} */
function positionsOf(engine, technique, source) {
  const { layout } = makeBoard(engine, LEVEL, source, FIRST, GRADES[TECHNIQUES.indexOf(technique)]);
  const { stages, views } = solved(engine, layout);
  return stages.flatMap((stage, at) => {
    const way = stage.technique === technique && stage.safe.length ? wayOn(engine, views[at], null, DEFAULT_BUDGET) : null;
    return way && TECHNIQUES[way.technique - 1] === technique ? [posed(views[at], way.kind, way)] : [];
  });
}

/** The position in which a board is stuck, unless every guess is as good. @param {Answers} answers @param {Source} source @returns {Puzzle[]} */
function guessOf(answers, source) {
  const { engine } = answers;
  const { complete, views } = solved(engine, lay(engine, LEVEL, source, FIRST));
  const view = views[views.length - 1];
  if (complete) return [];
  const judged = judgeMove(engine, view, bestMove(answers, view).cell);
  return judged?.verdict === "forced" ? [] : [posed(view, GUESS, null)];
}

/** The way through a board without a guess, and what was seen before each stage and at the end. @param {Engine} engine @param {Uint8Array} layout */
function solved(engine, layout) {
  const game = new Game(engine, { ...LEVEL, seed: "0", first: FIRST, layout: pack(layout) });
  const { stages, complete } = solve(engine, LEVEL, layout, FIRST);
  /** @param {Cell[]} cells @returns {View} */
  const after = (cells) => {
    for (const cell of cells) game.act("reveal", cell);
    return { ...game.view, numbers: game.seen.slice() };
  };
  return { stages, complete, views: [after([FIRST]), ...stages.map(({ safe }) => after(safe))] };
}

/** A position as it is asked: what is found more easily is flagged. @param {View} view @param {string} kind @param {WayOn|null} way @returns {Puzzle} */
const posed = (view, kind, way) => ({ kind, position: positionOf({ ...view, flags: way?.known ?? [] }) });

/** A position from a game, asked as fresh ones are. @param {Engine} engine @param {View} view @param {string} kind */
export function puzzleFrom(engine, view, kind) {
  return posed(view, kind, kind === GUESS ? null : wayOn(engine, view));
}
