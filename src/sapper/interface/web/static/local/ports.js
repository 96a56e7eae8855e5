/** The ports without a server: the engine's worker holds the mines, and this browser keeps the games. */

import { pack } from "../engine/boards.js";
import { positionOf, viewOf } from "../engine/shapes.js";
import { Refused } from "../modules/api.js";
import { language, say, tell } from "../modules/catalogue.js";
import * as engine from "../modules/engine.js";
import { readPosition } from "../modules/formats.js";
import { EXPERT, LEVELS, MOST_CELLS } from "../modules/tables.js";
import * as database from "./database.js";
import * as journal from "./journal.js";
import { numbersOf } from "./numbers.js";
import { sayRecordsOf } from "./records.js";
import { isFlagging } from "./saying.js";
import { statisticsOf } from "./statistics.js";
import { Table, rulesOf, viewsOf } from "./table.js";

/** @import { Setup } from "../engine/game.js" */
/** @import { Keeper, Referee, Thinker, Trainer } from "../modules/ports.js" */
/** @import { Entry, Level, ListedGame, NewGame, PositionRequest } from "../modules/shapes.d.ts" */
/** @import { Kept } from "./database.js" */

const UNKNOWN = 404;
const NOT_YET = 409;
const IMPOSSIBLE = 422;
const NOT_HERE = 501;

/** @type {Level[]} */
const NAMED = [...LEVELS];

/** The games at hand, by their names. @type {Map<string, Promise<Table>>} */
const tables = new Map();
/** How long a game without a turn is kept, in milliseconds: as long as by the server. */
const UNTOUCHED_ARE_KEPT = 7 * 24 * 60 * 60 * 1000;
/** Whether the last game could be kept. */
let notice = "";

/** The game of that name, from memory or from the database. @param {string} identity */
function tableOf(identity) {
  const known = tables.get(identity);
  if (known) return known;
  const restored = keptOf(identity).then((kept) => Table.restore(kept));
  restored.catch(() => tables.delete(identity));
  tables.set(identity, restored);
  return restored;
}

/** @param {Table} table */
async function added(table) {
  tables.set(table.kept.id, Promise.resolve(table));
  await keep(table);
  return table;
}

/** The game of that name as it is kept: to review it, nobody has to play it again. @param {string} identity */
async function keptOf(identity) {
  const table = tables.get(identity);
  if (table) return (await table).kept;
  const kept = await database.find(identity).catch(() => undefined); // some private windows have no database
  if (!kept) throw new Refused(say("games.unknown", { game: identity }), UNKNOWN);
  return kept;
}

/** Keep a game; one that can't be kept is played all the same. @param {Table} table */
async function keep(table) {
  const { id, entries } = table.kept;
  const number = entries.length;
  table.kept.seconds = table.clock.seconds;
  try {
    await database.keep(table.kept);
    notice = "";
  } catch (problem) {
    notice = problem instanceof database.PlayedElsewhere ? say("local.elsewhere") : say("local.not_saved");
  }
  journal.forget(id, number); // or it can't be kept
}

/** @type {Promise<void>|null} */
let catchingUp = null;

/** Have all games as they were shown, before anybody asks about them: what was not kept is made again. */
function caughtUp() {
  catchingUp ??= makeAgain();
  return catchingUp;
}

async function makeAgain() {
  const turns = journal.turns();
  for (const game of new Set(turns.map((turn) => turn.game))) {
    try {
      const table = await tableOf(game);
      for (const turn of turns) if (turn.game === game) await table.actAgain(turn);
      await keep(table);
    } catch {
      journal.forget(game, Infinity); // it is gone, or can't be played on
    }
  }
}

/** The last turn that is being kept: no click waits for it. */
let keeping = Promise.resolve();

/** Show a table after a turn, which is kept in the meantime. @param {Table} table @param {Entry|null} entry @param {string} records what it did better than all before */
function shown(table, entry = null, records = "") {
  if (entry) keeping = keep(table);
  const words = table.say(entry);
  return table.shown(records ? tell("play.two", { first: words, second: records }) : words, notice);
}

