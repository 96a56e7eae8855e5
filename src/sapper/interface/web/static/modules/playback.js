/** A review that runs by itself: turn by turn or, if the mouse was recorded, at the game's own speed. */

import { announce } from "./announce.js";
import { say, tell } from "./catalogue.js";
import { keyOf } from "./commands.js";
import { element } from "./dom.js";
import { button } from "./icons.js";
import { Slideshow } from "./slideshow.js";
import { SPEEDS, TURNS_PER_SECOND } from "./tables.js";
import { duration } from "./words.js";

/** @import { RecordedMouse } from "./mouse.js" */
/** @import { ReviewStep } from "./shapes.d.ts" */

const STEP_EVERY = 1000 / TURNS_PER_SECOND;
/** Milliseconds between two pictures of a moving mouse. */
const PICTURE_EVERY = 33;

export class Playback {
  #pace = SPEEDS.indexOf(1);
  #at = 0;
  #seconds = 0;
  #pictured = 0;

  /**
   * @param {Object} options
   * @param {ReviewStep[]} options.steps
   * @param {RecordedMouse|null} options.mouse
   * @param {(at: number) => void} options.goTo shows the position before a turn, or the end
   */
  constructor({ steps, mouse, goTo }) {
    this.steps = steps;
    this.mouse = mouse;
    this.goTo = goTo;
    this.slideshow = new Slideshow({ label: say("review.run"), every: mouse ? PICTURE_EVERY : STEP_EVERY, start: () => this.#start(), next: () => this.#goOn() });
    this.moment = element("output", { class: "moment number" });
    this.element = element(
      "div",
      { class: "row pace", role: "group", "aria-label": say("review.speed") },
      button({ icon: "minus", label: tell("commands.labels.slower_replay"), key: keyOf("slower"), kind: "plain", square: true, act: () => this.change(-1) }),
      this.moment,
      button({ icon: "plus", label: tell("commands.labels.faster_replay"), key: keyOf("faster"), kind: "plain", square: true, act: () => this.change(1) }),
    );
  }

  /** How many times as fast as usual it runs. */
  get speed() {
    return SPEEDS[this.#pace];
  }

  /** Slower or faster. @param {-1|1} by */
  change(by) {
    this.#pace = Math.max(0, Math.min(this.#pace + by, SPEEDS.length - 1));
    if (!this.mouse) this.slideshow.every = STEP_EVERY / this.speed;
    if (!this.mouse && this.slideshow.isRunning) this.slideshow.restart();
    this.#show();
    announce(`×${this.speed}`);
  }

  /** Another position is shown: the moment is the one just before its turn. @param {number} at */
  goneTo(at) {
    this.#at = at;
    this.#seconds = (this.steps[at] ?? this.steps.at(-1))?.entry.seconds ?? 0;
    this.#show();
  }

  #start() {
    this.#pictured = performance.now();
    if (this.#at < this.steps.length) return;
    this.goTo(0);
    if (this.mouse) this.#seconds = this.mouse.begin;
  }

  /** One turn on, or as far as the time that has passed; whether there is more. */
  #goOn() {
    if (!this.mouse) {
      this.goTo(this.#at + 1);
      return this.#at < this.steps.length;
    }
    const now = performance.now();
    const seconds = this.#seconds + ((now - this.#pictured) / 1000) * this.speed;
    this.#pictured = now;
    const isOver = seconds >= this.mouse.end;
    const next = this.steps.findIndex(({ entry }) => entry.seconds >= seconds);
    const at = isOver || next < 0 ? this.steps.length : next;
    if (at !== this.#at) this.goTo(at);
    this.#seconds = seconds;
    this.#show();
    return !isOver;
  }

  #show() {
    this.mouse?.show(this.#seconds);
    this.moment.textContent = this.mouse ? `${duration(Math.max(0, this.#seconds))} ×${this.speed}` : `×${this.speed}`;
  }
}
