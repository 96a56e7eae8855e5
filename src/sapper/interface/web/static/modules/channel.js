/**
 * A channel to the server: a WebSocket on which one request follows another.
 *
 * A browser takes longer to send a request of its own than the server takes for a turn. Where there
 * is no channel, as behind a proxy that knows none, requests go their usual way.
 */

/** @typedef {{status: number, body: string}} Answer */

/** @type {Map<number, {resolve: (answer: Answer) => void, reject: (problem: Error) => void}>} */
const waiting = new Map();
/** @type {WebSocket|null} */
let socket = null;
let sent = 0;
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
    socket = null;
    isRefused ||= !wasOpen;
    for (const { reject } of waiting.values()) reject(new Error("the channel was closed"));
    waiting.clear();
  });
}

/** Send a request; the channel has to be open. @param {string} path @param {string} language @param {unknown} body @returns {Promise<Answer>} */
export function send(path, language, body) {
  sent += 1;
  socket?.send(`${sent} ${language} ${path}\n${JSON.stringify(body)}`);
  return new Promise((resolve, reject) => {
    waiting.set(sent, { resolve, reject });
  });
}

/** @param {string} message a number and a status, and in the next line the body */
function hear(message) {
  const end = message.indexOf("\n");
  const [number, status] = message.slice(0, end).split(" ").map(Number);
  waiting.get(number)?.resolve({ status, body: message.slice(end + 1) });
  waiting.delete(number);
}
