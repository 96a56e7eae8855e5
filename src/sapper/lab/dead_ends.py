"""Where boards force a guess: at the border, or inside.

A *dead end* is a group of cells that are still uncertain once everything certain is open. Cells
belong together if they are neighbours, or if one number counts both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import thread_time
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from sapper.grid import Cell, neighbours
from sapper.lab.board_case import BoardCase
from sapper.lab.border_and_inside import Z_95
from sapper.lab.bulk import make_layouts, play_layouts
from sapper.lab.case import Case, Measured, Outcomes, Timing
from sapper.lab.finding import Finding, Provenance, ResultTable, about_signatures, points
from sapper.lab.parting import opened_without_guess
from sapper.lab.signature import signature
from sapper.lab.stats import Interval, wilson
from sapper.lab.transition import SquareBoards, square_levels, where_begun
from sapper.level import first_cell
from sapper.view import View

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FEWEST_DENSITIES = 3
"""Through fewer points, any power fits."""


def dead_ends_in(view: View, mines: frozenset[Cell]) -> list[frozenset[Cell]]:
    """The groups of cells about which nothing is certain; none where only mines are hidden.

    >>> found = dead_ends_in(View.parse("#11#\\n#11#", mines=2), frozenset())
    >>> [sorted(group) for group in found]
    [[(0, 0), (1, 0)], [(0, 3), (1, 3)]]
    """
    uncertain = () if view.hidden_count == view.mines else view.hidden()
    waiting = dict.fromkeys(cell for cell in uncertain if cell not in mines)
    groups = []
    while waiting:
        start = next(iter(waiting))
        del waiting[start]
        group, growing = {start}, [start]
        while growing:
            for other in _together_with(growing.pop(), view):
                if other in waiting:
                    del waiting[other]
                    group.add(other)
                    growing.append(other)
        groups.append(frozenset(group))
    return groups


def _together_with(cell: Cell, view: View) -> Iterator[Cell]:
    for beside in neighbours(cell, view.height, view.width):
        if view.is_hidden(beside):
            yield beside
        else:
            yield from neighbours(beside, view.height, view.width)


def is_at_border(group: frozenset[Cell], view: View) -> bool:
    """Whether one of the cells is in the outermost row or column.

    >>> view = View.parse("00000\\n0#000\\n0000#", mines=1)
    >>> [is_at_border(group, view) for group in dead_ends_in(view, frozenset())]
    [False, True]
    """
    return any(
        row in (0, view.height - 1) or column in (0, view.width - 1) for row, column in group
    )


@dataclass(frozen=True)
class DeadEndCase(BoardCase):
    """The boards of a seed are opened as far as anything is certain, from the same first cell.

    >>> from sapper.level import Level
    >>> case = DeadEndCase(Level(12, 12, 25, "opening"), (3, 3), seed=1)
    >>> {name: column.tolist() for name, column in case.measure(0, 5).columns.items()}
    {'dead_ends': [1, 0, 0, 0, 0], 'at_border': [1, 0, 0, 0, 0]}
    """

    kind: ClassVar[str] = "dead-ends"

    @property
    def player(self) -> str:
        """Who decides what is certain."""
        return "exact"

    @property
    def signature(self) -> str:
        """That of the agent `exact`."""
        return signature(self.player)

    @property
    def in_threads(self) -> bool:
        """The game is played in Python."""
        return False

    def measure(self, start: int, count: int) -> Measured:
        """Open the boards; the columns are `dead_ends` and how many of them are `at_border`."""
        layouts = make_layouts(self.level, self.seed, count, first=self.first, start_index=start)
        began = thread_time()
        found = np.zeros((2, count), dtype=np.int32)
        # The engine's games, far faster, tell which boards have a dead end at all.
        played = play_layouts(self.player, layouts, self.first, threads=1, start=self.level.start)
        for place in np.flatnonzero(played.guesses):
            stuck = opened_without_guess(self.level, layouts[place], self.first, self.player)
            view, groups = stuck[0], dead_ends_in(*stuck)
            found[:, place] = len(groups), sum(is_at_border(group, view) for group in groups)
        timing = Timing(count, count, thread_time() - began)
        columns = {"dead_ends": found[0], "at_border": found[1]}
        return Measured(columns, timing, self.signature)


@dataclass(frozen=True)
class DeadEnds(SquareBoards):
    """How many of the places that force a guess touch the border, by size and density.

    >>> DeadEnds(9, 1, sides=(20,), densities=(0.1, 0.2)).command()
    'sapper lab run dead-ends --sides 20 --densities 0.1,0.2 --games 9 --seed 1'
    """

    name: ClassVar[str] = "dead-ends"
    verb: ClassVar[str] = "run dead-ends"
    counted: ClassVar[str] = "board"

    @cached_property
    def cases(self) -> tuple[DeadEndCase, ...]:
        """Every side with every density."""
        return tuple(
            DeadEndCase(level, first_cell(level.height, level.width, level.start), self.seed)
            for level in square_levels(self.sides, self.densities)
        )

    def summarise(self, outcomes: Mapping[Case, Outcomes]) -> DeadEndsFinding:
        """A row for each case."""
        return DeadEndsFinding(
            tuple(DeadEndRow.of(case, outcomes[case], self.command()) for case in self.cases)
        )

    @classmethod
    def join(cls, findings: Sequence[Finding]) -> list[Finding]:
        """One table of all runs; of the same case, the longest."""
        rows = [row for one in findings if isinstance(one, DeadEndsFinding) for row in one.rows]
        longest = {row.case: row for row in sorted(rows, key=lambda row: len(row.dead_ends))}
        in_order = sorted(longest.values(), key=lambda row: (row.side, row.case.level.mines))
        return [DeadEndsFinding(tuple(in_order))]


@dataclass(frozen=True, eq=False)
class DeadEndRow:
    """The dead ends of one case's boards."""

    case: DeadEndCase
    provenance: Provenance
    dead_ends: NDArray[np.int32]
    at_border: NDArray[np.int32]

    @classmethod
    def of(cls, case: DeadEndCase, outcomes: Outcomes, command: str) -> DeadEndRow:
        """The outcomes of a case."""
        columns = outcomes.columns
        provenance = Provenance.of(outcomes, command)
        return cls(case, provenance, columns["dead_ends"], columns["at_border"])

    @property
    def side(self) -> int:
        """Of the boards."""
        return self.case.level.height


