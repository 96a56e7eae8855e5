"""Grade many files, several at a time."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from threading import Event

from sapper.errors import BadInput, FileMissing
from sapper.grader.findings import NOT_JUDGED, Check, Finding, Report
from sapper.grader.grading import grade

NOT_THEIRS = frozenset({"runner.py", "setup.py", "conftest.py"})
"""What lies beside a solution in its folder: the course's window, which would wait for a player."""
COURSE_NAME = "minesweeper*.py"


def files_in(paths: Iterable[Path]) -> list[Path]:
    """The files to grade: those named, and of a folder its `.py` files and those of its students.

    In a folder with a folder for each student, that is every `minesweeper.py`.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            inside = _in_folder(path)
            if not inside:
                raise BadInput(f"{path}: there is no Python file to grade in this folder")
            found.update(dict.fromkeys(inside))
        elif path.is_file() and path.suffix != ".py":
            raise BadInput(f"{path}: not a Python file, whose name ends in .py")
        elif path.is_file():
            found[path] = None
        else:
            raise FileMissing(path)
    return list(found)


def _in_folder(folder: Path) -> list[Path]:
    files = [*folder.glob("*.py"), *folder.glob(f"*/{COURSE_NAME}")]
    return sorted(
        file
        for file in files
        if file.is_file() and file.name not in NOT_THEIRS and not file.name.startswith(("_", "."))
    )


def grade_all(
    files: Sequence[Path], seconds: float, workers: int | None = None
) -> Generator[Report, None, None]:
    """The reports of all files, each as soon as it is there.

    Closing the iterator, or Ctrl-C, ends what is under way. The files run in processes of their
    own, and judging them is quick: threads are enough to keep all cores busy.
    """
    interrupted = Event()
    pool = ThreadPoolExecutor(workers or os.cpu_count() or 1)
    try:
        futures: list[Future[Report]] = [
            pool.submit(_grade_in_any_case, file, seconds, interrupted) for file in files
        ]
        for future in as_completed(futures):
            yield future.result()
    finally:
        interrupted.set()
        pool.shutdown(wait=False, cancel_futures=True)  # a call under way ends soon by itself


def _grade_in_any_case(file: Path, seconds: float, interrupted: Event) -> Report:
    """The report of one file; even a fault of the grader must not cost the others theirs."""
    try:
        return grade(file, seconds, interrupted)
    except Exception as error:
        why = f"the grader failed: {type(error).__name__}: {error}"
        return Report(str(file), tuple(Finding(check, NOT_JUDGED, why) for check in Check))
