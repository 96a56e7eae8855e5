/** What is asked next, and when it is asked again: the twin of `sapper/coach/deck.py` and `sapper/coach/leitner.py`. */

import { seedOfChance } from "../engine/boards.js";
import { positionOf, viewOf } from "../engine/shapes.js";
import * as engine from "../modules/engine.js";
import { readAddress } from "../modules/formats.js";
import { COACH } from "../modules/tables.js";

/** @import { Puzzle } from "../engine/puzzles.js" */
/** @import { Lesson } from "./findings.js" */

/** @typedef {{id: number, position: string, kind: string, game: string, box: number, due: number, right: number, wrong: number}} Card A position that is asked until it is learnt; `due` as a time in milliseconds. */
/** @typedef {{cards: Card[], rungs: boolean[][]}} Notes What is kept of a training: the cards, and whether the answers at each rung of the ladder were right. */
/** @typedef {{puzzle: Puzzle, position: string, card: Card|null, rung: number|null}} Question The position is the address without flags. */
/** @typedef {{due: number, waiting: number, sitting: number}} Standing How many cards are due, do not sit yet, and sit. */

const LADDER = COACH.ladder;
const FIRST_BOX = 1;
const LAST_BOX = COACH.days.length;
/** The box of what need not be asked again. */
const SITS = LAST_BOX + 1;
const DAY = 24 * 60 * 60 * 1000;

/** @returns {Notes} */
export const freshNotes = () => ({ cards: [], rungs: LADDER.map(() => []) });

/** @param {Card} card */
export const isLearnt = ({ box }) => box === SITS;

/** The card after an answer. @param {Card} card @param {boolean} isRight @param {number} now @returns {Card} */
export function answered(card, isRight, now) {
  const box = isRight ? Math.min(card.box + 1, SITS) : FIRST_BOX;
  return { ...card, box, due: now + daysIn(box) * DAY, right: card.right + Number(isRight), wrong: card.wrong + Number(!isRight) };
}

/** How many days a card waits in a box. @param {number} box */
export const daysIn = (box) => COACH.days[Math.min(box, LAST_BOX) - 1];

/** The notes with cards for lessons, due at once, the easiest first; one that is there stays as it is. @param {Notes} notes @param {{game: string, lesson: Lesson}[]} lessons @param {number} now @returns {Notes} */
export function withCards(notes, lessons, now) {
  /** @param {{position: string, kind: string}} card */
  const nameOf = ({ position, kind }) => `${kind} ${position}`;
  const known = new Set(notes.cards.map(nameOf));
  const cards = [...notes.cards];
  let last = Math.max(0, ...cards.map(({ id }) => id));
  for (const { game, lesson } of inOrder(lessons)) {
    if (known.has(nameOf(lesson))) continue;
    known.add(nameOf(lesson));
    const { position, kind } = lesson;
    cards.push({ id: (last += 1), position, kind, game, box: FIRST_BOX, due: now, right: 0, wrong: 0 });
  }
  return { ...notes, cards };
}

/** Easy techniques come first, guesses last; within each, what gave up the most. @param {{game: string, lesson: Lesson}[]} lessons */
function inOrder(lessons) {
  /** @param {{lesson: Lesson}} one */
  const hardness = ({ lesson: { kind } }) => LADDER.indexOf(kind.split(", ")[0]);
  return [...lessons].sort((one, other) => hardness(one) - hardness(other) || other.lesson.given_up - one.lesson.given_up);
}

/** The notes after an answer; a fresh position that is answered wrong becomes a card. @param {Notes} notes @param {Question} question @param {boolean} isRight @param {number} now @returns {Notes} */
export function withAnswer(notes, { puzzle: { kind }, position, card, rung }, isRight, now) {
  const rungs = notes.rungs.map((given, at) => (at === rung ? [...given, isRight] : given));
  const cards = notes.cards.map((each) => (each.id === card?.id ? answered(card, isRight, now) : each));
  const noted = { cards, rungs };
  if (card || isRight) return noted;
  return withCards(noted, [{ game: "", lesson: { kind, position, turn: 0, cell: null, given_up: 0 } }], now);
}

