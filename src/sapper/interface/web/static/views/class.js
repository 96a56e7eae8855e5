/** Class: what the teacher sees of everybody, hands to everybody, and shows to everybody. */

import { get, post, remove, sentenceOf, statusOf } from "../modules/api.js";
import { announce } from "../modules/announce.js";
import { BoardView } from "../modules/board.js";
import { element, field, fill, select } from "../modules/dom.js";
import { button, icon } from "../modules/icons.js";
import { ASK_EVERY, becomeTeacher, inWords, lesson, nameOf, onLesson, take } from "../modules/lesson.js";
import { addressIn } from "../modules/position.js";
import { LEVELS, START_WORDS } from "../modules/tables.js";
import { capital, clock, counted, duration, levelName } from "../modules/words.js";

/** @import { ClassState, NewGame, ShownRequest, StartRule, Student } from "../modules/shapes.d.ts" */

const FORBIDDEN = 403;
/** Seconds without a word of a student, after which that is said. */
const QUIET = 20;
const LARGEST_FILE = 64_000;
const HEADINGS = ["Student", "Plays", "Open", "Turns", "Needless guesses", "AI moves", "Time", ""];
const ABOUT = "Who plays what, and how. You see what each student sees: no mine before the end of a game.";
const NO_TEACHER = "This view is for the teacher: open the link that “sapper web --class” printed when it started.";

export class ClassView {
  #left = false;
  #asking = 0;
  #forget = () => {};
  /** @type {Student[]} */
  #students = [];
  #chosen = "";

  problem = element("p", { class: "note", data: { kind: "danger" }, role: "alert", hidden: true });
  body = element("tbody");
  nobody = element("p", { class: "soft" }, "Nobody is here yet.");
  handed = element("ul", { class: "handouts" });
  board = new BoardView({ label: "Student board", largest: 34, reserve: 420 });
  seen = element("section", { class: "card stack", hidden: true });

