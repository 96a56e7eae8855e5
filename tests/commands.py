"""The `sapper` command, run in this process as a user would type it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest

from sapper.interface import cli

Run = Callable[..., tuple[int, str, str]]
"""Takes arguments and `stdin`; gives the exit status, standard output and standard error."""


def make_command(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], *before: str
) -> Run:
    """A function that runs `sapper` with the arguments in `before` and those it is given."""

    def run_command(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["sapper", *before, *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as stopped:
            cli.main()
        captured = capfd.readouterr()
        assert isinstance(stopped.value.code, int)
        return stopped.value.code, captured.out, captured.err

    return run_command
