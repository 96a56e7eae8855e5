/** The referee of a page without a server: holds the games, and tells of each only what its player may know. */

import { Game } from "./game.js";

/** @import { Action, Cell, RequestedAction, Status } from "../modules/shapes.d.ts" */
/** @import { Setup } from "./game.js" */
/** @import { Engine } from "./module.js" */

/**
 * How a game stands. `rows` show the mines only at its end; `first` is the cell around which they were laid.
 * @typedef {{handle: number, rows: string[], status: Status, exploded: Cell|null, isFirstFree: boolean, needsBoard: boolean, first: Cell|null}} Standing
 */

/**
 * How a game stands after a turn, and what the turn did; `free` if the start rule kept the cell free of mines.
 * @typedef {Standing & {action: Action, cell: Cell, opened: Cell[], free: boolean}} Played
 */

/** No game is held by this handle: it is over, or it was begun before the worker was started anew. */
export class NoSuchGame extends Error {}

export class Referee {
  /** @type {Map<number, Game>} */
  #games = new Map();

  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
  }

  /** Whoever begins a game names the handle by which it is held. @param {number} handle @param {Setup} setup */
  begin(handle, setup) {
    return this.#hold(handle, new Game(this.engine, setup));
  }

  /** A kept game, with the turns made so far. @param {number} handle @param {Setup} setup @param {[Action, Cell][]} turns */
  restore(handle, setup, turns) {
    return this.#hold(handle, Game.restored(this.engine, setup, turns));
  }

  /** Null if that changes nothing. @param {number} handle @param {RequestedAction} action @param {Cell} cell @returns {Played|null} */
  act(handle, action, cell) {
    const turn = this.#game(handle).act(action, cell);
    return turn && { ...this.#standing(handle), ...turn };
  }

  /** Use a board that was made to order if the cell is the first to be opened. @param {number} handle @param {Cell} first @param {Uint8Array} layout */
  lay(handle, first, layout) {
    this.#game(handle).lay(first, layout);
  }

  /** The setup with all that is needed to restore the game, mines included. @param {number} handle */
  kept(handle) {
    return this.#game(handle).kept;
  }

  /** @param {number} handle */
  end(handle) {
    this.#games.delete(handle);
  }

  /** @param {number} handle @param {Game} game */
  #hold(handle, game) {
    this.#games.set(handle, game);
    return this.#standing(handle);
  }

  /** @param {number} handle @returns {Standing} */
  #standing(handle) {
    const { rows, status, exploded, isFirstFree, needsBoard, first } = this.#game(handle);
    return { handle, rows, status, exploded, isFirstFree, needsBoard, first };
  }

  /** @param {number} handle */
  #game(handle) {
    const game = this.#games.get(handle);
    if (!game) throw new NoSuchGame("there is no such game");
    return game;
  }
}
