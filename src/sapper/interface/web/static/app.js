/** Where the page starts: finds the view that the address names, and sets up what all views share. */

import { noteOpened } from "./modules/address.js";
import { openAppearance, openShortcuts } from "./modules/appearance.js";
import { LANGUAGES, say, speak, wordsOf } from "./modules/catalogue.js";
import { showConnection } from "./modules/connection.js";
import { byId, element } from "./modules/dom.js";
import { holdKeys } from "./modules/early_keys.js";
import { fetchDrawings, placeIcons } from "./modules/icons.js";
import { arrive, sayLesson } from "./modules/lesson.js";
import { hasServer } from "./modules/ports.js";
import { chosenLanguage, keep, showAppearance } from "./modules/settings.js";
import { PlayView } from "./views/play.js";

/** @import { Language } from "./modules/catalogue.js" */
/** @import { Sentences } from "./modules/sentences.d.ts" */

/** @typedef {{ [Key in keyof Sentences as Sentences[Key] extends [] ? Key : never]: [] }} PlainSentences those that take no values */
/** @typedef {"play"|"analyse"|"review"|"train"|"learn"|"class"|"wall"} ViewName */

/**
 * A view fills the main part of the page when entered, for what follows its name in the address, and
 * lets go of everything when left. It may ask to be told when the server is back.
 * @typedef {Object} View
 * @property {(place: HTMLElement, what: string) => void} enter
 * @property {() => void} leave
 * @property {() => void} [reconnected]
 */

/** The one sentence that can't be read from the catalogue. */
const NO_WORDS = "Sapper could not be loaded completely. Reload the page to try again.";

/**
 * All but the first are loaded when they are opened. A list rather than an object, because an address may name anything,
 * such as “constructor”. @type {[ViewName, () => Promise<View>][]}
 */
const VIEWS = [
  ["play", async () => new PlayView()],
  ["analyse", async () => new (await import("./views/analyse.js")).AnalyseView()],
  ["review", async () => new (await import("./views/review.js")).ReviewView()],
  ["train", async () => new (await import("./views/train.js")).TrainView()],
  ["learn", async () => new (await import("./views/learn.js")).LearnView()],
  ["class", async () => new (await import("./views/class.js")).ClassView()],
  ["wall", async () => new (await import("./views/wall.js")).WallView()],
];

/** @type {View|null} */
let shown = null;

/** How often a view was asked for. */
let asked = 0;

async function route() {
  if (location.hash === "#main") return;
  const { hash } = location;
  const [name, ...rest] = hash.replace(/^#\/?/, "").split("/");
  const known = VIEWS.find(([each]) => each === name);
  const [opened, load] = known ?? VIEWS[0];
  const mine = (asked += 1);
  holdKeys();
  try {
    const view = await load();
    if (mine !== asked) return;
    noteOpened(hash);
    open(opened, view, known ? decoded(rest.join("/")) : "");
  } catch (problem) {
    if (mine === asked) open(opened, notLoaded, "");
    console.error(problem);
  }
}

/** In place of a view that did not come: the network is gone, or the server has a newer page. @type {View} */
const notLoaded = {
  enter: (place) => place.replaceChildren(element("p", { class: "error", role: "alert" }, say("connection.no_view"))),
  leave: () => {},
};

/** @param {ViewName} name @param {View} view @param {string} what */
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
  document.title = `${say(`header.${name}`)} · Sapper`;
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

/** Speak a language, once its words are there. @param {Language} language */
async function useLanguage(language) {
  speak(language, await wordsOf(language));
  document.documentElement.lang = language;
  document.documentElement.removeAttribute("data-wordless");
  for (const place of document.querySelectorAll("[data-say]")) place.textContent = worded(place, "data-say");
  for (const place of document.querySelectorAll("[data-say-label]")) place.setAttribute("aria-label", worded(place, "data-say-label"));
}

/** What the page's own markup says in a place. @param {Element} place @param {string} attribute */
const worded = (place, attribute) => say(/** @type {keyof PlainSentences} */ (place.getAttribute(attribute)));

/** The whole page in another language. @param {Language} language */
async function changeLanguage(language) {
  await useLanguage(language);
  keep({ language });
  sayLesson();
  route();
}

function begin() {
  if (hasServer) showConnection(() => shown?.reconnected?.());
  byId("open-appearance").addEventListener("click", () => openAppearance(changeLanguage));
  byId("open-shortcuts").addEventListener("click", openShortcuts);
  addEventListener("hashchange", route);
  // Where each browser has its own games, the server must know this one before anything is asked.
  if (document.documentElement.dataset.players === "own") arrive().finally(route);
  else route();
}

placeIcons();
fetchDrawings();
showAppearance();
if (!hasServer) navigator.serviceWorker?.register("service-worker.js"); // for offline use
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
useLanguage(chosenLanguage())
  .catch(() => useLanguage(LANGUAGES[0][0]))
  .then(begin, () => (byId("main").textContent = NO_WORDS));
