"""What experiments are asked for on the command line, and what was typed, read."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.errors import BadInput
from sapper.interface.commands.options import read_seed

MOST_NUMBERS = 10_000
"""More than any experiment takes in years."""

AgentsOption = Annotated[
    str,
    typer.Option(
        "--agents",
        help="The agents, separated by commas: NAME or FILE.py, with options NAME:OPTION=VALUE.",
        metavar="NAMES",
    ),
]
LevelsOption = Annotated[
    str,
    typer.Option(
        "--level",
        "--levels",
        "-l",
        help="Levels or sizes (HxW/MINES), separated by commas.",
        metavar="NAMES",
    ),
]
StartOption = Annotated[
    str,
    typer.Option("--start", help="The start rule: any, safe or opening.", metavar="RULE"),
]
FirstOption = Annotated[
    str | None,
    typer.Option(
        "--first",
        help="The first cell, counted from 0; by default 0,0, or 3,3 for an opening (2,2 on 8x8, "
        "9x9 and 16x16).",
        metavar="R,C",
    ),
]
StartsOption = Annotated[
    str,
    typer.Option("--start", "--starts", help="Start rules, separated by commas.", metavar="RULES"),
]
BoardsOption = Annotated[
    int, typer.Option("--games", "-n", help="Boards per level.", min=1, metavar="N")
]
GamesOption = Annotated[
    int, typer.Option("--games", "-n", help="Games per agent.", min=1, metavar="N")
]
SeedOption = Annotated[
    int,
    typer.Option("--seed", help="The seed of the boards.", metavar="N", parser=read_seed),
]


def names_in(text: str) -> tuple[str, ...]:
    """Names separated by commas; an empty text names nothing.

    >>> names_in("exact, expert"), names_in("")
    (('exact', 'expert'), ())
    """
    names = tuple(name.strip() for name in text.split(",")) if text.strip() else ()
    if "" in names:
        raise BadInput(f"a comma in {text!r} has nothing on one side")
    return names


def bounds_in(text: str) -> tuple[float, float]:
    """Two numbers, as in 0,0.3."""
    try:
        lower, upper = map(float, text.split(","))
    except ValueError:
        raise BadInput(f"bounds read LOWER,UPPER as in 0,0.3, not {text!r}") from None
    return lower, upper


def spreads_in(text: str) -> tuple[float | None, ...]:
    """Spreads of disclosed cells, None for scattered ones."""
    try:
        return tuple(None if name == "scattered" else float(name) for name in names_in(text))
    except ValueError:
        raise BadInput(f"a spread reads 'scattered' or as in 2.5, not {text!r}") from None


def numbers_in(text: str) -> tuple[int, ...]:
    """Numbers separated by commas, or LOW:HIGH or LOW:HIGH:STEP with both ends included.

    >>> numbers_in("10:30:10")
    (10, 20, 30)
    """
    try:
        if ":" not in text:
            return tuple(map(int, text.split(",")))
        low, high, step = (*map(int, text.split(":")), 1)[:3]
        numbers = range(low, high + 1, step)
    except ValueError:
        raise BadInput(
            f"numbers read 10,20,30 or LOW:HIGH:STEP as in 10:130:10, not {text!r}"
        ) from None
    if numbers[MOST_NUMBERS:]:  # `len` can't count ranges without end
        raise BadInput(f"{text!r} stands for more than {MOST_NUMBERS:,} numbers")
    return tuple(numbers)