def growth(
    densities: Sequence[float], boards: Sequence[int], counts: Sequence[int]
) -> tuple[float, float] | None:
    """The power of the density that counts grow with, and how far its 95 % reach.

    Counts are Poisson's, and the most likely power is found by Newton's steps; None if fewer than
    three densities have any.

    >>> growth([0.1, 0.2, 0.4], [100, 100, 100], [2, 16, 128])
    (3.0, 0.61)
    """
    if sum(count > 0 for count in counts) < FEWEST_DENSITIES:
        return None
    design = np.stack([np.ones(len(densities)), np.log(densities)], axis=1)
    found = np.asarray(counts, dtype=np.float64)
    beta = np.linalg.lstsq(design, np.log((found + 0.5) / boards), rcond=None)[0]
    for _ in range(50):
        expected = boards * np.exp(design @ beta)
        information = design.T @ (expected[:, None] * design)
        step = np.linalg.solve(information, design.T @ (found - expected))
        beta = beta + step
        if np.abs(step).max() < 1e-10:
            break
    reach = Z_95 * float(np.linalg.inv(information)[1, 1]) ** 0.5
    return round(float(beta[1]), 2), round(reach, 2)


@dataclass(frozen=True, slots=True)
class Counted:
    """Dead ends of some boards, and those that touch the border."""

    what: tuple[str, str]
    boards: int
    dead_ends: int
    at_border: int

    @property
    def interval(self) -> Interval:
        """Wilson's interval for the share at the border."""
        return wilson(self.at_border, self.dead_ends)

    @property
    def share(self) -> float:
        """The share at the border; 0 where there are none."""
        return self.at_border / self.dead_ends if self.dead_ends else 0.0


