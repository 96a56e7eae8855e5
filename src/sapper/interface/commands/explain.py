"""`sapper explain`: why a cell is safe or a mine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.interface.commands.options import (
    BudgetOption,
    FromOption,
    JsonOption,
    MinesOption,
    SvgOption,
    read_budget,
    read_cell,
    read_view,
)
from sapper.interface.commands.output import check_readable, print_json, wide_console


def explain(
    file: Annotated[Path, typer.Argument(help="A position; - for standard input.", metavar="FILE")],
    cell: Annotated[str, typer.Argument(help="The cell, counted from 0.", metavar="R,C")],
    mines: MinesOption = None,
    read_as: FromOption = None,
    language: Annotated[
        str, typer.Option("--lang", help="The language: en, fr, es or zh.", metavar="CODE")
    ] = "en",
    budget: BudgetOption = None,
    svg: SvgOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say why a cell is safe or a mine, step by step.

    If neither is certain, it gives the chance of a mine.
    """
    from sapper.interface.interruptible import interruptible
    from sapper.interface.terminal.drawing import save_picture
    from sapper.interface.terminal.explanation import PICTURE_WIDTH, draw_answer
    from sapper.proof.search import explain as explain_cell
    from sapper.proof.wording import Speaker
    from sapper.proof.written import written

    view = read_view(file, read_as, mines)
    place = read_cell(cell)
    limit = read_budget(budget)
    try:
        answer = interruptible(lambda: explain_cell(view, place, budget=limit))
    except MemoryError:
        raise MemoryError("not enough memory; give a --budget") from None
    speaker = Speaker(answer, language)
    if svg:
        drawing = draw_answer(view, speaker, PICTURE_WIDTH)
        save_picture(drawing, svg, title="sapper explain", width=PICTURE_WIDTH)
    if as_json:
        print_json(written(answer), indent=None)
    else:
        check_readable("\n".join(speaker.heading()), "choose another --lang")
        console = wide_console()
        console.print(draw_answer(view, speaker, console.width))
