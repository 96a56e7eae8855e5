"""What a command says when it fails, and the exit code that tells the reason.

One line on standard error; under `--json` one JSON object on standard output instead, so that
whoever reads the output there always gets JSON (unless nothing can be written there):

    {"error": {"kind": "contradiction", "message": "…", "exit_code": 3}}
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from enum import IntEnum

import typer

from sapper import errors
from sapper.interface.commands.output import print_json


class ExitCode(IntEnum):
    """How a command ended; the names are the kinds of error that JSON tells."""

    DONE = 0
    FAILURE = 1
    USAGE = 2
    CONTRADICTION = 3
    BUDGET = 4
    FILE = 5
    INTERRUPTED = 130


EXPLAINED = (
    "Exit codes: 0 done, 1 other failures, 2 wrong usage, 3 inconsistent position, 4 budget or "
    "memory exhausted, 5 a file that can't be read or written, 130 interrupted. With --json, "
    "errors are printed as JSON, too."
)

# What the command line's own parser raises for bad options; it has no public name.
UsageError: type[Exception] = typer.BadParameter.__mro__[1]

REASONS: tuple[tuple[tuple[type[Exception], ...], ExitCode], ...] = (
    ((errors.Interrupted,), ExitCode.INTERRUPTED),
    ((errors.Contradiction,), ExitCode.CONTRADICTION),
    ((errors.BudgetExceeded, errors.NoBoardFound, MemoryError), ExitCode.BUDGET),
    (
        (
            errors.ParseError,
            errors.SaveError,
            errors.HistoryError,
            errors.StoreError,
            errors.NothingToReport,
            OSError,
        ),
        ExitCode.FILE,
    ),
    # Sapper's errors about a bad value or an unknown name are also one of Python's own.
    ((UsageError, ValueError, LookupError, errors.AgentError, errors.NoTerminal), ExitCode.USAGE),
    ((errors.SapperError,), ExitCode.FAILURE),
)
"""The first line that names an error's class tells its exit code."""

EXPECTED = (UsageError, errors.SapperError, MemoryError, OSError)
"""What a command may end with; anything else is a fault of Sapper's, and shows its traceback."""

NO_WORDS = ("", "std::bad_alloc", "bad allocation")
"""What Python and the engine say when memory runs out."""


def exit_code_of(error: Exception) -> ExitCode:
    """The exit code that tells the reason.

    >>> exit_code_of(errors.BudgetExceeded(1000)), exit_code_of(errors.FileMissing("board.mbf"))
    (<ExitCode.BUDGET: 4>, <ExitCode.FILE: 5>)
    """
    return next(code for classes, code in REASONS if isinstance(error, classes))


def complain(error: Exception, as_json: bool) -> ExitCode:
    """Say what is wrong; return the exit code."""
    code, message = exit_code_of(error), _in_one_line(error)
    try:
        if as_json:
            said = {"kind": code.name.lower(), "message": message, "exit_code": int(code)}
            print_json({"error": said})
        sys.stdout.flush()
    except OSError:  # standard output may itself be what can't be written
        discard_output()
        as_json = False
    if not as_json:
        print(f"sapper: {message}", file=sys.stderr)
    return code


def discard_output() -> None:
    """Drop what standard output can't take, which Python would try to write again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _in_one_line(error: Exception) -> str:
    if isinstance(error, OSError) and not isinstance(error, errors.SapperError):
        return f"can't write: {error.strerror or error}"  # a full disk, a lost terminal
    describe: Callable[[], str] = getattr(error, "format_message", error.__str__)
    words = " ".join(describe().split())
    return "not enough memory" if words in NO_WORDS else words
