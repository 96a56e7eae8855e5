/** The class that this page belongs to, if any: what everybody knows of it, and the line that says so. */

import { get, post, sentenceOf } from "./api.js";
import { announce } from "./announce.js";
import { say } from "./catalogue.js";
import { dialog } from "./dialogs.js";
import { byId, element, field, fill } from "./dom.js";
import { button, icon } from "./icons.js";
import { chosenGame, settleAgent } from "./newgame.js";
import { referee } from "./ports.js";
import { keep, setting } from "./settings.js";
import { capital, levelInWords } from "./words.js";

/** @import { ClassState, Game, Handout } from "./shapes.d.ts" */

/** Milliseconds between two questions. */
export const ASK_EVERY = 2000;
const LONGEST_NAME = 40;

/** @type {ClassState} */
let state = { open: false, teacher: false, number: 0, name: "", handouts: [], wall: null };
/** Whether the server has told that. */
let isKnown = false;
/** @type {Set<() => void>} */
const listeners = new Set();
/** The newest handout that was announced. */
let announced = 0;

export const lesson = () => state;

/** Be told when anything changes; gives what ends that. @param {() => void} react @returns {() => void} */
export function onLesson(react) {
  listeners.add(react);
  return () => listeners.delete(react);
}

/** What this page calls a student. @param {{name: string, number: number}} student */
export const nameOf = ({ name, number }) => name || say("class.student", { number });

/** Ask for this browser's token, which all games need, and follow the class from now on. */
export async function arrive() {
  try {
    await look();
    announced = newest(state.handouts);
    if (state.open && !state.teacher && !state.name && setting("name")) take(await post("class/name", {}, { name: setting("name") }));
  } catch {
    // The line about the connection says so, and the page goes on trying.
  }
  follow();
}

async function look() {
  take(await get("class", {}));
  isKnown = true;
}

/** Ask again and again, unless there is no class; of a page that nobody looks at, only when it is looked at again. */
function follow() {
  if (isKnown && !state.open) return;
  setTimeout(() => {
    const again = () => look().catch(() => null).then(follow);
    if (document.hidden) document.addEventListener("visibilitychange", again, { once: true });
    else again();
  }, ASK_EVERY);
}

/** @param {ClassState} now */
export function take(now) {
  const isSame = JSON.stringify(now) === JSON.stringify(state);
  const wasOnWall = state.wall;
  state = now;
  if (isSame) return;
  sayLesson();
  for (const react of listeners) react();
  if (now.teacher) return;
  for (const handout of now.handouts.filter(({ number }) => number > announced)) announce(say("class.handed_to_you", { what: inWords(handout) }));
  announced = Math.max(announced, newest(now.handouts));
  if (now.wall !== null && wasOnWall === null) announce(say("class.is_on_wall"));
}

/** @param {Handout[]} handouts */
const newest = (handouts) => Math.max(0, ...handouts.map(({ number }) => number));

/** @param {Handout} handout */
export const inWords = ({ kind, title }) => say(`class.${kind}`, { title: kind === "board" ? levelInWords(title) : title });

/** Exchange the secret of the teacher's link for the teacher's cookie. @param {string} secret */
export async function becomeTeacher(secret) {
  take(await post("class/teacher", {}, { secret }));
}

// The line below the header

const bar = element("aside", { class: "class-bar" });

/** Say it all, in the language in use. */
export function sayLesson() {
  if (!state.open) return;
  bar.setAttribute("aria-label", say("header.class"));
  if (!bar.isConnected) byId("connection").after(bar);
  const wall = state.wall !== null && element("a", { class: "button", href: "#/wall" }, icon("lens"), say("class.on_wall"));
  if (state.teacher) fill(bar, element("span", {}, say("class.teacher")), element("a", { class: "button", href: "#/class" }, icon("minds"), say("header.class")), wall);
  else fill(bar, ...me(), ...state.handouts.map(taken), wall);
}

function me() {
  if (!state.number) return [element("span", {}, say("class.here"))];
  const change = button({ label: say(state.name ? "class.change_name" : "class.tell_name"), kind: "plain", act: chooseName });
  return [element("span", {}, say("class.as", { name: nameOf(state) })), change];
}

/** What a student can do with a handout. @param {Handout} handout */
function taken({ kind, title, address, agent }) {
  if (kind === "position") return element("a", { class: "button", href: `#/analyse/${address}` }, icon("lens"), say("class.open_position", { title }));
  if (kind === "board") return button({ icon: "play-board", label: say("class.play_board", { title: levelInWords(title) }), act: () => play(() => post("class/game", {}, null)) });
  return button({ icon: "robot", label: say("class.play_with", { title }), act: () => play(() => beginWith(agent ?? "")) });
}

/** Go to a new game. @param {() => Promise<Game>} begin */
async function play(begin) {
  try {
    location.hash = `#/play/${(await begin()).id}`;
  } catch (problem) {
    announce(sentenceOf(problem));
  }
}

/** A game in which that agent makes the AI's moves, and so in those that follow. @param {string} agent */
async function beginWith(agent) {
  await settleAgent();
  keep({ agent });
  return await referee.begin(chosenGame());
}

function chooseName() {
  const error = element("p", { class: "error", role: "alert", hidden: true });
  const input = element("input", { class: "input", value: state.name, autocomplete: "nickname", spellcheck: "false" });
  input.maxLength = LONGEST_NAME;
  const save = button({ label: say("class.save"), kind: "primary" });
  save.type = "submit";
  const form = element("form", { class: "stack" }, field(say("class.name"), input), element("p", { class: "soft small" }, say("class.name_note")), error);
  form.append(element("div", { class: "dialog-foot" }, save));
  const shown = dialog(say("class.your_name"), form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      take(await post("class/name", {}, { name: input.value }));
      keep({ name: state.name });
      shown.close();
    } catch (problem) {
      error.hidden = false;
      fill(error, capital(sentenceOf(problem)));
    }
  });
  shown.showModal();
}
