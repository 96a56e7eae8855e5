"""Why is this cell safe, or a mine? And if it is uncertain, what are the odds?

The answer uses as few numbers as possible. Among equally small sets it takes the one with the
simplest kind of derivation, and among those the one with the fewest steps. The mine total is used
only where the numbers alone are not enough.

Reasons are looked for near the cell first, then in ever wider surroundings:

    one or two numbers    all near the cell are tried                  `reasons.py`
    the whole board       analyzed by the engine, under a budget       `exact/analysis.py`
    more numbers          twice as far each time: are they             `reasons.py`
                          consistent with the opposite?
    the mine total        where no numbers settle the cell             `reasons.py`

The engine finds the numbers, or its twin, in `fewest.py`; `derive.py` finds the steps.

The analysis finds out whether the position is consistent, and whether the cell is certain. Once
one or two numbers settle the cell, it is no more than a glance. Where the frontier is too wide for
it, numbers near the cell may still settle it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from sapper.errors import BudgetExceeded
from sapper.exact import contradiction
from sapper.exact.analysis import Analysis, Verdict, analyze, check_budget
from sapper.exact.budgets import DEFAULT_BUDGET
from sapper.exact.chances import Chances
from sapper.exact.fronts import Witness, hidden_cells_of
from sapper.exact.sweep import Budget
from sapper.grid import Cell
from sapper.proof.derive import derive, derive_directly
from sapper.proof.fewest import NumberSet
from sapper.proof.nearby import Surroundings, numbers_linked
from sapper.proof.possible import consistent
from sapper.proof.reasons import Reason, by_all, by_one_or_two, steps
from sapper.proof.steps import Claim, Derivation, FromNumber, FromTotal, Grade, Odds, Step
from sapper.view import HIDDEN, View, check_view

VIEWS_REMEMBERED = 4
"""Whoever asks about one cell of a view usually asks about others."""
BOARD_SHARE = 2
"""The analysis of the whole board gets one part in so many of the budget."""
GLANCE_SHARE = 20
"""The same where one or two numbers have settled the cell already."""
STEPS_PER_CELL = 4
"""Fractions need so many steps of the search for each cell of the board."""
MOST_BY_CASES = 6
"""How many sets of the same size are tried with case analysis."""
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
    check_view(view)
    check_budget(budget)
    cell = view.check_hidden(cell)
    try:
        return _answer(view, cell, budget)
    except BudgetExceeded:
        raise BudgetExceeded(budget) from None


def _answer(view: View, cell: Cell, budget: int | None) -> Derivation | Odds:
    reason = by_one_or_two(view, cell, budget)
    board = whole_board(view, _budget_of_board(budget, is_settled=reason is not None))
    if reason is None:
        is_mine = None
        if board is not None:
            if board.verdicts[cell] == Verdict.OPEN:
                return _odds(board, cell, budget)
            is_mine = bool(board.verdicts[cell] == Verdict.MINE)
        reason = by_all(view, cell, is_mine, budget)
    if board is None:
        _check_consistent(view, Surroundings(view, cell).within(reason.reach), reason.work)
        reason = replace(reason, sets=_consistent_sets(view, reason))
    return _simplest_derivation(view, cell, reason)


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


def _check_consistent(view: View, numbers: Sequence[Witness], work: Budget) -> None:
    """Raise `Contradiction` if these numbers are inconsistent: such numbers settle anything."""
    if not consistent(numbers, work):
        raise contradiction.explain(view, (number.cell for number in numbers), work.left)


def _consistent_sets(view: View, reason: Reason) -> Iterator[NumberSet]:
    """The sets of a reason, each checked: some reach farther than where they were first met."""
    for numbers in reason.sets:
        _check_consistent(view, numbers, reason.work)
        yield numbers


# Certain cells


def _simplest_derivation(view: View, cell: Cell, reason: Reason) -> Derivation:
    """The simplest derivation; if the budget runs out, of those found by then.

    Case analysis is hardest, to follow and to find: it is tried only where nothing else will do.
    """
    simplest = _Simplest(view, cell, reason)
    met: list[NumberSet] = []
    with suppress(BudgetExceeded):
        for numbers in reason.sets:
            met.append(numbers)
            simplest.consider(numbers, derive_directly)
    fewest = min(map(len, met), default=0)
    if simplest.difficulty is None or simplest.difficulty[0] > fewest:
        with suppress(BudgetExceeded):
            for numbers in [each for each in met if len(each) == fewest][:MOST_BY_CASES]:
                simplest.consider(numbers, derive)
    if simplest.found is None:
        raise BudgetExceeded(reason.work.limit)
    return simplest.found


class _Simplest:
    """The simplest of the derivations considered so far."""

    def __init__(self, view: View, cell: Cell, reason: Reason) -> None:
        self.cell, self.reason = cell, reason
        self.goal = Claim.that(cell, reason.is_mine)
        self.total: FromTotal | None = None
        if reason.uses_total:
            hidden = frozenset(hidden_cells_of(view))
            self.total = FromTotal(view.mines, Claim(hidden, view.mines))
        self.found: Derivation | None = None
        self.difficulty: _Difficulty | None = None

    def consider(self, numbers: NumberSet, derive: _Derive) -> None:
        """Derive the goal from these numbers, unless that can't be simpler."""
        if self.difficulty and self.difficulty <= _least_difficulty(numbers, self.cell):
            return
        facts = [
            FromNumber(number.cell, number.lacks, Claim(number.hidden, number.lacks))
            for number in sorted(numbers, key=lambda number: number.cell)
        ]
        steps = derive(facts, self.total, self.goal, self.reason.work)
        if steps is None:
            return
        derivation = Derivation(self.cell, self.reason.is_mine, steps)
        difficulty = _difficulty(derivation)
        if self.difficulty is None or difficulty < self.difficulty:
            self.found, self.difficulty = derivation, difficulty


