/** The risks of a game as bars, one per turn; the decisive turn carries a flag. */

import { say } from "./catalogue.js";
import { element, freshIdentity } from "./dom.js";
import { shape } from "./icons.js";
import { percent } from "./words.js";

/** @import { Review, ReviewStep } from "./shapes.d.ts" */

const HEIGHT = 100;
const LEAST_SCALE = 0.5;
const WIDEST_BAR = 14;
const TICK = 2;

export class Timeline {
  /**
   * @param {Review} review
   * @param {(at: number) => void} onChoose takes the step, counted from 0; the number of steps stands for the end
   */
  constructor({ steps, deciding }, onChoose) {
    this.steps = steps;
    this.count = steps.length + 1;
    const risks = steps.map(({ entry }) => entry.mine_probability ?? 0);
    this.scale = Math.max(LEAST_SCALE, ...risks);
    this.drawing = shape("svg", { viewBox: `0 0 ${this.count} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.now = shape("rect", { class: "now", y: 0, width: 1, height: HEIGHT });
    this.drawing.append(this.#guide(0.5), this.#guide(1), this.now, ...steps.flatMap((step, at) => this.#bars(step, at)));
    const top = element("span", { class: "timeline-scale" }, percent(this.scale, 0));
    this.chart = element("div", { class: "timeline", on: { click: (event) => onChoose(this.#stepAt(event)) } }, this.drawing, top);
    if (deciding !== null) {
      const style = { "--at": String((deciding + 0.5) / this.count) };
      this.chart.append(element("span", { class: "timeline-flag", style }, say("review.deciding_flag")));
    }
    this.slider = element("input", {
      class: "range",
      type: "range",
      id: freshIdentity(),
      min: 0,
      max: steps.length,
      step: 1,
      value: "0",
      "aria-label": say("review.turn"),
      on: { input: () => onChoose(Number(this.slider.value)) },
    });
    this.legend = this.#legend();
    this.element = element("div", {}, this.chart, this.slider);
  }

  /** @param {number} at @param {string} words */
  show(at, words) {
    this.now.setAttribute("x", String(at));
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", words);
  }

  /** @param {number} share of the full height */
  #guide(share) {
    const y = HEIGHT * (1 - share);
    return shape("line", { class: "guide", x1: 0, x2: this.count, y1: y, y2: y });
  }

  /** @param {ReviewStep} step @param {number} at */
  #bars({ entry }, at) {
    const taken = entry.mine_probability;
    if (!taken) return [shape("rect", { class: "quiet", x: at + 0.2, y: HEIGHT - TICK, width: 0.6, height: TICK })];
    const best = entry.best_probability ?? 0;
    const width = Math.min(0.72, (this.count / 100) * WIDEST_BAR);
    const x = at + (1 - width) / 2;
    /** @param {"taken"|"best"} kind @param {number} risk */
    const bar = (kind, risk) => {
      const height = Math.max(TICK, (risk / this.scale) * HEIGHT);
      return shape("rect", { class: kind, x, y: HEIGHT - height, width, height });
    };
    return [bar("taken", taken), ...(best ? [bar("best", best)] : [])];
  }

  #legend() {
    /** @param {"taken"|"best"|"quiet"} kind @param {string} words */
    const item = (kind, words) => element("span", { class: "legend-item" }, element("i", { class: "bar-swatch", data: { kind } }), words);
    return element("div", { class: "legend" }, item("taken", say("review.bar_taken")), item("best", say("review.bar_best")), item("quiet", say("review.bar_quiet")));
  }

  /** @param {MouseEvent} event */
  #stepAt(event) {
    const { left, width } = this.chart.getBoundingClientRect();
    return Math.max(0, Math.min(this.count - 1, Math.floor(((event.clientX - left) / width) * this.count)));
  }
}
