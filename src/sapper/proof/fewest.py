"""As few numbers as possible: which ones are needed to settle a cell?

A number is a witness. The state of a cell follows from some numbers if these numbers together with
the opposite, added as one more witness, are inconsistent.

One or two numbers are found by looking at all of them. Beyond that, the search first finds a
minimal set: nearest numbers first, then dropping one after another. There may still be a smaller
set. Every layout with the cell the other way violates some number, and a sufficient set must
contain one of the violated numbers of each such layout. So the smallest set that does this for all
layouts met so far (a minimum hitting set) is a lower bound: either it suffices, and then none is
smaller, or some layout violates none of its numbers, and that layout is added to the list.

All of this shares one `Budget` of work with the rest of an explanation. Where it runs out before a
set is found, `BudgetExceeded` is raised; after that, the sets found by then have to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sapper.exact.consistency import (
    Consistency,
    disjoint_first,
    drop_needless,
    shortest_inconsistent,
)
from sapper.exact.fronts import Witness
from sapper.exact.sweep import Budget
from sapper.grid import Cell
from sapper.proof.nearby import Surroundings
from sapper.proof.possible import Numbers, TooManyTrials, consistent

MOST_LOOKS = 150_000
"""How many numbers the search for a smaller set may look at before it settles for what it has."""
MOST_SETS = 6
"""How many sets of the same size to offer, since one may have a simpler derivation."""

NumberSet = tuple[Witness, ...]


def opposite(cell: Cell, is_mine: bool) -> Witness:
    """The opposite of what the cell is, as if it were one more number."""
    return Witness(cell, frozenset({cell}), int(not is_mine))


def sufficient_sets(
    around: Surroundings, reach: int, is_mine: bool, work: Budget
) -> Iterator[NumberSet]:
    """Minimal sets of numbers that settle the cell, of the smallest size known; best bets first.

    All the numbers within `reach` together must suffice.

    >>> from sapper.view import View
    >>> around = Surroundings(View.parse("####\\n1121", mines=2), (0, 2))
    >>> for numbers in sufficient_sets(around, 3, is_mine=False, work=Budget(None)):
    ...     print([number.cell for number in numbers])
    [(1, 1), (1, 0)]
    """
    near = around.within(reach)
    few = one_or_two(near, around.cell, is_mine)
    if few:
        yield from few
        return

    def possible(numbers: Sequence[Witness]) -> bool:
        return consistent(numbers, work)

    minimal = _minimal_set(near, opposite(around.cell, is_mine), possible)
    yield minimal
    yield from _smaller_or_other_sets(around, minimal, is_mine, work)


def sufficient_with_total(
    witnesses: Sequence[Witness],
    hidden: frozenset[Cell],
    mines: int,
    cell: Cell,
    is_mine: bool,
    work: Budget,
) -> NumberSet:
    """A minimal set of numbers that settle the cell together with the total.

    Large numbers that share no cell come first: they account for the mines with the fewest numbers
    and without case analysis.
    """
    largest_first = sorted(witnesses, key=lambda number: (-number.lacks, len(number.hidden)))
    consistency = Consistency(hidden, mines, work)

    def possible(numbers: Sequence[Witness]) -> bool:
        work.spend(len(numbers))  # splitting them into groups takes time, too
        return consistency.with_total(numbers)

    return _minimal_set(disjoint_first(largest_first), opposite(cell, is_mine), possible)


# One number, or two


def one_or_two(near: list[Witness], cell: Cell, is_mine: bool) -> list[NumberSet]:
    """Every single number that settles the cell; failing that, every pair."""
    touching = [witness for witness in near if cell in witness.hidden]
    singles: list[NumberSet] = [
        (witness,)
        for witness in touching
        if witness.lacks == (len(witness.hidden) if is_mine else 0)
    ]
    return singles or [
        (witness, other)
        for witness in touching
        for other in near
        if _pair_settles(witness, other, cell, is_mine)
    ]


def _pair_settles(witness: Witness, other: Witness, cell: Cell, is_mine: bool) -> bool:
    """Whether two numbers settle the cell, which only the first of them touches."""
    if cell in other.hidden or witness.hidden.isdisjoint(other.hidden):
        return False
    more, fewer = (witness, other) if is_mine else (other, witness)
    return more.lacks - fewer.lacks == len(more.hidden - fewer.hidden)


# Minimal sets


def _minimal_set(
    ordered: list[Witness], against: Witness, consistent: Callable[[Sequence[Witness]], bool]
) -> NumberSet:
    """The first numbers that suffice, less those that can be dropped, the last ones first."""

    def consistent_with_opposite(numbers: Sequence[Witness]) -> bool:
        return consistent([*numbers, against])

    enough = shortest_inconsistent(ordered, consistent_with_opposite)
    return tuple(reversed(drop_needless(list(reversed(enough)), consistent_with_opposite)))


# Minimum sets


def _smaller_or_other_sets(
    around: Surroundings, minimal: NumberSet, is_mine: bool, work: Budget
) -> Iterator[NumberSet]:
    """Smaller sufficient sets, if there are any, and others of the same size."""
    # Neighbouring numbers of a set share a cell, so they are at most two apart.
    numbers = Numbers(around.within(2 * len(minimal) - 1), work)
    target = numbers.bits([around.cell])
    mines, safe = (0, target) if is_mine else (target, 0)
    size, offered = len(minimal), 1
    to_hit = [_without(numbers, minimal)]
    while numbers.looks < MOST_LOOKS:
        bet = _smallest_hitting(to_hit, size, work)
        if bet is None:
            return
        try:
            layout = numbers.layout(bet, mines, safe)
            if layout is not None:
                to_hit.append(_few_broken(numbers, layout, mines, safe))
                continue
        except TooManyTrials:
            return
        found = tuple(numbers.chosen(bet))
        yield found
        offered += 1
        if offered == MOST_SETS:
            return
        size = len(found)
        to_hit.append(_without(numbers, found))


def _without(numbers: Numbers, known: NumberSet) -> int:
    """All numbers but these: any other set of the same size contains one of them."""
    return sum(
        1 << place for place, witness in enumerate(numbers.witnesses) if witness not in known
    )


def _few_broken(numbers: Numbers, layout: int, mines: int, safe: int) -> int:
    """The numbers that a layout violates, after changing it to violate fewer where that is easy.

    The fewer it violates, the more it constrains the next bets.
    """
    broken = numbers.broken_by(layout)
    kept_broken = 0
    while broken:
        candidate = broken & -broken
        mended = numbers.layout(numbers.all & ~(broken | kept_broken) | candidate, mines, safe)
        if mended is None:
            kept_broken |= candidate
            broken ^= candidate
        else:
            broken = numbers.broken_by(mended) & ~kept_broken
    return kept_broken


def _smallest_hitting(to_hit: list[int], most: int, work: Budget) -> int | None:
    """A minimum hitting set of the given sets; None if it would exceed `most` members."""
    for size in range(most + 1):
        found = _hitting(to_hit, 0, size, work)
        if found is not None:
            return found
    return None


def _hitting(to_hit: list[int], chosen: int, more: int, work: Budget) -> int | None:
    work.spend(1)
    missed = [members for members in to_hit if not members & chosen]
    if not missed:
        return chosen
    if more == 0:
        return None
    members = min(missed, key=int.bit_count)
    while members:
        member = members & -members
        members ^= member
        found = _hitting(missed, chosen | member, more - 1, work)
        if found is not None:
            return found
    return None
