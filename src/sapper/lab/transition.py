"""From boards that need no guess to boards that do: where, and how sharply, by density and size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, log, sqrt
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sapper.errors import ExperimentError
from sapper.extras import need
from sapper.grid import Cell
from sapper.lab.agent_spec import AgentSpec
from sapper.lab.board_case import BoardCase
from sapper.lab.border_and_inside import LEAST_SIDE, MOST_DENSITY, Z_95, Counted, told_apart
from sapper.lab.case import Case, Outcomes
from sapper.lab.experiment import Experiment
from sapper.lab.finding import Finding, ResultTable, points
from sapper.lab.game_findings import GameRow, GamesFinding, between
from sapper.lab.games import GameCase, read_level
from sapper.lab.stats import Interval
from sapper.level import Level, StartRule, first_cell

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EXPECTED_EXPONENT = 1 / 6
"""The threshold is of the order of cells^(−1/6): Louf, Phase transition for Minesweeper (2025)."""
LEAST_SHARE = 0.02
"""A fit takes the densities at which at least this share of games is stuck, and is not."""
FEWEST_TO_FIT = 2


def square_levels(sides: Sequence[int], densities: Sequence[float]) -> list[Level]:
    """Every side with every density, under the start rule `opening`.

    >>> [level.name for level in square_levels([20], [0.1, 0.2])]
    ['20x20/40', '20x20/80']
    """
    if not all(0 <= density < 1 for density in densities):
        raise ExperimentError("densities are shares of mines from 0 up to, not including, 1")
    return [
        read_level(f"{side}x{side}/{round(density * side * side)}", StartRule.OPENING)
        for side in sides
        for density in densities
    ]


def where_begun(cases: Iterable[GameCase | BoardCase]) -> str:
    """The first click in words, with the sides of the boards if it is not always the same.

    >>> where_begun(Transition(9, 1, sides=(20, 30), densities=(0.1,)).cases)
    'at (3,3)'
    >>> where_begun(Transition(9, 1, sides=(8, 16, 20), densities=(0.1, 0.2)).cases)
    'at (2,2) on sides of 8, 16 and at (3,3) on sides of 20'
    """
    sides: dict[Cell, dict[int, None]] = {}
    for case in cases:
        sides.setdefault(case.first, {})[case.level.height] = None
    if len(sides) == 1:
        (cell,) = sides
        return f"at ({cell[0]},{cell[1]})"
    return " and ".join(
        f"at ({row},{column}) on sides of {', '.join(map(str, sorted(some)))}"
        for (row, column), some in sorted(sides.items())
    )


@dataclass(frozen=True)
class SquareBoards(Experiment):
    """An experiment on square boards of several sizes and densities."""

    sides: tuple[int, ...]
    densities: tuple[float, ...]

    def options(self) -> list[str]:
        """As typed on the command line."""
        sides = ",".join(map(str, self.sides))
        return ["--sides", sides, "--densities", ",".join(map(str, self.densities))]


@dataclass(frozen=True)
class Transition(SquareBoards):
    """How often square boards need a guess after an opening, by density and size.

    `exact` plays: it guesses if and only if nothing is certain.

    >>> Transition(9, 1, sides=(20,), densities=(0.1, 0.2)).command()
    'sapper lab transition --sides 20 --densities 0.1,0.2 --games 9 --seed 1'
    """

    name: ClassVar[str] = "transition"
    verb: ClassVar[str] = "transition"
    counted: ClassVar[str] = "board"

    @cached_property
    def cases(self) -> tuple[GameCase, ...]:
        """Every side with every density."""
        agent = AgentSpec.of("exact")
        return tuple(
            GameCase(agent, level, first_cell(level.height, level.width, level.start), self.seed)
            for level in square_levels(self.sides, self.densities)
        )

    def summarise(self, outcomes: Mapping[Case, Outcomes]) -> TransitionFinding:
        """A row for each case."""
        return TransitionFinding(
            tuple(GameRow.of(case, outcomes[case], self.command()) for case in self.cases)
        )

    @classmethod
    def join(cls, findings: Sequence[Finding]) -> list[Finding]:
        """One table of all runs; of the same case, the longest."""
        rows = [row for one in findings if isinstance(one, TransitionFinding) for row in one.rows]
        longest = {row.case: row for row in sorted(rows, key=lambda row: row.games)}
        in_order = sorted(longest.values(), key=lambda row: _place(row))
        return [TransitionFinding(tuple(in_order))]


def _place(row: GameRow) -> tuple[int, float]:
    return row.case.level.cells, row.case.level.density


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
    def of(cls, rows: Sequence[GameRow]) -> Located | None:
        """The most likely curve through the rows of one size; None if too few are between.

        A generalised linear model with the complementary log-log link, by Fisher's scoring.
        """
        shares = [row.stuck / row.games for row in rows]
        used = [
            row
            for row, share in zip(rows, shares, strict=True)
            if LEAST_SHARE <= share <= 1 - LEAST_SHARE
        ]
        if len(used) < FEWEST_TO_FIT:
            return None
        games = np.array([row.games for row in used], dtype=np.float64)
        stuck = np.array([row.stuck for row in used], dtype=np.float64)
        design = np.array([[1.0, log(row.case.level.density)] for row in used])
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
            used[0].case.level.height,
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
    def half_interval(self) -> Interval:
        """95 % of it."""
        return Interval(self.half - Z_95 * self.half_error, self.half + Z_95 * self.half_error)

    @property
    def width(self) -> float:
        """From nine boards in ten without a guess to one in ten."""
        return self.density_at(0.1) - self.density_at(0.9)


def scaling(found: Sequence[Located], widths: bool = False) -> tuple[float, float] | None:
    """The exponent of the threshold, or of the width, by cells, and how far its 95 % reach.

    A straight line through the logarithms, each size counting alike: how far the sizes lie from
    it, by chance or because no power law holds, decides how well the exponent is known.
    """
    freedom = len(found) - 2
    if freedom < 1:
        return None
    x = np.array([2 * log(one.side) for one in found])
    y = np.array([log(one.width if widths else one.half) for one in found])
    exponent, base = np.polyfit(x, y, 1)
    residual = y - base - exponent * x
    error = sqrt(float(residual @ residual) / freedom / float(((x - x.mean()) ** 2).sum()))
    return float(exponent), float(need("lab", "scipy.special").stdtrit(freedom, 0.975)) * error


@dataclass(frozen=True, eq=False)
class TransitionFinding(GamesFinding):
    """How often boards need a guess, by density and size."""

    @property
    def title(self) -> str:
        """What it is about."""
        return "Boards that need no guess, by density and size"

    @cached_property
    def sides(self) -> list[int]:
        """The sizes, smallest first."""
        return sorted({row.case.level.height for row in self.rows})

    def of_side(self, side: int) -> list[GameRow]:
        """The rows of one size, sparsest first."""
        return sorted((row for row in self.rows if row.case.level.height == side), key=_place)

    @cached_property
    def located(self) -> list[Located]:
        """The transition of each size that shows one."""
        return [found for side in self.sides if (found := Located.of(self.of_side(side)))]

    def shown(self) -> ResultTable:
        """A row for each size and density."""
        return ResultTable.of_facts(
            [
                {
                    "side": str(row.case.level.height),
                    "mines %": points(row.case.level.density, 1),
                    "boards": f"{row.games:,}",
                    "no guess %": points(1 - row.stuck / row.games),
                    "95 % interval": _between_without(row.stuck_interval),
                    "dead ends": dead_ends(row),
                    "guesses": f"{row.guesses / row.games:.3f}",
                    "won %": points(row.won),
                }
                for side in self.sides
                for row in self.of_side(side)
            ],
            keys=2,
        )

    def details(self) -> dict[str, ResultTable]:
        """Where each size changes over."""
        if not self.located:
            return {}
        rows = [
            {
                "side": str(one.side),
                "half need no guess at, mines %": points(one.half, 3),
                "95 % interval": f"{points(one.half_interval.low, 3)} – "
                f"{points(one.half_interval.high, 3)}",
                "90 % at": points(one.density_at(0.9), 3),
                "10 % at": points(one.density_at(0.1), 3),
                "width": points(one.width, 3),
                "width / half": f"{one.width / one.half:.3f}",
                "exponent": f"{one.exponent:.2f} ± {Z_95 * one.exponent_error:.2f}",
                "half falls as cells^": _falling(before, one),
            }
            for before, one in zip([None, *self.located], self.located, strict=False)
        ]
        return {"Where boards change over": ResultTable.of_facts(rows)}

    def notes(self) -> tuple[str, ...]:
        """How to read it."""
        begun = where_begun(row.case for row in self.rows)
        found = [
            f"Square boards; the first click, {begun}, shows a 0. exact plays, which guesses if "
            "and only if nothing is certain. Intervals are 95 %, Wilson's.",
            "Dead ends: −ln of the share without a guess, which is the mean number of places that "
            "force a guess if they occur independently. Guesses: per game, which ends with the "
            "first wrong one.",
            "Transition: 1 − exp(−c·density^exponent) is fitted to the densities at which 2 to 98 "
            "% of the boards need a guess, by maximum likelihood.",
        ]
        threshold, width = scaling(self.located), scaling(self.located, widths=True)
        if threshold is not None and width is not None:
            found.append(
                f"Over these sizes, the threshold falls as cells^({threshold[0]:.3f} ± "
                f"{threshold[1]:.3f}) and the width as cells^({width[0]:.3f} ± {width[1]:.3f}); "
                "in the limit, the theory has both fall as cells^(−1/6)."
            )
        return (*found, *self._parts(), self.signatures())

    def _parts(self) -> Iterator[str]:
        """How many dead ends are at the border and inside, if the sizes tell."""
        parts = told_apart(
            [
                Counted(row.case.level.height, row.case.level.density, row.games, row.stuck)
                for row in self.rows
            ]
        )
        if parts is None:
            return
        border, inside = (
            f"{part.rate:.2g} · (density / 10 %)^({part.exponent:.2f} ± {part.reach:.2f})"
            for part in (parts.border, parts.inside)
        )
        shares = ", ".join(
            f"{points(parts.share_inside(one.side, one.half), 0)} % on {one.side}²"
            for one in self.located
            if one.side >= LEAST_SIDE
        )
        yield (
            f"Of sides from {LEAST_SIDE} on and densities up to {points(MOST_DENSITY, 0)} %: per "
            f"cell of side, {border} dead ends, at the border; per cell, {inside}, inside. "
            f"χ² = {parts.misfit:.1f} with {parts.freedom} degrees of freedom. Inside are, where "
            f"half of the boards need no guess: {shares}."
        )

    def draw(self) -> Figure:
        """The curves, their collapse, and the threshold by size."""
        from sapper.lab.findings_plots import draw_transition

        return draw_transition(self)


def dead_ends(row: GameRow) -> str:
    """−ln of the share of boards without a guess; a dash where it is 0."""
    without = row.games - row.stuck
    return f"{-log(without / row.games) + 0.0:.3g}" if without else "–"


def _falling(before: Located | None, one: Located) -> str:
    """The exponent of the threshold from the size before to this one, with its 95 %."""
    if before is None:
        return "–"
    more = 2 * log(one.side / before.side)
    error = sqrt(sum((each.half_error / each.half) ** 2 for each in (before, one))) / more
    return f"{log(one.half / before.half) / more:.3f} ± {Z_95 * error:.3f}"


def _between_without(stuck: Interval) -> str:
    return between(Interval(1 - stuck.high, 1 - stuck.low))
