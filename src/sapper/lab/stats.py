"""Intervals and tests: what can be said from a number of games.

Shares and differences are fractions here (0.003), not percentage points (0.3). Distributions are
scipy's, imported where they are needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import log, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.errors import ExperimentError
from sapper.extras import need

CONFIDENCE = 0.95


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
    """Wilson's interval for a share: honest near 0 and 1, and for few trials.

    In closed form, as scipy has it for whole numbers of successes alone: where runs on the same
    board count as one, their successes are a fraction of it.

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
    """Student's interval for the mean of independent shares; a single one says nothing.

    >>> interval = mean_interval(np.array([0.5, 0.7, 0.9]))
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.2032, 1.0)
    """
    if len(shares) < 2:
        return Interval(0.0, 1.0)
    mean, standard_error = float(shares.mean()), float(shares.std(ddof=1)) / sqrt(len(shares))
    quantile = _distributions().stdtrit(len(shares) - 1, (1 + confidence) / 2)
    half = float(quantile) * standard_error
    return Interval(max(0.0, mean - half), min(1.0, mean + half))


@dataclass(frozen=True)
class Pairs:
    """Two agents on the same boards: how many both, one or neither won."""

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
        """Pairs that one agent won and the other lost: only these tell the agents apart."""
        return self.first_only + self.second_only

    @property
    def difference(self) -> float:
        """By how much more often the first agent wins."""
        return (self.first_only - self.second_only) / self.count if self.count else 0.0

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Bonett and Price's interval for the difference (2012).

        Wald's with one discordant pair added on each side, which holds for few pairs too.

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
        """McNemar's exact test: how often equal agents would differ at least this much.

        >>> round(Pairs(both=0, first_only=9, second_only=1, neither=0).p_value(), 6)
        0.021484
        """
        fewer = min(self.first_only, self.second_only)
        return min(1.0, 2 * float(_distributions().bdtr(fewer, self.discordant, 0.5)))


class Decision(StrEnum):
    """What a sequential test has found."""

    LOWER = "lower"
    """The difference is the lower one, or less."""
    UPPER = "upper"
    """The difference is the upper one, or more."""
    OPEN = "open"
    """Not decided yet."""


@dataclass(frozen=True)
class SequentialDecision:
    """A decision, after how many pairs, and at what log-likelihood ratio."""

    decision: Decision
    pairs: int
    log_ratio: float


@dataclass(frozen=True)
class SequentialTest:
    """Is the difference `lower` or `upper`? Asked after every pair until it is decided.

    A generalised sequential probability ratio test: the likelihood of the pairs so far under the
    difference `upper`, over that under `lower`, each with its best-fitting share of discordant
    pairs. It stops when the ratio leaves Wald's bounds. If the difference is `lower`, it says
    `upper` in a share of about `false_alarm` of comparisons or fewer; if it is `upper`, it misses
    that in a share of about `miss`. In between it takes longest.
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
        """The log-likelihood ratios at which it stops.

        >>> round(SequentialTest(0, 0.003).bounds.high, 3)
        2.944
        """
        return Interval(
            log(self.miss / (1 - self.false_alarm)), log((1 - self.miss) / self.false_alarm)
        )

    def path(self, first: NDArray[np.bool_], second: NDArray[np.bool_]) -> NDArray[np.float64]:
        """The log-likelihood ratio after each pair."""
        counts = _Counts.of(first, second)
        return counts.log_likelihood(self.upper) - counts.log_likelihood(self.lower)

    def decide(self, first: NDArray[np.bool_], second: NDArray[np.bool_]) -> SequentialDecision:
        """The decision, at the first pair that allows one.

        >>> always, never = np.ones(500, dtype=bool), np.zeros(500, dtype=bool)
        >>> SequentialTest(0, 0.1).decide(always, never).decision
        <Decision.UPPER: 'upper'>
        """
        path = self.path(first, second)
        outside = np.flatnonzero((path <= self.bounds.low) | (path >= self.bounds.high))
        if not len(outside):
            return SequentialDecision(
                Decision.OPEN, len(path), float(path[-1]) if len(path) else 0.0
            )
        ratio = float(path[outside[0]])
        decision = Decision.UPPER if ratio > 0 else Decision.LOWER
        return SequentialDecision(decision, int(outside[0]) + 1, ratio)


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
        """Under this difference, with the share of discordant pairs that maximises it.

        With d the difference and r that share, a pair is first-only with probability (r + d)/2,
        second-only with (r − d)/2 and alike with 1 − r. Setting the derivative with respect to r
        to zero gives a quadratic equation, whose larger root lies between |d| and 1.
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
    product: NDArray[np.float64] = _distributions().xlogy(count, np.maximum(chance, 1e-300))
    return product


def _z(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _distributions() -> Any:
    return need("lab", "scipy.special")
