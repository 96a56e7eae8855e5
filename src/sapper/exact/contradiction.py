"""Why a position is inconsistent: a minimal set of numbers that contradict each other.

`explain` is given a view that is known to have no possible layout. Drop any one number of the set
it finds, and the rest is consistent. (There may be other such sets, and smaller ones.) A cell whose
number is dropped is still revealed, so it still holds no mine.

Testing a set for consistency costs most. So the search first narrows down to a small inconsistent
neighbourhood, and only there tries to drop one number after another.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from sapper.catalogue import Answers, listed, many, spoken
from sapper.errors import BudgetExceeded, Contradiction
from sapper.exact.consistency import (
    Consistency,
    Numbers,
    disjoint_first,
    drop_needless,
    nearest_first,
    shortest_inconsistent,
)
from sapper.exact.fronts import Witness, hidden_cells_of, read_witnesses
from sapper.grid import Cell

if TYPE_CHECKING:
    from sapper.view import View

NUMBERS_NAMED = 12
"""A message names at most this many numbers; `Contradiction.cells` has them all."""


def explain(
    view: View, suspects: Iterable[Cell] | None, budget: int | None = None
) -> Contradiction:
    """The error to raise for a view that has no possible layout.

    `suspects` are numbers known to contradict each other, as few as are known; None means that the
    numbers are consistent, but not with this mine total. `budget` bounds the states of each trial:
    if one takes more, all suspects are named.

    >>> from sapper.view import View
    >>> print(explain(View.parse("3#\\n##", mines=2), suspects=None))
    the 3 at (0, 0) and a total of 2 mines contradict each other
    >>> print(explain(View.parse("1#0", mines=1), suspects=[(0, 0), (0, 2)]))
    the 1 at (0, 0) and the 0 at (0, 2) contradict each other
    """
    consistency = Consistency(hidden_cells_of(view), view.mines, budget)
    witnesses = read_witnesses(view)
    suspected = None if suspects is None else set(suspects)
    culprits: Numbers = [
        witness for witness in witnesses if suspected is None or witness.cell in suspected
    ]
    find = _culprits_with_total if suspected is None else _culprits
    with suppress(BudgetExceeded):  # then all of them are named, though fewer might do
        culprits = find(culprits, consistency)
    cells = tuple(sorted(witness.cell for witness in culprits))
    return Contradiction(_wording(view, cells, suspected is None), cells, suspected is None)


def _culprits(suspects: Numbers, consistency: Consistency) -> Numbers:
    """A minimal set of suspects that contradict each other, all close together."""
    consistent = consistency.without_total
    inconsistent = shortest_inconsistent(suspects, consistent)
    around_the_last = nearest_first(inconsistent, inconsistent[-1].cell)
    return drop_needless(shortest_inconsistent(around_the_last, consistent), consistent)


def _culprits_with_total(witnesses: Numbers, consistency: Consistency) -> Numbers:
    """A minimal set of numbers that contradict the mine total."""
    ordered = _strongest_first(witnesses, consistency)
    consistent = consistency.with_total
    return drop_needless(shortest_inconsistent(ordered, consistent), consistent)


def _strongest_first(witnesses: Numbers, consistency: Consistency) -> list[Witness]:
    """The strongest evidence against the total first, as long as the numbers share no cell.

    If there are too few mines, that is a number that lacks many; if there are too many, one with
    many safe cells around it. If the total is far off, a few such numbers are enough to show it.
    """
    too_few_mines = consistency.totals(witnesses) & ((1 << consistency.mines + 1) - 1) == 0

    def strength(witness: Witness) -> int:
        return witness.lacks if too_few_mines else len(witness.hidden) - witness.lacks

    return disjoint_first(sorted(witnesses, key=strength, reverse=True))


def _wording(view: View, cells: tuple[Cell, ...], needs_total: bool) -> str:
    say = spoken(Answers)
    total = many(say.total, view.mines)
    if not cells:
        hidden = many(say.hidden_cells, len(hidden_cells_of(view)))
        return say.total_does_not_fit.format(total=total, cells=hidden)
    named = cells[:NUMBERS_NAMED]
    parts = [say.number.format(number=view.numbers[cell], cell=cell) for cell in named]
    if len(cells) > NUMBERS_NAMED:
        parts.append(many(say.more_numbers, len(cells) - NUMBERS_NAMED))
    if needs_total:
        parts.append(total)
    if len(parts) == 1:
        return say.one_impossible.format(number=parts[0])
    return say.contradict.format(numbers=listed(parts))
