/** The turns of a game, in the order in which they were asked for; a player's come before the AI's. */

import { wasGivenUp } from "./api.js";
import { say } from "./catalogue.js";

/** @import { Cell } from "./board.js" */
/** @import { Game } from "./shapes.d.ts" */

/** What a screen reader says about a turn: what happened, and what the cell shows now. @param {Game} game @param {Cell} cell */
export function turnInWords(game, cell) {
  if (!game.say) return say("play.nothing_to_do", { row: cell[0], column: cell[1] });
  const number = game.rows[cell[0]][cell[1]];
  if (number === "0") return say("play.shows_none", { say: game.say });
  return /[1-8]/.test(number) ? say("play.shows", { say: game.say, number }) : game.say;
}

export class Turns {
  /** Each waits for the one before it, so that quick clicks arrive in order. */
  #last = /** @type {Promise<unknown>} */ (Promise.resolve());
  /** The last of them that changes the board: to stop the clock, or let it run, does not. @type {Promise<unknown>} */
  #lastTurn = this.#last;
  /** Aborts the AI moves not made yet: a click comes before them. */
  #aiMoves = new AbortController();
  #game;
  #onTaken;
  #onProblem;

  /**
   * @param {() => Game|null} game the one on the page; null once nobody looks any more
   * @param {{onTaken: (game: Game) => void, onProblem: (problem: unknown) => void}} reactions
   */
  constructor(game, { onTaken, onProblem }) {
    this.#game = game;
    this.#onTaken = onTaken;
    this.#onProblem = onProblem;
  }

  /** Whether a game is the one on the page. @param {string} identity */
  isHere(identity) {
    return this.#game()?.id === identity;
  }

  /**
   * Have the referee do something to the game, once everything before it is done.
   * @param {(identity: string) => Promise<Game>} request
   * @param {AbortSignal} [signal] gives it up
   * @returns {Promise<Game|null>} the game after it; null if nothing was done
   */
  take(request, signal) {
    const identity = this.#game()?.id;
    const turn = this.#last.then(async () => {
      if (!identity || !this.isHere(identity) || signal?.aborted || this.#game()?.status !== "playing") return null;
      try {
        const game = await request(identity);
        if (!this.isHere(identity)) return null;
        this.#onTaken(game);
        return game;
      } catch (problem) {
        if (this.isHere(identity) && !wasGivenUp(problem)) this.#onProblem(problem);
        return null;
      }
    });
    this.#last = turn;
    return turn;
  }

  /** The same for a turn of the player. @param {(identity: string) => Promise<Game>} request */
  takeForPlayer(request) {
    return (this.#lastTurn = this.take(request));
  }

  /** The same for a move of the AI, which a turn of the player overtakes. @param {(identity: string, signal: AbortSignal) => Promise<Game>} request */
  takeForAi(request) {
    const { signal } = this.#aiMoves;
    return (this.#lastTurn = this.take((identity) => request(identity, signal), signal));
  }

  /** Give up the AI moves that are not made yet: the server stops thinking about them. */
  overtakeTheAi() {
    this.#aiMoves.abort();
    this.#aiMoves = new AbortController();
  }

  /** Do something once everything is done. @param {() => void} act */
  afterAll(act) {
    this.#last.then(act);
  }

  /** Settled once the board stands as all turns leave it that were asked for by now. */
  get allTaken() {
    return this.#lastTurn;
  }
}
