/** The dialog in which a game is chosen: level or size, start rule, winning rule, and who plays beside. */

import { get, post } from "./api.js";
import { choices } from "./choices.js";
import { dialog } from "./dialogs.js";
import { element, field, fill, select } from "./dom.js";
import { button } from "./icons.js";
import { LONGEST_SIDE } from "./limits.js";
import { keep, setting } from "./settings.js";
import { capital } from "./words.js";

const CUSTOM = "custom";

export const START_RULES = {
  any: "any cell may be a mine",
  safe: "the first cell is safe",
  opening: "the first cell shows 0",
  given: "some safe cells are shown",
};

const WINNING_RULES = [
  ["revealed", "when every safe cell is open"],
  ["flagged", "when all mines are flagged, and nothing else"],
];

/** @returns {Object} what was chosen last, as the server wants it */
export function chosenGame() {
  const wish = { winning: setting("winning"), agent: setting("agent") };
  if (setting("start")) wish.start = setting("start");
  if (setting("level") !== CUSTOM) return { ...wish, level: setting("level") };
  return { ...wish, height: setting("height"), width: setting("width"), mines: setting("mines") };
}

/** @param {(game: import("./types.js").GameState) => void} onBegun */
export async function openNewGame(onBegun) {
  const [levels, agents] = await Promise.all([get("levels"), get("agents")]);
  const error = element("p", { class: "error", role: "alert", hidden: true });
  const sizes = sizeFields();
  sizes.element.hidden = setting("level") !== CUSTOM;
  const options = levels.map(({ name, height, width, mines }) => ({
    value: name,
    label: capital(name),
    detail: `${height} × ${width} · ${mines}`,
  }));
  options.push({ value: CUSTOM, label: "Custom", detail: "any size" });
  const level = choices("Level", options, setting("level"), (value) => {
    keep({ level: value });
    sizes.element.hidden = value !== CUSTOM;
    error.hidden = true;
  });
  (level.querySelector(":checked") ?? level.querySelector("input")).autofocus = true;
  const starts = [["", "as the level says"], ...Object.entries(START_RULES)];
  const start = select(starts, setting("start"), { on: { change: (event) => keep({ start: event.target.value }) } });
  const winning = select(WINNING_RULES, setting("winning"), {
    on: { change: (event) => keep({ winning: event.target.value }) },
  });
  const beside = select(
    agents.map(({ name, summary }) => [name, `${name}: ${summary}`]),
    setting("agent"),
    { on: { change: (event) => keep({ agent: event.target.value }) } },
  );
  const seed = element("input", { class: "input number", inputmode: "numeric", autocomplete: "off", placeholder: "by chance" });
  const begin = button({ label: "Begin", kind: "primary" });
  begin.type = "submit";
  const form = element(
    "form",
    { class: "stack", novalidate: true },
    level,
    sizes.element,
    element("div", { class: "fields-2" }, field("The start", start), field("The game is won", winning)),
    element("div", { class: "fields-2" }, field("The AI beside you", beside), field("Seed of the board", seed)),
    error,
    element("div", { class: "dialog-foot" }, begin),
  );
  const shown = dialog("New game", form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      if (!sizes.element.hidden) sizes.check();
      const game = await post("games", { ...chosenGame(), ...seedOf(seed) });
      shown.close();
      onBegun(game);
    } catch (refused) {
      error.hidden = false;
      fill(error, capital(refused.message));
    }
  });
  shown.showModal();
}

/** Height, width and mines; what is wrong with them is said in words. */
function sizeFields() {
  const limits = { height: "Rows", width: "Columns", mines: "Mines" };
  const inputs = Object.entries(limits).map(([name, label]) => ({
    name,
    label,
    input: element("input", { class: "input number", type: "number", inputmode: "numeric", min: name === "mines" ? 0 : 1, value: String(setting(name)) }),
  }));
  return {
    element: element("div", { class: "fields-3" }, ...inputs.map(({ label, input }) => field(label, input))),
    check() {
      for (const { name, label, input } of inputs) {
        const value = Number(input.value);
        const isWhole = input.value.trim() !== "" && Number.isInteger(value) && value >= 0;
        const wrong = !isWhole ? "a whole number is needed." : outOfBounds(name, value);
        input.setAttribute("aria-invalid", String(Boolean(wrong)));
        if (wrong) {
          input.focus();
          throw new Error(`${label}: ${wrong}`);
        }
        keep({ [name]: value });
      }
    },
  };
}

/** @param {string} name @param {number} value */
function outOfBounds(name, value) {
  if (name === "mines") return "";
  if (value < 1) return "at least 1 is needed.";
  return value > LONGEST_SIDE ? `at most ${LONGEST_SIDE} here. The window and the terminal take larger boards.` : "";
}

/** The seed that was typed, if any. @param {HTMLInputElement} input */
function seedOf(input) {
  const text = input.value.trim();
  const isSeed = text === "" || (/^\d+$/.test(text) && Number.isSafeInteger(Number(text)));
  input.setAttribute("aria-invalid", String(!isSeed));
  if (isSeed) return text ? { seed: Number(text) } : {};
  input.focus();
  throw new Error("A seed is a whole number of at most 15 digits.");
}
