/** The dialog that sets up a game: level or size, the rules, and the AI that helps. */

import { sentenceOf } from "./api.js";
import { say, tell } from "./catalogue.js";
import { choices } from "./choices.js";
import { dialog } from "./dialogs.js";
import { element, field, fill, select } from "./dom.js";
import { fileChooser } from "./dropping.js";
import { button } from "./icons.js";
import { referee } from "./ports.js";
import { GRADES, GUESSES, LONGEST_SIDE, STARTS, WINNINGS } from "./tables.js";
import { keep, setting, STRONGEST } from "./settings.js";
import { capital, levelInWords } from "./words.js";

/** @import { BoardGrade, Game, Guesses, NewGame, StartRule, WinningRule } from "./shapes.d.ts" */
/** @import { Properties } from "./dom.js" */

const CUSTOM = "custom";
/** How many seeds there are. */
const SEEDS = 2n ** 128n;

/** The start rule in words. @param {StartRule} start */
export const startRule = (start) => say("new.first_cell", { rule: tell(`play.starts.${start}`) });

/** @returns {[StartRule|"", string][]} */
const starts = () => [["", say("new.own_start")], ...STARTS.map((start) => /** @type {[StartRule, string]} */ ([start, startRule(start)]))];

/** @returns {[WinningRule, string][]} */
const winnings = () => WINNINGS.map((winning) => [winning, tell(`play.winnings.${winning}`)]);

/** @returns {[Guesses, string][]} */
const guessesRules = () => GUESSES.map((rule) => [rule, say("new.choice", { name: tell(`play.guesses.${rule}`), detail: tell(`play.guesses_details.${rule}`) })]);

/** @returns {[BoardGrade|"", string][]} */
const grades = () => [["", tell("play.any_grade")], ...GRADES.map((grade) => /** @type {[BoardGrade, string]} */ ([grade, gradeInWords(grade)]))];

/** @param {BoardGrade} grade */
const gradeInWords = (grade) => say("new.choice", { name: tell(`play.grades.${grade}`), detail: tell(`play.grade_details.${grade}`) });

/** @typedef {"height"|"width"|"mines"} Size */
/** @returns {[Size, string][]} */
const sizesInWords = () => [
  ["height", say("new.rows")],
  ["width", say("new.columns")],
  ["mines", say("new.mines")],
];

const chosenGrade = () => (setting("guesses") === "none" && setting("grade")) || null;

/** @type {Promise<void>|null} */
let settling = null;

/**
 * Once per visit: whoever the server was told to let play is chosen; one who is no longer there is not.
 * @returns {Promise<void>}
 */
export function settleAgent() {
  settling ??= referee.agents().then(
    (agents) => {
      const told = agents.find(({ chosen }) => chosen);
      if (told) keep({ agent: told.name });
      else if (!agents.some(({ name }) => name === setting("agent"))) keep({ agent: STRONGEST });
    },
    () => {
      settling = null; // the game that is about to begin says what is wrong
    },
  );
  return settling;
}

/** @returns {NewGame} the puzzle of the day, of the size and the grade chosen last */
export function chosenPuzzle() {
  const { level, height, width, mines, agent } = chosenGame();
  return { level, height, width, mines, agent, grade: chosenGrade(), daily: true };
}

/** @returns {NewGame} what was chosen last */
export function chosenGame() {
  /** @type {NewGame} */
  const chosen = {
    winning: setting("winning"),
    agent: setting("agent"),
    start: setting("start") || null,
    guesses: setting("guesses"),
    grade: chosenGrade(),
  };
  if (setting("level") !== CUSTOM) return { ...chosen, level: setting("level") };
  return { ...chosen, height: setting("height"), width: setting("width"), mines: setting("mines") };
}

/**
 * @param {"start"|"guesses"|"agent"|undefined} about what is to be chosen first, if not the level
 * @param {Object} reactions
 * @param {(game: Game) => void} reactions.onBegun
 * @param {(file: File) => void} reactions.onFile a file is chosen instead, with a board or a position
 */
