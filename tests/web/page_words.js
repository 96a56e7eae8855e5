// Says what the page says: one request per line of JSON in, its answer out.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { language as spoken, speak } from "../../src/sapper/interface/web/static/modules/catalogue.js";
import * as wording from "../../src/sapper/interface/web/static/modules/wording.js";
import { percent } from "../../src/sapper/interface/web/static/modules/words.js";

const WORDS = new Map();

function wordsOf(language) {
  if (!WORDS.has(language)) {
    const file = new URL(`../../src/sapper/words/${language}.json`, import.meta.url);
    WORDS.set(language, JSON.parse(readFileSync(file, "utf8")));
  }
  return WORDS.get(language);
}

const ASKED = {
  why: ({ answer, numbers }, words) => wording.whyInWords(answer, ([row, column]) => numbers[row][column], words),
  first: ({ answer }, words) => wording.whyFirstIsSafe(answer, words),
  hint: ({ cell, about }, words) => wording.hintInWords(cell, about, words),
  flag: ({ cell }, words) => wording.flagInWords(cell, words),
  decision: ({ chosen, others, played_out: playedOut }, words) => wording.decisionInWords(chosen, others, playedOut, words),
  incomplete: ({ budget }, words) => wording.incompleteInWords(budget, words),
  chance: ({ chance }, words) => [wording.chanceInWords(chance, words), percent(chance)],
  contradiction: ({ cells, needs_total: needsTotal, mines, hidden, numbers }, words) =>
    wording.contradictionInWords(cells, needsTotal, { mines, hidden, shown: ([row, column]) => numbers[row][column] }, words),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { ask, language = "en", ...about } = JSON.parse(line);
  if (language !== spoken() || !WORDS.has(language)) speak(language, wordsOf(language));
  process.stdout.write(`${JSON.stringify(ASKED[ask](about, wordsOf(language)))}\n`);
}
