/**
 * One game with somebody at it, without a server: the twin of `sapper/play/table.py`.
 *
 * The engine's worker holds the mines; the table knows the clock and keeps the list of moves with the risk of each.
 */

import { viewOf } from "../engine/shapes.js";
import { Refused, statusOf } from "../modules/api.js";
import { say, tell } from "../modules/catalogue.js";
import * as engine from "../modules/engine.js";
import { EXPERT } from "../modules/tables.js";
import { Clock } from "./clock.js";
import * as journal from "./journal.js";
import { numbersOf } from "./numbers.js";
import { FAST, PLAYER, isContinued, isFlagging, isNeedless, sayMadeForYou, sayRule, sayTurn } from "./saying.js";

/** @import { Risk } from "../engine/answers.js" */
/** @import { Setup } from "../engine/game.js" */
/** @import { Played, Standing } from "../engine/referee.js" */
/** @import { Action, BoardGrade, Cell, Entry, Game, Reason, RequestedAction } from "../modules/shapes.d.ts" */
/** @import { Kept } from "./database.js" */
/** @import { Noted } from "./journal.js" */

const BY_EXPERT = { by: EXPERT.name };
const CERTAIN = { certain: true, taken: 0, best: 0 };
const NO_RISK = { certain: false, taken: 0, best: 0 };
const IMPOSSIBLE = 422;
const MOST_IDLE_CLICKS = 10_000;
const UNKNOWN = { certain: null, taken: null, best: null };

export class Table {
  /** @type {Reason|null} */
  #reason = null;
  /** What was certain when a fair game was lost by a guess, and why. */
  #missed = "";

  /** @param {Kept} kept @param {Standing} standing */
  constructor(kept, standing) {
    this.kept = kept;
    this.standing = standing;
    this.clock = new Clock(kept.seconds);
  }

  /** @param {Setup} setup @param {{name: string, level: string|null, own: boolean}} about */
  static async begin(setup, { name, level, own }) {
    const standing = await engine.referee.begin(setup);
    const { rows, status } = standing;
    const kept = /** @type {Required<Setup>} */ (await engine.referee.kept(standing.handle));
    const now = new Date().toISOString();
    const about = { id: freshIdentity(), name, level, own, setup: kept };
    const hand = { idle: [], path: null };
    return new Table({ ...about, hand, given: rows, rows, entries: [], status, seconds: 0, paused: false, started: now, changed: now }, standing);
  }

  /** A kept game, its clock standing. @param {Kept} kept */
  static async restore(kept) {
    const standing = await heldAnew(kept);
    const table = new Table(kept, standing);
    if (!table.isPlaying) table.leave();
    if (String(standing.rows) === String(kept.rows)) return table;
    table.leave();
    throw new Refused(say("local.other_board"), IMPOSSIBLE); // never show another board than the one that was played
  }

  /** Let the worker forget the mines: the game is over, or nobody will play it. */
  leave() {
    engine.referee.end(this.standing.handle);
  }

  get isPlaying() {
    return this.standing.status === "playing";
  }

  get view() {
    return viewOf(this.standing.rows, this.kept.setup.mines);
  }

  get rules() {
    const { start, winning, guesses } = this.kept.setup;
    return { start, winning, free: this.standing.isFirstFree, fair: guesses === "fair" };
  }

  /** The game as it stands; before its end nothing tells where the mines are. @param {string} [words] @param {string} [notice] @returns {Game} */
  shown(words = "", notice = "") {
    const { id, level, setup, entries, paused } = this.kept;
    const { rows, status, isFirstFree: isFree } = this.standing;
    const isOver = status !== "playing";
    const flags = rows.join("").replace(/[^F!]/g, "").length;
    return {
      ...rulesOf(this.kept, isOver),
      id,
      level,
      rows: paused ? rows.map((row) => "#".repeat(row.length)) : rows,
      status,
      paused,
      seconds: this.clock.seconds,
      mines_left: status === "won" ? 0 : setup.mines - flags,
      turns: entries.length,
      first_free: isFree,
      last: entries.at(-1) ?? null,
      say: words,
      notice,
      reason: this.#reason,
      numbers: numbersOf(this.kept, { rows, seconds: this.clock.seconds }),
    };
  }

  /** @param {Cell} cell */
  isFlagged([row, column]) {
    return this.standing.rows[row][column] === "F";
  }

  /** Let the clock stand until the next turn. @returns {boolean} whether it ran */
  rest() {
    const ran = this.clock.isRunning;
    this.clock.stop();
    return ran;
  }

  /** Stop the clock and cover the board until `resume`. */
  pause() {
    if (!this.isPlaying) return;
    this.clock.stop();
    this.kept.paused = true;
  }

