"""What a game, a review and a training share: a board, and commands for what is behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

import pygame

from sapper.grid import Cell
from sapper.interface.window.app import Screen
from sapper.interface.window.arrange import split
from sapper.interface.window.dialogs import Help
from sapper.interface.window.layout import ZOOM_STEP, BoardLayout, BoardViewport
from sapper.interface.window.listing import Scroll
from sapper.interface.window.pen import Area
from sapper.interface.window.widgets import Widget, icon_button
from sapper.play.commands import Command, command_named
from sapper.play.inquiry import Inquiry

if TYPE_CHECKING:
    from sapper.interface.window.flow import Flow

BUTTON_GAP = 6


class BoardScreen(Screen):
    """Draws an inquiry and sends it commands; only its own view of the board is its business."""

    def __init__(self, flow: Flow, inquiry: Inquiry) -> None:
        super().__init__(flow.app)
        self.flow = flow
        self.commands = inquiry.commands
        self.viewport = BoardViewport()
        self.why_scroll = Scroll()
        self._inquiry = inquiry

    @property
    def here(self) -> Cell | None:
        """The cell that a command is about, if the player is at one."""
        return None

    def board_area(self, area: Area) -> Area:
        """Where the board goes."""
        raise NotImplementedError

    def layout(self) -> BoardLayout:
        """Where the board's cells are."""
        view = self._inquiry.view
        return self.viewport.layout(self.board_area(self.app.area), view.height, view.width)

    def show_cell(self, cell: Cell) -> None:
        """Scroll to a cell."""
        self.viewport.bring_into_sight(self.layout(), cell)

    def do(self, command: Command) -> bool:
        """Carry out a command: the screen's own, or else the session's or the replay's."""
        return super().do(command) or self._inquiry.do(command, self.here)

    def handlers(self) -> Mapping[str, Callable[[], None]]:
        """What carries out the screen's own commands."""
        return {
            "why": self.toggle_why,
            "larger": partial(self.viewport.enlarge, ZOOM_STEP),
            "smaller": partial(self.viewport.enlarge, 1 / ZOOM_STEP),
            "whole": self.show_whole_board,
            "help": self.show_help,
        }

    def toggle_why(self) -> None:
        """Explain cells, or stop explaining; with no cell at hand, the next one is explained."""
        self.why_scroll = Scroll()
        self._inquiry.toggle_why(self.here)

    def show_whole_board(self) -> None:
        """Fit all of the board into the window, however small its cells become."""
        self.viewport = BoardViewport(whole=True)

    def let_time_pass(self, now: float) -> bool:
        """Let what is shown go on, unless something lies over it; tell whether it has changed."""
        return self.app.top is self and self._inquiry.tick(now)

    def show_help(self) -> None:
        """List the keys."""
        self.app.show(Help(self.app, self.commands))

    def icon_buttons(
        self, row: pygame.Rect, icons: Mapping[str, tuple[str, bool | None]]
    ) -> list[Widget]:
        """A row of commands by name, each with its icon and whether it is on (None: no switch)."""
        rects = split(row, self.app.area.units(BUTTON_GAP), *[1] * len(icons))
        return [
            icon_button(command_named(name, self.commands), rect, self.do, icon, on=on)
            for rect, (name, (icon, on)) in zip(rects, icons.items(), strict=True)
        ]

    def wheel(self, point: tuple[int, int], turned: tuple[float, float], control: bool) -> None:
        """Scroll a large board; with Ctrl zoom."""
        if control:
            self.viewport.enlarge(ZOOM_STEP if turned[1] > 0 else 1 / ZOOM_STEP)
        else:
            self.viewport.scroll(turned)
