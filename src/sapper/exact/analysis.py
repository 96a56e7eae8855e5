"""The facade of exact reasoning: the compiled engine if there is one, else its Python twin.

Both count the same layouts in the same way. The engine uses floating-point numbers and takes
microseconds; the twin uses integers of any size and takes milliseconds. For the number of layouts
the engine counts each front in integers too, and Python combines the fronts. Which numbers
contradict each other always comes from the twin.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper._compiled import compiled
from sapper.errors import BudgetExceeded, Contradiction, OutOfRange, SapperError
from sapper.exact import counting
from sapper.exact.budgets import DEFAULT_BUDGET, STATES_OF_TWIN
from sapper.exact.combine import FrontWays, count_together
from sapper.exact.partial import known_fractions
from sapper.grid import Cell, is_whole
from sapper.seed import AGENT_SEED_BITS, check_seed
from sapper.view import View, check_view

if TYPE_CHECKING:
    from sapper.picture.board import Picture

MOST = 1 << 62


class Verdict(IntEnum):
    """What is certain about a cell, in the engine's encoding."""

    OPEN = 0
    """Nothing: it may be safe or a mine, or it is revealed already."""
    SAFE = 1
    MINE = -1


@dataclass(frozen=True, eq=False)
class Analysis:
    """Everything that follows from a view; or, if not `complete`, what was found within the budget.

    >>> from sapper.view import View
    >>> analysis = analyze(View.parse("11#\\n###", mines=1))
    >>> sorted(analysis.safe), analysis.mine_probability[1].tolist(), analysis.layouts
    ([(0, 2), (1, 2)], [0.5, 0.5, 0.0], 2)
    """

    view: View
    mine_probability: NDArray[np.float64]
    """The chance of a mine for each cell; nan if it is revealed, or not known within the budget."""
    verdicts: NDArray[np.int8]
    """What is certain about each cell: a `Verdict`."""
    budget: int | None
    complete: bool = True
    """Whether every cell's chance is known, and every certain cell found."""

    @cached_property
    def safe(self) -> frozenset[Cell]:
        """Every hidden cell that is safe in all possible layouts."""
        return self._where(Verdict.SAFE)

    @cached_property
    def mines(self) -> frozenset[Cell]:
        """Every hidden cell that is a mine in all possible layouts."""
        return self._where(Verdict.MINE)

    @cached_property
    def layouts(self) -> int:
        """The exact number of possible layouts.

        Raises `BudgetExceeded` where the number is so long that it takes more than the budget,
        which may be enough for everything else, and where the analysis is not complete.
        """
        if not self.complete:
            raise BudgetExceeded(self.budget)
        return count_layouts(self.view, budget=self.budget)

    @property
    def safest(self) -> Cell | None:
        """The first of the safest cells; None if all that are left are mines, or it isn't known."""
        known = np.where(np.isnan(self.mine_probability), 1.0, self.mine_probability)
        row, column = divmod(int(known.argmin()), self.view.width)
        is_it = known[row, column] < 1 if self.complete else known[row, column] == 0
        return (row, column) if is_it else None

    def picture(self) -> Picture:
        """The position as a heat map: what is certain, and in percent what is not."""
        from sapper.exact.drawn import draw_analysis

        return draw_analysis(self)

    def _repr_svg_(self) -> str:
        return self.picture().svg()

    def is_known(self, cell: Cell) -> bool:
        """Whether the chance of a mine in a hidden cell is known: always, if `complete`."""
        return not np.isnan(self.mine_probability[cell])

    def _where(self, verdict: Verdict) -> frozenset[Cell]:
        return frozenset(self.view.cells_at(np.flatnonzero(self.verdicts == verdict)))


def analyze(view: View, *, budget: int | None = DEFAULT_BUDGET, partial: bool = False) -> Analysis:
    """The mine probability of every cell and all that is certain, given the mine total.

    Raises `Contradiction` for an inconsistent position, with a minimal set of numbers that
    contradict each other, and `BudgetExceeded` if counting would take more states than `budget`
    (None sets no limit).

    With `partial`, a position that exceeds the budget is answered as far as the budget goes, and
    the analysis is not `complete`. It then has only what holds however the rest turns out: cells
    settled by single numbers, pairs of numbers or the numbers of one frontier, and the odds of
    frontiers whose own numbers fix how many mines they hold. All else is nan. That a position is
    inconsistent may go unnoticed.

    >>> from sapper.view import View
    >>> analyze(View.parse("1#\\n##", mines=1)).mine_probability.round(3).tolist()
    [[nan, 0.333], [0.333, 0.333]]
    >>> view = View.parse("0#1###1##1##1#", mines=4)
    >>> partly = analyze(view, budget=2, partial=True)
    >>> partly.complete, partly.mine_probability[0, :8].tolist()
    (False, [nan, 0.0, nan, 1.0, nan, 0.5, nan, 0.5])
    """
    check_view(view)
    limit = check_budget(budget)
    if compiled is None:
        return _analyze_in_python(view, budget, partial)
    complete = True
    try:
        try:
            probability, verdicts = compiled.analyze(view.numbers, view.mines, limit)
        except compiled.BudgetExceeded:
            if not partial:
                raise
            complete = False
            probability, verdicts = compiled.analyze_apart(view.numbers, view.mines, limit)
    except (compiled.Contradiction, compiled.BudgetExceeded) as error:
        raise as_sapper_error(error, view, budget) from None
    return Analysis(view, probability, verdicts, budget, complete)


