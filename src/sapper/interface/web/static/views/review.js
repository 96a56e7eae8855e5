/** Review: the saved games, and a finished one turn by turn. */

import { sentenceOf, statusOf } from "../modules/api.js";
import { say } from "../modules/catalogue.js";
import { element, fill } from "../modules/dom.js";
import { gameCard, statisticsCard } from "../modules/games.js";
import { icon } from "../modules/icons.js";
import { hasServer, keeper, referee } from "../modules/ports.js";
import { ReviewedGame } from "../modules/reviewed.js";
import { capital } from "../modules/words.js";

const MOST_LISTED = 30;
const NOT_OVER = 409;

export class ReviewView {
  /** @type {HTMLElement} */
  #place = element("div");
  #identity = "";
  /** @type {ReviewedGame|null} */
  #reviewed = null;
  #left = false;

  /** @param {HTMLElement} place @param {string} identity */
  enter(place, identity) {
    this.#place = place;
    this.#identity = identity;
    this.reconnected();
  }

  leave() {
    this.#left = true;
    this.#reviewed?.leave();
  }

  async reconnected() {
    try {
      if (this.#identity) await this.#openGame();
      else await this.#openList();
    } catch (problem) {
      this.#sayProblem(problem);
    }
  }

  async #openList() {
    const [games, statistics] = await Promise.all([keeper.games(MOST_LISTED), keeper.statistics()]);
    if (this.#left) return;
    const links = hasServer ? [element("a", { class: "button", href: "#/train/games" }, icon("timeline"), say("train.games"))] : [];
    const heading = viewHeading(say("header.review"), say("review.about"), ...links);
    if (!games.length) {
      const words = element("p", {}, say("review.none"));
      fill(this.#place, heading, element("div", { class: "empty" }, icon("timeline"), words, element("a", { class: "button button-primary", href: "#/play" }, say("header.play"))));
      return;
    }
    const list = element("ul", { class: "games" }, ...games.map(gameCard));
    const played = statistics.filter((row) => row.played > 0);
    fill(this.#place, heading, list, played.length > 0 && statisticsCard(played));
  }

  async #openGame() {
    const identity = this.#identity;
    const [game, review] = await Promise.all([referee.look(identity), keeper.review(identity)]);
    if (this.#left) return;
    this.#reviewed?.leave();
    this.#reviewed = new ReviewedGame(game, review);
    const back = element("a", { class: "button", href: "#/review" }, icon("previous"), say("play.all_games"));
    const heading = viewHeading(this.#reviewed.title, this.#reviewed.summary, back);
    heading.classList.add("intro");
    this.#reviewed.element.prepend(heading);
    fill(this.#place, this.#reviewed.element);
    this.#reviewed.open();
  }

  /** @param {unknown} problem */
  #sayProblem(problem) {
    if (this.#left) return;
    const isNotOver = statusOf(problem) === NOT_OVER;
    const words = element("p", {}, isNotOver ? say("review.not_over") : capital(sentenceOf(problem)));
    const links = [element("a", { class: "button", href: "#/review" }, say("play.all_games"))];
    if (isNotOver) links.unshift(element("a", { class: "button button-primary", href: `#/play/${encodeURIComponent(this.#identity)}` }, say("play.resume")));
    fill(this.#place, viewHeading(say("header.review"), ""), element("div", { class: "empty", role: "alert" }, icon("timeline"), words, element("div", { class: "row" }, ...links)));
  }
}

/** @param {string} title @param {string} words @param {...HTMLElement} tools */
function viewHeading(title, words, ...tools) {
  return element("div", { class: "view-heading" }, element("div", {}, element("h1", {}, title), element("p", {}, words)), ...tools);
}
