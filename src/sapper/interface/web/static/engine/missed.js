/** What a needless guess missed: the twin of `sapper/play/missed.py`. */

import { filled, form } from "../modules/catalogue.js";
import { place as spoken } from "../modules/words.js";
import { listed } from "../modules/wording.js";
import { DEFAULT_BUDGET } from "./answers.js";
import { explain } from "./explanations.js";
import { TooWide } from "./module.js";
import { cellAt, placeOf } from "./views.js";

/** @import { Section } from "../modules/catalogue.js" */
/** @import { Cell } from "../modules/shapes.d.ts" */
/** @import { Derivation } from "../modules/wording.js" */
/** @import { Engine, View } from "./module.js" */

/** How many of the certain cells are compared, the nearest to the guess first. */
const MOST_EXPLAINED = 3;
const MOST_NUMBERS_NAMED = 3;
/** States counted for each, about a tenth of a second: the game is over, but nobody likes to wait. */
const EXPLAIN_BUDGET = 1_000_000;
const SAFE = 1;

/**
 * Which cell was certain when `guess` was opened, and why; nothing where none was.
 * @param {Engine} engine
 * @param {View} view
 * @param {Cell} guess
 * @param {Record<"answers"|"play", Section>} words
 */
export function sayMissed(engine, view, guess, words) {
  const { play } = words;
  const nearest = nearestSafe(engine, view, guess).slice(0, MOST_EXPLAINED);
  const reasons = nearest.flatMap((cell) => reasonFor(engine, view, cell) ?? []);
  if (!reasons.length) return nearest.length ? filled(play.missed_certain, { cell: spoken(nearest[0]) }) : "";
  const [simplest] = reasons.sort((one, other) => Number(usesTotal(one)) - Number(usesTotal(other)) || one.numbers.length - other.numbers.length);
  const shown = form(play.missed_by, simplest.numbers.length + Number(usesTotal(simplest)));
  return filled(shown, { cell: spoken(simplest.cell), sources: sourcesOf(view, simplest, words) });
}

/** @param {Engine} engine @param {View} view @param {Cell} guess @returns {Cell[]} */
function nearestSafe(engine, view, guess) {
  const verdicts = within(() => engine.analyze(view, DEFAULT_BUDGET).verdicts) ?? [];
  const safe = Array.from(verdicts.keys()).filter((place) => verdicts[place] === SAFE);
  /** @param {Cell} cell */
  const distance = ([row, column]) => Math.max(Math.abs(row - guess[0]), Math.abs(column - guess[1]));
  return safe.map((place) => cellAt(view, place)).sort((one, other) => distance(one) - distance(other)); // row by row where it is the same
}

/** @param {Engine} engine @param {View} view @param {Cell} cell @returns {Derivation|null} */
function reasonFor(engine, view, cell) {
  const answer = within(() => explain(engine, view, placeOf(view, cell), EXPLAIN_BUDGET));
  return answer?.kind === "derivation" ? answer : null;
}

/** @param {Derivation} reason */
const usesTotal = ({ grade }) => grade === "total";

/** The numbers of a derivation, by name where they are few. @param {View} view @param {Derivation} reason @param {Record<"answers"|"play", Section>} words */
function sourcesOf(view, reason, { play, answers }) {
  const { numbers } = reason;
  const sources = numbers.map((cell) => filled(answers.number, { number: view.numbers[placeOf(view, cell)], cell: spoken(cell) }));
  const named = sources.length > MOST_NUMBERS_NAMED ? [filled(form(play.numbers, sources.length), { n: sources.length })] : sources;
  return listed(usesTotal(reason) ? [...named, play.mine_total] : named, answers);
}

/** What is found within the budget, or null. @template Found @param {() => Found} find */
function within(find) {
  try {
    return find();
  } catch (problem) {
    if (problem instanceof TooWide) return null;
    throw problem;
  }
}
