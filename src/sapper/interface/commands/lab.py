"""`sapper lab …`: experiments."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from sapper.errors import BadInput, Interrupted, SaveError, StoreError
from sapper.interface.commands.options import (
    JsonOption,
    help_if_alone,
    read_optional_cell,
    read_seed,
)
from sapper.interface.commands.output import print_json, print_note, print_table

if TYPE_CHECKING:
    from sapper.lab.experiments import Experiment
    from sapper.lab.finding import Finding

STORE_NAME = "lab.sqlite"
MOST_GAMES_OF_A_SEQUENTIAL_TEST = 1_000_000


def _group(name: str, help: str) -> typer.Typer:
    return typer.Typer(
        name=name,
        help=help,
        rich_markup_mode=None,
        invoke_without_command=True,
        callback=help_if_alone,
    )


lab = _group("lab", "Run experiments that anyone can repeat, with error bars.")
run_commands = _group("run", "Run an experiment.")
lab.add_typer(run_commands)

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
        "--levels",
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
    str, typer.Option("--starts", help="Start rules, separated by commas.", metavar="RULES")
]
BoardsOption = Annotated[
    int, typer.Option("--games", "-n", help="Boards per level.", min=1, metavar="N")
]
GamesOption = Annotated[
    int, typer.Option("--games", "-n", help="Games per agent.", min=1, metavar="N")
]
SidesOption = Annotated[
    str,
    typer.Option("--sides", help="Sides of square boards, separated by commas.", metavar="NUMBERS"),
]
DensitiesOption = Annotated[
    str,
    typer.Option("--densities", help="Shares of mines, separated by commas.", metavar="SHARES"),
]
SeedOption = Annotated[
    int,
    typer.Option("--seed", help="The seed of the boards.", metavar="N", parser=read_seed),
]
OutOption = Annotated[
    Path, typer.Option("--out", "-o", help="The folder for the results.", metavar="DIR")
]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Resume an interrupted run.")]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", "-w", help="Processes; by default one per core.", min=1, metavar="N"),
]
SchedulerOption = Annotated[
    str | None,
    typer.Option("--scheduler", help="Run on a Dask cluster.", metavar="tcp://HOST:PORT"),
]
ChunkOption = Annotated[
    int | None,
    typer.Option(
        "--chunk",
        help="Games per chunk, instead of a few seconds' worth; the results don't depend on it.",
        min=1,
        metavar="N",
    ),
]

DEFAULT_OUT = Path("results")


def _run(
    experiment: Experiment,
    out: OutOption = DEFAULT_OUT,
    resume: ResumeOption = False,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    chunk: ChunkOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run an experiment: progress on standard error, the table on standard output."""
    from rich.console import Console

    from sapper.interface.terminal.lab_progress import LabProgress
    from sapper.lab.run import RunLocation, begin, has_games, run, unfinished
    from sapper.lab.store import Store

    place = RunLocation(workers or os.cpu_count() or 1, scheduler)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(f"{out} can't hold results: {error}") from None
    with Store(out / STORE_NAME) as store:
        begin(experiment, store, resume)
        gaps = unfinished(experiment, store)
        try:
            with LabProgress(gaps, Console(stderr=True)) as progress:
                found = run(
                    experiment, store, place, resume=True, chunk_size=chunk, watcher=progress
                )
        except KeyboardInterrupt:
            raise Interrupted(
                "stopped; finished games are saved: add --resume to the same command to continue"
                if has_games(experiment, store)
                else "stopped before any game was finished"
            ) from None
    _show(found, as_json)


def _runs(describe: Callable[..., Experiment]) -> Callable[..., None]:
    """A command from a function that describes an experiment: its options and those of `_run`."""
    describing, (_, *running) = _parameters(describe), _parameters(_run)

    @wraps(describe)
    def command(**options: Any) -> None:
        how = {parameter.name: options.pop(parameter.name) for parameter in running}
        _run(describe(**options), **how)

    parameters = [*describing, *running]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return command


def _parameters(function: Callable[..., object]) -> list[inspect.Parameter]:
    """The parameters of a function, with their annotations evaluated as typer needs them."""
    not_imported = {"Experiment": object}
    annotations = get_type_hints(function, localns=not_imported, include_extras=True)
    return [
        parameter.replace(annotation=annotations[parameter.name])
        for parameter in inspect.signature(function).parameters.values()
    ]


@run_commands.command("win-rate")
@_runs
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
        agents=_names(agents),
        levels=_names(levels),
        starts=_names(starts),
        first=read_optional_cell(first),
    )


@run_commands.command("resolution-study")
@_runs
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
        levels=_names(levels),
        reasoners=REASONERS if reasoners is None else _names(reasoners),
        disclosed=None if disclosed is None else _numbers(disclosed),
        every=every,
        spreads=_spreads(spread),
    )


@run_commands.command("grades")
@_runs
def grades(
    levels: LevelsOption = "beginner,intermediate,expert",
    starts: StartsOption = "opening,safe",
    games: BoardsOption = 100_000,
    seed: SeedOption = 1,
    first: FirstOption = None,
) -> Experiment:
    """Count how often random boards need no guess, and how hard those are.

    A board's grade is the hardest technique that its easiest solution needs.
    """
    from sapper.lab.experiments import Grades

    return Grades(
        games=games,
        seed=seed,
        levels=_names(levels),
        starts=_names(starts),
        first=read_optional_cell(first),
    )


