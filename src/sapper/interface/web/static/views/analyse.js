/** Analyse: any position, typed, pasted, dropped or painted, and all that follows from it. */

import { get, Newest, post, wasGivenUp } from "../modules/api.js";
import { announce } from "../modules/announce.js";
import { BoardView } from "../modules/board.js";
import { ASK, Brushes, OPEN } from "../modules/brushes.js";
import { element, field, fill, whenQuiet } from "../modules/dom.js";
import { guessPanel } from "../modules/guess.js";
import { button, icon } from "../modules/icons.js";
import { addressIn, emptyRows, painted, readFile, tellsItsMines } from "../modules/position.js";
import { WhyPanel } from "../modules/why.js";
import { capital, counted } from "../modules/words.js";
import { zoomButtons } from "../modules/zoom.js";

/** @typedef {import("../modules/types.js").Cell} Cell */

const EXAMPLE = { text: "1###1##\n######2\n1#2112#\n2#21022\n#3#102#\n1##102#", mines: 9 };
const QUIET = 250;
const COPIED_FOR = 2000;

export class AnalyseView {
  /** @type {string[]} */
  #rows = [];
  #mines = 0;
  /** @type {string[]|null} the whole board, where a file told it */
  #hiddenBoard = null;
  #address = "";
  #analysis = null;
  #showsOdds = true;
  #newest = new Newest();

  /** @param {HTMLElement} place @param {string} address */
  enter(place, address) {
    this.#build(place);
    if (address) this.#submitAddress(address);
    else this.#submit(EXAMPLE);
  }

  leave() {
    this.#newest.giveUp();
    this.why.stop();
    for (const event of ["ondragover", "ondragleave", "ondrop", "onpaste"]) document.getElementById("main")[event] = null;
  }

