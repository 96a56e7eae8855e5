"""Positions that exceed the budget: whatever is said of them is true, and something always is."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain

import numpy as np
import pytest
from oracles import Enumeration
from positions import bent, numbers_of, random_board, small_positions

from sapper import View
from sapper._compiled import compiled
from sapper.agents.exact import ExactAgent
from sapper.errors import BudgetExceeded, Contradiction
from sapper.exact import analysis as facade
from sapper.exact import partial, tracking
from sapper.exact.analysis import (
    Analysis,
    Verdict,
    analyze,
    count_layouts,
    safe_together,
    sample_layouts,
    to_float,
)
from sapper.exact.fronts import Front, deduce, find_fronts, read_witnesses
from sapper.exact.partial import known_fractions
from sapper.exact.sweep import Budget, SweptFront, sweep
from sapper.grid import neighbours

CERTAIN = {Fraction(0): Verdict.SAFE, Fraction(1): Verdict.MINE}
TINY_BUDGETS = (1, 2, 3, 4, 6, 8, 13, 30)


@pytest.fixture(params=["engine", "twin"])
def _either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "twin":
        monkeypatch.setattr(facade, "compiled", None)
        monkeypatch.setattr(facade, "STATES_OF_TWIN", 1)


def expect_true(partly: Analysis, fractions: dict[tuple[int, int], Fraction]) -> None:
    """All that the analysis says must be so."""
    for cell, fraction in fractions.items():
        if partly.is_known(cell):
            assert partly.mine_probability[cell] == pytest.approx(to_float(fraction), abs=1e-12)
    assert all(fractions[cell] == 0 for cell in partly.safe)
    assert all(fractions[cell] == 1 for cell in partly.mines)
    certain = (partly.mine_probability == 0) | (partly.mine_probability == 1)
    assert (certain == (partly.verdicts != Verdict.OPEN)).all()


def with_many_fronts(seed: int) -> Iterator[View]:
    """Narrow boards of which few cells are shown: short fronts, and many of them."""
    random = np.random.default_rng(seed)
    for height, width in [(1, 20), (2, 9)] * 100:
        board = random_board(height, width, int(random.integers(3, 9)), random)
        shown = (random.random(board.shape) < 0.4) & ~board
        if board.size - shown.sum() <= 14:
            yield View.from_numbers(np.where(shown, numbers_of(board), -1), int(board.sum()))


@pytest.mark.usefixtures("_either")
def test_nothing_is_said_that_is_not_so_whatever_the_budget() -> None:
    incomplete = known = certain = 0
    views = chain(small_positions(games=50, most_hidden=12, seed=41), with_many_fronts(seed=41))
    for view in views:
        fractions = Enumeration(view.numbers, view.mines).fractions()
        for budget in TINY_BUDGETS:
            partly = analyze(view, budget=budget, partial=True)
            expect_true(partly, fractions)
            if partly.complete:
                assert all(map(partly.is_known, fractions))
                continue
            incomplete += 1
            certain += len(partly.safe | partly.mines)
            known += sum(map(partly.is_known, fractions)) - len(partly.safe | partly.mines)
            with pytest.raises(BudgetExceeded):
                analyze(view, budget=budget)
            with pytest.raises(BudgetExceeded):
                _ = partly.layouts
    assert incomplete > 200
    assert certain > 200
    assert known > 50


@pytest.mark.usefixtures("_either")
def test_what_is_called_inconsistent_is_so() -> None:
    random = np.random.default_rng(42)
    refused = 0
    for view in small_positions(games=100, most_hidden=10, seed=42):
        crooked = bent(view, random)
        layouts = Enumeration(crooked.numbers, crooked.mines)
        try:
            partly = analyze(crooked, budget=int(random.choice(TINY_BUDGETS)), partial=True)
        except Contradiction:
            assert not layouts.count
            refused += 1
        else:
            if layouts.count:
                expect_true(partly, layouts.fractions())
    assert refused > 100


@pytest.mark.usefixtures("_either")
def test_the_front_alone_is_counted_where_the_rest_is_too_wide() -> None:
    numbers = np.full((60, 60), -1, dtype=np.int8)
    numbers[21::2, 21::2] = 3  # far too wide
    numbers[0, :3] = -1, 1, -1  # one mine in five cells: odds that depend on nothing else
    numbers[5, 5] = 0
    view = View.from_numbers(numbers, 700)
    partly = analyze(view, budget=2_000, partial=True)
    assert not partly.complete
    assert partly.mine_probability[0, 0] == pytest.approx(0.2)
    assert partly.safe == set(neighbours((5, 5), 60, 60))
    for elsewhere in ((40, 40), (59, 0)):  # in the wide front, and in the sea
        assert not partly.is_known(elsewhere)
        assert partly.verdicts[elsewhere] == Verdict.OPEN


def test_what_is_known_of_single_fronts_is_so_even_where_all_could_be_counted() -> None:
    views = chain(small_positions(games=120, most_hidden=12, seed=44), with_many_fronts(seed=44))
    for view in views:
        fractions = Enumeration(view.numbers, view.mines).fractions()
        for budget in (3, 20, None):
            for cell, fraction in known_fractions(view, budget).items():
                assert fraction == fractions[cell]


@pytest.mark.skipif(compiled is None, reason="the engine is not built")
def test_engine_and_twin_find_the_same() -> None:
    assert compiled is not None
    for view in small_positions(games=60, most_hidden=30, seed=43):
        known = known_fractions(view, None)
        probability, verdicts = compiled.analyze_apart(view.numbers, view.mines, None)
        hidden = view.numbers < 0
        assert {tuple(cell) for cell in np.argwhere(hidden & ~np.isnan(probability)).tolist()} == (
            known.keys()
        )
        for cell, fraction in known.items():
            assert probability[cell] == pytest.approx(to_float(fraction), abs=1e-12)
            assert verdicts[cell] == CERTAIN.get(fraction, Verdict.OPEN)


def test_a_contradiction_in_one_front_is_found_though_another_is_too_wide() -> None:
    numbers = np.full((60, 60), -1, dtype=np.int8)
    numbers[21::2, 21::2] = 3
    numbers[0, 0], numbers[0, 2] = 3, 0
    with pytest.raises(Contradiction) as caught:
        analyze(View.from_numbers(numbers, 700), budget=2_000, partial=True)
    assert caught.value.cells == ((0, 0), (0, 2))


def test_wide_fronts_are_no_longer_tried_once_the_budget_is_used_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else the time for a partial answer would grow with their number."""
    tried = []

    def give_up(front: Front, budget: Budget) -> SweptFront:
        tried.append(front)
        raise BudgetExceeded(budget.limit)

    numbers = np.full((9, 800), -1, dtype=np.int8)
    numbers[1::2, 1::2] = 3
    numbers[:, 9::20] = 0
    view = View.from_numbers(numbers, 1_500)
    fronts = find_fronts(deduce(read_witnesses(view)).witnesses)
    assert len(fronts) > 30
    monkeypatch.setattr(partial, "sweep", give_up)
    known_fractions(view, 1_000_000)
    assert 5 < len(tried) < 20


