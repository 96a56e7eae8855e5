/** Two dialogs: the page's colours and its language, and its keys. */

import { LANGUAGES, language, say, tell } from "./catalogue.js";
import { choices } from "./choices.js";
import { dialog } from "./dialogs.js";
import { element } from "./dom.js";
import { keep, setting } from "./settings.js";
import { commandInWords, keyInWords } from "./commands.js";
import { GAME_COMMANDS, REPLAY_COMMANDS, TRAINING_COMMANDS } from "./tables.js";

/** @import { Language } from "./catalogue.js" */
/** @import { Command } from "./commands.js" */

/** A browser is quit by its own means. */
const ELSEWHERE = ["quit"];

/** @param {(language: Language) => Promise<void>} changeLanguage has the whole page in another one @param {boolean} [aboutLanguage] whether that is chosen first */
export function openAppearance(changeLanguage, aboutLanguage = false) {
  const theme = choices(
    say("appearance.theme"),
    [
      { value: "system", label: say("appearance.system") },
      { value: "light", label: say("appearance.light") },
      { value: "dark", label: say("appearance.dark") },
    ],
    setting("theme"),
    (value) => keep({ theme: value }),
  );
  const palette = choices(
    say("appearance.colours"),
    [
      { value: "standard", label: say("appearance.standard") },
      { value: "colour-blind", label: say("appearance.colour_blind") },
    ],
    setting("palette"),
    (value) => keep({ palette: value }),
  );
  const error = element("p", { class: "error", role: "alert", hidden: true }, say("connection.no_words"));
  /** @param {Language} wanted */
  const change = async (wanted) => {
    try {
      await changeLanguage(wanted);
    } catch {
      error.hidden = false;
      languages.querySelectorAll("input").forEach((input) => (input.checked = input.value === language()));
      return;
    }
    if (!shown.open || language() !== wanted) return; // another choice came after this one
    shown.close();
    openAppearance(changeLanguage, true);
  };
  const names = LANGUAGES.map(([value, label]) => ({ value, label, lang: value }));
  const languages = choices(say("appearance.language"), names, language(), change);
  if (aboutLanguage) languages.querySelector("input:checked")?.setAttribute("autofocus", "");
  const promise = element("p", { class: "small soft" }, say("appearance.promise"));
  const shown = dialog(say("header.appearance"), theme, palette, promise, languages, error);
  shown.showModal();
}

/** What the table leaves to the Analyse view. */
const PAINTING = ["0", "…", "8"];

const GESTURES = /** @type {const} */ (["tap", "hold", "right_click", "middle_click", "shift_click"]);

export function openShortcuts() {
  dialog(
    say("header.keys"),
    part(say("keys.playing"), keys(GAME_COMMANDS)),
    part(say("keys.review"), keys(REPLAY_COMMANDS.filter(({ group }) => group === "review"))),
    part(tell("commands.groups.training"), keys(TRAINING_COMMANDS.filter(({ group }) => group === "training"))),
    part(say("keys.analyse"), row(PAINTING, say("keys.paint"))),
    part(
      say("keys.pointer"),
      GESTURES.flatMap((name) => [
        element("dt", { class: "small" }, element("strong", {}, say(`keys.${name}`))),
        element("dd", { class: "small" }, say(`keys.${name}_does`)),
      ]),
    ),
  ).showModal();
}

/** @param {string} heading @param {Node[]} rows */
function part(heading, rows) {
  return element("div", { class: "stack" }, element("h3", {}, heading), element("dl", { class: "shortcuts" }, ...rows));
}

/** @param {readonly Command[]} commands */
function keys(commands) {
  return commands.filter(({ name }) => !ELSEWHERE.includes(name)).flatMap((command) => row(command.keys.map(keyInWords), commandInWords(command)));
}

/** @param {readonly string[]} names @param {string} meaning */
function row(names, meaning) {
  return [element("dt", {}, ...names.map((name) => element("kbd", { class: "key" }, name))), element("dd", { class: "small" }, meaning)];
}
