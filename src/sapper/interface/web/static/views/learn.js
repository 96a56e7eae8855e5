/** Learn: one position, and what each way of reasoning knows about it, side by side. */

import { get, Newest, post, wasGivenUp } from "../modules/api.js";
import { announce } from "../modules/announce.js";
import { Autoplay } from "../modules/autoplay.js";
import { BoardView } from "../modules/board.js";
import { element, field, fill, select } from "../modules/dom.js";
import { button, icon } from "../modules/icons.js";
import { EXAMPLES, isAddress } from "../modules/examples.js";
import { setting } from "../modules/settings.js";
import { WhyPanel } from "../modules/why.js";
import { counted, levelName } from "../modules/words.js";

/** @typedef {import("../modules/types.js").Cell} Cell */

const MINDS = {
  sentence: "Takes each number as a sentence, “of these cells, so many are mines”, and subtracts one from another where its cells lie inside.",
  resolution: "Writes the numbers as clauses of “mine” and “safe”, and resolves them pair by pair.",
  exact: "Counts every layout that agrees with the numbers and the mine total. Whatever follows, it finds.",
};
const NAMES = Object.keys(MINDS);

export class LearnView {
  #game = null;
  #address = "";
  #newest = new Newest();
  #left = false;
  #explained = "";
  /** @type {Object<string, {board: BoardView, tally: HTMLElement, more: HTMLElement, known: any, fresh: Cell[]}>} */
  #minds = {};

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
    this.#open(this.#game?.id || this.#address || EXAMPLES[0].address);
  }

  #build(place) {
    this.why = new WhyPanel(
      (cell, language, signal) => this.#askWhy(cell, language, signal),
      (marks) => this.#point(marks),
      () => this.#close(),
    );
    this.autoplay = new Autoplay(() => this.#move());
    this.step = button({ icon: "robot", label: "AI move", kind: "primary", act: () => this.#move() });
    this.title = element("span", {});
    this.problem = element("p", { class: "note", data: { kind: "danger" }, role: "alert", hidden: true });
    this.answer = element("section", { class: "card", "aria-label": "Why", hidden: true });
    this.gameTools = element("div", { class: "row" }, this.step, this.autoplay.button);
    const choose = this.#chooser();
    fill(
      place,
      element(
        "div",
        { class: "view-heading" },
        element(
          "div",
          {},
          element("h1", {}, "Learn"),
          element("p", {}, "The same position, seen by three ways of reasoning. A heavy frame marks what a mind knows and the one before it does not. Choose a cell to see its reasons."),
        ),
        element("div", { class: "row learn-tools" }, choose, this.gameTools),
      ),
      this.problem,
      element("div", { class: "minds" }, ...NAMES.map((name, at) => this.#mind(name, at))),
      this.answer,
    );
  }

  #chooser() {
    const options = EXAMPLES.map(({ address, words }) => [address, words]);
    if (setting("game")) options.push([setting("game"), "your game"]);
    options.push(["new", "a new game"]);
    this.choice = select(options, EXAMPLES[0].address, { on: { change: (event) => this.#choose(event.target.value) } });
    return field("Position", this.choice);
  }

  /** @param {string} name @param {number} at */
  #mind(name, at) {
    const board = new BoardView({
      label: `What ${name} knows`,
      onAct: (action, cell) => this.#ask(name, cell),
      onKey: (key, cell) => this.#key(key, name, cell),
      hearsAll: name === "exact",
      largest: 40,
      reserve: 420,
    });
    const tally = element("p", { class: "tally" });
    const more = element("p", { class: "small soft" });
    this.#minds[name] = { board, tally, more, known: null, fresh: [] };
    const number = element("span", { class: "badge", "aria-hidden": "true" }, String(at + 1));
    return element(
      "section",
      { class: "card mind", "aria-label": name },
      element("div", { class: "row" }, number, element("h2", {}, name)),
      element("p", { class: "small soft mind-words" }, MINDS[name]),
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
      const game = await post("games", { level: "beginner", start: "opening" });
      location.hash = `#/learn/${game.id}`;
    } catch (problem) {
      this.#sayProblem(problem.message);
    }
  }

  /** @param {string} what */
  async #open(what) {
    try {
      if (isAddress(what)) {
        this.#address = what;
        const { position, contradiction } = await get(`positions/${encodeURIComponent(what)}`);
        if (contradiction) throw new Error(`This position can't be: ${contradiction.message}`);
        this.#show(position.rows);
      } else {
        this.#game = await get(`games/${encodeURIComponent(what)}`);
        this.#show(this.#game.rows);
      }
    } catch (problem) {
      this.#sayProblem(problem.message);
      return;
    }
    this.#showSource(what);
    await this.#think();
  }

  /** @param {string} what */
  #showSource(what) {
    const listed = [...this.choice.options].some((option) => option.value === what);
    if (!listed) {
      const words = this.#game ? `a game: ${levelName(this.#game)}` : "a shared position";
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
    for (const { board } of Object.values(this.#minds)) board.show(rows, origin);
  }

  // What each knows

  async #think() {
    try {
      const known = await this.#newest.ask((signal) =>
        this.#game ? get(`games/${this.#game.id}/knowledge`, signal) : post("positions/knowledge", { address: this.#address }, signal),
      );
      if (!this.#left) this.#take(known);
    } catch (problem) {
      if (!wasGivenUp(problem)) this.#sayProblem(problem.message);
    }
  }

  #take(known) {
    const sentences = [];
    NAMES.forEach((name, at) => {
      const mind = this.#minds[name];
      const { safe, mines } = known[name];
      const before = at ? known[NAMES[at - 1]] : { safe: [], mines: [] };
      const knownBefore = new Set([...before.safe, ...before.mines].map(String));
      mind.known = known[name];
      mind.fresh = at ? [...safe, ...mines].filter((cell) => !knownBefore.has(String(cell))) : [];
      fill(
        mind.tally,
        element("span", {}, element("i", { class: "swatch", data: { kind: "safe" } }), counted(safe.length, "safe cell")),
        element("span", {}, element("i", { class: "swatch", data: { kind: "mine" } }), counted(mines.length, "mine")),
      );
      mind.more.textContent = this.#difference(name, at, mind.fresh.length, safe.length + mines.length);
      sentences.push(`${name} knows ${counted(safe.length, "safe cell")} and ${counted(mines.length, "mine")}`);
    });
    this.#point({});
    announce(`${sentences.join("; ")}.`);
  }

  /** @param {string} name @param {number} at @param {number} more @param {number} all */
  #difference(name, at, more, all) {
    if (!all) return "Nothing is certain for it here.";
    if (!at) return "What a careful player sees at once.";
    const other = NAMES[at - 1];
    return more ? `${counted(more, "cell")} more than ${other}.` : `The same as ${other} here.`;
  }

  /** @param {import("../modules/types.js").Marks} marks of an explanation; nothing for what is known */
  #point(marks) {
    for (const [name, { board, known, fresh }] of Object.entries(this.#minds)) {
      const explains = name === this.#explained && Object.keys(marks).length > 0;
      board.mark(explains ? marks : { safe: known?.safe, mine: known?.mines, only: fresh });
    }
  }

  // Asking and moving on

  /** @param {string} key @param {string} name @param {Cell} cell */
  #key(key, name, cell) {
    if (key === " " || key === "Enter" || key.toLowerCase() === "w") this.#ask(name, cell);
    else if (key.toLowerCase() === "a" && this.#game) this.#move();
    else if (key.toLowerCase() === "p" && this.#game?.status === "playing") this.autoplay.toggle();
    else if (key === "Escape") this.#close();
    else return false;
    return true;
  }

  /** @param {string} name the mind on whose board the reasons are shown @param {Cell} cell */
  #ask(name, cell) {
    const sign = this.#minds.exact.board.signs[cell[0] * this.#minds.exact.board.width + cell[1]];
    if (!"#F".includes(sign) || (this.#game && this.#game.status !== "playing")) return;
    this.#explained = name;
    this.answer.hidden = false;
    const knowers = NAMES.filter((name) => {
      const { safe, mines } = this.#minds[name].known ?? { safe: [], mines: [] };
      return [...safe, ...mines].some(([row, column]) => row === cell[0] && column === cell[1]);
    });
    const words = knowers.length ? `Known to ${knowers.join(", ")}.` : "None of them is certain here.";
    fill(this.answer, element("p", { class: "small soft card-head" }, words), this.why.element);
    this.why.show(cell);
  }

  #close() {
    this.why.stop();
    this.answer.hidden = true;
    this.#explained = "";
    this.#point({});
  }

  /** @param {Cell} cell @param {string} language @param {AbortSignal} signal */
  #askWhy(cell, language, signal) {
    if (!this.#game) return post("positions/why", { address: this.#address, cell, language }, signal);
    return get(`games/${this.#game.id}/why?row=${cell[0]}&column=${cell[1]}&language=${language}`, signal);
  }

  /** @returns {Promise<boolean>} whether there is another move */
  async #move() {
    if (this.#game?.status !== "playing") return false;
    try {
      this.#game = await post(`games/${this.#game.id}/ai`);
    } catch (problem) {
      this.#sayProblem(problem.message);
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
