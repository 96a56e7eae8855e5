"""A board with a cell that commands are about: under the pointer, or at the cursor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from sapper.grid import Cell
from sapper.interface.window.board_screen import BoardScreen
from sapper.play.inquiry import Inquiry

if TYPE_CHECKING:
    from sapper.interface.window.flow import Flow

REST = 0.12
"""Seconds the pointer rests on a cell before it is explained."""
FAR = 10
"""Rows in a long step of the cursor."""


class PointedScreen(BoardScreen):
    """A board screen whose commands are about a cell."""

    def __init__(self, flow: Flow, inquiry: Inquiry) -> None:
        super().__init__(flow, inquiry)
        self.pointed: Cell | None = None
        self.cursor: Cell = (0, 0)
        self.by_keyboard = False
        self._rest_until: float | None = None

    @property
    def here(self) -> Cell | None:
        """The cell under the pointer, or at the cursor if the keyboard was used last."""
        return self.cursor if self.by_keyboard else self.pointed

    def handlers(self) -> Mapping[str, Callable[[], None]]:
        """What carries out the screen's own commands."""
        width = self._inquiry.view.width
        return {
            **super().handlers(),
            "up": partial(self.move_cursor, -1, 0),
            "down": partial(self.move_cursor, 1, 0),
            "left": partial(self.move_cursor, 0, -1),
            "right": partial(self.move_cursor, 0, 1),
            "row_start": partial(self.move_cursor, 0, -width),
            "row_end": partial(self.move_cursor, 0, width),
            "far_up": partial(self.move_cursor, -FAR, 0),
            "far_down": partial(self.move_cursor, FAR, 0),
        }

    def move_cursor(self, down: int, right: int) -> None:
        """Move the cursor; it starts from the pointer and stops at the edge."""
        if not self.by_keyboard and self.pointed is not None:
            self.cursor = self.pointed
        view = self._inquiry.view
        row = min(max(self.cursor[0] + down, 0), view.height - 1)
        column = min(max(self.cursor[1] + right, 0), view.width - 1)
        self.by_keyboard, self.cursor = True, (row, column)
        self.app.focus = None
        self.show_cell(self.cursor)
        self._moved_to(self.cursor)

    def pointer_moved(self, point: tuple[int, int]) -> None:
        """Point at a cell."""
        cell = self.layout().cell_at(point)
        if cell is not None and self.by_keyboard:
            self.by_keyboard, self.app.dirty = False, True
        if cell != self.pointed:
            self.pointed, self.app.dirty = cell, True
            self._moved_to(cell)

    def keep_on_board(self) -> None:
        """Another board is shown: cursor and pointer stay where they are, or near."""
        view = self._inquiry.view
        self.cursor = (min(self.cursor[0], view.height - 1), min(self.cursor[1], view.width - 1))
        if self.pointed is not None and not (
            self.pointed[0] < view.height and self.pointed[1] < view.width
        ):
            self.pointed = None

    def _moved_to(self, cell: Cell | None) -> None:
        # An explanation stays when the pointer leaves the board.
        wanted = self._inquiry.why_on and cell is not None
        self._rest_until = self._inquiry.now + REST if wanted else None

    def explain_at_rest(self, now: float) -> bool:
        """Have the cell explained that the pointer rests on; tell whether it does."""
        if self._rest_until is None or now < self._rest_until:
            return False
        self._rest_until = None
        if self.here is None:
            return False
        self._inquiry.look_at(self.here)
        return True
