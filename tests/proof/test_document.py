"""The pictures in docs/explanations.md show what the command says today."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from sapper.formats import load
from sapper.interface.terminal.drawing import save_picture
from sapper.interface.terminal.explanation import PICTURE_WIDTH, draw_answer
from sapper.proof.check import check
from sapper.proof.search import explain
from sapper.proof.steps import Derivation, Grade
from sapper.proof.wording import Speaker
from sapper.view import View

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "explanations.md").read_text()
EXAMPLES = re.findall(
    r"### (\w+)\n.*?`sapper explain docs/explained\.mine (\d+),(\d+)`.*?\((explain-\w+\.svg)\)",
    PAGE,
    re.DOTALL,
)


def words_of(picture: Path) -> list[str]:
    return [
        html.unescape(words) for words in re.findall(r"<text[^>]*>([^<]*)", picture.read_text())
    ]


def test_there_is_one_example_of_each_grade() -> None:
    assert [grade for grade, *_ in EXAMPLES] == list(Grade)


@pytest.mark.parametrize(("grade", "row", "column", "picture"), EXAMPLES)
def test_pictures_are_up_to_date(
    grade: str, row: str, column: str, picture: str, tmp_path: Path
) -> None:
    view = load(DOCS / "explained.mine")
    assert isinstance(view, View)
    answer = explain(view, (int(row), int(column)))
    assert isinstance(answer, Derivation)
    assert answer.grade == grade
    check(view, answer)
    drawing = draw_answer(view, Speaker(answer, "en"))
    save_picture(drawing, tmp_path / picture, title="sapper explain", width=PICTURE_WIDTH)
    assert words_of(DOCS / picture) == words_of(tmp_path / picture)
    assert "url(http" not in (DOCS / picture).read_text()
    assert 'url("http' not in (DOCS / picture).read_text()