/** Drop the games that were begun and never played. */
async function forgetUntouched() {
  const old = new Date(Date.now() - UNTOUCHED_ARE_KEPT).toISOString();
  const games = await database.all();
  await Promise.all(games.filter(({ entries, changed }) => !entries.length && changed < old).map(({ id }) => database.remove(id)));
}

/** @type {Referee} */
export const referee = {
  levels: async () => NAMED,
  agents: async () => [{ ...EXPERT, summary: tell("play.agents.expert") }],

  async begin(wanted, signal) {
    forgetUntouched().catch(() => {}); // some private windows have no database
    if (wanted.position) return beginWith(wanted.position, wanted);
    const level = levelOf(wanted);
    if (wanted.daily) return beginPuzzle(wanted, level, signal);
    const { winning = "revealed", guesses = "any", grade = null, seed = null } = wanted;
    const setup = { ...sizeOf(level), start: level.start, winning, guesses, grade, seed: seed === null ? null : String(seed) };
    return shown(await added(await Table.begin(setup, { ...namesOf(wanted, level), own: seed === null || !(await isPlayed(level, String(seed))) })));
  },

  async again(identity) {
    await caughtUp();
    const { kept, standing } = await tableOf(identity);
    const { setup, name, level } = kept;
    const layout = setup.guesses === "fair" ? null : setup.layout;
    return shown(await added(await Table.begin({ ...setup, first: standing.first, layout }, { name, level, own: false })));
  },

  async look(identity) {
    await Promise.all([keeping, caughtUp()]);
    return shown(await tableOf(identity));
  },

  async resume(identity) {
    const table = await tableOf(identity);
    table.resume();
    return shown(table);
  },

  async pause(identity) {
    const table = await tableOf(identity);
    table.pause();
    await keep(table);
    return shown(table);
  },

  async leave(identity) {
    const table = await tableOf(identity);
    if (table.rest()) await keep(table);
    return null;
  },

  async turn(identity, { action, cell, flagged, fast, path }, about) {
    const table = await tableOf(identity);
    if (path) table.movePointer(path);
    const isSoAlready = action === "flag" && (flagged ?? null) !== null && table.isFlagged(cell) === flagged;
    if (isSoAlready) table.noteIdle(action, cell);
    const entry = isSoAlready ? null : await table.act(action, cell, about);
    if (fast && entry && !isFlagging(entry)) await table.playEasy(fast, about?.onSeen).catch(() => {}); // the player's own turn is made
    const isWon = entry && !table.isPlaying && table.kept.status === "won";
    return shown(table, entry, isWon ? sayRecordsOf(table.kept, await database.all().catch(() => [])) : "");
  },

  async letAgentMove(identity, signal) {
    const table = await tableOf(identity);
    return shown(table, await table.agentMoves(signal));
  },
};

/** A game from a position, with mines that are drawn; or on the board of a file. @param {PositionRequest} request @param {NewGame} wanted */
async function beginWith(request, { winning = "revealed", seed = null }) {
  const { rows, mines, board } = readPosition(request);
  const { height, width, address } = positionOf(viewOf(rows, mines));
  const layout = board && pack(Uint8Array.from(board.join(""), (sign) => Number(sign === "*")));
  const setup = { height, width, mines, start: /** @type {const} */ ("any"), winning, seed: seed === null ? null : String(seed), layout, position: address };
  return shown(await added(await Table.begin(setup, { name: `${height}x${width}/${mines}`, level: null, own: false })));
}

/** The puzzle of the day, with its first cell open; the clock starts with the next. @param {NewGame} wanted @param {Level} level @param {AbortSignal} [signal] */
async function beginPuzzle(wanted, level, signal) {
  const day = new Date().toISOString().slice(0, 10);
  const { setup, first } = await engine.daily(day, sizeOf(level), wanted.grade ?? null);
  const seed = String(setup.seed);
  const table = await Table.begin(setup, { ...namesOf(wanted, level), own: !(await isPlayed({ ...level, start: setup.start }, seed)) });
  await table.act("reveal", first, { signal });
  table.clock.stop();
  await added(table);
  return { ...shown(table), say: tell("play.puzzle", { day }) };
}

