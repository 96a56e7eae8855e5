/**
 * A board as a grid, for mouse, touch, keyboard and screen reader.
 *
 * It shows rows of signs, odds and marks, and updates only the cells that change. Its owner decides
 * what a click means.
 */

import { say } from "./catalogue.js";
import { element } from "./dom.js";
import { isForAll, isFreeSpace, takeKeys } from "./early_keys.js";
import { BoardFrame } from "./frame.js";
import { listenToPointer } from "./gestures.js";
import { wantsStillness } from "./settings.js";
import { Tooltip } from "./tooltip.js";
import { percentInCell, percent, signInWords } from "./words.js";

/** @import { Judgement, Odds as AllOdds, TurnRequest } from "./shapes.d.ts" */

/** @typedef {TurnRequest["cell"]} Cell A row and a column, counted from 0. */
/** @typedef {`${Judgement} ${"safe"|"mine"}`} BeliefMark What an agent believes, and what becomes of it. */
/** @typedef {"press"|"flag"|"chord"|"why"} Action What a click or a key means. */
/** @typedef {{probability: AllOdds["probability"]|null}} Odds The chance of a mine in each hidden cell. */

/**
 * @typedef {Object} Marks What a board points at, beyond what it shows.
 * @property {Cell[]} [used] numbers that a step uses
 * @property {Cell[]} [spoken] cells that a step is about
 * @property {Cell[]} [safe] cells known to be safe
 * @property {Cell[]} [mine] cells known to be mines
 * @property {Cell[]} [clash] numbers that contradict each other
 * @property {Cell[]} [asked] the cell asked about
 * @property {Cell[]} [best] the cell to open
 * @property {Cell[]} [last] the cell of the last turn
 * @property {Cell[]} [here] where the turn under review was made
 * @property {Cell[]} [doubtful] cells of a picture that may have been misread
 * @property {Cell[]} [only] cells that another agent does not know
 * @property {Cell[]} [pulse] cells to look at first
 * @property {[cell: Cell, letter: string][]} [badges] letters on cells
 */

const FAR = 10;
const DIGITS_OF_EXACT_ODDS = 3;
const LARGEST = 54;
const MOST_ANIMATED = 500;
/** Of a board with more cells, only the rows in sight are laid out. */
const MOST_LAID_OUT = 2500;
const RIPPLE = 14;
const LONGEST_RIPPLE = 180;

/** The marks that are told in words, too. */
const TOLD_MARKS = /** @type {const} */ (["used", "spoken", "safe", "mine", "clash", "doubtful", "best", "here"]);

export class BoardView {
  #isListening = false;

