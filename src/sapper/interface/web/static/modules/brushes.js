/** The brushes for painting a position; the first one asks why instead. */

import { say } from "./catalogue.js";
import { element, freshIdentity } from "./dom.js";
import { icon } from "./icons.js";
import { signInWords } from "./words.js";

export const ASK = "ask";
export const OPEN = "open";
const SIGNS = ["#", "F", "0", "1", "2", "3", "4", "5", "6", "7", "8"];

export class Brushes {
  chosen = ASK;

  constructor() {
    this.name = freshIdentity();
    this.list = element("div", { class: "brushes" });
    this.element = element("fieldset", {}, element("legend", { class: "only-heard" }, say("analyse.brush")), this.list);
    this.offer(false);
  }

  /** @param {boolean} knowsBoard whether cells can be opened too */
  offer(knowsBoard) {
    if (!knowsBoard && this.chosen === OPEN) this.chosen = ASK;
    const tools = [this.#brush(ASK, say("analyse.ask_why"), icon("why"))];
    if (knowsBoard) tools.push(this.#brush(OPEN, say("analyse.open"), icon("pointer")));
    const paints = SIGNS.map((sign) => this.#brush(sign, say("analyse.paint_sign", { sign: signInWords(sign) }), sign >= "1" && sign <= "8" ? sign : ""));
    this.list.replaceChildren(...tools, element("span", { class: "divider" }), ...paints);
  }

  /** @param {string} sign @param {string} words @param {Node|string} drawing */
  #brush(sign, words, drawing) {
    const isTool = sign === ASK || sign === OPEN;
    const input = element("input", {
      type: "radio",
      name: this.name,
      value: sign,
      checked: sign === this.chosen,
      "aria-label": words,
      on: { change: () => (this.chosen = sign) },
    });
    const sample = element("span", { class: isTool ? "cell tool" : "cell", data: { sign }, "aria-hidden": "true" }, drawing);
    if (isTool) sample.append(element("span", {}, words));
    return element("label", { class: "brush", title: words }, input, sample);
  }
}
