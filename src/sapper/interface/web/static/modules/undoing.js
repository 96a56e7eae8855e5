/** What was there before, to be brought back, and forward again. */

const MOST_KEPT = 500;

/** @template State */
export class Undoing {
  /** @type {State[]} */
  #past = [];
  /** @type {State[]} */
  #future = [];

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Something is about to change. @param {State} now */
  remember(now) {
    this.#past.push(now);
    if (this.#past.length > MOST_KEPT) this.#past.shift();
    this.#future = [];
  }

  /** @param {State} now @returns {State} what was there before; `now` if there was nothing */
  undo(now) {
    const before = this.#past.pop();
    if (before === undefined) return now;
    this.#future.push(now);
    return before;
  }

  /** @param {State} now @returns {State} */
  redo(now) {
    const after = this.#future.pop();
    if (after === undefined) return now;
    this.#past.push(now);
    return after;
  }
}
