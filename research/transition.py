"""When do boards begin to need a guess: at which density of mines, and how sharply?

Square boards, after a first click that shows a 0. `exact` plays, which guesses if and only if
nothing is certain. A row for each side and density: how many games were stuck, and how many guesses
they took. With --read, rows printed before are put together: a curve 1 − exp(−c · density^exponent)
is fitted to each side, the thresholds are compared, and dead ends at the border are told from those
inside by how their numbers grow with the board.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

import numpy as np
from common import Row, chunks, print_rows, read_rows, run, save_plot
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter
from numpy.typing import NDArray
from parting import Z_95
from scipy.optimize import minimize  # type: ignore[import-untyped]
from scipy.special import stdtrit  # type: ignore[import-untyped]

from sapper.lab.bulk import make_layouts, play_layouts
from sapper.lab.games import read_level
from sapper.lab.plots import COLOURS, GREY, PERCENT, new_figure
from sapper.lab.stats import Interval, wilson
from sapper.level import StartRule, first_cell

CELLS_AT_ONCE = 20_000_000
LEAST_SHARE = 0.02
"""A fit takes the densities at which at least this share of games is stuck, and is not."""
FEWEST_TO_FIT = 2
EXPECTED_EXPONENT = 1 / 6
"""The threshold is of the order of cells^(−1/6): Louf, Phase transition for Minesweeper (2025)."""
LEAST_SIDE = 100
"""On smaller boards, corners are too large a part of the border."""
MOST_DENSITY = 0.14
"""With more mines, dead ends grow together, and their number follows no power."""
FEWEST_SIDES, FEWEST_POINTS = 3, 6
USUAL = 0.1
"""The density at which rates are told."""


def measure(
    sides: Sequence[int], densities: Sequence[float], games: int, seed: int
) -> Iterator[dict[str, object]]:
    """Have `exact` play."""
    for side in sides:
        at_once = max(1, CELLS_AT_ONCE // side**2)
        for density in densities:
            mines = round(density * side * side)
            level = read_level(f"{side}x{side}/{mines}", StartRule.OPENING)
            first = first_cell(side, side, level.start)
            wins = stuck = guesses = 0
            for some in chunks(games, at_once, level.name):
                layouts = make_layouts(level, seed, len(some), first=first, start_index=some.start)
                played = play_layouts("exact", layouts, first, start=level.start)
                wins += int(played.won.sum())
                stuck += int((played.guesses > 0).sum())
                guesses += int(played.guesses.sum())
            yield {
                "side": side,
                "mines": mines,
                "first": f"{first[0]},{first[1]}",
                "seed": seed,
                "games": games,
                "wins": wins,
                "stuck": stuck,
                "guesses": guesses,
            }


@dataclass(frozen=True)
class Counted:
    """How many boards of a side and density there were, and how many needed a guess."""

    side: int
    density: float
    boards: int
    stuck: int

    @classmethod
    def of(cls, row: Row) -> Counted:
        """What a row says."""
        side, mines = int(row["side"]), int(row["mines"])
        return cls(side, mines / side**2, int(row["games"]), int(row["stuck"]))

    @property
    def without(self) -> float:
        """The share that needs no guess."""
        return 1 - self.stuck / self.boards

    @property
    def without_interval(self) -> Interval:
        """Wilson's interval for it."""
        stuck = wilson(self.stuck, self.boards)
        return Interval(1 - stuck.high, 1 - stuck.low)


@dataclass(frozen=True)
class Located:
    """The transition of one size: stuck with chance 1 − exp(−e^base · density^exponent)."""

    side: int
    base: float
    exponent: float
    exponent_error: float
    """Standard errors, here and below."""
    half_error: float

    @classmethod
    def of(cls, counted: Sequence[Counted]) -> Located | None:
        """The most likely curve through the counts of one size; None if too few are between.

        A generalised linear model with the complementary log-log link, by Fisher's scoring.
        """
        used = [one for one in counted if LEAST_SHARE <= one.without <= 1 - LEAST_SHARE]
        if len(used) < FEWEST_TO_FIT:
            return None
        games = np.array([one.boards for one in used], dtype=np.float64)
        stuck = np.array([one.stuck for one in used], dtype=np.float64)
        design = np.array([[1.0, log(one.density)] for one in used])
        beta = np.linalg.lstsq(design, np.log(-np.log1p(-stuck / games)), rcond=None)[0]
        for _ in range(50):
            rate = np.exp(design @ beta)
            chance = -np.expm1(-rate)
            slope = rate * np.exp(-rate)  # of the chance by the linear predictor
            weight = games * slope**2 / (chance * (1 - chance))
            information = design.T @ (weight[:, None] * design)
            score = design.T @ ((stuck - games * chance) * slope / (chance * (1 - chance)))
            step = np.linalg.solve(information, score)
            beta = beta + step
            if np.abs(step).max() < 1e-10:
                break
        covariance = np.linalg.inv(information)
        base, exponent = map(float, beta)
        half = exp((log(log(2)) - base) / exponent)
        # By the delta method, of the logarithm of the density.
        gradient = np.array([-1 / exponent, -log(half) / exponent])
        return cls(
            used[0].side,
            base,
            exponent,
            sqrt(float(covariance[1, 1])),
            half * sqrt(float(gradient @ covariance @ gradient)),
        )

    def density_at(self, no_guess: float) -> float:
        """The density at which so large a share of boards needs no guess."""
        return exp((log(-log(no_guess)) - self.base) / self.exponent)

    @property
    def half(self) -> float:
        """Where every other board needs no guess."""
        return self.density_at(0.5)

    @property
    def width(self) -> float:
        """From nine boards in ten without a guess to one in ten."""
        return self.density_at(0.1) - self.density_at(0.9)


