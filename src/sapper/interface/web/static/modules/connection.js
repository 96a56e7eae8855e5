/** The line below the header that says when the server is gone and when it is back. */

import { onConnection } from "./api.js";
import { say } from "./catalogue.js";
import { button } from "./icons.js";
import { byId, fill } from "./dom.js";

const SHOWN_FOR = 4000;

/** @param {() => void} reload called when the server is back */
export function showConnection(reload) {
  const line = byId("connection");
  let hiding = 0;
  let isGone = false;
  /** @param {"gone"|"back"} kind @param {...(Node|string)} words */
  const show = (kind, ...words) => {
    clearTimeout(hiding);
    line.hidden = false;
    line.dataset.kind = kind;
    fill(line, ...words);
  };
  const tryAgain = () => {
    if (isGone) return; // the page is trying already, and says so
    line.hidden = true;
    reload();
  };
  onConnection((reachable) => {
    isGone = !reachable;
    if (isGone) {
      show("gone", say("connection.gone"));
      return;
    }
    show("back", say("connection.back"));
    hiding = setTimeout(() => (line.hidden = true), SHOWN_FOR);
    reload();
  });
  addEventListener("offline", () => {
    // The server is usually on this machine, where a lost network does not matter.
    if (isGone || location.hostname === "127.0.0.1" || location.hostname === "localhost") return;
    show("gone", say("connection.offline"), button({ label: say("connection.try_again"), act: tryAgain }));
  });
  addEventListener("online", () => {
    if (line.dataset.kind === "gone") tryAgain();
  });
}
