"""`sapper analyze`: all that follows from a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.interface.commands.failures import ExitCode
from sapper.interface.commands.options import (
    FromOption,
    JsonOption,
    MinesOption,
    SvgOption,
    read_budget,
    read_view,
)
from sapper.interface.commands.output import print_json


def analyze(
    file: Annotated[
        Path, typer.Argument(help="A position; - to paste it or pipe it in.", metavar="FILE")
    ] = Path("-"),
    mines: MinesOption = None,
    read_as: FromOption = None,
    budget: Annotated[
        int | None,
        typer.Option(
            "--budget",
            help="Show what is known after this many states; 0: no limit.",
            min=0,
            metavar="N",
        ),
    ] = None,
    svg: SvgOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find the safe cells, the mines and the exact odds.

    A position is rows of digits, with # for hidden cells and F for flags; --mines gives the total.
    """
    from rich.console import Console

    from sapper.exact.analysis import analyze as analyze_view
    from sapper.interface.interruptible import interruptible
    from sapper.interface.terminal import odds
    from sapper.interface.terminal.drawing import write_picture
    from sapper.play import position_shapes
    from sapper.play.asking import count_budget_of

    view = read_view(file, read_as, mines)
    limit = read_budget(budget)
    try:
        with Console(stderr=True).status("Counting …"):
            analysis = interruptible(lambda: analyze_view(view, budget=limit, partial=True))
    except MemoryError:
        raise MemoryError("not enough memory; give a --budget") from None
    if svg:
        write_picture(analysis.picture().svg(), svg)
    if as_json:
        count_budget = count_budget_of(analysis)
        answer = interruptible(
            lambda: position_shapes.Analysis.of(analysis, count_budget=count_budget)
        )
        print_json(answer, indent=None)
    else:
        console = Console(highlight=False)
        room = console.width if console.is_terminal else None
        drawing = interruptible(lambda: odds.draw_analysis(analysis, room))
        console.print(drawing, soft_wrap=room is None, crop=False)
    if not analysis.complete:
        raise typer.Exit(ExitCode.BUDGET)
