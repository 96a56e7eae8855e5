"""Keys in a terminal: bindings made from the table of commands, and how each key is written."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding, BindingType

from sapper.play.commands import Command, key_name

ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}


def written(key: str) -> str:
    """A key as people know it.

    >>> written("pageup"), written("up"), written("A"), written("?")
    ('PgUp', '↑', 'A', '?')
    """
    return ARROWS.get(key) or key_name(key)


def action_of(command: Command) -> str:
    """What textual is to do for a command.

    >>> from sapper.play.commands import command_named
    >>> action_of(command_named("hint"))
    "screen.do('hint')"
    """
    return f"screen.do({command.name!r})"


def bindings_of(commands: Iterable[Command]) -> list[BindingType]:
    """A binding for each key of each command.

    >>> from sapper.play.commands import command_named
    >>> [binding.key for binding in bindings_of([command_named("open")])]
    ['space', 'enter']
    """
    # Textual knows keys by the same names, but takes a comma for the end of one.
    return [
        Binding("comma" if key == "," else key, action_of(command), command.label)
        for command in commands
        for key in command.keys
    ]
