"""`sapper grade`: judge solutions of the course's project."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.errors import BadInput
from sapper.interface.commands.failures import ExitCode
from sapper.interface.commands.options import JsonOption
from sapper.interface.commands.output import print_json, print_note, wide_console

if TYPE_CHECKING:
    from sapper.grader.findings import Report
    from sapper.grader.rubric import Rubric


def grade(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Files with a MinesweeperAI and a Sentence, or folders of them.",
            metavar="FILE|FOLDER",
            show_default=False,
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", help="At most this long for each file.", min=1, metavar="N"),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", help="Files at a time; all cores by default.", min=1, metavar="N"
        ),
    ] = None,
    rubric_file: Annotated[
        Path | None,
        typer.Option("--rubric", help="How many points for what, in TOML.", metavar="FILE"),
    ] = None,
    show_rubric: Annotated[
        bool, typer.Option("--show-rubric", help="Print the usual rubric, to be edited.")
    ] = False,
    csv: Annotated[
        Path | None,
        typer.Option("--csv", help="Also save the class as a table.", metavar="FILE"),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", help="Also save a page with all boards drawn.", metavar="FILE"),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Judge solutions of the course's project, and show where they go wrong.

    Each file runs in a process of its own, with its time and memory bounded. That is no sandbox:
    grade only what you would run. The exit code is 1 if any file is unsound.
    """
    from sapper.grader.classroom import files_in
    from sapper.grader.findings import Check
    from sapper.grader.grading import DEFAULT_SECONDS
    from sapper.grader.rubric import DEFAULT, DEFAULT_TEXT, read_rubric

    if show_rubric:
        print(DEFAULT_TEXT, end="")
        return
    if not paths:
        raise BadInput("name the files to grade, or a folder of them")
    rubric = DEFAULT if rubric_file is None else read_rubric(rubric_file)
    files = files_in(paths)
    reports, is_complete = _graded(files, seconds or DEFAULT_SECONDS, workers)

    _save(reports, rubric, csv, html)
    if as_json:
        from sapper.grader.written import as_json as written

        print_json([written(report, rubric) for report in reports])
    else:
        _print(reports, rubric)
    if not is_complete:
        if not as_json:
            print_note(f"Interrupted: {len(reports)} of {len(files)} files were judged.", "yellow")
        raise typer.Exit(ExitCode.INTERRUPTED)
    if not all(report.passes(Check.SOUND) for report in reports):
        raise typer.Exit(ExitCode.FAILURE)


def _graded(files: list[Path], seconds: float, workers: int | None) -> tuple[list[Report], bool]:
    """The reports in the order of the files, and whether they are all; Ctrl-C ends it early."""
    from sapper.grader.classroom import grade_all

    reports: dict[str, Report] = {}
    is_complete = True
    with _progress(len(files)) as advance, closing(grade_all(files, seconds, workers)) as graded:
        try:
            for report in graded:
                reports[report.file] = report
                advance(report)
        except KeyboardInterrupt:
            is_complete = False
    return [reports[str(file)] for file in files if str(file) in reports], is_complete


@contextmanager
def _progress(count: int) -> Iterator[Callable[[Report], None]]:
    """A bar on standard error, if that is a terminal and there is more than one file."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.completed:.0f} of {task.total:.0f} files"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task("", total=count)
        yield lambda report: bar.update(task, advance=1, description=Path(report.file).name)


def _save(reports: list[Report], rubric: Rubric, csv: Path | None, html: Path | None) -> None:
    from sapper.files import write_whole
    from sapper.grader.page import page_of
    from sapper.grader.written import as_csv

    for path, text in (
        (csv, as_csv(reports, rubric) if csv else ""),
        (html, page_of(reports, rubric) if html else ""),
    ):
        if path is not None:
            write_whole(text.encode(errors="replace"), path)  # names of files need not be text


def _print(reports: list[Report], rubric: Rubric) -> None:
    """Every file, then the class, if there is one."""
    from sapper.grader.saying import ABOUT_CHECK50, class_in_words
    from sapper.interface.terminal.class_report import draw_class, draw_report

    console = wide_console()
    for report in reports:
        console.print(draw_report(report, rubric))
    if len(reports) > 1:
        console.print(draw_class(reports, rubric))
        print_note(class_in_words(reports))
    print_note(ABOUT_CHECK50, "dim")
