/** Train: positions to practise, and what all of the player's games say. */

import { Newest, sentenceOf, statusOf, wasGivenUp } from "../modules/api.js";
import { announce } from "../modules/announce.js";
import { openShortcuts } from "../modules/appearance.js";
import { BoardView } from "../modules/board.js";
import { say, tell } from "../modules/catalogue.js";
import { doCommand, keyOf } from "../modules/commands.js";
import { element, fill } from "../modules/dom.js";
import { button, icon } from "../modules/icons.js";
import { thinker, trainer } from "../modules/ports.js";
import { switchTheme } from "../modules/settings.js";
import { TRAINING_COMMANDS } from "../modules/tables.js";
import { WhyPanel } from "../modules/why.js";
import { capital } from "../modules/words.js";
import { zoomButtons, zoomCommands } from "../modules/zoom.js";

/** @import { Cell, Marks } from "../modules/board.js" */
/** @import { GamesAnalysis, SummaryTable, TrainingQuestion } from "../modules/shapes.d.ts" */
/** @import { TrainingCommand } from "../modules/tables.js" */

const GAMES = "games";
const GONE_ON = 409;

export class TrainView {
  /** @type {HTMLElement} */
  #place = element("div");
  #what = "";
  #left = false;
  #wantsOdds = false;
  /** @type {TrainingQuestion|null} */
  #question = null;
  #newest = new Newest();
  #isAsking = false;
  #odds = new Newest();