/** @param {NewGame} wanted @returns {Level} */
function levelOf({ level, height, width, mines, start }) {
  const named = NAMED.find(({ name }) => name === level);
  if (named) return { ...named, start: start ?? named.start };
  if (!height || !width || mines === undefined || mines === null) throw new Refused("give a level, or height, width and mines", IMPOSSIBLE);
  if (height * width > MOST_CELLS) {
    throw new Refused(say("local.too_large", { height, width, most: MOST_CELLS.toLocaleString(language()) }), IMPOSSIBLE);
  }
  return { height, width, mines, start: start ?? "safe", name: `${height}x${width}/${mines}` };
}

/** @param {Level} level */
const sizeOf = ({ height, width, mines }) => ({ height, width, mines });

/** @param {NewGame} wanted @param {Level} level */
const namesOf = ({ level }, { name }) => ({ name, level: level ?? null });

/** Whether a game on the board of this seed was played here before. @param {Level} level @param {string} seed */
async function isPlayed({ height, width, mines, start }, seed) {
  const games = await database.all().catch(() => []);
  return games.some(
    ({ setup, entries }) =>
      entries.length > 0 && setup.seed === seed && setup.height === height && setup.width === width && setup.mines === mines && setup.start === start,
  );
}

/** @type {Keeper} */
export const keeper = {
  async games(limit, { status, offset = 0 } = {}) {
    await caughtUp();
    const games = await database.all().catch(() => []);
    const played = games.filter((game) => game.entries.length > 0 && (!status || game.status === status));
    return played.reverse().slice(offset, offset + limit).map(listed);
  },

  async statistics() {
    await caughtUp();
    const games = await database.all().catch(() => []);
    return statisticsOf(games.filter((game) => game.entries.length > 0 && game.status !== "playing"));
  },

  async review(identity) {
    await caughtUp();
    const kept = await keptOf(identity);
    if (kept.status === "playing") throw new Refused(say("review.not_over"), NOT_YET);
    const { askingAbout, reviewOf } = await import("./review.js");
    return reviewOf(kept, viewsOf(kept), askingAbout(kept));
  },

  async remove(identity) {
    const table = await tables.get(identity);
    tables.delete(identity);
    if (table?.isPlaying) table.leave();
    await database.remove(identity);
    return null;
  },

  async replay(file) {
    if (!file.name.toLowerCase().endsWith(".json")) throw new Refused(say("local.only_own"), IMPOSSIBLE);
    const { playBack, readOwn } = await import("./replays.js");
    return playBack(readOwn(await file.text(), file.name));
  },
};

/** @param {Kept} kept @returns {ListedGame} */
function listed(kept) {
  const { id, status, seconds, entries, started, changed, own } = kept;
  return { ...rulesOf(kept, status !== "playing"), id, status, seconds, turns: entries.length, started, changed, own, numbers: status === "playing" ? null : numbersOf(kept) };
}

/** Training is loaded when it is opened, once all games are as they were shown. */
async function training() {
  await caughtUp();
  return import("./training.js");
}

/** @type {Trainer} */
export const trainer = {
  analysis: async (signal) => (await training()).analysis(signal),
  question: async (signal) => (await training()).question(signal),
  answer: async (number, cell) => (await training()).answer(number, cell),
  goOn: async (number) => (await training()).goOn(number),
};

/** @type {Pick<Thinker, "knowledge"|"readPicture">} */
export const thinker = {
  readPicture: () => Promise.reject(new Refused(say("local.no_pictures"), NOT_HERE)),
  async knowledge({ rows, mines: total }, signal) {
    const { safe, mines } = await engine.odds(viewOf(rows, total), {}, signal);
    return { exact: { safe, mines } };
  },
};
