/** Requests to the server. A refusal carries one sentence; a server that doesn't answer is an error of its own. */

import { language, say } from "./catalogue.js";
import * as channel from "./channel.js";

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
  const headers = { "accept-language": language(), ...options.headers };
  const answer = await reached(fetch(addressOf(path, parameters), { ...options, headers }));
  const content = answer.status === 204 ? null : await answer.json().catch(() => undefined); // not our server, or cut off
  return taken(answer.status, content, parameters);
}

/** The answer, noting whether there is one. @template Answer @param {Promise<Answer>} asked @returns {Promise<Answer>} */
async function reached(asked) {
  try {
    const answer = await asked;
    tell(true);
    return answer;
  } catch (problem) {
    if (wasGivenUp(problem)) throw problem;
    tell(false);
    throw new Unreachable(say("connection.no_answer"));
  }
}

/** What an answer holds, or an error if it is a refusal. @param {number} status @param {any} content @param {Object<string, string|number|null|undefined>} parameters */
function taken(status, content, { identity }) {
  if (status >= 200 && status < 300 && content !== undefined) return content;
  const isUnknown = status === UNKNOWN && identity;
  throw new Refused(isUnknown ? say("games.unknown", { game: identity }) : refusal(content, status), status);
}

/**
 * Parameters named in the path go there, the others into the query.
 * @param {string} path
 * @param {Object<string, string|number|null|undefined>} parameters
 */
function addressOf(path, parameters) {
  const given = Object.entries(parameters).filter(([name, value]) => value !== null && value !== undefined && !path.includes(`{${name}}`));
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return [`api/${filled(path, parameters)}`, String(query)].filter(Boolean).join("?");
}

/** @param {string} path @param {Object<string, string|number|null|undefined>} parameters */
const filled = (path, parameters) => path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parameters[name] ?? ""));

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
 * A request on the channel, which takes a third of the time; the usual way while there is none.
 * @template {keyof Posts} Path
 * @param {Path} path
 * @param {Posts[Path]["parameters"]} parameters
 * @param {Posts[Path]["body"]} body
 * @returns {Promise<Posts[Path]["answer"]>}
 */
export async function postQuickly(path, parameters, body) {
  if (!channel.isOpen()) {
    channel.open();
    return post(path, parameters, body);
  }
  const answer = await reached(channel.send(filled(path, parameters), language(), body));
  return taken(answer.status, JSON.parse(answer.body), parameters);
}

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
    return question(mine.signal).finally(() => mine.signal.throwIfAborted()); // a refusal that comes too late counts as little
  }

  giveUp() {
    this.#running?.abort();
    this.#running = null;
  }
}
