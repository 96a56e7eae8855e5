/** Play: one game, and the AI beside you. */

import { get, post, Newest, wasGivenUp } from "../modules/api.js";
import { announce } from "../modules/announce.js";
import { Autoplay } from "../modules/autoplay.js";
import { BoardView } from "../modules/board.js";
import { element, fill } from "../modules/dom.js";
import { guessPanel } from "../modules/guess.js";
import { button, icon } from "../modules/icons.js";
import { chosenGame, openNewGame, START_RULES } from "../modules/newgame.js";
import { keep, setting } from "../modules/settings.js";
import { WhyPanel } from "../modules/why.js";
import { capital, clock, counted, duration, levelName } from "../modules/words.js";
import { zoomButtons } from "../modules/zoom.js";

/** @typedef {import("../modules/types.js").GameState} GameState */
/** @typedef {import("../modules/types.js").Cell} Cell */

const CLOCK_EVERY = 200;

export class PlayView {
  /** @type {GameState|null} */
  #game = null;
  #odds = null;
  #wantsOdds = false;
  #asksWhy = false;
  #flagsFirst = false;
  #marks = {};
  #newestOdds = new Newest();
  #newestAnswer = new Newest();
  /** Turns wait for each other, so that quick clicks arrive in order. */
  #turns = Promise.resolve();
  #clockFrom = 0;
  #left = false;

  /** @param {HTMLElement} place @param {string} identity */
  enter(place, identity) {
    this.#build(place);
    this.#clockTimer = setInterval(() => this.#showClock(), CLOCK_EVERY);
    this.#open(identity);
  }

  #clockTimer = 0;

