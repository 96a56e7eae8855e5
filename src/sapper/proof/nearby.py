"""The numbers around a cell, read from the view only as far as they are asked for.

Most reasons are local: one or two numbers beside the cell settle it. So the search looks at the
nearest numbers first, then twice as far, and so on, and never reads a large board as a whole for
the sake of one cell.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sapper.exact.consistency import distance, nearest_first
from sapper.exact.fronts import Witness
from sapper.grid import Cell, neighbours
from sapper.view import HIDDEN, View

NEAREST = 3
"""Two numbers that settle a cell are no farther away: one touches it, and they share a cell."""


class Surroundings:
    """The numbers connected with a hidden cell, nearest first.

    Numbers are connected if they share a hidden cell, or if others connect them.

    >>> around = Surroundings(View.parse("#1###1##1#", mines=3), (0, 0))
    >>> [number.cell for number in around.within(3)]
    [(0, 1)]
    >>> around = Surroundings(View.parse("#1#1#1", mines=3), (0, 0))
    >>> [[number.cell for number in around.within(reach)] for reach in around.reaches()]
    [[(0, 1), (0, 3)], [(0, 1), (0, 3), (0, 5)]]
    """

    def __init__(self, view: View, cell: Cell) -> None:
        self.cell = cell
        self._numbers = view.numbers
        self._size = view.height, view.width
        self._within: dict[int, list[Witness]] = {}
        self._beyond: dict[int, bool] = {}

    def reaches(self) -> Iterator[int]:
        """Distances to look at in turn, each twice the last, until there is nothing more to see."""
        reach = NEAREST
        yield reach
        while self._has_more_beyond(reach):
            reach *= 2
            yield reach

    def within(self, reach: int) -> list[Witness]:
        """The numbers connected with the cell by numbers no farther away than `reach`."""
        if reach not in self._within:
            self._read(reach)
        return self._within[reach]

    def _has_more_beyond(self, reach: int) -> bool:
        self.within(reach)
        return self._beyond[reach]

    def _read(self, reach: int) -> None:
        found: dict[Cell, Witness] = {}
        beyond = False
        seen = {self.cell}
        waiting = [self.cell]
        while waiting:
            for number in neighbours(waiting.pop(), *self._size):
                if number in found or self._numbers[number] == HIDDEN:
                    continue
                if distance(number, self.cell) > reach:
                    beyond = True
                    continue
                found[number] = self._witness(number)
                unseen = found[number].hidden - seen
                seen |= unseen
                waiting.extend(unseen)
        self._within[reach] = nearest_first(found.values(), self.cell)
        self._beyond[reach] = beyond

    def _witness(self, number: Cell) -> Witness:
        around = neighbours(number, *self._size)
        hidden = frozenset(cell for cell in around if self._numbers[cell] == HIDDEN)
        return Witness(number, hidden, int(self._numbers[number]))


def numbers_linked(view: View, cell: Cell, uncertain: NDArray[np.bool_]) -> tuple[Cell, ...]:
    """The numbers that uncertain hidden cells link with a cell, row by row.

    >>> view = View.parse("#1#1##1#", mines=3)
    >>> numbers_linked(view, (0, 2), view.numbers == HIDDEN)
    ((0, 1), (0, 3))
    """
    size = view.height, view.width
    numbers: set[Cell] = set()
    seen = {cell}
    waiting = [cell]
    while waiting:
        around = neighbours(waiting.pop(), *size)
        for number in (near for near in around if view.numbers[near] != HIDDEN):
            if number not in numbers:
                numbers.add(number)
                unseen = {near for near in neighbours(number, *size) if uncertain[near]} - seen
                seen |= unseen
                waiting.extend(unseen)
    return tuple(sorted(numbers))