  /** @param {HTMLElement} place @param {string} secret */
  async enter(place, secret) {
    try {
      if (secret) {
        history.replaceState(null, "", "#/class"); // nobody who sees the screen can read it
        await becomeTeacher(secret);
      }
    } catch (problem) {
      this.#turnAway(place, capital(sentenceOf(problem)));
      return;
    }
    if (this.#left) return;
    if (!lesson().teacher) {
      this.#turnAway(place, NO_TEACHER);
      return;
    }
    this.#build(place);
    this.#forget = onLesson(() => this.#showHanded());
    this.#follow();
  }

  leave() {
    this.#left = true;
    clearTimeout(this.#asking);
    this.#forget();
  }

  reconnected() {
    this.#look();
  }

  /** @param {HTMLElement} place @param {string} words */
  #turnAway(place, words) {
    if (!this.#left) fill(place, heading("Class", ""), element("div", { class: "empty", role: "alert" }, icon("minds"), element("p", {}, words)));
  }

  /** @param {HTMLElement} place */
  #build(place) {
    const head = element("tr", {}, ...HEADINGS.map((words, at) => element("th", { scope: "col", class: at > 1 && at < 7 ? "right" : "" }, words || element("span", { class: "only-heard" }, "Show"))));
    const caption = element("caption", { class: "only-heard" }, "Students");
    const table = element(
      "div",
      { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Students" },
      element("table", { class: "table" }, caption, element("thead", {}, head), this.body),
    );
    fill(
      place,
      heading("Class", ABOUT),
      this.problem,
      element(
        "div",
        { class: "columns" },
        element("div", { class: "stack" }, element("div", { class: "card stack" }, table, this.nobody), this.seen),
        element("aside", { class: "panel", "aria-label": "For everybody" }, this.#handCard()),
      ),
    );
    this.#showHanded();
  }

  // Who plays what

  async #follow() {
    await this.#look();
    if (!this.#left) this.#asking = setTimeout(() => this.#follow(), ASK_EVERY);
  }

  async #look() {
    try {
      this.#students = await get("class/students", {});
      if (this.#left) return;
      this.problem.hidden = true;
      this.#showStudents();
      if (this.#chosen) await this.#showBoard();
    } catch (problem) {
      this.#sayProblem(problem);
    }
  }

  #showStudents() {
    this.nobody.hidden = this.#students.length > 0;
    const had = this.body.contains(document.activeElement) ? document.activeElement?.getAttribute("aria-label") : null;
    fill(this.body, ...this.#students.map((student) => this.#row(student)));
    if (!had) return;
    for (const made of this.body.querySelectorAll("button")) if (made.getAttribute("aria-label") === had) made.focus();
  }

  /** @param {Student} student */
  #row(student) {
    const { game, quiet } = student;
    const isHere = quiet < QUIET;
    const who = element("td", {}, element("strong", {}, nameOf(student)), !isHere && element("span", { class: "soft" }, ` away for ${duration(quiet)}`));
    const cells = game
      ? [`${Math.round(100 * game.opened)} %`, String(game.turns), String(game.needless), String(game.helped), clock(game.seconds)]
      : ["–", "–", "–", "–", "–"];
    const look = button({ icon: "lens", label: `Look at the board of ${nameOf(student)}`, kind: "plain", square: true, act: () => this.#choose(student) });
    const wall = button({ icon: "play-board", label: `Put the board of ${nameOf(student)} on the wall`, kind: "plain", square: true, act: () => this.#putOnWall({ student: student.id }) });
    for (const tool of [look, wall]) tool.disabled = !game;
    return element(
      "tr",
      { data: student.id === this.#chosen ? { chosen: "" } : {} },
      who,
      element("td", {}, plays(student)),
      ...cells.map((words, at) => element("td", { class: "right", data: at === 2 && game?.needless ? { kind: "needless" } : {} }, words)),
      element("td", { class: "row-tools" }, look, wall),
    );
  }

  /** @param {Student} student */
  #choose(student) {
    this.#chosen = this.#chosen === student.id ? "" : student.id;
    this.#showStudents();
    if (this.#chosen) this.#showBoard();
    else this.seen.hidden = true;
  }

  /** The chosen student's board, as the student sees it. */
  async #showBoard() {
    const student = this.#students.find(({ id }) => id === this.#chosen);
    if (!student) return;
    try {
      const game = await get("class/students/{identity}", { identity: student.id });
      if (this.#left || this.#chosen !== student.id) return;
      this.board.show(game.rows);
      this.board.mark(game.last ? { last: [game.last.cell] } : {});
      const hand = button({ label: "Hand out this position", act: () => this.#handOut(() => post("class/handouts/position", {}, { student: student.id })) });
      const wall = button({ label: "Put it on the wall", kind: "primary", act: () => this.#putOnWall({ student: student.id }) });
      const title = element("div", {}, element("h2", {}, nameOf(student)), element("p", { class: "soft small" }, plays(student)));
      if (this.seen.hidden || this.seen.dataset.student !== student.id) fill(this.seen, element("div", { class: "row row-apart" }, title, element("div", { class: "row" }, hand, wall)), this.board.element);
      else this.seen.querySelector("p")?.replaceChildren(plays(student));
      this.seen.dataset.student = student.id;
      this.seen.hidden = false;
    } catch (problem) {
      if (statusOf(problem) !== 404) this.#sayProblem(problem);
    }
  }

  // For everybody

  #handCard() {
    return element(
      "section",
      { class: "card stack" },
      element("h2", {}, "For everybody"),
      this.handed,
      this.#boardForm(),
      element("hr", { class: "divider-line" }),
      this.#positionForm(),
      element("hr", { class: "divider-line" }),
      this.#fileForm(),
    );
  }

  #boardForm() {
    const level = select(LEVELS.map(({ name, height, width, mines }) => [name, `${capital(name)}: ${height} × ${width}, ${counted(mines, "mine")}`]), "beginner");
    const start = select([["", "the level's own"], .../** @type {[string, string][]} */ (Object.entries(START_WORDS))], "");
    const hand = button({
      icon: "play-board",
      label: "Hand out a board",
      act: () => {
        /** @type {NewGame} */
        const wanted = { level: level.value, ...(start.value ? { start: /** @type {StartRule} */ (start.value) } : {}) };
        this.#handOut(() => post("class/handouts/board", {}, wanted));
      },
    });
    return element("div", { class: "stack-tight" }, element("div", { class: "fields-2" }, field("Level", level), field("The first cell", start)), hand);
  }

  #positionForm() {
    const text = element("input", { class: "input", spellcheck: "false", autocomplete: "off", placeholder: "2x3-1-bbH4" });
    /** @returns {ShownRequest} */
    const shown = () => ({ address: addressIn(text.value) ?? text.value.trim() });
    const hand = button({ icon: "lens", label: "Hand it out", act: () => this.#handOut(() => post("class/handouts/position", {}, shown())) });
    const wall = button({ label: "Put it on the wall", act: () => this.#putOnWall(shown()) });
    return element("div", { class: "stack-tight" }, field("Position: its address or link, from Analyse", text), element("div", { class: "row" }, hand, wall));
  }

  #fileForm() {
    const file = element("input", { class: "input", type: "file", accept: ".py" });
    const hand = button({
      icon: "robot",
      label: "Hand it out",
      act: () =>
        this.#handOut(async () => {
          const [chosen] = file.files ?? [];
          if (!chosen) throw new Error("Choose a file first.");
          if (chosen.size > LARGEST_FILE) throw new Error(`“${chosen.name}” has more than ${LARGEST_FILE} bytes.`);
          return await post("class/handouts/file", {}, { name: chosen.name, content: await chosen.text() });
        }),
    });
    const warning = element("p", { class: "soft small" }, "Its code runs on the machine of this server, like any program that you start there: read it first.");
    return element("div", { class: "stack-tight" }, field("An AI: somebody's own Python file", file), warning, element("div", { class: "row" }, hand));
  }

  #showHanded() {
    fill(
      this.handed,
      ...lesson().handouts.map((handout) =>
        element(
          "li",
          { class: "row row-apart" },
          element("span", {}, capital(inWords(handout))),
          button({ icon: "bin", label: `Take back ${inWords(handout)}`, kind: "plain", square: true, act: () => this.#handOut(() => remove("class/handouts/{kind}", { kind: handout.kind })) }),
        ),
      ),
    );
  }

  /** @param {() => Promise<ClassState>} request */
  async #handOut(request) {
    try {
      take(await request());
      this.problem.hidden = true;
      announce(lesson().handouts.length ? `Handed out: ${lesson().handouts.map(inWords).join("; ")}.` : "Nothing is handed out.");
    } catch (problem) {
      this.#sayProblem(problem);
    }
  }

  /** @param {ShownRequest} shown */
  async #putOnWall(shown) {
    try {
      await post("class/wall", {}, shown);
      location.hash = "#/wall";
    } catch (problem) {
      this.#sayProblem(problem);
    }
  }

  /** @param {unknown} problem */
  #sayProblem(problem) {
    if (this.#left) return;
    const words = statusOf(problem) === FORBIDDEN ? NO_TEACHER : sentenceOf(problem);
    this.problem.hidden = false;
    fill(this.problem, icon("lost"), element("span", {}, capital(words)));
  }
}

/** @param {string} title @param {string} words */
function heading(title, words) {
  return element("div", { class: "view-heading" }, element("div", {}, element("h1", {}, title), element("p", {}, words)));
}

/** What a student plays, and how it stands. @param {Student} student */
function plays({ game }) {
  if (!game) return "no game yet";
  const state = game.status === "playing" ? (game.paused ? "paused" : game.turns ? "playing" : "not begun") : game.status;
  return `${levelName(game)}, ${state}`;
}
