"""Combine counted fronts into the number of layouts of the whole position, exactly.

Only the mine total links the fronts. The number of ways in which a front holds each number of mines
is a polynomial, and all fronts together hold m mines in as many ways as their product's coefficient
of x^m says. With m mines in the fronts, the sea can be laid in C(sea, mines − m) ways.

On a large board the product has thousands of coefficients of thousands of digits, so:

- Most fronts of a large board are alike. Equal polynomials are multiplied by squaring, and what all
  coefficients of a polynomial have in common is multiplied separately.
- A product of polynomials is a single product of numbers, with the coefficients side by side in
  their digits. The numbers are decimals because Python multiplies long decimals in n log n steps,
  but long integers in n^1.58.
- The binomials are never written out: each is the one before times a small fraction, and the sum
  over all of them is halved until single terms are left (binary splitting).
"""

from __future__ import annotations

import decimal
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from decimal import Decimal
from math import comb, gcd, isqrt, log10, prod
from typing import NamedTuple

import numpy as np

from sapper.errors import BudgetExceeded

DIGITS_PER_STATE = 1
"""How many digits of the product cost as much as a state of the engine."""
ALWAYS_ALLOWED = 500_000
"""So many digits are allowed whatever the budget: no board of usual size needs more."""
DIGITS_PER_MINE_IN_SEA = 4
"""What the binomials of the sea cost for each mine that it may hold."""
LONG_BINOMIAL = 10_000
"""From how many cells of the sea on its binomials are computed from prime numbers."""
FEW_FACTORS = 16
"""So few integers are multiplied one after the other."""

EXACT = decimal.Context(
    prec=decimal.MAX_PREC,
    Emax=decimal.MAX_EMAX,
    Emin=decimal.MIN_EMIN,
    traps=[decimal.Inexact, decimal.Rounded, decimal.InvalidOperation],
)

Polynomial = Sequence[Decimal]
"""The coefficients, lowest power first."""
ONE = (Decimal(1),)


class FrontWays(NamedTuple):
    """In how many ways a front holds `low` mines, one more, and so on; the first is not 0."""

    low: int
    ways: tuple[int, ...]


