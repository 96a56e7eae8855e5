/** The best move and what it was compared with: a table, and letters on the board. */

import { element } from "./dom.js";
import { button } from "./icons.js";
import { percent, place, points } from "./words.js";

/** @typedef {import("./types.js").Move} Move */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MOST_SHOWN = 8;

/**
 * @param {Move} move
 * @param {import("./types.js").Odds|null} odds where the move's reason compares nothing
 * @param {() => void} onWhy
 * @param {HTMLElement} [advice] what makes the move
 * @returns {{element: HTMLElement, marks: import("./types.js").Marks, words: string}}
 */
export function guessPanel(move, odds, onWhy, advice) {
  const candidates = move.certain ? [] : candidatesOf(move, odds).slice(0, MOST_SHOWN);
  const title = titleOf(move);
  const actions = element(
    "div",
    { class: "row" },
    advice,
    button({ icon: "why", label: move.certain ? "Why is it safe?" : "What bears on it?", act: onWhy }),
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
  return `The best guess is ${place(cell)}: ${percent(risk)} to be a mine.`;
}

/** @param {Move} move */
function reasonInWords({ certain, reason }) {
  if (certain && reason.kind === "first") return "The first cell can't be a mine. This is where games of this size begin best.";
  if (certain) return "No guess is needed here.";
  switch (reason.kind) {
    case "searched":
      return (
        `The rest of the game was searched to its end: best play wins ${reason.won} of ` +
        `${reason.layouts} possible layouts (${percent(reason.won / reason.layouts)}).`
      );
    case "compared":
      return `Compared by what each leads to: ${reason.decided_by}.`;
    case "first":
      return "Nothing is open yet: this is where games of this size begin best.";
    case "layouts":
      return "Of all layouts of the hidden cells, the fewest have a mine here.";
    default:
      return "";
  }
}

/** @param {Move} move @param {import("./types.js").Odds|null} odds */
function candidatesOf(move, odds) {
  if (move.reason.candidates) return move.reason.candidates;
  const others = [];
  odds?.probability.forEach((row, at) =>
    row.forEach((risk, column) => {
      const isChosen = at === move.cell[0] && column === move.cell[1];
      if (risk !== null && risk < 1 && !isChosen) others.push({ cell: [at, column], mine_probability: risk });
    }),
  );
  others.sort((one, other) => one.mine_probability - other.mine_probability);
  return [{ cell: move.cell, mine_probability: move.mine_probability }, ...others.slice(0, 4)];
}

function tableOf(candidates) {
  const knowsWins = candidates.some(({ win_chance: chance }) => chance !== undefined);
  const head = element(
    "tr",
    {},
    element("th", { scope: "col" }, "Cell"),
    element("th", { scope: "col", class: "right" }, "A mine"),
    knowsWins && element("th", { scope: "col", class: "right" }, "Win estimate"),
    knowsWins && element("th", { scope: "col", class: "right" }, "Against A"),
  );
  const body = element("tbody");
  candidates.forEach(({ cell, mine_probability: risk, win_chance: chance }, at) => {
    const badge = element("span", { class: at === 0 ? "badge badge-accent" : "badge" }, LETTERS[at]);
    const against = at && knowsWins ? points(chance - candidates[0].win_chance) : "";
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
  const caption = element("caption", { class: "only-heard" }, "The cells that were compared, the best first");
  return element("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Compared cells" }, element("table", { class: "table" }, caption, element("thead", {}, head), body));
}
