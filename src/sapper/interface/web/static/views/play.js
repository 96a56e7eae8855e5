/** Play: one game, and the AI beside you. */

import { Advisor } from "../modules/advisor.js";
import { get, post, wasGivenUp } from "../modules/api.js";
import { announce } from "../modules/announce.js";
import { Autoplay } from "../modules/autoplay.js";
import { BoardView } from "../modules/board.js";
import { element, fill } from "../modules/dom.js";
import { button, icon, keyHint } from "../modules/icons.js";
import { Meters } from "../modules/meters.js";
import { chosenGame, openNewGame, START_RULES } from "../modules/newgame.js";
import { fitsHere } from "../modules/limits.js";
import { keep, setting } from "../modules/settings.js";
import { capital, counted, duration, levelName } from "../modules/words.js";
import { zoomButtons } from "../modules/zoom.js";

/** @typedef {import("../modules/types.js").GameState} GameState */
/** @typedef {import("../modules/types.js").Cell} Cell */

const TOO_LARGE = 413;
const MOST_ASKED_FOR = 10;
const GONE = "That game is not kept any more; here is a new one.";

export class PlayView {
  /** @type {GameState|null} */
  #game = null;
  #flagsFirst = false;
  /** Turns wait for each other, so that quick clicks arrive in order. */
  #turns = Promise.resolve(true);
  /** The AI's moves that are awaited: whoever clicks before they are made comes first. */
  #aiMoves = new AbortController();
  #left = false;

  /** @param {HTMLElement} place @param {string} identity */
  enter(place, identity) {
    this.#build(place);
    this.#open(identity);
  }

  leave() {
    this.#left = true;
    this.#overtakeTheAi();
    this.meters.leave();
    this.autoplay.stop();
    this.advisor.leave();
  }

  reconnected() {
    this.#open(this.#game?.id ?? "");
  }

  // What is on the page

