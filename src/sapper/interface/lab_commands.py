"""The commands of the laboratory: `sapper lab …`.

Everything but typer is imported where it is used, so that `--help` answers at once.
"""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from sapper.interface.reading import help_if_alone, read_cell_if_told

if TYPE_CHECKING:
    from sapper.lab.experiments import Experiment
    from sapper.lab.finding import Finding

STORE_NAME = "lab.sqlite"
INTERRUPTED = 130
MOST_GAMES_OF_A_SEQUENTIAL_TEST = 1_000_000

lab = typer.Typer(
    name="lab",
    help="Experiments that anyone can repeat, with error bars.",
    rich_markup_mode=None,
    invoke_without_command=True,
    callback=help_if_alone,
)
run_commands = typer.Typer(
    name="run",
    help="Run an experiment.",
    rich_markup_mode=None,
    invoke_without_command=True,
    callback=help_if_alone,
)
lab.add_typer(run_commands)

AgentsOption = Annotated[
    str,
    typer.Option(
        "--agents", help="Who plays: NAME or NAME:OPTION=VALUE, with commas.", metavar="NAMES"
    ),
]
LevelsOption = Annotated[
    str,
    typer.Option("--levels", help="Levels or sizes (HxW/MINES), with commas.", metavar="NAMES"),
]
StartOption = Annotated[str, typer.Option("--start", help="any, safe or opening.", metavar="RULE")]
FirstOption = Annotated[
    str | None,
    typer.Option(
        "--first",
        help="The first cell, from 0; else 0,0, and for an opening 3,3 (2,2 on 8x8, 9x9, 16x16).",
        metavar="R,C",
    ),
]
GamesOption = Annotated[int, typer.Option("--games", "-n", help="Games of each agent.", min=1)]
SeedOption = Annotated[int, typer.Option("--seed", help="The seed of the boards.", min=0)]
OutOption = Annotated[
    Path, typer.Option("--out", "-o", help="The folder that keeps the results.", metavar="DIR")
]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Resume an interrupted run.")]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", "-w", help="Else as many as there are cores.", min=1)
]
SchedulerOption = Annotated[
    str | None,
    typer.Option("--scheduler", help="Run on a Dask cluster.", metavar="tcp://HOST:PORT"),
]
ChunkOption = Annotated[
    int | None,
    typer.Option("--chunk", help="Games per chunk; results don't depend on it.", min=1),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]

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
    """Run it, with progress on standard error and the table on standard output."""
    from rich.console import Console

    from sapper.interface.terminal.lab_progress import LabProgress
    from sapper.lab.run import Place, begin, run, unfinished
    from sapper.lab.store import Store

    place = Place(workers or os.cpu_count() or 1, scheduler)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise typer.BadParameter(f"{out} can't hold results: {error}") from None
    with Store(out / STORE_NAME) as store:
        begin(experiment, store, resume)
        todo = unfinished(experiment, store, chunk)
        try:
            with LabProgress(todo, Console(stderr=True)) as progress:
                found = run(
                    experiment, store, place, resume=True, chunk_size=chunk, watcher=progress
                )
        except KeyboardInterrupt:
            typer.echo(
                "stopped; what was finished is kept: --resume continues the same command",
                err=True,
            )
            raise typer.Exit(INTERRUPTED) from None
    _show(found, as_json)


def _runs(describe: Callable[..., Experiment]) -> Callable[..., None]:
    """A command from a function that describes an experiment: its options, then those of `_run`."""
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
    """The parameters of a function with their annotations as typer needs them: not as text."""
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
    starts: Annotated[
        str, typer.Option("--starts", help="any, safe, opening, with commas.", metavar="RULES")
    ] = "safe,opening",
    games: GamesOption = 1000,
    seed: SeedOption = 1,
    first: FirstOption = None,
) -> Experiment:
    """How often each agent wins at each level, all on the same boards."""
    from sapper.lab.experiments import WinRate

    return WinRate(
        games=games,
        seed=seed,
        agents=_names(agents),
        levels=_names(levels),
        starts=_names(starts),
        first=read_cell_if_told(first),
    )


