"""What is known of a position that takes more than the budget to count.

The mine total links the fronts, so overall odds need every front. But some answers need only one:

- What single numbers and pairs settle is certain.
- What a front's own numbers settle is certain, whatever the mine total.
- If a front's own numbers fix its number of mines, its odds don't depend on anything else: each of
  its placements occurs in the same number of layouts.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sapper.errors import BudgetExceeded
from sapper.exact.contradiction import explain
from sapper.exact.fronts import Impossible, deduce, find_fronts, read_witnesses
from sapper.exact.sweep import Budget, SweptFront, sweep
from sapper.grid import Cell

if TYPE_CHECKING:
    from sapper.view import View


def known_fractions(view: View, budget: int | None) -> dict[Cell, Fraction]:
    """The fraction of all layouts with a mine, for the cells where it is known.

    Fronts with the fewest boxes come first, and each may use half of what is left of the budget;
    once it is spent, no more are tried. Raises `Contradiction` if a front is inconsistent.

    >>> from sapper.view import View
    >>> for cell, fraction in known_fractions(View.parse("0#1###1##", mines=3), 9).items():
    ...     print(cell, fraction)
    (0, 1) 0
    (0, 3) 1
    (0, 5) 1/2
    (0, 7) 1/2
    """
    left = budget
    try:
        deduced = deduce(read_witnesses(view))
        fractions = dict.fromkeys(deduced.safe, Fraction(0))
        fractions |= dict.fromkeys(deduced.mines, Fraction(1))
        for front in sorted(find_fronts(deduced.witnesses), key=lambda front: len(front.boxes)):
            share = Budget(None if left is None else left // 2)
            # Every box takes at least one state. Even looking for an order of boxes takes
            # too long in very many wide fronts.
            if share.limit is not None and share.limit < len(front.boxes):
                break
            try:
                swept = sweep(front, share)
            except BudgetExceeded:
                left = share.limit
                continue
            if not swept.totals:
                raise Impossible(deduced.reasons(front))
            left = None if left is None else left - share.spent
            fractions |= _known_of(swept)
    except Impossible as impossible:
        raise explain(view, impossible.cells, budget) from None
    return fractions


def _known_of(swept: SweptFront) -> dict[Cell, Fraction]:
    placements = sum(swept.totals.values())
    is_fixed = len(swept.totals) == 1
    known = {}
    for box, mines in swept.mines_in_boxes(dict.fromkeys(swept.totals, 1)).items():
        fraction = Fraction(mines, placements * len(box.cells))
        if is_fixed or fraction in (0, 1):
            known.update(dict.fromkeys(box.cells, fraction))
    return known