def count_together(
    fronts: Iterable[FrontWays],
    sea: int,
    mines: int,
    budget: int | None = None,
    digits_per_state: int = DIGITS_PER_STATE,
) -> int:
    """The number of layouts of some fronts and a sea that together hold exactly `mines`.

    `budget` is a number of states; it allows so many digits of the product for each of them. None
    sets no limit.

    >>> count_together([FrontWays(1, (2, 1)), FrontWays(1, (3,))], sea=4, mines=3)
    27
    """
    low = 0
    factor = 1
    alike: Counter[tuple[int, ...]] = Counter()
    for front, times in Counter(fronts).items():
        common = gcd(*front.ways)
        low += front.low * times
        factor *= common**times
        if len(front.ways) > 1:
            alike[tuple(ways // common for ways in front.ways)] += times
    if budget is not None:
        digits = _digits_of_product(alike) + DIGITS_PER_MINE_IN_SEA * min(sea, max(mines - low, 0))
        if digits > allowed_digits(budget, digits_per_state):
            raise BudgetExceeded(budget)
    together = _product({tuple(map(Decimal, ways)): times for ways, times in alike.items()})
    return factor * _sum_with_sea(together, sea, mines - low)


def allowed_digits(budget: int, digits_per_state: int) -> int:
    """How many digits the fronts may take once they are combined."""
    return max(budget * digits_per_state, ALWAYS_ALLOWED)


def _digits_of_product(alike: Counter[tuple[int, ...]]) -> float:
    """How many digits the product has, all coefficients together: an upper bound."""
    length = 1 + sum((len(ways) - 1) * times for ways, times in alike.items())
    return length * (1 + sum(_log10(sum(ways)) * times for ways, times in alike.items()))


def _log10(number: int) -> float:
    """The logarithm, also of an integer beyond the range of floats."""
    spare = max(number.bit_length() - 64, 0)
    return log10(number >> spare) + spare * log10(2)


# Products of polynomials


def _product(powers: dict[tuple[Decimal, ...], int]) -> Polynomial:
    """The product of polynomials, each to its power, squaring what occurs in pairs."""
    if not powers:
        return ONE
    half = _product({ways: times // 2 for ways, times in powers.items() if times > 1})
    odd = _balanced([ways for ways, times in powers.items() if times % 2])
    return _multiply(odd, _multiply(half, half))


def _balanced(factors: list[tuple[Decimal, ...]]) -> Polynomial:
    """The product of all factors. Multiplying the two oldest keeps both about the same size."""
    waiting: deque[Polynomial] = deque(sorted(factors, key=len))
    while len(waiting) > 1:
        waiting.append(_multiply(waiting.popleft(), waiting.popleft()))
    return waiting[0] if waiting else ONE


def _multiply(one: Polynomial, other: Polynomial) -> Polynomial:
    if other is ONE or one is ONE:
        return one if other is ONE else other
    width = _most_digits(one) + _most_digits(other) + len(str(min(len(one), len(other))))
    length = len(one) + len(other) - 1
    packed = _pack(one, width)
    number = EXACT.multiply(packed, packed if other is one else _pack(other, width))
    return _unpack(number, width, length)


def _most_digits(polynomial: Polynomial) -> int:
    return max(coefficient.adjusted() for coefficient in polynomial) + 1


def _pack(polynomial: Polynomial, width: int) -> Decimal:
    """The polynomial as one number, with `width` digits for each coefficient."""
    return Decimal("".join([str(term).zfill(width) for term in reversed(polynomial)]))


def _unpack(number: Decimal, width: int, length: int) -> Polynomial:
    digits = str(number).zfill(width * length)
    return [
        Decimal(digits[start : start + width]) for start in range(width * (length - 1), -1, -width)
    ]


# The sum over the numbers of mines


def _sum_with_sea(together: Polynomial, sea: int, mines: int) -> int:
    """The sum of together[m] · C(sea, mines − m) over all m that leave the sea 0 to `sea` mines."""
    first, last = max(0, mines - sea), min(len(together) - 1, mines)
    if first > last:
        return 0
    in_sea = mines - first
    part = _sum_of(together[first : last + 1], sea, in_sea)
    return _binomial(sea, in_sea) * int(part.numerator) // int(part.below)


class _Part(NamedTuple):
    """The sum over some consecutive m, as a fraction of the first one's binomial.

    The sum is `numerator` / `below`; `above` / `below` leads from the first binomial to the first
    one after this part.
    """

    above: Decimal
    below: Decimal
    numerator: Decimal


def _sum_of(coefficients: Polynomial, sea: int, in_sea: int) -> _Part:
    """The sum of coefficients[i] · C(sea, in_sea − i), as a fraction of C(sea, in_sea)."""
    if len(coefficients) == 1:
        # C(sea, k − 1) = C(sea, k) · k / (sea − k + 1)
        below = Decimal(sea - in_sea + 1)
        return _Part(Decimal(in_sea), below, EXACT.multiply(coefficients[0], below))
    middle = len(coefficients) // 2
    left = _sum_of(coefficients[:middle], sea, in_sea)
    right = _sum_of(coefficients[middle:], sea, in_sea - middle)
    return _Part(
        EXACT.multiply(left.above, right.above),
        EXACT.multiply(left.below, right.below),
        EXACT.add(
            EXACT.multiply(left.numerator, right.below),
            EXACT.multiply(left.above, right.numerator),
        ),
    )


def _binomial(n: int, k: int) -> int:
    """C(n, k). For long results, the product of its prime powers is faster than `math.comb`.

    >>> _binomial(20_000, 9_999) == comb(20_000, 9_999)
    True
    """
    if n < LONG_BINOMIAL:
        return comb(n, k)
    is_prime = np.ones(n + 1, dtype=np.bool_)
    for divisor in range(2, isqrt(n) + 1):
        if is_prime[divisor]:
            is_prime[divisor * divisor :: divisor] = False
    primes = np.flatnonzero(is_prime)[2:]
    # The exponent of a prime p is the number of its powers q for which the remainders of k and
    # n − k modulo q add up to q or more.
    factors: list[int] = []
    powers = primes
    while len(powers):
        carried = k % powers + (n - k) % powers >= powers
        factors += primes[carried].tolist()
        fits = powers <= n // primes
        primes, powers = primes[fits], powers[fits] * primes[fits]
    return _balanced_integer(factors)


def _balanced_integer(factors: Sequence[int]) -> int:
    if len(factors) <= FEW_FACTORS:
        return prod(factors)
    middle = len(factors) // 2
    return _balanced_integer(factors[:middle]) * _balanced_integer(factors[middle:])
