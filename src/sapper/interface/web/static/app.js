/** The page's beginning: which view an address names, and what all views share. */

import { openAppearance, openShortcuts } from "./modules/appearance.js";
import { showConnection } from "./modules/connection.js";
import { fetchDrawings, placeIcons } from "./modules/icons.js";
import { showAppearance } from "./modules/settings.js";
import { capital } from "./modules/words.js";
import { AnalyseView } from "./views/analyse.js";
import { LearnView } from "./views/learn.js";
import { PlayView } from "./views/play.js";
import { ReviewView } from "./views/review.js";

/**
 * A view fills the page's main part when entered, with what stands in the address behind its name, and
 * lets go of everything when left. It may want to know when the server is back.
 * @typedef {Object} View
 * @property {(place: HTMLElement, what: string) => void} enter
 * @property {() => void} leave
 * @property {() => void} [reconnected]
 */

/** @type {Object<string, () => View>} */
const VIEWS = {
  play: () => new PlayView(),
  analyse: () => new AnalyseView(),
  review: () => new ReviewView(),
  learn: () => new LearnView(),
};

/** @type {View|null} */
let shown = null;

function route() {
  if (location.hash === "#main") return;
  const [name, ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  const chosen = name in VIEWS ? name : "play";
  shown?.leave();
  const main = document.getElementById("main");
  main.replaceChildren();
  main.dataset.view = chosen;
  for (const link of document.querySelectorAll(".nav a")) {
    if (link.dataset.view === chosen) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${capital(chosen)} · Sapper`;
  const isFirst = !shown;
  shown = VIEWS[chosen]();
  shown.enter(main, decoded(rest.join("/")));
  if (isFirst) return;
  scrollTo(0, 0);
  // The link that led here may be gone: the keyboard goes on from the new view.
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
showConnection(() => shown?.reconnected?.());
document.getElementById("open-appearance").addEventListener("click", openAppearance);
document.getElementById("open-shortcuts").addEventListener("click", openShortcuts);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
});
addEventListener("hashchange", route);
route();
