/** The server, asked. Every refusal is a sentence; a server that does not answer is told apart. */

const RETRY_AFTER = 1500;

export class Refused extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

export class Unreachable extends Error {}

/** @type {Set<(reachable: boolean) => void>} */
const listeners = new Set();
let reachable = true;

/** @param {(reachable: boolean) => void} react */
export function onConnection(react) {
  listeners.add(react);
  return () => listeners.delete(react);
}

/** @param {boolean} now */
function tell(now) {
  if (now === reachable) return;
  reachable = now;
  for (const react of listeners) react(now);
  if (!now) setTimeout(knock, RETRY_AFTER);
}

/** Ask again and again, until there is an answer. */
async function knock() {
  try {
    await fetch("api/levels", { cache: "no-store" });
    tell(true);
  } catch {
    setTimeout(knock, RETRY_AFTER);
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
async function ask(path, options = {}) {
  let answer;
  try {
    answer = await fetch(`api/${path}`, options);
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === "AbortError") throw problem;
    tell(false);
    throw new Unreachable("The server does not answer.");
  }
  tell(true);
  if (answer.status === 204) return null;
  let content = null;
  try {
    content = await answer.json();
  } catch {
    // Not ours, or cut off: said below.
  }
  if (answer.ok && content !== null) return content;
  throw new Refused(refusal(content, answer.status), answer.status);
}

/** @param {any} content @param {number} status */
function refusal(content, status) {
  if (typeof content?.error === "string") return content.error;
  return `The server answered with the code ${status} and no explanation.`;
}

/** @param {string} path @param {AbortSignal} [signal] */
export const get = (path, signal) => ask(path, { signal });

/** @param {string} path @param {Object} [content] @param {AbortSignal} [signal] */
export const post = (path, content = {}, signal) =>
  ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(content),
    signal,
  });

/** @param {string} path */
export const remove = (path) => ask(path, { method: "DELETE" });

/** Whether a problem is only that a newer question took the place of this one. @param {unknown} problem */
export const wasGivenUp = (problem) => problem instanceof DOMException && problem.name === "AbortError";

/** Questions of which only the newest counts: asking again gives the last one up. */
export class Newest {
  /** @type {AbortController|null} */
  #running = null;

  /** @template Answer @param {(signal: AbortSignal) => Promise<Answer>} question @returns {Promise<Answer>} */
  async ask(question) {
    this.giveUp();
    const mine = new AbortController();
    this.#running = mine;
    const answer = await question(mine.signal);
    mine.signal.throwIfAborted();
    return answer;
  }

  giveUp() {
    this.#running?.abort();
    this.#running = null;
  }
}
