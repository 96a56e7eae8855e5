/** 3BV and its kin, of a board whose mines are known: the twin of `sapper/measures/`. */

import { around } from "../engine/boards.js";

/** @typedef {{height: number, width: number}} Size */
/** @typedef {{three_bv: number, openings: number, islands: number, zini: number|null, human_zini: number|null}} BoardMeasures */

const MOST_CELLS_FOR_ZINI = 2500;

/** Where the mines are, by the rows of a game that is over. @param {string[]} rows */
export const minesIn = (rows) => Array.from(rows.join(""), (sign) => "*XF".includes(sign));

/** The members that touch together, in the order of their first cells. @param {Set<number>} members @param {Size} size */
function regionsOf(members, size) {
  const left = new Set(members);
  /** @type {Set<number>[]} */
  const regions = [];
  for (const first of [...members].sort((one, other) => one - other)) {
    if (!left.delete(first)) continue;
    const region = new Set([first]);
    for (const place of region) {
      for (const near of around(place, size)) if (left.delete(near)) region.add(near);
    }
    regions.push(region);
  }
  return regions;
}

/** The openings of a board, and its other safe cells. */
class Units {
  /** @param {boolean[]} mines @param {Size} size */
  constructor(mines, size) {
    const places = [...mines.keys()];
    this.size = size;
    this.safe = places.filter((place) => !mines[place]);
    this.minesAround = places.map((place) => around(place, size).filter((near) => mines[near]));
    this.zeros = new Set(this.safe.filter((place) => !this.minesAround[place].length));
    this.openings = regionsOf(this.zeros, size).map((region) => new Set([...region, ...[...region].flatMap((zero) => around(zero, size))]));
    const opened = new Set(this.openings.flatMap((opening) => [...opening]));
    this.isolated = new Set(this.safe.filter((place) => !opened.has(place)));
  }

  get threeBv() {
    return this.openings.length + this.isolated.size;
  }

  /** How much of the 3BV is done. @param {Iterable<number>} places those that are open */
  solved(places) {
    const open = new Set(places);
    const done = this.openings.filter((opening) => [...opening].some((place) => this.zeros.has(place) && open.has(place)));
    return done.length + [...this.isolated].filter((place) => open.has(place)).length;
  }
}

/** What a board comes to, and how much of it is done. @param {string[]} rows of a game that is over @param {{given: Iterable<number>, opened: Iterable<number>}} places @param {Size} size */
export function measureBoard(rows, { given, opened }, size) {
  const units = new Units(minesIn(rows), size);
  const hasZini = size.height * size.width <= MOST_CELLS_FOR_ZINI;
  /** @type {BoardMeasures} */
  const board = {
    three_bv: units.threeBv,
    openings: units.openings.length,
    islands: regionsOf(units.isolated, size).length,
    zini: hasZini ? new Way(units).clicks(false) : null,
    human_zini: hasZini ? new Way(units).clicks(true) : null,
  };
  return { board, solved: units.solved([...given, ...opened]) - units.solved(given) };
}

/** The 3BV that can be seen to be done while the mines are hidden. @param {string[]} rows @param {Size} size */
export function visiblySolved(rows, size) {
  const signs = [...rows.join("")];
  const opened = [...signs.keys()].filter((place) => signs[place] >= "0" && signs[place] <= "8");
  const zeros = new Set(opened.filter((place) => signs[place] === "0"));
  const beside = new Set([...zeros, ...[...zeros].flatMap((zero) => around(zero, size))]);
  return regionsOf(zeros, size).length + opened.filter((place) => !beside.has(place)).length;
}

/** The clicks of ZiNi: what is open, closed and flagged on the way, and the premium of every safe cell. */
class Way {
  /** @type {Set<number>} */
  #flags = new Set();
  #clicks = 0;

  /** @param {Units} units */
  constructor(units) {
    const { size } = units;
    this.units = units;
    this.closed = new Set(units.safe);
    this.closedOpenings = new Set(units.openings.keys());
    /** @type {Map<number, number>} */
    this.openingOf = new Map();
    units.openings.forEach((opening, number) => {
      for (const place of opening) if (units.zeros.has(place)) this.openingOf.set(place, number);
    });
    this.isolatedAround = new Map(units.safe.map((place) => [place, around(place, size).filter((near) => units.isolated.has(near))]));
    this.openingsAround = new Map(
      units.safe.map((place) => [place, new Set(around(place, size).flatMap((near) => this.openingOf.get(near) ?? []))]),
    );
    this.premiums = new Map(units.safe.map((place) => [place, this.#premium(place)]));
  }

  /** How many clicks win. @param {boolean} isHuman openings first, and chords only at cells that are open */
  clicks(isHuman) {
    if (isHuman) while (this.closedOpenings.size) this.#openUnit();
    while (this.closed.size) {
      const best = this.#bestChord(isHuman);
      if (best === null) this.#openUnit();
      else this.#chord(best);
    }
    return this.#clicks;
  }

  /** The first cell with the highest premium; null if that is negative. @param {boolean} onlyOpen */
  #bestChord(onlyOpen) {
    /** @type {number|null} */
    let best = null;
    let highest = -1;
    for (const [place, premium] of this.premiums) {
      if (premium > highest && !(onlyOpen && this.closed.has(place))) [best, highest] = [place, premium];
    }
    return best;
  }

  /** @param {number} place */
  #premium(place) {
    const openings = [...(this.openingsAround.get(place) ?? [])].filter((number) => this.closedOpenings.has(number)).length;
    const isolated = (this.isolatedAround.get(place) ?? []).filter((near) => this.closed.has(near)).length;
    const isExtra = this.closed.has(place) && !this.units.isolated.has(place);
    return openings + isolated - this.#unflagged(place).length - 1 - Number(isExtra);
  }

  /** @param {number} place */
  #unflagged(place) {
    return this.units.minesAround[place].filter((mine) => !this.#flags.has(mine));
  }

  /** @param {number} place */
  #chord(place) {
    if (this.closed.has(place)) this.#click(place);
    const mines = this.#unflagged(place);
    for (const mine of mines) this.#flags.add(mine);
    this.#clicks += mines.length + 1;
    const near = around(place, this.units.size);
    for (const other of near) if (this.closed.has(other)) this.#open(other);
    this.#weigh(near);
  }

  #openUnit() {
    if (!this.closedOpenings.size) {
      this.#click(Math.min(...this.closed));
      return;
    }
    const opening = this.units.openings[Math.min(...this.closedOpenings)];
    this.#click(Math.min(...[...opening].filter((place) => this.units.zeros.has(place))));
  }

  /** @param {number} place */
  #click(place) {
    this.#clicks += 1;
    this.#open(place);
  }

  /** @param {number} place */
  #open(place) {
    const opened = new Set([place]);
    const number = this.openingOf.get(place);
    if (number !== undefined) {
      this.closedOpenings.delete(number);
      for (const other of this.units.openings[number]) opened.add(other);
    }
    for (const each of opened) this.closed.delete(each);
    this.#weigh(opened);
  }

  /** Premiums anew, wherever one depends on a cell that has changed. @param {Iterable<number>} changed */
  #weigh(changed) {
    const touched = new Set(changed);
    for (const place of [...touched]) for (const near of around(place, this.units.size)) touched.add(near);
    for (const place of touched) if (this.premiums.has(place)) this.premiums.set(place, this.#premium(place));
  }
}
