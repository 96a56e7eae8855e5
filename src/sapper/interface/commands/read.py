"""`sapper read`: a position from a screenshot."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from sapper.interface.commands.options import STANDARD_INPUT, JsonOption
from sapper.interface.commands.output import print_json


def read(
    image: Annotated[Path, typer.Argument(help="A screenshot; - to pipe it in.", metavar="IMAGE")],
    mines: Annotated[
        int | None,
        typer.Option(
            "--mines", "-m", help="The total number of mines; else a guess.", min=0, metavar="N"
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Read a position from a screenshot of a board.

    What is in doubt is told on standard error. `sapper read shot.png | sapper analyze` goes on.
    """
    from rich.console import Console

    from sapper import formats
    from sapper.interface.interruptible import interruptible
    from sapper.play import position_shapes
    from sapper.reading import read as reading
    from sapper.reading.files import MOST_BYTES

    if str(image) == STANDARD_INPUT:
        work = partial(reading.read, sys.stdin.buffer.read(MOST_BYTES + 1), mines=mines)
    else:
        work = partial(reading.read_file, image, mines=mines)
    with Console(stderr=True).status("Looking for the board …"):
        found = interruptible(work)
    if as_json:
        print_json(position_shapes.PictureReading.of(found), indent=None)
        return
    for warning in found.warnings:
        print(f"sapper: {warning.message}", file=sys.stderr)
    print(formats.dumps(found.view, formats.Format.MINE).decode(), end="")
