"""`sapper play`: a game in the terminal, on the screen or line by line."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.interface.commands.failures import ExitCode
from sapper.interface.commands.options import (
    DAILY_LEVEL,
    DEFAULT_WINNING,
    AgentOption,
    DailyOption,
    DisclosedOption,
    FairOption,
    GradeOption,
    IndexOption,
    LanguageOption,
    LevelOption,
    NoGuessOption,
    SeedOption,
    SizeOption,
    StartOption,
    WinOption,
    check_daily,
    read_level,
    read_setup,
)

if TYPE_CHECKING:
    from sapper.history import History, KeptGame
    from sapper.play.record import Setup
    from sapper.play.table import Table

DEFAULT_LEVEL = DAILY_LEVEL
TERMINALS_WITHOUT_A_SCREEN = ("", "dumb", "unknown")


class Look(StrEnum):
    """The background that the game is drawn on."""

    DARK = "dark"
    LIGHT = "light"


PlainOption = Annotated[
    bool, typer.Option("--plain", help="Line by line: for screen readers and scripts.")
]
ThemeOption = Annotated[
    Look | None,
    typer.Option("--theme", help="The background; guessed by default.", metavar="dark|light"),
]
NoColorOption = Annotated[
    bool, typer.Option("--no-color", help="Use no colours; the same as NO_COLOR=1.")
]


def play(
    level: LevelOption = None,
    size: SizeOption = None,
    start: StartOption = None,
    seed: SeedOption = None,
    index: IndexOption = 0,
    disclosed: DisclosedOption = None,
    fair: FairOption = False,
    no_guess: NoGuessOption = False,
    grade: GradeOption = None,
    daily: DailyOption = False,
    winning: WinOption = DEFAULT_WINNING,
    agent: AgentOption = None,
    resume: Annotated[
        bool, typer.Option("--continue", help="Resume your last unfinished game.")
    ] = False,
    plain: PlainOption = False,
    look: ThemeOption = None,
    no_color: NoColorOption = False,
    language: LanguageOption = None,
) -> None:
    """Play in the terminal, by keyboard or mouse.

    The AI sits beside you: it gives hints, says why a cell is safe, shows the odds, and plays on
    if you like. Every move is saved: quit at any time, and resume later.
    """
    from sapper.errors import BadInput
    from sapper.game import Status
    from sapper.history import History
    from sapper.play.table import Table

    wishes = (level, size, start, seed, disclosed, fair or None, no_guess or None, grade)
    if daily:
        check_daily(start, seed, disclosed, winning, fair=fair, others=bool(index or resume))
        start = "opening"
    setup = read_setup(
        read_level(level, size, start, DEFAULT_LEVEL, disclosed=disclosed),
        winning=winning,
        seed=seed,
        index=index,
        disclosed=disclosed,
        fair=fair,
        no_guess=no_guess,
        grade=grade,
        agent=agent,
    )
    if not plain:
        plain = has_no_screen()
    with History.open() as history:
        speak(language, history)
        unfinished = history.games(limit=1, status=Status.PLAYING)
        if resume and not unfinished:
            raise BadInput("there is no game to resume")
        if resume:
            table = history.table(unfinished[0].identity)
        else:
            table = _puzzle_of_today(setup, history) if daily else Table(setup, history)
        # Whoever describes a game wants that one; others are asked.
        is_asked = unfinished and not (resume or daily) and wishes == (None,) * len(wishes)
        offer = unfinished[0] if is_asked else None
        if plain:
            _play_plainly(table, history, offer)
        else:
            _play_on_screen(table, history, offer, look, no_color)


def speak(language: str | None, history: History) -> None:
    """Speak the language that was chosen, if the terminal can write it."""
    from sapper.catalogue import Answers, read_section
    from sapper.interface.commands.output import check_readable
    from sapper.interface.encodable import is_readable
    from sapper.interface.language import choose_language

    def sample(code: str) -> str:
        return read_section(Answers, code, Answers.section).certain

    spoken = choose_language(
        language, history.folder, lambda code: is_readable(sample(code), sys.stdout.encoding)
    )
    check_readable(sample(spoken), "choose another --lang")


def _puzzle_of_today(setup: Setup, history: History) -> Table:
    """The puzzle of the day of a size and a grade; the clock starts with the second cell."""
    from sapper.boards.daily import today
    from sapper.play.daily import DailyPuzzle

    puzzle = DailyPuzzle(today(), setup, history)
    return puzzle.begin(puzzle.make())


def has_no_screen() -> bool:
    """Whether this terminal can't be drawn on; an error where there is no terminal at all."""
    from sapper.errors import NoTerminal

    # Textual draws on standard error.
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise NoTerminal("this is not a terminal; use --plain to play line by line")
    return os.environ.get("TERM", "") in TERMINALS_WITHOUT_A_SCREEN and os.name != "nt"


def prepare_screen(no_color: bool) -> None:
    """Make the terminal ready to be drawn on."""
    from sapper.interface.encodable import degrade_output

    if no_color:
        os.environ["NO_COLOR"] = "1"
    for name in ("COLUMNS", "LINES"):  # textual would believe them, and miss a change of size
        os.environ.pop(name, None)
    degrade_output(on_a_screen=True)


def _play_plainly(table: Table, history: History, offer: KeptGame | None) -> None:
    from sapper.interface.terminal.line_mode.game import PlainGame

    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    game = PlainGame(table, history, offer)
    try:
        game.play(sys.stdin, sys.stdout, prompt=sys.stdin.isatty())
    except KeyboardInterrupt:
        print(f"\n{game.farewell()}", flush=True)
        raise typer.Exit(ExitCode.INTERRUPTED) from None


def _play_on_screen(
    table: Table, history: History, offer: KeptGame | None, look: Look | None, no_color: bool
) -> None:
    from sapper.extras import need

    need("terminal", "textual", "or play with --plain")
    from sapper.interface.terminal.play_app import PlayApp

    prepare_screen(no_color)
    app = PlayApp(table, history, offer, look=look)
    app.run()
    if app.last_words:
        print(app.last_words)
