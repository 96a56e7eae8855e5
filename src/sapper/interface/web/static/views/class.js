/** Class: what the teacher sees of everybody, hands to everybody, and shows to everybody. */

import { get, post, remove, sentenceOf, statusOf } from "../modules/api.js";
import { announce } from "../modules/announce.js";
import { BoardView } from "../modules/board.js";
import { say, tell } from "../modules/catalogue.js";
import { element, field, fill, select } from "../modules/dom.js";
import { button, icon } from "../modules/icons.js";
import { ASK_EVERY, becomeTeacher, inWords, lesson, nameOf, onLesson, take } from "../modules/lesson.js";
import { addressIn } from "../modules/position.js";
import { LEVELS, STARTS } from "../modules/tables.js";
import { capital, clock, levelInWords, levelName } from "../modules/words.js";

/** @import { ClassState, NewGame, ShownRequest, StartRule, Student } from "../modules/shapes.d.ts" */

const FORBIDDEN = 403;
/** Seconds without a word of a student, after which that is said. */
const QUIET = 20;
const LARGEST_FILE = 64_000;
const COLUMNS = /** @type {const} */ (["who", "plays", "open", "turns", "needless", "helped", "time", "show"]);
/** Those that hold numbers. */
const NUMBERS = new Set(["open", "turns", "needless", "helped", "time"]);

export class ClassView {
  #left = false;
  #asking = 0;
  #forget = () => {};
  /** @type {Student[]} */
  #students = [];
  #chosen = "";

  problem = element("p", { class: "note", data: { kind: "danger" }, role: "alert", hidden: true });
  refused = element("p", { class: "note", data: { kind: "danger" }, role: "alert", hidden: true });
  body = element("tbody");
  nobody = element("p", { class: "soft" }, say("class.nobody"));
  handed = element("ul", { class: "handouts" });
  board = new BoardView({ label: say("class.student_board"), largest: 34 });
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
      this.#turnAway(place, say("class.not_teacher"));
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
    if (!this.#left) fill(place, heading(say("header.class"), ""), element("div", { class: "empty", role: "alert" }, icon("minds"), element("p", {}, words)));
  }