@run_commands.command("resolution-study")
@_runs
def resolution_study(
    levels: LevelsOption = "easy,medium,hard",
    reasoners: Annotated[
        str | None,
        typer.Option(
            "--reasoners",
            help="sentence, exact, resolution-WIDTH or resolution-WIDTH-without-total, with "
            "commas; else widths 2 and 3 in both ways, between the other two.",
            metavar="NAMES",
        ),
    ] = None,
    disclosed: Annotated[
        str | None,
        typer.Option(
            "--disclosed",
            help="How many cells are shown: numbers with commas, or a range; else 15 numbers "
            "from round(√cells) − 4 up.",
            metavar="LOW:HIGH:STEP",
        ),
    ] = None,
    every: Annotated[
        int, typer.Option("--every", help="Take every K-th of these numbers.", min=1, metavar="K")
    ] = 1,
    games: Annotated[int, typer.Option("--games", "-n", help="Boards of each level.", min=1)] = 5,
    seed: SeedOption = 1,
) -> Experiment:
    """How much logic settles without a guess, as more and more cells are disclosed."""
    from sapper.lab.experiments import ResolutionStudy
    from sapper.lab.settling import REASONERS

    return ResolutionStudy(
        games=games,
        seed=seed,
        levels=_names(levels),
        reasoners=REASONERS if reasoners is None else _names(reasoners),
        disclosed=None if disclosed is None else _numbers(disclosed),
        every=every,
    )


@lab.command()
@_runs
def compare(
    first_agent: Annotated[str, typer.Argument(help="An agent.", metavar="A")],
    second_agent: Annotated[str, typer.Argument(help="Another, or other options.", metavar="B")],
    level: Annotated[
        str, typer.Option("--level", "-l", help="A level or a size (HxW/MINES).", metavar="NAME")
    ] = "expert",
    start: StartOption = "safe",
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", help="Boards (the most, with --sprt).", min=1),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            help="Stop when decided: is A − B the LOWER or the UPPER, in points?",
            metavar="LOWER,UPPER",
        ),
    ] = None,
    false_alarm: Annotated[
        float, typer.Option("--false-alarm", help="How often UPPER is said where LOWER is true.")
    ] = 0.05,
    miss: Annotated[
        float, typer.Option("--miss", help="How often LOWER is said where UPPER is true.")
    ] = 0.05,
    seed: SeedOption = 1,
    first: FirstOption = None,
) -> Experiment:
    """Two agents on the same boards: which is better, by how much, and how sure is that?"""
    from sapper.lab.experiments import Compare

    if games is None:
        games = 10_000 if sprt is None else MOST_GAMES_OF_A_SEQUENTIAL_TEST
    return Compare(
        games=games,
        seed=seed,
        agents=(first_agent, second_agent),
        level=level,
        start=start,
        first=read_cell_if_told(first),
        sequential=None if sprt is None else _bounds(sprt),
        false_alarm=false_alarm,
        miss=miss,
    )


@lab.command()
@_runs
def density(
    agents: AgentsOption = "sentence,exact",
    size: Annotated[str, typer.Option("--size", help="Height and width.", metavar="HxW")] = "16x30",
    mines: Annotated[
        str,
        typer.Option("--mines", help="Numbers with commas, or a range.", metavar="LOW:HIGH:STEP"),
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
        first=read_cell_if_told(first),
    )


@lab.command()
def report(
    folder: Annotated[Path, typer.Argument(help="The folder with the results.", metavar="DIR")],
    to: Annotated[
        Path | None, typer.Option("--to", help="Write to another folder.", metavar="DIR")
    ] = None,
) -> None:
    """One page with the tables, the plots and what made each; and CSV, PNG and SVG."""
    from sapper.lab.report import write_report
    from sapper.lab.store import Store

    path = folder / STORE_NAME
    if not path.is_file():
        raise typer.BadParameter(f"there are no results in {folder}: {path} is missing")
    with Store(path) as store:
        for written in write_report(store, to or folder):
            typer.echo(str(written))


def _show(found: Finding, as_json: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    if as_json:
        results = found.results()
        rows = [dict(zip(results.titles, row, strict=True)) for row in results.rows]
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    shown = found.shown()
    table = Table(*shown.titles, box=None, header_style="bold", pad_edge=False)
    for row in shown.rows:
        table.add_row(*row)
    console = Console(highlight=False)
    if not console.is_terminal:  # piped, a table is as wide as it needs to be
        console.width = console.measure(table, options=console.options.update(width=1000)).maximum
    console.print(table)
    for note in found.notes():
        console.print(note, style="dim", markup=False, soft_wrap=not console.is_terminal)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _bounds(text: str) -> tuple[float, float]:
    try:
        lower, upper = map(float, text.split(","))
    except ValueError:
        raise typer.BadParameter(f"bounds read LOWER,UPPER as in 0,0.3, not {text!r}") from None
    return lower, upper


def _numbers(text: str) -> tuple[int, ...]:
    """Numbers with commas between them, or LOW:HIGH or LOW:HIGH:STEP, the ends included."""
    try:
        if ":" not in text:
            return tuple(map(int, text.split(",")))
        low, high, step = (*map(int, text.split(":")), 1)[:3]
        return tuple(range(low, high + 1, step))
    except ValueError:
        raise typer.BadParameter(
            f"numbers read 10,20,30 or LOW:HIGH:STEP as in 10:130:10, not {text!r}"
        ) from None
