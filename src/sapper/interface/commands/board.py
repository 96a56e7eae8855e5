"""`sapper board`: a board drawn, made to order, or converted between formats."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.errors import BadInput
from sapper.interface.commands.options import (
    DAILY_LEVEL,
    DEFAULT_LEVEL,
    DailyOption,
    FirstOption,
    FromOption,
    GradeOption,
    IndexOption,
    LevelOption,
    MinesOption,
    NoGuessOption,
    SeedOption,
    SizeOption,
    StartOption,
    read_level,
    read_optional_cell,
    read_position,
)
from sapper.seed import SHORT_SEED_BITS, seed_of_chance

if TYPE_CHECKING:
    from sapper.formats import Position


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
    no_guess: NoGuessOption = False,
    grade: GradeOption = None,
    count: Annotated[
        int | None,
        typer.Option("--count", help="So many boards without a guess.", min=1, metavar="N"),
    ] = None,
    daily: DailyOption = False,
    date: Annotated[
        str | None,
        typer.Option("--date", help="The puzzle of another day.", metavar="YYYY-MM-DD"),
    ] = None,
    pack: Annotated[
        int | None,
        typer.Option(
            "--pack",
            help="So many puzzles, and a page to print them, in the folder named by --out.",
            min=1,
            metavar="N",
        ),
    ] = None,
    as_puzzle: Annotated[
        bool | None,
        typer.Option(
            "--puzzle/--solution",
            help="Show what the first click opens, or the mines. The puzzle of the day hides them.",
        ),
    ] = None,
) -> None:
    """Draw a board, make one to order, or convert it between formats.

    Without a FILE, it makes the board of a level and a seed. With --no-guess or a --grade, the
    board can be solved by reasoning alone; the first cell opens a region unless --start is safe.
    """
    from sapper import formats
    from sapper.board import Board

    to_order = (no_guess or None, grade, count, daily or None, date, pack, as_puzzle)
    if to_order != (None,) * len(to_order):
        from sapper.interface.commands.made_boards import Order, make_to_order

        if (file, mines, read_as) != (None,) * 3:
            raise BadInput("boards are made to order from a level and a seed, not from a file")
        order = Order(
            level=read_level(
                level, size, start or "opening", DAILY_LEVEL if daily else DEFAULT_LEVEL
            ),
            first=read_optional_cell(first),
            seed=seed,
            index=index,
            grade=grade,
            count=count,
            daily=daily,
            date=date,
            pack=pack,
            as_puzzle=as_puzzle,
            write_as="json" if as_json else write_as,
            out=out,
        )
        make_to_order(order)
        return

    if file is not None and (level, size, start, seed, first) != (None,) * 5:
        raise BadInput("give a file, or a level and a seed, not both")
    if file is not None:
        position = read_position(file, read_as, mines)
    else:
        chosen = seed_of_chance(SHORT_SEED_BITS) if seed is None else seed
        position = Board(read_level(level, size, start), chosen, index, read_optional_cell(first))

    write_as = "json" if as_json else write_as
    about = repr(position)[1:-1] if isinstance(position, Board) else ""
    if out is not None:
        formats.save(position, out, format=write_as)
    elif write_as is not None:
        write_bytes(formats.dumps(position, write_as))
    else:
        draw(position, about)
    if file is None:
        tell(about, is_drawn=out is None and write_as is None)


def write_bytes(data: bytes) -> None:
    """Write to standard output; a terminal takes only text."""
    if b"\x00" in data and sys.stdout.isatty():
        raise BadInput("this format is not text; name a file with --out")
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def tell(about: str, *, is_drawn: bool) -> None:
    """Say on standard error which board it is, unless a drawing in a terminal has said so."""
    if not (is_drawn and sys.stdout.isatty()):
        print(about, file=sys.stderr)


def draw(position: Position, about: str) -> None:
    """Draw a board or a position; in a terminal, below a line about it, if there is one."""
    from rich.console import Console

    from sapper.board import Board
    from sapper.interface.terminal.drawing import draw_board, draw_view

    console = Console(highlight=False)
    if not console.is_terminal:
        print(str(position))
        return
    if about:
        console.print(about, style="dim", markup=False)
    drawn = draw_board(position) if isinstance(position, Board) else draw_view(position)
    console.print(drawn, soft_wrap=True)
