"""From a view to fronts: deduce what is easy, then group what is left.

    witness   a revealed number: so many of its hidden neighbours are mines
    box       a group of interchangeable cells: they touch exactly the same witnesses
    front     a connected component of the frontier: witnesses and boxes
    sea       the unconstrained cells: they touch no witness

Simple deductions come first because they are cheap and split fronts: a cell known to be safe or a
mine drops out of every witness it touches, and narrower fronts are cheaper to count.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sapper.grid import Cell, neighbours

if TYPE_CHECKING:
    from sapper.view import View


@dataclass(frozen=True, slots=True)
class Witness:
    """The number at `cell` says: exactly `lacks` of the cells in `hidden` are mines."""

    cell: Cell
    hidden: frozenset[Cell]
    lacks: int


@dataclass(frozen=True, slots=True)
class Box:
    """Hidden cells that touch the same witnesses, given by their indices in the front."""

    cells: tuple[Cell, ...]
    witnesses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Front:
    """Witnesses and boxes connected with each other, and with nothing else.

    No witness lacks more mines than it has hidden cells; `deduce` makes sure of that.
    """

    witnesses: tuple[Witness, ...]
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Deduced:
    """What follows from single numbers and pairs, and what the numbers still say after that.

    `because` maps each settled cell to the one or two numbers that settled it, in the order in
    which the cells were settled; `touching` maps each hidden cell to the numbers around it.
    """

    safe: frozenset[Cell]
    mines: frozenset[Cell]
    witnesses: tuple[Witness, ...]
    because: dict[Cell, tuple[Cell, ...]]
    touching: Mapping[Cell, Sequence[Cell]]

    def reasons(self, front: Front) -> set[Cell]:
        """All the numbers that the remaining witnesses of a front depend on."""
        return trace((witness.cell for witness in front.witnesses), self.touching, self.because)


def trace(
    numbers: Iterable[Cell],
    touching: Mapping[Cell, Sequence[Cell]],
    because: dict[Cell, tuple[Cell, ...]],
) -> set[Cell]:
    """All numbers that what `numbers` still say depends on, including themselves.

    A settled cell changed every number it touches, so those depend on the numbers that settled it.
    Walking through the settled cells from last to first follows each chain back to its beginning,
    and skips whatever was settled only later.
    """
    reasons = set(numbers)
    for cell in reversed(because):
        if not reasons.isdisjoint(touching[cell]):
            reasons.update(because[cell])
    return reasons


class Impossible(Exception):
    """The numbers at `cells` are inconsistent. The set need not be minimal."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        super().__init__()
        self.cells = frozenset(cells)


def read_witnesses(view: View) -> tuple[Witness, ...]:
    """Every revealed number that says something, row by row.

    That includes a number above 0 without hidden neighbours, which can't be true.

    >>> from sapper.view import View
    >>> for witness in read_witnesses(View.parse("01#\\n012", mines=1)):
    ...     print(witness.cell, sorted(witness.hidden), witness.lacks)
    (0, 1) [(0, 2)] 1
    (1, 1) [(0, 2)] 1
    (1, 2) [(0, 2)] 2
    """
    height, width, numbers = view.height, view.width, view.numbers
    hidden = numbers < 0
    padded = np.pad(hidden, 1).astype(np.int8)
    in_three_columns = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    hidden_around = in_three_columns[:-2] + in_three_columns[1:-1] + in_three_columns[2:]
    rows, columns = np.nonzero(~hidden & ((hidden_around > 0) | (numbers > 0)))
    hidden_cells = frozenset(hidden_cells_of(view))
    return tuple(
        Witness(cell, hidden_cells.intersection(neighbours(cell, height, width)), lacks)
        for cell, lacks in zip(
            zip(rows.tolist(), columns.tolist(), strict=True),
            numbers[rows, columns].tolist(),
            strict=True,
        )
    )


def hidden_cells_of(view: View) -> list[Cell]:
    """The hidden cells of a view, row by row."""
    rows, columns = np.nonzero(view.numbers < 0)
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


# Simple deductions


def deduce(witnesses: Iterable[Witness]) -> Deduced:
    """Apply single numbers and pairs of numbers until nothing changes.

    >>> from sapper.view import View
    >>> deduced = deduce(read_witnesses(View.parse("###\\n121", mines=2)))
    >>> sorted(deduced.safe), sorted(deduced.mines), deduced.witnesses
    ([(0, 1)], [(0, 0), (0, 2)], ())

    Raises `Impossible`, with all the numbers involved, if two numbers contradict each other.
    """
    return _Deducing(witnesses).run()


