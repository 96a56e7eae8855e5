/** Why a cell is safe or a mine: the steps as a list, with the numbers of each lit up on the board. */

import { Newest, sentenceOf, wasGivenUp } from "./api.js";
import { announce } from "./announce.js";
import { say } from "./catalogue.js";
import { element, fill } from "./dom.js";
import { button, icon } from "./icons.js";
import { Slideshow } from "./slideshow.js";
import { capital, place } from "./words.js";

/** @import { Cell, Marks } from "./board.js" */
/** @import { WhyLine, Why } from "./shapes.d.ts" */

const LEGEND = /** @type {const} */ (["used", "spoken", "safe", "mine"]);
/** Milliseconds that a step stays while they run by themselves. */
const STEP_EVERY = 1800;
const DEEPEST = 4;

/** @type {Why} */
const NOTHING = { kind: "odds", cell: [0, 0], heading: [], numbers: [], lines: [] };

export class WhyPanel {
  element = element("div", { class: "stack" });
  #newest = new Newest();
  #cell = NOTHING.cell;
  #why = NOTHING;
  #at = 0;
  #list = element("ol");
  #count = element("span", { class: "small soft number" });
  #back = button({ icon: "previous", label: say("why.previous"), square: true, act: () => this.#goTo(this.#at - 1) });
  #forth = button({ icon: "next", label: say("why.next"), square: true, act: () => this.#goTo(this.#at + 1) });
  #slideshow = new Slideshow({
    label: say("why.run"),
    every: STEP_EVERY,
    start: () => this.#at === this.#last && this.#goTo(0),
    next: () => {
      this.#goTo(this.#at + 1);
      return this.#at < this.#last;
    },
  });

  /**
   * @param {(cell: Cell, signal: AbortSignal) => Promise<Why>} ask
   * @param {(marks: Marks) => void} onMarks
   * @param {() => void} onClose
   */
  constructor(ask, onMarks, onClose) {
    this.ask = ask;
    this.onMarks = onMarks;
    this.onClose = onClose;
  }

  /** @param {Cell} cell */
  async show(cell) {
    this.stop();
    this.#cell = cell;
    this.onMarks({ asked: [cell] });
    fill(this.element, element("p", { class: "soft" }, say("why.working", { cell: place(cell) })));
    try {
      this.#why = await this.#newest.ask((signal) => this.ask(cell, signal));
    } catch (problem) {
      if (!wasGivenUp(problem)) this.#sayProblem(sentenceOf(problem));
      return;
    }
    this.#at = 0;
    this.#build();
    announce(this.#why.heading.join(" "));
  }

  /** Stop asking, and stop going through the steps. */
  stop() {
    this.#newest.giveUp();
    this.#slideshow.stop();
  }

  get #last() {
    return this.#why.lines.length - 1;
  }

  /** @param {string} sentence */
  #sayProblem(sentence) {
    const words = element("p", { class: "note", data: { kind: "danger" } }, icon("lost"), element("span", {}, capital(sentence)));
    fill(this.element, element("div", { class: "answer-head" }, words, this.#close()));
    announce(sentence);
  }

  #build() {
    const { heading, lines } = this.#why;
    const [title, ...rest] = heading;
    const words = element("div", { class: "stack-tight" });
    words.append(element("h2", { class: "answer-title" }, title));
    for (const line of rest) words.append(element("p", { class: "soft small" }, line));
    this.#list = element("ol", { class: "steps", "aria-label": say("why.steps") });
    this.#list.append(...lines.map((line, at) => this.#step(line, at)));
    const controls = element("div", { class: "row" }, this.#back, this.#slideshow.button, this.#forth, this.#count);
    fill(
      this.element,
      element("div", { class: "answer-head" }, words, this.#close()),
      lines.length > 0 ? controls : this.#legend(),
      lines.length > 0 && this.#list,
      lines.length > 0 && this.#legend(),
    );
    this.#light();
  }

  /** @param {WhyLine} line @param {number} at */
  #step(line, at) {
    const outermost = Math.min(...this.#why.lines.map((each) => each.depth));
    const depth = String(Math.min(line.depth - outermost, DEEPEST));
    const show = () => {
      this.#slideshow.stop();
      this.#goTo(at);
    };
    return element("li", {}, element("button", { type: "button", class: "step", data: { depth }, on: { click: show } }, line.words));
  }

  #close() {
    return button({ icon: "close", label: say("why.close"), kind: "plain", square: true, act: this.onClose });
  }

  #legend() {
    const { lines, numbers } = this.#why;
    const list = element("div", { class: "legend" });
    for (const kind of lines.length ? LEGEND : LEGEND.slice(0, numbers.length && 1)) {
      list.append(element("span", { class: "legend-item" }, element("i", { class: "swatch", data: { kind } }), say(`why.${kind}`)));
    }
    return list;
  }

  /** Whether this cell is being explained. @param {Cell} cell */
  isAbout(cell) {
    return this.element.isConnected && String(this.#cell) === String(cell);
  }

  /** Show another step, by hand. @param {number} steps */
  go(steps) {
    if (!this.element.isConnected || this.#why.lines.length === 0) return;
    this.#slideshow.stop();
    this.#goTo(this.#at + steps);
  }

  /** @param {number} at */
  #goTo(at) {
    this.#at = Math.max(0, Math.min(at, this.#last));
    this.#light();
    announce(this.#why.lines[this.#at].words);
  }

  /** Light up what the current step is about. */
  #light() {
    const line = this.#why.lines.at(this.#at);
    if (!line) {
      this.onMarks({ asked: [this.#cell], used: this.#why.numbers });
      return;
    }
    [...this.#list.children].forEach((item, at) => {
      const step = item.firstElementChild;
      if (at === this.#at) step?.setAttribute("aria-current", "step");
      else step?.removeAttribute("aria-current");
    });
    this.#keepInSight(this.#list.children[this.#at]);
    this.#back.disabled = this.#at === 0;
    this.#forth.disabled = this.#at === this.#last;
    this.#count.textContent = say("why.at", { at: this.#at + 1, count: this.#why.lines.length });
    this.onMarks({ used: line.numbers, spoken: line.cells, safe: line.safe, mine: line.mines, asked: [this.#cell] });
  }

  /** Scroll the list, never the page. @param {Element} item */
  #keepInSight(item) {
    const list = this.#list.getBoundingClientRect();
    const { top, bottom } = item.getBoundingClientRect();
    if (top < list.top) this.#list.scrollTop -= list.top - top;
    else if (bottom > list.bottom) this.#list.scrollTop += bottom - list.bottom;
  }
}
