/** Says what changed to those who hear the page instead of seeing it. */

const region = () => document.getElementById("announcer");
let alternate = false;

/** @param {string} sentence */
export function announce(sentence) {
  if (!sentence) return;
  // The same sentence twice is a change only if something differs: a space that nobody hears.
  alternate = !alternate;
  region().textContent = alternate ? sentence : `${sentence}\u00a0`;
}
