"""Best play to the end, against two searches that share no code with it: a plain minimax that knows
no shortcut, and a recursion on sets of layouts that reaches positions of many more of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest
from oracles import PlainMinimax
from positions import (
    bent,
    numbers_of,
    played,
    random_board,
    small_positions,
    won_by_opening,
)
from set_recursion import SetRecursion, TooLong

from sapper._compiled import compiled
from sapper.errors import Contradiction, EngineMissing, OutOfRange
from sapper.exact import endgame
from sapper.exact.endgame import solve, win_probability
from sapper.grid import Cell
from sapper.view import View

pytestmark = pytest.mark.skipif(compiled is None, reason="the engine is not built")

MOST_LAYOUTS = 40


@pytest.mark.slow
def test_small_positions_are_worth_what_plain_minimax_says() -> None:
    compared = guesses = 0
    for view in small_positions(games=420, most_hidden=9, seed=11):
        minimax = PlainMinimax(view.numbers, view.mines)
        if not minimax.layouts or len(minimax.layouts) > MOST_LAYOUTS:
            continue
        solved = solve(view, budget=None)
        assert solved is not None
        assert (solved.won, solved.layouts) == (minimax.value(), len(minimax.layouts)), view
        assert win_probability(view) == Fraction(solved.won, solved.layouts)
        if solved.cell is None:
            assert all(len(layout) == len(minimax.hidden) for layout in minimax.layouts)
        else:
            assert minimax.won_by(minimax.layouts, frozenset(), solved.cell) == solved.won
            assert solved.certain == all(solved.cell not in layout for layout in minimax.layouts)
            guesses += not solved.certain
        compared += 1
    assert compared > 300
    assert guesses > 60


CROWDED = [(4, 4, 5), (4, 5, 7), (5, 5, 8), (3, 7, 6), (4, 6, 8), (2, 11, 7), (5, 4, 9), (5, 6, 9)]


def crowded_positions(games: int, most_hidden: int, seed: int) -> Iterator[View]:
    """Positions with many layouts on small boards: from play, or changed but still consistent."""
    random = np.random.default_rng(seed)
    for game in range(games):
        height, width, mines = CROWDED[game % len(CROWDED)]
        board = random_board(height, width, mines, random)
        for view in played(board, random, flood=bool(random.random() < 0.5)):
            for each in (view, bent(view, random)):
                if 6 <= each.hidden_count <= most_hidden:
                    yield each


SIZES = (64, 256, 1024)
"""The most layouts of a set of one, of four and of sixteen words in the engine."""


def size_class(layouts: int) -> int:
    return sum(layouts > size for size in SIZES)


@pytest.mark.slow
def test_crowded_positions_are_worth_what_a_recursion_on_sets_says() -> None:
    compared = [0, 0, 0, 0]
    guesses = 0
    wanted = (50, 30, 6, 0)
    for view in crowded_positions(games=200, most_hidden=17, seed=13):
        solved = solve_if_it_can_be(view, budget=60_000)
        if solved is None or solved.layouts < 5:
            continue
        size = size_class(solved.layouts)
        if compared[size] >= wanted[size]:
            continue
        recursion = SetRecursion(view, most_sets=6_000)
        assert solved.layouts == recursion.count
        try:
            assert solved.won == recursion.value(), view
            assert solved.cell is not None
            if not solved.certain:
                assert recursion.won_by(solved.cell) == solved.won, view
                guesses += 1
        except TooLong:
            continue
        compared[size] += 1
        if compared == list(wanted):
            break
    assert compared == list(wanted)
    assert guesses > 20


VARIED = [(1, 14), (2, 7), (3, 5), (4, 4), (3, 6), (5, 5), (2, 11), (4, 7)]


def varied_positions(count: int, seed: int) -> Iterator[View]:
    """Any safe cells are revealed, so that the hidden ones often lie apart; every second position
    is changed, which no play would lead to.
    """
    random = np.random.default_rng(seed)
    for place in range(count):
        height, width = VARIED[place % len(VARIED)]
        mines = int(random.integers(2, height * width // 3 + 2))
        numbers = numbers_of(board := random_board(height, width, mines, random))
        revealed = ~board & (random.random(board.shape) < random.choice([0.15, 0.3, 0.45]))
        view = View.from_numbers(np.where(revealed, numbers, -1), mines)
        yield bent(view, random) if place % 2 else view


@pytest.mark.slow
def test_what_is_left_out_of_the_search_loses_nothing() -> None:
    """Cells that others dominate, bounds by rivals, parts, known nodes: the value stays the same,
    and no safer cell that tells something is as good as the one chosen.
    """
    guesses = [0, 0]
    for view in varied_positions(3_000, seed=15):
        if not 5 <= view.hidden_count <= 14:
            continue
        solved = solve_if_it_can_be(view)
        if solved is None or not 4 <= solved.layouts <= 300:
            continue
        recursion = SetRecursion(view, most_sets=2_000)
        try:
            won_by = {cell: recursion.won_by(cell) for cell in recursion.showing}
        except TooLong:
            continue
        assert (solved.won, solved.layouts) == (recursion.value(), recursion.count), view
        assert solved.cell is not None
        assert won_by[solved.cell] == solved.won, view
        if recursion.tells(solved.cell):
            safest = max(
                recursion.safe_in(cell)
                for cell, won in won_by.items()
                if won == solved.won and recursion.tells(cell)
            )
            assert solved.certain or recursion.safe_in(solved.cell) == safest, view
        guesses[solved.layouts > SIZES[0]] += not solved.certain
    assert guesses[0] > 80
    assert guesses[1] > 50


@pytest.mark.slow
def test_very_many_sets_after_safe_cells_take_little_memory() -> None:
    """In each part one of two cells is a mine, and the safe cells beside them tell which: all at
    once, 262,144 sets of 262,144 layouts each, 8 GB.
    """
    resource = pytest.importorskip("resource")
    parts = 18
    view = View.parse("##1##" * parts, mines=parts)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert solve(view, budget=None) == endgame.Solved(2**parts, 2**parts, (0, 0), certain=True)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000


def solve_if_it_can_be(view: View, budget: int | None = None) -> endgame.Solved | None:
    try:
        return solve(view, budget=budget)
    except Contradiction:
        return None


@pytest.mark.slow
def test_no_cell_of_a_position_of_many_layouts_leads_to_more_than_its_value() -> None:
    """Each number is put in and solved by itself, where other sets stand for its layouts."""
    compared = [0, 0, 0, 0]
    wanted = (0, 3, 5, 2)
    for view in crowded_positions(games=200, most_hidden=22, seed=14):
        solved = solve_if_it_can_be(view, budget=60_000)
        if solved is None or solved.certain:
            continue
        size = size_class(solved.layouts)
        if compared[size] >= wanted[size]:
            continue
        by_cell = {cell: won_by_opening(view, cell) for cell in view.hidden()}
        assert solved.won == max(by_cell.values()), view
        assert solved.cell is not None
        assert by_cell[solved.cell] == solved.won, view
        compared[size] += 1
        if compared == list(wanted):
            break
    assert compared == list(wanted)


@pytest.mark.parametrize(
    ("height", "width", "mines", "won", "layouts"),
    [
        (3, 3, 3, 33, 84),
        (3, 4, 2, 52, 66),
        (4, 4, 2, 102, 120),
        (4, 4, 3, 400, 560),
        (4, 4, 4, 961, 1820),
    ],
)
def test_boards_of_known_value(height: int, width: int, mines: int, won: int, layouts: int) -> None:
    solved = solve(View(height, width, mines), budget=None)
    assert solved is not None
    assert (solved.won, solved.layouts) == (won, layouts)


@pytest.mark.parametrize(
    ("height", "width", "mines", "safe", "opening"),
    [
        (3, 3, 3, Fraction(33, 56), Fraction(1)),
        (3, 4, 2, Fraction(52, 55), Fraction(1)),
        (4, 4, 2, Fraction(102, 105), Fraction(1)),
        (4, 4, 3, Fraction(400, 455), Fraction(1)),
        (4, 4, 4, Fraction(961, 1365), Fraction(34, 35)),
    ],
)
def test_known_values_with_a_first_click_that_is_kept_free(
    height: int, width: int, mines: int, safe: Fraction, opening: Fraction
) -> None:
    """What the first cell can show, weighted by its layouts; the best first cell decides."""
    by_safe, by_opening = [], []
    for cell in [(row, column) for row in range(height) for column in range(width)]:
        won = {number: after_first(height, width, mines, cell, number) for number in range(9)}
        layouts = {number: pair[1] for number, pair in won.items() if pair[1]}
        by_safe.append(Fraction(sum(pair[0] for pair in won.values()), sum(layouts.values())))
        if won[0][1]:
            by_opening.append(Fraction(*won[0]))
    assert max(by_safe) == safe
    assert max(by_opening) == opening


def after_first(height: int, width: int, mines: int, cell: Cell, number: int) -> tuple[int, int]:
    """Layouts won, and all layouts, in which the first cell shows this number."""
    numbers = np.full((height, width), -1, dtype=np.int8)
    numbers[cell] = number
    try:
        solved = solve(View.from_numbers(numbers, mines), budget=None)
    except Contradiction:
        return 0, 0
    assert solved is not None
    return solved.won, solved.layouts


def test_a_published_position_and_its_only_best_move() -> None:
    view = View.parse("#####\n#1###\n#3###\n#####", mines=5)
    solved = solve(view)
    assert solved is not None
    assert (solved.won, solved.layouts, solved.cell) == (285, 360, (0, 2))
    assert not solved.certain


def test_independent_parts_with_fixed_mines_multiply() -> None:
    # Two coins: in each corner one of two cells is a mine, and nothing ever tells which.
    view = View.parse("#1001#\n#1001#", mines=2)
    assert win_probability(view) == Fraction(1, 4)


def test_nothing_left_to_open() -> None:
    for view in (View.parse("00\n00", mines=0), View.parse("1#", mines=1)):
        solved = solve(view)
        assert solved is not None
        assert (solved.won, solved.layouts, solved.cell) == (1, 1, None)


def test_a_search_beyond_its_budget_says_so() -> None:
    assert win_probability(View(16, 30, mines=99)) is None
    assert win_probability(View(4, 4, mines=4), budget=5_000) is None
    assert win_probability(View(4, 4, mines=4), budget=None) == Fraction(961, 1820)
    with pytest.raises(OutOfRange, match="budget"):
        win_probability(View(2, 2, mines=1), budget=0)
    with pytest.raises(Contradiction):
        win_probability(View.parse("3#", mines=1))


def test_without_the_engine_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame, "compiled", None)
    with pytest.raises(EngineMissing, match="needs the compiled engine"):
        win_probability(View(2, 2, mines=1))


@pytest.mark.slow
def test_the_end_of_larger_games_never_gets_better_by_a_risk() -> None:
    """The value of a position is what its own best move leads to, averaged over its numbers."""
    random = np.random.default_rng(12)
    compared = 0
    for _ in range(12):
        for view in played(random_board(7, 7, 12, random), random):
            solved = solve(view, budget=200_000)
            if solved is None or solved.cell is None or solved.layouts < 20:
                continue
            total = 0
            for number in range(9):
                numbers = view.numbers.copy()
                numbers[solved.cell] = number
                try:
                    after = solve(View.from_numbers(numbers, view.mines), budget=None)
                except Contradiction:
                    continue
                assert after is not None
                total += after.won
            assert total == solved.won
            compared += 1
    assert compared > 10


@pytest.mark.slow
def test_a_sea_far_deeper_than_a_stack_is_searched_or_refused() -> None:
    # One mine: 40,000 layouts of 40,000 cells each would take 1.6 GB, which no budget allows.
    assert solve(View(200, 200, mines=1)) is None
    assert solve(View(100, 100, mines=1), budget=1) is None
    deep = solve(View(150, 150, mines=0))
    assert deep is not None
    assert deep.win_probability == 1


def test_layouts_of_very_many_cells_use_up_the_budget_sooner() -> None:
    # So few layouts, but 3,000 cells in each: without a limit on its work this would be answered.
    assert win_probability(View(1, 3000, mines=1)) is None
    assert win_probability(View(30, 30, mines=1)) is not None
    assert win_probability(View(1, 40, mines=1), budget=2_000) is not None


def test_a_search_that_would_need_a_deep_stack_is_given_up() -> None:
    # Best play goes along the row, cell by cell: as many levels as cells.
    assert win_probability(View(1, 700, mines=1)) is None
    assert win_probability(View(1, 180, mines=1)) == Fraction(179, 180)
