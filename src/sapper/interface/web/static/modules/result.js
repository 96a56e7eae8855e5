/** How a game ended, and what can be done next. */

import { say, tell } from "./catalogue.js";
import { element, fill } from "./dom.js";
import { button, icon } from "./icons.js";
import { boardName, capital, duration } from "./words.js";

/** @import { Game } from "./shapes.d.ts" */

export class ResultCard {
  element = element("section", { class: "card result", "aria-label": say("play.result"), hidden: true });

  /** @param {{onAgain: () => void, onNext: () => void}} reactions the same board again, or a new one */
  constructor({ onAgain, onNext }) {
    this.onAgain = onAgain;
    this.onNext = onNext;
  }

  /** Show it, if the game is over. @param {Game} game */
  show(game) {
    const { status, seconds, turns, id } = game;
    this.element.hidden = status === "playing";
    this.element.dataset.status = status;
    if (this.element.hidden) return;
    fill(
      this.element,
      element("h2", { class: "answer-title" }, say(status === "won" ? "play.won" : "play.lost", { time: duration(seconds) })),
      element("p", { class: "small" }, say("play.over", { moves: tell("play.moves", { n: turns }) })),
      element("p", { class: "small soft board-name", title: tell("play.seed_means") }, capital(boardName(game))),
      element(
        "div",
        { class: "row" },
        element("a", { class: "button button-primary", href: `#/review/${id}` }, icon("timeline"), say("play.review")),
        button({ label: say("play.same_board"), act: this.onAgain }),
        button({ label: say("play.new_board"), act: this.onNext }),
      ),
    );
  }
}
