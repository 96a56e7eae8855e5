"""What only tells, and closes at any key; the help, made from the table of commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rich.table import Table as Columns
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from sapper.interface.terminal.keys import written
from sapper.interface.terminal.looks import LEGEND
from sapper.play.commands import Command, Group

SCROLLING_KEYS = ("up", "down", "pageup", "pagedown", "home", "end")
MOUSE = "left opens or chords, right flags, middle chords, the wheel scrolls"
SIGNS_IN_A_LINE = 3


class InfoScreen(ModalScreen[None]):
    """Something to read; any key that doesn't scroll closes it, and so does a click."""

    def on_key(self, event: events.Key) -> None:
        """Go back, unless the key scrolls."""
        if event.key not in SCROLLING_KEYS:
            event.stop()
            self.dismiss()

    def on_click(self, event: events.Click) -> None:
        """Go back."""
        event.stop()
        self.dismiss()


class HelpScreen(InfoScreen):
    """The keys and the signs."""

    def __init__(self, commands: Sequence[Command]) -> None:
        super().__init__()
        self._commands = commands

    def compose(self) -> ComposeResult:
        """Two columns of keys, then the mouse and the signs."""
        with VerticalScroll(classes="dialog wide") as dialog:
            dialog.border_title = "Keys"
            dialog.border_subtitle = "↑↓ scroll · any other key goes back"
            yield Static(keys_in_columns(self._commands))
            yield Static(f"\nMouse: {MOUSE}.\n")
            yield Static(_signs())


def keys_in_columns(commands: Sequence[Command]) -> Columns:
    """What each key does, by groups, in two columns of about the same length."""
    lines = list(_lines(commands))
    # No group is torn apart: the right column begins with the heading nearest to the middle.
    headings = [place for place, (key, _) in enumerate(lines) if not key]
    middle = min(headings, key=lambda place: abs(place - len(lines) / 2))
    columns = Columns.grid(padding=(0, 1))
    for _ in range(2):
        columns.add_column(style="bold", no_wrap=True, min_width=5)
        columns.add_column(width=30)
    for left, right in zip_longest(lines[:middle], lines[middle:], fillvalue=("", "")):
        columns.add_row(*left, *right)
    return columns


def _lines(commands: Sequence[Command]) -> Iterator[tuple[str, str]]:
    """Each group's heading, which has no key, and then its keys with their words."""
    for group in Group:
        listed = [command for command in commands if command.group is group]
        if listed:
            yield "", f"[bold]{group.value}[/]"
        for command in listed:
            yield " ".join(written(key) for key in command.keys), command.words


def _signs() -> Columns:
    columns = Columns.grid(padding=(0, 1))
    for _ in range(SIGNS_IN_A_LINE):
        columns.add_column(style="bold", no_wrap=True, min_width=2)
        columns.add_column(min_width=18)
    for start in range(0, len(LEGEND), SIGNS_IN_A_LINE):
        line = LEGEND[start : start + SIGNS_IN_A_LINE]
        columns.add_row(*(text for sign in line for text in sign))
    return columns
