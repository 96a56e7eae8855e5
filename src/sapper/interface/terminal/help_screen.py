"""What only tells, and closes at any key; the help, made from the table of commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TypeAlias

from rich.cells import cell_len
from rich.table import Table as Columns
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from sapper.catalogue import spoken
from sapper.interface.terminal.keys import written
from sapper.interface.terminal.looks import LEGEND
from sapper.interface.terminal.words import Terminal
from sapper.play.commands import Command, Group

SCROLLING_KEYS = ("up", "down", "pageup", "pagedown", "home", "end")
SIGNS_IN_A_LINE = 3

Row: TypeAlias = tuple[str, str]
"""A key and what it does."""


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
        with VerticalScroll(classes="dialog widest") as dialog:
            dialog.border_title = spoken(Terminal).keys
            dialog.border_subtitle = spoken(Terminal).help_keys
            yield Static(keys_in_columns(self._commands))
            yield Static(f"\n{spoken(Terminal).mouse}\n")
            yield Static(_signs())


def keys_in_columns(commands: Sequence[Command]) -> Columns:
    """What each key does, by groups, in two columns of about the same length."""
    left: list[Row] = []
    right: list[Row] = []
    for rows in sorted(_groups(commands), key=len, reverse=True):
        min(left, right, key=len).extend(rows)
    columns = Columns.grid(padding=(0, 1), expand=True)
    widest = max(cell_len(written(key)) for command in commands for key in command.keys)
    for _ in range(2):
        columns.add_column(style="bold", width=widest)
        columns.add_column(ratio=1)
    for pair in zip_longest(left, right, fillvalue=("", "")):
        columns.add_row(*pair[0], *pair[1])
    return columns


def _groups(commands: Sequence[Command]) -> Iterator[list[Row]]:
    """The rows of each group: its heading, then keys with their words."""
    for group in Group:
        listed = [command for command in commands if command.group is group]
        if listed:
            keys = [" ".join(written(key) for key in command.keys) for command in listed]
            words = [command.words for command in listed]
            yield [("", f"[bold]{group.heading}[/]"), *zip(keys, words, strict=True)]


def _signs() -> Columns:
    columns = Columns.grid(padding=(0, 1))
    for _ in range(SIGNS_IN_A_LINE):
        columns.add_column(style="bold", no_wrap=True, min_width=2)
        columns.add_column(min_width=18)
    legend = spoken(Terminal).legend
    for start in range(0, len(LEGEND), SIGNS_IN_A_LINE):
        line = LEGEND[start : start + SIGNS_IN_A_LINE]
        columns.add_row(*(text for sign, name in line for text in (sign, legend[name])))
    return columns
