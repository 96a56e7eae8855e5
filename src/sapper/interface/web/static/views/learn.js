/** Learn: one position, and what each way of reasoning knows about it, side by side. */

import { Newest, sentenceOf, wasGivenUp } from "../modules/api.js";
import { announce } from "../modules/announce.js";
import { Autoplay } from "../modules/autoplay.js";
import { BoardView } from "../modules/board.js";
import { say, tell } from "../modules/catalogue.js";
import { element, field, fill, select } from "../modules/dom.js";
import { button, icon } from "../modules/icons.js";
import { EXAMPLES, isAddress } from "../modules/examples.js";
import { minds as NAMES, referee, thinker } from "../modules/ports.js";
import { setting } from "../modules/settings.js";
import { WhyPanel } from "../modules/why.js";
import { levelName } from "../modules/words.js";

/** @import { Cell, Marks } from "../modules/board.js" */
/** @import { Game, Knowledge, Conclusions, Position } from "../modules/shapes.d.ts" */

/** @typedef {keyof Knowledge} Name Of an agent that reasons. */
/** @typedef {{board: BoardView, tally: HTMLElement, more: HTMLElement, known: Conclusions|null, fresh: Cell[]}} Mind */

/** @type {Conclusions} */
const NOTHING = { safe: [], mines: [] };

export class LearnView {
  /** @type {Game|null} */
  #game = null;
  /** @type {Position|null} */
  #position = null;
  #newest = new Newest();
  #left = false;
  /** @type {Name|null} the agent on whose board an explanation is shown */
  #explained = null;
  /** @type {Record<Name, Mind>} */
  #minds = { sentence: this.#makeMind("sentence"), resolution: this.#makeMind("resolution"), exact: this.#makeMind("exact") };

  why = new WhyPanel(
    (cell, signal) => thinker.why(this.#seen, cell, signal),
    (marks) => this.#point(marks),
    () => this.#close(),
  );
  autoplay = new Autoplay(() => this.#move());
  step = button({ icon: "robot", label: say("learn.ai_move"), kind: "primary", act: () => this.#move() });
  problem = element("p", { class: "note", data: { kind: "danger" }, role: "alert", hidden: true });
  answer = element("section", { class: "card", "aria-label": say("learn.why"), hidden: true });
  gameTools = element("div", { class: "row" }, this.step, this.autoplay.button);
  choice = this.#chooser();

  /** @param {HTMLElement} place @param {string} what a game, a position's address, or nothing */
  enter(place, what) {
    this.#build(place);
    this.#open(what || EXAMPLES[0].address);
  }

  leave() {
    this.#left = true;
    this.autoplay.stop();
    this.why.stop();
    this.#newest.giveUp();
  }

  reconnected() {
    this.#open(this.#game?.id || this.#position?.address || EXAMPLES[0].address);
  }

  /** @param {HTMLElement} place */
  #build(place) {
    fill(
      place,
      element(
        "div",
        { class: "view-heading" },
        element("div", {}, element("h1", {}, say("header.learn")), element("p", {}, say(NAMES.length > 1 ? "learn.about_three" : "learn.about_one"))),
        element("div", { class: "row learn-tools" }, field(say("learn.position"), this.choice), this.gameTools),
      ),
      this.problem,
      element("div", { class: "minds" }, ...NAMES.map((name, at) => this.#card(name, at))),
      this.answer,
    );
  }

  #chooser() {
    /** @type {[string, string][]} */
    const options = EXAMPLES.map(({ address, name }) => [address, say(`learn.examples.${name}`)]);
    if (setting("game")) options.push([setting("game"), say("learn.your_game")]);
    options.push(["new", say("learn.new_game")]);
    const made = select(options, EXAMPLES[0].address);
    made.addEventListener("change", () => this.#choose(made.value));
    return made;
  }

  /** @param {Name} name @returns {Mind} */
  #makeMind(name) {
    const board = new BoardView({
      label: say("learn.knows", { name }),
      onAct: (_, cell) => this.#ask(name, cell),
      onKey: (key, cell) => this.#key(key, name, cell),
      hearsAll: name === "exact",
      largest: 40,
    });
    return { board, tally: element("p", { class: "tally" }), more: element("p", { class: "small soft" }), known: null, fresh: [] };
  }

  /** @param {Name} name @param {number} at */
  #card(name, at) {
    const { board, tally, more } = this.#minds[name];
    const number = element("span", { class: "badge", "aria-hidden": "true" }, String(at + 1));
    return element(
      "section",
      { class: "card mind", "aria-label": name },
      element("div", { class: "row" }, number, element("h2", {}, name)),
      element("p", { class: "small soft mind-words" }, say(`learn.minds.${name}`)),
      board.element,
      tally,
      more,
    );
  }

  // Where the position comes from

  /** @param {string} what */
  async #choose(what) {
    if (what !== "new") {
      location.hash = `#/learn/${what}`;
      return;
    }
    try {
      const game = await referee.begin({ level: "beginner", start: "opening" });
      location.hash = `#/learn/${game.id}`;
    } catch (problem) {
      this.#sayProblem(sentenceOf(problem));
    }
  }

  /** @param {string} what */
  async #open(what) {
    try {
      if (isAddress(what)) {
        const { position, contradiction } = await thinker.analyseAt(what);
        if (contradiction) throw new Error(say("analyse.inconsistent_because", { message: contradiction.message }));
        this.#position = position;
        this.#show(position.rows);
      } else {
        this.#game = await referee.look(what);
        this.#show(this.#game.rows);
      }
    } catch (problem) {
      this.#sayProblem(sentenceOf(problem));
      return;
    }
    this.problem.hidden = true;
    this.#showSource(what);
    await this.#think();
  }

  /** @param {string} what */
  #showSource(what) {
    const listed = [...this.choice.options].some((option) => option.value === what);
    if (!listed) {
      const words = this.#game ? say("learn.a_game", { level: levelName(this.#game) }) : say("learn.shared");
      this.choice.prepend(element("option", { value: what }, words));
    }
    this.choice.value = what;
    const plays = this.#game?.status === "playing";
    this.gameTools.hidden = !this.#game;
    this.step.disabled = !plays;
    this.autoplay.button.disabled = !plays;
  }

