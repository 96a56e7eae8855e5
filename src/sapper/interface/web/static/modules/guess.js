/** The best move and its alternatives: a table, and letters on the board. */

import { say } from "./catalogue.js";
import { element } from "./dom.js";
import { button } from "./icons.js";
import { percent, place, points } from "./words.js";

/** @import { Cell, Marks, Odds } from "./board.js" */
/** @import { Move } from "./shapes.d.ts" */

/** @typedef {{cell: Cell, mine_probability: number|null, win_chance?: number}} Candidate */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MOST_SHOWN = 8;
const SAFEST_OTHERS = 4;

/** Whether the move comes with the guesses it was compared with. @param {Move} move */
export const isCompared = ({ reason }) => reason.kind === "compared";

/**
 * @param {Move} move
 * @param {Odds|null} odds for moves that were not compared with others
 * @param {() => void} onWhy
 * @param {HTMLElement} [advice] the button that makes the move
 * @returns {{element: HTMLElement, marks: Marks, words: string}}
 */
export function guessPanel(move, odds, onWhy, advice) {
  const candidates = move.certain ? [] : candidatesOf(move, odds).slice(0, MOST_SHOWN);
  const title = titleOf(move);
  const actions = element(
    "div",
    { class: "row" },
    advice,
    button({ icon: "why", label: say(move.certain ? "advisor.why_safe" : "advisor.explain_odds"), act: onWhy }),
  );
  const words = reasonInWords(move);
  return {
    element: element(
      "div",
      { class: "stack" },
      element("p", { class: "answer-title" }, title),
      words && element("p", { class: "soft small" }, words),
      candidates.length > 1 && tableOf(candidates),
      actions,
    ),
    marks: { best: [move.cell], badges: candidates.map(({ cell }, at) => [cell, LETTERS[at]]) },
    words: [title, words].filter(Boolean).join(" "),
  };
}

/** @param {Move} move */
function titleOf({ cell, certain, mine_probability: risk }) {
  if (certain) return say("guess.certain", { cell: place(cell) });
  if (risk === null) return say("guess.best", { cell: place(cell) });
  return say("guess.best_with_odds", { cell: place(cell), chance: percent(risk) });
}

/** @param {Move} move */
function reasonInWords({ certain, reason }) {
  if (certain && reason.kind === "first") return say("guess.first_certain");
  if (certain) return say("guess.no_need");
  switch (reason.kind) {
    case "searched":
      return say("guess.searched", { won: reason.won, layouts: reason.layouts, share: percent(reason.won / reason.layouts) });
    case "compared":
      return say("guess.compared", { decided: reason.decided_by });
    case "first":
      return say("guess.first");
    case "layouts":
      return say("guess.fewest");
    default:
      return "";
  }
}

/** The cells to show side by side, the chosen one first. @param {Move} move @param {Odds|null} odds @returns {Candidate[]} */
function candidatesOf({ cell, mine_probability: chosenRisk, reason }, odds) {
  if (reason.kind === "compared") return reason.candidates;
  /** @type {{cell: Cell, mine_probability: number}[]} */
  const others = [];
  odds?.probability?.forEach((line, row) =>
    line.forEach((risk, column) => {
      const isChosen = row === cell[0] && column === cell[1];
      if (risk !== null && risk < 1 && !isChosen) others.push({ cell: [row, column], mine_probability: risk });
    }),
  );
  others.sort((one, other) => one.mine_probability - other.mine_probability);
  return [{ cell, mine_probability: chosenRisk }, ...others.slice(0, SAFEST_OTHERS)];
}

/** @param {Candidate[]} candidates */
function tableOf(candidates) {
  const best = candidates[0].win_chance;
  const knowsWins = best !== undefined;
  const head = element(
    "tr",
    {},
    element("th", { scope: "col" }, say("guess.cell")),
    element("th", { scope: "col", class: "right" }, say("guess.mine")),
    knowsWins && element("th", { scope: "col", class: "right" }, say("guess.win")),
    knowsWins && element("th", { scope: "col", class: "right" }, say("guess.against")),
  );
  const body = element("tbody");
  candidates.forEach(({ cell, mine_probability: risk, win_chance: chance }, at) => {
    const badge = element("span", { class: at === 0 ? "badge badge-accent" : "badge" }, LETTERS[at]);
    const against = at > 0 && knowsWins && chance !== undefined ? points(chance - best) : "";
    body.append(
      element(
        "tr",
        { data: at === 0 ? { chosen: "" } : {} },
        element("td", {}, badge, ` ${place(cell)}`),
        element("td", { class: "right" }, percent(risk)),
        knowsWins && element("td", { class: "right" }, percent(chance)),
        knowsWins && element("td", { class: "right" }, against),
      ),
    );
  });
  const caption = element("caption", { class: "only-heard" }, say("guess.caption"));
  return element("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": say("guess.table") }, element("table", { class: "table" }, caption, element("thead", {}, head), body));
}
