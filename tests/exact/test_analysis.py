"""The compiled engine through its facade, against brute force and its exact twin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from oracles import Enumeration, ModelCounter
from positions import bent, played, random_board, small_positions, with_every_total
from scipy.stats import chisquare  # type: ignore[import-untyped]

from sapper._compiled import compiled
from sapper.agents.registry import make_agent
from sapper.errors import BudgetExceeded, Contradiction, OutOfRange
from sapper.exact import analysis, counting
from sapper.exact.analysis import analyze, count_layouts, sample_layouts
from sapper.game import Game, Status
from sapper.level import LEVELS, Level
from sapper.view import View

AGREEMENT = 1e-12

pytestmark = pytest.mark.skipif(compiled is None, reason="the engine is not built")


def expect_as_brute_force_says(view: View) -> bool:
    """Check one small view; return whether it is consistent."""
    truth = Enumeration(view.numbers, view.mines)
    if not truth.count:
        with pytest.raises(Contradiction):
            analyze(view)
        return False
    analysis = analyze(view)
    fractions = truth.fractions()
    assert analysis.safe == {cell for cell, fraction in fractions.items() if fraction == 0}
    assert analysis.mines == {cell for cell, fraction in fractions.items() if fraction == 1}
    for cell, fraction in fractions.items():
        assert abs(analysis.mine_probability[cell] - float(fraction)) <= AGREEMENT, str(view)
    assert np.isnan(analysis.mine_probability[view.numbers >= 0]).all()
    return True


@pytest.mark.slow
def test_small_positions_as_brute_force_says() -> None:
    judged = sum(map(expect_as_brute_force_says, small_positions(900, most_hidden=13, seed=21)))
    assert judged > 3000


@pytest.mark.slow
def test_bent_positions_as_brute_force_says() -> None:
    random = np.random.default_rng(22)
    views = small_positions(games=300, most_hidden=12, seed=22)
    verdicts = [expect_as_brute_force_says(bent(view, random)) for view in views]
    assert verdicts.count(True) > 80
    assert verdicts.count(False) > 800


@pytest.mark.slow
def test_every_total_loose_or_tight() -> None:
    judged = [expect_as_brute_force_says(view) for view in with_every_total(games=15, seed=23)]
    assert judged.count(True) > 100
    assert judged.count(False) > 100


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width", "mines"), [(6, 6, 7), (8, 8, 12), (5, 12, 12)])
def test_middling_positions_as_a_model_counter_says(height: int, width: int, mines: int) -> None:
    judged = 0
    for seed in range(8):
        random = np.random.default_rng([24, height, seed])
        views = list(played(random_board(height, width, mines, random), random, bool(seed % 2)))
        for view in random.permutation(np.array(views, dtype=object))[:8]:
            if (view.numbers < 0).any():
                analysis = analyze(view)
                for cell, fraction in ModelCounter(view.numbers, mines).fractions().items():
                    assert abs(analysis.mine_probability[cell] - float(fraction)) <= AGREEMENT
                judged += 1
    assert judged > 30


# Against the twin


def expect_as_the_twin_says(view: View) -> None:
    analysis = analyze(view)
    fractions = counting.mine_fractions(view)
    assert analysis.safe == {cell for cell, fraction in fractions.items() if fraction == 0}
    assert analysis.mines == {cell for cell, fraction in fractions.items() if fraction == 1}
    furthest = max(
        (abs(analysis.mine_probability[cell] - float(fraction)))
        for cell, fraction in fractions.items()
    )
    assert furthest <= AGREEMENT, str(view)


def met_in_play(level: Level, games: int, seed: int) -> Iterator[View]:
    """The views of whole games of the exact agent."""
    agent = make_agent("exact")
    for index in range(games):
        game = Game.new(level, seed=seed, index=index)
        while game.status is Status.PLAYING:
            if game.view.revealed_count:
                yield game.view
            game.reveal(agent.choose(game.view).cell)


@pytest.mark.parametrize(
    ("level", "games", "at_least"),
    [
        pytest.param("course", 160, 1800, marks=pytest.mark.slow),
        pytest.param("beginner", 75, 1100, marks=pytest.mark.slow),
        pytest.param("intermediate", 25, 1100, marks=pytest.mark.slow),
        pytest.param("expert", 12, 650, marks=pytest.mark.slow),
        ("easy", 60, 1000),
        ("medium", 20, 500),
        pytest.param("hard", 4, 200, marks=pytest.mark.slow),
    ],
)
def test_positions_met_in_play_as_the_twin_says(level: str, games: int, at_least: int) -> None:
    judged = 0
    for view in met_in_play(LEVELS[level], games, seed=25):
        expect_as_the_twin_says(view)
        judged += 1
    assert judged >= at_least


@pytest.mark.parametrize(
    ("height", "width", "mines", "revealed"),
    [(16, 30, 99, 160), (24, 30, 200, 60), (50, 50, 500, 120), (3, 200, 120, 60)],
)
@pytest.mark.parametrize("flood", [True, False])
def test_large_and_wide_positions_as_the_twin_says(
    height: int, width: int, mines: int, revealed: int, flood: bool
) -> None:
    random = np.random.default_rng([26, height, flood])
    views = played(random_board(height, width, mines, random), random, flood)
    steps = {revealed // 4, revealed // 2, revealed}
    judged = 0
    for step, view in enumerate(views):
        if step in steps:
            expect_as_the_twin_says(view)
            judged += 1
        if step > revealed:
            break
    assert judged >= 1


def test_mines_far_more_likely_here_than_there_are_still_not_certain() -> None:
    # Three hundred fronts that may each hold one mine or two, from few mines to many.
    row = np.tile(np.array([-1, 1, -1, -1], dtype=np.int8), 300)[None, :]
    for mines in (300, 301, 450, 599, 600):
        expect_as_the_twin_says(View.from_numbers(row, mines))


# What is answered, and what is refused


def test_layouts_are_counted_exactly() -> None:
    view = View(16, 30, mines=99)
    assert analyze(view).layouts == count_layouts(view) == counting.count_layouts(view)
    assert analyze(view).mine_probability[3, 3] == pytest.approx(99 / 480, abs=1e-15)


def test_a_contradiction_names_the_numbers() -> None:
    with pytest.raises(Contradiction, match=r"the 1 at \(0, 0\) and the 0 at \(0, 2\)") as caught:
        analyze(View.parse("1#0###", mines=1))
    assert caught.value.cells == ((0, 0), (0, 2))
    assert not caught.value.needs_total
    with pytest.raises(Contradiction, match="a total of 2 mines") as caught:
        sample_layouts(View.parse("3#\n##", mines=2), 1, seed=1)
    assert caught.value.needs_total


def lattice_of_threes(side: int = 24) -> View:
    numbers = np.full((side, side), -1, dtype=np.int8)
    numbers[1::2, 1::2] = 3
    return View.from_numbers(numbers, side * side // 3)


def test_a_budget_runs_out_with_an_error_of_its_own() -> None:
    for ask in (analyze, count_layouts):
        with pytest.raises(BudgetExceeded, match="more than the budget of 1,000 states") as caught:
            ask(lattice_of_threes(), budget=1000)
        assert caught.value.budget == 1000
    with pytest.raises(BudgetExceeded):
        sample_layouts(lattice_of_threes(), 1, seed=1, budget=1000)
    with pytest.raises(BudgetExceeded):
        make_agent("exact", budget=1000).choose(lattice_of_threes())


@pytest.mark.parametrize("budget", [None, 1000])
def test_a_front_too_wide_for_any_budget_is_given_up_at_once(budget: int | None) -> None:
    for ask in (analyze, partial(sample_layouts, n=1, seed=1)):
        with pytest.raises(BudgetExceeded) as caught:
            ask(lattice_of_threes(side=500), budget=budget)
        assert caught.value.budget == budget
    assert ("too wide" in str(caught.value)) == (budget is None)
    with pytest.raises(BudgetExceeded):
        make_agent("exact", budget=budget).choose(lattice_of_threes(side=500))


def test_the_budget_of_whole_numbers_is_smaller() -> None:
    random = np.random.default_rng(29)
    view = list(played(random_board(16, 30, 99, random), random, flood=False))[120]
    enough = analyze(view)
    assert enough.layouts > 0
    for budget in (100, 1_000, 10_000, 100_000):
        try:
            analysis = analyze(view, budget=budget)
        except BudgetExceeded:
            continue
        with suppress(BudgetExceeded):
            assert analysis.layouts == enough.layouts


def test_no_budget_is_no_limit() -> None:
    view = View.parse("1#\n##", mines=1)
    assert analyze(view, budget=None).layouts == 3


@pytest.mark.parametrize("budget", [0, -5, 1.5, True, 2**62, 2**64])
def test_a_budget_that_is_none_is_refused(budget: int) -> None:
    view = View.parse("1#\n##", mines=1)
    for ask in (analyze, count_layouts):
        with pytest.raises(OutOfRange, match=r"a budget must be .* from 1 to 2\*\*62 − 1, not"):
            ask(view, budget=budget)


def test_the_largest_budget_is_the_one_that_the_message_names() -> None:
    assert analyze(View.parse("1#\n##", mines=1), budget=2**62 - 1).layouts == 3


@pytest.mark.parametrize(("n", "seed"), [(-1, 1), (1, -1), (1, 2**64), (1.5, 1), (2**70, 1)])
def test_samples_that_can_not_be_drawn_are_refused(n: int, seed: int) -> None:
    with pytest.raises(OutOfRange):
        sample_layouts(View.parse("1#\n##", mines=1), n, seed)


@given(
    arrays(np.int8, st.tuples(st.integers(1, 7), st.integers(1, 7)), elements=st.integers(-1, 8)),
    st.data(),
)
@settings(max_examples=400)
def test_any_view_at_all_is_answered_or_refused_in_words(
    numbers: NDArray[np.int8], data: st.DataObject
) -> None:
    mines = data.draw(st.integers(0, numbers.size))
    view = View.from_numbers(numbers, mines)
    try:
        analysis = analyze(view)
    except Contradiction:
        return
    hidden = analysis.mine_probability[view.numbers < 0]
    assert hidden.sum() == pytest.approx(mines)
    assert ((hidden >= 0) & (hidden <= 1)).all()


# Sampling


def test_samples_are_uniform_over_all_layouts() -> None:
    checked = 0
    for view in small_positions(games=60, most_hidden=10, seed=27):
        truth = Enumeration(view.numbers, view.mines)
        if not 2 <= truth.count <= 60:
            continue
        drawn = sample_layouts(view, 40 * truth.count, seed=checked)
        seen = Counter(layout[view.numbers < 0].tobytes() for layout in drawn)
        possible = [layout.astype(np.bool_).tobytes() for layout in truth.layouts]
        assert set(seen) <= set(possible)
        assert chisquare([seen[layout] for layout in possible]).pvalue > 1e-6
        checked += 1
    assert checked > 60


def test_samples_of_a_seed_do_not_depend_on_how_many_are_drawn() -> None:
    view = View(16, 30, mines=99)
    many, few = sample_layouts(view, 20, seed=5), sample_layouts(view, 5, seed=5)
    assert np.array_equal(many[:5], few)
    assert not np.array_equal(many, sample_layouts(view, 20, seed=6))
    assert (many.sum(axis=(1, 2)) == 99).all()
    assert sample_layouts(view, 0, seed=5).shape == (0, 16, 30)


# Without a compiler


def test_the_facade_does_without_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    views = [
        view for view, _ in zip(met_in_play(LEVELS["beginner"], 3, 28), range(60), strict=False)
    ]
    with_engine = [analyze(view) for view in views]
    monkeypatch.setattr(analysis, "compiled", None)
    for view, expected in zip(views, with_engine, strict=True):
        found = analyze(view)
        assert (found.safe, found.mines) == (expected.safe, expected.mines)
        assert np.allclose(
            found.mine_probability, expected.mine_probability, atol=AGREEMENT, equal_nan=True
        )
    drawn = sample_layouts(views[0], 3, seed=1)
    assert drawn.shape == (3, 9, 9)
    assert np.array_equal(drawn, sample_layouts(views[0], 3, seed=1))
    with pytest.raises(Contradiction):
        analyze(View.parse("1#0###", mines=1))
