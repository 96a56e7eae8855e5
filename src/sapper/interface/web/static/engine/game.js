/** The rules of the game: the twin of `sapper/game.py` and `sapper/fair.py`. Only this knows where the mines are. */

import { Impossible, around, checkLevel, disclosedOf, lay, makeBoard, numbersOf, pack, seedOfChance, unpack } from "./boards.js";
import { readAddress } from "../modules/formats.js";
import { TooWide } from "./module.js";
import { viewOf } from "./shapes.js";
import { cellAt, placeOf } from "./views.js";

/** @import { Action, BoardGrade, Cell, Guesses, StartRule, Status, WinningRule } from "../modules/shapes.d.ts" */
/** @import { Read } from "../modules/formats.js" */
/** @import { Engine, Source, View } from "./module.js" */

/**
 * All that a game depends on but the player.
 * @typedef {Object} Setup
 * @property {number} height
 * @property {number} width
 * @property {number} mines
 * @property {StartRule} start
 * @property {WinningRule} [winning]
 * @property {Guesses} [guesses]
 * @property {BoardGrade|null} [grade]
 * @property {string|null} [seed] null for a random board
 * @property {number} [index]
 * @property {number|null} [disclosed] how many cells the start rule `given` shows
 * @property {Cell|null} [first] the cell around which the mines are laid; null if the first click decides that
 * @property {string|null} [layout] the mines of a kept game, where the seed does not tell
 * @property {string|null} [position] the address of the position that the game begins with
 */

/** @typedef {{action: Action, cell: Cell, opened: Cell[], free: boolean}} Turn What was done, and whether the start rule kept the cell free. */

const HIDDEN = -1;
const SEED_BYTES = 8;
const MOST_TRIES = 256;
const MOST_CELLS_TRIED = 4_000_000;
const FAIR_BUDGET = 10_000_000;

export class Game {
  /** @type {Uint8Array|null} */
  #layout = null;
  /** Boards made for this game, by their first cell. @type {Map<number, Uint8Array>} */
  #made = new Map();
  /** The numbers of the board, also where mines are. */
  #numbers = new Int8Array(0);
  /** @type {Set<number>} */
  #flags = new Set();
  /** Disclosed zeros: they opened nothing themselves, but an opening spreads through them. @type {Set<number>} */
  #asleep = new Set();
  /** @type {number|null} */
  #exploded = null;
  /** @type {Status} */
  status = "playing";

  /** @param {Engine} engine @param {Setup} setup */
  constructor(engine, setup) {
    const { winning = "revealed", guesses = "any", grade = null, index = 0, disclosed = null, first = null, layout = null, position = null } = setup;
    checkLevel(setup);
    if (guesses === "fair" && winning === "flagged") throw new Impossible("a fair game is won by opening every safe cell, not by flags");
    if (guesses === "none" && setup.start !== "safe" && setup.start !== "opening") {
      throw new Impossible(`a board that needs no guess goes with the start rule 'safe' or 'opening', not '${setup.start}'`);
    }
    if (grade !== null && guesses !== "none") throw new Impossible("only a board that needs no guess has a grade");
    if (disclosed !== null && setup.start !== "given") {
      throw new Impossible(`cells are disclosed under the start rule 'given', not '${setup.start}'`);
    }
    this.engine = engine;
    this.setup = { ...setup, winning, guesses, grade, index, disclosed, first, position };
    /** @type {Source} */
    this.source = { seed: BigInt(setup.seed ?? seedOfChance()), index: BigInt(index) };
    /** The first cell opened, around which the mines were laid. */
    this.first = first;
    this.isFair = guesses === "fair" && layout === null;
    this.seen = new Int8Array(setup.height * setup.width).fill(HIDDEN);
    if (position !== null) this.#beginWith(readAddress(position), layout);
    else if (first !== null || setup.start === "any" || setup.start === "given") this.#use(lay(engine, setup, this.source, first));
    if (this.#layout && setup.start === "given") {
      const given = engine.disclose(this.#layout, disclosed ?? disclosedOf(setup), this.source);
      this.#show(given);
      this.#asleep = new Set(given.filter((place) => this.seen[place] === 0));
    }
    if (layout !== null && position === null) this.#use(unpack(layout, setup)); // what was disclosed is the same on both
    this.#judge();
  }

  /** Show what a position shows; without a layout, one is drawn from all that agree with it: the twin of `sapper/play/given.py`. @param {Read} read @param {string|null} layout */
  #beginWith({ rows, mines }, layout) {
    if (this.setup.start !== "any" || this.setup.guesses !== "any") throw new Impossible("a game that begins with a position has no other rules for its mines");
    const view = viewOf(rows, mines);
    const seed = this.engine.digest(new TextEncoder().encode(`position ${this.source.seed}`), SEED_BYTES);
    const drawn = layout === null ? this.engine.drawLayout(view, { places: [], withMine: false, seed, tries: 1, budget: FAIR_BUDGET }) : unpack(layout, this.setup);
    if (!drawn) throw new Impossible("no layout agrees with the position");
    this.#use(drawn);
    this.seen.set(view.numbers);
    this.#flags = new Set(view.flags);
    this.#asleep = new Set(Array.from(this.seen.keys()).filter((place) => this.seen[place] === 0));
  }

