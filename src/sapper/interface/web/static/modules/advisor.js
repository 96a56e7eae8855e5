/** The AI beside the player: hints, odds, reasons, the best guess; and the card that shows its answers. */

import { get, Newest, wasGivenUp } from "./api.js";
import { announce } from "./announce.js";
import { element, fill } from "./dom.js";
import { guessPanel } from "./guess.js";
import { button } from "./icons.js";
import { WhyPanel } from "./why.js";

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").GameState} GameState */

const INVITATION =
  "A hint shows the next cell. The odds are exact for every hidden cell. " +
  "Press “Why?” and choose a cell to be shown the reasons, number by number.";

export class Advisor {
  /** Whether a click asks why, instead of opening. */
  asksWhy = false;
  #wantsOdds = false;
  #newestOdds = new Newest();
  #newestAnswer = new Newest();

  /**
   * @param {import("./board.js").BoardView} board
   * @param {() => GameState|null} game the game as it stands
   * @param {Object} reactions
   * @param {(action: string, cell: Cell) => void} reactions.onTurn the player takes the advice
   * @param {(problem: Error) => void} reactions.onProblem
   */
  constructor(board, game, { onTurn, onProblem }) {
    this.board = board;
    this.game = game;
    this.onTurn = onTurn;
    this.onProblem = onProblem;
    this.answer = element("section", { class: "card answer", "aria-label": "Answer" });
    this.scale = element("div", { class: "heat-scale", hidden: true }, "safe", element("i"), "mine, in %");
    this.oddsSwitch = button({ icon: "odds", label: "Odds", key: "o", pressed: false, act: () => this.switchOdds() });
    this.whySwitch = button({ icon: "why", label: "Why?", key: "w", pressed: false, act: () => this.#switchWhy() });
    this.hintButton = button({ icon: "hint", label: "Hint", key: "h", act: () => this.hint() });
    this.guessButton = button({ icon: "guess", label: "Best guess", key: "g", act: () => this.guess() });
    this.why = new WhyPanel(
      ([row, column], language, signal) =>
        get(`games/${this.game().id}/why?row=${row}&column=${column}&language=${language}`, signal),
      (marks) => this.board.point(marks),
      () => this.close(),
    );
    this.forget();
  }

  /** The game has changed: what was said is about the past, and the odds are others. */
  gameChanged() {
    this.forget();
    this.board.showOdds(null);
    this.answer.hidden = this.game().status !== "playing";
    this.#refreshOdds();
  }

  /** Drop the answer that is shown, and the one that is awaited. */
  forget() {
    this.why.stop();
    this.#newestAnswer.giveUp();
    this.board.mark({});
    delete this.answer.dataset.open;
    fill(this.answer, element("h2", {}, "Ask"), element("p", { class: "soft small" }, INVITATION));
  }

  close() {
    this.forget();
    this.#refreshOdds();
  }

  leave() {
    this.why.stop();
    this.#newestOdds.giveUp();
    this.#newestAnswer.giveUp();
  }

  async hint() {
    const hint = await this.#answerTo("hint");
    if (!hint) return;
    const isMine = hint.action === "flag";
    const reasons = isMine ? "Why is it a mine?" : hint.certain ? "Why is it safe?" : "What bears on it?";
    const hasNumbers = this.game().rows.some((row) => /[0-8]/.test(row));
    this.#show(
      "Hint",
      element("p", { class: "answer-title" }, hint.words),
      element("div", { class: "row" }, this.#advice(hint.action, hint.cell), hasNumbers && button({ icon: "why", label: reasons, act: () => this.ask(hint.cell) })),
    );
    this.board.mark({ [isMine ? "mine" : "best"]: [hint.cell], pulse: [hint.cell] });
    this.board.follow(hint.cell);
    announce(hint.words);
  }

  /** What takes the advice; a flagged cell stays shut, so its flag has to go first. @param {string} action @param {Cell} cell */
  #advice(action, cell) {
    const isFlagged = this.game().rows[cell[0]][cell[1]] === "F";
    const [drawing, label, turn] =
      action === "flag" ? ["flag", "Flag it", "flag"] : isFlagged ? ["flag", "Take the flag off", "flag"] : ["pointer", "Open it", "reveal"];
    return button({ icon: drawing, label, kind: "primary", act: () => this.onTurn(turn, cell) });
  }

  async guess() {
    const move = await this.#answerTo("guess");
    if (!move) return;
    const compares = move.certain || move.reason.candidates;
    const odds = compares ? null : await this.#answerTo("odds");
    const shown = guessPanel(move, odds, () => this.ask(move.cell), this.#advice("reveal", move.cell));
    this.#show("Best move", shown.element);
    this.board.mark(shown.marks);
    this.board.follow(move.cell);
    announce(shown.words);
  }

  /** Why is this cell safe, or a mine? @param {Cell} cell */
  ask(cell) {
    if (this.game()?.status !== "playing") return;
    this.#newestAnswer.giveUp();
    this.#newestOdds.giveUp();
    this.#showOdds(null); // their colours would hide those of the steps
    this.answer.dataset.open = "";
    fill(this.answer, this.why.element);
    this.why.show(cell).then(() => this.#bringIntoView());
  }

  #switchWhy() {
    this.asksWhy = !this.asksWhy;
    this.whySwitch.setAttribute("aria-pressed", String(this.asksWhy));
    const words = this.asksWhy ? "Choose a hidden cell to be told why." : "A click opens cells again.";
    if (this.asksWhy) this.#show("Why?", element("p", { class: "soft" }, words));
    else this.close();
    announce(words);
  }

  switchOdds() {
    this.#wantsOdds = this.oddsSwitch.getAttribute("aria-pressed") !== "true";
    if (this.#wantsOdds) this.forget(); // odds and steps would hide each other
    announce(this.#wantsOdds ? "The odds are shown." : "The odds are hidden.");
    this.#refreshOdds();
  }

  /** The switch is lit while the board shows odds, or is about to. @param {import("./types.js").Odds|null} odds */
  #showOdds(odds, isLit = Boolean(odds)) {
    this.board.showOdds(odds);
    this.scale.hidden = !isLit;
    this.oddsSwitch.setAttribute("aria-pressed", String(isLit));
  }

  async #refreshOdds() {
    this.#newestOdds.giveUp();
    this.#showOdds(null, this.#wantsOdds);
    if (!this.#wantsOdds || this.game()?.status !== "playing") return;
    try {
      this.#showOdds(await this.#newestOdds.ask((signal) => get(`games/${this.game().id}/odds`, signal)));
    } catch (problem) {
      if (!wasGivenUp(problem)) this.onProblem(problem);
    }
  }

  /** Ask the server something about the position; null if that failed or was given up. @param {string} what */
  async #answerTo(what) {
    if (this.game()?.status !== "playing") return null;
    this.why.stop();
    try {
      return await this.#newestAnswer.ask((signal) => get(`games/${this.game().id}/${what}`, signal));
    } catch (problem) {
      if (!wasGivenUp(problem)) this.onProblem(problem);
      return null;
    }
  }

  /** @param {string} heading @param {...Node} content */
  #show(heading, ...content) {
    this.answer.dataset.open = "";
    const close = button({ icon: "close", label: "Close the answer", kind: "plain", square: true, act: () => this.close() });
    const head = element("div", { class: "answer-head" }, element("h2", { class: "eyebrow" }, heading), close);
    fill(this.answer, head, element("div", { class: "stack" }, ...content));
    this.#bringIntoView();
  }

  /** On a small screen the answer stands below the board: scroll as little as shows it. */
  #bringIntoView() {
    if (matchMedia("(max-width: 1023px)").matches) this.answer.scrollIntoView({ block: "nearest" });
  }
}
