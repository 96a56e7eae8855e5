/**
 * Asks the page's engine outside a browser: reads a question per line, [name, ...arguments], and writes an answer per line.
 * A view is written {rows, mines}.
 */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const folder = new URL(`file://${process.argv[2]}/`);
const { Engine } = await import(new URL("module.js", folder));
const { Answers, CLICK_BUDGET, DEFAULT_BUDGET, EXPERT_BUDGET, firstCell, shownIn } = await import(new URL("answers.js", folder));
const shapes = await import(new URL("shapes.js", folder));

const { whyInWords } = await import(new URL("../modules/wording.js", folder));

/** @param {string} language */
const wordsIn = (language) => JSON.parse(readFileSync(new URL(`../../src/sapper/words/${language}.json`, import.meta.url), "utf8"));
const engine = await Engine.load(new WebAssembly.Module(readFileSync(new URL("engine.wasm", folder))));
const answers = new Answers(engine, wordsIn("en"));

const questions = {
  odds: (view, rules) => shapes.oddsOf(view, answers.odds(view, rules)),
  analyse: (view) => shapes.analysisOf(view, answers.analyse(view)),
  hint: (view, rules) => answers.hint(view, rules),
  guess: (view, rules) => answers.guess(view, rules),
  explain: (view, cell) => answers.explain(view, cell),
  why: (view, cell, language) => whyInWords(answers.explain(view, cell), shownIn(view), wordsIn(language)),
  budgets: () => [DEFAULT_BUDGET, CLICK_BUDGET, EXPERT_BUDGET],
  first_cell: (height, width, start) => firstCell(height, width, start),
};

/** @param {any} argument */
const read = (argument) => (argument?.rows ? shapes.viewOf(argument.rows, argument.mines) : argument);

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...given] = JSON.parse(line);
  let answer;
  try {
    answer = questions[name](...given.map(read));
  } catch (problem) {
    answer = { problem: problem.constructor.name, message: problem.message };
  }
  process.stdout.write(`${JSON.stringify(answer ?? null)}\n`);
}
