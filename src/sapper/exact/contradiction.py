"""Why a view can't be: numbers that contradict each other, and none too many.

`explain` is handed a view that is known to have no layout. It looks for a *minimal* set: leave any
one of its numbers out, and the others can be true together. (There may be other such sets, and
smaller ones.) A cell whose number is left out is still revealed, and so still no mine.

The search asks "can these numbers be true together?" over and over, so it first finds a small
neighbourhood that can't be by itself, and only there tries to leave out one number after another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from sapper.errors import Contradiction
from sapper.exact.fronts import (
    Impossible,
    Witness,
    deduce,
    find_fronts,
    hidden_cells_of,
    read_witnesses,
    split,
)
from sapper.exact.sweep import Budget, reachable_totals
from sapper.grid import Cell

if TYPE_CHECKING:
    from sapper.view import View

Numbers = Sequence[Witness]
NUMBERS_NAMED = 12
"""A message names at most so many numbers; `Contradiction.cells` has them all."""


def explain(
    view: View, suspects: Iterable[Cell] | None, budget: int | None = None
) -> Contradiction:
    """The error to raise for a view that has no layout.

    `suspects` are numbers known to contradict each other, as few as are known; None says that all
    numbers can be true together, but not with this total of mines. `budget` bounds the states of
    each trial.

    >>> from sapper.view import View
    >>> print(explain(View.parse("3#\\n##", mines=2), suspects=None))
    the 3 at (0, 0) and a total of 2 mines contradict each other
    >>> print(explain(View.parse("1#0", mines=1), suspects=[(0, 0), (0, 2)]))
    the 1 at (0, 0) and the 0 at (0, 2) contradict each other
    """
    trials = _Trials(view, budget)
    witnesses = read_witnesses(view)
    if suspects is None:
        ordered = _strongest_first(witnesses, trials)
        impossible = shortest_impossible(ordered, trials.fit_the_total)
        culprits = drop_each(impossible, trials.fit_the_total)
    else:
        suspected = set(suspects)
        ordered = [witness for witness in witnesses if witness.cell in suspected]
        impossible = shortest_impossible(ordered, trials.agree)
        around = _nearest_first(impossible, impossible[-1].cell)
        culprits = drop_each(shortest_impossible(around, trials.agree), trials.agree)
    cells = tuple(sorted(witness.cell for witness in culprits))
    return Contradiction(_wording(view, cells, suspects is None), cells, suspects is None)


class _Trials:
    """Can some of a view's numbers be true together, alone or with the total of mines?"""

    def __init__(self, view: View, budget: int | None) -> None:
        self.hidden = frozenset(hidden_cells_of(view))
        self.mines = view.mines
        self.budget = budget
        # Leaving out a number changes one group of numbers; what the others can do is kept.
        self.known: dict[tuple[Witness, ...], int] = {}

    def agree(self, numbers: Numbers) -> bool:
        return all(self.totals(group) for group in split(numbers))

    def fit_the_total(self, numbers: Numbers) -> bool:
        sea = len(self.hidden.difference(*(witness.hidden for witness in numbers)))
        fitting = self.all_totals(numbers) & ((1 << self.mines + 1) - 1)
        return bool(fitting >> max(0, self.mines - sea))

    def all_totals(self, numbers: Numbers) -> int:
        """The numbers of mines around these numbers, all together, as the bits of an integer."""
        totals = 1
        for group in split(numbers):
            totals = _sums(totals, self.totals(group))
        return totals

    def totals(self, group: tuple[Witness, ...]) -> int:
        """The same for one group of connected numbers; 0 when they can't be true together."""
        if group not in self.known:
            self.known[group] = self._count_totals(group)
        return self.known[group]

    def _count_totals(self, group: tuple[Witness, ...]) -> int:
        budget = Budget(self.budget)
        try:
            deduced = deduce(group)
        except Impossible:
            return 0
        totals = 1 << len(deduced.mines)
        for front in find_fronts(deduced.witnesses):
            totals = _sums(totals, reachable_totals(front, budget))
        return totals


def _sums(some: int, others: int) -> int:
    """All sums of one total out of each of two sets of totals."""
    sums = 0
    while others:
        total = others.bit_length() - 1
        sums |= some << total
        others ^= 1 << total
    return sums


def _strongest_first(witnesses: Numbers, trials: _Trials) -> list[Witness]:
    """Numbers that weigh most against the total first, as long as they share no cell.

    With too few mines that is a number that lacks many, with too many mines one that has many safe
    cells around it. If the total is far off, a few such numbers are enough to show it.
    """
    totals = trials.all_totals(witnesses)
    too_few_mines = totals & ((1 << trials.mines + 1) - 1) == 0

    def weight(witness: Witness) -> int:
        return witness.lacks if too_few_mines else len(witness.hidden) - witness.lacks

    apart, others = [], []
    covered: set[Cell] = set()
    for witness in sorted(witnesses, key=weight, reverse=True):
        if covered.isdisjoint(witness.hidden):
            apart.append(witness)
            covered |= witness.hidden
        else:
            others.append(witness)
    return apart + others


def _nearest_first(witnesses: Numbers, place: Cell) -> list[Witness]:
    def distance(witness: Witness) -> int:
        (row, column), (other_row, other_column) = witness.cell, place
        return max(abs(row - other_row), abs(column - other_column))

    return sorted(witnesses, key=distance)


def shortest_impossible(numbers: Numbers, possible: Callable[[Numbers], bool]) -> Numbers:
    """The shortest beginning of `numbers` that is impossible; all of them are known to be.

    Twice as many at each trial until they are impossible, so that no trial takes in much more than
    it must; then halving what is in doubt.
    """
    shown_possible = -1
    shown_impossible = 0
    while shown_impossible < len(numbers) and possible(numbers[:shown_impossible]):
        shown_possible = shown_impossible
        shown_impossible = min(2 * shown_impossible + 1, len(numbers))
    while shown_impossible - shown_possible > 1:
        middle = (shown_possible + shown_impossible) // 2
        if possible(numbers[:middle]):
            shown_possible = middle
        else:
            shown_impossible = middle
    return numbers[:shown_impossible]


def drop_each(numbers: Numbers, possible: Callable[[Numbers], bool]) -> Numbers:
    """Leave out every number without which the others are impossible still.

    What is kept is needed: without it the others were possible, and fewer others are all the more.
    """
    needed = list(numbers)
    for witness in numbers:
        without = [other for other in needed if other is not witness]
        if not possible(without):
            needed = without
    return needed


def _wording(view: View, cells: tuple[Cell, ...], needs_total: bool) -> str:
    total = f"a total of {_many(view.mines, 'mine')}"
    if not cells:
        hidden = len(hidden_cells_of(view))
        return f"{total} does not fit into {_many(hidden, 'hidden cell')}"
    parts = [f"the {view.numbers[cell]} at {cell}" for cell in cells[:NUMBERS_NAMED]]
    if len(cells) > NUMBERS_NAMED:
        parts.append(_many(len(cells) - NUMBERS_NAMED, "more number"))
    if needs_total:
        parts.append(total)
    if len(parts) == 1:
        return f"{parts[0]} can't be true"
    return f"{', '.join(parts[:-1])} and {parts[-1]} contradict each other"


def _many(number: int, things: str) -> str:
    return f"{number} {things}" if number == 1 else f"{number} {things}s"
