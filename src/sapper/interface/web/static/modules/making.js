/** Waiting for a board that the server makes, which may take a while: say so, and let it be given up. */

import { announce } from "./announce.js";

const MAKING = "Making a board that needs no guess. Escape stops.";
const MAKING_IS_TOLD = 400; // milliseconds: most boards are made sooner
const STOPPED = "No board was made.";

export class BoardMaking {
  /** Aborts the request, while it lasts. @type {AbortController|null} */
  #request = null;
  #say;

  /** @param {(words: string) => void} say shows how it stands */
  constructor(say) {
    this.#say = say;
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
    const telling = setTimeout(() => this.#say(MAKING), MAKING_IS_TOLD);
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
    this.#say(STOPPED);
    announce(STOPPED);
  }

  /** Give it up without a word. */
  abort() {
    this.#request?.abort();
    this.#request = null;
  }
}
