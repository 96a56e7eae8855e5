"""What several commands ask for: each option declared once, and what was typed, read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.errors import (
    BadInput,
    CellError,
    IsPicture,
    LevelError,
    ParseError,
    SapperError,
    TotalMissing,
    UnknownName,
    WrongTotal,
)

if TYPE_CHECKING:
    from sapper.board import Board
    from sapper.formats import Position
    from sapper.game import WinningRule
    from sapper.grid import Cell
    from sapper.level import Guesses, Level
    from sapper.play.record import Setup
    from sapper.view import View

DEFAULT_LEVEL = "intermediate"
DAILY_LEVEL = "beginner"
"""The level of the puzzle of the day, unless another is named."""
DEFAULT_WINNING = "revealed"
STANDARD_INPUT = "-"


def read_agent(typed: str | None) -> str:
    """The agent that was named, the strongest by default; one of somebody's own is loaded now.

    Only the command line may name a file or a class: from here on, it is one of the agents there
    are.
    """
    from sapper.agents.registry import AGENTS
    from sapper.play.record import STRONGEST

    return STRONGEST if typed is None else AGENTS.admit(typed)


def read_seed(text: str) -> int:
    """A seed, refused with the same words as everywhere else."""
    from sapper.seed import parse_seed

    try:
        return parse_seed(text)
    except SapperError as error:
        raise typer.BadParameter(str(error)) from None


# The game

LevelOption = Annotated[
    str | None,
    typer.Option("--level", "-l", help="A level; `sapper levels` lists them.", metavar="NAME"),
]
SizeOption = Annotated[
    str | None,
    typer.Option("--size", help="A board of your own size, as in 16x30/99.", metavar="HxW/MINES"),
]
StartOption = Annotated[
    str | None,
    typer.Option("--start", help="The start rule: any, safe, opening or given.", metavar="RULE"),
]
HostOption = Annotated[
    str | None,
    typer.Option(
        "--host",
        help="The address to listen on, instead of this machine's own.",
        metavar="ADDRESS",
    ),
]
AllowHostOption = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-host",
        help="Answer to this name too, as that of a reverse proxy; may be repeated.",
        metavar="NAME",
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option(
        "--seed",
        help="The same seed gives the same board; random by default.",
        metavar="N",
        parser=read_seed,
    ),
]
IndexOption = Annotated[
    int, typer.Option("--index", help="Which board of the seed, from 0.", min=0, metavar="N")
]
FirstOption = Annotated[
    str | None,
    typer.Option("--first", help="The first cell to open, counted from 0.", metavar="R,C"),
]
DisclosedOption = Annotated[
    int | None,
    typer.Option(
        "--disclosed",
        help="How many cells are shown at the start; implies the start rule `given`.",
        min=0,
        metavar="N",
    ),
]
WinOption = Annotated[
    str,
    typer.Option(
        "--win",
        help="How to win: revealed (open every safe cell) or flags (flag every mine).",
        metavar="RULE",
    ),
]
FairOption = Annotated[
    bool,
    typer.Option(
        "--fair",
        help="Play fair: a guess loses if a cell was certainly safe, and never otherwise.",
    ),
]
NoGuessOption = Annotated[
    bool,
    typer.Option("--no-guess", help="A board that needs no guess from its first cell on."),
]
GradeOption = Annotated[
    str | None,
    typer.Option(
        "--grade",
        help="How hard, without a guess: easy, medium, tricky, hard, fiendish or total.",
        metavar="GRADE",
    ),
]
DailyOption = Annotated[
    bool,
    typer.Option(
        "--daily",
        help=f"The puzzle of the day, with its first cell open; its level is {DAILY_LEVEL} unless "
        "you choose another.",
    ),
]
AgentOption = Annotated[
    str | None,
    typer.Option(
        "--agent",
        "-a",
        help="Who plays: an agent (`sapper agents`), or your own: FILE.py, FILE.py:CLASS or "
        "MODULE:CLASS.",
        metavar="NAME|PATH",
    ),
]

# The position

MinesOption = Annotated[
    int | None,
    typer.Option(
        "--mines",
        "-m",
        help="The total number of mines, if the input lacks it.",
        min=0,
        metavar="N",
    ),
]
FromOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        help="The input's format: text, mbf, mine or json; recognised by default.",
        metavar="FORMAT",
    ),
]

BudgetOption = Annotated[
    int | None,
    typer.Option("--budget", help="Give up after this many states; 0: never.", min=0, metavar="N"),
]

# The output

SvgOption = Annotated[
    Path | None,
    typer.Option("--svg", help="Also save what is shown as an SVG picture.", metavar="FILE"),
]
LanguageOption = Annotated[
    str | None,
    typer.Option(
        "--lang",
        help="The language: en, fr, es or zh; by default that of `sapper language`.",
        metavar="CODE",
    ),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def read_cell(text: str) -> Cell:
    """A cell, as ROW,COLUMN.

    >>> read_cell("0,3"), read_cell(" (12, 4) ")
    ((0, 3), (12, 4))
    """
    row, _, column = text.strip().strip("()").partition(",")
    try:
        return int(row), int(column)
    except ValueError:
        raise BadInput(f"a cell reads ROW,COLUMN as in 0,3, not {text!r}") from None


def read_optional_cell(text: str | None) -> Cell | None:
    """The cell of an option that may be left out."""
    return None if text is None else read_cell(text)


def read_budget(typed: int | None) -> int | None:
    """The states that may be spent; None for no limit.

    >>> read_budget(500), read_budget(0)
    (500, None)
    """
    from sapper.exact.budgets import DEFAULT_BUDGET

    return DEFAULT_BUDGET if typed is None else typed or None


def read_level(
    name: str | None,
    size: str | None,
    start: str | None,
    default: str = DEFAULT_LEVEL,
    *,
    disclosed: int | None = None,
) -> Level:
    """A level by its name or its size, under a start rule; cells to disclose imply `given`.

    >>> read_level(None, "9x9/10", "opening").start.value
    'opening'
    >>> read_level("course", None, None, disclosed=5).start.value
    'given'
    """
    from sapper.level import Level

    if start is None and disclosed is not None:
        start = "given"
    if name is not None and size is not None:
        raise BadInput("give a level or a size, not both")
    if size is not None:
        return Level.parse(size, start or "safe")
    return Level.of(name or default, start)


def read_winning(typed: str) -> WinningRule:
    """The winning rule by its name; `flags` is short for `flagged`.

    >>> read_winning("flags").value
    'flagged'
    """
    from sapper.game import WinningRule

    try:
        return WinningRule("flagged" if typed == "flags" else typed)
    except ValueError:
        raise UnknownName("winning rule", typed, WinningRule) from None


def read_guesses(fair: bool, no_guess: bool, grade: str | None) -> Guesses:
    """The rule for guesses that the options stand for; a grade means that none is needed.

    >>> read_guesses(fair=False, no_guess=False, grade="hard").value
    'none'
    """
    from sapper.level import Guesses

    if fair and (no_guess or grade is not None):
        raise BadInput("a game is fair, or its board needs no guess, not both")
    if fair:
        return Guesses.FAIR
    return Guesses.NONE if no_guess or grade is not None else Guesses.ANY


def read_setup(
    level: Level,
    *,
    winning: str = DEFAULT_WINNING,
    seed: int | None = None,
    index: int = 0,
    disclosed: int | None = None,
    fair: bool = False,
    no_guess: bool = False,
    grade: str | None = None,
    agent: str | None = None,
) -> Setup:
    """The game that the options describe, on a level that was read.

    >>> setup = read_setup(read_level("expert", None, None), grade="hard", seed=3)
    >>> setup.guesses.value, setup.grade.value
    ('none', 'hard')
    """
    from sapper.play.record import Setup
    from sapper.proof.technique import BoardGrade

    return Setup(
        level,
        read_winning(winning),
        seed,
        index,
        read_agent(agent),
        disclosed,
        guesses=read_guesses(fair, no_guess, grade),
        grade=None if grade is None else BoardGrade.of(grade),
    )


def check_daily(
    start: str | None,
    seed: int | None,
    disclosed: int | None,
    winning: str,
    *,
    fair: bool,
    others: bool = False,
) -> None:
    """Raise a `BadInput` if something was chosen that the puzzle of the day decides.

    >>> check_daily(None, None, None, "revealed", fair=False)
    """
    given = (start, seed, disclosed, winning, fair, others)
    if given != (None, None, None, DEFAULT_WINNING, False, False):
        raise BadInput(
            "the puzzle of the day is given: choose its --level or --size and its --grade"
        )


def read_level_name(text: str) -> str:
    """The name that games of a level are saved under: the level's, or its size.

    >>> read_level_name("expert"), read_level_name("9 x 9 / 10")
    ('expert', '9x9/10')
    """
    from sapper.level import Level

    return Level.of(text, "any").name


def check_new(file: Path, force: bool) -> None:
    """Refuse to replace a file that exists, unless that is wished for."""
    if not force and file.exists():
        raise BadInput(f"{file} exists; --force replaces it")


def read_position(file: Path, read_as: str | None, mines: int | None) -> Position:
    """A position or a board from a file, or from standard input."""
    from sapper import formats

    try:
        if str(file) != STANDARD_INPUT:
            return formats.load(file, format=read_as, mines=mines)
        if sys.stdin.isatty():
            print("Paste a position, then press Ctrl-D on an empty line.", file=sys.stderr)
        data = sys.stdin.buffer.read(formats.MOST_BYTES + 1)
        return formats.loads(data, format=read_as, mines=mines)
    except TotalMissing as error:
        raise TotalMissing(f"{error}; add it (--mines)") from None
    except IsPicture as error:
        raise ParseError(f"{error}; `sapper read` reads positions from pictures") from None
    except WrongTotal as error:
        raise BadInput(f"--mines: {error}") from None
    except (LevelError, CellError) as error:  # here the fault is in the file, not in an option
        raise ParseError(str(error)) from None


def read_view(file: Path, read_as: str | None, mines: int | None) -> View:
    """A position that hides its mines."""
    from sapper.view import View

    position = read_position(file, read_as, mines)
    if not isinstance(position, View):
        raise ParseError(
            "this board shows its mines, and a position hides them: `sapper solve` takes boards"
        )
    return position


def read_board(file: Path, read_as: str | None) -> Board:
    """A board that shows its mines."""
    from sapper.board import Board

    try:
        position = read_position(file, read_as, mines=None)
    except TotalMissing:
        position = None
    if not isinstance(position, Board):
        raise ParseError(
            "this position hides its mines, and a board shows them: `sapper analyze` takes "
            "positions"
        )
    return position


def help_if_alone(context: typer.Context) -> None:
    """Print the help of a group of commands when none of them is named."""
    if context.invoked_subcommand is None:
        print(context.get_help())
