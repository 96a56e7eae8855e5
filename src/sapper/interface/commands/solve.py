"""`sapper solve`: the whole way through a board without guessing, and its grade."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.interface.commands.failures import ExitCode
from sapper.interface.commands.options import (
    BudgetOption,
    FromOption,
    JsonOption,
    SvgOption,
    read_board,
    read_budget,
    read_optional_cell,
)
from sapper.interface.commands.output import print_json, wide_console

PICTURE_WIDTH = 100


def solve(
    file: Annotated[
        Path, typer.Argument(help="A board with its mines; - for standard input.", metavar="FILE")
    ],
    first: Annotated[
        str | None,
        typer.Option(
            "--first",
            help="The first cell to open, counted from 0; by default, the one that the board was "
            "made for (JSON tells it), or where agents begin.",
            metavar="R,C",
        ),
    ] = None,
    read_as: FromOption = None,
    animate: Annotated[
        bool, typer.Option("--animate", help="Show each stage on the board, in a terminal.")
    ] = False,
    pace: Annotated[
        float,
        typer.Option("--pace", help="Stages per second, with --animate.", min=0.01, metavar="N"),
    ] = 1,
    all_steps: Annotated[
        bool, typer.Option("--all", help="List the steps of single numbers, too.")
    ] = False,
    budget: BudgetOption = None,
    svg: SvgOption = None,
    as_json: JsonOption = False,
) -> None:
    """Solve a board without guessing, by the easiest reasons, and grade it.

    A text board is rows of digits, with * for mines. If it needs a guess, the stuck position is
    shown.
    """
    from sapper import solution
    from sapper.interface.interruptible import interruptible
    from sapper.interface.terminal.drawing import save_picture
    from sapper.interface.terminal.solution import animate as show_stages
    from sapper.interface.terminal.solution import describe

    board = read_board(file, read_as)
    limit = read_budget(budget)
    start = read_optional_cell(first)
    solved = interruptible(lambda: solution.solve(board, start, budget=limit))
    listed = describe(solved, all_steps)
    if svg:
        save_picture(listed, svg, title="sapper solve", width=PICTURE_WIDTH)
    if as_json:
        print_json(solution.WrittenSolution.of(solved), indent=None)
        return
    console = wide_console()
    finished = True
    if animate and console.is_terminal:
        finished = show_stages(solved, pace, console)
    console.print(listed)
    if not finished:
        raise typer.Exit(ExitCode.INTERRUPTED)
