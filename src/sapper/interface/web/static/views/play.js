/** Play: one game, with an AI to help. */

import { rename } from "../modules/address.js";
import { Advisor } from "../modules/advisor.js";
import { sentenceOf, statusOf } from "../modules/api.js";
import { announce } from "../modules/announce.js";
import { Autoplay } from "../modules/autoplay.js";
import { Beginning } from "../modules/beginning.js";
import { BeliefsCard } from "../modules/beliefs.js";
import { BoardView } from "../modules/board.js";
import { openShortcuts } from "../modules/appearance.js";
import { say, tell } from "../modules/catalogue.js";
import { doCommand, keyOf, shownKeyOf } from "../modules/commands.js";
import { element, fill } from "../modules/dom.js";
import { listenToDrops } from "../modules/dropping.js";
import { FastMode } from "../modules/fast.js";
import { Odometer } from "../modules/gestures.js";
import { button, keyHint, relabel } from "../modules/icons.js";
import { Introduction } from "../modules/introduction.js";
import { Meters } from "../modules/meters.js";
import { GameNumbers } from "../modules/numbers.js";
import { keeper, minds, referee } from "../modules/ports.js";
import { readDropped, readFile } from "../modules/position.js";
import { isReplay, reviewFile } from "../modules/replays.js";
import { ResultCard } from "../modules/result.js";
import { keep, setting, switchTheme } from "../modules/settings.js";
import { GAME_COMMANDS } from "../modules/tables.js";
import { turnInWords, Turns } from "../modules/turns.js";
import { zoomButtons, zoomCommands } from "../modules/zoom.js";

/** @import { Action, Cell } from "../modules/board.js" */
/** @import { RequestedAction, Game, PositionRequest, TurnRequest } from "../modules/shapes.d.ts" */
/** @import { GameCommand } from "../modules/tables.js" */

const TOO_LARGE = 413;
const MOST_ASKED_FOR = 10;
const paused = () => tell("play.paused_press", { key: shownKeyOf("pause") });

/** Whether a game looks to its player as it did before. @param {Game} before @param {Game} now */
const looksAlike = (before, now) =>
  before.id === now.id && before.status === now.status && before.paused === now.paused && before.rows.every((row, at) => row === now.rows[at]);

export class PlayView {
  /** @type {Game|null} */
  #game = null;
  #flagsFirst = false;
  #left = false;
  /** @type {(() => void)|null} */
  #endDrops = null;

