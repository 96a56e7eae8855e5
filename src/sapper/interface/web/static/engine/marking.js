/** An answer marked: the twin of `sapper/coach/marking.py`. */

import { CLICK_BUDGET, DEFAULT_BUDGET } from "./answers.js";
import { bestPlay, judgeMove } from "./judging.js";
import { cellAt, placeOf } from "./views.js";
import { GUESS, distance, wayOn } from "./ways.js";

/** @import { Cell, Move } from "../modules/shapes.d.ts" */
/** @import { Answers } from "./answers.js" */
/** @import { Judged } from "./judging.js" */
/** @import { Engine, View } from "./module.js" */

/**
 * An answer, or none where the solution was asked for: with the chance of a mine where something is certain, and where
 * nothing is, with the best move and how good the answer is beside it.
 * @typedef {{cell: Cell|null, isRight: boolean, solution: Cell, chance: number|null, judged: Judged|null, best: Move|null}} Marked
 */

/** What a guess is called that need not be practised. */
export const AS_GOOD = ["forced", "best", "good"];

/** Mark an answer; without a cell, it counts as wrong and the solution is told. @param {Answers} answers @param {View} view @param {string} kind @param {Cell|null} cell @returns {Marked} */
export function mark(answers, view, kind, cell) {
  return kind === GUESS ? markGuess(answers, view, cell) : markFound(answers.engine, view, cell);
}

/** @param {Engine} engine @param {View} view @param {Cell|null} cell @returns {Marked} */
function markFound(engine, view, cell) {
  const { probability, verdicts } = engine.analyze(view, DEFAULT_BUDGET);
  const about = { cell, chance: cell && probability[placeOf(view, cell)], judged: null, best: null };
  if (cell && verdicts[placeOf(view, cell)] === 1) return { ...about, isRight: true, solution: cell };
  const safe = (wayOn(engine, view, cell, DEFAULT_BUDGET)?.safe ?? []).map((place) => cellAt(view, place));
  const distances = safe.map((each) => (cell ? distance(cell, each) : 0));
  return { ...about, isRight: false, solution: safe[distances.indexOf(Math.min(...distances))] };
}

/** @param {Answers} answers @param {View} view @param {Cell|null} cell @returns {Marked} */
function markGuess(answers, view, cell) {
  const best = bestMove(answers, view);
  const judged = cell && judgeMove(answers.engine, view, cell);
  const isRight = judged !== null && AS_GOOD.includes(judged.verdict);
  return { cell, isRight, solution: cell && isRight ? cell : best.cell, chance: null, judged, best };
}

/** The best move where nothing is certain: by a search to the end if that is not too long, else the expert's. @param {Answers} answers @param {View} view @returns {Move} */
export function bestMove(answers, view) {
  const { engine } = answers;
  const solved = bestPlay(engine, view);
  if (!solved || solved.place === null) return answers.guess(view);
  const risk = engine.analyze(view, CLICK_BUDGET).probability[solved.place];
  return { cell: cellAt(view, solved.place), certain: false, mine_probability: risk, reason: { kind: "searched", won: solved.won, layouts: solved.layouts } };
}
