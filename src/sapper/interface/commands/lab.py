"""`sapper lab …`: experiments."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.errors import StoreError
from sapper.interface.commands.help_pages import Command, Group
from sapper.interface.commands.lab_options import (
    AgentsOption,
    BoardsOption,
    FirstOption,
    GamesOption,
    LevelsOption,
    SeedOption,
    StartOption,
    StartsOption,
    bounds_in,
    names_in,
    numbers_in,
    spreads_in,
)
from sapper.interface.commands.lab_running import STORE_NAME, runs
from sapper.interface.commands.options import help_if_alone, read_optional_cell

if TYPE_CHECKING:
    from sapper.lab.experiments import Experiment

MOST_GAMES_OF_A_SEQUENTIAL_TEST = 1_000_000


def _group(name: str, help: str) -> typer.Typer:
    return typer.Typer(
        name=name,
        cls=Group,
        help=help,
        rich_markup_mode=None,
        invoke_without_command=True,
        callback=help_if_alone,
    )


lab = _group("lab", "Run experiments that anyone can repeat, with error bars.")
run_commands = _group("run", "Run an experiment.")
lab.add_typer(run_commands)


@run_commands.command("win-rate", cls=Command)
@runs
def win_rate(
    agents: AgentsOption = "sentence,exact",
    levels: LevelsOption = "beginner,intermediate,expert",
    starts: StartsOption = "safe,opening",
    games: GamesOption = 1000,
    seed: SeedOption = 1,
    first: FirstOption = None,
) -> Experiment:
    """Measure how often agents win, all on the same boards."""
    from sapper.lab.experiments import WinRate

    return WinRate(
        games=games,
        seed=seed,
        agents=names_in(agents),
        levels=names_in(levels),
        starts=names_in(starts),
        first=read_optional_cell(first),
    )


@run_commands.command("resolution-study", cls=Command)
@runs
def resolution_study(
    levels: LevelsOption = "easy,medium,hard",
    reasoners: Annotated[
        str | None,
        typer.Option(
            "--reasoners",
            help="Separated by commas: sentence, exact, resolution-WIDTH, published (the published "
            "program's loop), the last two also with -without-total; by default all of them, with "
            "widths 2 and 3.",
            metavar="NAMES",
        ),
    ] = None,
    disclosed: Annotated[
        str | None,
        typer.Option(
            "--disclosed",
            help="How many cells are disclosed: numbers separated by commas, or a range; by "
            "default 15 numbers from 3 below the square root of the number of cells up.",
            metavar="LOW:HIGH:STEP",
        ),
    ] = None,
    every: Annotated[
        int,
        typer.Option("--every", help="Take only every K-th of these numbers.", min=1, metavar="K"),
    ] = 1,
    spread: Annotated[
        str,
        typer.Option(
            "--spread",
            help="How the disclosed cells lie: 'scattered', or in a cluster of so many cells' "
            "spread; several, separated by commas, give a curve.",
            metavar="CELLS",
        ),
    ] = "scattered",
    games: BoardsOption = 5,
    seed: SeedOption = 1,
) -> Experiment:
    """Measure how much logic settles without a guess.

    More and more cells of each board are disclosed at the start.
    """
    from sapper.lab.experiments import ResolutionStudy
    from sapper.lab.settling import REASONERS

    return ResolutionStudy(
        games=games,
        seed=seed,
        levels=names_in(levels),
        reasoners=REASONERS if reasoners is None else names_in(reasoners),
        disclosed=None if disclosed is None else numbers_in(disclosed),
        every=every,
        spreads=spreads_in(spread),
    )


@lab.command(cls=Command)
@runs
def compare(
    first_agent: Annotated[
        str, typer.Argument(help="An agent: NAME, FILE.py or NAME:OPTION=VALUE.", metavar="A")
    ],
    second_agent: Annotated[
        str, typer.Argument(help="Another agent, or other options.", metavar="B")
    ],
    level: Annotated[
        str, typer.Option("--level", "-l", help="A level or a size (HxW/MINES).", metavar="NAME")
    ] = "expert",
    start: StartOption = "safe",
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", help="Boards; with --sprt, the most.", min=1, metavar="N"),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            help="Stop as soon as a sequential test decides whether A - B is LOWER or UPPER, in "
            "percentage points.",
            metavar="LOWER,UPPER",
        ),
    ] = None,
    false_alarm: Annotated[
        float,
        typer.Option(
            "--false-alarm", help="How often it may say UPPER if LOWER is true.", metavar="SHARE"
        ),
    ] = 0.05,
    miss: Annotated[
        float,
        typer.Option(
            "--miss", help="How often it may say LOWER if UPPER is true.", metavar="SHARE"
        ),
    ] = 0.05,
    luck: Annotated[
        bool | None,
        typer.Option(
            "--luck/--no-luck",
            help="Remove the luck of the guesses from a second difference; by default, if both "
            "agents play in the engine.",
        ),
    ] = None,
    seed: SeedOption = 1,
    first: FirstOption = None,
) -> Experiment:
    """Compare two agents on the same boards.

    Which is better, by how much, and how sure is that?
    """
    from sapper.lab.experiments import Compare, can_measure_luck

    agents = (first_agent, second_agent)
    if games is None:
        games = 10_000 if sprt is None else MOST_GAMES_OF_A_SEQUENTIAL_TEST
    return Compare(
        games=games,
        seed=seed,
        agents=agents,
        level=level,
        start=start,
        first=read_optional_cell(first),
        sequential=None if sprt is None else bounds_in(sprt),
        false_alarm=false_alarm,
        miss=miss,
        luck=can_measure_luck(agents) if luck is None else luck,
    )


@lab.command(cls=Command)
@runs
def density(
    agents: AgentsOption = "sentence,exact",
    size: Annotated[str, typer.Option("--size", help="Height and width.", metavar="HxW")] = "16x30",
    mines: Annotated[
        str,
        typer.Option(
            "--mines",
            help="Numbers of mines separated by commas, or a range.",
            metavar="LOW:HIGH:STEP",
        ),
    ] = "10:130:10",
    start: StartOption = "safe",
    games: GamesOption = 1000,
    seed: SeedOption = 1,
    first: FirstOption = None,
) -> Experiment:
    """How often agents get stuck, and how often they win, as the number of mines grows."""
    from sapper.lab.experiments import Density

    return Density(
        games=games,
        seed=seed,
        agents=names_in(agents),
        size=size,
        mines=numbers_in(mines),
        start=start,
        first=read_optional_cell(first),
    )


@lab.command(cls=Command)
def report(
    folder: Annotated[Path, typer.Argument(help="The folder with the results.", metavar="DIR")],
    to: Annotated[
        Path | None, typer.Option("--to", help="Write the report to another folder.", metavar="DIR")
    ] = None,
) -> None:
    """Write a report with tables and plots.

    One page, which also tells how each result was made, and files in CSV, PNG and SVG.
    """
    from sapper.lab.report import write_report
    from sapper.lab.store import Store

    path = folder / STORE_NAME
    if not path.is_file():
        raise StoreError(f"there are no results in {folder}: {path} is missing")
    with Store(path) as store:
        for written in write_report(store, to or folder):
            print(str(written))
