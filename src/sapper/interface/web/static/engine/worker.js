/** The worker in which the engine thinks: questions in, answers out, one at a time. */

import { wordsOf } from "../modules/wording.js";
import { Answers, NoMoveLeft } from "./answers.js";
import { Contradicted, Engine, TooWide } from "./module.js";

/** @import { View } from "./module.js" */

/** @typedef {{id: number, kind: "analyse"|"odds"|"hint"|"guess"|"explain", about: any[]}} Question */
/** @typedef {{message: string, status: number}} Problem With the status that the server would refuse with. */

const MODULE = new URL("engine.wasm", import.meta.url);

async function load() {
  const [engine, words] = await Promise.all([Engine.load(fetch(MODULE)), wordsOf("en")]);
  return new Answers(engine, words);
}
let loaded = load();

self.onmessage = async (/** @type {MessageEvent<Question>} */ { data: { id, kind, about } }) => {
  try {
    const answers = await loaded;
    const answer = /** @type {(...about: any[]) => any} */ (answers[kind]).apply(answers, about);
    self.postMessage({ id, answer }, { transfer: buffersOf(answer) });
  } catch (problem) {
    self.postMessage({ id, problem: await told(problem, about[0]) });
  }
};

/** The arrays are handed over, not copied. @param {any} answer @returns {ArrayBuffer[]} */
function buffersOf(answer) {
  const flat = answer?.odds ?? answer;
  return flat?.probability instanceof Float64Array ? [flat.probability.buffer, flat.verdicts.buffer] : [];
}

/** @param {unknown} problem @param {View} view @returns {Promise<Problem>} */
async function told(problem, view) {
  if (problem instanceof NoMoveLeft) return { message: problem.message, status: 409 };
  if (problem instanceof TooWide) return { message: problem.message, status: 503 };
  if (problem instanceof Contradicted) return { message: (await loaded).contradictionIn(view).message, status: 422 };
  loaded = load(); // whatever happened in there, the next question finds it as new
  return { message: problem instanceof Error ? problem.message : String(problem), status: 500 };
}
