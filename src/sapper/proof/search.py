"""Why is this cell safe, or a mine? And if it is uncertain, what are the odds?

The answer uses as few numbers as possible. Among equally small sets it takes the one with the
simplest kind of derivation, and among those the one with the fewest steps. The mine total is used
only where the numbers alone are not enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from sapper.errors import CellError
from sapper.exact.counting import Counted, count
from sapper.exact.fronts import Witness, read_witnesses, split
from sapper.grid import Cell, check_cell
from sapper.proof.derive import derive
from sapper.proof.fewest import sufficient_sets, sufficient_with_total
from sapper.proof.steps import Claim, Derivation, FromNumber, FromTotal, Grade, Odds
from sapper.view import View

VIEWS_REMEMBERED = 4
"""Whoever asks about one cell of a view usually asks about others."""


def explain(view: View, cell: Cell) -> Derivation | Odds:
    """A derivation if the cell is certainly safe or certainly a mine; else its odds.

    >>> print(explain(View.parse("###\\n111", mines=1), (0, 2)))
    (0, 2) is safe. Grade: subset, from 2 numbers.
      1. The 1 at (1, 0): exactly 1 of (0, 0) and (0, 1) is a mine.
      2. The 1 at (1, 1): exactly 1 of (0, 0), (0, 1) and (0, 2) is a mine.
      3. The 1 at (1, 1) minus the 1 at (1, 0): (0, 2) is safe.

    Raises `CellError` for a revealed cell, and `Contradiction` for an inconsistent position.
    """
    cell = check_cell(cell, view.height, view.width)
    if not view.is_hidden(cell):
        raise CellError(f"cell {cell} is revealed; it shows {view.number(cell)}")
    position = counted_position(view)
    fraction = position.fractions[cell]
    if fraction not in (0, 1):
        return _odds(position, cell)
    is_mine = fraction == 1
    if position.needs_total(cell):
        return _from_total(view, position, cell, is_mine)
    return _from_numbers(position, cell, is_mine)


class CountedPosition:
    """A view with all its layouts counted: everything `explain` needs to know about it."""

    def __init__(self, view: View) -> None:
        self.counted: Counted = count(view)
        self.fractions = self.counted.mine_fractions()
        self.witnesses = read_witnesses(view)
        self.shown = {witness.cell: witness.lacks for witness in self.witnesses}

    def needs_total(self, cell: Cell) -> bool:
        """Whether a certain cell follows only with the help of the mine total."""
        deduced = self.counted.deduced
        if cell in deduced.safe or cell in deduced.mines:
            return False
        for swept in self.counted.fronts:
            for box, mines in swept.mines_in_boxes(dict.fromkeys(swept.totals, 1)).items():
                if cell in box.cells:
                    return mines not in (0, len(box.cells) * sum(swept.totals.values()))
        return True

    def around(self, cell: Cell) -> tuple[Witness, ...]:
        """The numbers connected with a cell."""
        for group in split(self.witnesses):
            if any(cell in witness.hidden for witness in group):
                return group
        return ()

    def front_of(self, cell: Cell) -> tuple[Cell, ...]:
        """The numbers that a cell's odds depend on."""
        for swept in self.counted.fronts:
            if any(cell in witness.hidden for witness in swept.front.witnesses):
                return tuple(sorted(witness.cell for witness in swept.front.witnesses))
        return ()

    def best(self) -> tuple[Fraction, Cell]:
        """The lowest chance of a mine, and the first cell that has it."""
        return min((fraction, cell) for cell, fraction in self.fractions.items())


@lru_cache(maxsize=VIEWS_REMEMBERED)
def counted_position(view: View) -> CountedPosition:
    """Count a view, and keep the result for the next question about it."""
    return CountedPosition(view)


def _odds(position: CountedPosition, cell: Cell) -> Odds:
    best_fraction, best = position.best()
    numbers = tuple((number, position.shown[number]) for number in position.front_of(cell))
    return Odds(cell, position.fractions[cell], numbers, best, best_fraction)


def _from_numbers(position: CountedPosition, cell: Cell, is_mine: bool) -> Derivation:
    candidates = sufficient_sets(position.around(cell), cell, is_mine)
    derivations = (_derivation(numbers, None, cell, is_mine) for numbers in candidates)
    return min(derivations, key=_difficulty)


def _from_total(view: View, position: CountedPosition, cell: Cell, is_mine: bool) -> Derivation:
    hidden = frozenset(position.fractions)
    numbers = sufficient_with_total(position.witnesses, hidden, view.mines, cell, is_mine)
    total = FromTotal(view.mines, Claim(hidden, view.mines))
    return _derivation(numbers, total, cell, is_mine)


def _derivation(
    numbers: Iterable[Witness], total: FromTotal | None, cell: Cell, is_mine: bool
) -> Derivation:
    facts = [
        FromNumber(number.cell, number.lacks, Claim(number.hidden, number.lacks))
        for number in sorted(numbers, key=lambda number: number.cell)
    ]
    return Derivation(cell, is_mine, derive(facts, total, Claim.that(cell, is_mine)))


def _difficulty(derivation: Derivation) -> tuple[int, int, int]:
    grade = list(Grade).index(derivation.grade)
    return len(derivation.numbers), grade, derivation.length
