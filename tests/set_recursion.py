"""Best play by a recursion on sets of layouts: slow, obvious, and for few layouts only."""

from __future__ import annotations

import numpy as np
from oracles import Enumeration, are_neighbours

from sapper.grid import Cell
from sapper.view import View


class TooLong(Exception):
    """A plain recursion would take more than a test may."""


class SetRecursion:
    """The most that can be won of a set of layouts, a set being a whole number with a bit for each.

    What a set holds follows from what was opened, so that it alone is remembered. A cell that is
    safe in all of them costs nothing; else every cell is tried that is safe in more of them than
    are known to be won.
    """

    def __init__(self, view: View, most_sets: int) -> None:
        enumeration = Enumeration(view.numbers, view.mines)
        self.count = enumeration.count
        self.sets_left = most_sets
        self.known: dict[int, int] = {}
        self.showing: dict[Cell, list[int]] = {}
        for place, cell in enumerate(enumeration.hidden):
            around = [are_neighbours(cell, other) for other in enumeration.hidden]
            shown = enumeration.layouts[:, around].sum(axis=1)
            shown[enumeration.layouts[:, place] == 1] = 9
            self.showing[cell] = [
                sum(1 << int(layout) for layout in np.flatnonzero(shown == number))
                for number in range(9)
            ]

    def won(self, left: int) -> int:
        if left.bit_count() <= 1:
            return left.bit_count()
        if left not in self.known:
            self.sets_left -= 1
            if self.sets_left < 0:
                raise TooLong
            self.known[left] = self._won(left)
        return self.known[left]

    def _won(self, left: int) -> int:
        cells = []
        for showing in self.showing.values():
            parts = [left & number for number in showing if left & number]
            safe_in = sum(part.bit_count() for part in parts)
            if safe_in == left.bit_count() and len(parts) > 1:
                return sum(self.won(part) for part in parts)
            if 0 < safe_in < left.bit_count():
                cells.append((safe_in, parts))
        best = 0
        for safe_in, parts in sorted(cells, reverse=True):
            if safe_in <= best:
                break
            best = max(best, sum(self.won(part) for part in parts))
        return best

    def won_by(self, cell: Cell) -> int:
        return sum(self.won(number) for number in self.showing[cell])

    def safe_in(self, cell: Cell) -> int:
        return sum(number.bit_count() for number in self.showing[cell])

    def tells(self, cell: Cell) -> bool:
        return sum(number != 0 for number in self.showing[cell]) > 1

    def value(self) -> int:
        return self.won((1 << self.count) - 1)
