from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from oracles import Enumeration, ModelCounter
from positions import bent, numbers_of, played, random_board, small_positions, with_every_total

from sapper.errors import BudgetExceeded, Contradiction
from sapper.exact.counting import (
    Certain,
    certain_cells,
    count,
    count_layouts,
    mine_fractions,
    sample_layouts,
)
from sapper.view import View


def expect_same(view: View, oracle: Enumeration | ModelCounter) -> bool:
    """Check one view; return whether it is consistent."""
    if not oracle.count:
        with pytest.raises(Contradiction):
            count(view)
        return False
    counted = count(view)
    assert counted.layouts == oracle.count, str(view)
    assert counted.mine_fractions() == oracle.fractions(), str(view)
    return True


@pytest.mark.slow
def test_every_small_position_is_counted_as_by_writing_all_layouts_down() -> None:
    judged = 0
    for view in small_positions(games=900, most_hidden=13, seed=1):
        assert expect_same(view, Enumeration(view.numbers, view.mines))
        judged += 1
    assert judged > 3000


def test_a_few_positions_with_more_hidden_cells() -> None:
    views = [
        view
        for view in small_positions(games=150, most_hidden=17, seed=2)
        if (view.numbers < 0).sum() > 13
    ]
    assert len(views) > 80
    for view in views[:80]:
        assert expect_same(view, Enumeration(view.numbers, view.mines))


@pytest.mark.slow
def test_bent_positions_can_be_or_not_just_as_all_layouts_say() -> None:
    random = np.random.default_rng(3)
    verdicts = []
    for view in small_positions(games=400, most_hidden=12, seed=3):
        crooked = bent(view, random)
        verdicts.append(expect_same(crooked, Enumeration(crooked.numbers, crooked.mines)))
    assert verdicts.count(True) > 100
    assert verdicts.count(False) > 1000


def test_every_total_of_a_position_loose_or_tight() -> None:
    for view in with_every_total(games=15, seed=4):
        expect_same(view, Enumeration(view.numbers, view.mines))


def test_certain_cells_are_all_that_hold_in_every_layout() -> None:
    found = 0
    for view in small_positions(games=200, most_hidden=12, seed=5):
        layouts = Enumeration(view.numbers, view.mines)
        cells = np.array(layouts.hidden, dtype=np.intp).reshape(-1, 2)
        expected = Certain(
            safe=frozenset(
                (row, column) for row, column in cells[~layouts.layouts.any(axis=0)].tolist()
            ),
            mines=frozenset(
                (row, column) for row, column in cells[layouts.layouts.all(axis=0)].tolist()
            ),
        )
        assert certain_cells(view) == expected
        found += len(expected.safe) + len(expected.mines)
    assert found > 1000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("height", "width", "mines", "games"),
    [(6, 6, 7, 10), (7, 7, 10, 8), (8, 8, 12, 6), (5, 12, 12, 6)],
)
def test_larger_positions_are_counted_as_by_a_model_counter(
    height: int, width: int, mines: int, games: int
) -> None:
    judged = 0
    for seed in range(games):
        random = np.random.default_rng([6, height, seed])
        views = list(played(random_board(height, width, mines, random), random, bool(seed % 2)))
        for view in random.permutation(np.array(views, dtype=object))[:10]:
            off = View.from_numbers(view.numbers, int(mines + random.integers(-1, 2)))
            for some in (view, off):
                if (some.numbers < 0).any():
                    expect_same(some, ModelCounter(some.numbers, some.mines))
                    judged += 1
    assert judged >= 40


def test_nothing_revealed() -> None:
    view = View(16, 30, mines=99)
    assert count_layouts(view) == comb(480, 99)
    assert set(mine_fractions(view).values()) == {Fraction(99, 480)}


def test_everything_safe_revealed() -> None:
    board = random_board(5, 6, 8, np.random.default_rng(7))
    view = View.from_numbers(np.where(board, -1, numbers_of(board)), 8)
    assert count_layouts(view) == 1
    assert certain_cells(view) == Certain(
        frozenset(), frozenset((row, column) for row, column in np.argwhere(board).tolist())
    )