  /** The game as it was left: its turns on the board as it is now. @param {Engine} engine @param {Setup} setup @param {[Action, Cell][]} turns */
  static restored(engine, setup, turns) {
    const game = new Game(engine, setup);
    for (const [action, cell] of turns) {
      if (game.act(action, cell)?.action !== action) throw new Impossible("this game can't have been played so");
    }
    game.isFair = game.setup.guesses === "fair"; // the turns were made on the last layout; now it may change again
    return game;
  }

  /** Whether the next cell opened can't be a mine, since the mines are laid around it. */
  get isFirstFree() {
    return this.#layout === null;
  }

  /** Whether a board is made around the next cell opened, which may take a while. */
  get needsBoard() {
    return this.isFirstFree && this.setup.guesses === "none";
  }

  /** @returns {View} */
  get view() {
    const { height, width, mines } = this.setup;
    return { height, width, mines, numbers: this.seen, flags: [...this.#flags] };
  }

  /** @returns {Cell|null} */
  get exploded() {
    return this.#exploded === null ? null : cellAt(this.setup, this.#exploded);
  }

  /** What has to be kept beside the turns, so that the game can be restored. @returns {Setup} */
  get kept() {
    const hasOwnLayout = this.setup.guesses !== "any" || this.setup.position !== null;
    const layout = this.#layout && hasOwnLayout ? pack(this.#layout) : null;
    return { ...this.setup, seed: String(this.source.seed), layout };
  }

  /** The board as text: digits, `#`, `F`; at the end `*` for a mine, `X` for the one that was opened, `!` for a wrong flag. */
  get rows() {
    const { height, width } = this.setup;
    const signs = Array.from(this.seen, (number) => (number < 0 ? "#" : String(number)));
    for (const place of this.#flags) signs[place] = "F";
    if (this.status !== "playing" && this.#layout) {
      const layout = this.#layout;
      layout.forEach((mine, place) => {
        if (mine && !this.#flags.has(place)) signs[place] = "*";
      });
      for (const place of this.#flags) if (!layout[place]) signs[place] = "!";
      if (this.#exploded !== null) signs[this.#exploded] = "X";
    }
    return Array.from({ length: height }, (_, row) => signs.slice(row * width, (row + 1) * width).join(""));
  }

  /** Use this board if the cell is the first to be opened. @param {Cell} first @param {Uint8Array} layout */
  lay(first, layout) {
    this.#made.set(placeOf(this.setup, first), layout);
  }

  /** Do one thing; null if that changes nothing. @param {Action|"press"} action @param {Cell} cell @returns {Turn|null} */
  act(action, cell) {
    const { height, width } = this.setup;
    const [row, column] = cell;
    if (!(row >= 0 && row < height && column >= 0 && column < width)) throw new Impossible(`cell (${row}, ${column}) is outside the ${height}×${width} board`);
    if (this.status !== "playing") return null;
    const place = placeOf(this.setup, cell);
    switch (action) {
      case "reveal":
        return this.#reveal(place);
      case "chord":
        return this.#chord(place);
      case "press":
        return this.seen[place] < 0 ? this.#reveal(place) : this.#chord(place);
      default:
        return this.#flag(place);
    }
  }

  /** Open a cell, and the whole opening around it if it shows 0. @param {number} place */
  #reveal(place) {
    if (this.#flags.has(place) || this.seen[place] >= 0) return null;
    const cell = cellAt(this.setup, place);
    const { first } = this.setup;
    const free = this.isFirstFree || (first !== null && place === placeOf(this.setup, first));
    if (this.isFirstFree) this.#use(this.#boardAround(cell));
    this.first ??= this.setup.start === "safe" || this.setup.start === "opening" ? cell : null;
    return this.#open("reveal", place, [place], free);
  }

  /** The board that the first cell decides. @param {Cell} first */
  #boardAround(first) {
    const { engine, setup, source } = this;
    if (!this.needsBoard) return lay(engine, setup, source, first);
    return this.#made.get(placeOf(setup, first)) ?? makeBoard(engine, setup, source, first, setup.grade).layout;
  }

  /** Flag a hidden cell, or remove its flag. @param {number} place @returns {Turn|null} */
  #flag(place) {
    if (this.seen[place] >= 0) return null;
    const wasFlagged = this.#flags.delete(place);
    if (!wasFlagged) this.#flags.add(place);
    this.#judge();
    return { action: wasFlagged ? "unflag" : "flag", cell: cellAt(this.setup, place), opened: [], free: false };
  }

  /** Open all unflagged neighbours of a number with as many flags around it. @param {number} place */
  #chord(place) {
    const near = around(place, this.setup);
    if (this.seen[place] !== near.filter((other) => this.#flags.has(other)).length) return null;
    const targets = near.filter((other) => this.seen[other] < 0 && !this.#flags.has(other));
    return targets.length ? this.#open("chord", place, targets, false) : null;
  }

  /** Open hidden cells one after another, up to the first mine. @param {Action} action @param {number} place @param {number[]} targets @param {boolean} free @returns {Turn} */
  #open(action, place, targets, free) {
    if (this.isFair) this.#layFairly(targets);
    /** @type {number[]} */
    const opened = [];
    for (const target of targets) {
      if (this.#layout?.[target]) {
        this.#exploded = target;
        this.status = "lost";
        break;
      }
      if (this.seen[target] < 0) for (const each of this.#region(target)) opened.push(each);
    }
    this.#judge();
    return { action, cell: cellAt(this.setup, place), opened: opened.map((each) => cellAt(this.setup, each)), free };
  }

  /** Open a safe cell and, from every 0, all its neighbours, wave by wave; flagged cells stay closed. @param {number} start */
  #region(start) {
    /** @type {number[]} */
    const opened = [];
    const isReached = new Uint8Array(this.seen.length);
    let wave = [start];
    while (wave.length) {
      const fresh = wave.filter((place) => this.seen[place] < 0);
      this.#show(fresh);
      for (const place of fresh) opened.push(place); // spread out, they might be too many arguments
      for (const place of wave) this.#asleep.delete(place);
      /** @type {number[]} */
      const next = [];
      for (const place of wave) {
        if (this.#numbers[place] !== 0) continue;
        for (const near of around(place, this.setup)) {
          if (isReached[near] || !(this.seen[near] < 0 || this.#asleep.has(near)) || this.#flags.has(near)) continue;
          isReached[near] = 1;
          next.push(near);
        }
      }
      wave = next.sort((one, other) => one - other);
    }
    return opened;
  }

  /** @param {number[]} places */
  #show(places) {
    for (const place of places) this.seen[place] = this.#numbers[place];
  }

  /** @param {Uint8Array} layout */
  #use(layout) {
    this.#layout = layout;
    this.#numbers = numbersOf(layout, this.setup);
  }

  #judge() {
    if (this.status !== "playing") return;
    const { winning, mines } = this.setup;
    const layout = this.#layout;
    const isWon =
      winning === "revealed"
        ? this.seen.reduce((hidden, number) => (number < 0 ? hidden + 1 : hidden), 0) === mines
        : this.#flags.size === mines && [...this.#flags].every((place) => layout?.[place]);
    if (isWon) this.status = "won";
  }

  // A fair game: a guess meets a mine if it can where something was certain, and never otherwise

  /** Move mines that nobody has seen, if the rule wants this turn to end otherwise. @param {number[]} targets */
  #layFairly(targets) {
    const layout = this.#layout;
    if (!layout) return;
    const { view, engine } = this;
    try {
      const { verdicts } = engine.analyze(view, FAIR_BUDGET);
      const places = targets.filter((place) => verdicts[place] !== 1);
      if (!places.length || places.some((place) => verdicts[place] === -1)) return;
      const withMine = verdicts.includes(1);
      if (places.some((place) => layout[place] === 1) === withMine) return;
      const tries = Math.max(1, Math.min(MOST_TRIES, Math.floor(MOST_CELLS_TRIED / layout.length)));
      const drawn = engine.drawLayout(view, { places, withMine, seed: this.#seedHere(), tries, budget: FAIR_BUDGET });
      if (drawn) this.#use(drawn);
    } catch (problem) {
      if (!(problem instanceof TooWide)) throw problem; // else the turn is played on the layout as it is
    }
  }

  /** As repeatable as the game, and another for every position. */
  #seedHere() {
    const numbers = this.engine.digest(this.seen, SEED_BYTES).toString(16).padStart(2 * SEED_BYTES, "0");
    return this.engine.digest(new TextEncoder().encode(`fair ${this.source.seed} ${numbers}`), SEED_BYTES);
  }
}
