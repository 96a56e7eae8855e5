/** Where the page starts: finds the view that the address names, and sets up what all views share. */

import { openAppearance, openShortcuts } from "./modules/appearance.js";
import { showConnection } from "./modules/connection.js";
import { byId } from "./modules/dom.js";
import { fetchDrawings, placeIcons } from "./modules/icons.js";
import { arrive } from "./modules/lesson.js";
import { hasServer } from "./modules/ports.js";
import { showAppearance } from "./modules/settings.js";
import { capital } from "./modules/words.js";
import { AnalyseView } from "./views/analyse.js";
import { ClassView } from "./views/class.js";
import { LearnView } from "./views/learn.js";
import { PlayView } from "./views/play.js";
import { ReviewView } from "./views/review.js";
import { WallView } from "./views/wall.js";

/**
 * A view fills the main part of the page when entered, for what follows its name in the address, and
 * lets go of everything when left. It may ask to be told when the server is back.
 * @typedef {Object} View
 * @property {(place: HTMLElement, what: string) => void} enter
 * @property {() => void} leave
 * @property {() => void} [reconnected]
 */

const FIRST = "play";

/** A map rather than an object, because an address may name anything, such as “constructor”. */
const VIEWS = new Map(
  /** @type {[string, () => View][]} */ ([
    [FIRST, () => new PlayView()],
    ["analyse", () => new AnalyseView()],
    ["review", () => new ReviewView()],
    ["learn", () => new LearnView()],
    ["class", () => new ClassView()],
    ["wall", () => new WallView()],
  ]),
);

/** @type {View|null} */
let shown = null;

function route() {
  if (location.hash === "#main") return;
  const [name, ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  const make = VIEWS.get(name);
  if (make) open(name, make(), decoded(rest.join("/")));
  else open(FIRST, new PlayView(), "");
}

/** @param {string} name @param {View} view @param {string} what */
function open(name, view, what) {
  const isFirst = !shown;
  shown?.leave();
  shown = view;
  const main = byId("main");
  main.replaceChildren();
  main.dataset.view = name;
  for (const link of document.querySelectorAll(".nav a")) {
    if (link.getAttribute("data-view") === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${capital(name)} · Sapper`;
  view.enter(main, what);
  if (isFirst) return;
  scrollTo(0, 0);
  // The link that led here may be gone: the keyboard continues from the new view.
  if (document.activeElement === document.body) main.focus({ preventScroll: true });
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

placeIcons();
fetchDrawings();
showAppearance();
if (hasServer) showConnection(() => shown?.reconnected?.());
else navigator.serviceWorker?.register("service-worker.js"); // for offline use
byId("open-appearance").addEventListener("click", openAppearance);
byId("open-shortcuts").addEventListener("click", openShortcuts);
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
addEventListener("hashchange", route);
// Where each browser has its own games, the server must know this one before anything is asked.
if (document.documentElement.dataset.players === "own") arrive().finally(route);
else route();
