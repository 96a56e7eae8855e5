"""The ladder by brute force: every set of numbers, every way to lay mines. For small positions.

It shares no code with the package, and does not know that only connected numbers matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from oracles import Cell, Numbers, all_subsets, are_neighbours, hidden_cells, revealed_cells

MOST_UNKNOWN = 16
MORE_NUMBERS = 5
MINE_TOTAL = 6


class LadderJudge:
    """All ways to lay mines in the unknown cells of a position."""

    def __init__(self, numbers: Numbers, mines: int, known_mines: Iterable[Cell]) -> None:
        known = set(known_mines)
        self.unknown = [cell for cell in hidden_cells(numbers) if cell not in known]
        self.subsets = all_subsets(len(self.unknown))
        self.fits_total = self.subsets.sum(axis=1) == mines - len(known)
        self.holds: dict[Cell, NDArray[np.bool_]] = {}
        for cell in revealed_cells(numbers):
            around = [n for n, other in enumerate(self.unknown) if are_neighbours(cell, other)]
            found = sum(are_neighbours(cell, other) for other in known)
            if around:
                self.holds[cell] = self.subsets[:, around].sum(axis=1) == numbers[cell] - found

    def settled_by(self, numbers: Sequence[Cell], with_total: bool = False) -> dict[Cell, bool]:
        """The cells that are the same whenever these numbers are true: is it a mine?"""
        possible = self.fits_total if with_total else np.ones(len(self.subsets), dtype=np.bool_)
        for number in numbers:
            possible = possible & self.holds[number]
        left = self.subsets[possible]
        always, never = left.all(axis=0), ~left.any(axis=0)
        return {
            cell: bool(always[n]) for n, cell in enumerate(self.unknown) if always[n] or never[n]
        }

    def easiest(self) -> tuple[int, dict[Cell, tuple[bool, tuple[Cell, ...]]]]:
        """The place on the ladder (0: none), and each cell settled: is it a mine, first numbers.

        Above four numbers, none are named.
        """
        for size in range(1, MORE_NUMBERS):
            settled: dict[Cell, tuple[bool, tuple[Cell, ...]]] = {}
            for numbers in combinations(sorted(self.holds), size):
                for cell, is_mine in self.settled_by(numbers).items():
                    settled.setdefault(cell, (is_mine, numbers))
            if settled:
                return size, settled
        for rank, with_total in ((MORE_NUMBERS, False), (MINE_TOTAL, True)):
            found = self.settled_by(list(self.holds), with_total)
            if found:
                return rank, {cell: (is_mine, ()) for cell, is_mine in found.items()}
        return 0, {}
