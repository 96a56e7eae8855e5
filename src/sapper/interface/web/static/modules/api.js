/** Requests to the server. A refusal carries one sentence; a server that doesn't answer is an error of its own. */

import { language, say } from "./catalogue.js";

/** @import { Deletes, Gets, Posts } from "./shapes.d.ts" */

const RETRY_AFTER = 1500;
const UNKNOWN = 404;

export class Refused extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

export class Unreachable extends Error {}

/** @param {unknown} problem */
export const sentenceOf = (problem) => (problem instanceof Error ? problem.message : String(problem));

/** The status with which the server refused; 0 if the problem is another. @param {unknown} problem */
export const statusOf = (problem) => (problem instanceof Refused ? problem.status : 0);

/** @type {Set<(reachable: boolean) => void>} */
const listeners = new Set();
let reachable = true;

/** @param {(reachable: boolean) => void} react */
export function onConnection(react) {
  listeners.add(react);
}

/** @param {boolean} now */
function tell(now) {
  if (now === reachable) return;
  reachable = now;
  for (const react of listeners) react(now);
  if (!now) setTimeout(knock, RETRY_AFTER);
}

/** Keep trying until the server answers. */
async function knock() {
  try {
    await fetch("api/levels", { cache: "no-store" });
    tell(true);
  } catch {
    setTimeout(knock, RETRY_AFTER);
  }
}

/**
 * What the server answers is what its description says: the tests hold it to that.
 * @template Answer
 * @param {string} path
 * @param {Object<string, string|number|null|undefined>} parameters
 * @param {RequestInit} options
 * @returns {Promise<Answer>}
 */
async function ask(path, parameters, options) {
  let answer;
  try {
    const headers = { "accept-language": language(), ...options.headers };
    answer = await fetch(addressOf(path, parameters), { ...options, headers });
  } catch (problem) {
    if (wasGivenUp(problem)) throw problem;
    tell(false);
    throw new Unreachable(say("connection.no_answer"));
  }
  tell(true);
  const content = answer.status === 204 ? null : await contentOf(answer);
  if (answer.ok && content !== undefined) return content;
  const { identity } = parameters;
  const isUnknown = answer.status === UNKNOWN && identity;
  throw new Refused(isUnknown ? say("games.unknown", { game: identity }) : refusal(content, answer.status), answer.status);
}

/**
 * Parameters named in the path go there, the others into the query.
 * @param {string} path
 * @param {Object<string, string|number|null|undefined>} parameters
 */
function addressOf(path, parameters) {
  const query = new URLSearchParams();
  let filled = `api/${path}`;
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === undefined) continue;
    if (path.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else query.set(name, String(value));
  }
  return [filled, String(query)].filter(Boolean).join("?");
}

/** @param {Response} answer */
async function contentOf(answer) {
  try {
    return await answer.json();
  } catch {
    return undefined; // not our server, or cut off
  }
}

/** @param {unknown} content @param {number} status */
function refusal(content, status) {
  const isExplained = typeof content === "object" && content !== null && "error" in content;
  return isExplained ? String(content.error) : say("connection.unexplained", { status });
}

/**
 * @template {keyof Gets} Path
 * @param {Path} path
 * @param {Gets[Path]["parameters"]} parameters
 * @param {AbortSignal} [signal]
 * @returns {Promise<Gets[Path]["answer"]>}
 */
export const get = (path, parameters, signal) => ask(path, parameters, { signal });

/**
 * @template {keyof Posts} Path
 * @param {Path} path
 * @param {Posts[Path]["parameters"]} parameters
 * @param {Posts[Path]["body"]} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Posts[Path]["answer"]>}
 */
export const post = (path, parameters, body, signal) =>
  ask(path, parameters, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });

/**
 * A request that is sent even if the page is closed at this moment.
 * @template {keyof Posts} Path
 * @param {Path} path
 * @param {Posts[Path]["parameters"]} parameters
 * @returns {Promise<Posts[Path]["answer"]>}
 */
export const postLast = (path, parameters) => ask(path, parameters, { method: "POST", keepalive: true });

/**
 * @template {keyof Deletes} Path
 * @param {Path} path
 * @param {Deletes[Path]["parameters"]} parameters
 * @returns {Promise<Deletes[Path]["answer"]>}
 */
export const remove = (path, parameters) => ask(path, parameters, { method: "DELETE" });

/** Whether a request only failed because it was given up. @param {unknown} problem */
export const wasGivenUp = (problem) => problem instanceof DOMException && problem.name === "AbortError";

/** Questions of which only the newest counts: asking again gives up the one before. */
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
