/** What a person chose once and finds again: saved in this browser, never sent. */

import { bestLanguage } from "./catalogue.js";
import { USUAL_PACE } from "./tables.js";

/** @import { Language } from "./catalogue.js" */
/** @import { BoardGrade, Guesses, StartRule, WinningRule } from "./shapes.d.ts" */

/**
 * @typedef {Object} Settings
 * @property {"system"|"light"|"dark"} theme
 * @property {"standard"|"colour-blind"} palette
 * @property {number} cell pixels of a cell's side; 0 for as large as fits
 * @property {number} speed moves per second
 * @property {Language|""} language empty for the browser's
 * @property {string} game the last one played
 * @property {string} level
 * @property {number} height
 * @property {number} width
 * @property {number} mines
 * @property {StartRule|""} start
 * @property {WinningRule} winning
 * @property {Guesses} guesses
 * @property {BoardGrade|""} grade of a board that needs no guess; empty for any
 * @property {BoardGrade|""} fast up to which grade moves are made for the player; empty for none
 * @property {boolean} numbers whether the numbers of a game are shown while it is played
 * @property {string} agent
 * @property {string} name how the player is called in a class
 */

const SAVED_AS = "sapper.settings";

export const STRONGEST = "expert";

/** @type {Settings} */
const DEFAULTS = {
  theme: "system",
  palette: "standard",
  cell: 0,
  speed: USUAL_PACE,
  language: "",
  game: "",
  level: "beginner",
  height: 12,
  width: 18,
  mines: 35,
  start: "",
  winning: "revealed",
  guesses: "any",
  grade: "",
  fast: "",
  numbers: false,
  agent: STRONGEST,
  name: "",
};

let settings = { ...DEFAULTS, ...saved() };

/** What was saved, as far as it is of the right kind. @returns {Partial<Settings>} */
function saved() {
  try {
    const kept = JSON.parse(localStorage.getItem(SAVED_AS) || "{}") || {};
    return Object.fromEntries(Object.entries(DEFAULTS).flatMap(([name, value]) => (typeof kept[name] === typeof value ? [[name, kept[name]]] : [])));
  } catch {
    return {}; // private windows may refuse storage
  }
}

/** @template {keyof Settings} Name @param {Name} name @returns {Settings[Name]} */
export function setting(name) {
  return settings[name];
}

/** The language that was chosen; else one that the browser says is read. */
export const chosenLanguage = () => bestLanguage([setting("language"), ...navigator.languages]);

/** @param {Partial<Settings>} changes */
export function keep(changes) {
  settings = { ...settings, ...changes };
  try {
    localStorage.setItem(SAVED_AS, JSON.stringify(settings));
  } catch {
    // No storage: they last for as long as the page is open.
  }
  showAppearance();
}

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

/** From light to dark, and back. */
export function switchTheme() {
  keep({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" });
}

/** Apply the chosen colours to the whole page. */
export function showAppearance() {
  const dark = settings.theme === "dark" || (settings.theme !== "light" && systemIsDark.matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.dataset.palette = settings.palette;
}

systemIsDark.addEventListener("change", showAppearance);

export const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
