"""The exact engine as the proof-reader of what was read.

Where numbers contradict each other, it names them; then the next likeliest readings of those cells
and their neighbours are tried, the least unlikely change first. Whatever was changed, or stays in
doubt, is told.
"""

from __future__ import annotations

from collections.abc import Iterable
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
MOST_TRIALS = 150
MOST_CHANGES = 40

Classes = NDArray[np.intp]


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
        """Change readings until no numbers contradict each other, or nothing more helps."""
        for _ in range(MOST_CHANGES):
            clash = self._clash(self.classes)
            if clash is None:
                return
            changed = self._repaired(clash)
            if changed is None:
                self.clashing.update(clash)
                return
            position = int(np.flatnonzero(changed != self.classes)[0])
            self.changed.append(divmod(position, self.readings.columns))
            self.classes = changed
        self.clashing.update(self._clash(self.classes) or ())

    @property
    def openings(self) -> list[Cell]:
        """Empty cells with a hidden neighbour that has no flag: in a game, it would be open."""
        return openings_beside_hidden(self.classes, self.readings.rows, self.readings.columns)

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
        """The classes with the likeliest change that resolves this contradiction."""
        for _, position, other in self._changes(clash):
            if monotonic() > self.deadline:
                break
            trial = self.classes.copy()
            trial[position] = other
            left = self._clash(trial)
            if left is None or set(left).isdisjoint(clash):
                return trial
        return None

    def _changes(self, clash: Iterable[Cell]) -> list[tuple[float, int, int]]:
        """What else the cells of a contradiction may be, with what each change costs."""
        rows, columns = self.readings.rows, self.readings.columns
        suspects = set(clash)
        for cell in clash:
            suspects.update(neighbours(cell, rows, columns))
        changes = []
        for row, column in sorted(suspects.difference(self.changed)):
            position = row * columns + column
            chances = self.readings.chances[position]
            now = chances[self.classes[position]]
            for other in range(JUNK):
                cost = float(now - chances[other])
                if other != self.classes[position] and cost < UNLIKELY:
                    changes.append((cost, position, other))
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


def openings_beside_hidden(classes: Classes, rows: int, columns: int) -> list[Cell]:
    """Empty cells with a hidden neighbour that has no flag: in a game, it would be open."""
    grid = classes.reshape(rows, columns)
    closed = (grid == HIDDEN) | (grid == QUESTION)
    found = []
    for row, column in zip(*np.nonzero(grid == 0), strict=True):
        cell = int(row), int(column)
        if any(closed[other] for other in neighbours(cell, rows, columns)):
            found.append(cell)
    return found


def mines_shown(classes: Classes) -> int | None:
    """How many mines a lost board shows, its right flags counted; None if it shows none."""
    if not (classes == MINE).any():
        return None
    return int(((classes == MINE) | (classes == FLAG)).sum())
