"""`sapper board`: a board drawn, or converted between formats."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.errors import BadInput
from sapper.interface.commands.options import (
    FirstOption,
    FromOption,
    IndexOption,
    LevelOption,
    MinesOption,
    SeedOption,
    SizeOption,
    StartOption,
    read_level,
    read_optional_cell,
    read_position,
)

if TYPE_CHECKING:
    from sapper.formats import Position

RANDOM_SEED_BITS = 32


def board(
    file: Annotated[
        Path | None,
        typer.Argument(help="A position or a board; - for standard input.", metavar="FILE"),
    ] = None,
    level: LevelOption = None,
    size: SizeOption = None,
    start: StartOption = None,
    seed: SeedOption = None,
    index: IndexOption = 0,
    first: FirstOption = None,
    mines: MinesOption = None,
    read_as: FromOption = None,
    write_as: Annotated[
        str | None,
        typer.Option("--to", help="Print as text, mbf, mine or json.", metavar="FORMAT"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="Write a file; its ending gives the format.", metavar="FILE"
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --to json.")] = False,
) -> None:
    """Draw a board, or convert it between formats.

    Without a FILE, it makes the board of a level and a seed.
    """
    from sapper import formats
    from sapper.board import Board

    if file is not None and (level, size, start, seed, first) != (None,) * 5:
        raise BadInput("give a file, or a level and a seed, not both")
    if file is not None:
        position = read_position(file, read_as, mines)
    else:
        chosen = secrets.randbits(RANDOM_SEED_BITS) if seed is None else seed
        position = Board(read_level(level, size, start), chosen, index, read_optional_cell(first))

    write_as = "json" if as_json else write_as
    if out is not None:
        formats.save(position, out, format=write_as)
    elif write_as is not None:
        _write_bytes(formats.dumps(position, write_as))
    else:
        _draw(position)


def _write_bytes(data: bytes) -> None:
    if b"\x00" in data and sys.stdout.isatty():
        raise BadInput("this format is not text; name a file with --out")
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _draw(position: Position) -> None:
    from rich.console import Console

    from sapper.board import Board
    from sapper.interface.terminal.drawing import draw_board, draw_view

    console = Console(highlight=False)
    if not console.is_terminal:
        print(str(position))
    elif isinstance(position, Board):
        console.print(repr(position)[1:-1], style="dim", markup=False)
        console.print(draw_board(position), soft_wrap=True)
    else:
        console.print(draw_view(position), soft_wrap=True)
