/** Commands and their keys, from the table that the terminal and the window read, too. */

import { tell } from "./catalogue.js";
import { GAME_COMMANDS, REPLAY_COMMANDS, TRAINING_COMMANDS } from "./tables.js";

/** @import { GameCommand, ReplayCommand, TrainingCommand } from "./tables.js" */
/** @typedef {typeof GAME_COMMANDS[number] | typeof REPLAY_COMMANDS[number] | typeof TRAINING_COMMANDS[number]} Command */

/** What the browser calls a key, and what the table does. */
const KEYS = new Map([
  [" ", "space"],
  ["ArrowUp", "up"],
  ["ArrowDown", "down"],
  ["ArrowLeft", "left"],
  ["ArrowRight", "right"],
]);

const NAMED_KEYS = /** @type {const} */ (["up", "down", "left", "right", "home", "end", "pageup", "pagedown", "space", "enter", "escape"]);

/** @param {string} name @returns {Command} */
export function commandNamed(name) {
  const found = [...GAME_COMMANDS, ...REPLAY_COMMANDS, ...TRAINING_COMMANDS].find((command) => command.name === name);
  if (!found) throw new Error(`no command is called ${name}`);
  return found;
}

/**
 * Do what a key stands for; a letter counts as small where only that means something (Caps Lock).
 * @template {string} Name
 * @param {string} key as the browser calls it
 * @param {readonly Command[]} commands
 * @param {Partial<Record<Name, () => void>>} handlers by the commands' names
 * @returns {boolean} whether it meant something
 */
export function doCommand(key, commands, handlers) {
  const named = KEYS.get(key) ?? (key.length === 1 ? key : key.toLowerCase());
  /** @param {string} name */
  const meant = (name) => commands.find((command) => command.keys.some((each) => each === name));
  const command = meant(named) ?? meant(named.toLowerCase());
  const handler = command && handlers[/** @type {Name} */ (command.name)];
  handler?.();
  return Boolean(handler);
}

/** What a command does. @param {Command} command */
export const commandInWords = ({ said }) => tell(`commands.help.${said}`);

/** A key by its name in English, as `aria-keyshortcuts` takes it. @param {string} key */
export function keyLabel(key) {
  if (key.length > 1) return key.charAt(0).toUpperCase() + key.slice(1);
  return /[A-Z]/.test(key) ? `Shift ${key}` : key.toUpperCase();
}

/** A key as it is shown to people. @param {string} key */
export function keyInWords(key) {
  const named = NAMED_KEYS.find((name) => name === key);
  if (named) return tell(`commands.keys.${named}`);
  return /[A-Z]/.test(key) ? tell("commands.shift", { key }) : key.toUpperCase();
}

/** The first key of a command. @param {GameCommand|ReplayCommand|TrainingCommand} name */
export const keyOf = (name) => keyLabel(commandNamed(name).keys[0]);

/** The same as it is shown. @param {GameCommand|ReplayCommand|TrainingCommand} name */
export const shownKeyOf = (name) => keyInWords(commandNamed(name).keys[0]);
