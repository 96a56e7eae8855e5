/** Times the page's engine: reads positions, {rows, mines} per line, and writes the milliseconds of each, the best of many. */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { Engine } from "../src/sapper/interface/web/static/engine/module.js";
import { viewOf } from "../src/sapper/interface/web/static/engine/shapes.js";

const BUDGET = 10_000_000;
const folder = new URL("../src/sapper/interface/web/static/engine/", import.meta.url);
const engine = new Engine(new WebAssembly.Module(readFileSync(new URL("engine.wasm", folder))));
const rounds = Number(process.argv[2]);

for await (const line of createInterface({ input: process.stdin })) {
  const { rows, mines } = JSON.parse(line);
  const view = viewOf(rows, mines);
  let best = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    engine.analyze(view, BUDGET);
    best = Math.min(best, performance.now() - start);
  }
  process.stdout.write(`${best}\n`);
}
