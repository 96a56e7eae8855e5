"""From as few numbers as suffice: which ones are needed to settle a cell?

A number is a witness. That the cell is what it is follows from some numbers when these numbers
and the opposite, which is put among them as one more witness, can't be true together.

One or two numbers are found by looking at all of them. Beyond that, first some set is found of
which no number can be left out: nearest numbers first, then dropping one after another. It may
still be that others are fewer. Every layout that has the cell the other way breaks some number;
a set of numbers that suffices must hold one of the broken ones, for each such layout. So the
smallest set that does that for all layouts met so far is a bet that can't be beaten: either it
suffices, and then none is smaller, or there is a layout that breaks none of it, and the next bet
takes that one in too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sapper.exact.consistency import (
    Consistency,
    disjoint_first,
    distance,
    drop_needless,
    nearest_first,
    shortest_inconsistent,
)
from sapper.exact.fronts import Witness
from sapper.grid import Cell
from sapper.proof.possible import Numbers, TooManyTrials, consistent

MOST_LOOKS = 150_000
"""Bets for a smaller set look at so many numbers; then the set that is known is good enough."""
MOST_SETS = 6
"""So many sets of the same size are offered, for one of them may have a simpler derivation."""

NumberSet = tuple[Witness, ...]


def opposite(cell: Cell, is_mine: bool) -> Witness:
    """That the cell is not what it is, as if it were one more number."""
    return Witness(cell, frozenset({cell}), int(not is_mine))


def sufficient_sets(witnesses: Sequence[Witness], cell: Cell, is_mine: bool) -> Iterator[NumberSet]:
    """Sets of numbers from which the cell follows, of the smallest size known; best bets first.

    `witnesses` together must suffice. No number can be left out of any of the sets.

    >>> from sapper.exact.fronts import read_witnesses
    >>> from sapper.view import View
    >>> witnesses = read_witnesses(View.parse("####\\n1121", mines=2))
    >>> for numbers in sufficient_sets(witnesses, (0, 2), is_mine=False):
    ...     print([number.cell for number in numbers])
    [(1, 1), (1, 0)]
    """
    near = nearest_first(witnesses, cell)
    few = list(_one_or_two(near, cell, is_mine))
    if few:
        yield from few
        return
    minimal = _minimal_set(near, opposite(cell, is_mine), consistent)
    yield minimal
    yield from _smaller_or_other_sets(near, minimal, cell, is_mine)


def sufficient_with_total(
    witnesses: Sequence[Witness], hidden: frozenset[Cell], mines: int, cell: Cell, is_mine: bool
) -> NumberSet:
    """Numbers from which the cell follows together with the total; none can be left out.

    Large numbers that share no cell come first: they account for the mines with as few numbers as
    may be, and without cases.
    """
    largest_first = sorted(witnesses, key=lambda number: (-number.lacks, len(number.hidden)))
    consistency = Consistency(hidden, mines)
    return _minimal_set(
        disjoint_first(largest_first), opposite(cell, is_mine), consistency.with_total
    )


# One number, or two


def _one_or_two(near: list[Witness], cell: Cell, is_mine: bool) -> Iterator[NumberSet]:
    """Every single number that settles the cell; if there is none, every pair."""
    touching = [witness for witness in near if cell in witness.hidden]
    singles = [
        (witness,)
        for witness in touching
        if witness.lacks == (len(witness.hidden) if is_mine else 0)
    ]
    if singles:
        yield from singles
        return
    for witness in touching:
        for other in near:
            if _pair_settles(witness, other, cell, is_mine):
                yield (witness, other)


def _pair_settles(witness: Witness, other: Witness, cell: Cell, is_mine: bool) -> bool:
    """Whether the cell, which only the first of them touches, follows from the two."""
    if cell in other.hidden or witness.hidden.isdisjoint(other.hidden):
        return False
    more, fewer = (witness, other) if is_mine else (other, witness)
    return more.lacks - fewer.lacks == len(more.hidden - fewer.hidden)


# None can be left out


def _minimal_set(
    ordered: list[Witness], against: Witness, consistent: Callable[[Sequence[Witness]], bool]
) -> NumberSet:
    """The first numbers that suffice, less those that can be dropped, the last ones first."""

    def consistent_with_opposite(numbers: Sequence[Witness]) -> bool:
        return consistent([*numbers, against])

    enough = shortest_inconsistent(ordered, consistent_with_opposite)
    return tuple(reversed(drop_needless(list(reversed(enough)), consistent_with_opposite)))


# None are fewer


def _smaller_or_other_sets(
    near: list[Witness], minimal: NumberSet, cell: Cell, is_mine: bool
) -> Iterator[NumberSet]:
    """Smaller sets that suffice, if there are any, and others of the same size."""
    # Numbers that belong together share a cell, and so lie at most two apart.
    reach = 2 * len(minimal) - 1
    numbers = Numbers([witness for witness in near if distance(witness.cell, cell) <= reach])
    target = numbers.bits([cell])
    mines, safe = (0, target) if is_mine else (target, 0)
    size, offered = len(minimal), 1
    to_hit = [_without(numbers, minimal)]
    while numbers.looks < MOST_LOOKS:
        bet = _smallest_hitting(to_hit, size)
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
    """All numbers but these: another set of the same size holds one of them."""
    return sum(
        1 << place for place, witness in enumerate(numbers.witnesses) if witness not in known
    )


def _few_broken(numbers: Numbers, layout: int, mines: int, safe: int) -> int:
    """The numbers that a layout breaks, after changing it to break fewer where that is easy.

    The fewer it breaks, the more the next bets are told.
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


def _smallest_hitting(to_hit: list[int], most: int) -> int | None:
    """The smallest set that shares a member with each of the sets; None if it is over `most`."""
    for size in range(most + 1):
        found = _hitting(to_hit, 0, size)
        if found is not None:
            return found
    return None


def _hitting(to_hit: list[int], chosen: int, more: int) -> int | None:
    missed = [members for members in to_hit if not members & chosen]
    if not missed:
        return chosen
    if more == 0:
        return None
    members = min(missed, key=int.bit_count)
    while members:
        member = members & -members
        members ^= member
        found = _hitting(missed, chosen | member, more - 1)
        if found is not None:
            return found
    return None