  board = new BoardView({
    label: say("train.position"),
    onAct: (action, cell) => (action === "why" ? this.#explain(cell) : this.#press(cell)),
    onKey: (key, cell) => this.#key(key, cell),
    hearsAll: true,
  });
  why = new WhyPanel(
    (cell, signal) => this.#askWhy(cell, signal),
    (marks) => this.board.mark({ ...this.#marks(), ...marks }),
    () => this.#closeWhy(),
  );
  task = element("section", { class: "card question", "aria-label": say("train.question") });
  problem = element("p", { class: "note", data: { kind: "danger" }, role: "alert", hidden: true });
  answer = element("section", { class: "card stack", "aria-label": say("train.answer"), hidden: true });
  reason = element("section", { class: "card", "aria-label": say("train.reason"), hidden: true });
  solution = button({ icon: "hint", label: tell("commands.labels.solution"), act: () => this.#send(null), key: keyOf("solution") });
  next = button({ icon: "next", label: tell("commands.labels.next_question"), kind: "primary", act: () => this.#goOn(), key: keyOf("next_question") });
  oddsSwitch = button({ icon: "odds", label: tell("commands.labels.odds"), pressed: false, act: () => this.#switchOdds() });

  /** @param {HTMLElement} place @param {string} what `games` for what all games say, or nothing */
  enter(place, what) {
    this.#place = place;
    this.#what = what;
    this.reconnected();
  }

  leave() {
    this.#left = true;
    this.why.stop();
    this.#newest.giveUp();
    this.#odds.giveUp();
  }

  async reconnected() {
    const isGames = this.#what === GAMES;
    const waiting = element("p", { class: "soft", role: "status" }, say("train.judging"));
    fill(this.#place, this.#heading(), waiting);
    try {
      if (isGames) await this.#openGames(waiting);
      else await this.#openTraining();
    } catch (problem) {
      if (!this.#left && !wasGivenUp(problem)) fill(waiting, capital(sentenceOf(problem)));
    }
  }

  #heading() {
    const isGames = this.#what === GAMES;
    const other = isGames
      ? element("a", { class: "button button-primary", href: "#/train" }, icon("play"), say("header.train"))
      : element("a", { class: "button", href: `#/train/${GAMES}` }, icon("timeline"), say("train.games"));
    return heading(isGames ? say("train.games") : say("header.train"), isGames ? say("train.games_about") : say("train.about"), other);
  }

  // What all games say

  /** Ask until every game is judged, and show what there is meanwhile. @param {HTMLElement} waiting */
  async #openGames(waiting) {
    let turns = -1;
    let analysis = await this.#newest.ask(trainer.analysis);
    while (!this.#left) {
      const goesOn = analysis.waiting > 0 && analysis.turns > turns; // else nothing more can be judged now
      fill(this.#place, this.#heading(), summaryCard(analysis), ...analysis.words.tables.map(tableCard), goesOn && waiting);
      if (!goesOn) break;
      turns = analysis.turns;
      analysis = await this.#newest.ask(trainer.analysis);
    }
    announce(analysis.words.sentences.join(" "));
  }

  // Training

  async #openTraining() {
    const question = await this.#newest.ask(trainer.question);
    if (this.#left) return;
    const controls = element("div", { class: "row review-controls" }, this.solution, this.next, this.oddsSwitch, zoomButtons(this.board));
    fill(
      this.#place,
      element(
        "div",
        { class: "columns" },
        this.#heading(),
        element("section", { class: "stage stack", "aria-label": say("train.position") }, this.task, this.board.element, controls),
        element("aside", { class: "panel", "aria-label": say("train.answer") }, this.answer, this.reason),
      ),
    );
    this.#place.querySelector(".view-heading")?.classList.add("intro");
    this.#show(question);
  }

  /** @param {TrainingQuestion} question */
  #show(question) {
    const isNew = question.number !== this.#question?.number;
    this.#question = question;
    const { answer } = question;
    this.board.show(question.rows);
    if (isNew) this.#closeWhy();
    this.solution.disabled = answer !== null;
    this.next.disabled = this.oddsSwitch.disabled = answer === null;
    fill(
      this.task,
      element("p", { class: "soft small" }, question.origin),
      element("h2", { class: "answer-title" }, question.task),
      element("p", { class: "small number" }, `${question.score} · ${question.standing}`),
      question.notice && element("p", { class: "note" }, question.notice),
      this.problem,
    );
    this.#sayProblem("");
    this.answer.hidden = answer === null;
    if (answer) fill(this.answer, element("p", { class: "note", data: { kind: answer.is_right ? "good" : "danger" } }, icon(answer.is_right ? "won" : "lost"), element("span", {}, answer.words)));
    this.board.mark(this.#marks());
    this.board.showOdds(null);
    announce(answer ? answer.words : `${question.origin} ${question.task}`);
    if (answer && this.#wantsOdds) this.#showOdds();
    if (answer) this.#explain(answer.solution);
  }

  /** @returns {Marks} */
  #marks() {
    const answer = this.#question?.answer;
    return answer ? { best: [answer.solution], here: answer.cell ? [answer.cell] : [] } : {};
  }

  /** Answer with a cell; once that is done, have the cell explained. @param {Cell} cell */
  #press(cell) {
    if (this.#question?.answer) this.#explain(cell);
    else this.#send(cell);
  }

  /** @param {Cell|null} cell none to see the solution */
  #send(cell) {
    const { number, answer } = this.#question ?? {};
    if (!number || answer) return;
    this.#ask((signal) => trainer.answer(number, cell, signal));
  }

  #goOn() {
    const { number, answer } = this.#question ?? {};
    if (!number || !answer) return;
    this.#ask((signal) => trainer.goOn(number, signal));
  }

  /** One request at a time: of a double click, the second would only be refused. @param {(signal: AbortSignal) => Promise<TrainingQuestion>} question */
  async #ask(question) {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const shown = await this.#newest.ask(question);
      if (!this.#left) this.#show(shown);
    } catch (problem) {
      await this.#recover(problem);
    }
    this.#isAsking = false;
  }

  /** @param {unknown} problem */
  async #recover(problem) {
    if (this.#left || wasGivenUp(problem)) return;
    if (statusOf(problem) !== GONE_ON) {
      this.#sayProblem(sentenceOf(problem));
      return;
    }
    try {
      this.#show(await this.#newest.ask(trainer.question));
      this.#sayProblem(say("train.gone_on"));
    } catch (another) {
      if (!wasGivenUp(another)) this.#sayProblem(sentenceOf(another));
    }
  }

  /** @param {string} sentence */
  #sayProblem(sentence) {
    this.problem.hidden = !sentence;
    fill(this.problem, capital(sentence));
  }

  // Reasons and odds, once it is answered

  /** @param {Cell} cell */
  #explain(cell) {
    const { answer, rows } = this.#question ?? {};
    if (!answer || !rows || !"#F".includes(rows[cell[0]][cell[1]])) return;
    this.reason.hidden = false;
    fill(this.reason, this.why.element);
    this.why.show(cell);
  }

  /** @param {Cell} cell @param {AbortSignal} signal */
  async #askWhy(cell, signal) {
    const { position } = await thinker.analyseAt(this.#question?.address ?? "", signal);
    return thinker.why(position, cell, signal);
  }

  #closeWhy() {
    this.why.stop();
    this.reason.hidden = true;
    this.board.mark(this.#marks());
  }

  async #showOdds() {
    try {
      const odds = await this.#odds.ask((signal) => thinker.analyseAt(this.#question?.address ?? "", signal));
      if (odds.probability && this.#question?.answer) this.board.showOdds(odds);
    } catch (problem) {
      if (!wasGivenUp(problem)) announce(sentenceOf(problem));
    }
  }

  #switchOdds() {
    if (!this.#question?.answer) return;
    this.#wantsOdds = !this.#wantsOdds;
    this.oddsSwitch.setAttribute("aria-pressed", String(this.#wantsOdds));
    if (this.#wantsOdds) this.#showOdds();
    else this.board.showOdds(null);
  }

  /** @param {string} key @param {Cell} cell */
  #key(key, cell) {
    /** @type {Partial<Record<TrainingCommand, () => void>>} */
    const handlers = {
      answer: () => (this.#question?.answer ? this.#goOn() : this.#send(cell)),
      solution: () => this.#send(null),
      next_question: () => this.#goOn(),
      why: () => (this.reason.hidden ? this.#explain(cell) : this.#closeWhy()),
      step_back: () => this.why.go(-1),
      step_on: () => this.why.go(1),
      odds: () => this.#switchOdds(),
      close: () => this.#closeWhy(),
      theme: switchTheme,
      help: openShortcuts,
      ...zoomCommands(this.board),
    };
    return doCommand(key, TRAINING_COMMANDS, handlers);
  }
}

/** @param {string} title @param {string} words @param {...HTMLElement} tools */
function heading(title, words, ...tools) {
  return element("div", { class: "view-heading" }, element("div", {}, element("h1", {}, title), element("p", {}, words)), ...tools);
}

/** @param {Pick<GamesAnalysis, "words">} analysis */
function summaryCard({ words }) {
  return element("section", { class: "card stack", "aria-label": words.title }, ...words.sentences.map((sentence) => element("p", {}, sentence)));
}

/** @param {SummaryTable} table */
function tableCard({ title, headings, rows, names, note }) {
  /** @param {number} column */
  const side = (column) => (column < names ? "" : "right");
  const head = element("tr", {}, ...headings.map((words, at) => element("th", { scope: "col", class: side(at) }, capital(words))));
  const lines = rows.map((row) => element("tr", {}, ...row.map((words, at) => element("td", { class: side(at) }, at < names ? capital(words) : words))));
  const table = element(
    "div",
    { class: "table-scroll", tabindex: "0", role: "region", "aria-label": title },
    element("table", { class: "table" }, element("caption", { class: "only-heard" }, title), element("thead", {}, head), element("tbody", {}, ...lines)),
  );
  return element("section", { class: "card statistics" }, element("h2", {}, title), table, element("p", { class: "soft small" }, note));
}