def count_layouts(view: View, *, budget: int | None = DEFAULT_BUDGET) -> int:
    """The exact number of possible layouts.

    Raises `Contradiction` and `BudgetExceeded` as `analyze` does; a few positions with very many
    fronts can be analyzed but not counted within the budget.

    >>> from sapper.view import View
    >>> count_layouts(View(9, 9, mines=10))
    1878392407320
    """
    check_view(view)
    check_budget(budget)
    if compiled is None:
        with budget_of_twin(budget) as states:
            return counting.count_layouts(view, states)
    layouts = count_by_engine(view, budget)
    if not layouts:
        raise contradiction_in(view, budget)
    return layouts


def count_by_engine(view: View, budget: int | None, mine: Cell | None = None) -> int:
    """The number of possible layouts; if an uncertain cell is given, of those with a mine there."""
    assert compiled is not None
    index = None if mine is None else mine[0] * view.width + mine[1]
    try:
        sea, mines_left, fronts = compiled.front_ways(
            view.numbers, view.mines, check_budget(budget), index
        )
    except (compiled.Contradiction, compiled.BudgetExceeded) as error:
        raise as_sapper_error(error, view, budget) from None
    return count_together(map(_read_ways, fronts), sea, mines_left, budget)


def _read_ways(front: tuple[int, int, bytes]) -> FrontWays:
    """The ways of a front as the engine writes them."""
    low, size, digits = front
    return FrontWays(
        low,
        tuple(
            int.from_bytes(digits[start : start + size], "little")
            for start in range(0, len(digits), size)
        ),
    )


def safe_together(
    view: View, cells: Iterable[Cell], *, budget: int | None = DEFAULT_BUDGET
) -> float:
    """The chance that none of these hidden cells is a mine.

    >>> from sapper.view import View
    >>> safe_together(View.parse("##1##", mines=2), [(0, 0), (0, 1)])
    0.25
    """
    check_view(view)
    check_budget(budget)
    with budget_of_twin(budget) as states:
        return to_float(counting.safe_fraction(view, cells, states))


def sample_layouts(
    view: View, n: int, seed: int, *, budget: int | None = DEFAULT_BUDGET
) -> NDArray[np.bool_]:
    """Draw `n` possible layouts, all equally likely: True is a mine; (n, height, width).

    The first k layouts of a seed are the same for any `n`. The compiled engine and the Python twin
    draw different layouts.

    >>> from sapper.view import View
    >>> sample_layouts(View.parse("1#", mines=1), 2, seed=1).tolist()
    [[[False, True]], [[False, True]]]
    """
    check_view(view)
    limit = check_budget(budget)
    if not (is_whole(n) and 0 <= n < MOST):
        raise OutOfRange(
            f"the number of layouts must be a whole number from 0 to 2**62 − 1, not {n}"
        )
    check_seed(seed, AGENT_SEED_BITS)
    if compiled is None:
        generator = np.random.Generator(np.random.Philox(key=seed))
        with budget_of_twin(budget) as states:
            return counting.sample_layouts(view, n, generator, states)
    try:
        layouts: NDArray[np.bool_] = compiled.sample(view.numbers, view.mines, n, seed, limit)
    except (compiled.Contradiction, compiled.BudgetExceeded) as error:
        raise as_sapper_error(error, view, budget) from None
    return layouts


def check_budget(budget: int | None) -> int | None:
    """The budget, if it is a whole number from 1 up, or None for no limit."""
    if budget is None:
        return None
    if not (is_whole(budget) and 0 < budget < MOST):
        raise OutOfRange(
            f"a budget must be a whole number of states from 1 to 2**62 − 1, not {budget}"
        )
    return budget


def as_sapper_error(error: Exception, view: View | None, budget: int | None) -> SapperError:
    """Translate an engine error into the one that users see.

    For a contradiction, the twin finds the numbers that contradict each other.
    """
    assert compiled is not None
    if isinstance(error, compiled.BudgetExceeded) or view is None:
        return BudgetExceeded(budget)
    return contradiction_in(view, budget)


def contradiction_in(view: View, budget: int | None) -> SapperError:
    """Why a view that has no possible layout is inconsistent."""
    for find in (counting.count, known_fractions):  # in all fronts together, or else in one of them
        try:
            with budget_of_twin(budget) as states:
                find(view, states)
        except BudgetExceeded:
            continue
        except SapperError as error:
            return error
        assert find is known_fractions, "the engine and its twin disagree"
    return Contradiction("this position is inconsistent; to find out why exceeds the budget")


@contextmanager
def budget_of_twin(budget: int | None) -> Iterator[int | None]:
    """The twin's states that take as long as a budget; an error names the budget itself."""
    try:
        yield None if budget is None else -(-budget // STATES_OF_TWIN)
    except BudgetExceeded:
        raise BudgetExceeded(budget) from None


def to_float(probability: Fraction) -> float:
    """The nearest float, as in the engine: anything uncertain is never rounded to 0 or 1.

    >>> to_float(Fraction(1, 4)), to_float(Fraction(1, 10**400)) > 0
    (0.25, True)
    """
    if probability in (0, 1):
        return float(probability)
    return min(max(float(probability), sys.float_info.min), 1 - sys.float_info.epsilon / 2)


def _analyze_in_python(view: View, budget: int | None, partial: bool) -> Analysis:
    complete = True
    with budget_of_twin(budget) as states:
        try:
            fractions = counting.mine_fractions(view, states)
        except BudgetExceeded:
            if not partial:
                raise
            complete = False
            fractions = known_fractions(view, states)
    probability = np.full((view.height, view.width), np.nan)
    verdicts = np.full((view.height, view.width), Verdict.OPEN, dtype=np.int8)
    for cell, fraction in fractions.items():
        probability[cell] = to_float(fraction)
        if fraction == 0:
            verdicts[cell] = Verdict.SAFE
        elif fraction == 1:
            verdicts[cell] = Verdict.MINE
    return Analysis(view, probability, verdicts, budget, complete)
