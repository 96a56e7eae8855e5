"""The exact engine as the proof-reader of what was read.

Where numbers contradict each other, it names them; then the next likeliest readings of those cells
and their neighbours are tried, the least unlikely change first. So are those of a hidden cell
beside an empty one, which opens all its neighbours. Whatever was changed, or stays in doubt, is
told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from heapq import heappop, heappush
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from sapper.errors import BudgetExceeded, Contradiction
from sapper.exact.analysis import analyze
from sapper.grid import Cell, neighbours
from sapper.reading.classify import Readings
from sapper.reading.network import FLAG, HIDDEN, JUNK, MINE, QUESTION
from sapper.view import View

CHECK_BUDGET = 300_000
"""States of each check: enough for any position from play."""
UNLIKELY = 12.0
"""A reading so much less likely than the best, as a logarithm, is not tried."""
LIKELY_ENOUGH = 4.0
"""A hidden cell beside an empty one is read otherwise only if that is less unlikely than this: a
position may be drawn that no game shows."""
MOST_TRIALS = 150
MOST_TOGETHER = 3
"""So many readings are changed at once."""
MOST_CHANGES = 40

Classes = NDArray[np.intp]
Change = tuple[int, int]
"""The position of a cell, and what else it is read as."""


class ProofReader:
    """The classes of all cells, and what the engine has to say about them."""

    def __init__(self, readings: Readings, deadline: float) -> None:
        self.readings = readings
        self.classes: Classes = readings.best()
        self.deadline = deadline
        self.changed: list[Cell] = []
        self.clashing: set[Cell] = set()
        self.unchecked = False

    def run(self) -> None:
        """Change readings until nothing contradicts anything else, or nothing more helps."""
        self._open_beside_empty_cells()
        self._reconcile_numbers()
        self._open_beside_empty_cells()

    def _reconcile_numbers(self) -> None:
        """Change readings until no numbers contradict each other, or nothing more helps."""
        for _ in range(MOST_CHANGES):
            clash = self._clash(self.classes)
            if clash is None:
                return
            changed = self._repaired(clash)
            if changed is None:
                self.clashing.update(clash)
                return
            self._adopt(changed)
        self.clashing.update(self._clash(self.classes) or ())

    def _adopt(self, changed: Classes) -> None:
        """Take over classes of which some are new."""
        for position in np.flatnonzero(changed != self.classes):
            self.changed.append(divmod(int(position), self.readings.columns))
        self.classes = changed

    def _open_beside_empty_cells(self) -> None:
        """Read hidden cells beside empty ones otherwise, if anything else is likely enough.

        A pointer on an empty cell makes it look hidden.
        """
        rows, columns = self.readings.rows, self.readings.columns
        for cell in sorted({closed for _, closed in self._openings()})[:MOST_CHANGES]:
            pairs = self._openings()
            empty = [one for one, closed in pairs if closed == cell]
            for cost, change in self._changes({cell, *empty} if len(empty) == 1 else {cell}):
                if monotonic() > self.deadline:
                    return
                if cost > LIKELY_ENOUGH or change[1] in (FLAG, MINE):
                    continue  # a flag may stand there, but hardly ever does
                trial = self._with([change])
                if len(openings_beside_hidden(trial, rows, columns)) < len(pairs):
                    clash = self._clash(trial)
                    if clash is None or self._around([cell]).isdisjoint(clash):
                        self._adopt(trial)
                        break

    def _openings(self) -> list[tuple[Cell, Cell]]:
        return openings_beside_hidden(self.classes, self.readings.rows, self.readings.columns)

    def _with(self, changes: Iterable[Change]) -> Classes:
        """The classes with others for some cells."""
        changed = self.classes.copy()
        for position, other in changes:
            changed[position] = other
        return changed

    @property
    def openings(self) -> list[Cell]:
        """Empty cells with a hidden neighbour that has no flag: in a game, it would be open."""
        return sorted({empty for empty, _ in self._openings()})

    def view(self, mines: int) -> View:
        """The position, with this total of mines."""
        return view_of(self.classes, self.readings.rows, self.readings.columns, mines)

    def _clash(self, classes: Classes) -> tuple[Cell, ...] | None:
        """Numbers that contradict each other, whatever the total; None if there are none."""
        hidden = int((classes >= HIDDEN).sum())
        view = view_of(classes, self.readings.rows, self.readings.columns, hidden)
        try:
            analyze(view, budget=CHECK_BUDGET, partial=True)
        except Contradiction as contradiction:
            return None if contradiction.needs_total else contradiction.cells
        except BudgetExceeded:
            self.unchecked = True
        return None

    def _repaired(self, clash: tuple[Cell, ...]) -> Classes | None:
        """The classes with the likeliest changes that resolve this contradiction.

        Few together are tried if one alone does not help, always the least unlikely first. Numbers
        nearby that contradict each other after a change may do so because of it, so they must not;
        only if nothing else helps, a single change is taken that moves the contradiction there.
        """
        second_best = None
        known = {frozenset[Change]()}
        ready = [(0.0, 0, frozenset[Change]())]
        for _ in range(MOST_TRIALS):
            if not ready or monotonic() > self.deadline:
                break
            cost, _, changes = heappop(ready)
            trial = self._with(changes)
            left = self._clash(trial) if changes else clash
            places = {divmod(position, self.readings.columns) for position, _ in changes}
            if left is None or self._around({*clash, *places}).isdisjoint(left):
                return trial
            if second_best is None and len(changes) == 1 and set(left).isdisjoint(clash):
                second_best = trial
            if len(changes) == MOST_TOGETHER:
                continue
            for more, change in self._changes(self._around(left) - places):
                together = changes | {change}
                if cost + more < UNLIKELY and together not in known:
                    known.add(together)
                    heappush(ready, (cost + more, len(known), together))
        return second_best

    def _around(self, cells: Collection[Cell]) -> set[Cell]:
        """These cells and their neighbours."""
        rows, columns = self.readings.rows, self.readings.columns
        return set(cells).union(*(neighbours(cell, rows, columns) for cell in cells))

    def _changes(self, suspects: set[Cell]) -> list[tuple[float, Change]]:
        """What else these cells may be, the least unlikely first, with what each change costs."""
        changes = []
        for row, column in sorted(suspects.difference(self.changed)):
            position = row * self.readings.columns + column
            chances = self.readings.chances[position]
            now = chances[self.classes[position]]
            for other in range(JUNK):
                cost = float(now - chances[other])
                if other != self.classes[position] and cost < UNLIKELY:
                    changes.append((cost, (position, other)))
        return sorted(changes)[:MOST_TRIALS]


def view_of(classes: Classes, rows: int, columns: int, mines: int) -> View:
    """The position that these classes stand for: mines that are shown become flags.

    >>> print(view_of(np.array([1, FLAG, HIDDEN, MINE]), 2, 2, 2))
    1F
    #F
    """
    numbers = np.where(classes < HIDDEN, classes, -1).astype(np.int8).reshape(rows, columns)
    flagged = np.flatnonzero((classes == FLAG) | (classes == MINE))
    return View.from_numbers(numbers, mines, [divmod(int(at), columns) for at in flagged])


def openings_beside_hidden(classes: Classes, rows: int, columns: int) -> list[tuple[Cell, Cell]]:
    """Empty cells, each with a hidden neighbour that has no flag: in a game, it would be open.

    >>> openings_beside_hidden(np.array([0, 1, HIDDEN, 0, FLAG, 2]), 2, 3)
    []
    >>> openings_beside_hidden(np.array([0, HIDDEN, HIDDEN, 0, 1, 2]), 2, 3)
    [((0, 0), (0, 1)), ((1, 0), (0, 1))]
    """
    grid = classes.reshape(rows, columns)
    is_closed = (grid == HIDDEN) | (grid == QUESTION)
    return [
        ((row, column), other)
        for row, column in np.argwhere(grid == 0).tolist()
        for other in neighbours((row, column), rows, columns)
        if is_closed[other]
    ]


def mines_shown(classes: Classes) -> int | None:
    """How many mines a lost board shows, its right flags counted; None if it shows none."""
    if not (classes == MINE).any():
        return None
    return int(((classes == MINE) | (classes == FLAG)).sum())
