/** Review: the saved games, and a finished one turn by turn. */

import { hasMovedOn, moveOn, rename } from "../modules/address.js";
import { Newest, sentenceOf, statusOf, wasGivenUp } from "../modules/api.js";
import { announce, hush } from "../modules/announce.js";
import { say } from "../modules/catalogue.js";
import { element, fill } from "../modules/dom.js";
import { listenToDrops } from "../modules/dropping.js";
import { GameList, statisticsCard } from "../modules/games.js";
import { button, icon } from "../modules/icons.js";
import { hasServer, keeper, referee } from "../modules/ports.js";
import { keepAtHand, readReplay, REPLAY_ADDRESS, replayAtHand } from "../modules/replays.js";
import { ReviewedGame } from "../modules/reviewed.js";
import { capital } from "../modules/words.js";

const LIST = "#/review";
const NOT_OVER = 409;
const FOREIGN = ".avf,.rmv,.mvf,.evf,.json";
const OWN = ".json";

export class ReviewView {
  /** @type {HTMLElement} */
  #place = element("div");
  #identity = "";
  /** @type {ReviewedGame|null} */
  #reviewed = null;
  #left = false;
  #endDrops = () => {};
  #newestFile = new Newest();
  /** Why a file could not be read; what was shown before stays, and what is on its way comes below. */
  #fileProblem = element("p", { class: "note notice", data: { kind: "danger" }, role: "alert", hidden: true });

  /** @param {HTMLElement} place @param {string} identity */
  enter(place, identity) {
    this.#place = place;
    const isReplay = `${LIST}/${identity}` === REPLAY_ADDRESS;
    this.#identity = isReplay ? "" : identity;
    const isBelow = hasMovedOn() && replayAtHand() !== null;
    if (isReplay && !isBelow) rename(LIST); // to which “back” leads, and where it stays without the file
    this.#endDrops = listenToDrops(place, {
      onOver: (isOver) => place.toggleAttribute("data-over", isOver),
      onFile: (file) => this.#openFile(file),
      onText: () => {},
    });
    this.#fill();
    this.reconnected();
    if (isReplay) this.#openFile(replayAtHand());
  }

  leave() {
    this.#left = true;
    this.#endDrops();
    this.#newestFile.giveUp();
    this.#endReading();
    this.#reviewed?.leave();
  }

  /** Whether what the address names comes too late: a replay was opened meanwhile, or another view. */
  get #isTooLate() {
    return this.#left || this.#reviewed !== null;
  }

  async reconnected() {
    if (this.#reviewed) return;
    try {
      if (this.#identity) await this.#openGame();
      else await this.#openList();
    } catch (problem) {
      this.#sayProblem(problem);
    }
  }

  async #openList() {
    const games = new GameList();
    const [statistics] = await Promise.all([keeper.statistics(), games.load()]);
    if (this.#isTooLate) return;
    const analysis = element("a", { class: "button", href: "#/train/games" }, icon("timeline"), say("train.games"));
    const heading = viewHeading(say("header.review"), say("review.about"), analysis, this.#fileField());
    if (games.isEmpty) {
      const words = element("p", {}, say("review.none"));
      this.#fill(heading, element("div", { class: "empty" }, icon("timeline"), words, element("a", { class: "button button-primary", href: "#/play" }, say("header.play"))));
      return;
    }
    const played = statistics.filter((row) => row.played > 0);
    this.#fill(heading, games.element, played.length > 0 && statisticsCard(played));
  }

  async #openGame() {
    const identity = this.#identity;
    const [game, review] = await Promise.all([referee.look(identity), keeper.review(identity)]);
    if (!this.#isTooLate) this.#show(new ReviewedGame(game, review));
  }

  /** @param {ReviewedGame} reviewed */
  #show(reviewed) {
    this.#reviewed?.leave();
    this.#reviewed = reviewed;
    const back = element("a", { class: "button", href: LIST }, icon("previous"), say("play.all_games"));
    const heading = viewHeading(this.#reviewed.title, this.#reviewed.summary, back);
    heading.classList.add("intro");
    this.#reviewed.element.prepend(heading);
    this.#fill(this.#reviewed.element);
    this.#reviewed.open();
  }

  /** @param {...(Node|false)} parts */
  #fill(...parts) {
    fill(this.#place, this.#fileProblem, ...parts);
  }

  // Replays

  #fileField() {
    const input = element("input", { type: "file", class: "only-heard", accept: hasServer ? FOREIGN : OWN, tabindex: "-1", "aria-label": say("review.replay") });
    input.addEventListener("change", () => {
      this.#openFile(input.files?.[0]);
      input.value = ""; // so that the same file can be chosen again
    });
    const choose = button({ icon: "file", label: say("review.open_replay"), act: () => input.click() });
    const hint = element("span", { class: "small soft" }, hasServer ? say("review.drop_replay") : say("review.drop_own"));
    return element("div", { class: "replay-file" }, choose, hint, input);
  }

  /** @param {File|null|undefined} file */
  async #openFile(file) {
    if (!file || this.#left) return;
    announce(say("review.reading", { file: file.name }));
    this.#fileProblem.hidden = true;
    this.#place.setAttribute("aria-busy", "true");
    try {
      const replay = await this.#newestFile.ask(() => readReplay(file));
      this.#endReading();
      keepAtHand(file);
      moveOn(REPLAY_ADDRESS);
      this.#show(new ReviewedGame(replay.game, replay.review, replay));
    } catch (problem) {
      if (wasGivenUp(problem)) return;
      this.#endReading();
      const sentence = sentenceOf(problem);
      fill(this.#fileProblem, icon("lost"), element("span", {}, sentence.startsWith(file.name) ? sentence : capital(sentence)));
      this.#fileProblem.hidden = false;
    }
  }

  #endReading() {
    hush();
    this.#place.removeAttribute("aria-busy");
  }

  /** @param {unknown} problem */
  #sayProblem(problem) {
    if (this.#isTooLate) return;
    const isNotOver = statusOf(problem) === NOT_OVER;
    const words = element("p", {}, isNotOver ? say("review.not_over") : capital(sentenceOf(problem)));
    /** @type {HTMLElement[]} */
    const links = [button({ label: say("play.all_games"), act: () => (this.#identity ? location.assign(LIST) : this.reconnected()) })];
    if (isNotOver) links.unshift(element("a", { class: "button button-primary", href: `#/play/${encodeURIComponent(this.#identity)}` }, say("play.resume")));
    this.#fill(viewHeading(say("header.review"), ""), element("div", { class: "empty", role: "alert" }, icon("timeline"), words, element("div", { class: "row" }, ...links)));
  }
}

/** @param {string} title @param {string} words @param {...HTMLElement} tools */
function viewHeading(title, words, ...tools) {
  return element("div", { class: "view-heading" }, element("div", {}, element("h1", {}, title), element("p", {}, words)), ...tools);
}
