"""One sentence by itself."""

from __future__ import annotations

import pytest

from sapper.course import Sentence
from sapper.grid import Cell


def test_a_sentence_keeps_to_itself() -> None:
    cells = {(0, 0), (0, 1)}
    sentence = Sentence(cells, 2)
    cells.clear()
    sentence.known_mines().clear()
    assert sentence.cells == {(0, 0), (0, 1)}
    assert sentence.known_mines() is not sentence.cells


@pytest.mark.parametrize(
    ("cells", "count", "mines", "safes"),
    [
        ([], 0, set(), set()),
        ([(0, 0)], 0, set(), {(0, 0)}),
        ([(0, 0)], 1, {(0, 0)}, set()),
        ([(0, 0), (0, 1)], 1, set(), set()),
        ([(0, 0), (0, 1)], 2, {(0, 0), (0, 1)}, set()),
    ],
)
def test_what_one_sentence_knows(
    cells: list[Cell], count: int, mines: set[Cell], safes: set[Cell]
) -> None:
    sentence = Sentence(cells, count)
    assert sentence.known_mines() == mines
    assert sentence.known_safes() == safes


def test_a_sentence_loses_the_cells_it_is_told_of_and_no_others() -> None:
    sentence = Sentence([(0, 0), (0, 1), (0, 2)], 2)
    sentence.mark_mine((0, 0))
    sentence.mark_safe((0, 1))
    assert sentence == Sentence([(0, 2)], 1)
    sentence.mark_mine((5, 5))
    sentence.mark_safe((5, 5))
    assert sentence == Sentence([(0, 2)], 1)
    assert sentence != Sentence([(0, 2)], 0)
    assert sentence != "{(0, 2)} = 1"
    assert str(sentence) == "{(0, 2)} = 1"
    assert repr(sentence) == "Sentence({(0, 2)}, 1)"


def test_a_sentence_belongs_to_its_owner() -> None:
    sentence = Sentence([(0, 0)], 1)
    sentence.note = 1  # type: ignore[attr-defined]
    assert sentence.note == 1  # type: ignore[attr-defined]
