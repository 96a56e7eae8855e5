/** Why a cell is safe or a mine: the steps as a list, and the numbers of each lit on the board. */

import { Newest, wasGivenUp } from "./api.js";
import { announce } from "./announce.js";
import { element, fill, select } from "./dom.js";
import { button, icon } from "./icons.js";
import { keep, setting } from "./settings.js";
import { capital, place } from "./words.js";

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Why} Why */

const LANGUAGES = [
  ["en", "English"],
  ["fr", "Français"],
  ["es", "Español"],
  ["zh", "中文"],
];
const STEP_EVERY = 1800;
const DEEPEST = 4;

export class WhyPanel {
  #newest = new Newest();
  #timer = 0;
  /** @type {Cell|null} */
  #cell = null;
  /** @type {Why|null} */
  #why = null;
  #at = 0;

  /**
   * @param {(cell: Cell, language: string, signal: AbortSignal) => Promise<Why>} ask
   * @param {(marks: import("./types.js").Marks) => void} onMarks
   * @param {() => void} onClose
   */
  constructor(ask, onMarks, onClose) {
    this.ask = ask;
    this.onMarks = onMarks;
    this.onClose = onClose;
    this.element = element("div", { class: "stack" });
  }

  /** @param {Cell} cell */
  async show(cell) {
    this.stop();
    this.#cell = cell;
    this.onMarks({ asked: [cell] });
    fill(this.element, element("p", { class: "soft" }, `Looking for the reasons at ${place(cell)} …`));
    try {
      this.#why = await this.#newest.ask((signal) => this.ask(cell, setting("language"), signal));
    } catch (problem) {
      if (!wasGivenUp(problem)) this.#sayProblem(problem);
      return;
    }
    this.#at = 0;
    this.#build();
    announce(this.#why.heading.join(" "));
  }

  /** Stop whatever runs by itself. */
  stop() {
    this.#newest.giveUp();
    this.#pause();
  }

  /** @param {Error} problem */
  #sayProblem(problem) {
    const sentence = element("p", { class: "note", data: { kind: "danger" } }, icon("lost"), element("span", {}, capital(problem.message)));
    fill(this.element, element("div", { class: "answer-head" }, sentence, this.#close()));
    announce(problem.message);
  }

  #build() {
    const [title, ...rest] = this.#why.heading;
    const words = element("div", { lang: setting("language"), class: "stack-tight" });
    words.append(element("h2", { class: "answer-title" }, title));
    for (const line of rest) words.append(element("p", { class: "soft small" }, line));
    this.list = element("ol", { class: "steps", lang: setting("language"), "aria-label": "The steps" });
    this.#why.lines.forEach((line, at) => this.list.append(this.#step(line, at)));
    const languages = select(LANGUAGES, setting("language"), {
      class: "select select-small",
      "aria-label": "Language of the explanation",
      on: { change: (event) => this.#speak(event.target.value) },
    });
    fill(
      this.element,
      element("div", { class: "answer-head" }, words, this.#close()),
      element("div", { class: "row row-apart" }, this.#why.lines.length > 0 ? this.#controls() : this.#legend(), languages),
      this.#why.lines.length > 0 && this.list,
      this.#why.lines.length > 0 && this.#legend(),
    );
    this.#light();
  }

  /** @param {import("./types.js").WhyLine} line @param {number} at */
  #step(line, at) {
    const outermost = Math.min(...this.#why.lines.map((each) => each.depth));
    const depth = String(Math.min(line.depth - outermost, DEEPEST));
    const show = () => {
      this.#pause();
      this.#goTo(at);
    };
    return element("li", {}, element("button", { type: "button", class: "step", data: { depth }, on: { click: show } }, line.words));
  }

  #controls() {
    this.back = button({ icon: "previous", label: "Step before", square: true, act: () => this.#goTo(this.#at - 1) });
    this.run = button({ icon: "play", label: "Play the steps", square: true, act: () => this.#toggle() });
    this.forth = button({ icon: "next", label: "Next step", square: true, act: () => this.#goTo(this.#at + 1) });
    this.count = element("span", { class: "small soft number" });
    return element("div", { class: "row" }, this.back, this.run, this.forth, this.count);
  }

  #close() {
    return button({ icon: "close", label: "Close the explanation", kind: "plain", square: true, act: this.onClose });
  }

  #legend() {
    const kinds = [
      ["used", "used"],
      ["spoken", "spoken of"],
      ["safe", "safe"],
      ["mine", "mine"],
    ];
    const list = element("div", { class: "legend" });
    for (const [kind, words] of this.#why.lines.length ? kinds : kinds.slice(0, this.#why.numbers.length && 1)) {
      list.append(element("span", { class: "legend-item" }, element("i", { class: "swatch", data: { kind } }), words));
    }
    return list;
  }

  /** @param {number} at */
  #goTo(at) {
    this.#at = Math.max(0, Math.min(at, this.#why.lines.length - 1));
    this.#light();
    announce(this.#why.lines[this.#at].words);
  }

  /** Light what the current step speaks of. */
  #light() {
    const line = this.#why.lines[this.#at];
    if (!line) {
      this.onMarks({ asked: [this.#cell], used: this.#why.numbers ?? [] });
      return;
    }
    [...this.list.children].forEach((item, at) => {
      const step = item.firstElementChild;
      if (at === this.#at) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
    });
    this.#keepInSight(this.list.children[this.#at]);
    this.back.disabled = this.#at === 0;
    this.forth.disabled = this.#at === this.#why.lines.length - 1;
    this.count.textContent = `Step ${this.#at + 1} of ${this.#why.lines.length}`;
    this.onMarks({ used: line.numbers, spoken: line.cells, safe: line.safe, mine: line.mines, asked: [this.#cell] });
  }

  /** Scroll the list, never the page. @param {HTMLElement} item */
  #keepInSight(item) {
    const { top, bottom } = this.list.getBoundingClientRect();
    const place = item.getBoundingClientRect();
    if (place.top < top) this.list.scrollTop -= top - place.top;
    else if (place.bottom > bottom) this.list.scrollTop += place.bottom - bottom;
  }

  #toggle() {
    if (this.#timer) {
      this.#pause();
      return;
    }
    if (this.#at === this.#why.lines.length - 1) this.#goTo(0);
    this.#timer = setInterval(() => {
      this.#goTo(this.#at + 1);
      if (this.#at === this.#why.lines.length - 1) this.#pause();
    }, STEP_EVERY);
    this.#showRunning("pause", "Stop the steps");
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#showRunning("play", "Play the steps");
  }

  /** @param {"play"|"pause"} drawing @param {string} label */
  #showRunning(drawing, label) {
    if (!this.run) return;
    this.run.replaceChildren(icon(drawing));
    this.run.setAttribute("aria-label", label);
    this.run.title = label;
  }

  /** @param {string} language */
  #speak(language) {
    keep({ language });
    this.show(this.#cell);
  }
}
