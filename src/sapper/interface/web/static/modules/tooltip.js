/** A word about the cell under the pointer, or about the one with the focus. */

import { element } from "./dom.js";

const APART = 6;

export class Tooltip {
  /** Screen readers hear the same of the cell itself. */
  element = element("div", { class: "tip", "aria-hidden": "true", hidden: true });

  /** @param {HTMLElement} grid @param {(cell: HTMLElement) => string} wordsFor what to say of a cell; nothing hides it */
  constructor(grid, wordsFor) {
    this.wordsFor = wordsFor;
    for (const coming of ["pointerover", "focusin"]) {
      grid.addEventListener(coming, ({ target }) => this.#show(target instanceof Element ? target.closest(".cell") : null));
    }
    for (const going of ["pointerleave", "focusout", "pointerdown", "keydown"]) grid.addEventListener(going, () => this.hide());
  }

  hide() {
    this.element.hidden = true;
  }

  /** @param {HTMLElement|null} cell */
  #show(cell) {
    const words = cell ? this.wordsFor(cell) : "";
    this.element.hidden = !words;
    if (!cell || !words) return;
    this.element.textContent = words;
    const { left, width, top } = cell.getBoundingClientRect();
    this.element.style.left = `${left + width / 2}px`;
    this.element.style.top = `${top - APART}px`;
  }
}
