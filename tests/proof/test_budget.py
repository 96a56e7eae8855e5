"""Local reasons are found locally, and an explanation takes no more than its budget."""

from __future__ import annotations

import numpy as np
import pytest
from bench_explain import certain_cells
from positions import bent, numbers_of, random_board, small_positions

import sapper
from sapper.errors import BudgetExceeded, Contradiction, OutOfRange
from sapper.exact.consistency import Consistency
from sapper.exact.counting import Counted, count
from sapper.exact.fronts import find_fronts, read_witnesses, split
from sapper.exact.sweep import Budget, reachable_totals
from sapper.grid import Cell
from sapper.play import asking
from sapper.proof import possible, reasons, search
from sapper.proof.check import check
from sapper.proof.derive import derive
from sapper.proof.fewest import sufficient_with_total
from sapper.proof.nearby import NEAREST, Surroundings
from sapper.proof.possible import consistent
from sapper.proof.search import explain
from sapper.proof.steps import Claim, Derivation, FromNumber, Odds
from sapper.view import HIDDEN, View

TOO_SMALL = 20_000
"""A budget with which a lattice can't be analyzed."""
BY_MANY = (
    View.parse(
        """
        000000000
        000000011
        11111212#
        #########
        ####1####
        #########
        #########
        #########
        #########
        """,
        mines=10,
    ),
    (3, 1),
)
"""A cell that needs many numbers, and a minimal set that is not the smallest."""


@pytest.fixture(autouse=True)
def _nothing_is_remembered() -> None:
    search.whole_board.cache_clear()
    search.chances_of.cache_clear()


def lattice(side: int = 30, mines: int = 270, seed: int = 1) -> View:
    """Every second row and column is shown: one front as wide as the board."""
    board = random_board(side, side, mines, np.random.default_rng(seed))
    board[::2, ::2] = False
    numbers = numbers_of(board)
    shown = np.zeros_like(board)
    shown[::2, ::2] = True
    return View.from_numbers(np.where(shown, numbers, -1), int(board.sum()))


def beside_zeros(view: View) -> list[Cell]:
    cells = [
        (row, column + 1)
        for row, column in np.argwhere(view.numbers == 0).tolist()
        if column + 1 < view.width
    ]
    assert cells
    return cells


def test_a_cell_beside_a_zero_needs_no_look_at_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    view = lattice()
    with pytest.raises(BudgetExceeded):
        sapper.analyze(view, budget=TOO_SMALL)

    def refuse(*_: object) -> None:
        raise AssertionError("the whole board was read")

    monkeypatch.setattr(search, "chances_of", refuse)
    monkeypatch.setattr(search, "hidden_cells_of", refuse)
    monkeypatch.setattr(reasons, "read_witnesses", refuse)
    for cell in beside_zeros(view):
        derivation = explain(view, cell, budget=TOO_SMALL)
        assert isinstance(derivation, Derivation)
        assert (derivation.grade, derivation.is_mine) == ("single", False)
        check(view, derivation)


def too_wide(*_: object) -> None:
    """Stands in for the analysis of a board that takes too long."""


def test_numbers_settle_cells_of_boards_too_wide_to_be_analyzed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = [
        (view, cell, explain(view, cell))
        for seed in (7, 8, 9)
        for view, cells in certain_cells("beginner", seed)
        for cell in (*cells, *view.hidden()[:2])
    ]
    monkeypatch.setattr(search, "whole_board", too_wide)
    settled = refused = 0
    for view, cell, answer in asked:
        if isinstance(answer, Derivation) and not answer.uses_total:
            assert explain(view, cell) == answer
            settled += len(answer.numbers) > 2
        else:
            with pytest.raises(BudgetExceeded):
                explain(view, cell)
            refused += 1
    assert settled > 3
    assert refused > 3


def test_a_refusal_names_the_budget_and_says_so_again() -> None:
    view = lattice()
    uncertain = (17, 17)
    for _ in range(2):
        with pytest.raises(BudgetExceeded, match="more than the budget of 20,000 states") as caught:
            explain(view, uncertain, budget=TOO_SMALL)
        assert caught.value.budget == TOO_SMALL
    with pytest.raises(BudgetExceeded):
        asking.why(view, uncertain, budget=TOO_SMALL)


@pytest.mark.parametrize("budget", [0, -5, 1.5])
def test_a_budget_that_is_none_is_refused(budget: int) -> None:
    with pytest.raises(OutOfRange, match="a budget must be a whole number of states"):
        explain(View.parse("#1#", mines=1), (0, 0), budget=budget)


def test_no_budget_is_no_limit() -> None:
    view = View.parse("##1###", mines=2)
    assert explain(view, (0, 1), budget=None) == explain(view, (0, 1))
    assert isinstance(explain(view, (0, 1), budget=None), Odds)