  /** @param {string[]} rows @param {Cell} [origin] */
  #show(rows, origin) {
    for (const name of NAMES) this.#minds[name].board.show(rows, origin);
  }

  // What each knows

  /** What the questions are about; whoever asks has opened something. */
  get #seen() {
    return /** @type {Game|Position} */ (this.#game ?? this.#position);
  }

  async #think() {
    try {
      const known = await this.#newest.ask((signal) => thinker.knowledge(this.#seen, signal));
      if (!this.#left) this.#take(known);
    } catch (problem) {
      if (!wasGivenUp(problem)) this.#sayProblem(sentenceOf(problem));
    }
  }

  /** @param {Partial<Knowledge>} knowledge */
  #take(knowledge) {
    const known = { sentence: NOTHING, resolution: NOTHING, exact: NOTHING, ...knowledge };
    /** @type {string[]} */
    const sentences = [];
    NAMES.forEach((name, at) => {
      const mind = this.#minds[name];
      const { safe, mines } = known[name];
      const before = at ? known[NAMES[at - 1]] : NOTHING;
      const knownBefore = new Set([...before.safe, ...before.mines].map(String));
      mind.known = known[name];
      mind.fresh = at ? [...safe, ...mines].filter((cell) => !knownBefore.has(String(cell))) : [];
      const words = { safe: say("numbers.safe_cells", { n: safe.length }), mines: tell("play.mines", { n: mines.length }) };
      fill(
        mind.tally,
        element("span", {}, element("i", { class: "swatch", data: { kind: "safe" } }), words.safe),
        element("span", {}, element("i", { class: "swatch", data: { kind: "mine" } }), words.mines),
      );
      mind.more.textContent = this.#difference(at, mind.fresh.length, safe.length + mines.length);
      sentences.push(say("learn.says", { name, ...words }));
    });
    this.#point({});
    announce(sentences.join(say("learn.separator")) + say("learn.stop"));
  }

  /** @param {number} at @param {number} more @param {number} all */
  #difference(at, more, all) {
    if (!all) return say("learn.nothing");
    if (!at) return say(NAMES.length > 1 ? "learn.at_once" : "learn.follows");
    const name = NAMES[at - 1];
    return more ? say("learn.more", { n: more, name }) : say("learn.same", { name });
  }

  /** @param {Marks} marks of an explanation; none for what each agent knows */
  #point(marks) {
    for (const name of NAMES) {
      const { board, known, fresh } = this.#minds[name];
      const explains = name === this.#explained && Object.keys(marks).length > 0;
      board.mark(explains ? marks : { safe: known?.safe, mine: known?.mines, only: fresh });
    }
  }

  // Asking and moving on

  /** @param {string} key @param {Name} name @param {Cell} cell */
  #key(key, name, cell) {
    if (key === " " || key === "Enter" || key.toLowerCase() === "w") this.#ask(name, cell);
    else if (key.toLowerCase() === "a" && this.#game) this.#move();
    else if (key.toLowerCase() === "p" && this.#game?.status === "playing") this.autoplay.toggle();
    else if (key === "Escape") this.#close();
    else return false;
    return true;
  }

  /** @param {Name} name the agent on whose board the reasons are shown @param {Cell} cell */
  #ask(name, cell) {
    const sign = this.#minds.exact.board.signs[cell[0] * this.#minds.exact.board.width + cell[1]];
    if (!"#F".includes(sign) || (this.#game && this.#game.status !== "playing")) return;
    this.#explained = name;
    this.answer.hidden = false;
    const knowers = NAMES.filter((each) => {
      const { safe, mines } = this.#minds[each].known ?? NOTHING;
      return [...safe, ...mines].some(([row, column]) => row === cell[0] && column === cell[1]);
    });
    const words = knowers.length ? say("learn.known_to", { names: knowers.join(say("board.separator")) }) : say("learn.known_to_none");
    fill(this.answer, element("p", { class: "small soft card-head" }, words), this.why.element);
    this.why.show(cell);
  }

  #close() {
    this.why.stop();
    this.answer.hidden = true;
    this.#explained = null;
    this.#point({});
  }

  /** @returns {Promise<boolean>} whether another move may follow */
  async #move() {
    if (this.#game?.status !== "playing") return false;
    try {
      this.#game = await referee.letAgentMove(this.#game.id);
    } catch (problem) {
      this.#sayProblem(sentenceOf(problem));
      return false;
    }
    if (this.#left) return false;
    this.#close();
    this.#show(this.#game.rows, this.#game.last?.cell);
    this.#showSource(this.#game.id);
    await this.#think();
    return this.#game.status === "playing";
  }

  /** @param {string} sentence */
  #sayProblem(sentence) {
    if (this.#left) return;
    this.problem.hidden = false;
    fill(this.problem, icon("lost"), element("span", {}, sentence));
  }
}
