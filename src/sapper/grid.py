"""Cells and their neighbours: the geometry of the board.

A cell is `(row, column)`, counted from 0 at the top left.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from numbers import Integral
from operator import index
from typing import TypeAlias

from sapper.errors import CellError

Cell: TypeAlias = tuple[int, int]


def cells(height: int, width: int) -> Iterator[Cell]:
    """Every cell of the board, row by row.

    >>> list(cells(2, 2))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    return ((row, column) for row in range(height) for column in range(width))


# A game asks for the same neighbourhoods over and over. The limit keeps a long run over many board
# sizes from holding on to all of them.
@lru_cache(maxsize=1 << 16)
def neighbours(cell: Cell, height: int, width: int) -> tuple[Cell, ...]:
    """The up to eight cells around `cell`, row by row.

    >>> neighbours((0, 0), height=2, width=3)
    ((0, 1), (1, 0), (1, 1))
    """
    row, column = cell
    return tuple(
        (near_row, near_column)
        for near_row in range(max(row - 1, 0), min(row + 2, height))
        for near_column in range(max(column - 1, 0), min(column + 2, width))
        if (near_row, near_column) != cell
    )


def is_inside(cell: Cell, height: int, width: int) -> bool:
    """Whether the board has such a cell.

    >>> is_inside((1, 2), height=2, width=3), is_inside((0, -1), height=2, width=3)
    (True, False)
    """
    return 0 <= cell[0] < height and 0 <= cell[1] < width


def is_whole(value: object) -> bool:
    """Whether a value is a whole number, including numpy's own types; a truth value is none.

    >>> is_whole(3), is_whole(3.0), is_whole(True)
    (True, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool)


def check_cell(cell: Cell, height: int, width: int) -> Cell:
    """Return the cell as a pair of plain ints, or raise a `CellError` that says what is wrong.

    >>> check_cell((2, 0), height=2, width=2)
    Traceback (most recent call last):
    sapper.errors.CellError: cell (2, 0) is outside the 2×2 board: rows 0–1, columns 0–1
    """
    try:
        row, column = cell
        row, column = index(row), index(column)
    except (TypeError, ValueError):
        raise CellError(f"a cell is a pair (row, column) of whole numbers, not {cell!r}") from None
    if not (0 <= row < height and 0 <= column < width):
        raise CellError(
            f"cell ({row}, {column}) is outside the {height}×{width} board: "
            f"rows 0–{height - 1}, columns 0–{width - 1}"
        )
    return row, column
