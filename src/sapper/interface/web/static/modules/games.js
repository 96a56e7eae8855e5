/** The games that are kept, to go on with or to look at again, and what they come to. */

import { remove } from "./api.js";
import { announce } from "./announce.js";
import { dialog } from "./dialogs.js";
import { element, fill } from "./dom.js";
import { button, icon } from "./icons.js";
import { capital, counted, duration, levelName } from "./words.js";

const MARKS = { won: "won", lost: "lost", playing: "play" };

/** @param {any} game */
export function gameCard(game) {
  const isOver = game.status !== "playing";
  const where = isOver ? `#/review/${game.id}` : `#/play/${game.id}`;
  const how = { won: `won in ${duration(game.seconds)}`, lost: `lost after ${duration(game.seconds)}`, playing: "go on playing" }[game.status];
  const told = isOver ? how : "not over yet";
  const link = element(
    "a",
    { class: "game", href: where, data: { status: game.status } },
    element("span", { class: "game-mark" }, icon(MARKS[game.status])),
    element(
      "span",
      { class: "game-words" },
      element("strong", {}, levelName(game)),
      element("span", { class: "soft" }, `${how} · ${counted(game.turns, "move")}`),
      element("span", { class: "soft" }, moment(game.changed ?? game.started)),
    ),
  );
  const forget = button({
    icon: "bin",
    label: `Forget this game: ${levelName(game)}, ${told}`,
    kind: "plain",
    square: true,
    act: () => askToForget(game, told, () => leaveList(card)),
  });
  const card = element("li", { class: "game-item" }, link, forget);
  return card;
}

/** Only a clear yes forgets a game: keeping it is what Enter, Escape and a click elsewhere do. */
function askToForget(game, told, onForgotten) {
  const error = element("p", { class: "error", role: "alert", hidden: true });
  const keep = button({ label: "Keep it", kind: "primary", act: () => asked.close() });
  keep.autofocus = true;
  const forget = button({
    icon: "bin",
    label: "Forget it",
    act: async () => {
      try {
        await remove(`games/${game.id}`);
        asked.close();
        onForgotten();
      } catch (refused) {
        error.hidden = false;
        fill(error, capital(refused.message));
      }
    },
  });
  const what = element("p", {}, `${levelName(game)}, ${told}, ${counted(game.turns, "move")}: it can't be brought back.`);
  const asked = dialog("Forget this game?", element("div", { class: "stack" }, what, error, element("div", { class: "dialog-foot" }, forget, keep)));
  asked.showModal();
}

/** The keyboard goes on from the next game. @param {HTMLElement} card */
function leaveList(card) {
  const neighbour = card.nextElementSibling ?? card.previousElementSibling;
  card.remove();
  (neighbour?.querySelector("a") ?? document.getElementById("main")).focus();
  announce("The game is forgotten.");
}

/** @param {string|undefined} iso */
function moment(iso) {
  const when = iso ? new Date(iso) : null;
  if (!when || Number.isNaN(when.getTime())) return "";
  return when.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** @param {any[]} rows */
export function statisticsTable(rows) {
  const heads = ["Level", "Start", "Played", "Won", "Best time", "Streak", "Longest"];
  const head = element("tr", {}, ...heads.map((words, at) => element("th", { scope: "col", class: at > 1 ? "right" : "" }, words)));
  const body = element("tbody");
  for (const row of rows) {
    const share = row.played ? ` (${Math.round((100 * row.won) / row.played)} %)` : "";
    const cells = [
      capital(String(row.level)),
      row.winning === "flagged" ? `${row.start}, flags win` : row.start,
      row.played,
      `${row.won}${share}`,
      row.best_seconds === null ? "–" : duration(row.best_seconds),
      row.streak,
      row.longest_streak,
    ];
    body.append(element("tr", {}, ...cells.map((words, at) => element("td", { class: at > 1 ? "right" : "" }, String(words)))));
  }
  const caption = element("caption", { class: "only-heard" }, "Your games by level");
  return element(
    "div",
    { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Your games by level" },
    element("table", { class: "table" }, caption, element("thead", {}, head), body),
  );
}
