/** Dialogs: the browser's own, so that focus stays inside and Escape closes. */

import { element, freshIdentity } from "./dom.js";
import { button } from "./icons.js";

/**
 * @param {string} title
 * @param {...Node} content
 * @returns {HTMLDialogElement} not yet opened; it leaves the page when closed
 */
export function dialog(title, ...content) {
  const identity = freshIdentity();
  const made = element("dialog", { class: "dialog", "aria-labelledby": identity });
  const close = button({ icon: "close", label: "Close", kind: "plain", square: true, act: () => made.close() });
  const heading = element("div", { class: "dialog-heading" }, element("h2", { id: identity }, title), close);
  made.append(element("div", { class: "dialog-body" }, heading, ...content));
  made.addEventListener("close", () => made.remove());
  made.addEventListener("click", (event) => {
    if (event.target === made) made.close();
  });
  document.body.append(made);
  return made;
}
