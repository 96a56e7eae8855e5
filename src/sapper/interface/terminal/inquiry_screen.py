"""A screen that draws an inquiry, and sends it the commands that the keys stand for.

A game and a replay are both drawn so; they differ in what stands around the board.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen

from sapper.grid import Cell
from sapper.interface.terminal.board_drawing import Pointed, Scale, Scene
from sapper.interface.terminal.board_widget import BoardWidget
from sapper.interface.terminal.help_screen import HelpScreen
from sapper.interface.terminal.panels import KeyBar, MessagePanel, MoveList, NumberList, TitleLine
from sapper.play.commands import Command, command_named
from sapper.play.inquiry import Explained, Inquiry

if TYPE_CHECKING:
    from sapper.interface.terminal.play_app import BoardApp

SECONDS_PER_TICK = 0.05
MOVES_WIDE, MOVES_NARROW = 36, 16
LEAST_WIDTH_FOR_MOVES = 60
LINES_OF_TITLE_AND_KEYS = 2
LINES_OF_MESSAGE = 3
"""At least."""
SHARE_OF_MESSAGE = 5
"""Where its height is fixed, a fifth of the terminal's, or this many lines."""
PAGES = {"step_on": 1, "step_back": -1}
"""The commands that first turn the pages of a message."""
NUMBERS = "numbers"
EXPLAINING_KEYS = ("close", "step_back", "step_on", "help")

OwnCommands: TypeAlias = dict[str, Callable[[], object]]


class InquiryScreen(Screen[None]):
    """Title, board and moves, message, keys."""

    app: BoardApp
    keeps_still = True
    """Whether the board stays as it is however long the message below it is."""

    def __init__(self) -> None:
        super().__init__()
        self.own_commands: OwnCommands = {
            "larger": lambda: self.board.zoom(1),
            "smaller": lambda: self.board.zoom(-1),
            "whole": lambda: self.board.fit(),
            "theme": lambda: self.app.change_look(),
            "help": lambda: self.app.push_screen(HelpScreen(self.inquiry.commands)),
        }
        """What the screen does itself; all else is the inquiry's."""
        self._side_title = ""

    @property
    @abstractmethod
    def inquiry(self) -> Inquiry:
        """What is drawn."""

    @property
    @abstractmethod
    def here(self) -> Cell | None:
        """The cell that a command is about."""

    @property
    @abstractmethod
    def scene(self) -> Scene:
        """The board as it is to be drawn."""

    @property
    @abstractmethod
    def title_text(self) -> Text:
        """What stands above the board."""

    @property
    @abstractmethod
    def sentences(self) -> Sequence[str]:
        """What stands below the board."""

    @property
    @abstractmethod
    def key_names(self) -> tuple[str, ...]:
        """The commands of the key bar, the most important first."""

    @abstractmethod
    def show_side(self) -> None:
        """Bring what stands beside the board up to date."""

    def compose(self) -> ComposeResult:
        """Title, board and moves, message, keys."""
        yield TitleLine(id="title")
        with Horizontal(id="middle"):
            yield BoardWidget(self.scene, self.app.look, id="board")
            with Vertical(id="side"):
                yield from self.compose_side()
        yield MessagePanel(id="message")
        yield KeyBar(self._keys, id="keys")

    def compose_side(self) -> ComposeResult:
        """What stands beside the board."""
        yield TitleLine(id="moves-title")
        yield MoveList(self.app.look, id="moves")

    def entitle_side(self, title: str) -> None:
        """Say what stands beside the board; for numbers, on which page that is."""
        self._side_title = title
        self._show_side_title()

    def on_row_list_moved(self) -> None:
        """Which page of the numbers is shown depends on the list's size, which may come late."""
        self._show_side_title()

    def _show_side_title(self) -> None:
        numbers = self.query_one(NumberList)
        page = numbers.page if numbers.display else ""
        self.query_one("#moves-title", TitleLine).show(Text(f"{self._side_title}{page}"))

    @property
    def moves(self) -> MoveList:
        """The list of moves on the screen."""
        return self.query_one("#moves", MoveList)

    @property
    def board(self) -> BoardWidget:
        """The board on the screen."""
        return self.query_one("#board", BoardWidget)

    @property
    def message(self) -> MessagePanel:
        """What stands below the board."""
        return self.query_one("#message", MessagePanel)

    # Commands and time

    def action_do(self, name: str) -> None:
        """Carry out a command; a long message or list is read to its end before that goes on."""
        if name in PAGES and self.message.turn_page(PAGES[name]):
            return
        if name == NUMBERS and self.query_one(NumberList).read_on():
            pass
        elif name in self.own_commands:
            self.own_commands[name]()
        else:
            self.inquiry.do(command_named(name, self.inquiry.commands), self.here)
        self.show()

    def on_mount(self) -> None:
        """Time passes from now on."""
        self.set_interval(SECONDS_PER_TICK, self._tick)
        self.show()

    def _tick(self) -> None:
        """Let time pass, unless something else is on top of this screen."""
        if self.is_active and self.inquiry.tick(time.monotonic()):
            self.show()
        else:
            self.show_time()

    def show_time(self) -> None:
        """Bring up to date what changes with the clock."""
        self._show_title()

    # Drawing

    def show(self) -> None:
        """Bring everything on the screen up to date."""
        if not self.is_mounted:
            return
        self.board.show(self.scene)
        self.show_side()
        self._show_title()
        self.message.say_all(*self.sentences)
        self.query_one("#keys", KeyBar).show(self._keys)

    @property
    def _keys(self) -> list[Command]:
        """The commands of the key bar: those that lead through an explanation, if there is one."""
        explained = self.inquiry.explained
        has_steps = explained is not None and len(explained.why.lines) > 1
        names = EXPLAINING_KEYS if has_steps else self.key_names
        return [command_named(name, self.inquiry.commands) for name in names]

    def _show_title(self) -> None:
        self.query_one("#title", TitleLine).show(self.title_text)

    def on_resize(self) -> None:
        """Give the list of moves what the board leaves."""
        self.share_the_width()
        self.call_after_refresh(self.show)

    def share_the_width(self) -> None:
        """Prefer large cells to a wide list; on a narrow terminal show the board alone."""
        width, height = self.app.size
        view = self.scene.view
        lines = self.message.size.height
        if self.keeps_still:
            left = height - LINES_OF_TITLE_AND_KEYS - Scale.SMALL.size_of(view)[0]
            wanted = max(SHARE_OF_MESSAGE, height // SHARE_OF_MESSAGE)
            lines = max(LINES_OF_MESSAGE, min(wanted, left))
            self.message.styles.height = lines
        room = height - max(LINES_OF_MESSAGE, lines) - LINES_OF_TITLE_AND_KEYS
        scale = Scale.fitting(view, room, width - MOVES_NARROW)
        spare = width - scale.size_of(view)[1]
        side = self.query_one("#side")
        side.display = width >= LEAST_WIDTH_FOR_MOVES
        side.styles.width = MOVES_WIDE if spare >= MOVES_WIDE else MOVES_NARROW


def pointed_at(explained: Explained | None) -> Pointed | None:
    """What an explanation points at."""
    if explained is None:
        return None
    line = explained.line
    if line is None:
        return Pointed(explained.why.numbers, [explained.cell])
    return Pointed(line.numbers, line.cells, line.safe, line.mines)
