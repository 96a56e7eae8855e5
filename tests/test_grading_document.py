"""The examples of docs/grading.md are what they are said to be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sapper import BoardGrade, View, easiest

TEXT = (Path(__file__).parent.parent / "docs" / "grading.md").read_text()
MINES = {
    BoardGrade.EASY: 5,
    BoardGrade.MEDIUM: 7,
    BoardGrade.TRICKY: 5,
    BoardGrade.HARD: 7,
    BoardGrade.FIENDISH: 7,
    BoardGrade.TOTAL: 8,
}


@pytest.mark.parametrize("grade", BoardGrade)
def test_an_example_needs_its_technique(grade: BoardGrade) -> None:
    section = re.split(rf"### {grade.value}\n", TEXT, flags=re.IGNORECASE)[1].split("\n#")[0]
    rows = [line.split() for line in section.splitlines() if line.startswith("    ")]
    known = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "*"]
    text = "\n".join("".join(row) for row in rows).replace("*", "#")
    stage = easiest(View.parse(text, mines=MINES[grade]), known)
    assert stage is not None
    assert stage.technique is grade.technique
    told = {(int(r), int(c)) for r, c in re.findall(r"\((\d+), (\d+)\)", section)}
    settled = {*stage.safe, *stage.mines}
    used = {number for step in stage.steps for number in step.numbers}
    assert told <= settled | used
    assert grade is BoardGrade.EASY or grade is BoardGrade.TOTAL or told & settled