  reconnected() {
    if (this.#rows.length) this.#submitRows();
    else this.#submit(EXAMPLE);
  }

  // What is on the page

  #build(place) {
    this.brushes = new Brushes();
    this.board = new BoardView({
      label: "Position",
      onAct: (action, cell) => this.#act(action, cell),
      onStroke: (cell, isFirst) => this.#apply(cell, isFirst),
      onKey: (key, cell) => this.#key(key, cell),
      reserve: 300,
    });
    this.why = new WhyPanel(
      (cell, language, signal) => post("positions/why", { address: this.#address, cell, language }, signal),
      (marks) => this.board.mark(marks),
      () => this.#leaveWhy(),
    );
    this.answer = element("section", { class: "card", "aria-label": "What follows", "aria-busy": "false" });
    this.error = element("p", { class: "note", data: { kind: "danger" }, role: "alert", hidden: true });
    this.oddsSwitch = button({ icon: "odds", label: "Odds", key: "o", pressed: true, act: () => this.#switchOdds() });
    fill(
      place,
      element(
        "div",
        { class: "view-heading" },
        element(
          "div",
          {},
          element("h1", {}, "Analyse"),
          element("p", {}, "Paste a position, drop a file, or paint it. What is certain, and the exact odds of the rest, follow at once."),
        ),
        this.#share(),
      ),
      element(
        "div",
        { class: "columns" },
        element("section", { class: "stage stack", "aria-label": "Position" }, this.brushes.element, this.board.element, this.#foot()),
        element("aside", { class: "panel", "aria-label": "Position and answers" }, this.answer, this.#source()),
      ),
    );
  }

  #foot() {
    const hint = (name, meaning) => element("span", { class: "hint mouse-only" }, element("kbd", { class: "key" }, name), meaning);
    return element(
      "div",
      { class: "board-foot" },
      this.oddsSwitch,
      hint("0–8", "paint"),
      hint("#", "hides"),
      hint("F", "flags"),
      hint("W", "why"),
      zoomButtons(this.board),
    );
  }

  #share() {
    this.copy = button({ icon: "link", label: "Copy link", act: () => this.#copyLink() });
    this.link = element("input", { class: "input link", readonly: true, "aria-label": "Link to this position", on: { focus: () => this.link.select() } });
    return element("div", { class: "row share" }, this.link, this.copy);
  }

  #source() {
    this.text = element("textarea", {
      class: "text-area",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      placeholder: "1##\n12#\n##1",
      on: { input: whenQuiet(QUIET, () => this.#submitText()) },
    });
    this.mines = element("input", { class: "input number", type: "number", min: 0, inputmode: "numeric", on: { input: whenQuiet(QUIET, () => this.#submitMines()) } });
    const file = element("input", { type: "file", class: "only-heard", accept: ".mbf,.mine,.json,.txt", tabindex: "-1", "aria-label": "Position file", on: { change: () => this.#submitFile(file.files[0]) } });
    const choose = button({ icon: "file", label: "Open a file", act: () => file.click() });
    const card = element(
      "section",
      { class: "card stack drop" },
      element("h2", {}, "The position"),
      field("Digits, # hidden, F flagged; or .mine, JSON", this.text),
      this.error,
      element("div", { class: "fields-2" }, field("Mines in all", this.mines), element("div", { class: "field" }, element("span", { class: "label" }, "Or drop it here"), choose, file)),
      this.#emptyBoard(),
    );
    this.#acceptDrops(card);
    return card;
  }

  #emptyBoard() {
    const height = element("input", { class: "input number", type: "number", min: 1, max: 200, value: "9" });
    const width = element("input", { class: "input number", type: "number", min: 1, max: 200, value: "9" });
    const clear = button({ icon: "bin", label: "Empty board", act: () => this.#clear(height, width) });
    return element(
      "details",
      {},
      element("summary", { class: "small" }, "Begin with an empty board"),
      element("div", { class: "fields-3 details-body" }, field("Rows", height), field("Columns", width), element("div", { class: "field" }, element("span", { class: "label" }, "\u00a0"), clear)),
    );
  }

  /** Files and texts that are dropped anywhere on the view, and texts that are pasted beside the fields. */
  #acceptDrops(card) {
    const over = (event) => {
      event.preventDefault();
      card.dataset.over = "";
    };
    const view = document.getElementById("main");
    view.ondragover = over;
    view.ondragleave = (event) => {
      if (!view.contains(event.relatedTarget)) delete card.dataset.over;
    };
    view.onpaste = (event) => {
      if (!event.target.closest("input, textarea")) this.#submitPasted(event.clipboardData.getData("text/plain"));
    };
    view.ondrop = (event) => {
      event.preventDefault();
      delete card.dataset.over;
      const [file] = event.dataTransfer.files;
      if (file) this.#submitFile(file);
      else this.#submitPasted(event.dataTransfer.getData("text/plain"));
    };
  }

  // How a position comes in

  #submitText() {
    this.#submitTyped(this.text.value);
  }

  /** @param {string} text */
  #submitPasted(text) {
    this.text.value = text;
    this.#submitTyped(text);
  }

  /** @param {string} text */
  #submitTyped(text) {
    if (!text.trim()) return;
    const address = addressIn(text);
    if (address) {
      this.#submitAddress(address);
      return;
    }
    if (tellsItsMines(text)) {
      this.#submit({ text });
      return;
    }
    const mines = this.#minesWanted();
    if (mines === null) this.#sayProblem("How many mines are there in all? Fill in “Mines in all”.", this.mines);
    else this.#submit({ text, mines });
  }

  /** @returns {number|null} */
  #minesWanted() {
    const value = Number(this.mines.value);
    const isWhole = this.mines.value.trim() !== "" && Number.isInteger(value) && value >= 0;
    return isWhole ? value : null;
  }

  #submitMines() {
    const mines = this.#minesWanted();
    if (mines === null) {
      this.#sayProblem("“Mines in all” must be a whole number.", this.mines);
      return;
    }
    this.#mines = mines;
    if (this.#rows.length && !this.#typedSomethingElse()) this.#submitRows();
    else this.#submitText();
  }

  /** Whether the text is one that could not be read yet, for want of its mines for instance. */
  #typedSomethingElse() {
    return this.text.value.trim() !== this.#rows.join("\n") && !tellsItsMines(this.text.value);
  }

  /** @param {File|undefined} file */
  async #submitFile(file) {
    if (!file) return;
    try {
      const wish = await readFile(file);
      const mines = this.#minesWanted();
      const isBare = wish.format !== "mbf" && !tellsItsMines(wish.text) && !wish.text.includes("*");
      this.#submit(isBare && mines !== null ? { ...wish, mines } : wish);
    } catch (problem) {
      this.#sayProblem(problem.message);
    }
  }

  #submitRows() {
    this.#submit({ text: this.#rows.join("\n"), mines: this.#mines, format: "text" });
  }

  /** @param {Object} wish */
  #submit(wish) {
    this.#analyse((signal) => post("positions/analyze", wish, signal));
  }

  /** @param {string} address */
  #submitAddress(address) {
    this.#analyse((signal) => get(`positions/${encodeURIComponent(address)}`, signal));
  }

  #clear(height, width) {
    const sides = [Number(height.value), Number(width.value)];
    if (sides.some((side) => !Number.isInteger(side) || side < 1)) {
      this.#sayProblem("Rows and columns must be whole numbers from 1 up.", height);
      return;
    }
    this.#hiddenBoard = null;
    this.#submit({ text: emptyRows(sides[0], sides[1]).join("\n"), mines: this.#minesWanted() ?? 0, format: "text" });
  }

  /** @param {(signal: AbortSignal) => Promise<any>} question */
  async #analyse(question) {
    this.answer.setAttribute("aria-busy", "true");
    try {
      this.#take(await this.#newest.ask(question));
    } catch (problem) {
      if (!wasGivenUp(problem)) this.#sayProblem(problem.message, problem.status === 422 ? this.text : undefined);
    }
    this.answer.setAttribute("aria-busy", "false");
  }

  /** Show a position and all that follows from it. */
  #take(analysis) {
    const { position, contradiction, board } = analysis;
    this.#sayProblem("");
    this.#analysis = analysis;
    this.#rows = position.rows;
    this.#mines = position.mines;
    this.#address = position.address;
    if (board) this.#hiddenBoard = board;
    else if (this.#hiddenBoard && !this.#fitsHiddenBoard()) this.#hiddenBoard = null;
    this.brushes.offer(Boolean(this.#hiddenBoard));
    history.replaceState(null, "", `#/analyse/${encodeURIComponent(this.#address)}`);
    this.link.value = location.href;
    if (document.activeElement !== this.text) this.text.value = this.#rows.join("\n");
    if (document.activeElement !== this.mines) this.mines.value = String(this.#mines);
    this.board.show(this.#rows);
    this.#showOdds();
    this.board.mark({});
    if (contradiction) this.#showContradiction(contradiction);
    else this.#showFindings();
  }

  #fitsHiddenBoard() {
    return this.#rows.every((row, at) =>
      [...row].every((sign, column) => "#F".includes(sign) || this.#hiddenBoard[at]?.[column] === sign),
    );
  }

  // What follows

  #showContradiction({ message, cells, needs_total: needsTotal }) {
    this.board.mark({ clash: cells });
    fill(
      this.answer,
      element("h2", {}, "This position can't be"),
      element("p", { class: "note", data: { kind: "danger" } }, icon("lost"), element("span", {}, `${capital(message)}.`)),
      cells.length > 0 && element(
        "p",
        { class: "small soft after" },
        needsTotal ? "The marked numbers and the total of mines can't all be true." : "The marked numbers can't all be true at once.",
      ),
    );
    announce(`This position can't be: ${message}`);
  }

  #showFindings() {
    const { safe, mines, best, probability } = this.#analysis;
    const hidden = probability.flat().filter((chance) => chance !== null).length;
    const unsure = hidden - safe.length - mines.length;
    const tally = [
      ["safe", counted(safe.length, "safe cell")],
      ["mine", counted(mines.length, "certain mine")],
      ["", `${unsure} unsure`],
    ];
    const summary = element("p", { class: "legend tally-line" });
    for (const [kind, words] of tally) summary.append(element("span", { class: "legend-item" }, element("i", { class: "swatch", data: { kind } }), words));
    const parts = [element("h2", {}, "What follows"), summary];
    if (best) {
      const shown = guessPanel(best, this.#analysis, { onWhy: () => this.#ask(best.cell) });
      parts.push(shown.element);
      this.board.mark(shown.marks);
    } else parts.push(element("p", { class: "soft" }, hidden ? "Every hidden cell is a mine." : "Nothing is hidden."));
    parts.push(element("a", { class: "small after", href: `#/learn/${this.#address}` }, "What each agent knows here"));
    if (this.#hiddenBoard) {
      parts.push(element("p", { class: "note small" }, "The file tells where the mines are. They are kept out of the analysis; take “Open” to uncover cells."));
    }
    fill(this.answer, ...parts);
    announce(`${tally.map(([, words]) => words).join(", ")}.`);
  }

  /** @param {Cell} cell */
  #ask(cell) {
    if (this.#analysis?.contradiction || !this.#isHidden(cell)) return;
    fill(this.answer, this.why.element);
    this.board.showOdds(null);
    this.why.show(cell);
  }

  #leaveWhy() {
    this.why.stop();
    this.#showOdds();
    this.#showFindings();
  }

  #showOdds() {
    const odds = this.#showsOdds && this.#analysis?.probability ? this.#analysis : null;
    this.board.showOdds(odds);
  }

  #switchOdds() {
    const wasAsking = this.answer.contains(this.why.element);
    this.#showsOdds = wasAsking || !this.#showsOdds;
    if (wasAsking) this.#leaveWhy(); // odds and steps would hide each other
    this.oddsSwitch.setAttribute("aria-pressed", String(this.#showsOdds));
    this.#showOdds();
  }

  // Painting

  /** @param {Cell} cell */
  #isHidden([row, column]) {
    return "#F".includes(this.#rows[row][column]);
  }

  /** @param {string} action @param {Cell} cell */
  #act(action, cell) {
    if (action === "why") this.#ask(cell);
    else if (action === "flag") this.#paint(cell, this.#rows[cell[0]][cell[1]] === "F" ? "#" : "F");
    else this.#apply(cell, true);
  }

  /** What the chosen brush does to a cell. @param {Cell} cell @param {boolean} isFirst */
  #apply(cell, isFirst) {
    const { chosen } = this.brushes;
    if (chosen === ASK) {
      if (isFirst) this.#ask(cell);
    } else if (chosen === OPEN) this.#open(cell);
    else this.#paint(cell, chosen);
  }

  /** @param {Cell} cell */
  #open([row, column]) {
    const sign = this.#hiddenBoard[row][column];
    if (sign === "*") this.#sayProblem("There is a mine: a player would have lost here.");
    else this.#paint([row, column], sign);
  }

  /** @param {Cell} cell @param {string} sign */
  #paint(cell, sign) {
    if (this.#rows[cell[0]][cell[1]] === sign) return;
    this.why.stop();
    this.#rows = painted(this.#rows, cell, sign);
    this.board.showOdds(null);
    this.board.mark({});
    this.board.show(this.#rows);
    this.text.value = this.#rows.join("\n");
    this.#submitPainted();
  }

  #submitPainted = whenQuiet(QUIET / 2, () => this.#submitRows());

  /** @param {string} key @param {Cell} cell */
  #key(key, cell) {
    if (/^[0-8]$/.test(key)) this.#paint(cell, key);
    else if (key === "#" || key === "Delete" || key === "Backspace") this.#paint(cell, "#");
    else if (key === "f" || key === "F") this.#act("flag", cell);
    else if (key === "w" || key === "W") this.#ask(cell);
    else if (key === "o" || key === "O") this.#switchOdds();
    else if (key === " " || key === "Enter") this.#apply(cell, true);
    else return false;
    return true;
  }

  // Sharing and trouble

  async #copyLink() {
    this.link.select();
    try {
      await navigator.clipboard.writeText(this.link.value);
    } catch {
      document.execCommand("copy"); // where the page may not write to the clipboard by itself
    }
    const words = this.copy.querySelector("span");
    words.textContent = "Copied";
    announce("The link is copied.");
    setTimeout(() => (words.textContent = "Copy link"), COPIED_FOR);
  }

  /** @param {string} sentence @param {HTMLElement} [where] the field that is wrong */
  #sayProblem(sentence, where) {
    for (const control of [this.text, this.mines]) control.setAttribute("aria-invalid", String(control === where));
    this.error.hidden = !sentence;
    this.answer.toggleAttribute("data-stale", Boolean(sentence));
    fill(this.error, sentence && icon("lost"), sentence && element("span", {}, capital(sentence)));
  }
}
