"""Many positions in one call: arrays in, arrays out.

The engine answers on threads, without the GIL; its Python twin answers one position after another.
A position that has no answer says so itself (`Status`) and keeps no other from having one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from math import inf, log2, nan
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sapper._compiled import compiled
from sapper.errors import BudgetExceeded, Contradiction, LevelError, OutOfRange
from sapper.exact.analysis import Analysis, Verdict, analyze, check_budget, contradiction_in
from sapper.exact.budgets import DEFAULT_BUDGET
from sapper.grid import is_whole
from sapper.level import Level, StartRule
from sapper.view import View, is_masked, read_numbers

MOST_THREADS = 1024


class Status(IntEnum):
    """What came of a position, in the engine's encoding."""

    ANSWERED = 0
    CONTRADICTION = 1
    """No layout fits its numbers and its mines."""
    BUDGET_EXCEEDED = 2


@dataclass(frozen=True, eq=False)
class Positions:
    """Positions of one size, checked."""

    numbers: NDArray[np.int8]
    """(n, height, width), −1 where hidden."""
    mines: NDArray[np.int64]
    """(n,)"""

    @classmethod
    def of(cls, numbers: ArrayLike, mines: ArrayLike) -> Positions:
        """Check arrays; the error names the first position, and the cell, that can't be.

        >>> Positions.of([[[1, -1]], [[9, -1]]], mines=1)
        Traceback (most recent call last):
        sapper.errors.ParseError: position 1: 9 at (0, 0): a cell shows 0 to 8, or −1 if hidden
        """
        checked = np.ascontiguousarray(read_numbers(numbers, "n", "height", "width"))
        return cls(checked, _checked_mines(mines, *checked.shape))

    def __len__(self) -> int:
        return len(self.numbers)

    def view(self, position: int) -> View:
        """One of them, as a view."""
        return View.from_numbers(self.numbers[position], int(self.mines[position]))

    def views(self) -> Iterator[View]:
        """All of them, as views."""
        return map(self.view, range(len(self)))


@dataclass(frozen=True, eq=False)
class Answers:
    """What was asked about positions, and what came of each."""

    positions: Positions
    status: NDArray[np.int8]
    """What came of each position: a `Status`."""
    budget: int | None

    def __len__(self) -> int:
        return len(self.status)

    @property
    def contradictions(self) -> NDArray[np.intp]:
        """Which positions are inconsistent."""
        return np.flatnonzero(self.status == Status.CONTRADICTION)

    @property
    def over_budget(self) -> NDArray[np.intp]:
        """Which positions would have taken more than the budget."""
        return np.flatnonzero(self.status == Status.BUDGET_EXCEEDED)

    def error(self, position: int) -> Exception | None:
        """The error that a call for this position alone raises; None if it has an answer.

        For an inconsistent position it is worked out now which numbers contradict each other.
        """
        if self.status[position] == Status.CONTRADICTION:
            return contradiction_in(self.positions.view(position), self.budget)
        if self.status[position] == Status.BUDGET_EXCEEDED:
            return BudgetExceeded(self.budget)
        return None


@dataclass(frozen=True, eq=False)
class Analyses(Answers):
    """What follows from each of many positions.

    One that has no answer has nan for every chance and nothing certain; one that went over the
    budget may have part of an answer, if that was asked for.
    """

    mine_probability: NDArray[np.float64]
    """The chance of a mine for each cell, (n, height, width); nan if it is revealed or unknown."""
    verdicts: NDArray[np.int8]
    """What is certain about each cell, (n, height, width): a `Verdict`."""
    log2_layouts: NDArray[np.float64]
    """The binary logarithm of the number of possible layouts, (n,).

    −inf for an inconsistent position, which has none; nan if it is not known.
    """
    partial: bool

    def __getitem__(self, position: int) -> Analysis:
        """The analysis of one position, as `analyze` gives it; raises what `analyze` raises."""
        error = self.error(position)
        is_partial = self.partial and isinstance(error, BudgetExceeded)
        if error is not None and not is_partial:
            raise error
        return Analysis(
            self.positions.view(position),
            self.mine_probability[position],
            self.verdicts[position],
            self.budget,
            complete=not is_partial,
        )


