/** The AI's help: hints, odds, reasons and the best guess, and the card that shows its answers. */

import { Newest, wasGivenUp } from "./api.js";
import { announce } from "./announce.js";
import { say } from "./catalogue.js";
import { keyOf } from "./commands.js";
import { element, fill } from "./dom.js";
import { guessPanel, isCompared } from "./guess.js";
import { button } from "./icons.js";
import { thinker } from "./ports.js";
import { WhyPanel } from "./why.js";

/** @import { BoardView, Cell } from "./board.js" */
/** @import { IconName } from "./icons.js" */
/** @import { Game, Odds } from "./shapes.d.ts" */

/** @typedef {"reveal"|"flag"} Advice What to do with a cell. */

export class Advisor {
  /** Whether a click asks why instead of opening. */
  asksWhy = false;
  #wantsOdds = false;
  #newestOdds = new Newest();
  #newestAnswer = new Newest();
  /** The last question asked, unless it was closed. @type {symbol|null} */
  #asked = null;
  /** Whether the card shows anything but the invitation. */
  #isAnswered = true;
  /** The game whose odds may be on the board. */
  #shownOf = "";

  /**
   * @param {BoardView} board
   * @param {() => Game|null} game the game as it stands
   * @param {Object} reactions
   * @param {() => Promise<unknown>} reactions.turnsTaken a question that follows a click is about the board after it
   * @param {(action: Advice, cell: Cell) => void} reactions.onTurn the player takes the advice
   * @param {(problem: unknown) => void} reactions.onProblem
   * @param {(cell: Cell) => string} reactions.noteAbout what to say before the reason for a cell
   */
  constructor(board, game, { turnsTaken, onTurn, onProblem, noteAbout }) {
    this.board = board;
    this.game = game;
    this.turnsTaken = turnsTaken;
    this.onTurn = onTurn;
    this.onProblem = onProblem;
    this.noteAbout = noteAbout;
    this.answer = element("section", { class: "card answer", "aria-label": say("advisor.answer") });
    this.scale = element("div", { class: "heat-scale", hidden: true }, say("advisor.scale_safe"), element("i"), say("advisor.scale_mine"));
    this.oddsSwitch = button({ icon: "odds", label: say("advisor.odds"), key: keyOf("odds"), pressed: false, act: () => this.switchOdds() });
    this.whySwitch = button({ icon: "why", label: say("advisor.why"), key: keyOf("why"), pressed: false, act: () => this.#switchWhy() });
    this.hintButton = button({ icon: "hint", label: say("advisor.hint"), key: keyOf("hint"), act: () => this.hint() });
    this.guessButton = button({ icon: "guess", label: say("advisor.guess"), key: keyOf("guess"), act: () => this.guess() });
    this.why = new WhyPanel(
      (cell, signal) => thinker.why(this.#current, cell, signal),
      (marks) => this.board.point(marks),
      () => this.close(),
    );
    this.forget();
  }

  /** The game has changed: the answer shown is about the past, and the odds are different. */
  gameChanged() {
    this.forget();
    const { id } = this.#current;
    if (id !== this.#shownOf) this.board.showOdds(null); // else the old odds stay until the new ones are there
    this.#shownOf = id;
    this.answer.hidden = !this.#isPlaying;
    this.#refreshOdds();
  }

  get #isPlaying() {
    const game = this.game();
    return game?.status === "playing" && !game.paused;
  }

  /** The game; whoever asks has seen that there is one. */
  get #current() {
    return /** @type {Game} */ (this.game());
  }

  /** Drop the answer shown and the one awaited. */
  forget() {
    this.why.stop();
    this.#newestAnswer.giveUp();
    this.board.mark({});
    if (!this.#isAnswered) return;
    this.#isAnswered = false;
    delete this.answer.dataset.open;
    fill(this.answer, element("h2", {}, say("advisor.ask")), element("p", { class: "soft small" }, say("advisor.invitation")));
  }

  close() {
    this.#asked = null;
    this.forget();
    this.#refreshOdds();
  }

  leave() {
    this.#asked = null;
    this.why.stop();
    this.#newestOdds.giveUp();
    this.#newestAnswer.giveUp();
  }

  async hint() {
    const hint = await this.#answerTo(thinker.hint);
    if (!hint) return;
    const isMine = hint.action === "flag";
    const reasons = say(isMine ? "advisor.why_mine" : hint.certain ? "advisor.why_safe" : "advisor.explain_odds");
    const hasNumbers = this.game()?.rows.some((row) => /[0-8]/.test(row));
    this.#show(
      say("advisor.hint"),
      element("p", { class: "answer-title" }, hint.words),
      element("div", { class: "row" }, this.#advice(hint.action, hint.cell), hasNumbers && button({ icon: "why", label: reasons, act: () => this.ask(hint.cell) })),
    );
    this.board.mark({ [isMine ? "mine" : "best"]: [hint.cell], pulse: [hint.cell] });
    this.board.follow(hint.cell);
    announce(hint.words);
  }

  /** The button that takes the advice; a flagged cell stays shut, so its flag has to go first. @param {Advice} action @param {Cell} cell */
  #advice(action, cell) {
    const isFlagged = this.game()?.rows[cell[0]][cell[1]] === "F";
    /** @type {[IconName, string, Advice]} */
    const [drawing, label, turn] =
      action === "flag" ? ["flag", say("advisor.flag_it"), "flag"] : isFlagged ? ["flag", say("advisor.unflag_it"), "flag"] : ["pointer", say("advisor.open_it"), "reveal"];
    return button({ icon: drawing, label, kind: "primary", act: () => this.onTurn(turn, cell) });
  }

  async guess() {
    const move = await this.#answerTo(thinker.guess);
    if (!move) return;
    const odds = move.certain || isCompared(move) ? null : await this.#answerTo(thinker.odds);
    const shown = guessPanel(move, odds, () => this.ask(move.cell), this.#advice("reveal", move.cell));
    this.#show(say("advisor.best_move"), shown.element);
    this.board.mark(shown.marks);
    this.board.follow(move.cell);
    announce(shown.words);
  }

  /** Explain this cell; if that is what is shown, close it. @param {Cell} cell */
  toggleWhy(cell) {
    if (this.why.isAbout(cell)) this.close();
    else this.ask(cell);
  }

  /** Why is this cell safe or a mine? @param {Cell} cell */
  async ask(cell) {
    if (!(await this.#isStillAsked())) return;
    this.#newestAnswer.giveUp();
    this.#newestOdds.giveUp();
    this.#showOdds(null); // their colours would hide those of the steps
    this.#isAnswered = true;
    this.answer.dataset.open = "";
    const note = this.noteAbout(cell);
    fill(this.answer, element("div", { class: "stack" }, note && element("p", { class: "note" }, note), this.why.element));
    this.why.show(cell).then(() => this.#bringIntoView());
  }

  #switchWhy() {
    this.asksWhy = !this.asksWhy;
    this.whySwitch.setAttribute("aria-pressed", String(this.asksWhy));
    const words = say(this.asksWhy ? "advisor.choose_cell" : "advisor.clicks_open");
    if (this.asksWhy) this.#show(say("advisor.why"), element("p", { class: "soft" }, words));
    else this.close();
    announce(words);
  }

  switchOdds() {
    this.#wantsOdds = this.oddsSwitch.getAttribute("aria-pressed") !== "true";
    if (this.#wantsOdds) this.forget(); // odds and steps would hide each other
    announce(say(this.#wantsOdds ? "advisor.odds_shown" : "advisor.odds_hidden"));
    this.#refreshOdds();
  }

  /** @param {Odds|null} odds */
  #showOdds(odds) {
    this.board.showOdds(odds);
    this.#light(Boolean(odds));
  }

  /** The switch is lit while the board shows odds or is about to. @param {boolean} isLit */
  #light(isLit) {
    this.scale.hidden = !isLit;
    this.oddsSwitch.setAttribute("aria-pressed", String(isLit));
  }

  async #refreshOdds() {
    this.#newestOdds.giveUp();
    if (!this.#wantsOdds || !this.#isPlaying) this.board.showOdds(null);
    this.#light(this.#wantsOdds);
    if (!this.#wantsOdds || !this.#isPlaying) return;
    try {
      const odds = await this.#newestOdds.ask((signal) => thinker.odds(this.#current, signal));
      this.#showOdds(odds);
      if (odds.notice) {
        this.#show(say("advisor.odds"), element("p", { class: "soft" }, odds.notice));
        announce(odds.notice);
      }
    } catch (problem) {
      if (wasGivenUp(problem)) return;
      this.board.showOdds(null);
      this.onProblem(problem);
    }
  }

  /** Wait until the turns under way are taken. A question falls with its game, by a newer one, and when it is closed. */
  async #isStillAsked() {
    const mine = (this.#asked = Symbol("question"));
    const id = this.game()?.id;
    await this.turnsTaken();
    return this.#asked === mine && this.game()?.id === id && this.#isPlaying;
  }

  /**
   * Ask about the game as it stands; null if that failed or was given up.
   * @template Answer
   * @param {(game: Game, signal: AbortSignal) => Promise<Answer>} question
   * @returns {Promise<Answer|null>}
   */
  async #answerTo(question) {
    if (!(await this.#isStillAsked())) return null;
    this.why.stop();
    try {
      return await this.#newestAnswer.ask((signal) => question(this.#current, signal));
    } catch (problem) {
      if (!wasGivenUp(problem)) this.onProblem(problem);
      return null;
    }
  }

  /** @param {string} heading @param {...(Node|false|undefined)} content */
  #show(heading, ...content) {
    this.#isAnswered = true;
    this.answer.dataset.open = "";
    const close = button({ icon: "close", label: say("advisor.close"), kind: "plain", square: true, act: () => this.close() });
    const head = element("div", { class: "answer-head" }, element("h2", { class: "eyebrow" }, heading), close);
    fill(this.answer, head, element("div", { class: "stack" }, ...content));
    this.#bringIntoView();
  }

  /** The answer may be below what is seen of the page: scroll just far enough to show it. */
  #bringIntoView() {
    this.answer.scrollIntoView({ block: "nearest" });
  }
}
