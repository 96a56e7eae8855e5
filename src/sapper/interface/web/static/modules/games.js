/** The saved games, to resume or to review, and their statistics. */

import { sentenceOf } from "./api.js";
import { announce } from "./announce.js";
import { dialog } from "./dialogs.js";
import { byId, element, fill } from "./dom.js";
import { button, icon } from "./icons.js";
import { keeper } from "./ports.js";
import { STATISTICS_COLUMNS, STATISTICS_NOTE } from "./tables.js";
import { capital, counted, duration, levelName } from "./words.js";

/** @import { IconName } from "./icons.js" */
/** @import { ListedGame, StatisticsRow, Status } from "./shapes.d.ts" */

/** @type {Record<Status, IconName>} */
const MARKS = { won: "won", lost: "lost", playing: "play" };

/** @param {ListedGame} game */
export function gameCard(game) {
  const isOver = game.status !== "playing";
  const where = isOver ? `#/review/${game.id}` : `#/play/${game.id}`;
  const how = { won: `won in ${duration(game.seconds)}`, lost: `lost after ${duration(game.seconds)}`, playing: "resume" }[game.status];
  const state = isOver ? how : "unfinished";
  const link = element(
    "a",
    { class: "game", href: where, data: { status: game.status } },
    element("span", { class: "game-mark" }, icon(MARKS[game.status])),
    element(
      "span",
      { class: "game-words" },
      element("strong", {}, levelName(game)),
      element("span", { class: "soft" }, [how, counted(game.turns, "move"), game.rule].filter(Boolean).join(" · ")),
      element("span", { class: "soft" }, [moment(game.changed), game.seed !== null && `seed ${game.seed}`].filter(Boolean).join(" · ")),
    ),
  );
  const discard = button({
    icon: "bin",
    label: `Delete this game: ${levelName(game)}, ${state}`,
    kind: "plain",
    square: true,
    act: () => askToDelete(game, state, () => leaveList(card)),
  });
  const card = element("li", { class: "game-item" }, link, discard);
  return card;
}

/**
 * Only a clear yes deletes a game: Enter, Escape and a click elsewhere keep it.
 * @param {ListedGame} game
 * @param {string} state
 * @param {() => void} onDeleted
 */
function askToDelete(game, state, onDeleted) {
  const error = element("p", { class: "error", role: "alert", hidden: true });
  const keep = button({ label: "Keep it", kind: "primary", act: () => asked.close() });
  keep.autofocus = true;
  const discard = button({
    icon: "bin",
    label: "Delete it",
    act: async () => {
      try {
        await keeper.remove(game.id);
        asked.close();
        onDeleted();
      } catch (refused) {
        error.hidden = false;
        fill(error, capital(sentenceOf(refused)));
      }
    },
  });
  const what = element("p", {}, `${levelName(game)}, ${state}, ${counted(game.turns, "move")}. This can't be undone.`);
  const asked = dialog("Delete this game?", element("div", { class: "stack" }, what, error, element("div", { class: "dialog-foot" }, discard, keep)));
  asked.showModal();
}

/** The keyboard continues from the next game. @param {HTMLElement} card */
function leaveList(card) {
  const neighbour = card.nextElementSibling ?? card.previousElementSibling;
  card.remove();
  (neighbour?.querySelector("a") ?? byId("main")).focus();
  announce("Game deleted.");
}

/** @param {string} iso */
function moment(iso) {
  return new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** The same table as in every other interface: the server words its cells. @param {StatisticsRow[]} rows */
export function statisticsCard(rows) {
  /** @param {number} column */
  const side = (column) => (STATISTICS_COLUMNS[column].isNumber ? "right" : "");
  const head = element("tr", {}, ...STATISTICS_COLUMNS.map(({ heading }, at) => element("th", { scope: "col", class: side(at) }, capital(heading))));
  const lines = rows.map(({ words: [level, ...others] }) =>
    element("tr", {}, ...[capital(level), ...others].map((words, at) => element("td", { class: side(at) }, words))),
  );
  const caption = element("caption", { class: "only-heard" }, "Your games by level");
  const table = element(
    "div",
    { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Your games by level" },
    element("table", { class: "table" }, caption, element("thead", {}, head), element("tbody", {}, ...lines)),
  );
  const note = element("p", { class: "soft small" }, `${capital(STATISTICS_NOTE)}.`);
  return element("section", { class: "card statistics" }, element("h2", {}, "Played without help, on new boards"), table, note);
}
