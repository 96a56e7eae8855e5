/** Where a position comes from: typed or pasted text, a file, a picture, a link, or an empty board. */

import { sentenceOf } from "./api.js";
import { say } from "./catalogue.js";
import { element, field, fill, WhenQuiet } from "./dom.js";
import { fileChooser, listenToDrops } from "./dropping.js";
import { button, icon } from "./icons.js";
import { hasServer } from "./ports.js";
import { LONGEST_SIDE } from "./tables.js";
import { addressIn, emptyRows, isPicture, lacksTotal, readFile, tellsItsMines } from "./position.js";
import { isReplay, reviewFile } from "./replays.js";
import { capital } from "./words.js";

/** @import { PositionRequest } from "./shapes.d.ts" */

const QUIET = 250;

export class PositionSource {
  #typing = new WhenQuiet(QUIET);
  /** @type {(() => void)|null} */
  #endDrops = null;
  /** Whether a total was typed for a position that is still to come. */
  #isTotalMeant = false;
  /** Whether the incoming text is another position rather than a correction. */
  #isAnother = false;

  /**
   * @param {Object} reactions
   * @param {(request: PositionRequest) => void} reactions.onText
   * @param {(address: string) => void} reactions.onAddress
   * @param {(mines: number) => void} reactions.onMines only the total changed
   * @param {(picture: File) => void} reactions.onPicture
   * @param {() => void} reactions.onProblem the text can't be read, so what is shown is not what is written
   */
  constructor({ onText, onAddress, onMines, onPicture, onProblem }) {
    this.onText = onText;
    this.onAddress = onAddress;
    this.onMines = onMines;
    this.onPicture = onPicture;
    this.onProblem = onProblem;
    this.shown = "";
    this.text = element("textarea", {
      class: "text-area",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      placeholder: "1##\n12#\n##1",
      on: {
        beforeinput: ({ inputType }) => {
          this.#isAnother = inputType === "insertFromPaste" && this.#isReplaced();
        },
        input: () => {
          if (this.#isAnother) this.#doubtTotal();
          this.#typing.ask(() => this.#take(this.text.value));
        },
      },
    });
    this.mines = element("input", {
      class: "input number",
      type: "number",
      min: 0,
      inputmode: "numeric",
      on: {
        input: () => {
          this.#isTotalMeant = true;
          this.#typing.ask(() => this.#takeMines());
        },
      },
    });
    this.error = element("p", { class: "note", data: { kind: "danger" }, role: "alert", hidden: true });
    this.element = element(
      "section",
      { class: "card stack drop" },
      element("h2", {}, say("analyse.position")),
      field(say("source.text"), this.text),
      this.error,
      element("div", { class: "fields-2" }, field(say("source.mines"), this.mines), this.#fileField()),
      this.#emptyBoard(),
    );
  }

  /** Show the position as text, except in a field that is being typed in. @param {string[]} rows @param {number} mines */
  show(rows, mines) {
    this.sayProblem("");
    this.shown = rows.join("\n");
    if (document.activeElement !== this.text) this.text.value = this.shown;
    if (document.activeElement !== this.mines) this.mines.value = String(mines);
  }

  /** @param {string} sentence @param {HTMLElement} [where] the field at fault */
  sayProblem(sentence, where) {
    for (const control of [this.text, this.mines]) control.setAttribute("aria-invalid", String(control === where));
    this.error.hidden = !sentence;
    fill(this.error, sentence && icon("lost"), sentence && element("span", {}, capital(sentence)));
    if (where) this.onProblem();
  }

  /** Take what is dropped on a view, or pasted outside its fields. @param {HTMLElement} view */
  listenOn(view) {
    this.#endDrops = listenToDrops(view, {
      onOver: (isOver) => this.element.toggleAttribute("data-over", isOver),
      onFile: (file) => this.#takeFile(file),
      onText: (text) => this.#takeElsewhere(text),
    });
    document.addEventListener("paste", this.#pasted); // which goes to the body where nothing has the focus
  }

  /** @param {ClipboardEvent} event */
  #pasted = (event) => {
    const isIn = (/** @type {string} */ places) => event.target instanceof Element && event.target.closest(places);
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const picture = [...(event.clipboardData?.files ?? [])].find(isPicture);
    // Cells of a spreadsheet come as a picture, too, and a copied file with its name.
    if (picture && !text.trim().includes("\n") && !isIn("dialog")) {
      event.preventDefault();
      this.#takeFile(picture);
    } else if (!isIn("input, textarea, dialog")) {
      this.#takeElsewhere(text);
    }
  };

