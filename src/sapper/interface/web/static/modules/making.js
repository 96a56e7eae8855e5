/** Waiting for a board that the server makes, which may take a while: say so, and let it be given up. */

import { announce } from "./announce.js";
import { say } from "./catalogue.js";

const MAKING_IS_TOLD = 400; // milliseconds: most boards are made sooner

export class BoardMaking {
  /** Aborts the request, while it lasts. @type {AbortController|null} */
  #request = null;
  #show;

  /** @param {(words: string) => void} show how it stands */
  constructor(show) {
    this.#show = show;
  }

  /**
   * Ask for something that has a board made; an older request is given up.
   * @template Answer
   * @param {(signal: AbortSignal) => Promise<Answer>} ask
   * @returns {Promise<Answer>}
   */
  async wait(ask) {
    this.abort();
    const mine = new AbortController();
    this.#request = mine;
    const telling = setTimeout(() => this.#show(say("making.under_way")), MAKING_IS_TOLD);
    try {
      return await ask(mine.signal);
    } finally {
      clearTimeout(telling);
      if (this.#request === mine) this.#request = null;
    }
  }

  /** Give it up, and say so. */
  stop() {
    if (!this.#request) return;
    this.abort();
    this.#show(say("making.stopped"));
    announce(say("making.stopped"));
  }

  /** Give it up without a word. */
  abort() {
    this.#request?.abort();
    this.#request = null;
  }
}
