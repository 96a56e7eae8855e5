/** What fast mode opens: the twin of `sapper/play/fast.py`. */

import { GRADES } from "../modules/tables.js";
import { CLICK_BUDGET } from "./answers.js";
import { TooWide } from "./module.js";
import { cellAt } from "./views.js";

/** @import { BoardGrade, Cell } from "../modules/shapes.d.ts" */
/** @import { Engine, View } from "./module.js" */

/** The safe cells that the easiest technique finds; none if that is above the grade, or takes longer than a click may. @param {Engine} engine @param {View} view @param {BoardGrade} grade @returns {Cell[]} */
export function easyCells(engine, view, grade) {
  const hardest = GRADES.indexOf(grade) + 1;
  /** @type {number[]} */
  const known = [];
  try {
    for (;;) {
      const { technique, safe, mines } = engine.easiest(view, known, CLICK_BUDGET);
      if (technique === 0 || technique > hardest) return [];
      if (safe.length) return safe.map((place) => cellAt(view, place));
      known.push(...mines);
    }
  } catch (problem) {
    if (problem instanceof TooWide) return [];
    throw problem;
  }
}
