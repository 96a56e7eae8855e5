/** Which game is on the page, how to begin another, and what else has to be said before it is played. */

import { sentenceOf } from "./api.js";
import { say, tell } from "./catalogue.js";
import { keyOf } from "./commands.js";
import { element, fill } from "./dom.js";
import { button, icon } from "./icons.js";
import { fitsHere } from "./limits.js";
import { startRule } from "./newgame.js";
import { capital, levelName } from "./words.js";

/** @import { Game, ListedGame } from "./shapes.d.ts" */

export class Introduction {
  title = element("h1", {}, say("header.play"));
  summary = element("p");
  offer = element("div", { class: "note notice offer", hidden: true });
  notice = element("p", { class: "note notice", role: "alert", data: { kind: "danger" }, hidden: true });
  /** Stands in place of a board that this page can't show. */
  refusal = element("div", { class: "empty", role: "alert", hidden: true });
  element;

  /** @param {{onNew: () => void, onPuzzle: () => void}} reactions */
  constructor({ onNew, onPuzzle }) {
    const begin = button({ icon: "plus", label: say("play.new_game"), kind: "primary", key: keyOf("level"), act: onNew });
    const daily = button({ icon: "day", label: tell("commands.labels.daily"), act: onPuzzle });
    for (const [shown, name] of /** @type {const} */ ([[begin, say("play.new_game")], [daily, tell("commands.labels.daily")]])) {
      shown.setAttribute("aria-label", name); // a phone shows the icons alone
      shown.title = name;
    }
    const heading = element("div", { class: "view-heading" }, element("div", {}, this.title, this.summary), element("div", { class: "row begin-buttons" }, daily, begin));
    this.element = element("div", { class: "intro" }, heading, this.notice, this.offer);
  }

  /** Tell which game it is. @param {Game} game */
  introduce(game) {
    this.title.textContent = levelName(game);
    const size = game.level && `${game.height} × ${game.width}`;
    const rule = game.winning === "flagged" && say("play.flags_win");
    this.summary.textContent = [size, tell("play.mines", { n: game.mines }), !game.position && startRule(game.start), game.rule, rule].filter(Boolean).join(" · ");
  }

  /** Say what keeps the game from being saved, for as long as it does; what was said before it is settled. @param {Game} game */
  show({ notice }) {
    this.refusal.hidden = true;
    this.offer.hidden = true;
    if (this.notice.textContent === notice) return;
    this.notice.hidden = !notice;
    fill(this.notice, icon("lost"), element("span", {}, notice));
  }

  /** Offer the last unfinished game, unless one is being played here. @param {ListedGame[]} unfinished newest first @param {Game|null} here */
  offerToResume(unfinished, here) {
    const isUnderWay = here?.status === "playing" && here.turns > 0;
    const last = unfinished.find((game) => game.id !== here?.id && fitsHere(game));
    if (isUnderWay || !last) return;
    this.offer.hidden = false;
    fill(
      this.offer,
      element("span", {}, say("play.unfinished", { level: levelName(last), moves: tell("play.moves", { n: last.turns }) })),
      element("a", { class: "button", href: `#/play/${last.id}` }, icon("play"), say("play.resume")),
    );
  }

  /** Say that this page can't show the game. @param {unknown} problem */
  refuse(problem) {
    this.refusal.hidden = false;
    fill(this.refusal, icon("play-board"), element("p", {}, `${capital(sentenceOf(problem))}.`), element("a", { class: "button", href: "#/review" }, say("play.all_games")));
  }
}
