"""Why is this cell safe, or a mine? And if it is uncertain, what are the odds?

The answer uses as few numbers as possible. Among equally small sets it takes the one with the
simplest kind of derivation, and among those the one with the fewest steps. The mine total is used
only where the numbers alone are not enough.

Reasons are looked for near the cell first, then in ever wider surroundings:

    one or two numbers         every one near the cell is tried                `fewest.py`
    a glance at the board      the engine's analysis, under a small budget     here
    numbers farther and        are they consistent with the opposite?          `nearby.py`,
    farther away                                                               `possible.py`
    the mine total             only where no number settles the cell           `fewest.py`

The glance finds out whether the position is consistent and, in nearly all positions, whether the
cell is certain. Where it does not (the frontier is too wide), numbers near the cell may still
settle it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from sapper.errors import BudgetExceeded, CellError
from sapper.exact import contradiction
from sapper.exact.analysis import DEFAULT_BUDGET, Analysis, Verdict, analyze, check_budget
from sapper.exact.counting import Counted, count
from sapper.exact.fronts import Witness, hidden_cells_of, read_witnesses
from sapper.exact.sweep import Budget
from sapper.grid import Cell, check_cell
from sapper.proof.derive import derive
from sapper.proof.fewest import one_or_two, opposite, sufficient_sets, sufficient_with_total
from sapper.proof.nearby import NEAREST, Surroundings
from sapper.proof.possible import consistent
from sapper.proof.steps import Claim, Derivation, FromNumber, FromTotal, Grade, Odds
from sapper.view import View

VIEWS_REMEMBERED = 4
"""Whoever asks about one cell of a view usually asks about others."""
GLANCE = 20
"""The glance at the whole board gets this fraction of the budget: one part in 20."""
STATES_PER_STEP = 20
"""A step of the search, in Python, takes as long as this many states of the engine."""


def explain(
    view: View, cell: Cell, *, budget: int | None = DEFAULT_BUDGET
) -> Derivation | Odds:
    """A derivation if the cell is certainly safe or certainly a mine; else its odds.

    >>> print(explain(View.parse("###\\n111", mines=1), (0, 2)))
    (0, 2) is safe. Grade: subset, from 2 numbers.
      1. The 1 at (1, 0): exactly 1 of (0, 0) and (0, 1) is a mine.
      2. The 1 at (1, 1): exactly 1 of (0, 0), (0, 1) and (0, 2) is a mine.
      3. The 1 at (1, 1) minus the 1 at (1, 0): (0, 2) is safe.

    `budget` bounds the work in states, as for `analyze`; the default is reached in about a second.
    None sets no limit. Raises

    - `CellError` for a revealed cell;
    - `Contradiction` for an inconsistent position, wherever one asks. If the frontier is too wide
      to be analyzed with a twentieth of the budget, only the numbers looked at are known to be
      consistent;
    - `BudgetExceeded` if no answer is found within the budget.
    """
    check_budget(budget)
    cell = check_cell(cell, view.height, view.width)
    if not view.is_hidden(cell):
        raise CellError(f"cell {cell} is revealed; it shows {view.number(cell)}")
    try:
        return _answer(view, cell, budget)
    except BudgetExceeded:
        raise BudgetExceeded(budget) from None


def _answer(view: View, cell: Cell, budget: int | None) -> Derivation | Odds:
    around = Surroundings(view, cell)
    is_mine = _settled_by_one_or_two(around)
    board = glance(view, budget)
    if is_mine is None and board is not None:
        if board.verdicts[cell] == Verdict.OPEN:
            return _odds(view, cell, budget)
        is_mine = bool(board.verdicts[cell] == Verdict.MINE)
    work = Budget(_steps(budget))
    for reach in around.reaches():
        near = around.within(reach)
        for claimed in (False, True) if is_mine is None else (is_mine,):
            if _settle(near, cell, claimed, work):
                if board is None:
                    _check_consistent(view, near, work)
                return _from_numbers(around, reach, claimed, work)
    if is_mine is None:  # too wide for the glance, and so for everything else
        raise BudgetExceeded(budget)
    return _from_total(view, cell, is_mine, work)


def _steps(budget: int | None) -> int | None:
    return None if budget is None else -(-budget // STATES_PER_STEP)


# The whole board, at a glance


@lru_cache(maxsize=VIEWS_REMEMBERED)
def glance(view: View, budget: int | None) -> Analysis | None:
    """All that is certain on the board, for the next questions too; None if that takes too long.

    Even without a limit it is no more than a glance: it must not keep a local reason waiting.
    """
    try:
        return analyze(view, budget=-(-(budget or DEFAULT_BUDGET) // GLANCE))
    except BudgetExceeded:
        return None


def _check_consistent(view: View, near: list[Witness], work: Budget) -> None:
    """Raise `Contradiction` if these numbers are inconsistent: such numbers settle anything."""
    if not consistent(near, work):
        raise contradiction.explain(view, (number.cell for number in near), work.left)


# Certain cells


def _settled_by_one_or_two(around: Surroundings) -> bool | None:
    """Whether one or two numbers show that the cell is a mine; None if they show nothing."""
    near = around.within(NEAREST)
    for is_mine in (False, True):
        if one_or_two(near, around.cell, is_mine):
            return is_mine
    return None


def _settle(near: list[Witness], cell: Cell, is_mine: bool, work: Budget) -> bool:
    """Whether these numbers show what the cell is: they are inconsistent with the opposite."""
    return bool(one_or_two(near, cell, is_mine)) or not consistent(
        [*near, opposite(cell, is_mine)], work
    )


def _from_numbers(around: Surroundings, reach: int, is_mine: bool, work: Budget) -> Derivation:
    """The simplest derivation; if the budget runs out, of those found by then."""
    derivations: list[Derivation] = []
    try:
        for numbers in sufficient_sets(around, reach, is_mine, work):
            derivations.append(_derivation(numbers, None, around.cell, is_mine, work))
    except BudgetExceeded:
        if not derivations:
            raise
    return min(derivations, key=_difficulty)


def _from_total(view: View, cell: Cell, is_mine: bool, work: Budget) -> Derivation:
    hidden = frozenset(hidden_cells_of(view))
    numbers = sufficient_with_total(
        read_witnesses(view), hidden, view.mines, cell, is_mine, work
    )
    total = FromTotal(view.mines, Claim(hidden, view.mines))
    return _derivation(numbers, total, cell, is_mine, work)


def _derivation(
    numbers: Iterable[Witness], total: FromTotal | None, cell: Cell, is_mine: bool, work: Budget
) -> Derivation:
    facts = [
        FromNumber(number.cell, number.lacks, Claim(number.hidden, number.lacks))
        for number in sorted(numbers, key=lambda number: number.cell)
    ]
    return Derivation(cell, is_mine, derive(facts, total, Claim.that(cell, is_mine), work))


def _difficulty(derivation: Derivation) -> tuple[int, int, int]:
    grade = list(Grade).index(derivation.grade)
    return len(derivation.numbers), grade, derivation.length


# Odds


class CountedPosition:
    """A view with all its layouts counted: everything that its odds need."""

    def __init__(self, view: View, budget: int | None) -> None:
        self.counted: Counted = count(view, budget)
        self.fractions = self.counted.mine_fractions()

    def numbers_bearing_on(self, cell: Cell) -> tuple[Cell, ...]:
        """The numbers of the front that the cell is in."""
        for swept in self.counted.fronts:
            if any(cell in witness.hidden for witness in swept.front.witnesses):
                return tuple(sorted(witness.cell for witness in swept.front.witnesses))
        return ()

    def best(self) -> tuple[Fraction, Cell]:
        """The lowest chance of a mine, and the first cell that has it."""
        return min((fraction, cell) for cell, fraction in self.fractions.items())


@lru_cache(maxsize=VIEWS_REMEMBERED)
def counted_position(view: View, budget: int | None) -> CountedPosition:
    """Count a view exactly, and keep the result for the next question about it."""
    return CountedPosition(view, _steps(budget))


def _odds(view: View, cell: Cell, budget: int | None) -> Odds:
    position = counted_position(view, budget)
    best_fraction, best = position.best()
    numbers = tuple(
        (number, int(view.numbers[number])) for number in position.numbers_bearing_on(cell)
    )
    return Odds(cell, position.fractions[cell], numbers, best, best_fraction)
