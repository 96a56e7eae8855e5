/** The link to what the page shows, and the button that copies it. */

import { announce } from "./announce.js";
import { say } from "./catalogue.js";
import { element } from "./dom.js";
import { button } from "./icons.js";

const COPIED_FOR = 2000;

export class Sharing {
  #copy = button({ icon: "link", label: say("analyse.copy"), act: () => this.#copyLink() });
  #link = element("input", { class: "input link", readonly: true, "aria-label": say("analyse.link") });
  element = element("div", { class: "row share" }, this.#link, this.#copy);

  constructor() {
    this.#link.addEventListener("focus", () => this.#link.select());
  }

  /** The page has another address now. */
  show() {
    this.#link.value = location.href;
  }

  async #copyLink() {
    this.#link.select();
    try {
      await navigator.clipboard.writeText(this.#link.value);
    } catch {
      document.execCommand("copy"); // for when the page may not write to the clipboard itself
    }
    const words = this.#copy.querySelector("span");
    words?.replaceChildren(say("analyse.copied"));
    announce(say("analyse.link_copied"));
    setTimeout(() => words?.replaceChildren(say("analyse.copy")), COPIED_FOR);
  }
}
