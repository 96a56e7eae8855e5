"""How an experiment is run from the command line: where, how far it is, and what is printed."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from sapper.errors import Interrupted, SaveError
from sapper.interface.commands.options import JsonOption
from sapper.interface.commands.output import print_json, print_note, print_table

if TYPE_CHECKING:
    from sapper.lab.experiments import Experiment
    from sapper.lab.finding import Finding

STORE_NAME = "lab.sqlite"

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
    from sapper.lab.run import RunLocation, begin, run, saved_so_far, unfinished
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
            with LabProgress(gaps, Console(stderr=True), experiment.counted) as progress:
                found = run(
                    experiment, store, place, resume=True, chunk_size=chunk, watcher=progress
                )
        except KeyboardInterrupt:
            raise Interrupted(f"stopped; {saved_so_far(experiment, store)}") from None
    show(found, as_json)
    print(
        f"Saved in {out / STORE_NAME}; `sapper lab report {out}` writes a report.", file=sys.stderr
    )


def runs(describe: Callable[..., Experiment]) -> Callable[..., None]:
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


def show(found: Finding, as_json: bool) -> None:
    """Print what an experiment found."""
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
