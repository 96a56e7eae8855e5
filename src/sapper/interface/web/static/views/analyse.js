/** Analyse: any position, typed, pasted, dropped, painted or in a picture, and everything that follows from it. */

import { rename } from "../modules/address.js";
import { Newest, sentenceOf, statusOf, wasGivenUp } from "../modules/api.js";
import { announce } from "../modules/announce.js";
import { BoardView } from "../modules/board.js";
import { ASK, Brushes, OPEN } from "../modules/brushes.js";
import { say, tell } from "../modules/catalogue.js";
import { keyOf } from "../modules/commands.js";
import { element, fill, WhenQuiet } from "../modules/dom.js";
import { doubtfulCells, doubtsInWords, without, withoutCell } from "../modules/doubts.js";
import { guessPanel } from "../modules/guess.js";
import { button, icon, keyHint } from "../modules/icons.js";
import { hasServer, referee, thinker } from "../modules/ports.js";
import { painted } from "../modules/position.js";
import { setting } from "../modules/settings.js";
import { Sharing } from "../modules/sharing.js";
import { PositionSource } from "../modules/source.js";
import { Undoing } from "../modules/undoing.js";
import { WhyPanel } from "../modules/why.js";
import { capital } from "../modules/words.js";
import { zoomButtons } from "../modules/zoom.js";

/** @import { Action, Cell } from "../modules/board.js" */
/** @import { Doubts } from "../modules/doubts.js" */
/** @import { Analysis, Contradiction, PositionRequest } from "../modules/shapes.d.ts" */

const EXAMPLE = { text: "1###1##\n######2\n1#2112#\n2#21022\n#3#102#\n1##102#", mines: 9 };
const QUIET = 120;
const UNREADABLE = 422;

export class AnalyseView {
  /** @type {string[]} */
  #rows = [];
  #mines = 0;
  /** @type {string[]|null} the whole board, if a file showed it */
  #hiddenBoard = null;
  #address = "";
  /** @type {Doubts} */
  #doubts = null;
  /** @type {Analysis|null} */
  #analysis = null;
  #showsOdds = true;
  #newest = new Newest();
  #painting = new WhenQuiet(QUIET);
  /** @type {Undoing<{rows: string[], mines: number, doubts: Doubts}>} */
  #undoing = new Undoing();

