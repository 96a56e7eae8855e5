/** The best move and its alternatives: a table, and letters on the board. */

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
    button({ icon: "why", label: move.certain ? "Why is it safe?" : "Explain its odds", act: onWhy }),
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
  if (certain) return `${place(cell)} is certainly safe.`;
  if (risk === null) return `The best guess is ${place(cell)}.`;
  return `The best guess is ${place(cell)}: ${percent(risk)} chance of a mine.`;
}

/** @param {Move} move */
function reasonInWords({ certain, reason }) {
  if (certain && reason.kind === "first") return "The first cell can't be a mine. This is the best place to start on a board of this size.";
  if (certain) return "No need to guess here.";
  switch (reason.kind) {
    case "searched":
      return (
        `The rest of the game was searched to the end: best play wins ${reason.won} of ` +
        `${reason.layouts} possible layouts (${percent(reason.won / reason.layouts)}).`
      );
    case "compared":
      return `Compared by what each guess leads to: ${reason.decided_by}.`;
    case "first":
      return "Nothing is open yet. This is the best place to start on a board of this size.";
    case "layouts":
      return "No other cell has a mine in fewer of the possible layouts.";
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
    element("th", { scope: "col" }, "Cell"),
    element("th", { scope: "col", class: "right" }, "Mine"),
    knowsWins && element("th", { scope: "col", class: "right" }, "Win estimate"),
    knowsWins && element("th", { scope: "col", class: "right" }, "Against A"),
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
  const caption = element("caption", { class: "only-heard" }, "The cells compared, best first");
  return element("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Compared cells" }, element("table", { class: "table" }, caption, element("thead", {}, head), body));
}
