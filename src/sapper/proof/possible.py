"""Can these numbers be true together? The one question that choosing numbers asks, over and over.

`Numbers` answers it for a few numbers by trying, with one bit a cell, and shows the layout it
found; `TotalTrials` answers it for any numbers together with the total of mines, by the exact
counting's sweeps. Whatever else can answer may stand in their place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sapper.exact.consistency import Consistency
from sapper.exact.fronts import Witness
from sapper.grid import Cell

MOST_TRIALS = 2_000
"""So many suppositions a layout is looked for before the sweeps are asked instead."""


class Numbers:
    """Some numbers of a view, each a bit, over their hidden cells, each a bit.

    >>> one = Witness((1, 0), frozenset({(0, 0), (0, 1)}), 1)
    >>> two = Witness((1, 1), frozenset({(0, 0), (0, 1), (0, 2)}), 1)
    >>> numbers = Numbers([one, two])
    >>> numbers.layout(0b11, mines=numbers.bits([(0, 2)])) is None
    True
    >>> numbers.broken_by(numbers.layout(0b01, mines=numbers.bits([(0, 2)])))
    2
    """

    def __init__(self, witnesses: Sequence[Witness]) -> None:
        self.witnesses = witnesses
        cells = sorted(set().union(*(witness.hidden for witness in witnesses)))
        self.bit_of = {cell: 1 << place for place, cell in enumerate(cells)}
        self.claims = [(self.bits(witness.hidden), witness.lacks) for witness in witnesses]
        self.all = (1 << len(witnesses)) - 1
        self.looks = 0
        """How often a number was looked at, all in all: a measure of the work done."""

    def bits(self, cells: Iterable[Cell]) -> int:
        """The cells as bits."""
        return sum(self.bit_of.get(cell, 0) for cell in cells)

    def chosen(self, numbers: int) -> list[Witness]:
        """The numbers whose bits are set."""
        return [witness for place, witness in enumerate(self.witnesses) if numbers >> place & 1]

    def broken_by(self, mines: int) -> int:
        """The numbers, as bits, that are false in a layout."""
        return sum(
            1 << place
            for place, (cells, count) in enumerate(self.claims)
            if (cells & mines).bit_count() != count
        )

    def layout(self, numbers: int, mines: int = 0, safe: int = 0) -> int | None:
        """Mines with which the chosen numbers are true; None if there are none.

        `mines` and `safe` are settled beforehand. Cells that the numbers do not touch stay free
        of mines unless settled so. Raises `TooManyTrials` where it takes too long to tell.
        """
        claims = [claim for place, claim in enumerate(self.claims) if numbers >> place & 1]
        trials = MOST_TRIALS
        waiting = [(mines, safe)]
        while waiting:
            trials -= 1
            if trials < 0:
                raise TooManyTrials
            self.looks += len(claims)
            settled = _settled(claims, *waiting.pop())
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


class TooManyTrials(Exception):
    """Trying takes too long here; ask the sweeps."""


def _settled(claims: list[tuple[int, int]], mines: int, safe: int) -> tuple[int, int] | None:
    """What single numbers deduce, until nothing changes; None if one can't be true."""
    before = None
    while before != (mines, safe):
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


def consistent(witnesses: Sequence[Witness]) -> bool:
    """Whether any number of numbers can all be true, whatever the mine total."""
    numbers = Numbers(witnesses)
    try:
        return numbers.layout(numbers.all) is not None
    except TooManyTrials:
        return Consistency(hidden=(), mines=0).without_total(witnesses)