def test_a_small_budget_gives_a_minimal_reason_and_a_larger_one_the_fewest_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Refused, then no number can be left out, then no smaller set suffices.

    The twin's search takes most of the budget, the engine's hardly any (see `test_reasons.py`).
    """
    monkeypatch.setattr(reasons, "compiled", None)
    view, cell = BY_MANY
    sizes = []
    for budget in (1, *(2**power for power in range(8, 26))):
        try:
            derivation = explain(view, cell, budget=budget)
        except BudgetExceeded:
            sizes.append(0)
            continue
        assert isinstance(derivation, Derivation)
        check(view, derivation)
        sizes.append(len(derivation.numbers))
    refused = sizes.count(0)
    assert refused > 2
    assert sizes == [0] * refused + sorted(sizes[refused:], reverse=True)
    assert sizes[refused] > sizes[-1] > 2


# Inconsistent positions


def test_numbers_near_the_cell_that_contradict_each_other_are_named_however_wide_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "whole_board", too_wide)
    random = np.random.default_rng(63)
    refused = 0
    for view in small_positions(games=60, most_hidden=11, seed=64):
        crooked = bent(view, random)
        for cell in crooked.hidden():
            near = Surroundings(crooked, cell).within(NEAREST)
            if not consistent(near):
                with pytest.raises(Contradiction) as caught:
                    explain(crooked, cell)
                assert set(caught.value.cells) <= {number.cell for number in near}
                refused += 1
    assert refused > 20


BESIDE_A_CONTRADICTION = View.parse(
    """
    12########
    #2####11##
    #3#1#1####
    1###1##3##
    ###3###11#
    """,
    mines=10,
)
"""The numbers within reach of (3, 3) are consistent; three a little farther away are not."""


@pytest.mark.parametrize("by_twin", [False, True])
def test_numbers_that_settle_a_cell_by_contradicting_each_other_are_no_reason(
    monkeypatch: pytest.MonkeyPatch, by_twin: bool
) -> None:
    if by_twin:
        monkeypatch.setattr(reasons, "compiled", None)
    wide = lattice(side=20, mines=120).numbers
    numbers = np.full((len(wide) + 6, 20), HIDDEN, dtype=np.int8)
    numbers[: len(wide)] = wide
    numbers[-5:, :10] = BESIDE_A_CONTRADICTION.numbers
    view, top = View.from_numbers(numbers, mines=135), len(wide) + 1
    with pytest.raises(BudgetExceeded):
        sapper.analyze(view, budget=1_000_000)
    with pytest.raises(Contradiction) as caught:
        explain(view, (top + 3, 3), budget=1_000_000)
    assert caught.value.cells == ((top + 1, 7), (top + 3, 7), (top + 4, 7))


def test_a_contradiction_far_away_goes_unnoticed_only_where_the_board_is_too_wide() -> None:
    view = lattice()
    impossible_total = View.from_numbers(view.numbers, mines=20)  # not seen at a glance
    cell = beside_zeros(view)[0]
    derivation = explain(impossible_total, cell, budget=TOO_SMALL)
    assert isinstance(derivation, Derivation)
    check(impossible_total, derivation)
    small = lattice(side=12, mines=40)
    with pytest.raises(Contradiction):
        explain(View.from_numbers(small.numbers, mines=1), beside_zeros(small)[0])


# The same answers as by counting everything


def needs_total(counted: Counted, cell: Cell) -> bool:
    """Whether no front settles the cell whatever the total, by counting all its placements."""
    if cell in counted.deduced.safe | counted.deduced.mines:
        return False
    for swept in counted.fronts:
        for box, mines in swept.mines_in_boxes(dict.fromkeys(swept.totals, 1)).items():
            if cell in box.cells:
                return mines not in (0, len(box.cells) * sum(swept.totals.values()))
    return True


def test_the_total_is_used_only_where_counting_says_it_is_needed() -> None:
    positions = with_total = 0
    for name, seed in (("beginner", 11), ("course", 12), ("intermediate", 13), ("expert", 14)):
        for view, cells in certain_cells(name, seed):
            counted = count(view)
            fractions = counted.mine_fractions()
            for cell in cells[::3]:
                derivation = explain(view, cell)
                assert isinstance(derivation, Derivation)
                assert derivation.is_mine == (fractions[cell] == 1)
                assert derivation.uses_total == needs_total(counted, cell)
                with_total += derivation.uses_total
            positions += 1
    assert positions > 30
    assert with_total > 3


def test_surroundings_are_the_numbers_connected_with_a_cell() -> None:
    for view, cells in certain_cells("intermediate", seed=4):
        groups = split(read_witnesses(view))
        for cell in cells[::5]:
            around = Surroundings(view, cell)
            *_, widest = around.reaches()
            group = [each for each in groups if any(cell in number.hidden for number in each)]
            assert set(around.within(widest)) == {number for each in group for number in each}
            assert set(around.within(3)) <= set(around.within(6)) <= set(around.within(widest))


# What is counted as work


def test_the_search_for_an_order_is_paid_for_with_all_other_work() -> None:
    (front,) = find_fronts(read_witnesses(lattice(12, mines=40, seed=3)))
    states, all_work = Budget(None), Budget(None, all_work=True)
    assert reachable_totals(front, states) == reachable_totals(front, all_work)
    assert all_work.spent >= states.spent + 16 * len(front.boxes)
    assert all_work.left is None
    with pytest.raises(BudgetExceeded):
        reachable_totals(front, Budget(16, all_work=True))


def test_trying_sweeping_and_deriving_draw_on_the_same_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = View.parse("####\n1221", mines=2)
    numbers = read_witnesses(view)
    facts = [
        FromNumber(number.cell, number.lacks, Claim(number.hidden, number.lacks))
        for number in numbers
    ]
    with pytest.raises(BudgetExceeded):
        consistent(numbers, Budget(0))
    with pytest.raises(BudgetExceeded):
        derive(facts, None, Claim.that((0, 3), False), Budget(3))
    monkeypatch.setattr(possible, "MOST_TRIALS", 0)
    front = read_witnesses(lattice(8, mines=16))
    assert consistent(front, Budget(None))
    with pytest.raises(BudgetExceeded):
        consistent(front, Budget(1))


def test_sweeps_for_the_total_draw_on_it_too() -> None:
    view = lattice(12, mines=40, seed=3)
    numbers, hidden = read_witnesses(view), frozenset(view.hidden())
    one_too_many = Consistency(hidden, 0).totals(numbers).bit_length()
    one_too_many += len(hidden.difference(*(number.hidden for number in numbers)))
    work = Budget(None, all_work=True)
    needed = sufficient_with_total(numbers, hidden, one_too_many, (1, 1), True, work)
    assert len(needed) > 10
    assert work.spent > 10 * len(numbers) ** 2


# Odds where fractions take too long


def sparse(side: int, seed: int = 1) -> View:
    """A fifth of the cells are mines, and 3 % are shown."""
    random = np.random.default_rng(seed)
    board = random.random((side, side)) < 0.2
    shown = (random.random(board.shape) < 0.03) & ~board
    return View.from_numbers(np.where(shown, numbers_of(board), -1), int(board.sum()))


def test_odds_are_floats_where_fractions_take_more_than_the_budget() -> None:
    view = sparse(300)
    analysis = sapper.analyze(view)
    uncertain = np.argwhere((view.numbers < 0) & (analysis.verdicts == 0))
    for cell in map(tuple, uncertain[:: len(uncertain) // 20].tolist()):
        answer = explain(view, cell)
        assert isinstance(answer, Odds)
        assert answer.mine_probability == analysis.mine_probability[cell]
        assert (answer.mine_fraction, answer.best_mine_fraction) == (None, None)
        assert (answer.best, answer.best_mine_probability) == (min(analysis.safe), 0)
        assert not answer.is_best
        told = answer.to_json()
        assert (told["mine_probability"], told["mine_fraction"]) == (answer.mine_probability, None)
        assert str(answer).startswith(f"{cell}: {100 * answer.mine_probability:.1f} % chance")


def test_a_large_board_is_not_read_for_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the whole board was read")

    monkeypatch.setattr(search, "chances_of", refuse)
    view = View(1000, 1000, mines=200_000)
    answer = explain(view, (500, 500))
    assert isinstance(answer, Odds)
    assert answer.mine_probability == pytest.approx(0.2)
    assert answer.is_best
    assert "No cell is safer" in str(answer)


def test_floats_say_the_same_as_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [
        (view, cell, answer)
        for view in small_positions(games=30, most_hidden=12, seed=65)
        for cell in view.hidden()
        if isinstance(answer := explain(view, cell), Odds)
    ]
    assert len(asked) > 100

    def too_long(*_: object) -> None:
        raise BudgetExceeded(1)

    monkeypatch.setattr(search, "chances_of", too_long)
    for view, cell, exactly in asked:
        answer = explain(view, cell)
        assert isinstance(answer, Odds)
        assert exactly.mine_fraction is not None
        assert answer.mine_fraction is None
        assert answer.mine_probability == pytest.approx(exactly.mine_probability, abs=1e-12)
        assert answer.best_mine_probability == pytest.approx(exactly.best_mine_probability)
        assert (answer.numbers, answer.is_best) == (exactly.numbers, exactly.is_best)
