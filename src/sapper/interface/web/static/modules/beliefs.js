/** What the game's agent believes beside what follows: on the board, and in a card where each has its reason. */

import { get, Newest, wasGivenUp } from "./api.js";
import { announce } from "./announce.js";
import { say } from "./catalogue.js";
import { keyOf } from "./commands.js";
import { element, fill } from "./dom.js";
import { button } from "./icons.js";
import { hasServer } from "./ports.js";

/** @import { BeliefMark, BoardView, Cell } from "./board.js" */
/** @import { CellBelief, Game, JudgedBeliefs, SentenceBelief } from "./shapes.d.ts" */

/** A faulty agent may believe any number of things. */
const MOST_LISTED = 60;
const OWN_FILE = /\.py(:\w+)?$/i;

export class BeliefsCard {
  /** Whether the player wants beliefs to be shown; null: only those of somebody's own file. @type {boolean|null} */
  #wanted = null;
  #newest = new Newest();
  /** @type {Map<string, CellBelief>} */
  #faults = new Map();

  /**
   * @param {BoardView} board
   * @param {() => Game|null} game the game as it stands
   * @param {Object} reactions
   * @param {(cell: Cell) => void} reactions.onWhy the player wants to know the reason
   * @param {(problem: unknown) => void} reactions.onProblem
   */
  constructor(board, game, { onWhy, onProblem }) {
    this.board = board;
    this.game = game;
    this.onWhy = onWhy;
    this.onProblem = onProblem;
    this.element = element("section", { class: "card stack beliefs", "aria-label": say("beliefs.title"), hidden: true });
    this.switch = button({ icon: "belief", label: say("beliefs.title"), key: keyOf("beliefs"), pressed: false, act: () => this.toggle() });
    this.switch.hidden = !hasServer; // no other agents to ask
  }

  get #isOn() {
    return hasServer && (this.#wanted ?? OWN_FILE.test(this.game()?.agent ?? ""));
  }

  toggle() {
    if (!hasServer) return;
    this.#wanted = !this.#isOn;
    announce(say(this.#wanted ? "beliefs.shown" : "beliefs.hidden"));
    this.gameChanged();
  }

  /** The game has changed: ask again; what was shown is about the past. */
  async gameChanged() {
    this.#newest.giveUp();
    this.#show(null);
    this.switch.setAttribute("aria-pressed", String(this.#isOn));
    const game = this.game();
    if (!this.#isOn || !game || game.paused || game.status === "won") return;
    try {
      this.#show(await this.#newest.ask((signal) => get("games/{identity}/beliefs", { identity: game.id }, signal)));
    } catch (problem) {
      if (!wasGivenUp(problem)) this.onProblem(problem);
    }
  }

  leave() {
    this.#newest.giveUp();
  }

  /** What is wrong with a belief about a cell, or was missed; else nothing. @param {Cell} cell */
  wordsAbout(cell) {
    return this.#faults.get(String(cell))?.words ?? "";
  }

  /** @param {JudgedBeliefs|null} judged */
  #show(judged) {
    this.element.hidden = !judged;
    this.board.believe(judged?.cells.map((belief) => [belief.cell, markOf(belief)]) ?? []);
    const faults = judged?.cells.filter(isFault) ?? [];
    this.#faults = new Map(faults.map((belief) => [String(belief.cell), belief]));
    if (!judged) return;
    const isRight = (/** @type {SentenceBelief} */ sentence) => !isWrong(sentence);
    const listed = [...faults.filter(isWrong), ...judged.sentences.filter(isWrong), ...faults.filter((fault) => !isWrong(fault)), ...judged.sentences.filter(isRight)];
    const more = listed.length - MOST_LISTED;
    fill(
      this.element,
      element("h2", {}, say("beliefs.title")),
      element("p", { class: "small" }, judged.words),
      element("ol", { class: "steps", "aria-label": say("beliefs.title") }, ...listed.slice(0, MOST_LISTED).map((belief) => this.#row(belief))),
      more > 0 && element("p", { class: "small soft" }, say("beliefs.more", { n: more })),
    );
  }

  /** @param {CellBelief|SentenceBelief} belief */
  #row(belief) {
    const kind = isWrong(belief) ? "false" : belief.judgement;
    return element("li", {}, element("button", { type: "button", class: "step", data: { belief: kind }, on: { click: () => this.#explain(belief) } }, belief.words));
  }

  /** The reason for a cell; of a sentence, which cells it is about. @param {CellBelief|SentenceBelief} belief */
  #explain(belief) {
    if ("cell" in belief && this.board.has(belief.cell)) this.onWhy(belief.cell);
    else if ("cells" in belief) this.board.point({ spoken: belief.cells.filter((cell) => this.board.has(cell)) });
    announce(belief.words);
  }
}

/** @param {CellBelief|SentenceBelief} belief */
const isWrong = ({ judgement }) => judgement === "false" || judgement === "uncertain";

/** Whether a belief is false, or was missed. @param {CellBelief} belief */
const isFault = (belief) => isWrong(belief) || belief.judgement === "missed";

/** How the board marks a belief. @param {CellBelief} belief @returns {BeliefMark} */
const markOf = (belief) => `${isWrong(belief) ? "false" : belief.judgement} ${belief.is_mine ? "mine" : "safe"}`;
