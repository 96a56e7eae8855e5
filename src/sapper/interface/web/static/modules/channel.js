/**
 * A channel to the server: a WebSocket on which one request follows another.
 *
 * A browser takes longer to send a request of its own than the server takes for a turn. Where there
 * is no channel, as behind a proxy that knows none, requests go their usual way.
 */

/** @typedef {{status: number, body: string}} Answer */
/** @typedef {{resolve: (answer: Answer) => void, reject: (problem: Error) => void, late: number}} Waiting */

/** How long to wait for an answer, in milliseconds. On a busy server, a turn that opens many cells may take longer. */
const PATIENCE = 30_000;
/** After so many channels in a row without an answer, nothing comes through, as with some proxies. */
const MOST_SILENT = 2;

/** @type {Map<number, Waiting>} */
const waiting = new Map();
/** @type {WebSocket|null} */
let socket = null;
let sent = 0;
let silent = 0;
/** Whether it was tried in vain. */
let isRefused = false;

/** Whether the channel can be used now. */
export const isOpen = () => socket?.readyState === WebSocket.OPEN;

/** Open the channel, unless it was tried in vain before. */
export function open() {
  if (socket || isRefused) return;
  const address = new URL("api/channel", document.baseURI);
  address.protocol = address.protocol.replace("http", "ws");
  const opening = new WebSocket(address);
  socket = opening;
  let wasOpen = false;
  opening.addEventListener("open", () => (wasOpen = true));
  opening.addEventListener("message", ({ data }) => hear(data));
  opening.addEventListener("close", () => {
    if (socket !== opening) return; // it was given up before
    isRefused ||= !wasOpen;
    end("the channel was closed");
  });
}

/** Send a request; the channel has to be open. @param {string} path @param {string} language @param {unknown} body @returns {Promise<Answer>} */
export function send(path, language, body) {
  sent += 1;
  socket?.send(`${sent} ${language} ${path}\n${JSON.stringify(body)}`);
  return new Promise((resolve, reject) => {
    waiting.set(sent, { resolve, reject, late: setTimeout(giveUp, PATIENCE) });
  });
}

/** @param {string} message a number and a status, and in the next line the body */
function hear(message) {
  const line = message.indexOf("\n");
  const [number, status] = message.slice(0, line).split(" ").map(Number);
  const asked = waiting.get(number);
  silent = 0;
  if (!asked) return;
  clearTimeout(asked.late);
  waiting.delete(number);
  asked.resolve({ status, body: message.slice(line + 1) });
}

/** An answer is late: the next request opens another channel, or from now on all go their usual way. */
function giveUp() {
  silent += 1;
  isRefused = silent >= MOST_SILENT;
  socket?.close();
  end("the channel does not answer");
}

/** Nobody waits any longer. @param {string} why */
function end(why) {
  socket = null;
  for (const { reject, late } of waiting.values()) {
    clearTimeout(late);
    reject(new Error(why));
  }
  waiting.clear();
}
