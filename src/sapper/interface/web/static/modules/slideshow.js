/** A button that goes through steps by itself, one every so often, until the last one or a second press. */

import { say } from "./catalogue.js";
import { button, relabel } from "./icons.js";

export class Slideshow {
  #timer = 0;

  /**
   * @param {Object} options
   * @param {string} options.label what the button does
   * @param {number} options.every milliseconds
   * @param {() => void} options.start before the first step
   * @param {() => boolean} options.next takes a step and says whether another follows
   */
  constructor({ label, every, start, next }) {
    this.label = label;
    this.every = every;
    this.start = start;
    this.next = next;
    this.button = button({ icon: "play", label, square: true, act: () => this.toggle() });
  }

  get isRunning() {
    return this.#timer !== 0;
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    relabel(this.button, "play", this.label);
  }

  /** Go on at another pace. */
  restart() {
    clearInterval(this.#timer);
    this.#timer = this.#run();
  }

  toggle() {
    if (this.isRunning) {
      this.stop();
      return;
    }
    this.start();
    this.#timer = this.#run();
    relabel(this.button, "pause", say("why.stop"));
  }

  #run() {
    return setInterval(() => {
      if (!this.next()) this.stop();
    }, this.every);
  }
}