def test_no_cell_hidden() -> None:
    view = View.from_numbers(np.zeros((2, 3), dtype=np.int8), 0)
    assert count_layouts(view) == 1
    assert mine_fractions(view) == {}


def test_no_sea() -> None:
    view = View.parse("#2#\n###\n#2#", mines=3)
    assert not count(view).sea
    assert expect_same(view, Enumeration(view.numbers, view.mines))


def test_flags_are_not_trusted() -> None:
    plain = View.parse("#1#\n###", mines=1)
    assert mine_fractions(plain) == mine_fractions(plain.with_flags([(0, 0), (1, 1)]))


def test_the_sum_of_all_fractions_is_the_total_on_a_large_board() -> None:
    random = np.random.default_rng(8)
    for view in list(played(random_board(50, 50, 500, random), random))[40:240:50]:
        fractions = mine_fractions(view)
        assert len(fractions) == (view.numbers < 0).sum()
        assert sum(fractions.values()) == 500


@pytest.mark.slow
@pytest.mark.parametrize("flood", [True, False])
def test_the_numbers_a_cell_may_show_share_its_layouts_among_them(flood: bool) -> None:
    random = np.random.default_rng(18)
    board = random_board(16, 30, 99, random)
    for view in list(played(board, random, flood))[5:160:20]:
        counted = count(view)
        fractions = counted.mine_fractions()
        for place in random.integers(len(counted.hidden), size=6).tolist():
            cell = counted.hidden[place]
            after = [layouts_or_none(view.revealing({cell: number})) for number in range(9)]
            assert sum(after) == counted.layouts * (1 - fractions[cell])


def layouts_or_none(view: View) -> int:
    try:
        return count_layouts(view)
    except Contradiction:
        return 0


def test_wide_fronts_are_counted() -> None:
    for revealed in (40, 80, 120, 160):
        random = np.random.default_rng([9, revealed])
        views = played(random_board(16, 30, 99, random), random, flood=False)
        view = next(view for step, view in enumerate(views) if step == revealed)
        assert sum(mine_fractions(view).values()) == 99


def test_the_budget_bounds_the_states_and_is_named() -> None:
    random = np.random.default_rng(10)
    views = list(played(random_board(16, 30, 99, random), random, flood=False))
    for ask in (count_layouts, mine_fractions, certain_cells):
        with pytest.raises(BudgetExceeded) as raised:
            ask(views[120], 20)
        assert raised.value.budget == 20
        assert "20" in str(raised.value)
    with pytest.raises(BudgetExceeded):
        sample_layouts(views[120], 1, random, budget=20)
    assert count_layouts(views[120], 10**6) == count_layouts(views[120], None)


def test_a_front_too_wide_for_any_order_runs_out_of_its_budget() -> None:
    numbers = np.full((24, 24), -1, dtype=np.int8)
    numbers[1::2, 1::2] = 3
    view = View.from_numbers(numbers, 190)
    with pytest.raises(BudgetExceeded):
        count_layouts(view, 10_000)


def test_what_needs_no_sweep_needs_no_budget() -> None:
    assert count_layouts(View.parse("###\n121", mines=2), 0) == 1
    assert count_layouts(View(4, 4, mines=3), 0) == comb(16, 3)


@pytest.mark.parametrize(
    "ask", [count_layouts, pytest.param(mine_fractions, marks=pytest.mark.slow)]
)
def test_the_budget_bounds_orders_and_polynomials_too(
    ask: Callable[[View, int], object],
) -> None:
    lattice = np.full((81, 81), -1, dtype=np.int8)
    lattice[1::2, 1::2] = 3  # the orders of its boxes
    strip = np.full((9, 201), -1, dtype=np.int8)
    strip[1::2, 1::2] = 3  # polynomials of hundreds of thousands of bits
    for numbers, mines in ((lattice, 1_900), (strip, 600)):
        with pytest.raises(BudgetExceeded):
            ask(View.from_numbers(numbers, mines), 1_000_000)