_Derive: TypeAlias = Callable[
    [Iterable[FromNumber], FromTotal | None, Claim, Budget], tuple[Step, ...] | None
]
_Difficulty: TypeAlias = tuple[int, int, int]
"""Numbers, grade, steps."""
_GRADES = list(Grade)


def _difficulty(derivation: Derivation) -> _Difficulty:
    return len(derivation.numbers), _GRADES.index(derivation.grade), derivation.length


def _least_difficulty(numbers: NumberSet, cell: Cell) -> _Difficulty:
    """No derivation from these numbers is easier, so most need not be looked for.

    Where a single comparison is enough, it subtracts all other numbers from one that touches the
    cell, or finds the overlap of two. If that leaves more cells than one, it takes another step.
    """
    size = len(numbers)
    touching = [number for number in numbers if cell in number.hidden]
    if not touching:  # they account for all mines elsewhere
        return size, _GRADES.index(Grade.TOTAL), size + 2
    whole, *more = touching
    left = whole.hidden.difference(*(number.hidden for number in numbers if number is not whole))
    last_step = int(len(left) > 1)
    if size == 1:
        return 1, _GRADES.index(Grade.SINGLE), 1 + last_step
    if not more and all(_may_be_part(number, whole) for number in numbers):
        return size, _GRADES.index(Grade.SUBSET), size + 1 + last_step
    if size == 2:
        return 2, _GRADES.index(Grade.OVERLAP), 3 + last_step
    return size, _GRADES.index(Grade.CHAIN), size + 2


def _may_be_part(number: Witness, whole: Witness) -> bool:
    return number.hidden <= whole.hidden or number.lacks in (0, len(number.hidden))


# Odds


def _odds(board: Analysis, cell: Cell, budget: int | None) -> Odds:
    """The odds as fractions; as the analysis has them, where fractions take too long."""
    view = board.view
    uncertain = (view.numbers == HIDDEN) & (board.verdicts == Verdict.OPEN)
    numbers = tuple(
        (number, int(view.numbers[number])) for number in numbers_linked(view, cell, uncertain)
    )
    if _is_small(view, budget):
        with suppress(BudgetExceeded):
            chances = chances_of(board, steps(budget))
            return Odds(cell, chances.of(cell), numbers, *chances.safest)
    best = board.safest
    assert best is not None, "the cell itself may be safe"
    probability = board.mine_probability
    return Odds(cell, float(probability[cell]), numbers, best, float(probability[best]))


def _is_small(view: View, budget: int | None) -> bool:
    """Whether a board is small enough for fractions: those of large boards fill pages."""
    allowed = steps(budget)
    return allowed is None or view.numbers.size <= max(allowed // STEPS_PER_CELL, ALWAYS_READ)


@lru_cache(maxsize=VIEWS_REMEMBERED)
def chances_of(board: Analysis, allowed: int | None) -> Chances:
    """The exact chances, which are kept for the next question about the view."""
    return Chances(board, allowed)
