/** What this browser keeps in its own database: the games, what was found in each, and the training. */

/** @import { Setup } from "../engine/game.js" */
/** @import { Cell, Entry, Status } from "../modules/shapes.d.ts" */
/** @import { Notes } from "./deck.js" */
/** @import { Findings } from "./findings.js" */

/**
 * A game as it is kept.
 * @typedef {Object} Kept
 * @property {string} id
 * @property {string} name of the level, or its size
 * @property {string|null} level its name if it is a named one
 * @property {Required<Setup>} setup
 * @property {string[]} given the rows before the first turn
 * @property {string[]} rows as they are now
 * @property {Entry[]} entries
 * @property {Status} status
 * @property {number} seconds
 * @property {boolean} paused
 * @property {string} started
 * @property {string} changed
 * @property {boolean} own played alone, on a board not seen before
 * @property {Hand} hand
 */

/** @typedef {{button: "left"|"right"|"chord", cell: Cell, seconds: number}} IdleClick A click that changed nothing. */
/** @typedef {{idle: IdleClick[], path: number|null}} Hand What the hand did besides the turns; the path of the pointer in cells. */

const NAME = "sapper";
const VERSION = 2;
const GAMES = "games";
const FINDINGS = "findings";
const TRAINING = "training";
/** There is one training, under this name. */
const NOTES = "notes";

/** @type {Promise<IDBDatabase>|null} */
let opened = null;

/** Opened once, and again if it could not be opened or was closed. @returns {Promise<IDBDatabase>} */
function open() {
  const isClosed = () => (opened = null);
  opened ??= new Promise((answer, fail) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(GAMES, { keyPath: "id" }).createIndex("changed", "changed");
      request.result.createObjectStore(FINDINGS, { keyPath: "identity" });
      request.result.createObjectStore(TRAINING);
    };
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = isClosed; // the site's data were cleared
      database.onversionchange = () => {
        database.close(); // a newer page in another tab waits for this
        isClosed();
      };
      answer(database);
    };
    request.onerror = () => fail(request.error);
  });
  opened.catch(isClosed);
  return opened;
}

/**
 * @template Answer
 * @param {string} store
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<Answer>} ask
 * @returns {Promise<Answer>}
 */
async function asked(store, mode, ask) {
  const transaction = (await open()).transaction(store, mode);
  const request = ask(transaction.objectStore(store));
  return new Promise((answer, fail) => {
    transaction.oncomplete = () => answer(request.result);
    transaction.onerror = () => fail(transaction.error);
    transaction.onabort = () => fail(transaction.error);
  });
}

/** Another tab has kept other turns of the same game. */
export class PlayedElsewhere extends Error {}

/** Keep a game, but never in place of turns that another tab has made. @param {Kept} game */
export async function keep(game) {
  let isElsewhere = false;
  await asked(GAMES, "readwrite", (games) => {
    /** @type {IDBRequest<Kept|undefined>} */
    const found = games.get(game.id);
    found.onsuccess = () => {
      isElsewhere = found.result !== undefined && !goesOnFrom(found.result, game);
      if (!isElsewhere) games.put(game);
    };
    return found;
  });
  if (isElsewhere) throw new PlayedElsewhere();
}

/** Whether a game begins with all turns of an earlier one. @param {Kept} earlier @param {Kept} game */
function goesOnFrom({ entries }, game) {
  const last = entries.length - 1;
  return last < 0 || JSON.stringify(entries[last]) === JSON.stringify(game.entries[last]);
}

/** @param {string} id @returns {Promise<Kept|undefined>} */
export const find = (id) => asked(GAMES, "readonly", (games) => games.get(id));

/** All games, in the order in which they were played last. @returns {Promise<Kept[]>} */
export const all = () => asked(GAMES, "readonly", (games) => games.index("changed").getAll());

/** Delete a game, what was found in it, and its cards. @param {string} id */
export async function remove(id) {
  await asked(GAMES, "readwrite", (games) => games.delete(id));
  await asked(FINDINGS, "readwrite", (found) => found.delete(id));
  await changeNotes((notes) => notes && { ...notes, cards: notes.cards.filter(({ game }) => game !== id) });
}

/** What was found in each game. @returns {Promise<Findings[]>} */
export const findings = () => asked(FINDINGS, "readonly", (found) => found.getAll());

/** @param {Findings} found */
export const keepFindings = (found) => asked(FINDINGS, "readwrite", (kept) => kept.put(found));

/** Change what is kept of the training, as it is now: another tab may have changed it. @template {Notes|undefined} Changed @param {(notes: Notes|undefined) => Changed} change @returns {Promise<Changed>} */
export async function changeNotes(change) {
  /** @type {Changed[]} */
  const changed = [];
  await asked(TRAINING, "readwrite", (training) => {
    /** @type {IDBRequest<Notes|undefined>} */
    const found = training.get(NOTES);
    found.onsuccess = () => {
      changed.push(change(found.result));
      training.put(changed[0], NOTES);
    };
    return found;
  });
  return changed[0];
}
