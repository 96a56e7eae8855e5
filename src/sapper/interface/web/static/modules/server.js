/** The ports with `sapper web` behind them: mines and history stay on the server. */

import { get, post, postLast, postQuickly, remove } from "./api.js";
import { say } from "./catalogue.js";
import { open } from "./channel.js";
import { MOST_PICTURE_BYTES } from "./tables.js";

/** @import { Keeper, Referee, Thinker, Trainer } from "./ports.js" */

const BYTES_OF_A_MEGABYTE = 1 << 20;

/** @type {Referee} */
export const referee = {
  levels: () => get("levels", {}),
  agents: () => get("agents", {}),
  async begin(wanted, signal) {
    const game = await post("games", {}, wanted, signal);
    open();
    return game;
  },
  again: (identity) => post("games/{identity}/again", { identity }, null),
  async look(identity) {
    const game = await get("games/{identity}", { identity });
    open(); // a turn is likely to follow
    return game;
  },
  resume: (identity) => post("games/{identity}/resume", { identity }, null),
  pause: (identity) => post("games/{identity}/pause", { identity }, null),
  leave: (identity) => postLast("games/{identity}/leave", { identity }),
  async turn(identity, turn, { signal, onSeen } = {}) {
    const path = "games/{identity}/turns";
    const game = await (signal ? post(path, { identity }, turn, signal) : postQuickly(path, { identity }, turn)); // what may be given up travels alone
    onSeen?.(game.rows);
    return game;
  },
  letAgentMove: (identity, signal) => post("games/{identity}/ai", { identity }, {}, signal),
};

/** @type {Keeper} */
export const keeper = {
  games: (limit, which) => get("games", { limit, ...which }),
  statistics: () => get("statistics", {}),
  review: (identity) => get("games/{identity}/review", { identity }),
  remove: (identity) => remove("games/{identity}", { identity }),
  replay: async (file) => post("replays", {}, { name: file.name, content: await inBase64(file) }),
};

/** @type {Trainer} */
export const trainer = {
  analysis: (signal) => get("training/analysis", {}, signal),
  question: (signal) => get("training", {}, signal),
  answer: (number, cell, signal) => post("training/answer", {}, { number, cell }, signal),
  goOn: (number, signal) => post("training/next", {}, { number }, signal),
};

/** What only Python knows. @type {Pick<Thinker, "knowledge"|"readPicture">} */
export const thinker = {
  knowledge(seen, signal) {
    if ("address" in seen) return post("positions/knowledge", {}, { address: seen.address }, signal);
    return get("games/{identity}/knowledge", { identity: seen.id }, signal);
  },
  async readPicture(file, signal) {
    if (file.size > MOST_PICTURE_BYTES) throw new Error(say("picture.too_large", { file: file.name, most: Math.floor(MOST_PICTURE_BYTES / BYTES_OF_A_MEGABYTE) }));
    return post("positions/picture", {}, { content: await inBase64(file) }, signal);
  },
};

/** @param {File} file @returns {Promise<string>} */
function inBase64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
