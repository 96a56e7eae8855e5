"""The screen on which a game is reviewed: it draws a replay and sends it commands."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType

from sapper.catalogue import spoken
from sapper.game import Status
from sapper.grid import Cell
from sapper.interface.terminal.board_drawing import Scene
from sapper.interface.terminal.inquiry_screen import InquiryScreen, pointed_at
from sapper.interface.terminal.keys import bindings_of
from sapper.interface.terminal.panels import NumberList, RowList, replay_title
from sapper.interface.terminal.words import Terminal
from sapper.play.commands import REPLAY_COMMANDS, command_named
from sapper.play.replay import Replay

REPLAY_KEYS = (
    *("close", "previous", "next", "run", "slower", "faster", "first", "last", "deciding"),
    *("odds", "why", "numbers", "help", "theme"),
)


class ReplayScreen(InquiryScreen):
    """A saved game turn by turn: the position before each, what it risked, and what was best."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(REPLAY_COMMANDS)

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self.replay = replay
        self.own_commands |= {"close": self._close, "quit": self.dismiss}

    @property
    def inquiry(self) -> Replay:
        """The replay."""
        return self.replay

    @property
    def here(self) -> Cell | None:
        """The cell of the turn."""
        return self.replay.cell

    @property
    def scene(self) -> Scene:
        """The position, and the cell of the turn; at the end where the mines were."""
        replay = self.replay
        if replay.turn is not None:
            why = pointed_at(replay.explained)
            return Scene(replay.view, self._pointer, odds=replay.analysis, why=why)
        table = replay.end
        wrong = table.wrong_flags if table.status is Status.LOST else frozenset()
        return Scene(replay.view, None, table.exploded, table.mines, wrong)

    @property
    def _pointer(self) -> Cell | None:
        """The cell under the mouse, where the game has one; else that of the turn."""
        replay = self.replay
        if replay.pointer is None:
            return replay.cell
        x, y = replay.pointer
        row, column = floor(y), floor(x)
        is_inside = 0 <= row < replay.view.height and 0 <= column < replay.view.width
        return (row, column) if is_inside else None

    @property
    def title_text(self) -> Text:
        """How the game ended, and which it was."""
        return replay_title(self.replay, self.size.width)

    @property
    def sentences(self) -> Sequence[str]:
        """An explanation, or what was done and what was best."""
        replay = self.replay
        if replay.explained is not None:
            return replay.explained.words
        return (*replay.words, replay.unanswered)

    @property
    def key_names(self) -> tuple[str, ...]:
        """Those of a replay."""
        return REPLAY_KEYS

    def compose_side(self) -> ComposeResult:
        """The turns, or the game's numbers."""
        yield from super().compose_side()
        yield NumberList(id="numbers")

    def show_side(self) -> None:
        """The turn that comes next is marked."""
        replay = self.replay
        numbers = self.query_one("#numbers", NumberList)
        numbers.display, self.moves.display = replay.numbers_on, not replay.numbers_on
        name = (
            command_named("numbers").label.lower() if replay.numbers_on else spoken(Terminal).moves
        )
        self.entitle_side(name)
        numbers.show_numbers(replay.numbers)
        self.moves.show_entries(replay.record.entries, min(replay.place, replay.last - 1))

    def on_row_list_chosen(self, message: RowList.Chosen) -> None:
        """Go to the turn that was clicked."""
        self.replay.go(message.index - self.replay.place)
        self.show()

    def _close(self) -> None:
        """Close the explanation; without one, go back to the game."""
        if self.replay.why_on:
            self.replay.toggle_why()
        else:
            self.dismiss()
