"""How far certain moves alone get, and that a stronger reasoner gets at least as far."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sapper.board import Board
from sapper.errors import UnknownName
from sapper.lab import settling
from sapper.lab.settling import REASONERS, Settling, settle_board
from sapper.level import LEVELS, Level, StartRule

SUFFICIENT = "resolution-5"
"""Wide enough on these boards for all that sentences settle."""
BOARDS = {"easy": 30, "medium": 16, "hard": 6}


def cells_of(result: Settling) -> frozenset[tuple[int, int]]:
    return result.opened | result.mines


@pytest.mark.slow
@pytest.mark.parametrize("level", BOARDS)
def test_sentences_settle_no_more_than_wide_resolution_and_that_no_more_than_exact(
    level: str,
) -> None:
    chain = ("resolution-2-without-total", "resolution-2", "resolution-3", SUFFICIENT, "exact")
    for index in range(BOARDS[level]):
        board = Board(LEVELS[level], 0, index)
        results = {
            name: settle_board(LEVELS[level], index, None, name) for name in ("sentence", *chain)
        }
        for result in results.values():
            assert result.wrong == 0
            assert result.mines <= board.mines
            assert not result.opened & board.mines
        for weaker, stronger in pairwise(chain):
            assert cells_of(results[weaker]) <= cells_of(results[stronger])
        assert cells_of(results["sentence"]) <= cells_of(results[SUFFICIENT])


@pytest.mark.parametrize("reasoner", REASONERS)
def test_more_disclosed_cells_never_settle_fewer(reasoner: str) -> None:
    before: frozenset[tuple[int, int]] = frozenset()
    for disclosed in range(18, 33, 3):
        result = settle_board(LEVELS["hard"], 3, disclosed, reasoner)
        assert before <= cells_of(result)
        before = cells_of(result)


def test_what_a_run_tells() -> None:
    result = settle_board(LEVELS["easy"], index=1, disclosed=12, reasoner="resolution-2")
    assert (result.disclosed, result.index, result.reasoner) == (12, 1, "resolution-2")
    assert result.complete == (result.settled == 81)
    assert result.effort.single_inferences is not None
    assert result.seconds > 0
    whole = Level(3, 3, 1, StartRule.GIVEN)
    assert settle_board(whole, 0, disclosed=8, reasoner="sentence").complete
    nothing = settle_board(whole, 0, disclosed=0, reasoner="exact")
    assert nothing.settled == 0
    assert not nothing.complete


def test_a_position_too_large_to_be_counted_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "STATES_FOR_EXACT", 0)
    results = [settle_board(LEVELS["hard"], index, None, "exact") for index in range(4)]
    assert any(result.effort.gave_up for result in results)
    assert all(result.wrong == 0 for result in results)


def test_a_reasoner_that_is_not_there() -> None:
    with pytest.raises(UnknownName, match="no reasoner is called 'magic'; there are: sentence"):
        settle_board(LEVELS["easy"], 0, None, "magic")