class _Deducing:
    """The state of `deduce`: what each number still says."""

    def __init__(self, witnesses: Iterable[Witness]) -> None:
        self.hidden: dict[Cell, set[Cell]] = {}
        self.lacks: dict[Cell, int] = {}
        self.touching: defaultdict[Cell, list[Cell]] = defaultdict(list)
        for witness in witnesses:
            self.hidden[witness.cell] = set(witness.hidden)
            self.lacks[witness.cell] = witness.lacks
            for cell in witness.hidden:
                self.touching[cell].append(witness.cell)
        self.is_mine: dict[Cell, bool] = {}
        self.because: dict[Cell, tuple[Cell, ...]] = {}
        # Numbers to look at again, alone and in pairs. A dict is a queue without duplicates.
        self.alone: dict[Cell, None] = dict.fromkeys(self.hidden)
        self.paired: dict[Cell, None] = dict.fromkeys(self.hidden)

    def run(self) -> Deduced:
        # Single numbers are cheap: exhaust them before looking at the next pair.
        while self.alone or self.paired:
            if self.alone:
                self.judge_alone(_first(self.alone))
            else:
                number = _first(self.paired)
                for other in self.overlapping(number):
                    self.judge_pair(number, other)
        return Deduced(
            safe=frozenset(cell for cell, is_mine in self.is_mine.items() if not is_mine),
            mines=frozenset(cell for cell, is_mine in self.is_mine.items() if is_mine),
            witnesses=tuple(
                Witness(number, frozenset(hidden), self.lacks[number])
                for number, hidden in self.hidden.items()
                if hidden
            ),
            because=self.because,
            touching=self.touching,
        )

    def overlapping(self, number: Cell) -> set[Cell]:
        """The other numbers that share a hidden cell with this one."""
        others = {other for cell in self.hidden[number] for other in self.touching[cell]}
        others.discard(number)
        return others

    def judge_alone(self, number: Cell) -> None:
        hidden, lacks = self.hidden[number], self.lacks[number]
        if not 0 <= lacks <= len(hidden):
            raise Impossible(trace((number,), self.touching, self.because))
        if lacks == 0:
            self.mark(hidden, False, (number,))
        elif lacks == len(hidden):
            self.mark(hidden, True, (number,))

    def judge_pair(self, number: Cell, other: Cell) -> None:
        """If one lacks n more mines than the other, at least n are among the cells only it has.

        If there are just n such cells, they are all mines, and the cells that only the other has
        are all safe. If one number's cells are a subset of the other's, that is the case n = 0.
        """
        for more, less in ((number, other), (other, number)):
            surplus = self.lacks[more] - self.lacks[less]
            if surplus < 0:
                continue
            more_alone = self.hidden[more] - self.hidden[less]
            if surplus > len(more_alone):
                raise Impossible(trace((more, less), self.touching, self.because))
            if surplus == len(more_alone):
                less_alone = self.hidden[less] - self.hidden[more]
                self.mark(more_alone, True, (more, less))
                self.mark(less_alone, False, (more, less))

    def mark(self, cells: Iterable[Cell], is_mine: bool, because: tuple[Cell, ...]) -> None:
        for cell in tuple(cells):
            self.is_mine[cell] = is_mine
            self.because[cell] = because
            for number in self.touching[cell]:
                self.hidden[number].discard(cell)
                self.lacks[number] -= is_mine
                self.alone[number] = self.paired[number] = None


def _first(queue: dict[Cell, None]) -> Cell:
    """Remove and return the first of a queue."""
    number = next(iter(queue))
    del queue[number]
    return number


# Grouping


def condense(witnesses: Iterable[Witness]) -> dict[frozenset[Cell], tuple[Cell, ...]]:
    """Group hidden cells into boxes: the numbers they touch, and the cells that touch only those.

    >>> witnesses = [Witness((1, 0), frozenset({(0, 0), (0, 1)}), 1),
    ...              Witness((1, 1), frozenset({(0, 0), (0, 1), (0, 2)}), 1)]
    >>> for numbers, cells in condense(witnesses).items():
    ...     print(sorted(numbers), cells)
    [(1, 0), (1, 1)] ((0, 0), (0, 1))
    [(1, 1)] ((0, 2),)
    """
    touching: defaultdict[Cell, list[Cell]] = defaultdict(list)
    for witness in witnesses:
        for cell in witness.hidden:
            touching[cell].append(witness.cell)
    boxes: defaultdict[frozenset[Cell], list[Cell]] = defaultdict(list)
    for cell in sorted(touching):
        boxes[frozenset(touching[cell])].append(cell)
    return {numbers: tuple(cells) for numbers, cells in boxes.items()}


def split(witnesses: Iterable[Witness]) -> list[tuple[Witness, ...]]:
    """Split witnesses into groups that share no hidden cell.

    >>> left, right = Witness((0, 0), frozenset({(0, 1)}), 1), Witness((0, 4), frozenset(), 0)
    >>> split([left, right]) == [(left,), (right,)]
    True
    """
    by_number = {witness.cell: witness for witness in witnesses}
    touching: defaultdict[Cell, list[Cell]] = defaultdict(list)
    for witness in by_number.values():
        for cell in witness.hidden:
            touching[cell].append(witness.cell)
    groups = []
    unseen = dict(by_number)
    while unseen:
        start, witness = next(iter(unseen.items()))
        del unseen[start]
        group, waiting = [witness], deque([witness])
        while waiting:
            for cell in waiting.popleft().hidden:
                for number in touching[cell]:
                    found = unseen.pop(number, None)
                    if found is not None:
                        group.append(found)
                        waiting.append(found)
        groups.append(tuple(group))
    return groups


def find_fronts(witnesses: Iterable[Witness]) -> tuple[Front, ...]:
    """Group witnesses and their hidden cells into fronts.

    Numbers that say the same about the same cells count once.

    >>> from sapper.view import View
    >>> for front in find_fronts(read_witnesses(View.parse("1##0##1", mines=2))):
    ...     print([box.cells for box in front.boxes])
    [((0, 1),)]
    [((0, 2), (0, 4))]
    [((0, 5),)]
    """
    different = {(witness.hidden, witness.lacks): witness for witness in witnesses}
    return tuple(_front(group) for group in split(different.values()))


def _front(group: tuple[Witness, ...]) -> Front:
    place = {witness.cell: index for index, witness in enumerate(group)}
    return Front(
        witnesses=group,
        boxes=tuple(
            Box(cells, tuple(sorted(place[number] for number in numbers)))
            for numbers, cells in condense(group).items()
        ),
    )
