"""What people type on the command line, read; the error says how it should look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sapper.grid import Cell
    from sapper.level import Level

DEFAULT_LEVEL = "intermediate"

LevelOption = Annotated[
    str | None,
    typer.Option("--level", "-l", help="A level; `sapper levels` lists them.", metavar="NAME"),
]
SizeOption = Annotated[
    str | None,
    typer.Option("--size", help="A size of your own instead of a level.", metavar="HxW/MINES"),
]
StartOption = Annotated[
    str | None,
    typer.Option("--start", help="any, safe, opening or given.", metavar="RULE"),
]
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", help="The same seed gives the same game; else one of chance.", min=0),
]
IndexOption = Annotated[int, typer.Option("--index", help="Which board of the seed.", min=0)]


def read_cell(text: str) -> Cell:
    """A cell, as ROW,COLUMN.

    >>> read_cell("0,3"), read_cell(" (12, 4) ")
    ((0, 3), (12, 4))
    """
    row, _, column = text.strip().strip("()").partition(",")
    try:
        return int(row), int(column)
    except ValueError:
        raise typer.BadParameter(f"a cell reads ROW,COLUMN as in 0,3, not {text!r}") from None


def read_cell_if_told(text: str | None) -> Cell | None:
    """The cell of an option that may be left out."""
    return None if text is None else read_cell(text)


def read_level(
    name: str | None, size: str | None, start: str | None, default: str = DEFAULT_LEVEL
) -> Level:
    """A level by its name or its size, under a start rule.

    >>> read_level(None, "9x9/10", "opening").start.value
    'opening'
    """
    from sapper.level import Level

    if name is not None and size is not None:
        raise typer.BadParameter("give a level or a size, not both", param_hint="--size")
    if size is not None:
        return Level.parse(size, start or "safe")
    level = Level.named(name or default)
    return level if start is None else level.starting(start)


def read_level_name(text: str) -> str:
    """What games of a level are kept under: its name, or its size.

    >>> read_level_name("expert"), read_level_name("9 x 9 / 10")
    ('expert', '9x9/10')
    """
    from sapper.level import Level

    return (Level.parse(text, "any") if text[:1].isdigit() else Level.named(text)).name


def help_if_alone(context: typer.Context) -> None:
    """What a group of commands answers where none of them is named: its help."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