  resume() {
    this.kept.paused = false;
    if (this.isPlaying) this.clock.resume();
  }

  /**
   * Take a turn; null if that changes nothing.
   * @param {RequestedAction} action
   * @param {Cell} cell
   * @param {{signal?: AbortSignal, onSeen?: (rows: string[]) => void, by?: string}} [about] `onSeen` is told the rows at once, before the risk is counted
   * @returns {Promise<Entry|null>}
   */
  async act(action, cell, { signal, onSeen, by = PLAYER } = {}) {
    if (!this.isPlaying || this.kept.paused) return null;
    this.#reason = null;
    this.clock.resume();
    const { rows, needsBoard } = this.standing;
    const { view } = this;
    const opens = action === "reveal" || (action === "press" && rows[cell[0]][cell[1]] === "#");
    if (needsBoard && opens) await this.#ofReferee((handle) => engine.referee.prepare(handle, cell, signal));
    const acting = this.#ofReferee((handle) => engine.referee.act(handle, action, cell));
    const counting = by === FAST ? CERTAIN : this.#risk(action, cell); // on the view before the turn
    const played = await acting;
    if (!played) {
      if (by === PLAYER) this.noteIdle(action, cell);
      return null;
    }
    this.standing = played;
    const { id: game, entries, hand } = this.kept;
    journal.note({ game, number: entries.length + 1, action: played.action, cell, by, seconds: this.clock.seconds, path: hand.path });
    onSeen?.(played.rows);
    const risk = await counting;
    if (played.action === "reveal" || played.action === "chord") this.clock.start();
    if (!this.isPlaying) this.clock.stop();
    if (needsBoard || this.kept.setup.guesses === "fair") this.kept.setup = /** @type {Required<Setup>} */ (await engine.referee.kept(played.handle));
    if (!this.isPlaying) this.leave();
    const entry = this.#note(played, played.free ? NO_RISK : risk, by);
    if (entry.fair && entry.exploded && isNeedless(entry)) this.#missed = await engine.missed(view, entry.exploded).catch(() => "");
    return entry;
  }

  /** Take a turn that was shown and not kept before the page was loaded anew; its clock stands then. @param {Noted} turn */
  async actAgain({ number, action, cell, by, seconds, path }) {
    if (this.kept.entries.length !== number - 1) return; // it was kept after all
    this.kept.hand.path = path;
    this.clock = new Clock(seconds);
    await this.act(action === "unflag" ? "flag" : action, cell, { by });
    this.clock.stop();
  }

  /** A click that changed nothing: it is kept with the next turn. @param {RequestedAction} action @param {Cell} cell */
  noteIdle(action, cell) {
    const { hand, paused } = this.kept;
    if (!this.isPlaying || paused || hand.idle.length >= MOST_IDLE_CLICKS) return;
    const button = action === "flag" ? "right" : action === "chord" ? "chord" : "left";
    hand.idle.push({ button, cell, seconds: this.clock.seconds });
  }

  /** The pointer went so far: that counts while the clock runs. @param {number} cells */
  movePointer(cells) {
    const { hand } = this.kept;
    if (this.clock.isRunning) hand.path = (hand.path ?? 0) + cells;
  }

  /** Open for the player what is easy enough, until nothing is. @param {BoardGrade} grade @param {(rows: string[]) => void} [onSeen] */
  async playEasy(grade, onSeen) {
    for (let goesOn = true; goesOn && this.isPlaying; ) {
      const before = this.kept.entries.length;
      for (const cell of await engine.easy(this.view, grade)) await this.#openAs(cell, { by: FAST });
      onSeen?.(this.standing.rows);
      goesOn = this.kept.entries.length > before;
    }
  }

  /** Let the expert move: its cell, and where flags win, flags on the mines it knows. @param {AbortSignal} [signal] @returns {Promise<Entry|null>} */
  async agentMoves(signal) {
    const { view, rules } = this;
    const before = this.kept.entries.length;
    const known = rules.winning === "flagged" ? (await engine.odds(view, { ...rules, free: false }, signal)).mines : null;
    const move = await engine.guess(view, rules, signal).catch((problem) => {
      if (known && problem.status === 409) return null; // nothing is left to open, only to flag
      throw problem;
    });
    signal?.throwIfAborted();
    if (this.kept.entries.length !== before) return null; // the game has moved on since the expert was asked
    let entry = move && (await this.#openAs(move.cell, BY_EXPERT));
    if (known) entry = (await this.#flagAsAgent(known)) ?? entry;
    this.#reason = move && move.reason;
    return entry;
  }

  /** Neither agents nor fast mode trust flags. @param {Cell} cell @param {{by: string}} who */
  async #openAs(cell, who) {
    const unflagged = this.isFlagged(cell) ? await this.act("flag", cell, who) : null;
    return (await this.act("reveal", cell, who)) ?? unflagged;
  }

  /** Make the flags those of the known mines. @param {Cell[]} mines */
  async #flagAsAgent(mines) {
    const known = new Set(mines.map(String));
    /** @type {Entry|null} */
    let entry = null;
    for (const [row, signs] of this.standing.rows.entries()) {
      for (const [column, sign] of [...signs].entries()) {
        const isWrong = "#F".includes(sign) && known.has(String([row, column])) !== (sign === "F");
        if (isWrong) entry = (await this.act("flag", [row, column], BY_EXPERT)) ?? entry;
      }
    }
    return entry;
  }

