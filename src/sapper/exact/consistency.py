"""Are these numbers consistent? Which of them are needed to make them inconsistent?

`Consistency` answers the first question, with or without the mine total. The searches below ask it
over and over: first for a short list of numbers that is inconsistent, then for a *minimal* one,
which becomes consistent as soon as any one number is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sapper.exact.fronts import Impossible, Witness, deduce, find_fronts, split
from sapper.exact.sweep import Budget, reachable_totals
from sapper.grid import Cell

Numbers = Sequence[Witness]


class Consistency:
    """Whether some of a position's numbers can all be true, alone or with the mine total.

    >>> from sapper.exact.fronts import read_witnesses
    >>> from sapper.view import View
    >>> view = View.parse("3#\\n##", mines=2)
    >>> consistency = Consistency(view.hidden(), view.mines)
    >>> numbers = read_witnesses(view)
    >>> consistency.without_total(numbers), consistency.with_total(numbers)
    (True, False)
    """

    def __init__(
        self, hidden: Iterable[Cell], mines: int, budget: Budget | int | None = None
    ) -> None:
        """`budget` bounds the states: a number those of each sweep, a `Budget` those of all."""
        self.hidden = frozenset(hidden)
        self.mines = mines
        self.budget = budget
        # Dropping a number changes only its own group; the totals of the others are reused.
        self._totals_of: dict[tuple[Witness, ...], int] = {}

    def without_total(self, numbers: Numbers) -> bool:
        """Whether the numbers can all be true, whatever the mine total."""
        return all(self._group_totals(group) for group in split(numbers))

    def with_total(self, numbers: Numbers) -> bool:
        """Whether the mines around the numbers and those in the sea can add up to the total."""
        sea = len(self.hidden.difference(*(witness.hidden for witness in numbers)))
        fitting = self.totals(numbers) & ((1 << self.mines + 1) - 1)
        return bool(fitting >> max(0, self.mines - sea))

    def totals(self, numbers: Numbers) -> int:
        """How many mines may lie around the numbers, as the bits of an integer."""
        totals = 1
        for group in split(numbers):
            totals = _sums(totals, self._group_totals(group))
        return totals

    def _group_totals(self, group: tuple[Witness, ...]) -> int:
        """The same for one group of connected numbers; 0 if they are inconsistent."""
        if group not in self._totals_of:
            self._totals_of[group] = self._count_totals(group)
        return self._totals_of[group]

    def _count_totals(self, group: tuple[Witness, ...]) -> int:
        budget = self.budget if isinstance(self.budget, Budget) else Budget(self.budget)
        try:
            deduced = deduce(group)
        except Impossible:
            return 0
        totals = 1 << len(deduced.mines)
        for front in find_fronts(deduced.witnesses):
            totals = _sums(totals, reachable_totals(front, budget))
        return totals


def _sums(some: int, others: int) -> int:
    """Every sum of one total from each of two sets of totals."""
    sums = 0
    while others:
        total = others.bit_length() - 1
        sums |= some << total
        others ^= 1 << total
    return sums


# Minimal inconsistent numbers


def shortest_inconsistent(numbers: Numbers, consistent: Callable[[Numbers], bool]) -> Numbers:
    """The shortest prefix of `numbers` that is inconsistent; the whole list must be.

    Each trial takes twice as many numbers until they are inconsistent, so no trial is much larger
    than it has to be; a binary search does the rest.
    """
    shown_consistent = -1
    shown_inconsistent = 0
    while shown_inconsistent < len(numbers) and consistent(numbers[:shown_inconsistent]):
        shown_consistent = shown_inconsistent
        shown_inconsistent = min(2 * shown_inconsistent + 1, len(numbers))
    while shown_inconsistent - shown_consistent > 1:
        middle = (shown_consistent + shown_inconsistent) // 2
        if consistent(numbers[:middle]):
            shown_consistent = middle
        else:
            shown_inconsistent = middle
    return numbers[:shown_inconsistent]


def drop_needless(numbers: Numbers, consistent: Callable[[Numbers], bool]) -> Numbers:
    """Drop every number without which the rest is still inconsistent.

    Whatever stays is needed: without it the rest was consistent, and a smaller rest is too.
    """
    needed = list(numbers)
    for witness in numbers:
        rest = [other for other in needed if other is not witness]
        if not consistent(rest):
            needed = rest
    return needed


# Orders in which to try numbers


def nearest_first(witnesses: Iterable[Witness], cell: Cell) -> list[Witness]:
    """The numbers by their distance from a cell, row by row where that is equal."""
    return sorted(witnesses, key=lambda witness: (distance(witness.cell, cell), witness.cell))


def distance(one: Cell, other: Cell) -> int:
    """How many king's moves apart two cells are.

    >>> distance((0, 0), (2, 5))
    5
    """
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def disjoint_first(witnesses: Iterable[Witness]) -> list[Witness]:
    """In the given order, but those that share a cell with an earlier one come last."""
    disjoint, others = [], []
    covered: set[Cell] = set()
    for witness in witnesses:
        if covered.isdisjoint(witness.hidden):
            disjoint.append(witness)
            covered |= witness.hidden
        else:
            others.append(witness)
    return disjoint + others
