"""Best play to the end, where the rest of a game is small enough to search."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sapper._compiled import compiled
from sapper.errors import EngineMissing
from sapper.exact.analysis import check_budget, contradiction_in
from sapper.exact.budgets import DEFAULT_SEARCH
from sapper.grid import Cell
from sapper.view import View, check_view


@dataclass(frozen=True, slots=True)
class Solved:
    """A position solved by searching to the end of the game."""

    won: int
    """How many layouts best play wins."""
    layouts: int
    cell: Cell | None
    """A best move; None if every hidden cell is a mine."""
    certain: bool

    @property
    def win_probability(self) -> Fraction:
        """The chance of winning with best play, all layouts being equally likely."""
        return Fraction(self.won, self.layouts)


def solve(view: View, *, budget: int | None = DEFAULT_SEARCH) -> Solved | None:
    """A best move and its chance of winning; None if the search would exceed the budget.

    >>> solve(View.parse("1#\\n##", mines=1))
    Solved(won=1, layouts=3, cell=(0, 1), certain=False)
    """
    check_view(view)
    limit = check_budget(budget)
    if compiled is None:
        raise EngineMissing("best play to the end of a game")
    try:
        won, layouts, position, certain = compiled.solve(view.numbers, view.mines, limit)
    except compiled.Contradiction:
        raise contradiction_in(view, budget) from None
    except compiled.BudgetExceeded:
        return None
    cell = None if position is None else divmod(position, view.width)
    return Solved(won, layouts, cell, certain)


def win_probability(view: View, *, budget: int | None = DEFAULT_SEARCH) -> Fraction | None:
    """The exact chance of winning with best play; None if the search would exceed the budget.

    No start rule is assumed: if nothing is revealed yet, the first click may be a mine. `budget`
    is the number of layouts the search may visit, summed over all nodes of its tree, where layouts
    of very many cells count for more; None sets no limit.

    >>> win_probability(View(4, 4, mines=4))
    Fraction(961, 1820)
    """
    solved = solve(view, budget=budget)
    return None if solved is None else solved.win_probability
