/** Two dialogs: the page's colours, and its keys. */

import { choices } from "./choices.js";
import { dialog } from "./dialogs.js";
import { element } from "./dom.js";
import { keep, setting } from "./settings.js";
import { keyLabel } from "./commands.js";
import { GAME_COMMANDS, REPLAY_COMMANDS } from "./tables.js";

/** @import { Command } from "./commands.js" */

/** A browser is quit by its own means. */
const ELSEWHERE = ["quit"];

export function openAppearance() {
  const theme = choices(
    "Theme",
    [
      { value: "system", label: "System" },
      { value: "light", label: "Light" },
      { value: "dark", label: "Dark" },
    ],
    setting("theme"),
    (value) => keep({ theme: value }),
  );
  const palette = choices(
    "Colours",
    [
      { value: "standard", label: "Standard" },
      { value: "colour-blind", label: "Colour-blind" },
    ],
    setting("palette"),
    (value) => keep({ palette: value }),
  );
  const promise = "Colour is never the only cue: certain cells carry symbols, odds carry figures.";
  dialog("Appearance", theme, palette, element("p", { class: "small soft" }, promise)).showModal();
}

/** What the table leaves to the Analyse view. @type {[keys: string[], meaning: string][]} */
const PAINTING = [[["0", "…", "8"], "paint a number; # hides a cell"]];

/** @type {[gesture: string, meaning: string][]} */
const GESTURES = [
  ["Tap", "open a cell, or chord a number"],
  ["Hold", "flag or unflag"],
  ["Right click", "flag or unflag"],
  ["Middle click", "chord"],
  ["Shift + click", "why?"],
];

export function openShortcuts() {
  dialog(
    "Keys and gestures",
    part("While playing (letters work everywhere except in fields)", keys(GAME_COMMANDS)),
    part("In a review", keys(REPLAY_COMMANDS.filter(({ group }) => group === "Review"))),
    part("In Analyse", PAINTING.map(([names, meaning]) => row(names, meaning)).flat()),
    part("Mouse and touch", GESTURES.map(([name, meaning]) => [element("dt", { class: "small" }, element("strong", {}, name)), element("dd", { class: "small" }, meaning)]).flat()),
  ).showModal();
}

/** @param {string} heading @param {Node[]} rows */
function part(heading, rows) {
  return element("div", { class: "stack" }, element("h3", {}, heading), element("dl", { class: "shortcuts" }, ...rows));
}

/** @param {Command[]} commands */
function keys(commands) {
  return commands.filter(({ name }) => !ELSEWHERE.includes(name)).flatMap((command) => row(command.keys.map(keyLabel), command.words));
}

/** @param {string[]} names @param {string} meaning */
function row(names, meaning) {
  return [element("dt", {}, ...names.map((name) => element("kbd", { class: "key" }, name))), element("dd", { class: "small" }, meaning)];
}