  /** @param {HTMLElement} place */
  #build(place) {
    const headings = COLUMNS.map((name) => {
      const words = element("span", { class: name === "show" ? "only-heard" : "" }, say(`class.${name}`));
      return element("th", { scope: "col", class: NUMBERS.has(name) ? "right" : "" }, words);
    });
    const head = element("tr", {}, ...headings);
    const caption = element("caption", { class: "only-heard" }, say("class.students"));
    const table = element(
      "div",
      { class: "table-scroll", tabindex: "0", role: "region", "aria-label": say("class.students") },
      element("table", { class: "table" }, caption, element("thead", {}, head), this.body),
    );
    fill(
      place,
      heading(say("header.class"), say("class.about")),
      this.problem,
      element(
        "div",
        { class: "columns" },
        element("div", { class: "ledger stack" }, element("div", { class: "card stack" }, table, this.nobody), this.seen),
        element("aside", { class: "panel", "aria-label": say("class.for_everybody") }, this.#handCard()),
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
    const who = element("td", {}, element("strong", {}, nameOf(student)), !isHere && element("span", { class: "soft" }, ` ${say("class.away", { time: clock(quiet) })}`));
    const cells = game
      ? [`${Math.round(100 * game.opened)} %`, String(game.turns), String(game.needless), String(game.helped), clock(game.seconds)]
      : ["–", "–", "–", "–", "–"];
    const look = button({ icon: "lens", label: say("class.look", { name: nameOf(student) }), kind: "plain", square: true, act: () => this.#choose(student) });
    const wall = button({ icon: "play-board", label: say("class.put", { name: nameOf(student) }), kind: "plain", square: true, act: () => this.#putOnWall({ student: student.id }) });
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
      const hand = button({ label: say("class.hand_this"), act: () => this.#handOut(() => post("class/handouts/position", {}, { student: student.id })) });
      const wall = button({ label: say("class.put_this"), kind: "primary", act: () => this.#putOnWall({ student: student.id }) });
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
      element("h2", {}, say("class.for_everybody")),
      this.handed,
      this.refused,
      this.#boardForm(),
      element("hr", { class: "divider-line" }),
      this.#positionForm(),
      element("hr", { class: "divider-line" }),
      this.#fileForm(),
    );
  }

  #boardForm() {
    const level = select(LEVELS.map(({ name, height, width, mines }) => [name, say("class.level", { level: levelInWords(name), height, width, mines: tell("play.mines", { n: mines }) })]), "beginner");
    const start = select([["", say("new.own_start")], ...STARTS.map((rule) => /** @type {[string, string]} */ ([rule, tell(`play.starts.${rule}`)]))], "");
    const hand = button({
      icon: "play-board",
      label: say("class.hand_board"),
      act: () => {
        /** @type {NewGame} */
        const wanted = { level: level.value, ...(start.value ? { start: /** @type {StartRule} */ (start.value) } : {}) };
        this.#handOut(() => post("class/handouts/board", {}, wanted));
      },
    });
    return element("div", { class: "stack-tight" }, element("div", { class: "fields-2" }, field(say("new.level"), level), field(say("class.first_cell"), start)), hand);
  }

  #positionForm() {
    const text = element("input", { class: "input", spellcheck: "false", autocomplete: "off", placeholder: "2x3-1-bbH4" });
    /** @returns {ShownRequest} */
    const shown = () => ({ address: addressIn(text.value) ?? text.value.trim() });
    const hand = button({ icon: "lens", label: say("class.hand_it"), act: () => this.#handOut(() => post("class/handouts/position", {}, shown())) });
    const wall = button({ label: say("class.put_this"), act: () => this.#putOnWall(shown()) });
    return element("div", { class: "stack-tight" }, field(say("class.address"), text), element("div", { class: "row" }, hand, wall));
  }

  #fileForm() {
    const file = element("input", { class: "input", type: "file", accept: ".py" });
    const hand = button({
      icon: "robot",
      label: say("class.hand_it"),
      act: () =>
        this.#handOut(async () => {
          const [chosen] = file.files ?? [];
          if (!chosen) throw new Error(say("class.choose_file"));
          if (chosen.size > LARGEST_FILE) throw new Error(say("class.too_large", { name: chosen.name, most: LARGEST_FILE }));
          return await post("class/handouts/file", {}, { name: chosen.name, content: await chosen.text() });
        }),
    });
    const warning = element("p", { class: "soft small" }, say("class.warning"));
    return element("div", { class: "stack-tight" }, field(say("class.own_file"), file), warning, element("div", { class: "row" }, hand));
  }

  #showHanded() {
    fill(
      this.handed,
      ...lesson().handouts.map((handout) =>
        element(
          "li",
          { class: "row row-apart" },
          element("span", {}, capital(inWords(handout))),
          button({ icon: "bin", label: say("class.take_back", { what: inWords(handout) }), kind: "plain", square: true, act: () => this.#handOut(() => remove("class/handouts/{kind}", { kind: handout.kind })) }),
        ),
      ),
    );
  }

  /** @param {() => Promise<ClassState>} request */
  async #handOut(request) {
    try {
      take(await request());
      this.refused.hidden = true;
      announce(lesson().handouts.length ? say("class.handed", { what: lesson().handouts.map(inWords).join("; ") }) : say("class.none_handed"));
    } catch (problem) {
      this.#sayProblem(problem, this.refused);
    }
  }

  /** @param {ShownRequest} shown */
  async #putOnWall(shown) {
    try {
      await post("class/wall", {}, shown);
      location.hash = "#/wall";
    } catch (problem) {
      this.#sayProblem(problem, this.refused);
    }
  }

  /** @param {unknown} problem @param {HTMLElement} [where] */
  #sayProblem(problem, where = this.problem) {
    if (this.#left) return;
    const words = statusOf(problem) === FORBIDDEN ? say("class.not_teacher") : sentenceOf(problem);
    where.hidden = false;
    fill(where, icon("lost"), element("span", {}, capital(words)));
  }
}

/** @param {string} title @param {string} words */
function heading(title, words) {
  return element("div", { class: "view-heading" }, element("div", {}, element("h1", {}, title), element("p", {}, words)));
}

/** What a student plays, and how it stands. @param {Student} student */
function plays({ game }) {
  if (!game) return say("class.no_game");
  const underWay = game.paused ? "paused" : game.turns ? "playing" : "not_begun";
  const what = say(`class.${game.status === "playing" ? underWay : game.status}`, { level: levelName(game) });
  return game.attempt > 1 ? say("class.attempt", { what, n: game.attempt }) : what;
}
