"""Levels: the size of a board, its number of mines, and how a game on it starts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import sqrt
from types import MappingProxyType

from sapper.catalogue import counted
from sapper.choice import NamedChoice
from sapper.errors import LevelError, UnknownName
from sapper.grid import Cell, is_whole

MOST_CELLS = 25_000_000
"""The largest board, 5000×5000: the arrays of a larger one would fill the memory."""


class StartRule(NamedChoice, kind="start rule"):
    """What the first click may hit.

    >>> StartRule("opening") is StartRule.OPENING
    True
    """

    ANY = "any"
    """The first click may be a mine."""
    SAFE = "safe"
    """The first cell is never a mine; its neighbours may be. Mines are laid after the click."""
    OPENING = "opening"
    """The first cell shows 0: neither it nor a neighbour is a mine."""
    GIVEN = "given"
    """Some safe cells are disclosed before play begins."""


class Guesses(NamedChoice, kind="rule for guesses"):
    """What happens to guesses: the second rule of a game, beside the start rule.

    >>> Guesses.of("fair").value
    'fair'
    """

    ANY = "any"
    """The mines are laid at random, and a guess is a risk."""
    NONE = "none"
    """The board is made so that no guess is needed."""
    FAIR = "fair"
    """A guess while something was certain meets a mine if it can; any other never does."""


@dataclass(frozen=True, slots=True)
class Level:
    """A size, a number of mines and a start rule that go together.

    >>> Level(16, 30, 99, start="opening").density
    0.20625
    >>> Level(2, 2, 5)
    Traceback (most recent call last):
    sapper.errors.LevelError: 5 mines do not fit on a 2×2 board of 4 cells
    """

    height: int
    width: int
    mines: int
    start: StartRule = StartRule.SAFE
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", StartRule.of(self.start))
        for side in ("height", "width", "mines"):
            size = getattr(self, side)
            if not is_whole(size):
                raise LevelError(f"{side} must be a whole number, not {size!r}")
            object.__setattr__(self, side, int(size))
        if self.height < 1 or self.width < 1:
            raise LevelError(f"{self._board} has no cells")
        if self.cells > MOST_CELLS:
            raise LevelError(f"{self._board} is too large: at most {MOST_CELLS:,} cells")
        if self.mines < 0:
            raise LevelError(f"a board can't hold {self.mines} mines")
        if self.mines > self.cells:
            raise LevelError(
                f"{self.mines} mines do not fit on {self._board} of {counted(self.cells, 'cell')}"
            )
        # An opening is smallest in a corner: if it doesn't fit there, it fits nowhere.
        free = {StartRule.SAFE: 1, StartRule.OPENING: min(2, self.height) * min(2, self.width)}
        if self.mines > self.cells - free.get(self.start, 0):
            kept_free = free[self.start]
            cells = "1 cell" if kept_free == 1 else f"at least {kept_free} cells"
            mines, leave = (
                ("1 mine", "leaves") if self.mines == 1 else (f"{self.mines} mines", "leave")
            )
            raise LevelError(
                f"{mines} on {self._board} {leave} no room for the start rule "
                f"{self.start.value!r}, which keeps {cells} free of mines"
            )
        if not self.name:
            object.__setattr__(self, "name", f"{self.height}x{self.width}/{self.mines}")

    @property
    def _board(self) -> str:
        return f"a {self.height}×{self.width} board"

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.height * self.width

    @property
    def density(self) -> float:
        """The share of cells that are mines."""
        return self.mines / self.cells

    @property
    def disclosed(self) -> int:
        """How many safe cells the start rule `given` discloses by default.

        >>> LEVELS["hard"].disclosed
        22
        """
        return min(round(sqrt(self.cells)), self.cells - self.mines)

    def starting(self, start: StartRule | str) -> Level:
        """The same level under another start rule.

        >>> LEVELS["expert"].starting("opening").start
        <StartRule.OPENING: 'opening'>
        """
        return replace(self, start=StartRule.of(start))

    @classmethod
    def parse(cls, size: str, start: StartRule | str = StartRule.SAFE) -> Level:
        """Read a size written as `HEIGHTxWIDTH/MINES`.

        >>> Level.parse("16x30/99").mines
        99
        """
        found = re.fullmatch(r"\s*(\d{1,9})\s*[xX×]\s*(\d{1,9})\s*/\s*(\d{1,9})\s*", size)
        if not found:
            raise LevelError(f"a size reads HEIGHTxWIDTH/MINES, as in 16x30/99, not {size!r}")
        height, width, mines = map(int, found.groups())
        return cls(height, width, mines, StartRule.of(start))

    @classmethod
    def of(cls, level: Level | str, start: StartRule | str | None = None) -> Level:
        """A level as it is, by its name, or by its size; under another start rule if one is given.

        >>> Level.of("expert").mines, Level.of("16x30/99").start.value
        (99, 'safe')
        >>> Level.of("beginner", start="opening").start.value
        'opening'
        """
        if isinstance(level, str):
            if level.lstrip()[:1].isdigit():
                return cls.parse(level, start or StartRule.SAFE)
            level = cls.named(level.strip())
        if not isinstance(level, Level):
            raise LevelError(
                f"a level is a Level, its name, or a size such as '16x30/99', not {level!r}"
            )
        return level if start is None else level.starting(start)

    @classmethod
    def named(cls, name: str) -> Level:
        """Look up a level by name; an `UnknownName` error lists them all.

        >>> Level.named("beginner").cells
        81
        """
        try:
            return LEVELS[name]
        except KeyError:
            raise UnknownName("level", name, LEVELS) from None


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        level.name: level
        for level in (
            # The AI course's board.
            Level(8, 8, 8, StartRule.ANY, "course"),
            # The usual three.
            Level(9, 9, 10, StartRule.SAFE, "beginner"),
            Level(16, 16, 40, StartRule.SAFE, "intermediate"),
            Level(16, 30, 99, StartRule.SAFE, "expert"),
            # The resolution study's three.
            Level(9, 9, 10, StartRule.GIVEN, "easy"),
            Level(16, 16, 25, StartRule.GIVEN, "medium"),
            Level(16, 30, 99, StartRule.GIVEN, "hard"),
        )
    }
)
"""The named levels."""

CORNER: Cell = (0, 0)
OPENING_STARTS: Mapping[tuple[int, int], Cell] = MappingProxyType(
    {(8, 8): (2, 2), (9, 9): (2, 2), (16, 16): (2, 2)}
)
OPENING_START: Cell = (3, 3)
"""The first cells, measured against others on each board: `docs/expert.md` has the table."""


def first_cell(height: int, width: int, start: StartRule | str) -> Cell:
    """Where to open a board of this size first, under a start rule.

    A corner shows a 0 most often. Where the start is an opening anyway, a cell further in opens
    more: (2, 2) or (3, 3), and the middle of a board too small for that.

    >>> first_cell(16, 30, "safe"), first_cell(16, 30, "opening"), first_cell(9, 9, "opening")
    ((0, 0), (3, 3), (2, 2))
    """
    if StartRule.of(start) is not StartRule.OPENING:
        return CORNER
    row, column = OPENING_STARTS.get((height, width), OPENING_START)
    return min(row, height // 2), min(column, width // 2)
