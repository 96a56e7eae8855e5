"""Tables: complete at 80 columns, and in one piece in a pipe."""

from __future__ import annotations

import io
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from sapper.interface.commands import output
from sapper.interface.commands.output import GAP, print_note, print_table
from sapper.interface.terminal.fitting import in_parts

TITLES = ("level", "start", "first", "agent", "games", "won %", "95 % interval", "guesses", "p99")
ROWS = [
    ("intermediate", start, "0,0", agent, "1,000", "94.00", "83.78 – 97.94", "0.90", "≈ 684 ns")
    for start in ("safe", "opening")
    for agent in ("exact", "expert:budget=1000")
]


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """A terminal of 80 columns, and what was written to it."""
    written = io.StringIO()
    console = Console(file=written, force_terminal=True, width=80, no_color=True, highlight=False)
    monkeypatch.setattr(output, "wide_console", lambda: console)
    return written


def lines_of(screen: io.StringIO) -> list[str]:
    text = screen.getvalue().replace("\x1b[1m", "").replace("\x1b[0m", "")
    return [line.rstrip() for line in text.splitlines()]


def test_a_table_that_is_too_wide_is_stacked_and_loses_nothing(screen: io.StringIO) -> None:
    print_table(TITLES, ROWS, keys=4)
    lines = lines_of(screen)
    assert max(map(len, lines)) <= 80
    parts = [list(part) for full, part in itertools.groupby(lines, bool) if full]
    assert len(parts) == 2
    assert {len(part) for part in parts} == {1 + len(ROWS)}
    for part in parts:
        assert part[0].split()[:4] == list(TITLES[:4])
    shown = [
        [word for part in parts for word in part[number].split(" " * GAP)] for number in range(5)
    ]
    for number, row in enumerate([TITLES, *ROWS]):
        words = {word.strip() for word in shown[number]}
        assert set(row) <= words


def test_a_table_that_fits_is_in_one_piece(screen: io.StringIO) -> None:
    print_table(TITLES[:5], [row[:5] for row in ROWS], keys=4)
    assert len(lines_of(screen)) == 1 + len(ROWS)


def test_one_column_that_is_too_wide_is_folded(screen: io.StringIO) -> None:
    print_table(("agent", "how it plays"), [("long", "x" * 200), ("words", "a word " * 30)])
    text = "".join(line.removeprefix("long").strip() for line in lines_of(screen))
    assert "…" not in text
    assert text.count("x") == 200
    assert text.count("word") == 31
    assert max(map(len, lines_of(screen))) <= 80


def test_in_a_pipe_every_row_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("agent", "how it plays"), [("wordy", "a word " * 1000), ("x", "y")])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert lines[1].count("a word") == 1000
    assert len({len(line) for line in lines}) == 1
    print_note("a word " * 1000)
    assert capsys.readouterr().out == "a word " * 1000 + "\n"


@given(
    st.lists(st.integers(1, 40), min_size=2, max_size=15), st.integers(1, 4), st.integers(1, 200)
)
def test_parts_hold_every_column_once_after_the_keys(
    widths: list[int], keys: int, room: int
) -> None:
    keys = min(keys, len(widths) - 1)
    parts = in_parts(widths, keys, room, GAP)
    assert all(part[:keys] == list(range(keys)) for part in parts)
    assert [column for part in parts for column in part[keys:]] == list(range(keys, len(widths)))
    for part in parts:
        taken = sum(widths[column] for column in part) + GAP * (len(part) - 1)
        assert taken <= room or len(part) == keys + 1
