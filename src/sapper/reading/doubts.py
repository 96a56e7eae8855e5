"""What reading a picture gives: a position, and everything about it that is in doubt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sapper.grid import Cell
from sapper.reading.crops import Grid
from sapper.view import View


class Doubt(StrEnum):
    """What a warning is about."""

    GRID = "grid"
    DOUBTFUL = "doubtful"
    CHANGED = "changed"
    CONTRADICTION = "contradiction"
    OPENING = "opening"
    UNCHECKED = "unchecked"
    TOTAL = "total"


@dataclass(frozen=True)
class Warned:
    """Something that may be wrong: what, in words, and with which cells."""

    about: Doubt
    message: str
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Reading:
    """A position read from a picture, where it is there, and what is in doubt."""

    view: View
    grid: Grid
    warnings: tuple[Warned, ...]
