/** A finished game turn by turn: the risk taken, the lowest possible risk, luck and skill. */

import { Newest, sentenceOf, wasGivenUp } from "./api.js";
import { announce } from "./announce.js";
import { openShortcuts } from "./appearance.js";
import { BoardView } from "./board.js";
import { say, tell } from "./catalogue.js";
import { doCommand } from "./commands.js";
import { element, fill } from "./dom.js";
import { guessPanel } from "./guess.js";
import { button } from "./icons.js";
import { RecordedMouse } from "./mouse.js";
import { numbersCard } from "./numbers.js";
import { Playback } from "./playback.js";
import { thinker } from "./ports.js";
import { canBeReplayed, saveFile, writeReplay } from "./replays.js";
import { switchTheme } from "./settings.js";
import { REPLAY_COMMANDS } from "./tables.js";
import { Timeline } from "./timeline.js";
import { boardName, capital, duration, levelName, percent, place, points } from "./words.js";
import { zoomButtons, zoomCommands } from "./zoom.js";

/** @import { IconName } from "./icons.js" */
/** @import { ReplayCommand } from "./tables.js" */
/** @import { Game, Review, ReviewedReplay, ReviewStep } from "./shapes.d.ts" */

const FAR = 10;
const TITLES = /** @type {const} */ ({ won: "review.won", lost: "review.lost", playing: "review.unfinished" });

export class ReviewedGame {
  #at = 0;
  #wantsOdds = false;
  #newest = new Newest();

