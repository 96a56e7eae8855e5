/** The dialog with the page's colours, and the one with its keys. */

import { choices } from "./choices.js";
import { dialog } from "./dialogs.js";
import { element } from "./dom.js";
import { keep, setting } from "./settings.js";

export function openAppearance() {
  const theme = choices(
    "Light or dark",
    [
      { value: "system", label: "As the system" },
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
  const promise = "Colour never stands alone: certain cells carry signs, odds their figures.";
  dialog("Appearance", theme, palette, element("p", { class: "small soft" }, promise)).showModal();
}

const KEYS = [
  [["←", "↑", "→", "↓"], "move on the board"],
  [["Home", "End"], "to the row's ends; with Ctrl to the board's"],
  [["Space"], "open a cell, or chord on a number"],
  [["F"], "flag, or take the flag off"],
  [["C"], "chord: open all around a number whose mines are flagged"],
  [["W"], "why is this cell safe, or a mine?"],
  [["H"], "hint"],
  [["A"], "let the AI move"],
  [["P"], "let it play on, or stop"],
  [["O"], "show the odds"],
  [["G"], "best guess, and what it was compared with"],
  [["N"], "new game"],
  [["0", "…", "8"], "analyse: paint a number; # hides a cell"],
  [[",", "."], "review: the turn before, the next turn"],
];

const GESTURES = [
  ["Tap", "open a cell, or chord on a number"],
  ["Hold", "flag, or take the flag off"],
  ["Right click", "flag, or take the flag off"],
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
    element("div", { class: "stack" }, element("h3", {}, "On the board; letters count wherever you are, except in fields"), keys),
    element("div", { class: "stack" }, element("h3", {}, "Mouse and touch"), gestures),
  ).showModal();
}
