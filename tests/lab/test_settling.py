"""How far certain moves alone get, and that a stronger reasoner gets at least as far."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest

from sapper.board import Board
from sapper.errors import UnknownName
from sapper.lab import settling
from sapper.lab.settling import (
    REASONERS,
    Settling,
    clustered_cells,
    make_reasoner,
    settle_board,
)
from sapper.level import LEVELS, Level, StartRule
from sapper.view import View

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
    for disclosed in range(19, 34, 3):
        result = settle_board(LEVELS["hard"], 3, disclosed, reasoner)
        assert before <= cells_of(result)
        before = cells_of(result)


@pytest.mark.parametrize("total", ["", "-without-total"])
@pytest.mark.parametrize(("level", "boards"), [("easy", 12), ("hard", 4)])
def test_the_published_loop_settles_what_width_2_settles(
    level: str, boards: int, total: str
) -> None:
    for index in range(boards):
        published, ours = (
            settle_board(LEVELS[level], index, None, f"{name}{total}", seed=5)
            for name in ("published", "resolution-2")
        )
        assert cells_of(published) == cells_of(ours)
        assert published.wrong == 0
        assert not published.effort.cut_short


def test_the_published_loop_turns_every_hint_into_clauses_at_once() -> None:
    """The 1 is about all five cells around it when its own unit clause is settled, not later."""
    view = View.parse("#1#\n###\n0##", mines=1)
    mind = make_reasoner("published", Level(3, 3, 1))
    assert mind.safe_cells(view) == {(1, 0)}
    # 10 pairs that are not both mines, and one clause of five of which one is.
    assert mind.effort().most_clauses == 11
    assert (mind.effort().single_inferences, mind.effort().pair_inferences) == (1, 0)


def test_the_published_loop_asks_a_cell_for_its_number_only_when_it_has_settled_it() -> None:
    mind = make_reasoner("published-without-total", Level(1, 5, 1))
    assert mind.safe_cells(View.parse("#1###", mines=1)) == set()
    shown_unasked = View.parse("#1#0#", mines=1)
    assert mind.safe_cells(shown_unasked) == set()
    assert make_reasoner("published-without-total", Level(1, 5, 1)).safe_cells(shown_unasked) == {
        (0, 2)
    }


def test_inferences_are_counted_by_their_kind() -> None:
    """Two 1s share the cells above them, so the third cell above is safe: by pairs alone."""
    mind = make_reasoner("resolution-2", Level(2, 4, 1))
    assert mind.safe_cells(View.parse("####\n11##", mines=1))
    assert mind.effort().pair_inferences
    by_sentences = make_reasoner("sentence", Level(2, 4, 1)).effort()
    assert by_sentences.single_inferences is by_sentences.pair_inferences is None


def test_clusters_are_nested_safe_and_between_compact_and_scattered() -> None:
    for index in range(5):
        board = Board(LEVELS["hard"], 4, index)
        scattered = board.disclosed(30)
        assert clustered_cells(board, 30, spread=1e9) == scattered
        mean_distances = []
        for spread in (0.5, 2.0, 6.0, 1e9):
            cells = clustered_cells(board, 30, spread)
            assert len(set(cells)) == 30
            assert not board.mines & set(cells)
            assert cells[0] == scattered[0]
            assert cells[:12] == clustered_cells(board, 12, spread)
            mean_distances.append(sum(dist(cells[0], cell) for cell in cells))
        assert mean_distances == sorted(mean_distances)
    assert clustered_cells(board, 0, spread=1.0) == []
    all_mines = Board(Level(2, 2, 4, StartRule.GIVEN), 0)
    assert clustered_cells(all_mines, 0, spread=1.0) == []


@pytest.mark.parametrize("reasoner", ["published", "resolution-2", "exact"])
def test_a_very_wide_cluster_is_scattered(reasoner: str) -> None:
    for index in range(4):
        wide = settle_board(LEVELS["easy"], index, 7, reasoner, seed=1, spread=1e9)
        scattered = settle_board(LEVELS["easy"], index, 7, reasoner, seed=1)
        assert cells_of(wide) == cells_of(scattered)


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
