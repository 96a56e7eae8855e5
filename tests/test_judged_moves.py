"""Guesses judged by the chance of winning they give up."""

from __future__ import annotations

import pytest
from positions import small_positions
from set_recursion import SetRecursion

from sapper import View, analyze
from sapper.agents.judging import (
    Verdict,
    judge_by_estimate,
    judge_by_playouts,
    judge_chord,
    judge_move,
)
from sapper.errors import CellError
from sapper.level import Guesses


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
            assert not certain or judged.best in certain
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


def test_a_first_cell_that_may_be_a_mine_is_judged_by_games_played_out() -> None:
    beginner = View(9, 9, 10)
    corner, middle = judge_move(beginner, (0, 0)), judge_move(beginner, (4, 4))
    assert corner.win_chance is not None
    assert 0.7 < corner.win_chance < 0.9
    assert corner.uncertainty > 0
    assert (middle.given_up or 0) > (corner.given_up or 0)  # it opens a region less often
    small = judge_by_playouts(View(4, 4, 4), (0, 0), [(0, 0)], 4 / 16)
    assert small.win_chance == pytest.approx(961 / 1820, abs=3 * small.uncertainty)


def test_an_estimate_is_near_the_truth() -> None:
    """In positions that could be searched, the expert is told not to."""
    are_near = []
    for view in small_positions(games=60, most_hidden=9, seed=5):
        if analyze(view).safe or view.hidden_count == view.mines:
            continue
        for cell in view.hidden():
            exact = judge_move(view, cell)
            estimate = judge_by_estimate(view, cell, exact.mine_probability, search_layouts=0)
            if estimate is None:  # of a first cell
                continue
            assert exact.given_up is not None
            assert estimate.given_up is not None
            are_near.append(abs(exact.given_up - estimate.given_up) <= 2 * estimate.uncertainty)
    assert len(are_near) > 50
    assert sum(are_near) > 0.75 * len(are_near)


def test_games_played_out_tell_what_a_needless_guess_gives_up() -> None:
    """In positions that could be searched; some guesses have to be made sooner or later."""
    are_near, given_up = [], []
    for view in small_positions(games=60, most_hidden=16, seed=7):
        odds = analyze(view)
        for cell in view.hidden() if odds.safe else ():
            risk = float(odds.mine_probability[cell])
            if risk == 0:
                continue
            exact, played = judge_move(view, cell), judge_by_playouts(view, cell, [cell], risk)
            assert exact.given_up is not None
            assert played.given_up is not None
            assert played.uncertainty > 0
            are_near.append(abs(exact.given_up - played.given_up) <= played.uncertainty)
            given_up.append((exact.given_up, played.given_up))
    assert len(are_near) > 100
    assert sum(are_near) > 0.9 * len(are_near)
    assert any(exact < 0.001 for exact, _ in given_up)


LARGE = """
##########
#1211#####
#1001#####
#2112#####
##########
##########
##########
##########
##########
##########
"""


def test_a_needless_guess_is_judged_where_the_rest_is_too_large() -> None:
    view = View.parse(LARGE, mines=20)
    odds = analyze(view)
    assert odds.safe
    judged = judge_move(view, (9, 9))
    assert judged.verdict is Verdict.NEEDLESS
    assert judged.best == min(odds.safe)
    assert judged.given_up is not None
    assert 0 < judged.given_up <= judged.mine_probability
    assert judged == judge_move(view, (9, 9))


def test_by_their_rules_reasoning_alone_wins_fair_games_and_boards_without_guesses() -> None:
    certain, uncertain = View.parse("#1##", mines=1), View.parse("#1#", mines=1)
    fair = judge_move(certain, (0, 0), guesses=Guesses.FAIR)
    assert (fair.verdict, fair.best, fair.given_up) == (Verdict.NEEDLESS, (0, 3), 1)
    fair = judge_move(uncertain, (0, 0), guesses=Guesses.FAIR)
    assert (fair.verdict, fair.best, fair.win_chance) == (Verdict.FORCED, (0, 0), 1)
    known_mine = View.parse("#2#####", mines=4)
    assert not analyze(known_mine).safe
    mine = next(iter(analyze(known_mine).mines))
    fair = judge_move(known_mine, mine, guesses=Guesses.FAIR)
    assert (fair.verdict, fair.given_up) == (Verdict.BLUNDER, 1)
    assert fair.best not in {None, mine}
    none = judge_move(certain, (0, 0), guesses=Guesses.NONE)
    assert (none.verdict, none.best, none.given_up) == (Verdict.NEEDLESS, (0, 3), 0.5)


def test_a_chord_is_judged_like_any_other_guess() -> None:
    nothing_certain = View.parse("F1#\n###", mines=1)
    opens = [(0, 2), (1, 0), (1, 1), (1, 2)]
    assert not analyze(nothing_certain).safe
    judged = judge_chord(nothing_certain, (0, 1), opens, 0.8)
    assert judged.verdict is Verdict.BLUNDER
    assert judged.best is not None
    assert judged.given_up is not None
    assert judged.best_chance == pytest.approx(
        judge_move(nothing_certain, judged.best).best_chance, abs=judged.uncertainty
    )


def test_an_open_cell_can_not_be_judged() -> None:
    with pytest.raises(CellError, match=r"cell \(0, 0\) is open already"):
        judge_move(View.parse("1#", mines=1), (0, 0))
