from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from oracles import Enumeration
from positions import numbers_of, played, random_board, small_positions
from scipy.stats import chisquare  # type: ignore[import-untyped]

from sapper.errors import Contradiction
from sapper.exact.counting import Draw, sample_layouts
from sapper.view import View

ENUMERABLE = [
    View(2, 3, mines=3),
    View.parse("##1###", mines=2),
    View.parse("####\n1##1\n####", mines=2),
    View.parse("#2#\n###\n#2#", mines=3),
    View.parse("#####\n#1#2#\n#####", mines=3),
    View.parse("###1####1###", mines=4),
    View.parse("####\n#11#\n####", mines=2),
]


def p_value(view: View, draws_a_layout: int) -> float:
    """How likely such an uneven sample would be if all layouts were equally likely."""
    layouts = Enumeration(view.numbers, view.mines)
    drawn = sample_layouts(view, draws_a_layout * layouts.count, np.random.default_rng(11))
    rows, columns = np.array(layouts.hidden).T
    counts = Counter(map(tuple, drawn[:, rows, columns].astype(int).tolist()))
    expected = {tuple(layout) for layout in layouts.layouts.astype(int).tolist()}
    assert set(counts) <= expected
    assert drawn[:, view.numbers >= 0].sum() == 0
    return float(chisquare([counts[layout] for layout in sorted(expected)]).pvalue)


@pytest.mark.parametrize("view", ENUMERABLE, ids=str)
def test_every_layout_is_drawn_as_often_as_any_other(view: View) -> None:
    assert p_value(view, draws_a_layout=60) > 1e-3


@pytest.mark.slow
def test_every_layout_of_views_met_in_play_is_drawn_as_often_as_any_other() -> None:
    views = [
        view
        for view in small_positions(games=300, most_hidden=12, seed=15)
        if (view.numbers > 0).any() and 10 <= Enumeration(view.numbers, view.mines).count <= 150
    ]
    assert len(views) > 100
    p_values = [p_value(view, draws_a_layout=30) for view in views]
    assert min(p_values) > 1e-3 / len(views)
    assert 0.4 < np.mean(p_values) < 0.6


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 200, 256, 257, 300])
def test_whole_numbers_are_drawn_evenly(limit: int) -> None:
    draw = Draw(np.random.default_rng(16))
    counts = np.bincount([draw.below(limit) for _ in range(60 * limit)], minlength=limit)
    assert len(counts) == limit
    assert limit == 1 or chisquare(counts).pvalue > 1e-3


def test_whole_numbers_may_be_larger_than_any_machine_word() -> None:
    draw = Draw(np.random.default_rng(17))
    drawn = [draw.below(10**40) for _ in range(200)]
    assert 10**38 < max(drawn) < 10**40
    assert len(set(drawn)) == 200


def test_drawn_layouts_agree_with_views_met_in_play() -> None:
    random = np.random.default_rng(12)
    for view in list(played(random_board(16, 30, 99, random), random))[::25]:
        drawn = sample_layouts(view, 5, random)
        assert drawn.shape == (5, 16, 30)
        assert drawn.dtype == np.bool_
        for layout in drawn:
            shown = view.numbers >= 0
            assert layout.sum() == 99
            assert not layout[shown].any()
            assert (numbers_of(layout)[shown] == view.numbers[shown]).all()


def test_the_same_generator_draws_the_same_layouts() -> None:
    view = ENUMERABLE[2]
    one, other = (sample_layouts(view, 20, np.random.default_rng(13)) for _ in range(2))
    assert (one == other).all()


def test_no_layouts_asked_for_and_none_there() -> None:
    random = np.random.default_rng(14)
    assert sample_layouts(View(2, 2, mines=1), 0, random).shape == (0, 2, 2)
    with pytest.raises(Contradiction):
        sample_layouts(View.parse("1#0", mines=1), 1, random)
