/** A clock that somebody starts and stops: the twin of `sapper/play/clock.py`. */

export class Clock {
  #passed;
  /** @type {number|null} */
  #started = null;
  #hasBegun;

  /** @param {number} seconds what it shows */
  constructor(seconds) {
    this.#passed = seconds;
    this.#hasBegun = seconds > 0;
  }

  get isRunning() {
    return this.#started !== null;
  }

  /** Run, if it does not already. */
  start() {
    this.#hasBegun = true;
    this.#started ??= performance.now();
  }

  /** Run again, if it ever did. */
  resume() {
    if (this.#hasBegun) this.start();
  }

  stop() {
    this.#passed = this.seconds;
    this.#started = null;
  }

  /** To the millisecond. */
  get seconds() {
    const running = this.#started === null ? 0 : (performance.now() - this.#started) / 1000;
    return Math.round(1000 * (this.#passed + running)) / 1000;
  }
}