def test_an_error_names_the_budget_as_it_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    view = View.parse("##1#1##", mines=2)
    monkeypatch.setattr(facade, "compiled", None)
    monkeypatch.setattr(tracking, "compiled", None)
    for ask in (
        lambda: analyze(view, budget=2),
        lambda: count_layouts(view, budget=2),
        lambda: sample_layouts(view, 1, seed=1, budget=2),
        lambda: safe_together(view, [(0, 1), (0, 5)], budget=2),
        lambda: ExactAgent(budget=2).choose(view),
    ):
        with pytest.raises(BudgetExceeded) as caught:
            ask()
        assert caught.value.budget == 2


def test_a_partial_answer_is_given_where_no_budget_would_do() -> None:
    numbers = np.full((500, 500), -1, dtype=np.int8)
    numbers[1::2, 1::2] = 3
    numbers[250, 250] = 0
    partly = analyze(View.from_numbers(numbers, 80_000), budget=None, partial=True)
    assert not partly.complete
    assert partly.safe


def large(side: int) -> View:
    """A fifth of the cells are mines and a fifth is shown: thousands of fronts, some too wide."""
    random = np.random.default_rng(44)
    board = random.random((side, side)) < 0.2
    shown = (random.random(board.shape) < 0.2) & ~board
    return View.from_numbers(np.where(shown, numbers_of(board), -1), int(board.sum()))


def test_no_front_is_tried_once_the_budget_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0

    def count_and_sweep(front: Front, budget: Budget) -> SweptFront:
        nonlocal tried
        tried += 1
        return sweep(front, budget)

    monkeypatch.setattr(partial, "sweep", count_and_sweep)
    view = large(100)
    known_fractions(view, budget=1)
    assert tried == 0
    known_fractions(view, budget=100)
    fronts = len(find_fronts(deduce(read_witnesses(view)).witnesses))
    assert 10 < tried < fronts / 2