  brushes = new Brushes();
  board = new BoardView({
    label: say("analyse.position"),
    onAct: (action, cell) => this.#act(action, cell),
    onStroke: (cell, isFirst) => this.#apply(cell, isFirst),
    onKey: (key, cell) => this.#key(key, cell),
    hearsAll: true,
  });
  why = new WhyPanel(
    (cell, signal) => thinker.why(/** @type {Analysis} */ (this.#analysis).position, cell, signal),
    (marks) => this.board.point(marks),
    () => this.#leaveWhy(),
  );
  answer = element("section", { class: "card", "aria-label": say("analyse.findings"), "aria-busy": "false" });
  source = new PositionSource({
    onText: (request) => {
      this.#remember();
      this.#submit(request);
    },
    onAddress: (address) => {
      this.#remember();
      this.#submitAddress(address);
    },
    onMines: (mines) => {
      this.#remember();
      this.#mines = mines;
      this.#doubts = without(this.#doubts, "total");
      this.#submitRows();
    },
    onPicture: (picture) => this.#readPicture(picture),
    onProblem: () => this.#markOutdated(),
  });
  undoButton = button({ icon: "again", label: say("analyse.undo"), square: true, act: () => this.#bringBack("undo") });
  redoButton = button({ icon: "redo", label: say("analyse.redo"), square: true, act: () => this.#bringBack("redo") });
  playOn = button({ icon: "play", label: say("analyse.play_on"), act: () => this.#playOn() });
  oddsSwitch = button({ icon: "odds", label: say("advisor.odds"), key: keyOf("odds"), pressed: true, act: () => this.#switchOdds() });
  sharing = new Sharing();

  /** @param {HTMLElement} place @param {string} address */
  enter(place, address) {
    this.#build(place);
    this.source.listenOn(place);
    document.addEventListener("keydown", this.#heard);
    this.#showUndoing();
    if (address) this.#submitAddress(address);
    else this.#submit(EXAMPLE);
  }

  leave() {
    this.#newest.giveUp();
    this.#painting.giveUp();
    this.why.stop();
    this.source.leave();
    document.removeEventListener("keydown", this.#heard);
  }

  reconnected() {
    if (this.#rows.length) this.#submitRows();
    else this.#submit(EXAMPLE);
  }

  // What is on the page

  /** @param {HTMLElement} place */
  #build(place) {
    const heading = element("div", {}, element("h1", {}, say("header.analyse")), element("p", {}, say(hasServer ? "picture.about" : "analyse.about")));
    fill(
      place,
      element(
        "div",
        { class: "columns" },
        element("div", { class: "intro view-heading" }, heading, this.sharing.element),
        element("section", { class: "stage stack", "aria-label": say("analyse.position") }, this.brushes.element, this.board.element, this.#foot()),
        element("aside", { class: "panel", "aria-label": say("analyse.analysis") }, this.answer, this.source.element),
      ),
    );
  }

  #foot() {
    return element(
      "div",
      { class: "board-foot" },
      this.oddsSwitch,
      this.undoButton,
      this.redoButton,
      this.playOn,
      keyHint("0–8", say("analyse.paint")),
      keyHint("#", say("analyse.hides")),
      keyHint("F", say("analyse.flags")),
      keyHint("W", say("play.why")),
      zoomButtons(this.board),
    );
  }

  // From a position to its analysis

  /** @param {PositionRequest} request */
  #submit(request, doubts = /** @type {Doubts} */ (null)) {
    this.#analyse(async (signal) => ({ analysis: await thinker.analyse(request, signal), doubts }));
  }

  /** @param {string} address */
  #submitAddress(address) {
    this.#analyse(async (signal) => ({ analysis: await thinker.analyseAt(address, signal), doubts: null }));
  }

  #submitRows() {
    this.#submit({ text: this.#rows.join("\n"), mines: this.#mines, format: "text" }, this.#doubts);
  }

  /** @param {File} picture */
  async #readPicture(picture) {
    const waiting = say("review.reading", { file: picture.name });
    const note = element("p", { class: "note small notice" }, waiting);
    this.source.sayProblem("");
    this.answer.prepend(note);
    announce(waiting);
    await this.#analyse(
      async (signal) => {
        const { position, warnings } = await thinker.readPicture(picture, signal);
        const analysis = await thinker.analyseAt(position.address, signal);
        signal.throwIfAborted();
        this.#remember();
        return { analysis, doubts: warnings };
      },
      (problem, isUnreadable) => {
        this.source.sayProblem(isUnreadable ? say("picture.unreadable", { problem }) : problem);
        this.source.error.scrollIntoView({ block: "nearest" });
      },
    );
    note.remove();
  }

  /**
   * @param {(signal: AbortSignal) => Promise<{analysis: Analysis, doubts: Doubts}>} question
   * @param {(problem: string, isUnreadable: boolean) => void} sayProblem
   */
  async #analyse(question, sayProblem = (problem, isUnreadable) => this.#sayOutdated(problem, isUnreadable)) {
    this.#painting.giveUp();
    this.answer.setAttribute("aria-busy", "true");
    try {
      this.#take(await this.#newest.ask(question));
    } catch (problem) {
      if (wasGivenUp(problem)) return;
      sayProblem(sentenceOf(problem), statusOf(problem) === UNREADABLE);
    }
    this.answer.setAttribute("aria-busy", "false");
  }

  /** The position was not analysed: the findings are about the one before. @param {string} problem @param {boolean} isUnreadable */
  #sayOutdated(problem, isUnreadable) {
    if (isUnreadable) this.source.sayProblem(say("source.unreadable", { problem }), this.source.text);
    else this.source.sayProblem(problem);
    this.#markOutdated();
  }

  #markOutdated() {
    this.answer.toggleAttribute("data-stale", true);
  }

  /** Show a position and everything that follows from it. @param {{analysis: Analysis, doubts: Doubts}} answer */
  #take({ analysis, doubts }) {
    const { position, contradiction, board } = analysis;
    this.why.stop();
    this.#analysis = analysis;
    this.#doubts = contradiction ? doubts : without(doubts, "contradiction");
    this.#rows = position.rows;
    this.#mines = position.mines;
    this.#address = position.address;
    if (board) this.#hiddenBoard = board;
    else if (this.#hiddenBoard && !this.#fits(this.#hiddenBoard)) this.#hiddenBoard = null;
    this.brushes.offer(Boolean(this.#hiddenBoard));
    rename(`#/analyse/${this.#address}`);
    this.sharing.show();
    this.source.show(this.#rows, this.#mines);
    this.answer.toggleAttribute("data-stale", false);
    this.board.show(this.#rows);
    this.board.mark({});
    this.#showOdds();
    if (contradiction) this.#showContradiction(contradiction);
    else this.#showFindings(analysis);
    this.playOn.disabled = Boolean(contradiction);
    this.#showUndoing();
  }

  /** Whether the position can be seen on that board. @param {string[]} board */
  #fits(board) {
    return this.#rows.every((row, at) =>
      [...row].every((sign, column) => "#F".includes(sign) || board[at]?.[column] === sign),
    );
  }

  // What follows

  /** @param {Contradiction} contradiction */
  #showContradiction({ message, cells, needs_total: needsTotal }) {
    this.board.mark({ clash: cells, doubtful: doubtfulCells(this.#doubts) });
    const which = say(needsTotal ? "analyse.clash_total" : "analyse.clash");
    fill(
      this.answer,
      element("h2", {}, say("analyse.inconsistent")),
      element("p", { class: "note", data: { kind: "danger" } }, icon("lost"), element("span", {}, tell("play.sentence", { words: capital(message) }))),
      cells.length > 0 && element("p", { class: "small soft after" }, which),
      doubtsInWords(this.#doubts),
    );
    announce(say("analyse.inconsistent_because", { message }));
  }

  /** @param {Analysis} analysis */
  #showFindings({ safe, mines, best, probability, notice }) {
    const hidden = (probability ?? []).flat().filter((chance) => chance !== null).length;
    const tally = [
      ["safe", say("numbers.safe_cells", { n: safe.length })],
      ["mine", say("numbers.certain_mines", { n: mines.length })],
      ["", notice ? say("analyse.rest_unknown") : say("analyse.uncertain", { n: hidden - safe.length - mines.length })],
    ];
    const items = tally.map(([kind, words]) => element("span", { class: "legend-item" }, element("i", { class: "swatch", data: { kind } }), words));
    const move = best && guessPanel(best, { probability }, () => this.#ask(best.cell));
    this.board.mark({ ...move?.marks, doubtful: doubtfulCells(this.#doubts) });
    fill(
      this.answer,
      element("h2", {}, say("analyse.findings")),
      element("p", { class: "legend tally-line" }, ...items),
      move ? move.element : element("p", { class: "soft" }, notice || (say(hidden ? "analyse.all_mines" : "analyse.none_hidden"))),
      element("a", { class: "small after", href: `#/learn/${this.#address}` }, say("analyse.each_agent")),
      this.#hiddenBoard && element("p", { class: "note small after" }, say("analyse.from_board")),
      doubtsInWords(this.#doubts),
    );
    announce(`${tally.map(([, words]) => words).join(", ")}. ${notice}`.trim());
  }

  /** @param {Cell} cell */
  #ask(cell) {
    if (!this.#analysis || this.#analysis.contradiction || !this.#isHidden(cell)) return;
    fill(this.answer, this.why.element);
    this.board.showOdds(null); // their colours would hide those of the steps
    this.oddsSwitch.setAttribute("aria-pressed", "false");
    this.why.show(cell);
  }

  #leaveWhy() {
    this.why.stop();
    this.#showOdds();
    if (this.#analysis) this.#showFindings(this.#analysis);
  }

  #showOdds() {
    this.oddsSwitch.setAttribute("aria-pressed", String(this.#showsOdds));
    this.board.showOdds(this.#showsOdds && this.#analysis?.probability ? this.#analysis : null);
  }

  #switchOdds() {
    const isAsking = this.answer.contains(this.why.element);
    this.#showsOdds = isAsking || !this.#showsOdds;
    if (isAsking) this.#leaveWhy();
    else this.#showOdds();
  }

  // Painting

  /** @param {Cell} cell */
  #isHidden([row, column]) {
    return "#F".includes(this.#rows[row][column]);
  }

  /** @param {Action} action @param {Cell} cell */
  #act(action, cell) {
    if (action === "why") this.#ask(cell);
    else if (action === "flag") this.#paint(cell, this.#rows[cell[0]][cell[1]] === "F" ? "#" : "F", true);
    else this.#apply(cell, true);
  }

  /** What the chosen brush does to a cell. @param {Cell} cell @param {boolean} isFirst */
  #apply(cell, isFirst) {
    const { chosen } = this.brushes;
    if (chosen === ASK) {
      if (isFirst) this.#ask(cell);
    } else if (chosen === OPEN) {
      this.#open(cell, isFirst);
    } else {
      this.#paint(cell, chosen, isFirst);
    }
  }

  /** @param {Cell} cell @param {boolean} isFirst */
  #open([row, column], isFirst) {
    const sign = this.#hiddenBoard?.[row][column];
    if (sign === "*") this.source.sayProblem(say("analyse.is_mine"));
    else if (sign) this.#paint([row, column], sign, isFirst);
  }

  /** @param {Cell} cell @param {string} sign @param {boolean} isFirst whether a stroke begins: it is undone as a whole */
  #paint(cell, sign, isFirst) {
    if (isFirst) this.#isRemembered = false;
    const isInDoubt = doubtfulCells(this.#doubts).some(([row, column]) => row === cell[0] && column === cell[1]);
    if (this.#rows[cell[0]][cell[1]] === sign && !isInDoubt) return;
    if (!this.#isRemembered) this.#remember();
    this.#isRemembered = true;
    this.#doubts = withoutCell(this.#doubts, cell);
    this.#showPainted(painted(this.#rows, cell, sign));
  }

  /** @param {string[]} rows */
  #showPainted(rows) {
    this.why.stop();
    this.#rows = rows;
    this.board.showOdds(null);
    this.board.show(this.#rows);
    this.board.mark({ doubtful: doubtfulCells(this.#doubts) });
    this.source.giveUpTyping();
    this.#newest.giveUp(); // a late answer about the position before would undo this stroke
    this.#painting.ask(() => this.#submitRows());
  }

  /** @param {string} key @param {Cell} cell */
  #key(key, cell) {
    if (!this.#rows.length) return false;
    if (/^[0-8]$/.test(key)) this.#paint(cell, key, true);
    else if (key === "#" || key === "Delete" || key === "Backspace") this.#paint(cell, "#", true);
    else if (key === "f" || key === "F") this.#act("flag", cell);
    else if (key === "w" || key === "W") this.#ask(cell);
    else if (key === "o" || key === "O") this.#switchOdds();
    else if (key === " " || key === "Enter") this.#apply(cell, true);
    else return false;
    return true;
  }

  // Undo, redo, and a game from here

  /** Whether what was there before the present stroke is remembered. */
  #isRemembered = false;

  #remember() {
    if (this.#rows.length) this.#undoing.remember(this.#now());
    this.#showUndoing();
  }

  /** What can be undone. */
  #now() {
    return { rows: this.#rows, mines: this.#mines, doubts: this.#doubts };
  }

  #showUndoing() {
    this.undoButton.disabled = !this.#undoing.canUndo;
    this.redoButton.disabled = !this.#undoing.canRedo;
  }

  /** @param {"undo"|"redo"} way */
  #bringBack(way) {
    const now = this.#now();
    const other = this.#undoing[way](now);
    if (other === now) return;
    this.#isRemembered = false;
    this.#mines = other.mines;
    this.#doubts = other.doubts;
    this.#showPainted(other.rows);
    this.#showUndoing();
  }

  /** @param {KeyboardEvent} event */
  #heard = (event) => {
    const isInField = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isInField) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    this.#bringBack(key === "y" || event.shiftKey ? "redo" : "undo");
  };

  async #playOn() {
    try {
      const game = await referee.begin({ position: { text: this.#rows.join("\n"), mines: this.#mines, format: "text" }, agent: setting("agent") });
      location.hash = `#/play/${game.id}`;
    } catch (problem) {
      this.source.sayProblem(sentenceOf(problem));
    }
  }
}
