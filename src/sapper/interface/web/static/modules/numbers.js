/** The numbers of a game: at its end, in its review and, if wished, while it is played. */

import { announce } from "./announce.js";
import { say, tell } from "./catalogue.js";
import { keyOf } from "./commands.js";
import { element, fill } from "./dom.js";
import { button } from "./icons.js";
import { keep, setting } from "./settings.js";
import { capital } from "./words.js";

/** @import { Game, Numbers } from "./shapes.d.ts" */

const title = () => tell("commands.labels.numbers");

/** @param {Numbers} numbers */
export function numberList({ lines }) {
  const pairs = lines.map(({ label, value }) => element("div", {}, element("dt", {}, capital(label)), element("dd", {}, value)));
  return element("dl", { class: "numbers" }, ...pairs);
}

/** @param {Numbers|null} numbers */
export const numbersCard = (numbers) => numbers && element("section", { class: "card stack" }, element("h2", {}, title()), numberList(numbers));

export class GameNumbers {
  element = element("section", { class: "card stack", "aria-label": title(), hidden: true });
  switch = button({ icon: "timeline", label: title(), key: keyOf("numbers"), pressed: setting("numbers"), act: () => this.toggle() });
  /** @type {Game|null} */
  #game = null;

  /** @param {Game} game */
  show(game) {
    this.#game = game;
    const { numbers, status, turns } = game;
    const isShown = status === "playing" ? setting("numbers") : numbers !== null;
    this.element.hidden = !isShown;
    if (!isShown) return;
    const none = () => element("p", { class: "soft small" }, say(turns ? "play.numbers_huge" : "play.numbers_wait"));
    fill(this.element, element("h2", {}, title()), numbers ? numberList(numbers) : none());
  }

  /** Show the numbers while a game is played, or at its end only. */
  toggle() {
    const isOn = !setting("numbers");
    keep({ numbers: isOn });
    this.switch.setAttribute("aria-pressed", String(isOn));
    if (this.#game) this.show(this.#game);
    announce(tell(isOn ? "play.numbers_shown" : "play.numbers_hidden"));
  }
}
