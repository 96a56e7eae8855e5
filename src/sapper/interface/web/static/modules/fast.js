/** Fast mode: up to which grade easy moves are made for the player. */

import { announce } from "./announce.js";
import { say, tell } from "./catalogue.js";
import { keyOf, shownKeyOf } from "./commands.js";
import { element, field, select } from "./dom.js";
import { keep, setting } from "./settings.js";
import { GRADES } from "./tables.js";
import { capital } from "./words.js";

/** @import { BoardGrade } from "./shapes.d.ts" */

/** Off, and then each grade. @type {(BoardGrade|"")[]} */
const CHOICES = ["", ...GRADES];

export class FastMode {
  constructor() {
    /** @type {[string, string][]} */
    const options = CHOICES.map((grade) => [grade, grade ? capital(tell(`play.grades.${grade}`)) : say("fast.off")]);
    this.select = select(options, this.grade ?? "", { "aria-keyshortcuts": keyOf("fast"), on: { change: () => this.#choose(this.select.selectedIndex) } });
    this.element = field(say("fast.label"), this.select, element("kbd", { class: "key mouse-only", "aria-hidden": "true" }, shownKeyOf("fast")));
    this.element.classList.add("speed");
  }

  /** Up to which grade moves are made for the player; null for none. */
  get grade() {
    return GRADES.find((grade) => grade === setting("fast")) ?? null;
  }

  /** Do more for the player, up to the hardest grade; then nothing again. */
  change() {
    this.#choose((this.select.selectedIndex + 1) % CHOICES.length);
  }

  /** @param {number} at */
  #choose(at) {
    const grade = CHOICES[at];
    keep({ fast: grade });
    this.select.selectedIndex = at;
    announce(grade ? tell("play.fast_on", { grade: tell(`play.grades.${grade}`), detail: tell(`play.grade_details.${grade}`) }) : tell("play.fast_off"));
  }
}
