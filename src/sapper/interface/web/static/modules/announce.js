/** Tells screen readers what changed. */

import { byId } from "./dom.js";

let alternate = false;

/** @param {string} sentence */
export function announce(sentence) {
  if (!sentence) return;
  // A repeated sentence is announced only if it differs: by a space that nobody hears.
  alternate = !alternate;
  byId("announcer").textContent = alternate ? sentence : `${sentence}\u00a0`;
}

/** What was announced no longer holds. */
export function hush() {
  byId("announcer").textContent = "";
}
