/** The saved games, to resume or to review, and their statistics. */

import { sentenceOf } from "./api.js";
import { announce } from "./announce.js";
import { language, say, tell } from "./catalogue.js";
import { dialog } from "./dialogs.js";
import { byId, element, fill } from "./dom.js";
import { button, icon } from "./icons.js";
import { keeper } from "./ports.js";
import { sparkline } from "./sparkline.js";
import { STATISTICS_COLUMNS, WINS_IN_A_TREND } from "./tables.js";
import { capital, duration, levelName } from "./words.js";

/** @import { IconName } from "./icons.js" */
/** @import { ListedGame, StatisticsRow, Status } from "./shapes.d.ts" */

/** @type {Record<Status, IconName>} */
const MARKS = { won: "won", lost: "lost", playing: "play" };

const MOST_AT_ONCE = 30;

/** The saved games, latest first; a button brings the next ones. */
export class GameList {
  /** @type {Set<string>} */
  #listed = new Set();
  /** How many saved games were gone through. */
  #passed = 0;
  /** When the last one in the list was played. */
  #earliest = "9999";
  #list = element("ul", { class: "games" });
  #more = button({ icon: "plus", label: say("games.older"), act: () => this.#loadMore() });
  #problem = element("p", { class: "error", role: "alert", hidden: true });
  element = element("div", { class: "stack" }, this.#list, element("div", { class: "row" }, this.#more), this.#problem);

  get isEmpty() {
    return this.#listed.size === 0;
  }

  /**
   * List the next games. One more is asked for: whether there is one; and the one before: whether nothing is left out.
   * @returns {Promise<HTMLElement[]>}
   */
  async load() {
    const overlap = Math.min(this.#passed, 1);
    const count = overlap + MOST_AT_ONCE;
    const games = await keeper.games(count + 1, { offset: this.#passed - overlap });
    const leavesOut = games.length === 0 || this.#isNext(games[0]);
    if (overlap > 0 && leavesOut) {
      // Those deleted in the meantime, elsewhere, have moved the others back.
      this.#passed = Math.max(0, this.#passed - MOST_AT_ONCE);
      return this.load();
    }
    this.#passed += MOST_AT_ONCE;
    const fresh = games.slice(0, count).filter((game) => this.#isNext(game));
    const hasMore = games.length > count;
    // Those begun in the meantime, elsewhere, have moved the others on.
    if (fresh.length === 0 && hasMore) return this.load();
    for (const { id, changed } of fresh) {
      this.#listed.add(id);
      this.#earliest = changed;
    }
    const cards = fresh.map((game) => gameCard(game, () => (this.#passed -= 1)));
    this.#list.append(...cards);
    this.#more.hidden = !hasMore;
    return cards;
  }

  /** @param {ListedGame} game */
  #isNext({ id, changed }) {
    return changed <= this.#earliest && !this.#listed.has(id);
  }

  /** The keyboard continues from the first game that has come. */
  async #loadMore() {
    this.#problem.hidden = true;
    try {
      const [first] = await this.load();
      first?.querySelector("a")?.focus({ preventScroll: true });
    } catch (problem) {
      this.#problem.hidden = false;
      fill(this.#problem, capital(sentenceOf(problem)));
    }
  }
}

/** @param {ListedGame} game @param {() => void} onDeleted */
function gameCard(game, onDeleted) {
  const isOver = game.status !== "playing";
  const where = isOver ? `#/review/${game.id}` : `#/play/${game.id}`;
  const time = duration(game.seconds);
  const how = { won: say("games.won", { time }), lost: say("games.lost", { time }), playing: say("games.resume") }[game.status];
  const state = isOver ? how : say("games.unfinished");
  const link = element(
    "a",
    { class: "game", href: where, data: { status: game.status } },
    element("span", { class: "game-mark" }, icon(MARKS[game.status])),
    element(
      "span",
      { class: "game-words" },
      element("strong", {}, levelName(game)),
      element("span", { class: "soft" }, [how, tell("play.moves", { n: game.turns }), game.rule].filter(Boolean).join(" · ")),
      game.numbers && element("span", { class: "soft small" }, game.numbers.short),
      element("span", { class: "soft" }, moment(game.changed), game.seed !== null && ` · ${say("games.seed", { seed: game.seed })}`),
    ),
  );
  const discard = button({
    icon: "bin",
    label: say("games.delete", { level: levelName(game), state }),
    kind: "plain",
    square: true,
    act: () =>
      askToDelete(game, state, () => {
        onDeleted();
        leaveList(card);
      }),
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
  const keep = button({ label: say("games.keep_it"), kind: "primary", act: () => asked.close() });
  keep.autofocus = true;
  const discard = button({
    icon: "bin",
    label: say("games.delete_it"),
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
  const what = element("p", {}, say("games.delete_what", { level: levelName(game), state, moves: tell("play.moves", { n: game.turns }) }));
  const asked = dialog(say("games.delete_title"), element("div", { class: "stack" }, what, error, element("div", { class: "dialog-foot" }, discard, keep)));
  asked.showModal();
}

/** The keyboard continues from the next game. @param {HTMLElement} card */
function leaveList(card) {
  const neighbour = card.nextElementSibling ?? card.previousElementSibling;
  card.remove();
  (neighbour?.querySelector("a") ?? byId("main")).focus();
  announce(say("games.deleted"));
}

/** @param {string} iso */
function moment(iso) {
  const words = new Date(iso).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
  return element("time", { datetime: iso }, words);
}

/** The same table as in every other interface: the server words its cells. @param {StatisticsRow[]} rows */
export function statisticsCard(rows) {
  /** @param {number} column */
  const side = (column) => (STATISTICS_COLUMNS[column].isNumber ? "right" : "");
  const head = element("tr", {}, ...STATISTICS_COLUMNS.map(({ name }, at) => element("th", { scope: "col", class: side(at) }, capital(tell(`play.columns.${name}`)))));
  const hasTrend = rows.some(({ trend }) => trend.length > 0);
  if (hasTrend) head.append(element("th", { scope: "col" }, capital(tell("play.columns.trend"))));
  const lines = rows.map(({ words: [level, ...others], trend }) =>
    element(
      "tr",
      {},
      ...[capital(level), ...others].map((words, at) => element("td", { class: side(at) }, words)),
      hasTrend && element("td", {}, trend.length > 0 && sparkline(trend)),
    ),
  );
  const caption = element("caption", { class: "only-heard" }, say("games.by_level"));
  const table = element(
    "div",
    { class: "table-scroll", tabindex: "0", role: "region", "aria-label": say("games.by_level") },
    element("table", { class: "table" }, caption, element("thead", {}, head), element("tbody", {}, ...lines)),
  );
  const note = element("p", { class: "soft small" }, tell("play.sentence", { words: capital(tell("play.risk_note")) }));
  const trendNote = hasTrend && element("p", { class: "soft small" }, tell("play.sentence", { words: capital(tell("play.trend_note", { n: WINS_IN_A_TREND })) }));
  return element("section", { class: "card statistics" }, element("h2", {}, say("games.statistics")), table, note, trendNote);
}
