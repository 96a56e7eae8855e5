"""The readable twin of the engine's ladder: slow, and with the same answers.

Techniques are tried from the easiest. For one and two numbers, all connected sets of so many are
tried. For three and four, the cells that are certain at all are found first, by exact counting;
then only sets with a number beside such a cell are tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sapper.exact.consistency import Consistency
from sapper.exact.fronts import Witness, condense, hidden_cells_of, read_witnesses
from sapper.exact.sweep import Budget
from sapper.grid import Cell
from sapper.proof.technique import Technique
from sapper.view import View


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A settled cell and the numbers that settle it; they are named for up to four numbers."""

    cell: Cell
    is_mine: bool
    numbers: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Position:
    """What is left to find out: what the numbers still say, known mines deducted."""

    witnesses: tuple[Witness, ...]
    unknown: frozenset[Cell]
    mines: int

    @classmethod
    def of(cls, view: View, known_mines: Iterable[Cell] = ()) -> Position:
        """The position of a view in which some mines are known.

        >>> Position.of(View.parse("#2#", mines=2), known_mines=[(0, 0)]).witnesses
        (Witness(cell=(0, 1), hidden=frozenset({(0, 2)}), lacks=1),)
        """
        known = frozenset(known_mines)
        reduced = (
            replace(
                witness,
                hidden=witness.hidden - known,
                lacks=witness.lacks - len(witness.hidden & known),
            )
            for witness in read_witnesses(view)
        )
        return cls(
            witnesses=tuple(witness for witness in reduced if witness.hidden),
            unknown=frozenset(hidden_cells_of(view)) - known,
            mines=view.mines - len(known),
        )

    @cached_property
    def groups(self) -> list[tuple[Cell, ...]]:
        """Cells that touch the same numbers, interchangeable; last, those that touch none."""
        touching = list(condense(self.witnesses).values())
        beyond = self.unknown.difference(*touching)
        return [*touching, tuple(sorted(beyond))] if beyond else touching


def climb(position: Position, budget: int | None) -> tuple[Technique, list[Conclusion]] | None:
    """The easiest technique that settles anything, and all that it settles; None if nothing is.

    >>> climb(Position.of(View.parse("##1#\\n##21", mines=2)), None)
    (<Technique.ONE_NUMBER: 'one number'>, [Conclusion(cell=(0, 3), is_mine=True, numbers=((1, 3),))])
    """  # noqa: E501
    for technique in (Technique.ONE_NUMBER, Technique.TWO_NUMBERS):
        found = _settled_together(position.witnesses, technique.rank, position.witnesses)
        if found:
            return technique, found
    certain = _certain(position, Technique.MORE_NUMBERS, budget)
    beside = [w for w in position.witnesses if any(c.cell in w.hidden for c in certain)]
    for technique in (Technique.THREE_NUMBERS, Technique.FOUR_NUMBERS):
        found = _settled_together(position.witnesses, technique.rank, beside)
        if found:
            return technique, found
    if certain:
        return Technique.MORE_NUMBERS, certain
    certain = _certain(position, Technique.MINE_TOTAL, budget)
    return (Technique.MINE_TOTAL, certain) if certain else None


def _certain(position: Position, technique: Technique, budget: int | None) -> list[Conclusion]:
    """All that is certain, by the numbers alone or with the mine total."""
    consistency = Consistency(position.unknown, position.mines, Budget(budget))
    possible = (
        consistency.with_total if technique is Technique.MINE_TOTAL else consistency.without_total
    )
    certain = []
    for group in position.groups:
        for is_mine in (False, True):
            against = Witness(group[0], frozenset(group[:1]), int(not is_mine))
            if not possible([*position.witnesses, against]):
                certain += [Conclusion(cell, is_mine) for cell in group]
    return sorted(certain, key=lambda conclusion: conclusion.cell)


def _settled_together(
    witnesses: Sequence[Witness], size: int, among: Iterable[Witness]
) -> list[Conclusion]:
    """What connected sets of so many numbers, with one of `among`, settle; the first set each."""
    settled: dict[Cell, Conclusion] = {}
    for numbers in _connected_sets(witnesses, size, among):
        names = tuple(sorted(number.cell for number in numbers))
        for cell, is_mine in settled_by(numbers).items():
            if cell not in settled or names < settled[cell].numbers:
                settled[cell] = Conclusion(cell, is_mine, names)
    return [settled[cell] for cell in sorted(settled)]


def _connected_sets(
    witnesses: Sequence[Witness], size: int, among: Iterable[Witness]
) -> Iterator[frozenset[Witness]]:
    """Every set of so many numbers, connected by cells they share, with one of `among` in it."""
    beside = {
        witness: [
            w for w in witnesses if w is not witness and not w.hidden.isdisjoint(witness.hidden)
        ]
        for witness in witnesses
    }
    sets = {frozenset({witness}) for witness in among}
    for _ in range(size - 1):
        sets = {
            chosen | {other}
            for chosen in sets
            for witness in chosen
            for other in beside[witness]
            if other not in chosen
        }
    yield from sets


def settled_by(numbers: Iterable[Witness]) -> dict[Cell, bool]:
    """The cells that are the same in every way to make these numbers true: is it a mine?

    >>> one = Witness((1, 0), frozenset({(0, 0), (0, 1)}), 1)
    >>> two = Witness((1, 1), frozenset({(0, 0), (0, 1), (0, 2)}), 1)
    >>> settled_by([one, two])
    {(0, 2): False}
    """
    lacks = {number.cell: number.lacks for number in numbers}
    boxes = list(condense(numbers).items())
    seen: list[set[int]] = [set() for _ in boxes]
    for counts in _ways(boxes, lacks):
        for of_box, count in zip(seen, counts, strict=True):
            of_box.add(count)
    return {
        cell: bool(0 not in of_box)
        for (_, cells), of_box in zip(boxes, seen, strict=True)
        if of_box in ({0}, {len(cells)})
        for cell in cells
    }


def _ways(
    boxes: Sequence[tuple[frozenset[Cell], tuple[Cell, ...]]], lacks: Mapping[Cell, int]
) -> Iterator[tuple[int, ...]]:
    """Each way to give the boxes mines so that every number has what it lacks."""
    if not boxes:
        if not any(lacks.values()):
            yield ()
        return
    (numbers, cells), *others = boxes
    for count in range(min(len(cells), *(lacks[number] for number in numbers)) + 1):
        left = {number: lack - count * (number in numbers) for number, lack in lacks.items()}
        for counts in _ways(others, left):
            yield (count, *counts)
