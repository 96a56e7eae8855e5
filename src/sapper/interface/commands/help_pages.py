"""Commands and groups whose help names what to type, and never the types of the program."""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperCommand, TyperGroup

from sapper.errors import BadInput
from sapper.interface.commands.failures import UsageError

ARGUMENT = "argument"
AT_LEAST = re.compile(r"\bx>=([\d.]+)(?=[;\]])")
BETWEEN = re.compile(r"\b([\d.]+)<=x<=([\d.]+)(?=[;\]])")
"""How the parser shows the bounds of a number, at the end of a line of help."""
NEGATIVE_CELL = re.compile(r"-\d+\s*,\s*-?\d+")


class Command(TyperCommand):
    """A command of `sapper`; every one of them is declared with this class."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options and arguments; a cell that looks like an option is still a cell."""
        typed = list(args)
        try:
            return super().parse_args(ctx, args)
        except UsageError as error:
            unknown = getattr(error, "option_name", None)
            for word in typed:
                if unknown and word.startswith(unknown) and NEGATIVE_CELL.fullmatch(word):
                    raise BadInput(f"no board has a cell {word}: cells count from 0") from None
            raise

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The words of the line that shows how the command is typed."""
        arguments = [one for one in self.get_params(ctx) if one.param_type_name == ARGUMENT]
        return [self.options_metavar or "", *map(_in_usage, arguments)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The arguments by their names, then the options."""
        _write_options(self, ctx, formatter)


class Group(TyperGroup):
    """A group of commands."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The options, then the commands."""
        _write_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)


def _write_options(command: Any, ctx: Any, formatter: Any) -> None:
    rows: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
    for one in command.get_params(ctx):
        shown = one.get_help_record(ctx)
        if shown is not None and one.param_type_name == ARGUMENT:
            rows["Arguments"].append((_name(one), _in_words(shown[1])))
        elif shown is not None:
            rows["Options"].append((shown[0], _in_words(shown[1])))
    for title, lines in rows.items():
        if lines:
            with formatter.section(title):
                formatter.write_dl(lines)


def _name(argument: Any) -> str:
    """What an argument is called; one without a name for its readers would be the program's."""
    name: str = argument.metavar or argument.name.upper()
    return name


def _in_words(help: str) -> str:
    """A line of help with the bounds of numbers in words.

    >>> _in_words("How many.  [default: 3; x>=1]"), _in_words("The port.  [0<=x<=65535]")
    ('How many.  [default: 3; at least 1]', 'The port.  [0 to 65535]')
    """
    return BETWEEN.sub(r"\1 to \2", AT_LEAST.sub(r"at least \1", help))


def _in_usage(argument: Any) -> str:
    name = _name(argument) if argument.required else f"[{_name(argument)}]"
    return name if argument.nargs == 1 else f"{name}..."
