"""The ladder of techniques, and the stages of a solution that climbs it.

| technique | what it takes | grade |
| --- | --- | --- |
| one number | a single number settles a cell | easy |
| two numbers | one number's cells are part of another's, or overlap with them | medium |
| three numbers | three numbers together | tricky |
| four numbers | four numbers together | hard |
| more numbers | five or more: in practice, assuming and refuting | fiendish |
| mine total | no numbers suffice without the number of mines on the board | total |

Numbers *together* settle a cell if it is the same in every way to make all of them true, mines
found earlier being known.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sapper.choice import NamedChoice
from sapper.grid import Cell


class Technique(StrEnum):
    """What it takes to settle a cell, easiest first."""

    ONE_NUMBER = "one number"
    TWO_NUMBERS = "two numbers"
    THREE_NUMBERS = "three numbers"
    FOUR_NUMBERS = "four numbers"
    MORE_NUMBERS = "more numbers"
    MINE_TOTAL = "mine total"

    @property
    def rank(self) -> int:
        """Its place on the ladder, from 1; up to 4, the number of numbers."""
        return list(Technique).index(self) + 1

    @classmethod
    def of_rank(cls, rank: int) -> Technique:
        """The technique at a place on the ladder.

        >>> Technique.of_rank(6)
        <Technique.MINE_TOTAL: 'mine total'>
        """
        return list(cls)[rank - 1]


class BoardGrade(NamedChoice, kind="grade"):
    """How hard a board is that needs no guess: by its hardest technique.

    >>> BoardGrade.of("tricky").technique
    <Technique.THREE_NUMBERS: 'three numbers'>
    """

    EASY = "easy"
    MEDIUM = "medium"
    TRICKY = "tricky"
    HARD = "hard"
    FIENDISH = "fiendish"
    TOTAL = "total"

    @property
    def technique(self) -> Technique:
        """The hardest technique that such a board needs."""
        return Technique.of_rank(list(BoardGrade).index(self) + 1)

    @classmethod
    def needing(cls, technique: Technique) -> BoardGrade:
        """The grade of a board with this hardest technique."""
        return list(cls)[technique.rank - 1]


@dataclass(frozen=True, slots=True)
class Step:
    """Numbers, by their cells, and the cells that they settle."""

    numbers: tuple[Cell, ...]
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells that it settles."""
        return self.safe + self.mines


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything that the easiest technique settles in a position.

    A cell that several sets of numbers settle is listed once, with the set that comes first by
    position. With the mine total, and with more than four numbers, the sets are minimal: none of
    their numbers can be left out.
    """

    technique: Technique
    steps: tuple[Step, ...]

    @property
    def safe(self) -> tuple[Cell, ...]:
        """The cells found to be safe, row by row."""
        return tuple(sorted(cell for step in self.steps for cell in step.safe))

    @property
    def mines(self) -> tuple[Cell, ...]:
        """The mines found, row by row."""
        return tuple(sorted(cell for step in self.steps for cell in step.mines))

    @property
    def found(self) -> int:
        """How many cells could be found."""
        return sum(len(step.cells) for step in self.steps)