  board = new BoardView({
    label: say("play.board"),
    onAct: (action, cell) => this.#act(action, cell),
    onKey: (key, cell) => this.#key(key, cell),
    hearsAll: true,
  });
  odometer = new Odometer(this.board.element);
  meters = new Meters();
  turns = new Turns(() => (this.#left ? null : this.#game), {
    onTaken: (game) => this.#take(game),
    onProblem: (problem) => this.#sayProblem(problem),
  });
  beginning = new Beginning({
    onBegun: (game) => this.#take(game),
    onChosen: () => this.board.focus([0, 0]),
    onWords: (words) => this.meters.say(words),
    onProblem: (problem) => this.#sayProblem(problem),
  });
  autoplay = new Autoplay(() => this.#aiMove());
  fast = new FastMode();
  numbers = new GameNumbers();
  advisor = new Advisor(this.board, () => this.#game, {
    turnsTaken: () => this.turns.allTaken,
    onTurn: (action, cell) => this.#turn(action, cell),
    onProblem: (problem) => this.#sayProblem(problem),
    noteAbout: (cell) => this.beliefs.wordsAbout(cell),
  });
  beliefs = new BeliefsCard(this.board, () => this.#game, {
    onWhy: (cell) => this.advisor.ask(cell),
    onProblem: (problem) => this.#sayProblem(problem),
  });
  result = new ResultCard({
    onAgain: () => this.#again(),
    onNext: () => this.beginning.another(),
  });
  intro = new Introduction({ onNew: () => this.#chooseGame(), onPuzzle: () => this.beginning.puzzle() });
  sideBySide = element("a", { class: "small", href: "#/learn" }, say(minds.length > 1 ? "play.compare" : "play.all_certain"));
  flagSwitch = button({ icon: "flag", label: say("play.tap_flags"), pressed: false, act: () => this.#switchFlags() });
  tools = [
    this.advisor.hintButton,
    button({ icon: "robot", label: say("play.ai_move"), key: keyOf("ai_move"), act: () => this.#aiMove() }),
    this.advisor.oddsSwitch,
    this.advisor.whySwitch,
    this.advisor.guessButton,
    this.autoplay.button,
  ];
  pauseButton = button({ icon: "pause", label: say("play.pause"), key: keyOf("pause"), kind: "plain", square: true, act: () => this.#togglePause() });
  columns = element("div", { class: "columns" });

  /** @param {HTMLElement} place @param {string} identity */
  enter(place, identity) {
    this.#build(place);
    this.#endDrops = listenToDrops(place, {
      onOver: (isOver) => this.board.element.toggleAttribute("data-over", isOver),
      onFile: (file) => this.#takeFile(file),
      onText: (text) => this.#beginWith(() => readDropped(text)),
    });
    addEventListener("pagehide", this.#rest);
    addEventListener("pageshow", this.#comeBack);
    this.#open(identity);
  }

  leave() {
    this.turns.afterAll(this.#rest);
    this.#endDrops?.();
    removeEventListener("pagehide", this.#rest);
    removeEventListener("pageshow", this.#comeBack);
    this.#left = true;
    this.beginning.making.abort();
    this.turns.overtakeTheAi();
    this.meters.leave();
    this.autoplay.stop();
    this.advisor.leave();
    this.beliefs.leave();
  }

  /** The clock stands while nobody looks at the game. */
  #rest = () => {
    const game = this.#game;
    if (game?.status === "playing" && game.turns > 0 && !game.paused) referee.leave(game.id).catch(() => {});
  };

  /** The browser shows the page again as it was left. @param {PageTransitionEvent} event */
  #comeBack = ({ persisted }) => {
    if (persisted && this.#game) this.#open(this.#game.id);
  };

  reconnected() {
    this.#open(this.#game?.id ?? "").then(() => this.#game && this.beliefs.gameChanged()); // it may have asked in vain
  }

  // What is on the page

  /** @param {HTMLElement} place */
  #build(place) {
    this.meters.element.append(this.pauseButton);
    this.board.element.classList.add("drop");
    fill(
      this.columns,
      this.intro.element,
      this.intro.refusal,
      element("section", { class: "stage", "aria-label": say("play.game") }, this.meters.element, this.board.element, this.#foot()),
      element("aside", { class: "panel", "aria-label": say("play.assistant") }, this.result.element, this.numbers.element, this.#toolCard(), this.advisor.answer, this.beliefs.element),
    );
    fill(place, this.columns);
    this.#enable(null);
  }

  #foot() {
    this.flagSwitch.classList.add("touch-only");
    return element(
      "div",
      { class: "board-foot" },
      this.flagSwitch,
      keyHint(shownKeyOf("open"), say("play.opens")),
      keyHint(shownKeyOf("flag"), say("play.flags")),
      keyHint(shownKeyOf("chord"), say("play.chords")),
      keyHint(shownKeyOf("why"), say("play.why")),
      element("span", { class: "hint touch-only" }, say("play.touch")),
      zoomButtons(this.board),
    );
  }

  #toolCard() {
    return element(
      "section",
      { class: "card stack" },
      element("h2", { class: "actions-heading" }, say("play.assistant")),
      element("div", { class: "actions" }, ...this.tools),
      this.advisor.scale,
      this.autoplay.element,
      this.fast.element,
      this.sideBySide,
      element("div", { class: "row" }, this.beliefs.switch, this.numbers.switch),
    );
  }

  // The game

  /** @param {string} identity the game to open; without one the last, or else a new one */
  async #open(identity) {
    const wanted = identity || setting("game");
    // Asked for first, so that the offer does not push the board down.
    const unfinished = identity ? [] : await keeper.games(MOST_ASKED_FOR, { status: "playing" }).catch(() => []);
    try {
      if (wanted) {
        const game = await referee.look(wanted);
        this.#take(game);
        this.intro.offerToResume(unfinished, this.#game);
        // Whoever is back plays on; but a game that was paused waits for the player's word.
        if (game.status === "playing" && game.turns > 0 && !game.paused) await this.#resume();
        return;
      }
    } catch (problem) {
      this.board.listen(); // there may be no game to show
      if (statusOf(problem) === TOO_LARGE) {
        if (!this.#left) this.intro.refuse(problem);
        return;
      }
      if (![404, 422].includes(statusOf(problem))) {
        this.#sayProblem(problem);
        return;
      }
    }
    await this.beginning.asBefore();
    this.intro.offerToResume(unfinished, this.#game);
    if (identity && this.#game) {
      this.meters.say(say("play.gone"));
      announce(say("play.gone"));
    }
  }

  /** A game on the board of a file, or from a position, that was dropped or chosen here. @param {() => PositionRequest|Promise<PositionRequest>} read */
  #beginWith(read) {
    this.beginning.withPosition(read);
  }

  /** @param {File} file a replay, or a board or a position to play */
  async #takeFile(file) {
    if (await isReplay(file)) reviewFile(file);
    else this.#beginWith(() => readFile(file));
  }

  /** @param {"start"|"guesses"|"agent"} [about] what is to be chosen first */
  #chooseGame(about) {
    this.autoplay.stop();
    this.beginning.choose((file) => this.#takeFile(file), about);
  }

  #again() {
    if (this.#game) this.beginning.again(this.#game);
  }

  /** Show the game as it stands now. @param {Game} game */
  #take(game) {
    if (this.#left) return;
    const isNew = game.id !== this.#game?.id;
    const isAsBefore = this.#game && looksAlike(this.#game, game); // what was asked in the meantime is still to be answered
    if (isNew) this.#rest();
    this.#game = game;
    if (isNew) this.#introduce(game);
    this.intro.show(game);
    this.board.show(game.rows, isNew ? undefined : game.last?.cell);
    this.meters.show(game);
    this.meters.say(game.say);
    if (!isAsBefore) {
      this.advisor.gameChanged();
      this.beliefs.gameChanged();
    }
    this.numbers.show(game);
    this.#showState(game);
  }

  /** @param {Game} game */
  #introduce(game) {
    this.turns.overtakeTheAi();
    this.autoplay.stop();
    keep({ game: game.id });
    rename(`#/play/${game.id}`);
    this.sideBySide.href = `#/learn/${game.id}`;
    this.intro.introduce(game);
  }

  /** @param {Game} game */
  #showState(game) {
    const { status, paused: isPaused } = game;
    this.#enable(game);
    relabel(this.pauseButton, isPaused ? "play" : "pause", say(isPaused ? "play.resume" : "play.pause"));
    if (isPaused) this.meters.say(paused());
    this.result.show(game);
    if (status !== "playing") this.autoplay.stop();
  }

  /** Only what would do something can be pressed. @param {Game|null} game none until the first has arrived */
  #enable(game) {
    const isPlaying = game?.status === "playing";
    for (const tool of this.tools) tool.disabled = !isPlaying || game.paused;
    this.pauseButton.disabled = !isPlaying;
  }

  // Turns

  /** @param {Action} action @param {Cell} cell */
  #act(action, cell) {
    if (!this.#game) return;
    if (this.#game.paused) {
      announce(paused());
      return;
    }
    if (action === "why" || (this.advisor.asksWhy && action === "press")) {
      this.advisor.ask(cell);
      return;
    }
    const isHidden = "#F".includes(this.#game.rows[cell[0]][cell[1]]);
    const meant = action === "press" && this.#flagsFirst && isHidden ? "flag" : action;
    this.autoplay.stop();
    this.#turn(meant, cell);
  }

  /** @param {RequestedAction} action @param {Cell} cell */
  async #turn(action, cell) {
    this.turns.overtakeTheAi();
    const game = await this.turns.takeForPlayer((identity) => {
      const isFirst = this.#game?.guesses === "none" && this.#game.rows.every((row) => /^[#F]*$/.test(row));
      /** @param {string[]} rows */
      const onSeen = (rows) => this.turns.isHere(identity) && this.board.show(rows, cell);
      /** @param {AbortSignal} [signal] */
      const turn = (signal) => referee.turn(identity, this.#request(action, cell), { signal, onSeen });
      return isFirst && action !== "flag" ? this.beginning.making.wait(turn) : turn();
    });
    if (game) announce(turnInWords(game, cell));
  }

  /** The state that is wished for: another tab may show a flag by now that this one does not. @param {RequestedAction} action @param {Cell} cell @returns {TurnRequest} */
  #request(action, cell) {
    const pixels = this.odometer.take();
    const path = pixels === null ? null : pixels / this.board.frame.pitch;
    if (action !== "flag") return { action, cell, fast: this.fast.grade, path };
    return { action, cell, flagged: this.#game?.rows[cell[0]][cell[1]] !== "F", path };
  }

  /** @returns {Promise<boolean>} whether another move may follow */
  async #aiMove() {
    if (this.#game?.status !== "playing") return false;
    const game = await this.turns.takeForAi(referee.letAgentMove);
    if (!game) return false;
    const { last, say: words, status } = game;
    if (last) {
      this.board.mark({ last: [last.cell] });
      this.board.bringIntoView(last.cell);
    }
    if (!this.autoplay.isRunning || status !== "playing") announce(words);
    return status === "playing";
  }

  /** @param {string} key @param {Cell} cell */
  #key(key, cell) {
    return doCommand(key, GAME_COMMANDS, this.#handlers(cell));
  }

  /** What each command does here; moving about is the board's own, and a browser is quit by its own means. @param {Cell} cell */
  #handlers(cell) {
    /** @type {Record<Exclude<GameCommand, "up"|"down"|"left"|"right"|"row_start"|"row_end"|"far_up"|"far_down"|"quit">, () => void>} */
    const handlers = {
      open: () => this.#act("press", cell),
      flag: () => this.#actHere("flag", cell),
      chord: () => this.#actHere("chord", cell),
      hint: () => this.advisor.hint(),
      guess: () => this.advisor.guess(),
      why: () => this.advisor.toggleWhy(cell),
      step_back: () => this.advisor.why.go(-1),
      step_on: () => this.advisor.why.go(1),
      odds: () => this.advisor.switchOdds(),
      beliefs: () => this.beliefs.toggle(),
      ai_move: () => this.#aiMove(),
      autoplay: () => this.#toggleAutoplay(),
      slower: () => this.autoplay.changePace(-1),
      faster: () => this.autoplay.changePace(1),
      fast: () => this.fast.change(),
      close: () => this.#close(),
      new: () => this.beginning.another(),
      again: () => this.#again(),
      pause: () => this.#togglePause(),
      numbers: () => this.numbers.toggle(),
      level: () => this.#chooseGame(),
      start: () => this.#chooseGame("start"),
      guesses: () => this.#chooseGame("guesses"),
      agent: () => this.#chooseGame("agent"),
      review: () => this.#game?.status !== "playing" && this.#goTo(`#/review/${this.#game?.id}`),
      games: () => this.#goTo("#/review"),
      statistics: () => this.#goTo("#/review"),
      analysis: () => this.#goTo("#/train/games"),
      train: () => this.#goTo("#/train"),
      theme: switchTheme,
      help: openShortcuts,
      ...zoomCommands(this.board),
    };
    return handlers;
  }

  /** @param {string} address */
  #goTo(address) {
    location.hash = address;
  }

  #close() {
    this.beginning.making.stop();
    this.autoplay.stop();
    this.advisor.close();
  }

  #togglePause() {
    if (this.#game?.status !== "playing") return;
    this.autoplay.stop();
    this.turns.overtakeTheAi();
    if (this.#game.paused) this.#resume();
    else this.turns.take((identity) => referee.pause(identity)).then((game) => game && announce(paused()));
  }

  #resume() {
    this.odometer.take(); // what the mouse did meanwhile is no part of the game
    return this.turns.take(referee.resume);
  }

  /** Act on a cell by a letter key, and move the focus there so that it is seen. @param {"flag"|"chord"} action @param {Cell} cell */
  #actHere(action, cell) {
    if (!this.#game) return;
    this.board.focus(cell);
    this.#act(action, cell);
  }

  #toggleAutoplay() {
    if (this.#game?.status === "playing") this.autoplay.toggle();
  }

  #switchFlags() {
    this.#flagsFirst = !this.#flagsFirst;
    this.flagSwitch.setAttribute("aria-pressed", String(this.#flagsFirst));
    announce(say(this.#flagsFirst ? "play.taps_flag" : "play.taps_open"));
  }

  /** @param {unknown} problem */
  #sayProblem(problem) {
    if (this.#left) return;
    this.meters.say(sentenceOf(problem));
    announce(sentenceOf(problem));
  }
}