def scaling(found: Sequence[Located], values: Sequence[float]) -> tuple[float, float] | None:
    """The exponent of the thresholds, or of the widths, by cells, and how far its 95 % reach.

    A straight line through the logarithms, each size counting alike: how far the sizes lie from
    it, by chance or because no power law holds, decides how well the exponent is known.
    """
    freedom = len(found) - 2
    if freedom < 1:
        return None
    x, y = np.array([2 * log(one.side) for one in found]), np.log(values)
    exponent, base = np.polyfit(x, y, 1)
    residual = y - base - exponent * x
    error = sqrt(float(residual @ residual) / freedom / float(((x - x.mean()) ** 2).sum()))
    return float(exponent), float(stdtrit(freedom, 0.975)) * error


@dataclass(frozen=True)
class Growth:
    """So many at 10 % mines, and a power of the density; with the reach of its 95 %."""

    rate: float
    exponent: float
    reach: float

    def at(self, density: float) -> float:
        """How many there are at a density."""
        return float(self.rate * (density / USUAL) ** self.exponent)

    def __str__(self) -> str:
        return f"{self.rate:.2g} · (density / 10 %)^({self.exponent:.2f} ± {self.reach:.2f})"


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

    At the border, their number is proportional to the side of the board; inside, to its cells. The
    kinds are independent, so that a board needs no guess with chance exp(−both together).
    """
    used = [
        one
        for one in counted
        if one.side >= LEAST_SIDE and one.density <= MOST_DENSITY + 1e-9 and 0 < one.without < 1
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
    limits = {"maxfev": 20_000, "fatol": 1e-9}
    found = minimize(unlikelihood, start, method="Nelder-Mead", options=limits).x
    at_border, inside = both(found)
    chance = -np.expm1(-(at_border + inside))
    slopes = np.stack([at_border, at_border * x, inside, inside * x], axis=1)
    weight = boards * (1 - chance) / chance
    reaches = Z_95 * np.sqrt(np.diag(np.linalg.inv(slopes.T @ (weight[:, None] * slopes))))
    misfit = (stuck - boards * chance) ** 2 / (boards * chance * (1 - chance))
    return Parts(
        Growth(exp(found[0]), float(found[1]), float(reaches[1])),
        Growth(exp(found[2]), float(found[3]), float(reaches[3])),
        float(misfit.sum()),
        len(used) - len(start),
    )


def by_side(counted: Sequence[Counted]) -> dict[int, list[Counted]]:
    """The counts of each size, smallest first, sparsest first."""
    in_order = sorted(counted, key=lambda one: (one.side, one.density))
    found: dict[int, list[Counted]] = {}
    for one in in_order:
        found.setdefault(one.side, []).append(one)
    return found


def sum_up(counted: Sequence[Counted]) -> Iterator[str]:
    """Lines about all counts: each size's transition, and how they change with the size."""
    located = [found for own in by_side(counted).values() if (found := Located.of(own))]
    yield "side,half,half_low,half_high,at_90,at_10,width,width/half,exponent,falls_as_cells^"
    for before, one in zip([None, *located], located, strict=False):
        reach = Z_95 * one.half_error
        densities = (one.half, one.half - reach, one.half + reach, one.density_at(0.9))
        figures = [f"{PERCENT * each:.2f}" for each in (*densities, one.density_at(0.1), one.width)]
        figures += [
            f"{one.width / one.half:.2f}",
            _give(one.exponent, Z_95 * one.exponent_error, 2),
        ]
        yield ",".join([str(one.side), *figures, _falling(before, one)])
    threshold = scaling(located, [one.half for one in located])
    width = scaling(located, [one.width for one in located])
    if threshold and width:
        yield (
            f"threshold: cells^({_give(*threshold)}); width: cells^({_give(*width)}); "
            "in the limit, the theory has both fall as cells^(−1/6)"
        )
    parts = told_apart(counted)
    if parts:
        yield f"dead ends per cell of side: {parts.border}; inside, per cell: {parts.inside}"
        yield f"χ² = {parts.misfit:.1f} with {parts.freedom} degrees of freedom"
        for one in located:
            if one.side >= LEAST_SIDE:
                share = parts.share_inside(one.side, one.half)
                yield f"inside, where half of the boards need no guess, on {one.side}²: {share:.0%}"


