"""How often each grade occurs: counted, shown, drawn, and the same without the engine."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import numpy as np
import pytest
from commands import Run, runner

from sapper import Board, solve
from sapper.lab import grades
from sapper.lab.bulk import make_layouts
from sapper.lab.experiments import Grades
from sapper.lab.grades import (
    GRADES,
    GUESS,
    GradeCase,
    GradesFinding,
    grade_layouts,
    ladder_signature,
)
from sapper.lab.report import write_report
from sapper.lab.run import RunLocation, run
from sapper.lab.store import Store
from sapper.level import Level
from sapper.proof.technique import BoardGrade

TINY = Grades(40, 1, levels=("beginner", "6x6/9"), starts=("opening", "safe"))


def test_each_board_is_graded_as_solved() -> None:
    case = GradeCase(Level.parse("9x9/12"), (0, 0), seed=3)
    measured = case.measure(start=5, count=30)
    for place in range(30):
        solved = solve(Board(case.level, seed=3, index=5 + place, first=(0, 0)))
        assert GRADES[measured.columns["grade"][place]] == (solved.grade or GUESS)
        assert measured.columns["hardness"][place] == solved.hardness


def test_the_twin_grades_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    layouts = make_layouts("beginner", seed=2, count=25, first=(0, 0))
    layouts = np.concatenate([layouts, np.ones((1, 9, 9), dtype=np.bool_)])
    found = grade_layouts(layouts, (0, 0))
    monkeypatch.setattr(grades, "compiled", None)
    by_twin = grade_layouts(layouts, (0, 0))
    assert np.array_equal(found[0], by_twin[0])
    assert np.array_equal(found[1], by_twin[1])
    assert found[0][-1] == 0


def test_a_board_without_mines_is_easy() -> None:
    found, hardness = grade_layouts(np.zeros((1, 3, 3), dtype=np.bool_), (0, 0))
    assert (GRADES[found[0]], hardness.tolist()) == (BoardGrade.EASY, [0])


def test_the_signature_stays() -> None:
    assert ladder_signature() == "6a6e2a86"


def test_what_is_found_is_counted_shown_and_drawn(tmp_path: Path) -> None:
    with Store(tmp_path / "lab.sqlite") as store:
        found = run(TINY, store, RunLocation(1))
        assert isinstance(found, GradesFinding)
        write_report(store, tmp_path)
    for row in found.rows:
        assert sum(row.count(grade) for grade in GRADES) == row.boards == 40
        assert row.no_guess == 40 - row.count(GUESS)
        assert row.count(GUESS) / 40 in row.interval(GUESS)
    assert len(found.shown().rows) == len(found.results().rows) == 4 * len(GRADES)
    page = (tmp_path / "report.html").read_text()
    assert "Grades: beginner, 6x6/9, 40 boards each" in page
    assert TINY.command() in page
    panel = found.draw().axes[0]
    assert next(label.get_text() for label in panel.get_yticklabels()) == "beginner, opening"
    assert len(panel.patches) == 4 * len(GRADES)


def test_the_command_can_be_repeated(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command: Run = runner(monkeypatch, capfd, "lab")
    asked = ["run", "grades", "--levels", "beginner", "--starts", "safe", "--first", "1,1"]
    asked += ["--games", "30", "--workers", "1", "--out", str(tmp_path)]
    code, table, saved = command(*asked)
    assert code == 0
    assert saved.startswith(f"Saved in {tmp_path}")
    assert table.splitlines()[1].split()[:5] == ["beginner", "safe", "needs", "a", "guess"]
    rows = json.loads(command(*asked, "--json")[1])
    assert sum(row["count"] for row in rows) == 30
    told = shlex.split(rows[0]["command"])[2:]
    again = command(*told, "--json", "--out", str(tmp_path / "again"))[1]
    assert json.loads(again) == rows
