"""The compiled module itself, for tests of it alone. Where it is not built, they are skipped."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from positions import Board, Numbers, numbers_of, open_cell

pytest.importorskip("sapper._engine", reason="the engine is not built")

from sapper import _engine as native

__all__ = ["HIDDEN", "UNLIMITED", "fed", "native", "neighbours", "revealed_at_random", "tell"]

HIDDEN = -1
UNLIMITED = None
Cell = tuple[int, int]


def neighbours(shape: tuple[int, ...], cell: Cell) -> list[Cell]:
    """The cells around a cell, worked out once more and apart from the package."""
    row, column = cell
    return [
        (near_row, near_column)
        for near_row in range(max(row - 1, 0), min(row + 2, shape[0]))
        for near_column in range(max(column - 1, 0), min(column + 2, shape[1]))
        if (near_row, near_column) != cell
    ]


def revealed_at_random(
    board: Board, reveals: int, random: np.random.Generator, flood: bool = True
) -> Numbers:
    """What a player sees after some safe cells were opened at random."""
    numbers = numbers_of(board)
    revealed = np.zeros_like(board)
    for place in random.permutation(np.flatnonzero(~board))[:reveals].tolist():
        cell = divmod(place, board.shape[1])
        if flood:
            open_cell(revealed, numbers, cell)
        else:
            revealed[cell] = True
    return np.where(revealed, numbers, np.int8(HIDDEN))


def tell(tracker: native.Tracker, numbers: Numbers, positions: Sequence[int]) -> None:
    """Reveal to a tracker what the numbers show at these row-major positions."""
    where = np.array(positions, dtype=np.int64)
    tracker.reveal(where, numbers.ravel()[where])


def fed(numbers: Numbers, mines: int) -> native.Tracker:
    """A tracker that is told a whole view at once."""
    tracker = native.Tracker(numbers.shape[0], numbers.shape[1], mines)
    tell(tracker, numbers, np.flatnonzero(numbers != HIDDEN).tolist())
    return tracker
