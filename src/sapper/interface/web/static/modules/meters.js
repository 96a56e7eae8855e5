/** The bar above a board: mines left, what just happened, the clock. */

import { say } from "./catalogue.js";
import { element } from "./dom.js";
import { icon } from "./icons.js";
import { capital, clock } from "./words.js";

/** @import { Game } from "./shapes.d.ts" */
/** @import { IconName } from "./icons.js" */

const TICK = 200;

export class Meters {
  #from = 0;
  #runs = false;

  constructor() {
    this.mines = element("span", { class: "number" }, "0");
    this.time = element("span", { class: "number" }, clock(0));
    this.saying = element("p", { class: "saying" });
    /** @param {IconName} drawing @param {string} title @param {string} name @param {HTMLElement} value */
    const meter = (drawing, title, name, value) =>
      element("div", { class: "meter", title }, icon(drawing), element("span", { class: "only-heard" }, name), value);
    this.element = element(
      "div",
      { class: "board-bar" },
      meter("flag", say("meters.mines_title"), say("meters.mines"), this.mines),
      this.saying,
      meter("clock", say("meters.time_title"), say("meters.time"), this.time),
    );
    this.timer = setInterval(() => this.#tick(), TICK);
  }

  /** @param {Game} game */
  show({ mines_left: minesLeft, seconds, status, paused, last }) {
    this.mines.textContent = String(minesLeft);
    this.time.textContent = clock(seconds, status);
    this.#from = performance.now() - seconds * 1000;
    const hasBegun = seconds > 0 || last?.action === "reveal" || last?.action === "chord"; // not even a millisecond may have passed
    this.#runs = status === "playing" && !paused && hasBegun;
  }

  /** @param {string} sentence */
  say(sentence) {
    this.saying.textContent = capital(sentence);
  }

  leave() {
    clearInterval(this.timer);
  }

  #tick() {
    if (this.#runs) this.time.textContent = clock((performance.now() - this.#from) / 1000);
  }
}
