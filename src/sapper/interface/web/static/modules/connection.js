/** The line under the header that tells when the server is gone, and when it is back. */

import { onConnection } from "./api.js";
import { button } from "./icons.js";
import { fill } from "./dom.js";

const GONE = "The connection to the server is lost. Your game is kept; trying again …";
const BACK = "Connected again.";
const SHOWN_FOR = 4000;

/** @param {() => void} reload called when the server is back */
export function showConnection(reload) {
  const line = document.getElementById("connection");
  let hiding = 0;
  onConnection((reachable) => {
    clearTimeout(hiding);
    line.hidden = false;
    line.dataset.kind = reachable ? "back" : "gone";
    fill(line, reachable ? BACK : GONE);
    if (!reachable) return;
    hiding = setTimeout(() => (line.hidden = true), SHOWN_FOR);
    reload();
  });
  addEventListener("offline", () => {
    // The server is on this machine most of the time: a lost network need not matter.
    if (location.hostname === "127.0.0.1" || location.hostname === "localhost") return;
    line.hidden = false;
    line.dataset.kind = "gone";
    fill(line, "This device is offline.", button({ label: "Try again", act: reload }));
  });
}
