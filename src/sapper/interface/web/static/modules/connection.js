/** The line under the header that tells when the server is gone, and when it is back. */

import { onConnection } from "./api.js";
import { button } from "./icons.js";
import { fill } from "./dom.js";

const GONE = "The connection to the server is lost. Your game is kept; trying again …";
const BACK = "Connected again.";
const OFFLINE = "This device is offline.";
const SHOWN_FOR = 4000;

/** @param {() => void} reload called when the server is back */
export function showConnection(reload) {
  const line = document.getElementById("connection");
  let hiding = 0;
  let isGone = false;
  const show = (kind, ...words) => {
    clearTimeout(hiding);
    line.hidden = false;
    line.dataset.kind = kind;
    fill(line, ...words);
  };
  const tryAgain = () => {
    if (isGone) return; // it is tried again and again, and said
    line.hidden = true;
    reload();
  };
  onConnection((reachable) => {
    isGone = !reachable;
    show(...(reachable ? ["back", BACK] : ["gone", GONE]));
    if (isGone) return;
    hiding = setTimeout(() => (line.hidden = true), SHOWN_FOR);
    reload();
  });
  addEventListener("offline", () => {
    // The server is on this machine most of the time: a lost network need not matter.
    if (isGone || location.hostname === "127.0.0.1" || location.hostname === "localhost") return;
    show("gone", OFFLINE, button({ label: "Try again", act: tryAgain }));
  });
  addEventListener("online", () => {
    if (line.dataset.kind === "gone") tryAgain();
  });
}
