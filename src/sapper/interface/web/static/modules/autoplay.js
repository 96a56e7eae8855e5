/** Moves made one after another at a chosen speed, until the game is over or somebody stops it. */

import { element, field } from "./dom.js";
import { button, icon } from "./icons.js";
import { keep, setting } from "./settings.js";
import { counted } from "./words.js";

const SPEEDS = [1, 2, 4, 8, 15, 30];

export class Autoplay {
  #running = false;

  /** @param {() => Promise<boolean>} move makes a move and says whether another may follow */
  constructor(move) {
    this.move = move;
    this.button = button({ icon: "play", label: "Autoplay", key: "p", pressed: false, act: () => this.toggle() });
    this.speed = element("input", {
      class: "range",
      type: "range",
      min: 0,
      max: SPEEDS.length - 1,
      step: 1,
      value: String(Math.max(SPEEDS.indexOf(setting("speed")), 0)),
      on: { input: () => this.#setSpeed() },
    });
    this.label = element("span", { class: "small soft number" });
    this.#setSpeed();
    this.element = field("Speed", this.speed);
    this.element.classList.add("speed");
    this.element.append(this.label);
  }

  #setSpeed() {
    const speed = SPEEDS[Number(this.speed.value)];
    const words = `${counted(speed, "move")} per second`;
    this.label.textContent = words;
    this.speed.setAttribute("aria-valuetext", words);
    if (speed !== setting("speed")) keep({ speed });
  }

  get isRunning() {
    return this.#running;
  }

  toggle() {
    if (this.#running) this.stop();
    else this.#run();
  }

  stop() {
    this.#running = false;
    this.#show();
  }

  async #run() {
    this.#running = true;
    this.#show();
    while (this.#running) {
      const started = performance.now();
      const goesOn = await this.move();
      if (!goesOn) break;
      const rest = 1000 / setting("speed") - (performance.now() - started);
      if (rest > 0) await new Promise((wake) => void setTimeout(wake, rest));
    }
    this.stop();
  }

  #show() {
    this.button.setAttribute("aria-pressed", String(this.#running));
    this.button.querySelector(".icon")?.replaceWith(icon(this.#running ? "pause" : "play"));
    this.button.querySelector("span")?.replaceChildren(this.#running ? "Stop" : "Autoplay");
  }
}