export async function openNewGame(about, { onBegun, onFile }) {
  const [levels, agents] = await Promise.all([referee.levels(), referee.agents(), settleAgent()]);
  const error = element("p", { class: "error", role: "alert", hidden: true });
  const sizes = sizeFields();
  sizes.element.hidden = setting("level") !== CUSTOM;
  const options = levels.map(({ name, height, width, mines }) => ({
    value: name,
    label: levelInWords(name),
    detail: `${height} × ${width} · ${mines}`,
  }));
  options.push({ value: CUSTOM, label: say("new.custom"), detail: say("new.any_size") });
  const level = choices(say("new.level"), options, setting("level"), (value) => {
    keep({ level: value });
    sizes.element.hidden = value !== CUSTOM;
    error.hidden = true;
  });
  const start = choice(starts(), setting("start"), (value) => keep({ start: value }));
  const grade = choice(grades(), setting("grade"), (value) => keep({ grade: value }));
  const gradeField = field(say("new.grade"), grade);
  gradeField.hidden = setting("guesses") !== "none";
  const guesses = choice(guessesRules(), setting("guesses"), (value) => {
    keep({ guesses: value });
    gradeField.hidden = value !== "none";
  });
  const winning = choice(winnings(), setting("winning"), (value) => keep({ winning: value }));
  const players = agents.map(({ name, summary }) => /** @type {[string, string]} */ ([name, say("new.choice", { name, detail: summary })]));
  const agent = choice(players, setting("agent"), (value) => keep({ agent: value }));
  const first = { start, guesses, agent, level: level.querySelector("input:checked") ?? level.querySelector("input") }[about ?? "level"];
  first?.setAttribute("autofocus", "");
  const seed = element("input", { class: "input number", inputmode: "numeric", autocomplete: "off", placeholder: tell("play.random_seed") });
  const begin = button({ label: say("new.begin"), kind: "primary" });
  begin.type = "submit";
  const chooser = fileChooser((file) => {
    shown.close();
    onFile(file);
  });
  const form = element(
    "form",
    { class: "stack", novalidate: true },
    level,
    sizes.element,
    element("div", { class: "fields-2" }, field(say("new.start"), start), field(say("new.winning"), winning)),
    element("div", { class: "fields-2" }, field(say("new.guesses"), guesses), gradeField),
    element("div", { class: "fields-2" }, field(say("play.assistant"), agent), field(say("new.seed"), seed)),
    error,
    element("div", { class: "dialog-foot" }, ...chooser, begin),
  );
  const shown = dialog(say("play.new_game"), form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      if (!sizes.element.hidden) sizes.check();
      const game = await referee.begin({ ...chosenGame(), ...seedOf(seed) });
      shown.close();
      onBegun(game);
    } catch (refused) {
      error.hidden = false;
      fill(error, capital(sentenceOf(refused)));
    }
  });
  shown.showModal();
}

/**
 * A list to choose from.
 * @template {string} Option
 * @param {[value: Option, words: string][]} options
 * @param {Option} chosen
 * @param {(value: Option) => void} react
 */
function choice(options, chosen, react) {
  const made = select(options, chosen);
  made.addEventListener("change", () => react(options[made.selectedIndex][0]));
  return made;
}

/** Height, width and mines, and a check that says what is wrong with them. */
function sizeFields() {
  const inputs = sizesInWords().map(([name, label]) => {
    /** @type {Properties} */
    const properties = { class: "input number", type: "number", inputmode: "numeric", min: name === "mines" ? 0 : 1 };
    return { name, label, input: element("input", { ...properties, value: String(setting(name)) }) };
  });
  return {
    element: element("div", { class: "fields-3" }, ...inputs.map(({ label, input }) => field(label, input))),
    check() {
      for (const { name, label, input } of inputs) {
        const value = Number(input.value);
        const isWhole = input.value.trim() !== "" && Number.isInteger(value) && value >= 0;
        const wrong = isWhole ? outOfBounds(name, label, value) : say("new.whole_number", { field: label });
        input.setAttribute("aria-invalid", String(wrong !== ""));
        if (wrong) {
          input.focus();
          throw new Error(wrong);
        }
        keep({ [name]: value });
      }
    },
  };
}

/** @param {Size} name @param {string} label @param {number} value */
function outOfBounds(name, label, value) {
  const cells = setting("height") * setting("width");
  if (name === "mines") return value > cells ? say("new.too_many_mines", { mines: value, cells }) : "";
  if (value < 1) return say("new.at_least", { field: label });
  return value > LONGEST_SIDE ? say("new.at_most", { field: label, most: LONGEST_SIDE }) : "";
}

/** The seed, if one was typed. @param {HTMLInputElement} input */
function seedOf(input) {
  const text = input.value.trim();
  const isSeed = text === "" || (/^\d{1,39}$/.test(text) && BigInt(text) < SEEDS);
  input.setAttribute("aria-invalid", String(!isSeed));
  if (isSeed) return text ? { seed: text } : {}; // as text, for a number would lose its last digits
  input.focus();
  throw new Error(tell("play.bad_seed"));
}
