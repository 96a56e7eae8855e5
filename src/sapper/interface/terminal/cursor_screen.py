"""A screen with a cursor on its board."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial

from sapper.grid import Cell
from sapper.interface.terminal.inquiry_screen import InquiryScreen
from sapper.view import View

ROWS_FAR = 10
"""Rows in a long step of the cursor."""


class CursorScreen(InquiryScreen):
    """An inquiry with a cursor on its board: the commands that move it, and where it is."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self.cursor = middle(view)
        self.own_commands |= {
            "up": partial(self._move, -1, 0),
            "down": partial(self._move, 1, 0),
            "left": partial(self._move, 0, -1),
            "right": partial(self._move, 0, 1),
            "row_start": lambda: self.go_to((self.cursor[0], 0)),
            "row_end": lambda: self.go_to((self.cursor[0], self.inquiry.view.width - 1)),
            "far_up": partial(self._move, -ROWS_FAR, 0),
            "far_down": partial(self._move, ROWS_FAR, 0),
        }

    @property
    def here(self) -> Cell:
        """The cell under the cursor."""
        return self.cursor

    def go_to(self, cell: Cell) -> None:
        """Put the cursor on a cell, or as near as the board goes."""
        self.cursor = within(self.inquiry.view, cell)
        self.inquiry.look_at(self.cursor)

    def _move(self, rows: int, columns: int) -> None:
        self.go_to((self.cursor[0] + rows, self.cursor[1] + columns))

    @abstractmethod
    def show_side(self) -> None:
        """Bring what stands beside the board up to date."""


def within(view: View, cell: Cell) -> Cell:
    """The cell, or the nearest one on the board.

    >>> within(View(2, 3, mines=1), (5, -1))
    (1, 0)
    """
    row, column = cell
    return min(max(row, 0), view.height - 1), min(max(column, 0), view.width - 1)


def middle(view: View) -> Cell:
    """The cell in the middle of a board.

    >>> middle(View(9, 9, mines=10))
    (4, 4)
    """
    return view.height // 2, view.width // 2
