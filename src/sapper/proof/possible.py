"""Are a few numbers consistent? A quick answer by trial and error, with a layout to show for it.

The search for few numbers asks this over and over. `Numbers` tries layouts with one bit per cell;
if that takes too long, the sweeps of exact counting answer instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from sapper.exact.consistency import Consistency
from sapper.exact.fronts import Witness
from sapper.exact.sweep import Budget
from sapper.grid import Cell

MOST_TRIALS = 2_000
"""How many assumptions the search for a layout may make before it gives up."""
LOOKS_PER_STEP = 10
"""Looking at a number this many times takes as long as a state of a sweep."""
CELLS_PER_LOOK = 500
"""With each so many cells, a look takes as much longer."""

_Claim: TypeAlias = tuple[int, int]
"""Some cells, as bits, and how many of them are mines."""


class Numbers:
    """Some numbers of a view and their hidden cells, each represented by a bit.

    >>> one = Witness((1, 0), frozenset({(0, 0), (0, 1)}), 1)
    >>> two = Witness((1, 1), frozenset({(0, 0), (0, 1), (0, 2)}), 1)
    >>> numbers = Numbers([one, two])
    >>> numbers.layout(0b11, mines=numbers.bits([(0, 2)])) is None
    True
    >>> numbers.broken_by(numbers.layout(0b01, mines=numbers.bits([(0, 2)])))
    2
    """

    def __init__(self, witnesses: Sequence[Witness], work: Budget | None = None) -> None:
        """`work` bounds how much looking is done; None sets no limit."""
        self.witnesses = witnesses
        self.work = work or Budget(None)
        cells = sorted(set().union(*(witness.hidden for witness in witnesses)))
        self.bit_of = {cell: 1 << place for place, cell in enumerate(cells)}
        self.claims = [(self.bits(witness.hidden), witness.lacks) for witness in witnesses]
        self.all = (1 << len(witnesses)) - 1
        self.cost_of_look = 1 + len(cells) // CELLS_PER_LOOK
        self.looks = 0
        """How many times a number was looked at in total: a measure of the work done."""

    def bits(self, cells: Iterable[Cell]) -> int:
        """The cells as bits."""
        return sum(self.bit_of.get(cell, 0) for cell in cells)

    def chosen(self, numbers: int) -> list[Witness]:
        """The numbers whose bits are set."""
        return [witness for place, witness in enumerate(self.witnesses) if numbers >> place & 1]

    def broken_by(self, mines: int) -> int:
        """The numbers that a layout violates, as bits."""
        return sum(
            1 << place
            for place, (cells, count) in enumerate(self.claims)
            if (cells & mines).bit_count() != count
        )

    def layout(self, numbers: int, mines: int = 0, safe: int = 0) -> int | None:
        """Mines that make the chosen numbers true; None if the numbers are inconsistent.

        `mines` and `safe` are given in advance. Other cells that the numbers do not touch are left
        free of mines. Raises `TooManyTrials` if it takes too long, and `BudgetExceeded` if the
        work is more than allowed.
        """
        claims = [claim for place, claim in enumerate(self.claims) if numbers >> place & 1]
        trials = MOST_TRIALS
        waiting = [(mines, safe)]
        while waiting:
            trials -= 1
            if trials < 0:
                raise TooManyTrials
            self.looks += len(claims)
            settled = self._settled(claims, *waiting.pop())
            if settled is None:
                continue
            mines, safe = settled
            undecided = [cells & ~(mines | safe) for cells, _ in claims]
            undecided = [cells for cells in undecided if cells]
            if not undecided:
                return mines
            tightest = min(undecided, key=int.bit_count)
            cell = tightest & -tightest
            waiting.append((mines, safe | cell))
            waiting.append((mines | cell, safe))
        return None

    def _settled(self, claims: list[_Claim], mines: int, safe: int) -> tuple[int, int] | None:
        """Apply single numbers until nothing changes; None if one can't be true."""
        before = None
        while before != (mines, safe):
            self.work.spend(1 + len(claims) * self.cost_of_look // LOOKS_PER_STEP)
            before = mines, safe
            for cells, count in claims:
                undecided = cells & ~(mines | safe)
                lacks = count - (cells & mines).bit_count()
                room = undecided.bit_count()
                if not 0 <= lacks <= room:
                    return None
                if lacks == 0:
                    safe |= undecided
                elif lacks == room:
                    mines |= undecided
        return mines, safe


class TooManyTrials(Exception):
    """Trial and error takes too long here; use the sweeps."""


def consistent(witnesses: Sequence[Witness], work: Budget | None = None) -> bool:
    """Whether the numbers can all be true, whatever the mine total."""
    numbers = Numbers(witnesses, work)
    try:
        return numbers.layout(numbers.all) is not None
    except TooManyTrials:
        return Consistency((), 0, numbers.work).without_total(witnesses)
