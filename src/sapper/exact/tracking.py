"""Follow a game move by move: the next cell to open, at the cost of what has changed.

The choice depends only on the view, never on how it came about:

1. the first cell, row by row, that single numbers and pairs of numbers prove safe;
2. else the first cell that is safe in every layout;
3. else the cell that is a mine in the fewest layouts; ties go to the one with the fewest hidden
   neighbours (not counting certain mines), then to the first.

The engine keeps what it knows between moves. Its Python twin starts from scratch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from sapper._compiled import compiled
from sapper.exact import counting
from sapper.exact.analysis import (
    as_sapper_error,
    budget_of_twin,
    check_budget,
    contradiction_in,
    to_float,
)
from sapper.exact.fronts import Impossible, deduce, read_witnesses
from sapper.grid import Cell, neighbours
from sapper.view import Positions, View


@dataclass(frozen=True, slots=True)
class NextCell:
    """The cell to open next."""

    cell: Cell
    certain: bool
    mine_probability: float


class Tracking(Protocol):
    """Follows a game."""

    def take_in(self, view: View, positions: Positions) -> None:
        """Take in the next view, and the row-major positions that are new in it."""

    def choose(self) -> NextCell | None:
        """The next cell, or None if every hidden cell is a mine."""


def make_tracking(view: View, budget: int | None) -> Tracking:
    """Start following a game on a board like this view's.

    >>> from sapper.view import View
    >>> view = View.parse("1#\\n##", mines=1)
    >>> tracking = make_tracking(view, budget=None)
    >>> tracking.take_in(view, view.positions_since(None))
    >>> tracking.choose().cell
    (0, 1)
    """
    check_budget(budget)
    if compiled is None:
        return _InPython(budget)
    return _Compiled(view, budget)


class _Compiled:
    """The engine's tracker."""

    def __init__(self, view: View, budget: int | None) -> None:
        assert compiled is not None
        self._engine = compiled
        self._tracker = compiled.Tracker(view.height, view.width, view.mines)
        self._view = view
        self._budget = budget

    def take_in(self, view: View, positions: Positions) -> None:
        self._view = view
        try:
            self._tracker.reveal(positions.astype(np.int64), view.numbers_at(positions))
        except self._engine.Contradiction as error:
            raise as_sapper_error(error, view, self._budget) from None

    def choose(self) -> NextCell | None:
        try:
            answer = self._tracker.choose(check_budget(self._budget))
        except (self._engine.Contradiction, self._engine.BudgetExceeded) as error:
            raise as_sapper_error(error, self._view, self._budget) from None
        if answer is None:
            return None
        position, certain, mine_probability = answer
        return NextCell(divmod(position, self._view.width), certain, mine_probability)


class _InPython:
    """The same choices by the twin, counted from scratch each time."""

    def __init__(self, budget: int | None) -> None:
        self._budget = budget
        self._view: View | None = None

    def take_in(self, view: View, positions: Positions) -> None:
        self._view = view

    def choose(self) -> NextCell | None:
        view = self._view
        assert view is not None
        try:
            simple = deduce(read_witnesses(view)).safe
        except Impossible:
            raise contradiction_in(view, self._budget) from None
        if simple:
            return NextCell(min(simple), True, 0.0)
        with budget_of_twin(self._budget) as states:
            fractions = counting.mine_fractions(view, states)
        if not fractions or min(fractions.values()) == 1:
            return None
        least = min(fractions.values())
        alike = [cell for cell, fraction in fractions.items() if fraction == least]
        if least == 0:
            return NextCell(min(alike), True, 0.0)

        def undetermined_neighbours(cell: Cell) -> int:
            around = neighbours(cell, view.height, view.width)
            return sum(fractions.get(near, 1) != 1 for near in around)

        cell = min(alike, key=lambda cell: (undetermined_neighbours(cell), cell))
        return NextCell(cell, False, to_float(least))