def analyze_many(
    numbers: ArrayLike,
    mines: ArrayLike,
    *,
    budget: int | None = DEFAULT_BUDGET,
    partial: bool = False,
    threads: int | None = None,
) -> Analyses:
    """Analyze many positions of one size at once, each as `analyze` does.

    `numbers` is (n, height, width), −1 where hidden; an int8 array is taken as it is. Floats, truth
    values and masked arrays are refused, as by `View.from_numbers`. `mines` is one number for all,
    or one for each. `budget` is for each position. Nothing is raised for a
    position that is inconsistent or exceeds it: `status` tells, and `contradictions` and
    `over_budget` say which. With `partial`, the latter are answered as far as the budget goes. The
    results do not depend on the number of `threads` (all cores by default).

    >>> answers = analyze_many([[[1, -1, -1]], [[2, -1, -1]]], mines=1)
    >>> answers.mine_probability[0].tolist(), answers.verdicts[0].tolist()
    ([[nan, 1.0, 0.0]], [[0, -1, 1]])
    >>> answers.log2_layouts.tolist(), answers.contradictions.tolist()
    ([0.0, -inf], [1])
    >>> print(answers.error(1))
    the 2 at (0, 0) can't be true
    """
    positions = Positions.of(numbers, mines)
    limit = check_budget(budget)
    threads = checked_threads(threads)
    if compiled is None:
        return _analyze_in_python(positions, budget, partial)
    probability, verdicts, layouts, status = compiled.analyze_many(
        positions.numbers, positions.mines, limit, partial, threads
    )
    return Analyses(positions, status, budget, probability, verdicts, layouts, partial)


def checked_threads(threads: int | None) -> int:
    """The number of threads: as many as there are cores, unless told."""
    if threads is None:
        return os.cpu_count() or 1
    if not (is_whole(threads) and 0 < threads <= MOST_THREADS):
        raise OutOfRange(f"threads are a whole number from 1 to {MOST_THREADS}, not {threads}")
    return threads


def _checked_mines(mines: ArrayLike, count: int, height: int, width: int) -> NDArray[np.int64]:
    Level(height, width, 0, StartRule.ANY)  # is there such a board at all?
    try:
        given: NDArray[Any] = np.asarray(mines)
        is_array = given.dtype.kind in "iu" or not given.size
    except ValueError:
        is_array = False
    if not is_array or is_masked(mines, 1) or given.shape not in ((), (count,)):
        raise LevelError(f"mines are one whole number, or one for each of {count} positions")
    wrong = np.flatnonzero((given < 0) | (given > height * width))
    if len(wrong):
        which = f"position {wrong[0]}: " if given.ndim else ""
        raise LevelError(
            f"{which}{given.flat[wrong[0]]} mines do not fit on a {height}×{width} board "
            f"of {height * width} cells"
        )
    return np.ascontiguousarray(np.broadcast_to(given, (count,)), dtype=np.int64)


def _analyze_in_python(positions: Positions, budget: int | None, partial: bool) -> Analyses:
    probability = np.full(positions.numbers.shape, np.nan)
    verdicts = np.full(positions.numbers.shape, Verdict.OPEN, dtype=np.int8)
    layouts = np.full(len(positions), nan)
    status = np.full(len(positions), Status.ANSWERED, dtype=np.int8)
    for place, view in enumerate(positions.views()):
        try:
            analysis = analyze(view, budget=budget, partial=partial)
        except Contradiction:
            status[place], layouts[place] = Status.CONTRADICTION, -inf
            continue
        except BudgetExceeded:
            status[place] = Status.BUDGET_EXCEEDED
            continue
        probability[place] = analysis.mine_probability
        verdicts[place] = analysis.verdicts
        if analysis.complete:
            layouts[place] = _log2_layouts(analysis)
        else:
            status[place] = Status.BUDGET_EXCEEDED
    return Analyses(positions, status, budget, probability, verdicts, layouts, partial)


def _log2_layouts(analysis: Analysis) -> float:
    try:
        return log2(analysis.layouts)
    except BudgetExceeded:  # of the count alone
        return nan
