"""What a position asks for: the easiest technique that finds a safe cell, and where; or a guess.

The techniques are those of the ladder (`docs/grading.md`). Where is told by the numbers and the
cells of the step: in a corner, at an edge, or away from both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from sapper.exact.budgets import DEFAULT_BUDGET
from sapper.grid import Cell
from sapper.proof.ladder import easiest
from sapper.proof.technique import Stage, Step, Technique
from sapper.view import View

MOST_WITH_A_PLACE = Technique.FOUR_NUMBERS.rank
"""More numbers than these, and the mine total, reach over the board."""


class Place(StrEnum):
    """Where a step lies on the board."""

    CORNER = "corner"
    EDGE = "edge"
    INSIDE = "inside"
    ANYWHERE = "anywhere"
    """It reaches over the board, or it does not matter."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What is asked for: a technique and a place, or a guess.

    >>> Kind(Technique.TWO_NUMBERS, Place.EDGE).name, GUESS.name
    ('two numbers, edge', 'guess')
    >>> Kind.named("mine total")
    Kind(technique=<Technique.MINE_TOTAL: 'mine total'>, place=<Place.ANYWHERE: 'anywhere'>)
    """

    technique: Technique | None
    """None for a guess."""
    place: Place = Place.ANYWHERE

    @property
    def name(self) -> str:
        """How it is kept, and found in the catalogue."""
        if self.technique is None:
            return "guess"
        placed = "" if self.place is Place.ANYWHERE else f", {self.place.value}"
        return f"{self.technique.value}{placed}"

    @property
    def is_guess(self) -> bool:
        """Whether nothing is certain."""
        return self.technique is None

    @classmethod
    def named(cls, name: str) -> Kind:
        """The kind of that name; a `ValueError` if there is none."""
        if name == GUESS.name:
            return GUESS
        technique, _, place = name.partition(", ")
        return cls(Technique(technique), Place(place or Place.ANYWHERE))


GUESS = Kind(None)


@dataclass(frozen=True, slots=True)
class WayOn:
    """The easiest way to a safe cell.

    `step` is the last that takes the hardest technique on the way, `known_mines` are the mines that
    are found before it.
    """

    kind: Kind
    step: Step
    safe: tuple[Cell, ...]
    """The safe cells at the end of the way."""
    known_mines: frozenset[Cell]


def way_on(view: View, near: Cell | None = None, *, budget: int = DEFAULT_BUDGET) -> WayOn | None:
    """The easiest way to a safe cell, with the step nearest to a cell; None if nothing is safe.

    Where a technique finds mines alone, they count as known for the next.

    >>> way = way_on(View.parse("###\\n111", mines=1))
    >>> way.kind.name, way.safe
    ('two numbers, corner', ((0, 0), (0, 2)))
    >>> way_on(View.parse("1#\\n##", mines=1)) is None
    True

    Raises `BudgetExceeded` and `Contradiction`, as `easiest` does.
    """
    view = view.with_flags(())
    hardest: Stage | None = None
    known: set[Cell] = set()
    before: frozenset[Cell] = frozenset()
    while stage := easiest(view, known, budget=budget):
        if hardest is None or stage.technique.rank >= hardest.technique.rank:
            hardest, before = stage, frozenset(known)
        if stage.safe:
            step = _nearest(hardest, near)
            return WayOn(kind_of(view, hardest.technique, step), step, stage.safe, before)
        known.update(stage.mines)
    return None


def kind_of(view: View, technique: Technique, step: Step) -> Kind:
    """A step's technique, and where it lies.

    >>> step = Step(numbers=((1, 0), (1, 1)), safe=((0, 2),), mines=())
    >>> kind_of(View(5, 5, 3), Technique.TWO_NUMBERS, step).name
    'two numbers, edge'
    """
    if technique.rank > MOST_WITH_A_PLACE:
        return Kind(technique)
    touched = {_borders(view, cell) for cell in (*step.numbers, *step.cells)}
    return Kind(technique, (Place.INSIDE, Place.EDGE, Place.CORNER)[max(touched)])


def _borders(view: View, cell: Cell) -> int:
    """How many borders of the board a cell touches, 2 at the most."""
    row, column = cell
    return (row in (0, view.height - 1)) + (column in (0, view.width - 1))


def _nearest(stage: Stage, near: Cell | None) -> Step:
    """The step nearest to a cell, one that finds a safe cell if any does."""
    steps = [step for step in stage.steps if step.safe] or list(stage.steps)
    if near is None:
        return steps[0]
    return min(steps, key=lambda step: distance(near, step.safe or step.cells))


def distance(cell: Cell, cells: Iterable[Cell]) -> int:
    """How many steps of a king from a cell to the nearest of some others.

    >>> distance((0, 0), [(1, 2), (4, 1)])
    2
    """
    return min(max(abs(cell[0] - row), abs(cell[1] - column)) for row, column in cells)
