"""Why is this cell safe, or a mine? And if it is uncertain, what are the odds?

The answer uses as few numbers as possible. Among equally small sets it takes the one with the
simplest kind of derivation, and among those the one with the fewest steps. The mine total is used
only where the numbers alone are not enough.

Reasons are looked for near the cell first, then in ever wider surroundings:

    one or two numbers    all near the cell are tried                  `fewest.py`
    the whole board       analyzed by the engine, under a budget       `exact/analysis.py`
    more numbers          twice as far each time: are they             `nearby.py`, `possible.py`
                          consistent with the opposite?
    the mine total        where no numbers settle the cell             `fewest.py`

The analysis finds out whether the position is consistent, and whether the cell is certain. Once
one or two numbers settle the cell, it is no more than a glance. Where the frontier is too wide for
it, numbers near the cell may still settle it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from sapper.errors import BudgetExceeded, CellError
from sapper.exact import contradiction
from sapper.exact.analysis import Analysis, Verdict, analyze, check_budget
from sapper.exact.budgets import DEFAULT_BUDGET
from sapper.exact.counting import mine_fractions
from sapper.exact.fronts import Witness, hidden_cells_of, read_witnesses
from sapper.exact.sweep import Budget
from sapper.grid import Cell, check_cell
from sapper.proof.derive import derive
from sapper.proof.fewest import one_or_two, opposite, sufficient_sets, sufficient_with_total
from sapper.proof.nearby import NEAREST, Surroundings, numbers_linked
from sapper.proof.possible import consistent
from sapper.proof.steps import Claim, Derivation, FromNumber, FromTotal, Grade, Odds
from sapper.view import HIDDEN, View

VIEWS_REMEMBERED = 4
"""Whoever asks about one cell of a view usually asks about others."""
BOARD_SHARE = 2
"""The analysis of the whole board gets one part in so many of the budget."""
GLANCE_SHARE = 20
"""The same where one or two numbers have settled the cell already."""
STATES_PER_STEP = 32
"""A step of the search, in Python, takes as long as this many states of the engine."""
STEPS_PER_CELL = 4
"""Counting in fractions reads the whole board in Python: each cell takes as long as this many."""
ALWAYS_READ = 10_000
"""Boards of so many cells are read whatever the budget: in a fifth of a second at the most."""


def explain(view: View, cell: Cell, *, budget: int | None = DEFAULT_BUDGET) -> Derivation | Odds:
    """A derivation if the cell is certainly safe or certainly a mine; else its odds.

    >>> print(explain(View.parse("###\\n111", mines=1), (0, 2)))
    (0, 2) is safe. Grade: subset, from 2 numbers.
      1. The 1 at (1, 0): exactly 1 of (0, 0) and (0, 1) is a mine.
      2. The 1 at (1, 1): exactly 1 of (0, 0), (0, 1) and (0, 2) is a mine.
      3. The 1 at (1, 1) minus the 1 at (1, 0): (0, 2) is safe.

    `budget` bounds the work in states, as for `analyze`; the default is spent in about a second.
    None sets no limit. If it is spent on the search for fewer numbers, the answer is the best found
    by then; if there is none yet, `BudgetExceeded` is raised. Odds are floats instead of fractions
    where these would take more than the budget.

    Raises `CellError` for a revealed cell, and `Contradiction` for an inconsistent position,
    whichever cell is asked about. Only if the frontier is too wide to be analyzed with a twentieth
    of the budget may a contradiction far from a settled cell go unnoticed.
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
    board = whole_board(view, _budget_of_board(budget, is_settled=is_mine is not None))
    if is_mine is None and board is not None:
        if board.verdicts[cell] == Verdict.OPEN:
            return _odds(board, cell, budget)
        is_mine = bool(board.verdicts[cell] == Verdict.MINE)
    work = Budget(_steps(budget), all_work=True)
    for reach in around.reaches():
        near = around.within(reach)
        for claimed in (False, True) if is_mine is None else (is_mine,):
            if _settle(near, cell, claimed, work):
                if board is None:
                    _check_consistent(view, near, work)
                return _from_numbers(around, reach, claimed, work)
    if is_mine is None:  # the whole board would have to be analyzed
        raise BudgetExceeded(budget)
    return _from_total(view, cell, is_mine, work)


def _steps(budget: int | None) -> int | None:
    return None if budget is None else -(-budget // STATES_PER_STEP)


# The whole board


def _budget_of_board(budget: int | None, is_settled: bool) -> int | None:
    """Even without a limit, the board must not keep a cell waiting that is settled already."""
    if is_settled:
        return -(-(budget or DEFAULT_BUDGET) // GLANCE_SHARE)
    return None if budget is None else -(-budget // BOARD_SHARE)


@lru_cache(maxsize=2 * VIEWS_REMEMBERED)
def whole_board(view: View, budget: int | None) -> Analysis | None:
    """All that is certain on the board, for the next questions too; None if that takes too long."""
    try:
        return analyze(view, budget=budget)
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
    best: Derivation | None = None
    try:
        for numbers in sufficient_sets(around, reach, is_mine, work):
            found = _derivation(numbers, None, around.cell, is_mine, work)
            best = found if best is None else min(best, found, key=_difficulty)
    except BudgetExceeded:
        if best is None:
            raise
    assert best is not None, "all the numbers within reach suffice"
    return best


def _from_total(view: View, cell: Cell, is_mine: bool, work: Budget) -> Derivation:
    hidden = frozenset(hidden_cells_of(view))
    numbers = sufficient_with_total(read_witnesses(view), hidden, view.mines, cell, is_mine, work)
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


def _odds(board: Analysis, cell: Cell, budget: int | None) -> Odds:
    """The odds as fractions; as the analysis has them, where fractions take too long."""
    view = board.view
    uncertain = (view.numbers == HIDDEN) & (board.verdicts == Verdict.OPEN)
    numbers = tuple(
        (number, int(view.numbers[number])) for number in numbers_linked(view, cell, uncertain)
    )
    fractions = fractions_of(view, budget)
    if fractions is None:
        best = board.safest
        assert best is not None, "the cell itself may be safe"
        probability = board.mine_probability
        return Odds(cell, float(probability[cell]), numbers, best, float(probability[best]))
    best_fraction, best = min((fraction, cell) for cell, fraction in fractions.items())
    return Odds(cell, fractions[cell], numbers, best, best_fraction)


@lru_cache(maxsize=VIEWS_REMEMBERED)
def fractions_of(view: View, budget: int | None) -> dict[Cell, Fraction] | None:
    """The exact chances, for the next question about the view too; None if that takes too long."""
    steps = _steps(budget)
    if steps is not None and view.numbers.size > max(steps // STEPS_PER_CELL, ALWAYS_READ):
        return None
    try:
        return mine_fractions(view, steps)
    except BudgetExceeded:
        return None
