/** The wall: one position for the whole class, and the cell that the teacher points at. */

import { get, Newest, post, remove, sentenceOf, wasGivenUp } from "../modules/api.js";
import { announce } from "../modules/announce.js";
import { BoardView } from "../modules/board.js";
import { say, tell } from "../modules/catalogue.js";
import { element, fill } from "../modules/dom.js";
import { button, icon } from "../modules/icons.js";
import { lesson, onLesson } from "../modules/lesson.js";
import { thinker } from "../modules/ports.js";
import { WhyPanel } from "../modules/why.js";
import { capital, place as placeOf } from "../modules/words.js";

/** @import { Cell } from "../modules/board.js" */
/** @import { Wall } from "../modules/shapes.d.ts" */

export class WallView {
  /** @type {Wall|null} */
  #wall = null;
  #left = false;
  /** Answers may come in another order than they were asked for: only the newest question counts. */
  #newest = new Newest();
  #forget = () => {};

  board = new BoardView({ label: say("class.wall_board"), onAct: (_, cell) => this.#choose(cell) });
  why = new WhyPanel(
    (cell, signal) => {
      if (!this.#wall) throw new Error(say("class.empty"));
      return thinker.why(this.#wall.position, cell, signal);
    },
    (marks) => this.board.mark(marks),
    () => this.#close(),
  );
  summary = element("p");
  empty = element("div", { class: "empty", hidden: true }, icon("lens"), element("p", {}, say("class.empty")));
  problem = element("p", { class: "note", data: { kind: "danger" }, role: "alert", hidden: true });
  answer = element("section", { class: "card", "aria-label": say("class.reasons"), hidden: true });
  tools = element("div", { class: "row" });
  columns = element(
    "div",
    { class: "columns", hidden: true },
    element("section", { class: "stage", "aria-label": say("header.wall") }, this.board.element),
    element("div", { class: "panel" }, this.answer),
  );

  /** @param {HTMLElement} place */
  enter(place) {
    const heading = element("div", {}, element("h1", {}, say("header.wall")), this.summary);
    fill(place, element("div", { class: "view-heading" }, heading, this.tools), this.problem, this.empty, this.columns);
    this.#forget = onLesson(() => this.#look());
    this.#look();
  }

  leave() {
    this.#left = true;
    this.#newest.giveUp();
    this.#forget();
    this.why.stop();
  }

  reconnected() {
    this.#look();
  }

  async #look() {
    this.#showTools();
    if (this.#wall && this.#wall.number === lesson().wall) return;
    await this.#tell((signal) => get("class/wall", {}, signal));
  }

  #showTools() {
    const { teacher, wall } = lesson();
    const down = button({ icon: "bin", label: say("class.take_down"), act: () => this.#tell(() => remove("class/wall", {}).then(() => null)) });
    fill(this.tools, teacher && wall !== null && down);
    this.summary.textContent = say(teacher ? "class.to_point" : "class.to_ask");
  }

  /** @param {Wall|null} wall */
  #take(wall) {
    if (this.#left) return;
    const before = this.#wall;
    this.#wall = wall;
    this.problem.hidden = true;
    this.empty.hidden = Boolean(wall);
    this.columns.hidden = !wall;
    if (!wall) return;
    const { rows, height, width, mines, address } = wall.position;
    this.board.show(rows);
    if (before?.position.address !== address) {
      this.#close();
      announce(say("class.shown", { height, width, mines: tell("play.mines", { n: mines }) }));
    }
    if (!wall.cell || String(wall.cell) === String(before?.cell ?? "")) return;
    announce(say("class.points", { cell: placeOf(wall.cell) }));
    this.board.bringIntoView(wall.cell);
    this.#explain(wall.cell);
  }

  /** The teacher points at a cell; anybody else asks about it. @param {Cell} cell */
  #choose(cell) {
    if (lesson().teacher) this.#tell(() => post("class/wall/cell", {}, { cell }));
    else this.#explain(cell);
  }

  /** Ask for the wall, or change it. @param {(signal: AbortSignal) => Promise<Wall|null>} request */
  async #tell(request) {
    try {
      this.#take(await this.#newest.ask(request));
    } catch (problem) {
      if (!wasGivenUp(problem)) this.#sayProblem(problem);
    }
  }

  /** Why a cell is safe or a mine; of an open one there is nothing to say. @param {Cell} cell */
  #explain(cell) {
    const [row, column] = cell;
    if (!"#F".includes(this.#wall?.position.rows[row][column] ?? "")) {
      this.#close();
      return;
    }
    this.answer.hidden = false;
    fill(this.answer, this.why.element);
    this.why.show(cell);
  }

  #close() {
    this.why.stop();
    this.answer.hidden = true;
    this.board.mark(this.#wall?.cell ? { asked: [this.#wall.cell] } : {});
  }

  /** @param {unknown} problem */
  #sayProblem(problem) {
    if (this.#left) return;
    this.problem.hidden = false;
    fill(this.problem, icon("lost"), element("span", {}, capital(sentenceOf(problem))));
  }
}