@dataclass(frozen=True, eq=False)
class DeadEndsFinding(Finding):
    """How many places that force a guess touch the border."""

    rows: tuple[DeadEndRow, ...]

    @property
    def title(self) -> str:
        """What it is about."""
        return "Where boards force a guess"

    @cached_property
    def counted(self) -> list[Counted]:
        """Each case, and all together."""
        found = [
            Counted(
                (str(row.case.level.height), points(row.case.level.density, 1)),
                len(row.dead_ends),
                int(row.dead_ends.sum()),
                int(row.at_border.sum()),
            )
            for row in self.rows
        ]
        if len(found) > 1:
            sums = (sum(getattr(one, name) for one in found) for name in Counted.__slots__[1:])
            found.append(Counted(("all", "all"), *sums))
        return found

    def results(self) -> ResultTable:
        """What was counted."""
        return ResultTable.of_facts(
            [
                {
                    "side": row.case.level.height,
                    "mines": row.case.level.mines,
                    "first": f"{row.case.first[0]},{row.case.first[1]}",
                    "seed": row.case.seed,
                    "boards": len(row.dead_ends),
                    "stuck": int((row.dead_ends > 0).sum()),
                    "dead_ends": int(row.dead_ends.sum()),
                    "at_border": int(row.at_border.sum()),
                    **row.provenance.facts(),
                }
                for row in self.rows
            ]
        )

    def shown(self) -> ResultTable:
        """A row for each size and density."""
        return ResultTable.of_facts(
            [
                {
                    "side": one.what[0],
                    "mines %": one.what[1],
                    "boards": f"{one.boards:,}",
                    "dead ends": f"{one.dead_ends:,}",
                    "per board": f"{one.dead_ends / one.boards:.3f}",
                    "at the border": f"{one.at_border:,}",
                    "%": points(one.share, 1) if one.dead_ends else "–",
                    "95 %": _between(one.interval) if one.dead_ends else "–",
                }
                for one in self.counted
            ],
            keys=2,
        )

    def notes(self) -> tuple[str, ...]:
        """How to read it."""
        begun = where_begun(row.case for row in self.rows)
        return (
            f"Square boards; the first click, {begun}, shows a 0, and everything certain is "
            "opened. A dead end is a group of cells that are uncertain then: neighbours, or "
            "counted by one number. At the border: one of its cells is in the outermost row or "
            "column. Intervals are 95 %, Wilson's.",
            *self._growths(),
            about_signatures([(row.case, row.provenance.signature) for row in self.rows]),
        )

    def _growths(self) -> Iterator[str]:
        """How dead ends grow with the density, by size."""
        for side in dict.fromkeys(row.side for row in self.rows):
            rows = [row for row in self.rows if row.side == side]
            densities = [row.case.level.density for row in rows]
            boards = [len(row.dead_ends) for row in rows]
            at_border = [int(row.at_border.sum()) for row in rows]
            inside = [
                int(row.dead_ends.sum()) - count for row, count in zip(rows, at_border, strict=True)
            ]
            powers = [growth(densities, boards, counts) for counts in (at_border, inside)]
            if None not in powers:
                border, within = (f"density^({one[0]:.2f} ± {one[1]:.2f})" for one in powers if one)
                yield f"On {side}², those at the border grow as {border}, the others as {within}."

    def draw(self) -> Figure:
        """The share at the border, by density and size."""
        from sapper.lab.findings_plots import draw_dead_ends

        return draw_dead_ends(self)


def _between(interval: Interval) -> str:
    return f"{points(interval.low, 1)} – {points(interval.high, 1)}"
