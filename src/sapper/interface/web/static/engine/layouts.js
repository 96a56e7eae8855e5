/**
 * The exact number of layouts of a position, from the ways of its fronts: the twin of `sapper/exact/combine.py`.
 *
 * Only the mine total links the fronts. The ways of a front to hold each number of mines are a polynomial, and the
 * product of all of them tells in how many ways all fronts together hold m mines. The unconstrained cells then hold the
 * other mines in so many ways as the binomial says.
 */

import { TooWide } from "./module.js";

/** @import { FrontWays } from "./module.js" */

/** @typedef {{ways: bigint[], times: number}} Power A polynomial, and how often it is a factor. */

/** So many digits are allowed whatever the budget: no board of usual size needs more. */
const ALWAYS_ALLOWED = 500_000;
/** What the binomials cost for each mine in the sea. */
const DIGITS_PER_MINE_IN_SEA = 4;
const BITS_OF_A_FLOAT = 64;

/**
 * Throws `TooWide` where the number takes more digits than the budget allows.
 * @param {FrontWays[]} fronts
 * @param {number} sea
 * @param {number} mines
 * @param {number} budget
 */
export function countTogether(fronts, sea, mines, budget) {
  let low = 0;
  let factor = 1n;
  /** @type {Map<string, Power>} */
  const alike = new Map();
  for (const front of fronts) {
    const common = front.ways.reduce(greatestDivisor);
    low += front.low;
    factor *= common;
    if (front.ways.length === 1) continue;
    const ways = front.ways.map((number) => number / common);
    const power = alike.get(String(ways));
    if (power) power.times += 1;
    else alike.set(String(ways), { ways, times: 1 });
  }
  const powers = [...alike.values()];
  const digits = digitsOfProduct(powers) + DIGITS_PER_MINE_IN_SEA * Math.min(sea, Math.max(mines - low, 0));
  if (digits > Math.max(budget, ALWAYS_ALLOWED)) throw new TooWide("the number of layouts is too long");
  return factor * sumWithSea(product(powers), sea, mines - low);
}

/** @param {bigint} one @param {bigint} other */
function greatestDivisor(one, other) {
  while (other) [one, other] = [other, one % other];
  return one;
}

/** How many digits the product has, all coefficients together: an upper bound. @param {Power[]} powers */
function digitsOfProduct(powers) {
  let length = 1;
  let digits = 1;
  for (const { ways, times } of powers) {
    length += (ways.length - 1) * times;
    digits += log10(ways.reduce((sum, number) => sum + number)) * times;
  }
  return length * digits;
}

/** The logarithm, also of a number beyond the range of floats. @param {bigint} number */
function log10(number) {
  const spare = Math.max(number.toString(2).length - BITS_OF_A_FLOAT, 0);
  return Math.log10(Number(number >> BigInt(spare))) + spare * Math.log10(2);
}

/** The product of polynomials, each to its power; what occurs in pairs is squared. @param {Power[]} powers @returns {bigint[]} */
function product(powers) {
  if (!powers.length) return [1n];
  const half = product(powers.filter(({ times }) => times > 1).map(({ ways, times }) => ({ ways, times: times >> 1 })));
  const waiting = powers.filter(({ times }) => times % 2).map(({ ways }) => ways);
  waiting.sort((one, other) => one.length - other.length);
  // Multiplying the two oldest keeps all about equally long.
  for (let next = 0; next + 1 < waiting.length; next += 2) waiting.push(multiply(waiting[next], waiting[next + 1]));
  return multiply(waiting.at(-1) ?? [1n], multiply(half, half));
}

/**
 * As one product of two long numbers, with the coefficients side by side in their digits.
 * @param {bigint[]} one
 * @param {bigint[]} other
 */
function multiply(one, other) {
  if (one.length === 1 && one[0] === 1n) return other;
  if (other.length === 1 && other[0] === 1n) return one;
  const width = longest(one) + longest(other) + Math.min(one.length, other.length).toString(16).length;
  const length = one.length + other.length - 1;
  const digits = (packed(one, width) * packed(other, width)).toString(16).padStart(width * length, "0");
  return Array.from({ length }, (_, power) => {
    const end = width * (length - power);
    return BigInt(`0x${digits.slice(end - width, end)}`);
  });
}

/** @param {bigint[]} polynomial */
const longest = (polynomial) => Math.max(...polynomial.map((number) => number.toString(16).length));

/** @param {bigint[]} polynomial @param {number} width */
function packed(polynomial, width) {
  const digits = polynomial.map((number) => number.toString(16).padStart(width, "0"));
  return BigInt(`0x${digits.reverse().join("")}`);
}

/**
 * The sum of together[m] · C(sea, mines − m) over all m that leave the sea 0 to `sea` mines.
 * @param {bigint[]} together
 * @param {number} sea
 * @param {number} mines
 */
function sumWithSea(together, sea, mines) {
  const first = Math.max(0, mines - sea);
  const last = Math.min(together.length - 1, mines);
  if (first > last) return 0n;
  let sum = 0n;
  let inSea = mines - first;
  let ways = binomial(sea, inSea);
  for (let here = first; here <= last; here += 1) {
    sum += together[here] * ways;
    ways = (ways * BigInt(inSea)) / BigInt(sea - inSea + 1);
    inSea -= 1;
  }
  return sum;
}

/** @param {number} from @param {number} chosen */
function binomial(from, chosen) {
  const fewer = Math.min(chosen, from - chosen);
  return productOf(from - fewer + 1, from) / productOf(1, fewer);
}

/** The product of all numbers from `first` to `last`, halved until few are left. @param {number} first @param {number} last @returns {bigint} */
function productOf(first, last) {
  if (last - first < 16) {
    let all = 1n;
    for (let number = first; number <= last; number += 1) all *= BigInt(number);
    return all;
  }
  const middle = (first + last) >> 1;
  return productOf(first, middle) * productOf(middle + 1, last);
}
