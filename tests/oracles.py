"""Independent judges of exact reasoning. They share no code with the package.

`Enumeration` writes down every layout. `ModelCounter` turns the view into a decision diagram with
pysdd and lets it count; it reaches positions that are too large to write down. `PlainMinimax`
finds best play by trying everything.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pysdd.sdd import SddManager, Vtree  # type: ignore[import-untyped]

Cell = tuple[int, int]
Numbers = NDArray[np.int8]
Layout = frozenset[Cell]


def hidden_cells(numbers: Numbers) -> list[Cell]:
    return [(int(row), int(column)) for row, column in np.argwhere(numbers < 0)]


def revealed_cells(numbers: Numbers) -> list[Cell]:
    return [(int(row), int(column)) for row, column in np.argwhere(numbers >= 0)]


def are_neighbours(one: Cell, other: Cell) -> bool:
    return one != other and abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1


@lru_cache(maxsize=32)
def all_subsets(size: int) -> NDArray[np.uint8]:
    """Every placement of mines in `size` cells, one per row."""
    codes = np.arange(1 << size, dtype=np.uint32)
    return (codes[:, None] >> np.arange(size, dtype=np.uint32) & 1).astype(np.uint8)


class Enumeration:
    """All layouts of a position, by trying each subset of the hidden cells."""

    def __init__(self, numbers: Numbers, mines: int) -> None:
        self.mines = mines
        self.hidden = hidden_cells(numbers)
        self.revealed = revealed_cells(numbers)
        self.subsets = all_subsets(len(self.hidden))
        self.totals = self.subsets.sum(axis=1, dtype=np.int64)
        self.holds = {}
        for cell in self.revealed:
            around = [
                place for place, other in enumerate(self.hidden) if are_neighbours(cell, other)
            ]
            seen = self.subsets[:, around].sum(axis=1, dtype=np.int64)
            self.holds[cell] = seen == numbers[cell]
        self.layouts = self.subsets[self._true_subsets(self.revealed, with_total=True)]

    def _true_subsets(self, cells: Iterable[Cell], with_total: bool) -> NDArray[np.bool_]:
        true = self.totals == self.mines if with_total else np.ones(len(self.subsets), np.bool_)
        for cell in cells:
            true = true & self.holds[cell]
        return true

    def can_be_true(self, cells: Iterable[Cell], with_total: bool) -> bool:
        """Whether the numbers at these cells can be true together."""
        return bool(self._true_subsets(cells, with_total).any())

    @property
    def count(self) -> int:
        return len(self.layouts)

    def fractions(self) -> dict[Cell, Fraction]:
        sums = self.layouts.sum(axis=0, dtype=np.int64)
        return {
            cell: Fraction(int(mines), self.count)
            for cell, mines in zip(self.hidden, sums, strict=True)
        }


class ModelCounter:
    """A position as a sentential decision diagram, one variable per hidden cell."""

    def __init__(self, numbers: Numbers, mines: int) -> None:
        self.hidden = hidden_cells(numbers)
        self.manager = SddManager.from_vtree(Vtree(var_count=len(self.hidden), vtree_type="right"))
        self.variable = {cell: place for place, cell in enumerate(self.hidden, start=1)}
        self.models = self.manager.true()
        for cell in revealed_cells(numbers):
            around = [other for other in self.hidden if are_neighbours(cell, other)]
            self.models &= self._exactly(int(numbers[cell]), around)
        self.models &= self._exactly(mines, self.hidden)

    def _exactly(self, mines: int, cells: list[Cell]) -> Any:
        """Exactly so many of the cells are mines: cell by cell, by the mines so far."""
        if mines > len(cells):
            return self.manager.false()
        by_mines = [self.manager.true()] + [self.manager.false()] * mines
        for cell in reversed(cells):
            mine = self.manager.literal(self.variable[cell])
            safe = self.manager.literal(-self.variable[cell])
            by_mines = [
                (mine & by_mines[k - 1] | safe & by_mines[k]) if k else safe & by_mines[0]
                for k in range(mines + 1)
            ]
        return by_mines[mines]

    @property
    def count(self) -> int:
        return int(self.models.global_model_count())

    def fractions(self) -> dict[Cell, Fraction]:
        total = self.count
        return {
            cell: Fraction(
                int((self.models & self.manager.literal(variable)).global_model_count()), total
            )
            for cell, variable in self.variable.items()
        }


class PlainMinimax:
    """Try every hidden cell at every turn; a layout is won once all its safe cells are open."""

    def __init__(self, numbers: Numbers, mines: int) -> None:
        enumeration = Enumeration(numbers, mines)
        self.hidden = enumeration.hidden
        self.layouts = frozenset(
            frozenset(cell for cell, mine in zip(self.hidden, row, strict=True) if mine)
            for row in enumeration.layouts.tolist()
        )
        self.won = lru_cache(maxsize=None)(self._won)

    def _won(self, layouts: frozenset[Layout], opened: frozenset[Cell]) -> int:
        done = sum(len(opened) + len(layout) == len(self.hidden) for layout in layouts)
        if done:
            assert done == len(layouts) == 1
            return 1
        left = [cell for cell in self.hidden if cell not in opened]
        return max(self.won_by(layouts, opened, cell) for cell in left)

    def won_by(self, layouts: frozenset[Layout], opened: frozenset[Cell], cell: Cell) -> int:
        classes: dict[int, set[Layout]] = {}
        for layout in layouts:
            if cell not in layout:
                number = sum(are_neighbours(cell, mine) for mine in layout)
                classes.setdefault(number, set()).add(layout)
        return sum(self.won(frozenset(same), opened | {cell}) for same in classes.values())

    def value(self) -> int:
        return self.won(self.layouts, frozenset())
