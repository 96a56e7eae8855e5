/**
 * Asks the page's engine outside a browser: reads a question per line, [name, ...arguments], and writes an answer per line.
 * A view is written {rows, mines}.
 */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const folder = new URL(`file://${process.argv[2]}/`);
const { Engine } = await import(new URL("module.js", folder));
const { Answers, CLICK_BUDGET, DEFAULT_BUDGET, EXPERT_BUDGET } = await import(new URL("answers.js", folder));
const { judgeChord, judgeMove } = await import(new URL("judging.js", folder));
const { easyCells } = await import(new URL("easy.js", folder));
const { explain } = await import(new URL("explanations.js", folder));
const { mark } = await import(new URL("marking.js", folder));
const { freshPuzzle, puzzleFrom } = await import(new URL("puzzles.js", folder));
const { wayOn } = await import(new URL("ways.js", folder));
const { sayMissed } = await import(new URL("missed.js", folder));
const { firstCell, placeOf } = await import(new URL("views.js", folder));
const boards = await import(new URL("boards.js", folder));
const { Game } = await import(new URL("game.js", folder));
const shapes = await import(new URL("shapes.js", folder));

const wordsOf = (language) => JSON.parse(readFileSync(new URL(`../../src/sapper/words/${language}.json`, import.meta.url), "utf8"));
const engine = new Engine(new WebAssembly.Module(readFileSync(new URL("engine.wasm", folder))));
const answers = new Answers(engine, wordsOf("en"));

const questions = {
  odds: (view, rules) => shapes.oddsOf(view, answers.odds(view, rules)),
  analyse: (view) => shapes.analysisOf(view, answers.analyse(view)),
  hint: (view, rules) => answers.hint(view, rules),
  guess: (view, rules) => answers.guess(view, rules),
  why: (view, cell, language, rules) => new Answers(engine, wordsOf(language)).why(view, cell, rules),
  explain: (view, cell) => explain(engine, view, placeOf(view, cell), DEFAULT_BUDGET),
  missed: (view, guess, language) => sayMissed(engine, view, guess, wordsOf(language)),
  risk: (view, cells, rules) => answers.risk(view, cells, rules),
  judge: (view, cell, guesses) => judgeMove(engine, view, cell, guesses),
  judgeChord: (view, cell, risk, guesses) => judgeChord(engine, view, cell, risk, guesses),
  easy: (view, grade) => easyCells(engine, view, grade),
  way: (view, near) => wayOn(engine, view, near),
  fresh_puzzle: (kind, seed, index) => freshPuzzle(answers, kind, BigInt(seed), index),
  puzzle_from: (view, kind) => puzzleFrom(engine, view, kind),
  mark: (view, kind, cell) => mark(answers, view, kind, cell),
  lay: (level, seed, index, first) => boards.pack(boards.lay(engine, level, sourceOf(seed, index), first)),
  make: (level, seed, index, first, grade) => {
    const { layout, repaired, tried, moved } = boards.makeBoard(engine, level, sourceOf(seed, index), first, grade);
    return { layout: boards.pack(layout), repaired, tried, moved };
  },
  solve: (level, layout, first) => boards.solve(engine, level, boards.unpack(layout, level), first),
  daily: (day, size, grade) => {
    const { seed, first } = boards.puzzleOfTheDay(engine, day, size, grade);
    return { seed: String(seed), first };
  },
  play: (setup, turns) => {
    const game = new Game(engine, setup);
    const tell = (turn) => ({ turn, rows: game.rows, status: game.status, exploded: game.exploded, kept: game.kept.layout });
    return [tell(null), ...turns.map(([action, cell]) => tell(game.act(action, cell)))];
  },
  restore: (setup, turns) => Game.restored(engine, setup, turns).rows,
  size: () => engine.size,
  budgets: () => [DEFAULT_BUDGET, CLICK_BUDGET, EXPERT_BUDGET],
  first_cell: (height, width, start) => firstCell(height, width, start),
};

const sourceOf = (seed, index) => ({ seed: BigInt(seed), index: BigInt(index) });

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