  leave() {
    this.#left = true;
    clearInterval(this.#clockTimer);
    this.autoplay.stop();
    this.why.stop();
    this.#newestOdds.giveUp();
    this.#newestAnswer.giveUp();
  }

  reconnected() {
    if (this.#game) this.#open(this.#game.id);
    else this.#open("");
  }

  // What is on the page

  #build(place) {
    this.board = new BoardView({
      label: "Board",
      onAct: (action, cell) => this.#act(action, cell),
      onKey: (key, cell) => this.#key(key, cell),
      reserve: 290,
    });
    this.why = new WhyPanel(
      ([row, column], language, signal) =>
        get(`games/${this.#game.id}/why?row=${row}&column=${column}&language=${language}`, signal),
      (marks) => this.#point(marks),
      () => this.#closeAnswer(),
    );
    this.autoplay = new Autoplay(() => this.#aiMove());
    this.title = element("h1", {}, "Play");
    this.summary = element("p", {});
    this.mines = element("span", { class: "number" }, "0");
    this.time = element("span", { class: "number" }, "0");
    this.saying = element("p", { class: "saying" });
    this.result = element("section", { class: "card result", hidden: true });
    this.answer = element("section", { class: "card answer", "aria-label": "Answer" });
    const begin = button({ icon: "plus", label: "New game", kind: "primary", key: "n", act: () => this.#chooseGame() });
    fill(
      place,
      element("div", { class: "view-heading" }, element("div", {}, this.title, this.summary), begin),
      element(
        "div",
        { class: "columns" },
        element("section", { class: "stage", "aria-label": "Game" }, this.#bar(), this.board.element, this.#foot()),
        element("aside", { class: "panel", "aria-label": "The AI beside you" }, this.result, this.#helpers(), this.answer),
      ),
    );
    this.#invite();
  }

  #bar() {
    return element(
      "div",
      { class: "board-bar" },
      element("div", { class: "meter", title: "Mines not yet flagged" }, icon("flag"), element("span", { class: "only-heard" }, "Mines left: "), this.mines),
      this.saying,
      element("div", { class: "meter", title: "Seconds since the first cell" }, icon("clock"), element("span", { class: "only-heard" }, "Time: "), this.time),
    );
  }

  #foot() {
    this.flagSwitch = button({ icon: "flag", label: "Tap flags", pressed: false, act: () => this.#switchFlags() });
    this.flagSwitch.classList.add("touch-only");
    const hint = (name, meaning) => element("span", { class: "hint mouse-only" }, element("kbd", { class: "key" }, name), meaning);
    return element(
      "div",
      { class: "board-foot" },
      this.flagSwitch,
      hint("Space", "opens"),
      hint("F", "flags"),
      hint("C", "chords"),
      hint("W", "why"),
      element("span", { class: "hint touch-only" }, "Tap opens, hold flags"),
      zoomButtons(this.board),
    );
  }

  #helpers() {
    this.oddsSwitch = button({ icon: "odds", label: "Odds", key: "o", pressed: false, act: () => this.#switchOdds() });
    this.whySwitch = button({ icon: "why", label: "Why?", key: "w", pressed: false, act: () => this.#switchWhy() });
    this.aiButtons = [
      button({ icon: "hint", label: "Hint", key: "h", act: () => this.#hint() }),
      button({ icon: "robot", label: "AI move", key: "a", act: () => this.#aiMove() }),
      this.oddsSwitch,
      this.whySwitch,
      button({ icon: "guess", label: "Best guess", key: "g", act: () => this.#guess() }),
      this.autoplay.button,
    ];
    this.side = element("a", { class: "small", href: "#/learn" }, "What each agent knows here, side by side");
    this.scale = element("div", { class: "heat-scale", hidden: true }, "safe", element("i"), "mine, in %");
    return element(
      "section",
      { class: "card stack" },
      element("h2", { class: "actions-heading" }, "The AI beside you"),
      element("div", { class: "actions" }, ...this.aiButtons),
      this.scale,
      this.autoplay.element,
      this.side,
    );
  }

  #invite() {
    delete this.answer.dataset.open;
    fill(
      this.answer,
      element("h2", {}, "Ask"),
      element(
        "p",
        { class: "soft small" },
        "A hint shows the next cell. The odds are exact for every hidden cell. Press “Why?” and choose a cell to be shown the reasons, number by number.",
      ),
    );
  }

  // The game

  /** @param {string} identity the game to open; else the last one; else a new one */
  async #open(identity) {
    const wanted = identity || setting("game");
    try {
      if (wanted) {
        this.#take(await get(`games/${encodeURIComponent(wanted)}`));
        return;
      }
    } catch (problem) {
      if (problem.status !== 404) {
        this.#sayProblem(problem);
        return;
      }
      if (identity) announce("That game is not kept any more. Here is a new one.");
    }
    try {
      this.#take(await post("games", chosenGame()));
      if (wanted && identity) this.#say("That game is not kept any more; here is a new one.");
    } catch (problem) {
      this.#sayProblem(problem);
    }
  }

  #chooseGame() {
    this.autoplay.stop();
    openNewGame((game) => {
      this.#take(game);
      this.#say("");
      announce(`A new game: ${levelName(game)}, ${counted(game.mines, "mine")}.`);
      this.board.focus([0, 0]);
    }).catch((problem) => this.#sayProblem(problem));
  }

  async #again() {
    try {
      this.#take(await post(`games/${this.#game.id}/again`));
      announce("The same board again.");
    } catch (problem) {
      this.#sayProblem(problem);
    }
  }

  /** Show how the game stands now. @param {GameState} game */
  #take(game) {
    if (this.#left) return;
    const isNew = game.id !== this.#game?.id;
    this.#game = game;
    this.#clockFrom = performance.now() - game.seconds * 1000;
    if (isNew) {
      keep({ game: game.id });
      history.replaceState(null, "", `#/play/${game.id}`);
      this.side.href = `#/learn/${game.id}`;
      this.title.textContent = levelName(game);
      const rule = game.winning === "flagged" ? "won by flagging all mines" : "";
      const size = game.level && `${game.height} × ${game.width}`;
      const parts = [size, counted(game.mines, "mine"), START_RULES[game.start], rule];
      this.summary.textContent = parts.filter(Boolean).join(" · ");
    }
    this.#forgetAnswer();
    this.board.showOdds(null);
    this.board.show(game.rows, isNew ? undefined : game.last?.cell);
    this.mines.textContent = String(game.mines_left);
    this.#showClock();
    this.#say(game.say);
    this.#showEnd();
    this.#refreshOdds();
  }

  #showClock() {
    if (!this.#game) return;
    const { status, seconds } = this.#game;
    const runs = status === "playing" && seconds > 0;
    this.time.textContent = clock(runs ? (performance.now() - this.#clockFrom) / 1000 : seconds);
  }

  /** Whether any cell is open: then there is something to reason from. */
  #hasBegun() {
    return this.#game.rows.some((row) => /[0-8]/.test(row));
  }

  #showEnd() {
    const { status, seconds, turns, id } = this.#game;
    const isOver = status !== "playing";
    for (const each of this.aiButtons) each.disabled = isOver;
    this.result.hidden = !isOver;
    this.answer.hidden = isOver;
    this.result.dataset.status = status;
    if (!isOver) return;
    this.autoplay.stop();
    const title = status === "won" ? `Won in ${duration(seconds)}` : `Lost after ${duration(seconds)}`;
    fill(
      this.result,
      element("h2", { class: "answer-title" }, title),
      element("p", { class: "small" }, `${counted(turns, "move")}. The review tells luck and skill apart.`),
      element(
        "div",
        { class: "row" },
        element("a", { class: "button button-primary", href: `#/review/${id}` }, icon("timeline"), "Review"),
        button({ label: "Same board", act: () => this.#again() }),
        button({ label: "New board", act: () => this.#nextGame() }),
      ),
    );
  }

  /** Another game of the same kind. */
  async #nextGame() {
    try {
      this.#take(await post("games", chosenGame()));
      this.board.focus([0, 0]);
    } catch (problem) {
      this.#sayProblem(problem);
    }
  }

  // What the player does

  /** @param {"press"|"flag"|"chord"|"why"} action @param {Cell} cell */
  #act(action, cell) {
    if (!this.#game) return;
    if (action === "why" || (this.#asksWhy && action === "press")) {
      this.#ask(cell);
      return;
    }
    const isHidden = "#F".includes(this.#game.rows[cell[0]][cell[1]]);
    const meant = action === "press" && this.#flagsFirst && isHidden ? "flag" : action;
    this.autoplay.stop();
    this.#turn(meant, cell);
  }

  /** @param {string} action @param {Cell} cell */
  async #turn(action, cell) {
    if (await this.#inTurn("turns", { action, cell })) announce(this.#inWords(this.#game, cell));
  }

  /**
   * Have the server do something to the game, once everything before has been done.
   * @param {string} what
   * @param {Object} [wish]
   * @returns {Promise<boolean>} whether it was done
   */
  #inTurn(what, wish) {
    const { id } = this.#game;
    const done = this.#turns.then(async () => {
      if (this.#left || this.#game.id !== id || this.#game.status !== "playing") return false;
      try {
        const game = await post(`games/${id}/${what}`, wish);
        if (this.#left || this.#game.id !== id) return false;
        this.#take(game);
        return true;
      } catch (problem) {
        this.#sayProblem(problem);
        return false;
      }
    });
    this.#turns = done;
    return done;
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
      f: () => this.#act("flag", cell),
      c: () => this.#act("chord", cell),
      w: () => this.#ask(cell),
      h: () => this.#hint(),
      a: () => this.#aiMove(),
      p: () => this.#game.status === "playing" && this.autoplay.toggle(),
      o: () => this.#switchOdds(),
      g: () => this.#guess(),
      n: () => this.#chooseGame(),
      Escape: () => this.#closeAnswer(),
    }[key.length === 1 ? key.toLowerCase() : key];
    does?.();
    return Boolean(does);
  }

  #switchFlags() {
    this.#flagsFirst = !this.#flagsFirst;
    this.flagSwitch.setAttribute("aria-pressed", String(this.#flagsFirst));
    announce(this.#flagsFirst ? "A tap flags now." : "A tap opens now.");
  }

  // What the AI does

  /** @returns {Promise<boolean>} whether there is another move */
  async #aiMove() {
    if (this.#game?.status !== "playing" || !(await this.#inTurn("ai"))) return false;
    const { last, say, status } = this.#game;
    this.#point({ last: [last.cell] });
    this.board.bringIntoView(last.cell);
    if (!this.autoplay.isRunning || status !== "playing") announce(say);
    return status === "playing";
  }

  async #hint() {
    const hint = await this.#answerTo("hint");
    if (!hint) return;
    this.#show(
      "Hint",
      element("p", { class: "answer-title" }, hint.words),
      element(
        "div",
        { class: "row" },
        hint.action === "flag"
          ? button({ icon: "flag", label: "Flag it", kind: "primary", act: () => this.#turn("flag", hint.cell) })
          : button({ icon: "pointer", label: "Open it", kind: "primary", act: () => this.#turn("reveal", hint.cell) }),
        this.#hasBegun() && button({ icon: "why", label: hint.certain ? "Why is it safe?" : "What bears on it?", act: () => this.#ask(hint.cell) }),
      ),
    );
    this.#point({ best: [hint.cell], pulse: [hint.cell] });
    this.board.bringIntoView(hint.cell);
    announce(hint.words);
  }

  async #guess() {
    const move = await this.#answerTo("guess");
    if (!move) return;
    const compares = move.certain || move.reason.candidates;
    const odds = compares ? null : await this.#answerTo("odds");
    const shown = guessPanel(move, odds, {
      onWhy: () => this.#ask(move.cell),
      onOpen: () => this.#turn("reveal", move.cell),
    });
    this.#show("Best move", shown.element);
    this.#point(shown.marks);
    this.board.bringIntoView(move.cell);
    announce(shown.words);
  }

  /** @param {Cell} cell */
  #ask(cell) {
    if (this.#game?.status !== "playing") return;
    this.#newestAnswer.giveUp();
    this.#newestOdds.giveUp();
    this.board.showOdds(null); // its colours would hide those of the steps
    this.answer.dataset.open = "";
    fill(this.answer, this.why.element);
    this.why.show(cell);
  }

  #switchWhy() {
    this.#asksWhy = !this.#asksWhy;
    this.whySwitch.setAttribute("aria-pressed", String(this.#asksWhy));
    const words = this.#asksWhy ? "Choose a hidden cell to be told why." : "A click opens cells again.";
    if (this.#asksWhy) this.#show("Why?", element("p", { class: "soft" }, words));
    announce(words);
  }

  #switchOdds() {
    this.#wantsOdds = !this.#wantsOdds;
    if (this.#wantsOdds) this.#forgetAnswer(); // odds and steps would hide each other
    this.oddsSwitch.setAttribute("aria-pressed", String(this.#wantsOdds));
    announce(this.#wantsOdds ? "The odds are shown." : "The odds are hidden.");
    this.#refreshOdds();
  }

  async #refreshOdds() {
    this.scale.hidden = !this.#wantsOdds;
    this.#newestOdds.giveUp();
    if (!this.#wantsOdds || this.#game?.status !== "playing") {
      this.board.showOdds(null);
      return;
    }
    try {
      this.board.showOdds(await this.#newestOdds.ask((signal) => get(`games/${this.#game.id}/odds`, signal)));
    } catch (problem) {
      if (!wasGivenUp(problem)) this.#sayProblem(problem);
    }
  }

  /** Ask the server something about the position; null if that failed or was given up. @param {string} what */
  async #answerTo(what) {
    if (this.#game?.status !== "playing") return null;
    this.why.stop();
    try {
      return await this.#newestAnswer.ask((signal) => get(`games/${this.#game.id}/${what}`, signal));
    } catch (problem) {
      if (!wasGivenUp(problem)) this.#sayProblem(problem);
      return null;
    }
  }

  // What is said and pointed at

  /** @param {string} heading @param {...Node} content */
  #show(heading, ...content) {
    this.answer.dataset.open = "";
    const close = button({ icon: "close", label: "Close the answer", kind: "plain", square: true, act: () => this.#closeAnswer() });
    const head = element("div", { class: "answer-head" }, element("h2", { class: "eyebrow" }, heading), close);
    fill(this.answer, head, element("div", { class: "stack" }, ...content));
  }

  #closeAnswer() {
    this.#forgetAnswer();
    this.#refreshOdds();
  }

  #forgetAnswer() {
    this.why.stop();
    this.#newestAnswer.giveUp();
    this.#point({});
    this.#invite();
  }

  /** @param {import("../modules/types.js").Marks} marks */
  #point(marks) {
    this.#marks = marks;
    this.board.mark(this.#marks);
  }

  /** @param {string} sentence */
  #say(sentence) {
    this.saying.textContent = capital(sentence ?? "");
  }

  /** @param {Error} problem */
  #sayProblem(problem) {
    if (this.#left || problem.name === "AbortError") return;
    this.#say(problem.message);
    announce(problem.message);
  }
}
