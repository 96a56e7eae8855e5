"""Guesses judged by the chance of winning they give up."""

from __future__ import annotations

import pytest
from positions import small_positions
from set_recursion import SetRecursion

from sapper import View, analyze
from sapper.agents.judging import Verdict, judge_by_estimate, judge_move
from sapper.errors import CellError


def test_in_small_positions_every_cell_is_judged_as_brute_force_does() -> None:
    verdicts = set()
    for view in small_positions(games=40, most_hidden=7, seed=3):
        certain = analyze(view).safe
        oracle = SetRecursion(view, most_sets=10_000)
        won, layouts = {cell: oracle.won_by(cell) for cell in view.hidden()}, oracle.count
        best = oracle.value()
        for cell in view.hidden():
            judged = judge_move(view, cell)
            verdicts.add(judged.verdict)
            if cell in certain:
                assert judged.verdict is Verdict.CERTAIN
                continue
            assert judged.win_chance == won[cell] / layouts
            assert judged.best_chance == best / layouts
            assert judged.uncertainty == 0
            assert judged.best is None or won[judged.best] == best
            assert (judged.best is None) is (view.hidden_count == view.mines)
            assert (judged.verdict is Verdict.NEEDLESS) is bool(certain)
            if not certain and judged.best is not None:
                is_all_the_same = len(set(won.values())) == 1
                assert (judged.verdict is Verdict.FORCED) is is_all_the_same
    assert verdicts >= {Verdict.CERTAIN, Verdict.NEEDLESS, Verdict.FORCED, Verdict.BLUNDER}


WIDE = """
##########
##########
##2112####
##1001####
##1001####
##2112####
##########
##########
"""


def test_where_the_rest_is_too_large_the_expert_estimates() -> None:
    view = View.parse(WIDE, mines=20)
    odds = analyze(view).mine_probability
    judged = {cell: judge_move(view, cell) for cell in [(2, 1), (0, 0), (3, 1), (0, 9)]}
    for cell, one in judged.items():
        assert one.mine_probability == odds[cell]
        assert one.uncertainty > 0
        assert one.given_up is not None
        assert one.win_chance is not None
        assert one.best_chance is not None
        assert 0 <= one.win_chance <= one.best_chance <= 1
    best = next(iter(judged.values())).best
    assert best is not None
    assert judge_move(view, best).verdict is Verdict.BEST
    # A riskier cell that tells nothing about the numbers gives up more.
    riskiest = max(judged, key=lambda cell: odds[cell])
    assert judged[riskiest].given_up == max(one.given_up or 0 for one in judged.values())


def test_an_estimate_is_near_the_truth() -> None:
    """In positions that could be searched, the expert is told not to."""
    are_near = []
    for view in small_positions(games=60, most_hidden=9, seed=5):
        if analyze(view).safe or view.hidden_count == view.mines:
            continue
        for cell in view.hidden():
            exact = judge_move(view, cell)
            estimate = judge_by_estimate(view, cell, exact.mine_probability, search_layouts=0)
            assert exact.given_up is not None
            assert estimate.given_up is not None
            are_near.append(abs(exact.given_up - estimate.given_up) <= 2 * estimate.uncertainty)
    assert len(are_near) > 50
    assert sum(are_near) > 0.8 * len(are_near)


def test_an_open_cell_can_not_be_judged() -> None:
    with pytest.raises(CellError, match=r"cell \(0, 0\) is open already"):
        judge_move(View.parse("1#", mines=1), (0, 0))
