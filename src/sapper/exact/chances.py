"""The chance of a mine in single cells, as exact fractions.

The engine counts the layouts with a mine in a cell when the cell is asked about, and its analysis
tells which cells may be the safest. The twin counts all cells at once.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

import numpy as np

from sapper._compiled import compiled
from sapper.exact.analysis import Analysis, Verdict, count_by_engine
from sapper.exact.counting import mine_fractions
from sapper.grid import Cell, neighbours

FLOATS_AGREE = 1e-6
"""Floats of equal chances differ by far less, in proportion."""


class Chances:
    """The exact chances of a view that has been analyzed completely.

    `steps` bounds the work of the twin, in states. Everything may raise `BudgetExceeded`.

    >>> from sapper.exact.analysis import analyze
    >>> from sapper.view import View
    >>> chances = Chances(analyze(View.parse("##1###", mines=2)), None)
    >>> chances.of((0, 1)), chances.safest
    (Fraction(1, 2), ((0, 0), Fraction(1, 3)))
    """

    def __init__(self, board: Analysis, steps: int | None) -> None:
        self.board = board
        self.steps = steps
        self._counted: dict[tuple[Cell, ...], Fraction] = {}

    def of(self, cell: Cell) -> Fraction:
        """The chance of a mine in a hidden cell."""
        if compiled is None:
            return self._all[cell]
        verdict = self.board.verdicts[cell]
        if verdict != Verdict.OPEN:
            return Fraction(int(verdict == Verdict.MINE))
        alike = self._touching(cell)
        if alike not in self._counted:
            with_mine = count_by_engine(self.board.view, self.board.budget, cell)
            self._counted[alike] = Fraction(with_mine, self.board.layouts)
        return self._counted[alike]

    @cached_property
    def safest(self) -> tuple[Cell, Fraction]:
        """The first of the safest cells, with its chance of a mine."""
        if compiled is None:
            chance, cell = min((chance, cell) for cell, chance in self._all.items())
            return cell, chance
        probability = self.board.mine_probability
        lowest = np.nanmin(probability)
        lowest_by_floats = np.flatnonzero(probability <= lowest * (1 + FLOATS_AGREE))
        if lowest == 0:  # floats are 0 for safe cells alone
            lowest_by_floats = lowest_by_floats[:1]
        cells = self.board.view.cells_at(lowest_by_floats)
        chance, cell = min((self.of(cell), cell) for cell in cells)
        return cell, chance

    def _touching(self, cell: Cell) -> tuple[Cell, ...]:
        """The numbers around a cell: cells with the same ones have the same chance."""
        view = self.board.view
        around = neighbours(cell, view.height, view.width)
        return tuple(number for number in around if view.numbers[number] >= 0)

    @cached_property
    def _all(self) -> dict[Cell, Fraction]:
        return mine_fractions(self.board.view, self.steps)