def _give(value: float, reach: float, digits: int = 3) -> str:
    return f"{value:.{digits}f} ± {reach:.{digits}f}"


def _falling(before: Located | None, one: Located) -> str:
    """The exponent of the threshold from the size before to this one, with its 95 %."""
    if before is None:
        return ""
    more = 2 * log(one.side / before.side)
    error = sqrt(sum((each.half_error / each.half) ** 2 for each in (before, one))) / more
    return _give(log(one.half / before.half) / more, Z_95 * error)


def draw(counted: Sequence[Counted]) -> Figure:
    """Boards without a guess by density; dead ends by length of border; thresholds by size."""
    figure = new_figure(12.6, 4.2)
    curves, dead_ends, thresholds = figure.subplots(1, 3)
    for (side, own), colour in zip(by_side(counted).items(), COLOURS, strict=False):
        shares = np.array([one.without for one in own])
        ends = np.array([(one.without_interval.low, one.without_interval.high) for one in own])
        density = PERCENT * np.array([one.density for one in own])
        bars = np.clip(np.stack([shares - ends[:, 0], ends[:, 1] - shares]), 0, None)
        style: dict[str, Any] = {"markersize": 3, "linewidth": 1, "capsize": 2, "color": colour}
        label = f"{side}×{side}"
        curves.errorbar(
            density, PERCENT * shares, yerr=PERCENT * bars, fmt="o-", label=label, **style
        )
        shown = (shares > 0) & (shares < 1) & (ends[:, 0] > 0)
        rates, low, high = (
            -np.log(each[shown]) / side for each in (shares, ends[:, 1], ends[:, 0])
        )
        dead_ends.errorbar(
            density[shown], rates, yerr=np.stack([rates - low, high - rates]), fmt="o", **style
        )
    curves.set_ylabel("boards that need no guess, %")
    curves.legend(frameon=False, fontsize=8)
    dead_ends.set_ylabel("dead ends by side: −ln(share) / side")
    for panel in (curves, dead_ends):
        panel.set_xlabel("mines, % of cells")
    located = [found for own in by_side(counted).values() if (found := Located.of(own))]
    if located:
        _draw_thresholds(thresholds, located)
        last = located[-1]
        for power, line in ((4, ":"), (6, "--")):
            around = np.array([last.half / 1.6, last.half * 1.6])
            rate = log(2) / last.side * (around / last.half) ** power
            label = f"density$^{power}$"
            dead_ends.plot(PERCENT * around, rate, line, linewidth=1, color=GREY, label=label)
        dead_ends.legend(frameon=False, fontsize=8)
    _make_logarithmic(dead_ends)
    return figure


def _draw_thresholds(panel: Any, located: Sequence[Located]) -> None:
    cells = np.array([one.side**2 for one in located], dtype=np.float64)
    for values, colour, marker, label in (
        ([one.half for one in located], COLOURS[0], "o", "half need no guess"),
        ([one.width for one in located], COLOURS[1], "s", "width, from 90 % to 10 %"),
    ):
        shown = PERCENT * np.array(values)
        panel.plot(cells, shown, marker, markersize=4, color=colour, label=label)
        theory = shown[-1] * (cells / cells[-1]) ** -EXPECTED_EXPONENT
        panel.plot(cells, theory, "--", linewidth=1, color=colour)
    panel.plot([], [], "--", linewidth=1, color=GREY, label="cells$^{-1/6}$")
    panel.set_xlabel("cells")
    panel.set_ylabel("mines, % of cells")
    panel.legend(frameon=False, fontsize=8)
    _make_logarithmic(panel)


def _make_logarithmic(panel: Any) -> None:
    panel.set_xscale("log")
    panel.set_yscale("log")
    for axis, limits in ((panel.xaxis, panel.get_xlim()), (panel.yaxis, panel.get_ylim())):
        if limits[1] / limits[0] < 1000 and limits[0] > 0.01:
            axis.set_major_locator(LogLocator(subs=(1, 2, 3, 5, 7)))
            axis.set_major_formatter("{x:g}")
            axis.set_minor_formatter(NullFormatter())


def main() -> None:
    """Read the command line; print the rows, or what rows printed before come to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sides", nargs="+", type=int, default=[20, 50, 100])
    parser.add_argument(
        "--densities", nargs="+", type=float, default=[0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.18, 0.2]
    )
    parser.add_argument("--games", type=int, default=1000, help="boards per side and density")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--read", nargs="+", type=Path, help="rows printed before, to be summed up")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw the rows read")
    options = parser.parse_args()
    if options.read:
        counted = [Counted.of(row) for row in read_rows(options.read)]
        print(*sum_up(counted), sep="\n")
        if options.plot:
            save_plot(draw(counted), options.plot)
    else:
        print_rows(measure(options.sides, options.densities, options.games, options.seed))


if __name__ == "__main__":
    run(main)
