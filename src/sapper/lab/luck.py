"""Differences between agents with the luck of their guesses removed.

From the result of each game (1 if won, else 0), its luck is taken away: for every guess, a value of
what happened, less the expectation of that value over all that could have happened. The cell is a
mine, worth 0, or shows one of the numbers that it may show, each with its exact probability. From
where the agent has searched the rest of the game, the value is the share of layouts won.

The mean of the luck is 0, whatever the value is. A good value makes the interval narrower; a bad
one only makes it wider.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from sapper.lab.stats import CONFIDENCE, Interval

GUESS_VALUE = (3.733, 3.684, 0.007225, -9.38, -0.0415)
"""The weights of the value of a number shown, a logistic function of five features: a constant; the
logarithm of the mean safety of the two safest cells after it; the binary logarithm of the layouts
left; the density of mines in the unknown cells before the guess; and the mines left.

Fitted by `tools/fit_guess_value.py` to 232,000 guesses, and tried on other boards: 30,000 of
16×30/99 per start rule, where powers 1 and 2 of `safety_power` were compared. Half the interval, in
points, from a safe corner and from an opening: raw 0.184 and 0.214; with a value of 0.6 for any
number 0.095 and 0.116; by layouts, mines and how far the number is above the least possible 0.091
and 0.108; by these features 0.087 and 0.104, and no less with up to 13 more (the number of safe
cells, how far the number is above the least, unknown cells, squares and products).
"""


@dataclass(frozen=True)
class Estimate:
    """The mean of something measured on each board, with its interval."""

    mean: float
    interval: Interval
    variance: float
    """Of a single board."""

    @classmethod
    def of(cls, values: NDArray[np.float64]) -> Estimate:
        """From one value per board."""
        variance = float(values.var(ddof=1)) if len(values) > 1 else inf
        z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
        half, mean = z * sqrt(variance / len(values)), float(values.mean())
        return cls(mean, Interval(mean - half, mean + half), variance)


@dataclass(frozen=True)
class WithoutLuck:
    """The difference between two agents on the same boards, the luck of their guesses removed."""

    won: tuple[Estimate, Estimate]
    """How often each agent wins."""
    by: Estimate
    """How much oftener the first."""
    variance_ratio: float
    """How many times as many boards the raw difference would need for the same interval."""

    @property
    def difference(self) -> float:
        """How much oftener the first agent wins."""
        return self.by.mean

    @property
    def interval(self) -> Interval:
        """Of the difference."""
        return self.by.interval

    @classmethod
    def of(
        cls,
        first_won: NDArray[np.bool_],
        second_won: NDArray[np.bool_],
        first_luck: NDArray[np.float64],
        second_luck: NDArray[np.float64],
    ) -> WithoutLuck:
        """The difference of the results, 1 or 0, less their luck; one entry per board.

        >>> won = np.array([True, False, True]), np.array([False, False, True])
        >>> luck = np.array([0.6, -0.5, 0.5]), np.array([-0.4, -0.6, 0.3])
        >>> round(WithoutLuck.of(*won, *luck).difference, 3)
        -0.1
        """
        first, second = first_won - first_luck, second_won - second_luck
        raw = first_won.astype(np.float64) - second_won
        by = Estimate.of(first - second)
        ratio = Estimate.of(raw).variance / by.variance if 0 < by.variance < inf else 1.0
        return cls((Estimate.of(first), Estimate.of(second)), by, ratio)