  board = new BoardView({ label: say("review.position"), onKey: (key) => this.#key(key), hearsAll: true, hearsSpace: true });
  turn = element("section", { class: "card stack", "aria-label": say("review.this_turn") });
  expert = element("section", { class: "card", "aria-label": say("review.expert"), hidden: true });
  oddsSwitch = button({ icon: "odds", label: say("review.odds"), pressed: false, act: () => this.#switchOdds() });

  /** @param {Game} game @param {Review} review @param {ReviewedReplay|null} [replay] where it comes from, if that is a file */
  constructor(game, review, replay = null) {
    this.game = game;
    this.review = review;
    this.replay = replay;
    const mouse = replay && new RecordedMouse(this.board, replay.path);
    this.playback = new Playback({ steps: review.steps, mouse, goTo: (at) => this.#goTo(at) });
    this.slideshow = this.playback.slideshow;
    this.timeline = new Timeline(review, (at) => this.#jumpTo(at));
    this.element = this.#build();
  }

  get title() {
    const { status, seconds } = this.game;
    return say(TITLES[status], { level: levelName(this.game), time: duration(seconds) });
  }

  get summary() {
    const { height, width, mines } = this.game;
    return [`${height} × ${width}`, tell("play.mines", { n: mines }), tell("play.turns", { n: this.#end }), boardName(this.game)].filter(Boolean).join(" · ");
  }

  /** Go to the decisive turn, if there is one, and else to the end. */
  open() {
    this.#goTo(this.review.deciding ?? this.#end, false);
  }

  leave() {
    this.slideshow.stop();
    this.#newest.giveUp();
  }

  /** The position after the last turn. */
  get #end() {
    return this.review.steps.length;
  }

  #build() {
    return element(
      "div",
      { class: "columns" },
      element(
        "section",
        { class: "stage stack", "aria-label": say("review.game") },
        element(
          "div",
          { class: "card stack risks" },
          element("div", { class: "row row-apart risks-heading" }, element("h2", {}, say("review.risk")), this.timeline.legend),
          this.timeline.element,
          this.#controls(),
        ),
        this.board.element,
      ),
      element("aside", { class: "panel", "aria-label": say("review.summary") }, this.turn, this.expert, this.#verdict(), numbersCard(this.review.numbers), this.#origin()),
    );
  }

  #controls() {
    /** @param {IconName} drawing @param {string} label @param {() => number} to */
    const square = (drawing, label, to) => button({ icon: drawing, label, square: true, act: () => this.#jumpTo(to()) });
    const { deciding } = this.review;
    return element(
      "div",
      { class: "row review-controls" },
      square("first", say("review.first"), () => 0),
      square("previous", say("review.previous"), () => this.#at - 1),
      this.slideshow.button,
      square("next", say("review.next"), () => this.#at + 1),
      square("last", say("review.end"), () => this.#end),
      this.playback.element,
      deciding !== null && button({ icon: "flag", label: say("review.deciding"), act: () => this.#jumpTo(deciding) }),
      this.oddsSwitch,
      zoomButtons(this.board),
    );
  }

  /** What a file says of its game, and a way to save any finished one. */
  #origin() {
    const save = button({ icon: "file", label: say("review.save"), act: () => saveFile(`sapper-${this.game.id}.json`, writeReplay(this.game, this.review, this.replay)) });
    const words = (this.replay?.words ?? []).map((sentence) => element("li", {}, sentence));
    return element(
      "section",
      { class: "card stack" },
      element("h2", {}, say("review.replay")),
      words.length > 0 && element("ul", { class: "verdict" }, ...words),
      canBeReplayed(this.game) && element("div", { class: "row" }, save),
    );
  }

  #verdict() {
    const { luck, skill, survival, guesses, missed_certain: missed, words } = this.review;
    /** @param {string} name @param {string} value @param {string} meaning */
    const figure = (name, value, meaning) => element("div", { class: "figure" }, element("dt", {}, name), element("dd", {}, value), element("dd", { class: "meaning" }, meaning));
    return element(
      "section",
      { class: "card stack" },
      element("h2", {}, say("review.luck_and_skill")),
      element(
        "dl",
        { class: "figures" },
        figure(say("review.luck"), points(luck), say("review.luck_means")),
        figure(say("review.skill"), points(skill), say("review.skill_means")),
        figure(say("review.guesses"), String(guesses), missed ? say("review.needless", { n: missed }) : say("review.no_needless")),
        figure(say("review.survival"), percent(survival), say("review.survival_means")),
      ),
      element("ul", { class: "verdict" }, ...words.map((sentence) => element("li", {}, sentence))),
    );
  }

  // Turn by turn

  /** Go to a turn by hand. @param {number} at */
  #jumpTo(at) {
    this.slideshow.stop();
    this.#goTo(at);
  }

  /** @param {number} at a turn, or their number for the end @param {boolean} [aloud] */
  #goTo(at, aloud = true) {
    this.#at = Math.max(0, Math.min(at, this.#end));
    const step = this.review.steps.at(this.#at);
    this.#newest.giveUp();
    this.expert.hidden = true;
    this.board.showOdds(null);
    this.board.show(step ? step.rows : this.game.rows);
    this.playback.goneTo(this.#at);
    const best = step?.best_cell && isWorse(step) ? [step.best_cell] : [];
    this.board.mark(step ? { here: [step.entry.cell], best } : {});
    if (step) this.board.bringIntoView(step.entry.cell);
    if (step) this.#showTurn(step);
    else fill(this.turn, element("h2", {}, say("review.end")), element("p", { class: "answer-title" }, this.game.status === "playing" ? this.title : tell(`play.over.${this.game.status}`)));
    const words = step ? say("review.turn_says", { turn: this.#at + 1, words: step.words }) : say("review.at_end");
    this.timeline.show(this.#at, words);
    if (aloud && !this.slideshow.isRunning) announce(words);
    if (this.#wantsOdds) this.#showOdds();
  }

  /** @param {ReviewStep} step */
  #showTurn(step) {
    const { entry, best_cell: best } = step;
    const isRisk = entry.mine_probability !== null && !entry.free;
    /** @param {string} name @param {string} value */
    const line = (name, value) => element("tr", {}, element("th", { scope: "row" }, name), element("td", { class: "right" }, value));
    const lowest = percent(entry.best_probability);
    const table = element(
      "table",
      { class: "table turn-table" },
      element(
        "tbody",
        {},
        line(say("review.taken"), percent(entry.mine_probability)),
        line(say("review.lowest"), isWorse(step) && best ? say("review.lowest_at", { chance: lowest, cell: place(best) }) : lowest),
        line(say("review.turn_luck"), points(step.luck)),
        line(say("review.turn_skill"), points(step.skill)),
      ),
    );
    fill(
      this.turn,
      element(
        "div",
        { class: "row row-apart" },
        element("h2", {}, say("review.turn_of", { turn: this.#at + 1, count: this.#end })),
        this.#at === this.review.deciding && element("span", { class: "badge badge-accent" }, say("review.deciding_flag")),
      ),
      element("p", { class: "answer-title" }, capital(step.words)),
      step.judged && element("p", {}, step.judged.words),
      step.missed_certain && !step.judged && element("p", { class: "note", data: { kind: "danger" } }, say("review.was_needless")),
      isRisk && table,
      element(
        "div",
        { class: "row" },
        button({ icon: "robot", label: say("review.ask_expert"), act: () => this.#askExpert() }),
        button({ icon: "lens", label: say("review.analyse"), act: () => this.#analyseHere() }),
      ),
    );
  }

  /** The analysis of the position before this turn; null if that failed. */
  async #analysis() {
    const step = this.review.steps.at(this.#at);
    if (!step) return null;
    try {
      const text = step.rows.join("\n");
      return await this.#newest.ask((signal) => thinker.analyse({ text, mines: this.game.mines, format: "text" }, signal));
    } catch (problem) {
      if (!wasGivenUp(problem)) announce(sentenceOf(problem));
      return null;
    }
  }

  async #showOdds() {
    const odds = await this.#analysis();
    if (odds?.probability) this.board.showOdds(odds);
    if (odds?.notice) announce(odds.notice);
  }

  #switchOdds() {
    this.#wantsOdds = !this.#wantsOdds;
    this.oddsSwitch.setAttribute("aria-pressed", String(this.#wantsOdds));
    if (this.#wantsOdds) this.#showOdds();
    else this.board.showOdds(null);
  }

  async #askExpert() {
    const analysis = await this.#analysis();
    if (!analysis) return;
    this.expert.hidden = false;
    if (!analysis.best) {
      fill(this.expert, element("h2", {}, say("review.expert")), element("p", { class: "soft" }, analysis.notice || say("review.nothing_left")));
      return;
    }
    const shown = guessPanel(analysis.best, analysis, () => this.#analyseHere());
    fill(this.expert, element("h2", {}, say("review.expert")), shown.element);
    this.board.mark({ ...shown.marks, here: [this.review.steps[this.#at].entry.cell] });
    announce(shown.words);
  }

  async #analyseHere() {
    const analysis = await this.#analysis();
    if (analysis) location.hash = `#/analyse/${analysis.position.address}`;
  }

  /** Close what the expert says; without that, go back to the list. */
  #close() {
    if (this.expert.hidden) location.hash = "#/review";
    else this.#goTo(this.#at, false);
  }

  /** @param {string} key */
  #key(key) {
    /** @param {number} turns */
    const go = (turns) => () => this.#jumpTo(this.#at + turns);
    const { deciding } = this.review;
    /** @type {Record<Exclude<ReplayCommand, "why"|"numbers"|"quit">, () => void>} */
    const handlers = {
      previous: go(-1),
      next: go(1),
      step_back: go(-1),
      step_on: go(1),
      far_back: go(-FAR),
      far_on: go(FAR),
      first: () => this.#jumpTo(0),
      last: () => this.#jumpTo(this.#end),
      deciding: () => deciding !== null && this.#jumpTo(deciding),
      run: () => this.slideshow.toggle(),
      slower: () => this.playback.change(-1),
      faster: () => this.playback.change(1),
      odds: () => this.#switchOdds(),
      close: () => this.#close(),
      theme: switchTheme,
      help: openShortcuts,
      ...zoomCommands(this.board),
    };
    return doCommand(key, REPLAY_COMMANDS, handlers);
  }
}

/** Whether there was a safer cell. @param {ReviewStep} step */
function isWorse({ entry }) {
  return (entry.mine_probability ?? 0) > (entry.best_probability ?? 0);
}