@run_commands.command("optimal")
@_runs
def optimal(
    agents: AgentsOption = "exact,expert",
    sizes: Annotated[
        str | None,
        typer.Option(
            "--sizes",
            help="Heights and widths, separated by commas; by default all up to 5x5.",
            metavar="HxW",
        ),
    ] = None,
    mines: Annotated[
        str | None,
        typer.Option(
            "--mines",
            help="Numbers of mines separated by commas, or a range; by default all.",
            metavar="LOW:HIGH:STEP",
        ),
    ] = None,
    budget: Annotated[
        int,
        typer.Option(
            "--budget",
            help="Layouts that the search of a board may visit; others are left open.",
            min=1,
            metavar="N",
        ),
    ] = 2_000_000_000,
) -> Experiment:
    """Find the best chance of winning small boards, exactly.

    And how much less agents win, over all layouts. Nothing is drawn by chance.
    """
    from sapper.lab.optimal import UP_TO_5X5, Optimal, check_within_reach

    chosen_sizes = UP_TO_5X5 if sizes is None else _names(sizes)
    chosen_mines = None if mines is None else _numbers(mines)
    check_within_reach(chosen_sizes, chosen_mines, budget)
    return Optimal(
        games=1,
        seed=0,
        agents=_names(agents),
        sizes=chosen_sizes,
        mines=chosen_mines,
        budget=budget,
    )


@run_commands.command("parting")
@_runs
def parting(
    levels: LevelsOption = "beginner,intermediate,expert",
    starts: StartsOption = "opening,safe",
    games: BoardsOption = 1000,
    seed: SeedOption = 1,
) -> Experiment:
    """Count where sentence, resolution and exact part, without a guess."""
    from sapper.lab.parting import Parting

    return Parting(games=games, seed=seed, levels=_names(levels), starts=_names(starts))


@run_commands.command("dead-ends")
@_runs
def dead_ends(
    sides: SidesOption = "100",
    densities: DensitiesOption = "0.1,0.12",
    games: BoardsOption = 200,
    seed: SeedOption = 1,
) -> Experiment:
    """Count the places that force a guess, and how many of them touch the border."""
    from sapper.lab.dead_ends import DeadEnds

    return DeadEnds(games=games, seed=seed, sides=_numbers(sides), densities=_shares(densities))


@lab.command()
@_runs
def transition(
    sides: SidesOption = "20,50,100",
    densities: DensitiesOption = "0.06,0.08,0.1,0.12,0.14,0.16,0.18,0.2,0.22,0.24",
    games: Annotated[
        int, typer.Option("--games", "-n", help="Boards per case.", min=1, metavar="N")
    ] = 1000,
    seed: SeedOption = 1,
) -> Experiment:
    """How often boards need a guess, by density and size, and where that changes."""
    from sapper.lab.transition import Transition

    return Transition(games=games, seed=seed, sides=_numbers(sides), densities=_shares(densities))


@lab.command()
@_runs
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
        sequential=None if sprt is None else _bounds(sprt),
        false_alarm=false_alarm,
        miss=miss,
        luck=can_measure_luck(agents) if luck is None else luck,
    )


@lab.command()
@_runs
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
        agents=_names(agents),
        size=size,
        mines=_numbers(mines),
        start=start,
        first=read_optional_cell(first),
    )


@lab.command()
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


def _show(found: Finding, as_json: bool) -> None:
    if as_json:
        results = found.results()
        print_json([dict(zip(results.titles, row, strict=True)) for row in results.rows])
        return
    shown = found.shown()
    print_table(shown.titles, shown.rows, shown.keys)
    for warning in found.warnings():
        print_note(warning, style="bold red")
    for note in found.notes():
        print_note(note, style="dim")


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _bounds(text: str) -> tuple[float, float]:
    try:
        lower, upper = map(float, text.split(","))
    except ValueError:
        raise BadInput(f"bounds read LOWER,UPPER as in 0,0.3, not {text!r}") from None
    return lower, upper


def _spreads(text: str) -> tuple[float | None, ...]:
    try:
        return tuple(None if name == "scattered" else float(name) for name in _names(text))
    except ValueError:
        raise BadInput(f"a spread reads 'scattered' or as in 2.5, not {text!r}") from None


def _shares(text: str) -> tuple[float, ...]:
    try:
        return tuple(map(float, _names(text)))
    except ValueError:
        raise BadInput(f"shares read 0.1,0.15,0.2, not {text!r}") from None


def _numbers(text: str) -> tuple[int, ...]:
    """Numbers separated by commas, or LOW:HIGH or LOW:HIGH:STEP with both ends included."""
    try:
        if ":" not in text:
            return tuple(map(int, text.split(",")))
        low, high, step = (*map(int, text.split(":")), 1)[:3]
        return tuple(range(low, high + 1, step))
    except ValueError:
        raise BadInput(
            f"numbers read 10,20,30 or LOW:HIGH:STEP as in 10:130:10, not {text!r}"
        ) from None
