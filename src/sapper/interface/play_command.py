"""`sapper play`: who asks for the game gets it on a screen, or line by line.

Everything but typer is imported where it is used, so that `--help` answers at once.
"""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, cast

import typer

from sapper.errors import SapperError
from sapper.interface.reading import (
    IndexOption,
    LevelOption,
    SeedOption,
    SizeOption,
    StartOption,
    read_level,
)

if TYPE_CHECKING:
    from sapper.game import WinningRule
    from sapper.history import History, KeptGame
    from sapper.play.table import Table

DEFAULT_LEVEL = "beginner"
INTERRUPTED = 130
TERMINALS_WITHOUT_A_SCREEN = ("", "dumb", "unknown")


class Look(StrEnum):
    """On which ground the game is drawn."""

    DARK = "dark"
    LIGHT = "light"


class NoTerminal(SapperError):
    """There is no terminal to draw on."""


def play(
    level: LevelOption = None,
    size: SizeOption = None,
    start: StartOption = None,
    seed: SeedOption = None,
    index: IndexOption = 0,
    disclosed: Annotated[
        int | None,
        typer.Option("--disclosed", help="How many cells the start rule `given` shows.", min=0),
    ] = None,
    winning: Annotated[
        str,
        typer.Option(
            "--win",
            help="revealed (open every safe cell) or flagged (flag every mine).",
            metavar="RULE",
        ),
    ] = "revealed",
    agent: Annotated[
        str | None,
        typer.Option("--agent", "-a", help="Who makes the AI's moves.", metavar="NAME"),
    ] = None,
    go_on: Annotated[
        bool, typer.Option("--continue", help="Go on with the last game that is not over.")
    ] = False,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Line by line in sentences: for screen readers and scripts."),
    ] = False,
    look: Annotated[
        Look | None, typer.Option("--theme", help="The ground that is drawn on.")
    ] = None,
    no_color: Annotated[
        bool, typer.Option("--no-color", help="No colour at all, as with NO_COLOR.")
    ] = False,
) -> None:
    """Play in the terminal, by keyboard and mouse, with the AI beside you.

    It gives hints, says why a cell is safe, shows the odds, and plays on if you like. Games are
    kept: quit when you want, and go on later.
    """
    from sapper.game import Status
    from sapper.history import History
    from sapper.play.record import STRONGEST, Setup
    from sapper.play.table import Table

    wishes = (level, size, start, seed, disclosed)
    setup = Setup(
        read_level(level, size, start, DEFAULT_LEVEL),
        cast("WinningRule", winning),  # the setup says what is wrong with another name
        seed,
        index,
        agent or STRONGEST,
        disclosed,
    )
    if not plain:
        plain = _has_no_screen()
    with History.open() as history:
        unfinished = history.games(limit=1, status=Status.PLAYING)
        if go_on and not unfinished:
            raise SapperError("there is no game to go on with")
        table = history.table(unfinished[0].identity) if go_on else Table(setup, history)
        # Whoever names a game wants that one; others are asked.
        is_asked = unfinished and not go_on and wishes == (None,) * len(wishes)
        offer = unfinished[0] if is_asked else None
        if plain:
            _play_plainly(table, history, offer)
        else:
            _play_on_screen(table, history, offer, look, no_color)


def _has_no_screen() -> bool:
    """Whether this terminal can't be drawn on; an error where there is no terminal at all."""
    # Textual draws on standard error.
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise NoTerminal("this is not a terminal; use --plain to play line by line")
    return os.environ.get("TERM", "") in TERMINALS_WITHOUT_A_SCREEN and os.name != "nt"


def _play_plainly(table: Table, history: History, offer: KeptGame | None) -> None:
    from sapper.interface.terminal.plain import PlainGame

    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    game = PlainGame(table, history, offer)
    try:
        game.play(sys.stdin, sys.stdout, prompt=sys.stdin.isatty())
    except KeyboardInterrupt:
        print(f"\n{game.farewell()}", flush=True)
        raise typer.Exit(INTERRUPTED) from None


def _play_on_screen(
    table: Table, history: History, offer: KeptGame | None, look: Look | None, no_color: bool
) -> None:
    try:
        from sapper.interface.terminal.play_app import PlayApp
    except ImportError as error:
        package = (error.name or "textual").partition(".")[0]
        raise SapperError(
            f"the game on a screen needs {package}: pip install 'sapper[terminal]', "
            "or play with --plain"
        ) from None
    if no_color:
        os.environ["NO_COLOR"] = "1"
    for name in ("COLUMNS", "LINES"):  # textual would believe them, and miss a change of size
        os.environ.pop(name, None)
    app = PlayApp(table, history, offer, look=look)
    app.run()
    if app.last_words:
        print(app.last_words)
