"""Intervals and tests, in plain Python and numpy: what may be said from so many games.

Shares and differences are fractions here (0.003), not points (0.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import exp, lgamma, log, pi, sqrt, tan
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from sapper.errors import ExperimentError

CONFIDENCE = 0.95
STEPS_OF_AN_INTEGRAL = 20_000
STANDARD_ERRORS_TO_THE_END = 12.0
"""Beyond this, nothing is left of any distribution but the widest, which are taken whole."""


@dataclass(frozen=True)
class Interval:
    """From `low` to `high`."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    @property
    def half(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2


def wilson(successes: float, trials: int, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's interval of a share: honest near 0 and 1, and for few trials.

    >>> interval = wilson(8, 10)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.4902, 0.9433)
    """
    if trials == 0:
        return Interval(0.0, 1.0)
    z = _z(confidence)
    share = successes / trials
    middle = share + z * z / (2 * trials)
    half = z * sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2)
    scale = 1 + z * z / trials
    return Interval(max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale))


def mean_interval(shares: NDArray[np.float64], confidence: float = CONFIDENCE) -> Interval:
    """Student's interval of the mean of shares, each from a unit of its own; one tells nothing.

    >>> interval = mean_interval(np.array([0.5, 0.7, 0.9]))
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.2032, 1.0)
    """
    if len(shares) < 2:
        return Interval(0.0, 1.0)
    mean, deviation = float(shares.mean()), float(shares.std(ddof=1))
    half = student(len(shares) - 1, confidence) * deviation / sqrt(len(shares))
    return Interval(max(0.0, mean - half), min(1.0, mean + half))


def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """How many standard errors Student's interval reaches to each side.

    With t = √freedom · tan θ, the density is as cos θ to the power freedom − 1.

    >>> round(student(1), 3), round(student(4), 3), round(student(10**6), 3)
    (12.706, 2.776, 1.96)
    """
    end = min(pi / 2, STANDARD_ERRORS_TO_THE_END / sqrt(freedom))
    angles = np.linspace(0.0, end, STEPS_OF_AN_INTEGRAL + 1)
    density = np.cos(angles) ** (freedom - 1)
    within = np.concatenate([[0.0], np.cumsum(density[1:] + density[:-1])])
    return sqrt(freedom) * tan(float(np.interp(confidence, within / within[-1], angles)))


@dataclass(frozen=True)
class Pairs:
    """Two agents on the same boards, counted: boards that both, one or neither won."""

    both: int
    first_only: int
    second_only: int
    neither: int

    @classmethod
    def of(cls, first: NDArray[np.bool_], second: NDArray[np.bool_]) -> Pairs:
        """Count the pairs."""
        both = int((first & second).sum())
        either = int((first | second).sum())
        only_first, only_second = int(first.sum()) - both, int(second.sum()) - both
        return cls(both, only_first, only_second, len(first) - either)

    @property
    def count(self) -> int:
        """How many pairs."""
        return self.both + self.discordant + self.neither

    @property
    def discordant(self) -> int:
        """Pairs that one agent won and the other lost: all that tells them apart."""
        return self.first_only + self.second_only

    @property
    def difference(self) -> float:
        """By how much the first agent wins more often."""
        return (self.first_only - self.second_only) / self.count if self.count else 0.0

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """The interval of the difference after Bonett and Price (2012).

        Wald's with one discordant pair added on each side, which keeps its word for few pairs.

        >>> found = Pairs(both=40, first_only=12, second_only=4, neither=44).interval()
        >>> round(found.low, 4), round(found.high, 4)
        (-0.0017, 0.1585)
        """
        first, second = (
            (only + 1) / (self.count + 2) for only in (self.first_only, self.second_only)
        )
        middle = first - second
        half = _z(confidence) * sqrt((first + second - middle**2) / (self.count + 2))
        return Interval(max(-1.0, middle - half), min(1.0, middle + half))

    def p_value(self) -> float:
        """McNemar's exact test: how often equal agents would differ at least so much.

        >>> round(Pairs(both=0, first_only=9, second_only=1, neither=0).p_value(), 6)
        0.021484
        """
        fewer = min(self.first_only, self.second_only)
        return min(1.0, 2 * _half_binomial_up_to(fewer, self.discordant))


def _half_binomial_up_to(most: int, tosses: int) -> float:
    """The chance of at most `most` heads in so many tosses of a fair coin."""
    term = exp(lgamma(tosses + 1) - lgamma(most + 1) - lgamma(tosses - most + 1) - tosses * log(2))
    total = 0.0
    # From the largest term downwards; at most half are heads, so terms never grow.
    for heads in range(most, -1, -1):
        total += term
        term *= heads / (tosses - heads + 1)
        if term < total * 1e-17:
            break
    return total


class Decision(StrEnum):
    """What a sequential test has found."""

    LOWER = "lower"
    """The difference is the lower one, or less."""
    UPPER = "upper"
    """The difference is the upper one, or more."""
    OPEN = "open"
    """Not decided yet."""


@dataclass(frozen=True)
class Verdict:
    """A decision, after how many pairs, and at what log likelihood ratio."""

    decision: Decision
    pairs: int
    log_ratio: float


@dataclass(frozen=True)
class SequentialTest:
    """Is the difference `lower` or `upper`? Asked after every pair, until it is decided.

    A generalised sequential probability ratio test of Wald's kind: the likelihood of the pairs
    seen so far at the difference `upper`, over that at `lower`, each with the share of discordant
    pairs that suits it best. It stops where the ratio leaves Wald's bounds. If the difference is
    `lower`, it says `upper` in about the share `false_alarm` of comparisons or fewer; if it is
    `upper`, it misses that in about the share `miss`. In between it takes longest.
    """

    lower: float
    upper: float
    false_alarm: float = 0.05
    miss: float = 0.05

    def __post_init__(self) -> None:
        if not -1 < self.lower < self.upper < 1:
            raise ExperimentError(
                "a sequential test needs a lower and a larger upper difference, "
                f"not {100 * self.lower:g} and {100 * self.upper:g} points"
            )
        if not (0 < self.false_alarm < 0.5 and 0 < self.miss < 0.5):
            raise ExperimentError("the error rates of a sequential test lie between 0 and 0.5")

    @property
    def bounds(self) -> Interval:
        """The log likelihood ratios at which it stops.

        >>> round(SequentialTest(0, 0.003).bounds.high, 3)
        2.944
        """
        return Interval(
            log(self.miss / (1 - self.false_alarm)), log((1 - self.miss) / self.false_alarm)
        )

    def path(self, first: NDArray[np.bool_], second: NDArray[np.bool_]) -> NDArray[np.float64]:
        """The log likelihood ratio after each pair."""
        counts = _Counts.of(first, second)
        return counts.log_likelihood(self.upper) - counts.log_likelihood(self.lower)

    def decide(self, first: NDArray[np.bool_], second: NDArray[np.bool_]) -> Verdict:
        """The decision, at the first pair that allows one.

        >>> always, never = np.ones(500, dtype=bool), np.zeros(500, dtype=bool)
        >>> SequentialTest(0, 0.1).decide(always, never).decision
        <Decision.UPPER: 'upper'>
        """
        path = self.path(first, second)
        outside = np.flatnonzero((path <= self.bounds.low) | (path >= self.bounds.high))
        if not len(outside):
            return Verdict(Decision.OPEN, len(path), float(path[-1]) if len(path) else 0.0)
        ratio = float(path[outside[0]])
        decision = Decision.UPPER if ratio > 0 else Decision.LOWER
        return Verdict(decision, int(outside[0]) + 1, ratio)


@dataclass(frozen=True, eq=False)
class _Counts:
    """After each pair: how many so far, and how many only the first or the second won."""

    pairs: NDArray[np.float64]
    first_only: NDArray[np.float64]
    second_only: NDArray[np.float64]

    @classmethod
    def of(cls, first: NDArray[np.bool_], second: NDArray[np.bool_]) -> _Counts:
        return cls(
            np.arange(1.0, len(first) + 1),
            np.cumsum(first & ~second, dtype=np.float64),
            np.cumsum(second & ~first, dtype=np.float64),
        )

    def log_likelihood(self, difference: float) -> NDArray[np.float64]:
        """At this difference, and at the share of discordant pairs that makes it largest.

        With d the difference and r that share, a pair is first-only with chance (r + d)/2,
        second-only with (r − d)/2 and alike with 1 − r. Setting the derivative by r to zero
        leaves a quadratic equation, whose larger root lies between |d| and 1.
        """
        alike = self.pairs - self.first_only - self.second_only
        lead = self.first_only - self.second_only
        linear = (self.first_only + self.second_only) + difference * lead
        constant = difference * lead - alike * difference**2
        root = np.sqrt(np.maximum(0.0, linear**2 - 4 * self.pairs * constant))
        share = np.clip((linear + root) / (2 * self.pairs), abs(difference), 1.0)
        return (
            _times_log(self.first_only, (share + difference) / 2)
            + _times_log(self.second_only, (share - difference) / 2)
            + _times_log(alike, 1 - share)
        )


def _times_log(count: NDArray[np.float64], chance: NDArray[np.float64]) -> NDArray[np.float64]:
    """The count times log(chance), and 0 where nothing was counted, however small the chance."""
    return np.where(count > 0, count * np.log(np.maximum(chance, 1e-300)), 0.0)


def _z(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)