  /**
   * @param {Object} options
   * @param {string} options.label the name of the grid
   * @param {(action: Action, cell: Cell) => void} [options.onAct]
   * @param {(key: string, cell: Cell) => boolean} [options.onKey] a key that is no movement; returns whether it meant something
   * @param {(cell: Cell, isFirst: boolean) => void} [options.onStroke] painting: the mouse is dragged over a cell
   * @param {boolean} [options.hearsAll] letters work wherever the focus is, except in fields and dialogs
   * @param {boolean} [options.hearsSpace] so does Space, which would scroll the page
   * @param {number} [options.largest] pixels of a cell's side, at most
   */
  constructor({ label, onAct, onKey, onStroke, hearsAll = false, hearsSpace = false, largest = LARGEST }) {
    this.label = label;
    this.onAct = onAct;
    this.onKey = onKey;
    this.height = 0;
    this.width = 0;
    /** @type {HTMLElement[]} */
    this.cells = [];
    /** @type {string[]} */
    this.signs = [];
    /** @type {(number|null)[]} */
    this.risks = [];
    /** @type {Map<number, string>} */
    this.marks = new Map();
    /** @type {Map<number, string>} */
    this.badges = new Map();
    /** @type {Map<number, BeliefMark>} */
    this.beliefs = new Map();
    this.current = 0;

    this.grid = element("div", { class: "board", role: "grid", data: onAct ? { live: "" } : {} });
    this.frame = new BoardFrame(this.grid, largest);
    this.element = this.frame.element;
    listenToPointer(this.grid, {
      primary: (cell, event) => this.#act(event.shiftKey ? "why" : "press", cell),
      secondary: (cell) => this.#act("flag", cell),
      middle: (cell) => this.#act("chord", cell),
      stroke: onStroke && ((cell, isFirst) => onStroke(this.#cellAt(this.#choose(cell)), isFirst)),
    });
    this.tooltip = new Tooltip(this.grid, (place) => this.#exactOdds(Number(place.dataset.at)));
    this.element.append(this.tooltip.element);
    this.grid.addEventListener("keydown", (event) => this.#pressed(event));
    this.hearsAll = hearsAll;
    this.hearsSpace = hearsSpace;
    this.frame.scroll.addEventListener("scroll", () => this.tooltip.hide(), { passive: true });
  }

  /** @param {string[]} rows @param {Cell} [origin] where the change began, for the ripple */
  show(rows, origin) {
    this.listen();
    if (rows.length !== this.height || rows[0]?.length !== this.width) this.#build(rows);
    /** @type {number[]} */
    const changed = [];
    for (let row = 0; row < this.height; row += 1) {
      for (let column = 0; column < this.width; column += 1) {
        const at = row * this.width + column;
        if (this.signs[at] === rows[row][column]) continue;
        this.signs[at] = rows[row][column];
        changed.push(at);
      }
    }
    for (const at of changed) this.#draw(at);
    if (!origin || changed.length > MOST_ANIMATED || wantsStillness()) return;
    for (const at of changed) this.#ripple(at, origin);
  }

  /** @param {Odds|null} odds */
  showOdds(odds) {
    this.grid.toggleAttribute("data-odds", Boolean(odds));
    for (let at = 0; at < this.cells.length; at += 1) {
      const [row, column] = this.#cellAt(at);
      const risk = odds?.probability?.[row]?.[column] ?? null;
      const before = this.risks[at];
      this.risks[at] = risk;
      if (!readAlike(before, risk)) this.#draw(at);
    }
  }

  /** The chance of a mine, closer than a cell has room for. @param {number} at */
  #exactOdds(at) {
    const risk = this.risks[at];
    const isShown = this.grid.hasAttribute("data-odds") && "#F".includes(this.signs[at]);
    return isShown && risk !== null ? percent(risk, DIGITS_OF_EXACT_ODDS) : "";
  }

  /** What an agent believes, and what it has missed. @param {[cell: Cell, mark: BeliefMark][]} beliefs */
  believe(beliefs) {
    const before = this.beliefs;
    this.beliefs = new Map(beliefs.filter(([cell]) => this.has(cell)).map(([cell, mark]) => [this.#indexOf(cell), mark]));
    for (const at of new Set([...before.keys(), ...this.beliefs.keys()])) {
      if (before.get(at) !== this.beliefs.get(at)) this.#draw(at);
    }
  }

  /** Whether there is such a cell. @param {Cell} cell */
  has([row, column]) {
    return row >= 0 && row < this.height && column >= 0 && column < this.width;
  }

  /** @param {Marks} marks */
  mark({ badges = [], ...kinds }) {
    /** @type {Map<number, string>} */
    const marks = new Map();
    for (const [kind, cells] of Object.entries(kinds)) {
      for (const cell of cells ?? []) {
        const at = this.#indexOf(cell);
        marks.set(at, marks.has(at) ? `${marks.get(at)} ${kind}` : kind);
      }
    }
    const letters = new Map(badges.map(([cell, letter]) => [this.#indexOf(cell), letter]));
    const touched = new Set([...this.marks.keys(), ...marks.keys(), ...this.badges.keys(), ...letters.keys()]);
    const before = [this.marks, this.badges];
    this.marks = marks;
    this.badges = letters;
    for (const at of touched) {
      if (before[0].get(at) !== marks.get(at) || before[1].get(at) !== letters.get(at)) this.#draw(at);
    }
  }

  /** @param {Cell} cell */
  focus(cell) {
    this.#moveTo(this.#indexOf(cell), true);
  }

  /** Let the keyboard continue from a cell; the focus moves along if it is on the board. @param {Cell} cell */
  follow(cell) {
    this.#moveTo(this.#indexOf(cell), this.hasFocus, true);
    this.bringIntoView(cell);
  }

  /** Mark cells, and scroll to those that an explanation is about. @param {Marks} marks */
  point(marks) {
    this.mark(marks);
    const [first] = [...(marks.used ?? []), ...(marks.spoken ?? []), ...(marks.asked ?? [])];
    if (first) this.bringIntoView(first);
  }

  /** Scroll inside the board's frame, so that the page stays where it is. @param {Cell} cell */
  bringIntoView(cell) {
    const place = this.cells[this.#indexOf(cell)];
    if (place) this.frame.bringIntoView(place);
  }

  /** Whether the focus is on the board. */
  get hasFocus() {
    return this.grid.contains(document.activeElement);
  }

  /** @returns {Cell} */
  get currentCell() {
    return this.#cellAt(this.current);
  }

  /** @param {string[]} rows */
  #build(rows) {
    this.height = rows.length;
    this.width = rows[0].length;
    const count = this.height * this.width;
    this.signs = new Array(count).fill("");
    this.risks = new Array(count).fill(null);
    this.marks = new Map();
    this.badges = new Map();
    this.beliefs = new Map();
    this.cells = [];
    this.current = 0;
    this.grid.removeAttribute("data-odds");
    this.grid.toggleAttribute("data-large", count > MOST_LAID_OUT);
    this.grid.setAttribute("aria-label", say("board.label", { label: this.label, height: this.height, width: this.width }));
    this.grid.setAttribute("aria-rowcount", String(this.height + 1));
    this.grid.setAttribute("aria-colcount", String(this.width + 1));
    const parts = [this.#columnLabels()];
    for (let row = 0; row < this.height; row += 1) parts.push(this.#row(row));
    this.grid.replaceChildren(...parts);
    this.frame.hold(this.height, this.width);
  }

  #columnLabels() {
    const line = element("div", { class: "board-row", role: "row", "aria-rowindex": 1 });
    const corner = element("span", { class: "only-heard" }, say("board.row"));
    line.append(element("div", { class: "board-label", role: "columnheader", "aria-colindex": 1 }, corner));
    for (let column = 0; column < this.width; column += 1) {
      const place = { class: "board-label", role: "columnheader", "aria-colindex": column + 2 };
      line.append(element("div", place, String(column)));
    }
    return line;
  }

  /** @param {number} row */
  #row(row) {
    const line = element("div", { class: "board-row", role: "row", "aria-rowindex": row + 2 });
    line.append(element("div", { class: "board-label", role: "rowheader", "aria-colindex": 1 }, String(row)));
    for (let column = 0; column < this.width; column += 1) {
      const at = row * this.width + column;
      const cell = document.createElement("div");
      cell.className = "cell";
      cell.setAttribute("role", "gridcell");
      cell.setAttribute("aria-colindex", String(column + 2));
      cell.tabIndex = at === this.current ? 0 : -1;
      cell.dataset.at = String(at);
      this.cells.push(cell);
      line.append(cell);
    }
    return line;
  }

  /** Update how one cell looks and reads. @param {number} at */
  #draw(at) {
    const cell = this.cells[at];
    if (!cell) return;
    const sign = this.signs[at];
    const risk = this.risks[at];
    const marks = this.marks.get(at);
    const badge = this.badges.get(at);
    const isCovered = sign === "#" || sign === "F";
    cell.dataset.sign = sign;
    setOrDrop(cell, "marks", marks);
    setOrDrop(cell, "badge", badge);
    setOrDrop(cell, "belief", this.beliefs.get(at));
    if (isCovered && risk !== null) {
      cell.dataset.risk = risk === 0 ? "safe" : risk === 1 ? "mine" : "chance";
      cell.dataset.heat = String(Math.round(100 * risk));
      write(cell, percentInCell(risk));
    } else {
      delete cell.dataset.risk;
      write(cell, sign >= "1" && sign <= "8" ? sign : "");
    }
    cell.setAttribute("aria-label", this.#words(at, isCovered ? risk : null, marks, badge));
  }

  /** @param {number} at @param {number|null} risk @param {string|undefined} marks @param {string|undefined} badge */
  #words(at, risk, marks, badge) {
    const [row, column] = this.#cellAt(at);
    const parts = [say("board.cell", { row, column, shows: signInWords(this.signs[at]) })];
    if (risk !== null) parts.push(say("board.chance", { chance: percent(risk) }));
    if (marks) for (const mark of TOLD_MARKS) if (marks.split(" ").includes(mark)) parts.push(say(`board.marks.${mark}`));
    if (badge) parts.push(say("board.candidate", { letter: badge }));
    const belief = this.beliefs.get(at);
    if (belief) parts.push(say(`board.beliefs.${belief}`));
    return parts.length === 1 ? parts[0] : parts.join(say("board.separator"));
  }

  /** @param {number} at @param {Cell} origin */
  #ripple(at, origin) {
    const [row, column] = this.#cellAt(at);
    const distance = Math.hypot(row - origin[0], column - origin[1]);
    const cell = this.cells[at];
    cell.style.setProperty("--delay", `${Math.min(distance * RIPPLE, LONGEST_RIPPLE)}ms`);
    cell.dataset.fresh = "";
    cell.addEventListener("animationend", () => delete cell.dataset.fresh, { once: true });
  }

  /** @param {Action} action @param {HTMLElement} place */
  #act(action, place) {
    const cell = this.#cellAt(this.#choose(place));
    this.onAct?.(action, cell);
  }

  /** Let the keyboard continue from the chosen cell. @param {HTMLElement} place */
  #choose(place) {
    const at = Number(place.dataset.at);
    this.#moveTo(at, true, true);
    return at;
  }

  /** @param {number} at @param {boolean} withFocus @param {boolean} [staying] */
  #moveTo(at, withFocus, staying = false) {
    this.cells[this.current].tabIndex = -1;
    this.current = at;
    this.cells[at].tabIndex = 0;
    if (!withFocus) return;
    this.cells[at].focus({ preventScroll: true });
    if (!staying) this.cells[at].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.altKey || event.metaKey) return;
    const [row, column] = this.currentCell;
    const target = this.#target(event, row, column);
    if (target) {
      event.preventDefault();
      this.#moveTo(this.#indexOf(target), true);
    } else if (!event.ctrlKey && !event.repeat && this.onKey?.(event.key, [row, column])) {
      event.preventDefault();
    } else if (event.key === " ") {
      event.preventDefault(); // else the page would scroll
    }
  }

  /** Hear all keys for as long as the board is on the page, and those that came too early for it; the first rows do this. */
  listen() {
    if (this.#isListening || !this.hearsAll) return;
    this.#isListening = true;
    /** @param {KeyboardEvent} event */
    const hear = (event) => {
      const isForGrid = event.target instanceof Element && this.grid.contains(event.target);
      if (!this.element.isConnected) document.removeEventListener("keydown", hear);
      else if (!isForGrid && this.#hears(event)) event.preventDefault();
    };
    document.addEventListener("keydown", hear);
    const early = takeKeys();
    queueMicrotask(() => early.forEach(({ key }) => this.onKey?.(key, this.currentCell))); // once the view has drawn the rest
  }

  /** Hear a key from outside the grid, if it is meant for it; whether it was. @param {KeyboardEvent} event */
  #hears(event) {
    const isSpace = this.hearsSpace && isFreeSpace(event);
    if (isSpace && event.repeat) return true;
    return (isSpace || isForAll(event)) && Boolean(this.onKey?.(event.key, this.currentCell));
  }

  /** The cell that a key moves to. @param {KeyboardEvent} event @param {number} row @param {number} column @returns {Cell|null} */
  #target({ key, ctrlKey }, row, column) {
    const [bottom, right] = [this.height - 1, this.width - 1];
    switch (key) {
      case "ArrowUp":
        return [Math.max(row - 1, 0), column];
      case "ArrowDown":
        return [Math.min(row + 1, bottom), column];
      case "ArrowLeft":
        return [row, Math.max(column - 1, 0)];
      case "ArrowRight":
        return [row, Math.min(column + 1, right)];
      case "Home":
        return ctrlKey ? [0, 0] : [row, 0];
      case "End":
        return ctrlKey ? [bottom, right] : [row, right];
      case "PageUp":
        return [Math.max(row - FAR, 0), column];
      case "PageDown":
        return [Math.min(row + FAR, bottom), column];
      default:
        return null;
    }
  }

  /** @param {number} at @returns {Cell} */
  #cellAt(at) {
    return [Math.floor(at / this.width), at % this.width];
  }

  /** @param {Cell} cell */
  #indexOf([row, column]) {
    return row * this.width + column;
  }
}

/** Whether two risks look and sound the same; certainty is like nothing else. @param {number|null} one @param {number|null} other */
function readAlike(one, other) {
  if (one === other) return true;
  if (one === null || other === null || one === 0 || one === 1 || other === 0 || other === 1) return false;
  return percent(one) === percent(other);
}

/** The heat of a cell as rules for each percent: cells with styles of their own would each be worked out anew. */
const heat = new CSSStyleSheet();
heat.replaceSync(Array.from({ length: 101 }, (_, each) => `.cell[data-heat="${each}"] { --risk: ${each / 100} }`).join("\n"));
document.adoptedStyleSheets.push(heat);

/** The same text, written again, would be laid out again. @param {HTMLElement} place @param {string} text */
function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** @param {HTMLElement} place @param {string} name @param {string|undefined} value */
function setOrDrop(place, name, value) {
  if (value === undefined) delete place.dataset[name];
  else place.dataset[name] = value;
}
