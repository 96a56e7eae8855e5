"""Which numbers settle a cell? The facade: the compiled engine if there is one, else its twin.

Both look for as few numbers as possible, near the cell first, in the same order. The engine takes
a fiftieth of the time for it, so it goes further before it settles for what it has: it proves more
often that no fewer numbers suffice, and offers more sets to choose from.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from sapper._compiled import compiled
from sapper.errors import BudgetExceeded
from sapper.exact.fronts import Witness, hidden_cells_of, read_witnesses
from sapper.exact.sweep import Budget
from sapper.grid import Cell
from sapper.proof import fewest, possible
from sapper.proof.fewest import NumberSet, one_or_two, opposite
from sapper.proof.nearby import NEAREST, Surroundings
from sapper.proof.possible import consistent

if TYPE_CHECKING:
    from sapper.view import View

LOOKS_OF_ENGINE = 5_000_000
"""How many numbers the engine may look at in search of a smaller set."""
SETS_OF_ENGINE = 24
"""How many sets of the same size the engine offers: more than that hardly ever help."""
STATES_PER_STEP = 32
"""A step of a search in Python takes as long as this many states of the engine."""

_EngineNumber: TypeAlias = tuple[Cell, int, list[Cell]]
"""A number as the engine names it: its cell, what it shows, its hidden neighbours."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Numbers that settle a cell. Every set suffices, and no number of it can be left out.

    Iterating over the sets may raise `BudgetExceeded`: then those seen by then have to do.
    """

    is_mine: bool
    sets: Iterable[NumberSet]
    reach: int
    """How far from the cell numbers were looked at."""
    work: Budget
    """What is left for derivations."""
    uses_total: bool = False


def by_one_or_two(view: View, cell: Cell, budget: int | None) -> Reason | None:
    """Every single number that settles a hidden cell; failing that, every pair, if there is one.

    >>> from sapper.view import View
    >>> reason = by_one_or_two(View.parse("###\\n111", mines=1), (0, 2), None)
    >>> reason.is_mine, [[number.cell for number in numbers] for numbers in reason.sets]
    (False, [[(1, 1), (1, 0)]])
    """
    work = Budget(steps(budget), all_work=True)
    if compiled is not None:
        found = compiled.few_numbers(view.numbers, _index(view, cell))
        return found and Reason(found[0], _read_sets(found[1]), NEAREST, work)
    near = Surroundings(view, cell).within(NEAREST)
    for is_mine in (False, True):
        sets = one_or_two(near, cell, is_mine)
        if sets:
            return Reason(is_mine, sets, NEAREST, work)
    return None


def by_all(view: View, cell: Cell, is_mine: bool | None, budget: int | None) -> Reason:
    """The fewest numbers that settle a hidden cell, with the mine total where it is needed.

    If `is_mine` is None, only numbers are tried, for both. Raises `BudgetExceeded` if nothing is
    found within the budget.

    >>> from sapper.view import View
    >>> reason = by_all(View.parse("####\\n1221", mines=2), (0, 3), False, None)
    >>> [[number.cell for number in numbers] for numbers in reason.sets]
    [[(1, 3), (1, 1), (1, 0)]]
    """
    if compiled is None:
        return _by_twin(view, cell, is_mine, budget)
    states = None if budget is None else _half(budget)
    try:
        found_mine, uses_total, _, reach, spent, sets = compiled.find_reason(
            view.numbers,
            view.mines,
            _index(view, cell),
            is_mine,
            most_sets=SETS_OF_ENGINE,
            most_looks=LOOKS_OF_ENGINE,
            most_trials=possible.MOST_TRIALS,
            budget=states,
        )
    except compiled.BudgetExceeded:
        raise BudgetExceeded(budget) from None
    work = Budget(steps(None if budget is None else budget - spent), all_work=True)
    return Reason(found_mine, _read_sets(sets), reach, work, uses_total)


def steps(budget: int | None) -> int | None:
    """The steps of a search in Python that take as long as a budget of states."""
    return None if budget is None else -(-budget // STATES_PER_STEP)


def _half(budget: int) -> int:
    """What the search may take: as much is left for derivations."""
    return -(-budget // 2)


def _index(view: View, cell: Cell) -> int:
    row, column = cell
    return row * view.width + column


def _read_sets(sets: list[list[_EngineNumber]]) -> list[NumberSet]:
    return [
        tuple(Witness(cell, frozenset(hidden), shown) for cell, shown, hidden in numbers)
        for numbers in sets
    ]


# The twin


def _by_twin(view: View, cell: Cell, is_mine: bool | None, budget: int | None) -> Reason:
    half = steps(None if budget is None else _half(budget))
    work, left = Budget(half, all_work=True), Budget(half, all_work=True)
    around = Surroundings(view, cell)
    for reach in around.reaches():
        near = around.within(reach)
        for claimed in (False, True) if is_mine is None else (is_mine,):
            if _settle(near, cell, claimed, work):
                sets = fewest.sufficient_sets(around, reach, claimed, work)
                return Reason(claimed, sets, reach, left)
    if is_mine is None:
        raise BudgetExceeded(budget)
    hidden = frozenset(hidden_cells_of(view))
    numbers = fewest.sufficient_with_total(
        read_witnesses(view), hidden, view.mines, cell, is_mine, work
    )
    return Reason(is_mine, [numbers], max(view.height, view.width), left, uses_total=True)


def _settle(near: list[Witness], cell: Cell, is_mine: bool, work: Budget) -> bool:
    """Whether these numbers show what the cell is: they are inconsistent with the opposite."""
    return bool(one_or_two(near, cell, is_mine)) or not consistent(
        [*near, opposite(cell, is_mine)], work
    )
