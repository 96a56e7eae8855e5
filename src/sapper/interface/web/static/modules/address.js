/** The part of the address after “#”: which view is open, and what it shows. */

/** Marks an entry of the browser's history, which keeps it. */
const MOVED_ON = "moved on";

/** The address of the view that is open. */
let opened = "";

/** A view was opened. @param {string} hash */
export function noteOpened(hash) {
  opened = hash;
}

/** Say in the address what the open view shows; not where another view was asked for meanwhile, which would then never open. @param {string} hash */
export function rename(hash) {
  if (location.hash !== opened) return;
  history.replaceState(null, "", hash);
  opened = location.hash;
}

/** The open view shows something else, at an address of its own: “back” leads to what was shown before. @param {string} hash */
export function moveOn(hash) {
  if (location.hash !== opened || hash === opened) return;
  history.pushState(MOVED_ON, "", hash);
  opened = location.hash;
}

/** Whether the page moved on to where it is, then or before it went back and forward: “back” leads to what was shown before. */
export const hasMovedOn = () => history.state === MOVED_ON;
