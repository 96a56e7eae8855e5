/** The wall: one position for the whole class, and the cell that the teacher points at. */

import { get, post, remove, sentenceOf } from "../modules/api.js";
import { announce } from "../modules/announce.js";
import { BoardView } from "../modules/board.js";
import { element, fill } from "../modules/dom.js";
import { button, icon } from "../modules/icons.js";
import { lesson, onLesson } from "../modules/lesson.js";
import { thinker } from "../modules/ports.js";
import { WhyPanel } from "../modules/why.js";
import { capital, counted, place as placeOf } from "../modules/words.js";

/** @import { Cell } from "../modules/board.js" */
/** @import { Wall } from "../modules/shapes.d.ts" */

export class WallView {
  /** @type {Wall|null} */
  #wall = null;
  #left = false;
  #forget = () => {};

  board = new BoardView({ label: "Board on the wall", onAct: (_, cell) => this.#choose(cell) });
  why = new WhyPanel(
    (cell, language, signal) => {
      if (!this.#wall) throw new Error("There is nothing on the wall.");
      return thinker.why(this.#wall.position, cell, language, signal);
    },
    (marks) => this.board.mark(marks),
    () => this.#close(),
  );
  summary = element("p");
  empty = element("div", { class: "empty", hidden: true }, icon("lens"), element("p", {}, "There is nothing on the wall."));
  problem = element("p", { class: "note", data: { kind: "danger" }, role: "alert", hidden: true });
  answer = element("section", { class: "card", "aria-label": "Why", hidden: true });
  tools = element("div", { class: "row" });
  columns = element(
    "div",
    { class: "columns", hidden: true },
    element("section", { class: "stage", "aria-label": "Wall" }, this.board.element),
    element("aside", { class: "panel", "aria-label": "Reasons" }, this.answer),
  );

  /** @param {HTMLElement} place */
  enter(place) {
    const heading = element("div", {}, element("h1", {}, "Wall"), this.summary);
    fill(place, element("div", { class: "view-heading" }, heading, this.tools), this.problem, this.empty, this.columns);
    this.#forget = onLesson(() => this.#look());
    this.#look();
  }

  leave() {
    this.#left = true;
    this.#forget();
    this.why.stop();
  }

  reconnected() {
    this.#look();
  }

  async #look() {
    this.#showTools();
    if (this.#wall && this.#wall.number === lesson().wall) return;
    try {
      this.#take(await get("class/wall", {}));
    } catch (problem) {
      this.#sayProblem(problem);
    }
  }

  #showTools() {
    const { teacher, wall } = lesson();
    const down = button({ icon: "bin", label: "Take it down", act: () => this.#tell(() => remove("class/wall", {}).then(() => null)) });
    fill(this.tools, teacher && wall !== null && down);
    this.summary.textContent = teacher ? "Everybody in the class sees this board. Choose a cell to point at it." : "Your teacher shows this board. Choose a cell for the reasons.";
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
      announce(`On the wall: ${height} by ${width}, ${counted(mines, "mine")}.`);
    }
    if (!wall.cell || String(wall.cell) === String(before?.cell ?? "")) return;
    announce(`Your teacher points at ${placeOf(wall.cell)}.`);
    this.board.bringIntoView(wall.cell);
    this.#explain(wall.cell);
  }

  /** The teacher points at a cell; anybody else asks about it. @param {Cell} cell */
  #choose(cell) {
    if (lesson().teacher) this.#tell(() => post("class/wall/cell", {}, { cell }));
    else this.#explain(cell);
  }

  /** @param {() => Promise<Wall|null>} request */
  async #tell(request) {
    try {
      this.#take(await request());
    } catch (problem) {
      this.#sayProblem(problem);
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
