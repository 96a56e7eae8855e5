/** What is said of a turn and of the rule for guesses: the twin of `sapper/play/saying.py`. */

import { tell } from "../modules/catalogue.js";
import { decimal, percent, place } from "../modules/words.js";

/** @import { Setup } from "../engine/game.js" */
/** @import { Judged } from "../engine/judging.js" */
/** @import { BoardGrade, Entry, Guesses, Move } from "../modules/shapes.d.ts" */

const OTHERS_NAMED = 2;
export const PLAYER = "player";
/** Who made a turn that was easy enough to be made for the player. */
export const FAST = "fast mode";

/** Who made a turn that a file tells of: nobody here knows whether that was this player. */
export const RECORDED = "recorded";

/** Whether a person made a turn. @param {Entry} entry */
export const isByHand = ({ by }) => by === PLAYER || by === RECORDED;

/** @param {Entry} entry */
export const isFlagging = ({ action }) => action === "flag" || action === "unflag";

/** Whether a turn was a risk. @param {Entry} entry */
export const isGuess = ({ certain, free }) => certain === false && !free;

/** Whether it was one though a cell was certainly safe. @param {Entry} entry */
export const isNeedless = (entry) => isGuess(entry) && entry.best_probability === 0;

/** How good a guess was. @param {Judged} judged */
export function sayJudged({ verdict, best, win_chance: chance, best_chance: bestChance, uncertainty }) {
  if (verdict === "certain") return "";
  const told = tell(`play.judged.${verdict}`, { chance: percent(chance ?? 0), best_chance: percent(bestChance ?? 0), best: best ? place(best) : "" });
  const isCosted = verdict === "needless" && chance !== null && bestChance !== null;
  const sentences = [
    told,
    ...(isCosted ? [tell("play.judged_gave_up", { points: inPoints(bestChance - chance) })] : []),
    ...(uncertainty && verdict !== "best" ? [tell("play.judged_within", { points: inPoints(uncertainty) })] : []),
  ];
  return oneAfterAnother(...sentences);
}

/** The strongest agent's guess, and the next best cells it was compared with. @param {Move} move */
export function sayGuess({ cell, mine_probability: risk, reason }) {
  let guess = tell("play.best_guess", { cell: place(cell) });
  if (risk !== null) guess = tell("play.best_guess_chance", { guess, chance: percent(risk) });
  if (reason.kind === "searched") guess = tell("play.best_guess_wins", { guess, chance: percent(reason.won / reason.layouts) });
  if (reason.kind === "compared") {
    const [chosen, ...others] = reason.candidates;
    guess = tell("play.best_guess_wins_about", { guess, chance: percent(chosen.win_chance) });
    const named = others.slice(0, OTHERS_NAMED).map((other) => `${place(other.cell)} (${percent(other.mine_probability)}, ${percent(other.win_chance)})`);
    if (named.length) guess = tell("play.best_guess_next", { guess, others: named.join(tell("answers.comma")) });
  }
  return tell("play.sentence", { words: guess });
}

/** Sentences after each other, as many as are not empty. @param {...string} sentences */
export const oneAfterAnother = (...sentences) => sentences.filter(Boolean).reduce((first, second) => (first ? tell("play.two", { first, second }) : second), "");

/** A difference of chances. @param {number} chance */
export const inPoints = (chance) => decimal(100 * chance);

/** The rule for guesses in a few words; nothing for the usual one. @param {Guesses} guesses @param {BoardGrade|null} grade */
export function sayGuesses(guesses, grade) {
  if (guesses === "none") return grade ? tell("play.no_guess_board_of", { grade: tell(`play.grades.${grade}`) }) : tell("play.no_guess_board");
  return guesses === "fair" ? tell("play.guesses.fair") : "";
}

/** What is special about the mines of a game. @param {Pick<Required<Setup>, "guesses"|"grade"|"position">} setup */
export function sayRule({ guesses, grade, position }) {
  if (!position) return sayGuesses(guesses, grade);
  return tell(isContinued(position) ? "play.continued" : "play.given_board");
}

/** Whether a position shows a number. @param {string} position its address */
export const isContinued = (position) => /[a-i]/.test(position);

/** What happened in a turn, and at what risk. @param {Entry} entry */
export function sayTurn(entry) {
  const done = whatWasDone(entry);
  const told = isFlagging(entry) ? tell("play.sentence", { words: done }) : tell("play.went", { done, how: howItWent(entry) });
  return entry.status === "playing" ? told : tell("play.two", { first: told, second: tell(`play.over.${entry.status}`) });
}

/** What fast mode did after a turn. @param {Entry[]} easy */
export function sayMadeForYou(easy) {
  const { status } = easy[easy.length - 1];
  const told = tell("play.fast_opened", { n: easy.reduce((cells, { opened }) => cells + opened.length, 0) });
  return status === "playing" ? told : tell("play.two", { first: told, second: tell(`play.over.${status}`) });
}

/** @param {Entry} entry */
function whatWasDone({ action, by, cell, opened }) {
  const about = { cell: place(cell) };
  const done =
    by === PLAYER
      ? tell(`play.you.${action}`, about)
      : by === RECORDED
        ? tell(`play.recorded.${action}`, about)
        : tell(`play.others.${action}`, { who: by === FAST ? tell("play.fast_mode") : by, ...about });
  const more = opened.length - 1;
  return action !== "reveal" || more < 1 ? done : tell("play.and_more", { done, n: more });
}

/** @param {Entry} entry */
function howItWent(entry) {
  const { exploded, cell } = entry;
  const risk = riskInWords(entry);
  if (!exploded) return risk;
  return String(exploded) === String(cell) ? tell("play.met_mine", { risk }) : tell("play.met_mine_at", { cell: place(exploded), risk });
}

/** @param {Entry} entry */
function riskInWords(entry) {
  const { free, certain, fair, mine_probability: taken, best_probability: best } = entry;
  if (free) return tell("play.first_is_safe");
  if (certain) return tell("play.certainly_safe");
  if (taken === null || best === null) return tell("play.guess_uncounted");
  if (taken === 1) return tell("play.certainly_mine");
  if (fair) return tell(isNeedless(entry) ? "play.guess_needless_fair" : "play.guess_fair");
  const chance = percent(taken);
  if (best === 0) return tell("play.guess_needless", { chance });
  return taken <= best ? tell("play.guess_safest", { chance }) : tell("play.guess_riskier", { chance, best: percent(best) });
}