/** @param {Notes} notes @param {number} now @returns {Standing} */
export function standingOf({ cards }, now) {
  const waiting = cards.filter((card) => !isLearnt(card));
  return { due: waiting.filter(({ due }) => due <= now).length, waiting: waiting.length, sitting: cards.length - waiting.length };
}

/** The questions of one sitting. */
export class Deck {
  #asked = 0;
  /** How many fresh positions were made: none is made twice, whatever kinds are asked for. */
  #made = 0;
  /** @type {Question|null} */
  #last = null;

  /** @param {bigint} seed */
  constructor(seed = seedOfChance()) {
    this.seed = seed;
  }

  /** What to ask now. @param {Notes} notes @param {number} now @returns {Promise<Question>} */
  async next(notes, now) {
    this.#asked += 1;
    return (this.#last = await this.#chosen(notes, now));
  }

  /** @param {Notes} notes @param {number} now @returns {Promise<Question>} */
  async #chosen(notes, now) {
    const card = await this.#dueCard(notes, now);
    const isTurnOfFresh = this.#asked % COACH.fresh_every === 0;
    if (card && !(isTurnOfFresh && this.#last)) return card;
    if (card && this.#last) return (await this.#fresh(this.#last.puzzle.kind)) ?? card;
    const kinds = waitingKinds(notes);
    if (kinds.length && this.#asked % 2) {
      const question = await this.#fresh(kinds[Math.floor(this.#asked / 2) % kinds.length]);
      if (question) return question;
    }
    return this.#fromLadder(notes);
  }

  /** The card that is longest overdue, but not the position asked last. @param {Notes} notes @param {number} now @returns {Promise<Question|null>} */
  async #dueCard({ cards }, now) {
    const due = cards.filter((card) => !isLearnt(card) && card.due <= now).sort((one, other) => one.due - other.due || one.id - other.id);
    for (const card of due) {
      if (card.position === this.#last?.position) continue;
      try {
        const { rows, mines } = readAddress(card.position);
        return asked(await engine.puzzleFrom(viewOf(rows, mines), card.kind), card);
      } catch {
        continue; // a card that can't be read hides no other
      }
    }
    return null;
  }

  /** A position of a kind; null if none is found. @param {string} kind @param {number|null} [rung] @returns {Promise<Question|null>} */
  async #fresh(kind, rung = null) {
    this.#made += 1;
    const puzzle = await engine.freshPuzzle(kind, this.seed, this.#made);
    return puzzle && asked(puzzle, null, rung);
  }

  /** @param {Notes} notes @returns {Promise<Question>} */
  async #fromLadder(notes) {
    const climbed = rungOf(notes);
    for (let rung = climbed === LADDER.length ? this.#asked % LADDER.length : climbed; rung >= 0; rung -= 1) {
      const question = await this.#fresh(LADDER[rung], rung);
      if (question) return question;
    }
    throw new Error("the ladder has no positions");
  }
}

/** @param {Puzzle} puzzle @param {Card|null} card @param {number|null} [rung] @returns {Question} */
function asked(puzzle, card, rung = null) {
  const { rows, mines } = puzzle.position;
  return { puzzle, position: positionOf({ ...viewOf(rows, mines), flags: [] }).address, card, rung };
}

/** The kinds of the cards that do not sit yet, the most frequent first. @param {Notes} notes */
function waitingKinds({ cards }) {
  /** @type {Map<string, number>} */
  const counted = new Map();
  for (const card of cards) if (!isLearnt(card)) counted.set(card.kind, (counted.get(card.kind) ?? 0) + 1);
  return [...counted].sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1)).map(([kind]) => kind);
}

/** The first rung that is not climbed; the number of rungs if all are. @param {Notes} notes */
function rungOf({ rungs }) {
  const steps = COACH.right_to_climb;
  const isClimbed = (/** @type {boolean[]} */ given) => given.some((_, first) => first + steps <= given.length && given.slice(first, first + steps).every(Boolean));
  const found = rungs.findIndex((given) => !isClimbed(given));
  return found < 0 ? LADDER.length : found;
}
