/** Keys that are pressed while a view is on its way: its board is handed them as soon as it can hear. */

const MOST_HELD = 20;
/** In milliseconds: nobody means a key that they pressed so long ago. */
const HELD_FOR = 10_000;
const KEY_OF_ALL = /^([a-z,.+\-0?[\]]|Escape|F1|Arrow\w+|Home|End|Page\w+)$/i;
/** What takes all keys; a slider takes those that move it. */
const FIELDS = "input:not([type=range]), textarea, select, dialog, [contenteditable]";
const KEY_OF_SLIDER = /^(Arrow\w+|Home|End|Page\w+)$/;
/** What Space presses, opens or writes into; a slider it only scrolls away. */
const TAKES_SPACE = `button, summary, ${FIELDS}`;

/** Each with the address at which it was pressed; null once a board hears them itself. @type {{ event: KeyboardEvent, address: string }[]|null} */
let held = [];

/** Whether a key means the same wherever the focus is: not in fields and dialogs. @param {KeyboardEvent} event */
export function isForAll({ key, target, altKey, ctrlKey, metaKey, repeat, defaultPrevented }) {
  if (altKey || ctrlKey || metaKey || repeat || defaultPrevented) return false;
  const takers = KEY_OF_SLIDER.test(key) ? `input, ${FIELDS}` : FIELDS;
  return KEY_OF_ALL.test(key) && !(target instanceof Element && target.closest(takers));
}

/** Whether Space is free to mean the same wherever else the focus is. @param {KeyboardEvent} event */
export function isFreeSpace({ key, target, altKey, ctrlKey, metaKey, defaultPrevented }) {
  if (altKey || ctrlKey || metaKey || defaultPrevented) return false;
  return key === " " && !(target instanceof Element && target.closest(TAKES_SPACE));
}

/**
 * Hold keys from now on, for the view that the address names. The page hears of a new address a little later: a key that
 * was pressed in between is meant for that view, too.
 */
export function holdKeys() {
  held = (held ?? []).filter(({ address }) => address === location.hash);
}

/** The keys that were held; whoever takes them hears the next ones. */
export function takeKeys() {
  const now = performance.now();
  const taken = (held ?? []).map(({ event }) => event);
  held = null;
  return taken.filter(({ timeStamp }) => now - timeStamp < HELD_FOR);
}

// What the board of the view before has heard is not held.
addEventListener("keydown", (event) => {
  if (held && held.length < MOST_HELD && isForAll(event)) held.push({ event, address: location.hash });
});