  /** Drop what was typed but not yet taken: something newer has come from elsewhere. */
  giveUpTyping() {
    this.#typing.giveUp();
  }

  leave() {
    this.giveUpTyping();
    document.removeEventListener("paste", this.#pasted);
    this.#endDrops?.();
  }

  #fileField() {
    const chooser = fileChooser((file) => this.#takeFile(file), hasServer);
    return element("div", { class: "field" }, element("span", { class: "label" }, say(hasServer ? "picture.file" : "source.drop")), ...chooser);
  }

  #emptyBoard() {
    const side = () => element("input", { class: "input number", type: "number", min: 1, max: LONGEST_SIDE, value: "9" });
    const [height, width] = [side(), side()];
    const clear = button({ icon: "bin", label: say("source.empty"), act: () => this.#takeEmpty(height, width) });
    const row = [field(say("source.rows"), height), field(say("source.columns"), width), element("div", { class: "field field-foot" }, clear)];
    return element(
      "details",
      {},
      element("summary", { class: "small" }, say("source.start_empty")),
      element("div", { class: "fields-3 details-body" }, ...row),
    );
  }

  /** @param {string} text */
  #takeElsewhere(text) {
    this.giveUpTyping();
    this.text.value = text;
    this.#doubtTotal();
    this.#take(text);
  }

  /** Whether what is now pasted replaces the whole text. */
  #isReplaced() {
    const { value, selectionStart, selectionEnd } = this.text;
    return !(value.slice(0, selectionStart) + value.slice(selectionEnd)).trim();
  }

  /** Another position has come, to which the old total does not apply. */
  #doubtTotal() {
    if (!this.#isTotalMeant) this.mines.value = "";
    this.#isTotalMeant = false;
  }

  /** @param {string} text */
  #take(text) {
    if (!text.trim()) return;
    const address = addressIn(text);
    const mines = this.#total();
    if (address) this.onAddress(address);
    else if (tellsItsMines(text)) this.onText({ text });
    else if (mines !== null) this.onText({ text, mines });
    else this.sayProblem(say("source.how_many"), this.mines);
  }

  #takeMines() {
    const mines = this.#total();
    const isTextShown = this.text.value.trim() === this.shown || tellsItsMines(this.text.value);
    if (mines === null) this.sayProblem(say("source.bad_mines"), this.mines);
    else if (isTextShown) this.onMines(mines);
    else this.#take(this.text.value);
  }

  /** @param {File|undefined} file */
  async #takeFile(file) {
    if (!file) return;
    this.giveUpTyping();
    if (isPicture(file)) {
      this.onPicture(file);
      return;
    }
    if (await isReplay(file)) {
      reviewFile(file);
      return;
    }
    try {
      const request = await readFile(file);
      if (lacksTotal(request)) this.#takeElsewhere(request.text);
      else this.onText(request);
    } catch (problem) {
      this.sayProblem(sentenceOf(problem));
    }
  }

  /** @param {HTMLInputElement} height @param {HTMLInputElement} width */
  #takeEmpty(height, width) {
    this.giveUpTyping();
    const sides = [Number(height.value), Number(width.value)];
    const isBoard = sides.every((side) => Number.isInteger(side) && side >= 1 && side <= LONGEST_SIDE);
    if (isBoard) this.onText({ text: emptyRows(sides[0], sides[1]).join("\n"), mines: this.#total() ?? 0, format: "text" });
    else this.sayProblem(say("source.bad_size", { most: LONGEST_SIDE }));
  }

  /** @returns {number|null} the total that was typed */
  #total() {
    const value = Number(this.mines.value);
    return this.mines.value.trim() !== "" && Number.isInteger(value) && value >= 0 ? value : null;
  }
}
