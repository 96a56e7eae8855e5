"""A command of the line mode: how it is typed, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sapper.catalogue import spoken
from sapper.interface.terminal.line_mode.seat import Seat
from sapper.interface.terminal.words import Terminal
from sapper.play.commands import Command, Group, command_named


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """Something that can be typed."""

    names: tuple[str, ...]
    usage: str
    run: Callable[[Seat, str], Iterator[str]]
    needs_board: bool = False
    """Whether it has no answer while a pause covers the board."""
    command: Command | None = None
    """The command that it is in every interface, if it is one."""

    @property
    def words(self) -> str:
        """What it does, with what can be typed after it."""
        name = self.names[0] if self.command is None else self.command.name
        own = spoken(Terminal).typed.get(name, "")
        return own or ("" if self.command is None else self.command.words)

    @classmethod
    def of(
        cls,
        shared: str,
        usage: str,
        run: Callable[[Seat, str], Iterator[str]],
        *names: str,
    ) -> TypedCommand:
        """A command of the table that all interfaces share: its name, its letters and its words.

        `names` are typed instead of its name.
        """
        command = command_named(shared)
        letters = [key for key in command.keys if len(key) == 1]
        needs_board = command.group in (Group.BOARD, Group.AI)
        all_names = (*(names or (shared,)), *letters)
        return cls(all_names, usage, run, needs_board, command)
