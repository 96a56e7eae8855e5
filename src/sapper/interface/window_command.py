"""`sapper window`: the game in a window of its own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from sapper.errors import SapperError, UnknownName
from sapper.interface.reading import (
    LevelOption,
    SeedOption,
    SizeOption,
    StartOption,
    read_level,
)


class NoWindow(SapperError):
    """What draws the window is not installed."""


def window(
    level: LevelOption = None,
    size: SizeOption = None,
    start: StartOption = None,
    seed: SeedOption = None,
    agent: Annotated[
        str | None,
        typer.Option(
            "--agent", "-a", help="Who makes the AI's moves; see `sapper agents`.", metavar="NAME"
        ),
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option(
            "--theme",
            help="light, dark, colour-blind or colour-blind-dark; else as the last time.",
            metavar="NAME",
        ),
    ] = None,
    trace: Annotated[Path | None, typer.Option("--trace", hidden=True)] = None,
) -> None:
    """Play in a window: with hints, reasons, odds, and the AI beside you.

    Every turn is kept: close the window at any time, and go on later.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame  # noqa: F401
    except ImportError:
        raise NoWindow("the window needs pygame-ce: pip install 'sapper[window]'") from None
    from sapper.history import History
    from sapper.interface.window.desktop import open_window
    from sapper.interface.window.theme import THEMES
    from sapper.play.record import STRONGEST, Setup

    if theme is not None and theme not in THEMES:
        raise UnknownName("theme", theme, THEMES)
    setup = Setup(read_level(level, size, start), seed=seed, agent=agent or STRONGEST)
    with History.open() as history:
        open_window(setup, None if theme is None else THEMES[theme], history, trace)
