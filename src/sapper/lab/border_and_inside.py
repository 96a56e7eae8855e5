"""Dead ends at the border and inside, told apart by how their numbers grow with the board.

At the border, their number is proportional to the side of the board; inside, to its cells. So the
shares of boards without a guess, for several sizes, tell how often each kind occurs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from sapper.extras import need

LEAST_SIDE = 100
"""On smaller boards, corners are too large a part of the border."""
MOST_DENSITY = 0.14
"""With more mines, dead ends grow together, and their number follows no power."""
FEWEST_SIDES = 3
FEWEST_POINTS = 6
USUAL = 0.1
"""The density at which rates are told."""
Z_95 = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Counted:
    """Boards of one side and density: how many there were, and how many needed a guess."""

    side: int
    density: float
    boards: int
    stuck: int


@dataclass(frozen=True)
class Growth:
    """So many at 10 % mines, and a power of the density; with the reach of its 95 %."""

    rate: float
    exponent: float
    reach: float

    def at(self, density: float) -> float:
        """How many there are at a density."""
        return float(self.rate * (density / USUAL) ** self.exponent)


@dataclass(frozen=True)
class Parts:
    """Dead ends per cell of side at the border, and per cell inside."""

    border: Growth
    inside: Growth
    misfit: float
    """Pearson's chi-squared."""
    freedom: int
    """Points beyond the four that any curve fits."""

    def share_inside(self, side: int, density: float) -> float:
        """The share of a board's dead ends that are inside."""
        inside = side * side * self.inside.at(density)
        return inside / (inside + side * self.border.at(density))


def told_apart(counted: Sequence[Counted]) -> Parts | None:
    """The most likely numbers of both kinds; None if the sizes or points are too few to tell.

    The kinds are independent, so that a board needs no guess with chance exp(−both together).
    """
    used = [
        one
        for one in counted
        if one.side >= LEAST_SIDE
        and one.density <= MOST_DENSITY + 1e-9
        and 0 < one.stuck < one.boards
    ]
    if len({one.side for one in used}) < FEWEST_SIDES or len(used) < FEWEST_POINTS:
        return None
    side, boards, stuck = (
        np.array([getattr(one, name) for one in used], dtype=np.float64)
        for name in ("side", "boards", "stuck")
    )
    x = np.log([one.density / USUAL for one in used])

    def both(point: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        border, power_at_border, inside, power_inside = point
        return (
            side * np.exp(border + power_at_border * x),
            side * side * np.exp(inside + power_inside * x),
        )

    def unlikelihood(point: NDArray[np.float64]) -> float:
        rate = sum(both(point))
        return float(-(stuck * np.log(-np.expm1(-rate)) - (boards - stuck) * rate).sum())

    begun = np.log(-np.log1p(-stuck / boards) / side)
    powers = (4.0, 6.0)
    start = [float(np.median(begun - powers[0] * x)), powers[0], 0.0, powers[1]]
    start[2] = start[0] - float(np.log(side.max()))
    found = need("lab", "scipy.optimize").minimize(
        unlikelihood, start, method="Nelder-Mead", options={"maxfev": 20_000, "fatol": 1e-9}
    )
    at_border, inside = both(found.x)
    chance = -np.expm1(-(at_border + inside))
    slopes = np.stack([at_border, at_border * x, inside, inside * x], axis=1)
    weight = boards * (1 - chance) / chance
    reaches = Z_95 * np.sqrt(np.diag(np.linalg.inv(slopes.T @ (weight[:, None] * slopes))))
    misfit = (stuck - boards * chance) ** 2 / (boards * chance * (1 - chance))
    return Parts(
        Growth(exp(found.x[0]), float(found.x[1]), float(reaches[1])),
        Growth(exp(found.x[2]), float(found.x[3]), float(reaches[3])),
        float(misfit.sum()),
        len(used) - len(start),
    )
