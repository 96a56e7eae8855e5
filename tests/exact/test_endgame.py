"""Best play to the end, against a plain minimax that shares no code and knows no shortcut."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np
import pytest
from oracles import Enumeration, are_neighbours
from positions import played, random_board, small_positions

from sapper.errors import Contradiction, OutOfRange
from sapper.exact import endgame
from sapper.exact.endgame import EngineMissing, solve, win_probability
from sapper.exact.engine import compiled
from sapper.grid import Cell
from sapper.view import View

pytestmark = pytest.mark.skipif(compiled is None, reason="the engine is not built")

Layout = frozenset[Cell]
MOST_LAYOUTS = 40


class PlainMinimax:
    """Try every hidden cell at every turn; a layout is won once all its safe cells are open."""

    def __init__(self, view: View) -> None:
        enumeration = Enumeration(view.numbers, view.mines)
        self.hidden = enumeration.hidden
        self.layouts = frozenset(
            frozenset(cell for cell, mine in zip(self.hidden, row, strict=True) if mine)
            for row in enumeration.layouts.tolist()
        )
        self.won = lru_cache(maxsize=None)(self._won)

    def _won(self, layouts: frozenset[Layout], opened: frozenset[Cell]) -> int:
        done = sum(len(opened) + len(layout) == len(self.hidden) for layout in layouts)
        if done:
            assert done == len(layouts) == 1
            return 1
        left = [cell for cell in self.hidden if cell not in opened]
        return max(self.won_by(layouts, opened, cell) for cell in left)

    def won_by(self, layouts: frozenset[Layout], opened: frozenset[Cell], cell: Cell) -> int:
        classes: dict[int, set[Layout]] = {}
        for layout in layouts:
            if cell not in layout:
                number = sum(are_neighbours(cell, mine) for mine in layout)
                classes.setdefault(number, set()).add(layout)
        return sum(self.won(frozenset(same), opened | {cell}) for same in classes.values())

    def value(self) -> int:
        return self.won(self.layouts, frozenset())


def test_small_positions_are_worth_what_plain_minimax_says() -> None:
    compared = guesses = 0
    for view in small_positions(games=420, most_hidden=9, seed=11):
        minimax = PlainMinimax(view)
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
    """What the first cell can show, each weighed by its layouts; the best first cell decides."""
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
    """Won, and all, layouts where the first cell shows this number."""
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


def test_a_sea_far_deeper_than_a_stack_is_searched_or_refused() -> None:
    # One mine: 40,000 layouts of 40,000 cells each would take 1.6 GB, which no budget allows.
    assert solve(View(200, 200, mines=1)) is None
    assert solve(View(100, 100, mines=1), budget=1) is None
    deep = solve(View(150, 150, mines=0))
    assert deep is not None
    assert deep.win_probability == 1
