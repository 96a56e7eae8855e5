/** Moves made one after another at a chosen speed, until the game is over or somebody stops it. */

import { announce } from "./announce.js";
import { say, tell } from "./catalogue.js";
import { untilNoDialog } from "./dialogs.js";
import { element, field } from "./dom.js";
import { button, icon } from "./icons.js";
import { keep, setting } from "./settings.js";
import { keyOf } from "./commands.js";
import { PACES, USUAL_PACE } from "./tables.js";

export class Autoplay {
  #running = false;
  /** How often it was started: one that was stopped while its move was made does not go on beside the next. */
  #runs = 0;

  /** @param {() => Promise<boolean>} move makes a move and says whether another may follow */
  constructor(move) {
    this.move = move;
    this.button = button({ icon: "play", label: say("autoplay.start"), key: keyOf("autoplay"), pressed: false, act: () => this.toggle() });
    this.speed = element("input", {
      class: "range",
      type: "range",
      min: 0,
      max: PACES.length - 1,
      step: 1,
      value: String(PACES.indexOf(PACES.includes(setting("speed")) ? setting("speed") : USUAL_PACE)),
      on: { input: () => this.#setSpeed() },
    });
    this.label = element("span", { class: "small soft number" });
    this.#setSpeed();
    this.element = field(say("autoplay.speed"), this.speed);
    this.element.classList.add("speed");
    this.element.append(this.label);
  }

  #setSpeed() {
    const speed = PACES[Number(this.speed.value)];
    const words = speed ? tell("play.pace", { n: speed }) : tell("play.full_speed");
    this.label.textContent = words;
    this.speed.setAttribute("aria-valuetext", words);
    if (speed !== setting("speed")) keep({ speed });
  }

  /** Go faster or slower by so many steps. @param {number} steps */
  changePace(steps) {
    this.speed.value = String(Number(this.speed.value) + steps); // the slider keeps it in range
    this.#setSpeed();
    announce(tell("play.autoplay_pace", { pace: this.label.textContent ?? "" }));
  }

  get isRunning() {
    return this.#running;
  }

  toggle() {
    if (this.#running) this.stop();
    else this.#run();
  }

  /** At every click: nothing is drawn unless something changes, since the browser would draw it before it looks at the click's answer. */
  stop() {
    if (!this.#running) return;
    this.#running = false;
    this.#show();
  }

  async #run() {
    const mine = (this.#runs += 1);
    this.#running = true;
    this.#show();
    while (this.#running && mine === this.#runs) {
      await untilNoDialog();
      if (!this.#running || mine !== this.#runs) break;
      const started = performance.now();
      const goesOn = await this.move();
      if (!goesOn) break;
      const speed = setting("speed");
      const rest = (speed ? 1000 / speed : 0) - (performance.now() - started);
      if (rest > 0) await new Promise((wake) => void setTimeout(wake, rest));
    }
    if (mine === this.#runs) this.stop();
  }

  #show() {
    this.button.setAttribute("aria-pressed", String(this.#running));
    this.button.querySelector(".icon")?.replaceWith(icon(this.#running ? "pause" : "play"));
    this.button.querySelector("span")?.replaceChildren(say(this.#running ? "autoplay.stop" : "autoplay.start"));
  }
}