  #build(place) {
    this.board = new BoardView({
      label: "Board",
      onAct: (action, cell) => this.#act(action, cell),
      onKey: (key, cell) => this.#key(key, cell),
      hearsAll: true,
      reserve: 290,
    });
    this.meters = new Meters();
    this.autoplay = new Autoplay(() => this.#aiMove());
    this.advisor = new Advisor(this.board, () => this.#game, {
      onTurn: (action, cell) => this.#turn(action, cell),
      onProblem: (problem) => this.#sayProblem(problem),
    });
    this.title = element("h1", {}, "Play");
    this.summary = element("p", {});
    this.offer = element("div", { class: "note notice offer", hidden: true });
    this.refusal = element("div", { class: "empty", role: "alert", hidden: true });
    this.notice = element("p", { class: "note notice", role: "alert", data: { kind: "danger" }, hidden: true });
    this.result = element("section", { class: "card result", "aria-label": "Result", hidden: true });
    const begin = button({ icon: "plus", label: "New game", kind: "primary", key: "n", act: () => this.#chooseGame() });
    fill(
      place,
      element("div", { class: "view-heading" }, element("div", {}, this.title, this.summary), begin),
      this.notice,
      this.offer,
      this.refusal,
      (this.columns = element(
        "div",
        { class: "columns" },
        element("section", { class: "stage", "aria-label": "Game" }, this.meters.element, this.board.element, this.#foot()),
        element("aside", { class: "panel", "aria-label": "The AI beside you" }, this.result, this.#tools(), this.advisor.answer),
      )),
    );
  }

  #foot() {
    this.flagSwitch = button({ icon: "flag", label: "Tap flags", pressed: false, act: () => this.#switchFlags() });
    this.flagSwitch.classList.add("touch-only");
    return element(
      "div",
      { class: "board-foot" },
      this.flagSwitch,
      keyHint("Space", "opens"),
      keyHint("F", "flags"),
      keyHint("C", "chords"),
      keyHint("W", "why"),
      element("span", { class: "hint touch-only" }, "Tap opens, hold flags"),
      zoomButtons(this.board),
    );
  }

  #tools() {
    const { hintButton, oddsSwitch, whySwitch, guessButton, scale } = this.advisor;
    const move = button({ icon: "robot", label: "AI move", key: "a", act: () => this.#aiMove() });
    this.tools = [hintButton, move, oddsSwitch, whySwitch, guessButton, this.autoplay.button];
    this.sideBySide = element("a", { class: "small", href: "#/learn" }, "What each agent knows here, side by side");
    return element(
      "section",
      { class: "card stack" },
      element("h2", { class: "actions-heading" }, "The AI beside you"),
      element("div", { class: "actions" }, ...this.tools),
      scale,
      this.autoplay.element,
      this.sideBySide,
    );
  }

  // The game

  /** @param {string} identity the game to open; else the last one; else a new one */
  async #open(identity) {
    const wanted = identity || setting("game");
    // Asked for first, so that the board does not move when it is there.
    const unfinished = identity ? [] : await get(`games?limit=${MOST_ASKED_FOR}&status=playing`).catch(() => []);
    try {
      if (wanted) {
        this.#take(await get(`games/${encodeURIComponent(wanted)}`));
        this.#offerToGoOn(unfinished);
        return;
      }
    } catch (problem) {
      if (problem.status === TOO_LARGE) {
        this.#refuse(problem);
        return;
      }
      if (problem.status !== 404 && problem.status !== 422) {
        this.#sayProblem(problem);
        return;
      }
    }
    await this.#begin();
    this.#offerToGoOn(unfinished);
    if (identity && this.#game) {
      this.meters.say(GONE);
      announce(GONE);
    }
  }

  /** Nothing is under way here, but somewhere else: offer that. @param {any[]} unfinished the last one first */
  #offerToGoOn(unfinished) {
    const isUnderWay = this.#game?.status === "playing" && this.#game.turns > 0;
    const last = unfinished.find((game) => game.id !== this.#game?.id && fitsHere(game));
    if (isUnderWay || !last) return;
    this.offer.hidden = false;
    fill(
      this.offer,
      element("span", {}, `Your last game is not over yet: ${levelName(last)}, ${counted(last.turns, "move")}.`),
      element("a", { class: "button", href: `#/play/${last.id}` }, icon("play"), "Go on"),
    );
  }

  /** A game that this page can't show. @param {Error} problem */
  #refuse(problem) {
    if (this.#left) return;
    this.columns.hidden = true;
    this.refusal.hidden = false;
    fill(this.refusal, icon("play-board"), element("p", {}, `${capital(problem.message)}.`), element("a", { class: "button", href: "#/review" }, "All games"));
  }

  /** A new game of the kind that was chosen last. */
  async #begin() {
    try {
      this.#take(await post("games", chosenGame()));
    } catch (problem) {
      this.#sayProblem(problem);
    }
  }

  #chooseGame() {
    this.autoplay.stop();
    openNewGame((game) => {
      this.#take(game);
      announce(`A new game: ${levelName(game)}, ${counted(game.mines, "mine")}.`);
      this.board.focus([0, 0]);
    }).catch((problem) => this.#sayProblem(problem));
  }

  async #again() {
    try {
      this.#take(await post(`games/${this.#game.id}/again`));
      announce("The same board again.");
      this.board.focus([0, 0]);
    } catch (problem) {
      this.#sayProblem(problem);
    }
  }

  /** Show how the game stands now. @param {GameState} game */
  #take(game) {
    if (this.#left) return;
    const isNew = game.id !== this.#game?.id;
    this.#game = game;
    if (isNew) this.#introduce(game);
    this.columns.hidden = false;
    this.refusal.hidden = true;
    this.offer.hidden = true;
    this.#showNotice(game.notice);
    this.board.show(game.rows, isNew ? undefined : game.last?.cell);
    this.meters.show(game);
    this.meters.say(game.say);
    this.advisor.gameChanged();
    this.#showEnd();
  }

  /** @param {GameState} game */
  #introduce(game) {
    this.#overtakeTheAi();
    keep({ game: game.id });
    history.replaceState(null, "", `#/play/${game.id}`);
    this.sideBySide.href = `#/learn/${game.id}`;
    this.title.textContent = levelName(game);
    const size = game.level && `${game.height} × ${game.width}`;
    const rule = game.winning === "flagged" && "won by flagging all mines";
    this.summary.textContent = [size, counted(game.mines, "mine"), START_RULES[game.start], rule].filter(Boolean).join(" · ");
  }

  /** What is wrong with the keeping of games; said once, for as long as it is so. @param {string} notice */
  #showNotice(notice) {
    if (this.notice.textContent === notice) return;
    this.notice.hidden = !notice;
    fill(this.notice, icon("lost"), element("span", {}, notice));
  }

