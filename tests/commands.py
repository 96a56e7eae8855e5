"""Runs the `sapper` command, within the test or as a process of its own."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import pytest

from sapper.interface.commands.main import main

SAPPER = (sys.executable, "-c", "from sapper.interface.commands.entry import main; main()")
"""The start of a command line for a process."""


class Output(NamedTuple):
    """What a run of the command gave."""

    code: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Output]


def runner(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], *command: str
) -> Run:
    """A function that runs `sapper`, or one command of it, with arguments and standard input."""

    def run(*arguments: str, stdin: bytes = b"") -> Output:
        monkeypatch.setattr(sys, "argv", ["sapper", *command, *arguments])
        monkeypatch.setattr(sys.modules["__main__"], "__package__", "")  # however pytest was begun
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as stopped:
            main()
        captured = capfd.readouterr()
        assert isinstance(stopped.value.code, int)
        return Output(stopped.value.code, captured.out, captured.err)

    return run


def imported_by(*arguments: str) -> set[str]:
    """The modules that a run of the command imports."""
    script = (
        f"import sys; sys.argv = {['sapper', *arguments]!r}\n"
        "from sapper.interface.commands.main import main\n"
        "try: main()\n"
        "finally: print(*sys.modules, file=sys.stderr)"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    return set(shown.stderr.split())