  /**
   * Ask the worker about this game; one that was started anew is given the game first.
   * @template Answer
   * @param {(handle: number) => Promise<Answer>} ask
   */
  async #ofReferee(ask) {
    try {
      return await ask(this.standing.handle);
    } catch (problem) {
      if (statusOf(problem) !== engine.GONE) throw problem;
      this.standing = await heldAnew(this.kept);
      return ask(this.standing.handle);
    }
  }

  /** What a turn did, in a sentence. @param {Entry|null} entry */
  say(entry) {
    if (!entry) return "";
    const easy = this.kept.entries.slice(entry.number);
    const second = easy.length && easy.every(({ by }) => by === FAST) ? sayMadeForYou(easy) : entry.exploded && this.#missed;
    return second ? tell("play.two", { first: sayTurn(entry), second }) : sayTurn(entry);
  }

  /** @param {RequestedAction} action @param {Cell} cell @returns {Promise<Risk>} */
  async #risk(action, cell) {
    if (action === "flag" || this.standing.isFirstFree) return UNKNOWN;
    const cells = this.#atStake(action, cell);
    return cells.length ? engine.risk(this.view, cells, this.rules).catch(() => UNKNOWN) : UNKNOWN; // the turn is made in any case
  }

  /** The hidden cells that a turn would open by itself, not counting regions. @param {RequestedAction} action @param {Cell} cell */
  #atStake(action, [row, column]) {
    const { rows } = this.standing;
    const isChord = action === "chord" || (action === "press" && !"#F".includes(rows[row][column]));
    const reach = isChord ? [-1, 0, 1] : [0];
    /** @type {Cell[]} */
    const near = reach.flatMap((down) => reach.map((right) => /** @type {Cell} */ ([row + down, column + right])));
    return near.filter(([above, beside]) => rows[above]?.[beside] === "#");
  }

  /** @param {Played} played @param {Risk} risk @param {string} by */
  #note({ action, cell, opened, free, rows, status, exploded }, risk, by) {
    /** @type {Entry} */
    const entry = {
      number: this.kept.entries.length + 1,
      action,
      cell,
      opened,
      seconds: this.clock.seconds,
      by,
      free,
      certain: risk.certain,
      mine_probability: risk.taken,
      best_probability: risk.best,
      status,
      exploded,
      fair: this.kept.setup.guesses === "fair",
    };
    Object.assign(this.kept, { rows, status, seconds: this.clock.seconds, changed: new Date().toISOString() });
    this.kept.own &&= by === PLAYER;
    this.kept.entries.push(entry);
    return entry;
  }
}

/** Have the worker hold a kept game, as its turns left it. @param {Kept} kept */
const heldAnew = ({ setup, entries }) =>
  engine.referee.restore(
    setup,
    entries.map(({ action, cell }) => [action, cell]),
  );

/** The rules of a kept game as they are shown; what tells where the mines are comes only at its end. @param {Kept} kept @param {boolean} isOver */
export function rulesOf({ setup, level }, isOver) {
  const { height, width, mines, start, winning, guesses, grade, seed, first, position = null } = setup;
  const hasSeed = !position || isContinued(position);
  return {
    ...{ level, height, width, mines, start, winning, guesses, grade, agent: EXPERT.name, disclosed: null },
    rule: sayRule({ guesses, grade, position }),
    position,
    seed: isOver && hasSeed ? seed : null,
    index: isOver ? 0 : null,
    first: isOver ? first : null,
  };
}

/** The rows before each turn, and after the last: what a turn opened is found in the rows as they are now. @param {Kept} kept */
export function viewsOf({ given, rows, entries }) {
  const signs = given.map((row) => [...row]);
  const asText = () => signs.map((row) => row.join(""));
  const views = [asText()];
  for (const entry of entries) {
    const [row, column] = entry.cell;
    if (isFlagging(entry)) signs[row][column] = entry.action === "flag" ? "F" : "#";
    for (const [down, right] of entry.opened) signs[down][right] = rows[down][right];
    views.push(asText());
  }
  return views;
}

/** A name for a game that no other has. */
function freshIdentity() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
