/** The frame around a board: how large its cells are, and which part of it is in sight. */

import { element } from "./dom.js";
import { setting, wantsStillness } from "./settings.js";

const SMALLEST = { fine: 22, coarse: 34 };
/** Still large enough for a finger, and better than a board cut off at the side: nine columns fit into 320 pixels. */
const SMALLEST_TO_FIT = { fine: 22, coarse: 26 };
/** In smaller cells the odds are colours alone, or a mine's sign; their figures are shown where somebody points. */
const ROOM_FOR_FIGURES = 20;
const ROOM_FOR_HUNDRED = 28;
const GAP = 2;
const LABEL = 24;
const EDGE = 10;
/** How much of the screen a board may fill and still be shown whole: the words about it need room too. */
const MOST_OF_SCREEN = 0.6;

export class BoardFrame {
  height = 0;
  width = 0;
  /** Pixels of a cell's side. */
  size = 0;

  /** @param {HTMLElement} grid @param {number} largest pixels of a cell's side, at most */
  constructor(grid, largest) {
    this.grid = grid;
    this.largest = largest;
    this.scroll = element("div", { class: "board-scroll" }, grid);
    this.element = element("div", { class: "board-frame" }, this.scroll);
    this.scroll.addEventListener("scroll", () => this.#showMore(), { passive: true });
    new ResizeObserver(() => this.fit()).observe(this.element);
    this.#listenToHeight();
  }

  /** Make room for a board of another size. @param {number} height @param {number} width */
  hold(height, width) {
    this.height = height;
    this.width = width;
    this.fit();
  }

  /** Pixels from one cell to the next. */
  get pitch() {
    return this.size + GAP;
  }

  /** Make the cells as large as chosen, or as large as fits. */
  fit() {
    if (!this.width) return;
    const coarse = matchMedia("(pointer: coarse)").matches;
    const kind = coarse ? "coarse" : "fine";
    const across = (this.element.clientWidth - LABEL - EDGE) / this.width - GAP;
    const room = parseFloat(getComputedStyle(this.element).getPropertyValue("--board-room"));
    const down = (room - LABEL - EDGE) / this.height - GAP;
    const whole = Math.floor(Math.min(across, down));
    const tight = whole >= SMALLEST_TO_FIT[kind] ? whole : Math.floor(across);
    const least = tight >= SMALLEST_TO_FIT[kind] ? Math.min(SMALLEST[kind], tight) : SMALLEST[kind];
    const fitting = Math.max(least, Math.min(this.largest, whole));
    this.grid.style.setProperty("--cell", `${setting("cell") || fitting}px`);
    this.size = setting("cell") || fitting;
    this.grid.dataset.figures = this.size < ROOM_FOR_FIGURES ? "none" : this.size < ROOM_FOR_HUNDRED ? "short" : "all";
    const wide = LABEL + EDGE + this.width * (this.size + GAP);
    this.element.parentElement?.style.setProperty("--board-width", `${wide}px`);
    // A board that fits the screen is shown whole, and the page scrolls; a taller one scrolls in its frame.
    const tall = LABEL + EDGE + this.height * (this.size + GAP);
    this.element.toggleAttribute("data-whole", tall <= innerHeight * MOST_OF_SCREEN);
    this.#showMore();
  }

  /** Where a cell lies in all that can be scrolled to; its offset is that in its row, where rows are laid out by themselves. @param {HTMLElement} cell */
  placeOf(cell) {
    const [inWindow, frame] = [cell.getBoundingClientRect(), this.scroll.getBoundingClientRect()];
    return { left: inWindow.left - frame.left + this.scroll.scrollLeft, top: inWindow.top - frame.top + this.scroll.scrollTop };
  }

  /** Scroll inside the board's frame, so that the page stays where it is. @param {HTMLElement} place */
  bringIntoView(place) {
    const room = this.pitch;
    const { left, top } = this.placeOf(place);
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.scroll;
    /** @param {number} at @param {number} from @param {number} length */
    const within = (at, from, length) => Math.min(Math.max(from, at + 2 * room - length), Math.max(at - LABEL - room, 0));
    this.scroll.scrollTo({
      top: within(top, scrollTop, clientHeight),
      left: within(left, scrollLeft, clientWidth),
      behavior: wantsStillness() ? "auto" : "smooth",
    });
  }

  /** Mark the sides of the frame beyond which the board continues. */
  #showMore() {
    const { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth } = this.scroll;
    this.scroll.toggleAttribute("data-more-below", scrollHeight - scrollTop - clientHeight > EDGE);
    this.scroll.toggleAttribute("data-more-right", scrollWidth - scrollLeft - clientWidth > EDGE);
  }

  /** A window that only grows taller does not resize the frame, but leaves more room in it. */
  #listenToHeight() {
    let hasBeenShown = false; // a board may be made before it is put on the page
    const refit = () => {
      hasBeenShown ||= this.element.isConnected;
      if (this.element.isConnected) this.fit();
      else if (hasBeenShown) removeEventListener("resize", refit);
    };
    addEventListener("resize", refit);
  }
}
