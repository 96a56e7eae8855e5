"""`sapper train` and `sapper history analysis` on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from commands import Run, runner

from sapper.coach.puzzles import LADDER, fresh_puzzle
from sapper.exact.analysis import analyze
from sapper.game import Status
from sapper.history import History
from sapper.level import LEVELS
from sapper.play.table import Setup, Table

SEED = 5


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SAPPER_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capfd)


def test_the_ladder_is_asked_line_by_line_and_goes_on_where_it_was_left(run: Run) -> None:
    puzzle = fresh_puzzle(LADDER[0], SEED, index=1)
    odds = analyze(puzzle.view.with_flags(()))
    safe, mine = min(odds.safe), min(odds.mines)
    typed = f"\n# thinking\nwhy {safe[0]} {safe[1]}\n99 0\nxyzzy\nboard\n{safe[0]} {safe[1]}\n0 0\n"
    code, out, err = run("train", "--plain", "--seed", str(SEED), stdin=typed.encode())
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[1].startswith("Ladder, rung 1 of 7: one number. Which cell is certainly safe?")
    assert "Answer first; then the odds and the reasons are yours to see." in lines
    assert any(line.startswith("'xyzzy' is not understood.") for line in lines)
    assert any("(99, 0) is outside the 9×9 board" in line for line in lines)
    assert any(
        line.startswith(f"Right: {safe} is certainly safe. The hardest step took one")
        for line in lines
    )
    assert f"{safe} is safe." in out
    assert "This one is answered: next shows another." in lines
    assert lines[-1] == "1 of 1 right. What you answered is kept."

    typed = f"{mine[0]} {mine[1]}\nodds {mine[0]} {mine[1]}\nnext\nsolution\nstanding\nquit\n"
    code, out, err = run("train", "--plain", "--ladder", "--seed", str(SEED), stdin=typed.encode())
    lines = out.splitlines()
    assert any(line.startswith(f"No: {mine} is certainly a mine.") for line in lines)
    assert f"{mine}: certainly a mine." in lines
    assert "0 of 2 right · 2 due · 2 in the boxes · 0 learnt" in lines

    code, out, err = run("train", "--plain", "--seed", "-1")
    assert (code, out) == (2, "")
    assert "a seed is a whole number" in err
    assert run("train")[0] == 2  # there is no terminal here


def test_games_are_summed_up_in_words_and_as_json(run: Run) -> None:
    code, out, _ = run("history", "analysis")
    assert (code, out) == (
        0,
        "No finished game of yours can be judged yet. Games count that you play alone, on a new "
        "board.\nFinish a game of `sapper play`, and ask again.\n",
    )
    with History.open() as history:
        for seed in range(3):
            table = Table(Setup(LEVELS["beginner"], seed=seed), history)
            while table.status is Status.PLAYING:
                table.reveal(table.view.hidden()[-1])
    code, out, err = run("history", "analysis")
    assert (code, err) == (0, "")
    assert out.startswith("3 games were judged")
    assert re.search(r"\d needless guess(es)?, \d\.\d\d a game", out)
    assert "What your win rate would be" in out
    assert "What you overlook" in out
    code, out, _ = run("history", "analysis", "--json", "--games", "2")
    summary = json.loads(out)
    assert (summary["games"], summary["waiting"]) == (2, 0)
    assert sum(kind["overlooked"] for kind in summary["kinds"]) == summary["needless"] > 0
    code, out, _ = run("train", "--plain", stdin=b"quit\n")
    assert out.splitlines()[1].startswith("From one of your games. Which cell is certainly safe?")
    for level, play in (("expert", "--level expert"), ("5x5/3", "--size 5x5/3")):
        code, out, err = run("history", "analysis", "--level", level)
        assert (code, err) == (0, "")
        assert out.splitlines()[1:] == [
            f"Only games of {level!r} were looked at: finish one of `sapper play {play}`, or leave "
            "out --level to have all games judged."
        ]
    code, out, err = run("history", "analysis", "--level", "nowhere")
    assert (code, err[:24]) == (2, "sapper: no level is call")
