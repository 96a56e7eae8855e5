/** Review: a finished game turn by turn; the risk taken, the best there was, luck and skill told apart. */

import { get, Newest, post, wasGivenUp } from "../modules/api.js";
import { announce } from "../modules/announce.js";
import { BoardView } from "../modules/board.js";
import { element, fill } from "../modules/dom.js";
import { gameCard, statisticsTable } from "../modules/games.js";
import { guessPanel } from "../modules/guess.js";
import { button, icon } from "../modules/icons.js";
import { Timeline } from "../modules/timeline.js";
import { capital, counted, duration, levelName, percent, place, points } from "../modules/words.js";
import { zoomButtons } from "../modules/zoom.js";

const MOST_LISTED = 30;
const STEP_EVERY = 700;

export class ReviewView {
  #game = null;
  #review = null;
  #at = 0;
  #wantsOdds = false;
  #timer = 0;
  #newest = new Newest();
  #place = null;
  #identity = "";
  #left = false;

  /** @param {HTMLElement} place @param {string} identity */
  enter(place, identity) {
    this.#place = place;
    this.#identity = identity;
    this.reconnected();
  }

  leave() {
    this.#left = true;
    clearInterval(this.#timer);
    this.#newest.giveUp();
  }

  async reconnected() {
    try {
      if (this.#identity) await this.#openGame();
      else await this.#openList();
    } catch (problem) {
      this.#sayProblem(problem);
    }
  }

  // The list of games

  async #openList() {
    const [games, statistics] = await Promise.all([get(`games?limit=${MOST_LISTED}`), get("statistics")]);
    if (this.#left) return;
    const heading = this.#heading("Review", "Every game is kept as it is played. Choose a finished one to go through it, or go on with another.");
    if (!games.length) {
      const words = element("p", {}, "No game is kept yet. Play one, and it can be looked at again here.");
      fill(this.#place, heading, element("div", { class: "empty" }, icon("timeline"), words, element("a", { class: "button button-primary", href: "#/play" }, "Play")));
      return;
    }
    const list = element("ul", { class: "games" }, ...games.map(gameCard));
    const played = statistics.filter((row) => row.played > 0);
    const table = played.length > 0 && element("section", { class: "card statistics" }, element("h2", {}, "Played alone, on new boards"), statisticsTable(played));
    fill(this.#place, heading, list, table);
  }

  #heading(title, words, ...tools) {
    return element("div", { class: "view-heading" }, element("div", {}, element("h1", {}, title), element("p", {}, words)), ...tools);
  }

  /** @param {Error & {status?: number}} problem */
  #sayProblem(problem) {
    if (this.#left) return;
    const sentence = problem.status === 409 ? "This game is not over yet: it can be reviewed when it is." : capital(problem.message);
    const words = element("p", {}, sentence);
    const links = [element("a", { class: "button", href: "#/review" }, "All games")];
    if (problem.status === 409) links.unshift(element("a", { class: "button button-primary", href: `#/play/${encodeURIComponent(this.#identity)}` }, "Go on playing"));
    fill(this.#place, this.#heading("Review", ""), element("div", { class: "empty", role: "alert" }, icon("timeline"), words, element("div", { class: "row" }, ...links)));
  }

  // One game

  async #openGame() {
    const identity = encodeURIComponent(this.#identity);
    [this.#game, this.#review] = await Promise.all([get(`games/${identity}`), get(`games/${identity}/review`)]);
    if (this.#left) return;
    this.#build();
    this.#goTo(this.#review.deciding ?? this.#review.steps.length, false);
  }

  #build() {
    const { status, seconds } = this.#game;
    this.board = new BoardView({ label: "Position", onKey: (key) => this.#key(key), hearsAll: true, reserve: 428 });
    this.timeline = new Timeline(this.#review, (at) => {
      this.#pause();
      this.#goTo(at);
    });
    this.turn = element("section", { class: "card stack", "aria-label": "This turn" });
    this.expert = element("section", { class: "card", "aria-label": "The expert", hidden: true });
    this.oddsSwitch = button({ icon: "odds", label: "Odds", pressed: false, act: () => this.#switchOdds() });
    const title = `${levelName(this.#game)}, ${status} ${status === "won" ? "in" : "after"} ${duration(seconds)}`;
    const back = element("a", { class: "button", href: "#/review" }, icon("previous"), "All games");
    fill(
      this.#place,
      this.#heading(title, this.#summary(), back),
      element(
        "div",
        { class: "columns" },
        element(
          "section",
          { class: "stage stack", "aria-label": "The game" },
          element(
            "div",
            { class: "card stack" },
            element("div", { class: "row row-apart" }, element("h2", {}, "Risk, turn by turn"), this.timeline.legend),
            this.timeline.element,
            this.#controls(),
          ),
          this.board.element,
        ),
        element("aside", { class: "panel", "aria-label": "What it comes to" }, this.turn, this.expert, this.#verdict()),
      ),
    );
  }

  #summary() {
    const { height, width, mines } = this.#game;
    return `${height} × ${width} · ${counted(mines, "mine")} · ${counted(this.#review.steps.length, "turn")}`;
  }

  #controls() {
    const square = (drawing, label, act) => button({ icon: drawing, label, square: true, act });
    const stepping = (to) => () => {
      this.#pause();
      this.#goTo(to());
    };
    this.run = square("play", "Play the game", () => this.#toggle());
    const deciding = this.#review.deciding;
    return element(
      "div",
      { class: "row review-controls" },
      square("first", "First turn", stepping(() => 0)),
      square("previous", "Turn before", stepping(() => this.#at - 1)),
      this.run,
      square("next", "Next turn", stepping(() => this.#at + 1)),
      square("last", "The end", stepping(() => this.#review.steps.length)),
      deciding !== null && deciding !== undefined && button({ icon: "flag", label: "Deciding turn", act: stepping(() => deciding) }),
      this.oddsSwitch,
      zoomButtons(this.board),
    );
  }

  #verdict() {
    const { luck, skill, survival, guesses, missed_certain: missed, words } = this.#review;
    const figure = (name, value, meaning) => element("div", { class: "figure" }, element("dt", {}, name), element("dd", {}, value), element("dd", { class: "meaning" }, meaning));
    return element(
      "section",
      { class: "card stack" },
      element("h2", {}, "Luck and skill"),
      element(
        "dl",
        { class: "figures" },
        figure("Luck", points(luck), "how the risks came out against their odds"),
        figure("Skill", points(skill), "what the choices gave away; 0 is perfect"),
        figure("Guesses", String(guesses), missed ? `${missed} of them needless` : "none of them needless"),
        figure("All go well", percent(survival), "the chance that all these risks do"),
      ),
      element("ul", { class: "verdict" }, ...words.map((sentence) => element("li", {}, sentence))),
    );
  }

  // Turn by turn

  /** @param {number} at a turn, or their number for the end @param {boolean} [aloud] */
  #goTo(at, aloud = true) {
    const { steps } = this.#review;
    this.#at = Math.max(0, Math.min(at, steps.length));
    const step = steps[this.#at];
    this.#newest.giveUp();
    this.expert.hidden = true;
    this.board.showOdds(null);
    this.board.show(step ? step.rows : this.#game.rows);
    const best = step?.best_cell && this.#isWorse(step) ? [step.best_cell] : [];
    this.board.mark(step ? { here: [step.entry.cell], best } : {});
    if (step) this.board.bringIntoView(step.entry.cell);
    this.#showTurn(step);
    const words = step ? `Turn ${this.#at + 1}: ${step.words}` : "The end of the game.";
    this.timeline.show(this.#at, words);
    if (aloud && !this.#timer) announce(words);
    if (this.#wantsOdds) this.#showOdds();
  }

  /** Whether a safer cell was there. */
  #isWorse({ entry }) {
    return (entry.mine_probability ?? 0) > (entry.best_probability ?? 0);
  }

  #showTurn(step) {
    const { steps, deciding } = this.#review;
    if (!step) {
      fill(this.turn, element("h2", {}, "The end"), element("p", { class: "answer-title" }, `The game is ${this.#game.status}.`));
      return;
    }
    const { entry } = step;
    const isRisk = entry.mine_probability !== null && !entry.free;
    const line = (name, value) => element("tr", {}, element("th", { scope: "row" }, name), element("td", { class: "right" }, value));
    const better = this.#isWorse(step) && step.best_cell && ` at ${place(step.best_cell)}`;
    const table = element(
      "table",
      { class: "table turn-table" },
      element(
        "tbody",
        {},
        line("Risk taken", percent(entry.mine_probability)),
        line("Least risk there was", `${percent(entry.best_probability)}${better || ""}`),
        line("Luck of this turn", points(step.luck)),
        line("Skill of this turn", points(step.skill)),
      ),
    );
    fill(
      this.turn,
      element(
        "div",
        { class: "row row-apart" },
        element("h2", {}, `Turn ${this.#at + 1} of ${steps.length}`),
        this.#at === deciding && element("span", { class: "badge badge-accent" }, "decided here"),
      ),
      element("p", { class: "answer-title" }, capital(step.words)),
      step.missed_certain && element("p", { class: "note", data: { kind: "danger" } }, "This guess was needless: a cell was certainly safe."),
      isRisk && table,
      element(
        "div",
        { class: "row" },
        button({ icon: "robot", label: "What would the expert do?", act: () => this.#askExpert() }),
        button({ icon: "lens", label: "Analyse", act: () => this.#analyseHere() }),
      ),
    );
  }

  /** The analysis of the position before this turn; null if that failed. */
  async #analysis() {
    const step = this.#review.steps[this.#at];
    if (!step) return null;
    const wish = { text: step.rows.join("\n"), mines: this.#game.mines, format: "text" };
    try {
      return await this.#newest.ask((signal) => post("positions/analyze", wish, signal));
    } catch (problem) {
      if (!wasGivenUp(problem)) announce(problem.message);
      return null;
    }
  }

  async #showOdds() {
    const odds = await this.#analysis();
    if (odds?.probability) this.board.showOdds(odds);
  }

  #switchOdds() {
    this.#wantsOdds = !this.#wantsOdds;
    this.oddsSwitch.setAttribute("aria-pressed", String(this.#wantsOdds));
    if (this.#wantsOdds) this.#showOdds();
    else this.board.showOdds(null);
  }

  async #askExpert() {
    const analysis = await this.#analysis();
    if (!analysis) return;
    const { best } = analysis;
    this.expert.hidden = false;
    if (!best) {
      fill(this.expert, element("h2", {}, "The expert"), element("p", { class: "soft" }, "There was nothing left to open."));
      return;
    }
    const shown = guessPanel(best, analysis, () => this.#analyseHere());
    fill(this.expert, element("h2", {}, "The expert"), shown.element);
    this.board.mark({ ...shown.marks, here: [this.#review.steps[this.#at].entry.cell] });
    announce(shown.words);
  }

  async #analyseHere() {
    const analysis = await this.#analysis();
    if (analysis) location.hash = `#/analyse/${analysis.position.address}`;
  }

  /** @param {string} key */
  #key(key) {
    if (key === ".") this.#goTo(this.#at + 1);
    else if (key === ",") this.#goTo(this.#at - 1);
    else if (key === "o" || key === "O") this.#switchOdds();
    else return false;
    return true;
  }

  #toggle() {
    if (this.#timer) {
      this.#pause();
      return;
    }
    if (this.#at === this.#review.steps.length) this.#goTo(0);
    this.#timer = setInterval(() => {
      this.#goTo(this.#at + 1);
      if (this.#at === this.#review.steps.length) this.#pause();
    }, STEP_EVERY);
    this.#showRunning("pause", "Stop");
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#showRunning("play", "Play the game");
  }

  /** @param {"play"|"pause"} drawing @param {string} label */
  #showRunning(drawing, label) {
    this.run.replaceChildren(icon(drawing));
    this.run.setAttribute("aria-label", label);
    this.run.title = label;
  }
}
