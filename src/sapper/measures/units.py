"""What a board is made of for a player in a hurry: openings, islands and 3BV.

Opening a cell without mined neighbours opens the whole region around it: one click. Every other
safe cell has to be clicked by itself. Regions of zeros (*openings*) and the numbers that border on
none of them are the *units* of a board, and their number is its 3BV: the fewest left clicks that
win.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sapper._compiled import compiled
from sapper.board import Board
from sapper.grid import Cell, cells, neighbours


@dataclass(frozen=True)
class Units:
    """The openings of a board, each with its zeros and its rim, and all other safe cells.

    >>> units = Units.of(Board.from_mines(3, 4, [(0, 3), (2, 3)]))
    >>> units.three_bv, len(units.openings), len(units.islands)
    (2, 1, 1)
    >>> sorted(units.isolated)
    [(1, 3)]
    """

    height: int
    width: int
    openings: tuple[frozenset[Cell], ...]
    """The cells that one click on a zero opens; numbers on the rim may belong to several."""
    isolated: frozenset[Cell]
    """Safe cells that no opening opens."""

    @classmethod
    def of(cls, board: Board) -> Units:
        """The units of a board."""
        height, width = board.height, board.width
        safe = [cell for cell in cells(height, width) if not board.layout[cell]]
        zeros = {cell for cell in safe if board.numbers[cell] == 0}
        openings = tuple(
            frozenset(region.union(*(neighbours(zero, height, width) for zero in region)))
            for region in regions(zeros, height, width)
        )
        isolated = frozenset(safe).difference(*openings)
        return cls(height, width, openings, isolated)

    @property
    def three_bv(self) -> int:
        """The fewest left clicks that open all safe cells."""
        return len(self.openings) + len(self.isolated)

    @cached_property
    def islands(self) -> tuple[frozenset[Cell], ...]:
        """The isolated cells, those that touch together."""
        return tuple(map(frozenset, regions(set(self.isolated), self.height, self.width)))

    @cached_property
    def openings_at(self) -> dict[Cell, tuple[int, ...]]:
        """The numbers of the openings that open a cell; a cell that none opens is not in it."""
        found: dict[Cell, tuple[int, ...]] = {}
        for number, opening in enumerate(self.openings):
            for cell in opening:
                found[cell] = (*found.get(cell, ()), number)
        return found


def solved_units(board: Board, opened: Iterable[Cell]) -> int:
    """How much of the 3BV is done: isolated cells that are open, and openings with a zero open.

    >>> solved_units(Board.from_mines(3, 4, [(0, 3), (2, 3)]), [(1, 3), (0, 2)])
    1
    """
    is_open = np.zeros_like(board.layout)
    for cell in opened:
        is_open[cell] = True
    if compiled is not None:
        solved: int = compiled.solved_units(board.layout, is_open)
        return solved
    units = Units.of(board)
    zeros_open = {
        cell for cell in cells(*is_open.shape) if is_open[cell] and not board.numbers[cell]
    }
    done = sum(not opening.isdisjoint(zeros_open) for opening in units.openings)
    return done + sum(bool(is_open[cell]) for cell in units.isolated)


def regions(members: set[Cell], height: int, width: int) -> list[set[Cell]]:
    """The members, those that touch together; in the order of their first cells."""
    left = set(members)
    regions = []
    for cell in sorted(members):
        if cell not in left:
            continue
        left.remove(cell)
        region, border = {cell}, [cell]
        while border:
            near = left.intersection(neighbours(border.pop(), height, width))
            left -= near
            region |= near
            border += near
        regions.append(region)
    return regions
