"""The help of every command names what to type, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from commands import Run, runner

from sapper.interface.commands.main import app

EXPLAINED = Path(__file__).parents[1] / "docs" / "explained.mine"


def names_of(command: Any, *above: str) -> Iterator[tuple[str, ...]]:
    """The words that name each command, groups included."""
    yield above
    for name, below in getattr(command, "commands", {}).items():
        yield from names_of(below, *above, name)


COMMANDS = sorted(names_of(typer.main.get_command(app)))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capfd)


def test_no_help_page_shows_the_types_of_the_program(run: Run) -> None:
    assert ("lab", "run", "win-rate") in COMMANDS
    for names in COMMANDS:
        shown = run(*names, "--help").out
        assert shown.startswith(f"Usage: {' '.join(('sapper', *names))} ")
        typed = re.findall(r"<.*?>|\{.*?\}|x>=|\b(?:TEXT|INTEGER|FLOAT|PATH|FILENAME)\b", shown)
        assert set(typed) <= {"PATH"}, names  # as in NAME|PATH
        assert shown.count("PATH") == shown.count("NAME|PATH"), names


def test_usage_tells_what_may_be_left_out(run: Run) -> None:
    assert run("explain", "--help").out.startswith("Usage: sapper explain [OPTIONS] FILE R,C\n")
    assert run("analyze", "--help").out.startswith("Usage: sapper analyze [OPTIONS] [FILE]\n")
    expected = "Usage: sapper grade [OPTIONS] [FILE|FOLDER]...\n"
    assert run("grade", "--help").out.startswith(expected)


@pytest.mark.parametrize("cell", ["-1,4", "-1,-4", "-12,3"])
def test_a_negative_cell_is_no_option(run: Run, cell: str) -> None:
    refused = run("explain", str(EXPLAINED), cell)
    assert refused == (2, "", f"sapper: no board has a cell {cell}: cells count from 0\n")


def test_an_unknown_option_is_still_one(run: Run) -> None:
    refused = run("explain", str(EXPLAINED), "0,1", "-9")
    assert (refused.code, refused.out) == (2, "")
    assert "-9" in refused.err
