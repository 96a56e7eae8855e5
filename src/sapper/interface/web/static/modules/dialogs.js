/** Dialogs: the browser's own, which keep the focus inside and close on Escape. */

import { say } from "./catalogue.js";
import { element, freshIdentity } from "./dom.js";
import { button } from "./icons.js";

/**
 * @param {string} title
 * @param {...Node} content
 * @returns {HTMLDialogElement} not yet open; closing it removes it from the page
 */
export function dialog(title, ...content) {
  const identity = freshIdentity();
  const made = element("dialog", { class: "dialog", "aria-labelledby": identity });
  /** A dialog that is closed, but still there until the browser tells so, would swallow the next key. */
  const leave = () => {
    made.close();
    made.remove();
  };
  const close = button({ icon: "close", label: say("dialogs.close"), kind: "plain", square: true, act: leave });
  const heading = element("div", { class: "dialog-heading" }, element("h2", { id: identity }, title), close);
  made.append(element("div", { class: "dialog-body" }, heading, ...content));
  made.addEventListener("close", () => made.remove());
  made.addEventListener("cancel", (event) => {
    if (event.target !== made) return; // whoever chooses no file stays in the dialog
    event.preventDefault();
    leave();
  });
  made.addEventListener("click", (event) => {
    if (event.target === made) leave();
  });
  document.body.append(made);
  return made;
}

/** Once no dialog is open, whatever was open before. @returns {Promise<void>} */
export async function untilNoDialog() {
  for (;;) {
    const open = document.querySelector("dialog[open]");
    if (!open) return;
    await new Promise((closed) => void open.addEventListener("close", closed, { once: true }));
  }
}
