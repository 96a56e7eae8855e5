"""`sapper solve`, as a user meets it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from commands import Run, runner
from rich.console import Console

from sapper import Board, Level, Technique, make_board, save, solve
from sapper.interface.terminal.solution import animate, frames, say_step
from sapper.proof.technique import Stage, Step
from sapper.view import View

FIENDISH = Board("6x6/8", seed=1, index=91476, first=(0, 0))
STUCK = Board.from_mines(2, 2, [(1, 1)])
ONE_CELL = '"kind": "board", "height": 1, "width": 1, "mines": []'


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capfd)


def test_every_stage_is_listed_with_its_numbers(run: Run) -> None:
    shown = run("solve", "-", "--first", "0,0", stdin=str(FIENDISH).encode())
    assert shown.code == 0
    lines = shown.out.splitlines()
    assert lines[0] == "6×6, 8 mines, first click (0, 0)"
    assert lines[1] == "  1. two numbers: 2 safe cells, 1 mine"
    assert lines[2] == "     the 1 at (0, 1) and the 2 at (1, 1): (2, 2) is a mine"
    assert lines[-3] == "Solved without a guess in 9 stages: fiendish 1."
    assert lines[-2].startswith("One number: 6 stages, 10 steps · two numbers: 1 stage, 3 steps")
    assert lines[-1] == "Narrowest: stage 6, 1 cell to find."
    assert max(map(len, lines)) > 80  # nothing is wrapped in a pipe


def test_single_numbers_are_listed_on_request(run: Run) -> None:
    few = run("solve", "-", stdin=str(FIENDISH).encode()).out.splitlines()
    many = run("solve", "-", "--all", stdin=str(FIENDISH).encode()).out.splitlines()
    assert set(few) < set(many)
    assert len(many) - len(few) == 10


def test_one_mine_is_not_several(run: Run) -> None:
    shown = run("solve", "-", stdin=str(STUCK).encode())
    assert shown.out.startswith("2×2, 1 mine, first click (0, 0)\n")


def test_a_board_that_needs_a_guess_shows_where(run: Run) -> None:
    shown = run("solve", "-", "--first", "0,0", stdin=str(STUCK).encode())
    assert shown.code == 0
    assert "Stuck after 0 stages: 2 safe cells can't be found without a guess." in shown.out
    assert shown.out.splitlines()[-2].startswith(" 0  1  ·")


def test_json_is_the_solution(run: Run) -> None:
    shown = run("solve", "-", "--json", stdin=str(FIENDISH).encode())
    assert json.loads(shown.out) == solve(FIENDISH).to_json()


def test_a_picture_is_saved(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "solution.svg"
    run("solve", "-", "--svg", str(picture), stdin=str(FIENDISH).encode())
    assert "fiendish" in picture.read_text()


def terminal(height: int = 40) -> Console:
    return Console(file=io.StringIO(), force_terminal=True, width=120, height=height)


def test_the_moving_picture_has_a_frame_for_each_stage() -> None:
    solved = solve(FIENDISH)
    console = terminal()
    drawn = list(frames(solved, console))
    assert len(drawn) == len(solved.stages)
    with console.capture() as capture:
        console.print(drawn[0])
    picture = capture.get()
    assert "[1]" in picture  # a number that is used
    assert "<○>" in picture  # a cell that is found to be safe
    assert "<✱>" in picture
    assert "two numbers" in picture


def test_a_large_board_is_shown_in_part() -> None:
    solved = solve(Board(Level.of("100x100/1000", "opening"), seed=1, first=(50, 50)))
    console = terminal(height=30)
    with console.capture() as capture:
        console.print(next(iter(frames(solved, console))))
    assert len(capture.get().splitlines()) <= 30


def test_the_moving_picture_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = solve(FIENDISH)
    slept: list[float] = []
    monkeypatch.setattr("sapper.interface.terminal.solution.time.sleep", slept.append)
    assert animate(solved, 2, terminal())
    assert slept == [0.5] * len(solved.stages)

    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sapper.interface.terminal.solution.time.sleep", interrupt)
    assert not animate(solved, 2, terminal())


def test_long_lists_are_shortened() -> None:
    cells = tuple((0, column) for column in range(2, 14))
    step = Step(((0, 0),), cells, ((0, 1),))
    view = View.parse("1" + "#" * 13, mines=1)
    assert say_step(view, Stage(Technique.MINE_TOTAL, (step,)), step) == (
        "the 1 at (0, 0) and the mine total: (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (0, 7), "
        "(0, 8) and 5 more are safe; (0, 1) is a mine"
    )


def test_a_json_board_tells_its_first_cell(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    save(make_board("beginner", (5, 5), seed=1), file)
    assert "first click (5, 5)" in run("solve", str(file)).out
    made = run("board", "--no-guess", "--level", "beginner", "--first", "5,5", "--json").out
    shown = run("solve", "-", stdin=made.encode()).out
    assert "first click (5, 5)" in shown
    assert "Solved without a guess" in shown


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text has no rows"),
        ("1#\n11", "this position hides its mines, and a board shows them: `sapper analyze` takes"),
        (f'{{{ONE_CELL}, "first": [1, 0]}}', "(1, 0) is outside"),
        (f'{{{ONE_CELL}, "first": 3}}', "a cell is [row, column]"),
    ],
)
def test_what_is_no_board_is_refused_in_words_that_fit(run: Run, text: str, message: str) -> None:
    refused = run("solve", "-", stdin=text.encode())
    assert refused.code == 5
    assert message in refused.err
    assert "--mines" not in refused.err
