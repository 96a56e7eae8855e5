/** Two dialogs: the page's colours, and its keys. */

import { choices } from "./choices.js";
import { dialog } from "./dialogs.js";
import { element } from "./dom.js";
import { keep, setting } from "./settings.js";

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

/** @type {[keys: string[], meaning: string][]} */
const KEYS = [
  [["←", "↑", "→", "↓"], "move around the board"],
  [["Home", "End"], "start or end of the row; with Ctrl, of the board"],
  [["Space"], "open a cell, or chord a number"],
  [["F"], "flag or unflag"],
  [["C"], "chord: open the other neighbours of a number whose mines are flagged"],
  [["W"], "why is this cell safe or a mine?"],
  [["H"], "hint"],
  [["A"], "let the AI move"],
  [["P"], "start or stop autoplay"],
  [["O"], "show the odds"],
  [["G"], "best guess, with the alternatives"],
  [["N"], "new game"],
  [["0", "…", "8"], "analyse: paint a number; # hides a cell"],
  [[",", "."], "review: previous turn, next turn"],
];

/** @type {[gesture: string, meaning: string][]} */
const GESTURES = [
  ["Tap", "open a cell, or chord a number"],
  ["Hold", "flag or unflag"],
  ["Right click", "flag or unflag"],
  ["Middle click", "chord"],
  ["Shift + click", "why?"],
];

export function openShortcuts() {
  const keys = element("dl", { class: "shortcuts" });
  for (const [names, meaning] of KEYS) {
    keys.append(
      element("dt", {}, ...names.map((name) => element("kbd", { class: "key" }, name))),
      element("dd", { class: "small" }, meaning),
    );
  }
  const gestures = element("dl", { class: "shortcuts" });
  for (const [name, meaning] of GESTURES) {
    gestures.append(element("dt", { class: "small" }, element("strong", {}, name)), element("dd", { class: "small" }, meaning));
  }
  dialog(
    "Keys and gestures",
    element("div", { class: "stack" }, element("h3", {}, "On the board (letters work everywhere except in fields)"), keys),
    element("div", { class: "stack" }, element("h3", {}, "Mouse and touch"), gestures),
  ).showModal();
}
