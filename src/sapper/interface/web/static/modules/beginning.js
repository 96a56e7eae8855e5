/** How a game begins: of the kind chosen last, by the dialog, from a file, on the same board, as the puzzle of the day. */

import { announce } from "./announce.js";
import { wasGivenUp } from "./api.js";
import { say, tell } from "./catalogue.js";
import { BoardMaking } from "./making.js";
import { chosenGame, chosenPuzzle, openNewGame, settleAgent } from "./newgame.js";
import { referee } from "./ports.js";
import { lacksTotal } from "./position.js";
import { setting } from "./settings.js";
import { levelName } from "./words.js";

/** @import { Game, PositionRequest } from "./shapes.d.ts" */

/** Says to those who can't see it that a game begins. @param {Game} game */
const announceGame = (game) => announce(say("play.begun", { level: levelName(game), mines: tell("play.mines", { n: game.mines }) }));

/**
 * @typedef {object} Reactions
 * @property {(game: Game) => void} onBegun shows the game
 * @property {() => void} onChosen whoever chose the game plays it next
 * @property {(words: string) => void} onWords how it stands with a board that is being made
 * @property {(problem: unknown) => void} onProblem
 */

export class Beginning {
  #reactions;

  /** @param {Reactions} reactions */
  constructor(reactions) {
    this.#reactions = reactions;
    this.making = new BoardMaking(reactions.onWords);
  }

  /** A game of the kind chosen last. */
  async asBefore() {
    await this.#trying(async () => {
      await settleAgent();
      this.#reactions.onBegun(await referee.begin(chosenGame()));
    });
  }

  /** A new game in place of another: a board that is being made for that one is given up. */
  async another() {
    this.making.abort();
    await this.asBefore();
    this.#reactions.onChosen();
  }

  /** The puzzle of the day. */
  async puzzle() {
    await this.#trying(async () => {
      await settleAgent();
      const game = await this.making.wait((signal) => referee.begin(chosenPuzzle(), signal));
      this.#reactions.onBegun(game);
      announce(say("play.begun_daily", { say: game.say, level: levelName(game), mines: tell("play.mines", { n: game.mines }), rule: game.rule }));
    });
  }

  /** A game on the board of a file, or from a position. @param {() => PositionRequest|Promise<PositionRequest>} read */
  async withPosition(read) {
    await this.#trying(async () => {
      await settleAgent();
      const position = await read();
      if (lacksTotal(position)) throw new Error(say("play.no_total"));
      this.#chosen(await referee.begin({ position, agent: setting("agent") }));
    });
  }

  /** A game on the board of one that is over. @param {Game} game */
  async again(game) {
    await this.#trying(async () => {
      this.#reactions.onBegun(await referee.again(game.id));
      announce(say("play.begun_again"));
      this.#reactions.onChosen();
    });
  }

  /** Have a game chosen in the dialog. @param {(file: File) => void} onFile @param {"start"|"guesses"|"agent"} [about] what is to be chosen first */
  choose(onFile, about) {
    openNewGame(about, { onBegun: (game) => this.#chosen(game), onFile }).catch(this.#reactions.onProblem);
  }

  /** @param {Game} game */
  #chosen(game) {
    this.making.abort(); // a board of the game before, which nobody waits for any more
    this.#reactions.onBegun(game);
    announceGame(game);
    this.#reactions.onChosen();
  }

  /** @param {() => Promise<void>} act */
  async #trying(act) {
    try {
      await act();
    } catch (problem) {
      if (!wasGivenUp(problem)) this.#reactions.onProblem(problem);
    }
  }
}