  #showEnd() {
    const { status, seconds, turns, id } = this.#game;
    const isOver = status !== "playing";
    for (const tool of this.tools) tool.disabled = isOver;
    this.result.hidden = !isOver;
    this.result.dataset.status = status;
    if (!isOver) return;
    this.autoplay.stop();
    const title = status === "won" ? `Won in ${duration(seconds)}` : `Lost after ${duration(seconds)}`;
    const next = () => this.#begin().then(() => this.board.focus([0, 0]));
    fill(
      this.result,
      element("h2", { class: "answer-title" }, title),
      element("p", { class: "small" }, `${counted(turns, "move")}. The review tells luck and skill apart.`),
      element(
        "div",
        { class: "row" },
        element("a", { class: "button button-primary", href: `#/review/${id}` }, icon("timeline"), "Review"),
        button({ label: "Same board", act: () => this.#again() }),
        button({ label: "New board", act: next }),
      ),
    );
  }

  // Turns

  /** @param {"press"|"flag"|"chord"|"why"} action @param {Cell} cell */
  #act(action, cell) {
    if (!this.#game) return;
    if (action === "why" || (this.advisor.asksWhy && action === "press")) {
      this.advisor.ask(cell);
      return;
    }
    const isHidden = "#F".includes(this.#game.rows[cell[0]][cell[1]]);
    const meant = action === "press" && this.#flagsFirst && isHidden ? "flag" : action;
    this.autoplay.stop();
    this.#turn(meant, cell);
  }

  /** @param {string} action @param {Cell} cell */
  async #turn(action, cell) {
    this.#overtakeTheAi();
    if (await this.#inTurn("turns", { action, cell })) announce(this.#inWords(this.#game, cell));
  }

  /** Give up what the AI was asked to do and has not done: its thought ends, and it makes no move. */
  #overtakeTheAi() {
    this.#aiMoves.abort();
    this.#aiMoves = new AbortController();
  }

  /** @returns {Promise<boolean>} whether there is another move */
  async #aiMove() {
    if (this.#game?.status !== "playing" || !(await this.#inTurn("ai", {}, this.#aiMoves.signal))) return false;
    const { last, say, status } = this.#game;
    this.board.mark({ last: [last.cell] });
    this.board.bringIntoView(last.cell);
    if (!this.autoplay.isRunning || status !== "playing") announce(say);
    return status === "playing";
  }

  /**
   * Have the server do something to the game, once everything before has been done.
   * @param {string} what
   * @param {Object} wish
   * @param {AbortSignal} [signal] gives it up
   * @returns {Promise<boolean>} whether it was done
   */
  #inTurn(what, wish, signal) {
    const { id } = this.#game;
    this.#turns = this.#turns.then(async () => {
      if (this.#left || signal?.aborted || this.#game.id !== id || this.#game.status !== "playing") return false;
      try {
        const game = await post(`games/${id}/${what}`, wish, signal);
        if (this.#left || this.#game.id !== id) return false;
        this.#take(game);
        return true;
      } catch (problem) {
        if (!wasGivenUp(problem)) this.#sayProblem(problem);
        return false;
      }
    });
    return this.#turns;
  }

  /** What a screen reader says of a turn: what happened, and what the cell shows now. */
  #inWords(game, cell) {
    if (!game.say) return `Row ${cell[0]}, column ${cell[1]}: nothing to do.`;
    const sign = game.rows[cell[0]][cell[1]];
    const number = /[0-8]/.test(sign) ? ` It shows ${sign === "0" ? "no mines around" : sign}.` : "";
    return `${game.say}${number}`;
  }

  /** @param {string} key @param {Cell} cell */
  #key(key, cell) {
    const does = {
      " ": () => this.#act("press", cell),
      Enter: () => this.#act("press", cell),
      f: () => this.#actHere("flag", cell),
      c: () => this.#actHere("chord", cell),
      w: () => this.advisor.ask(cell),
      h: () => this.advisor.hint(),
      a: () => this.#aiMove(),
      p: () => this.#game?.status === "playing" && this.autoplay.toggle(),
      o: () => this.advisor.switchOdds(),
      g: () => this.advisor.guess(),
      n: () => this.#chooseGame(),
      Escape: () => this.advisor.close(),
    }[key.length === 1 ? key.toLowerCase() : key];
    does?.();
    return Boolean(does);
  }

  /** What a key does to a cell is to be seen, wherever the focus was. @param {"flag"|"chord"} action @param {Cell} cell */
  #actHere(action, cell) {
    if (!this.#game) return;
    this.board.focus(cell);
    this.#act(action, cell);
  }

  #switchFlags() {
    this.#flagsFirst = !this.#flagsFirst;
    this.flagSwitch.setAttribute("aria-pressed", String(this.#flagsFirst));
    announce(this.#flagsFirst ? "A tap flags now." : "A tap opens now.");
  }

  /** @param {Error} problem */
  #sayProblem(problem) {
    if (this.#left) return;
    this.meters.say(problem.message);
    announce(problem.message);
  }
}
