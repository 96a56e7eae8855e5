"""What the server sends about a class: to everybody, and to the teacher alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sapper.game import Status
from sapper.grid import Cell
from sapper.level import StartRule
from sapper.play import position_shapes


class HandoutKind(StrEnum):
    """What a teacher can hand to everybody."""

    BOARD = "board"
    POSITION = "position"
    FILE = "file"


@dataclass(frozen=True, slots=True, kw_only=True)
class Handout:
    """What the teacher has handed out; `number` tells a new one of its kind from the one before.

    `title` names it. A position has its `address`, a file the name of its `agent`. Nothing tells
    where the mines of a board are.
    """

    kind: HandoutKind
    number: int
    title: str
    address: str | None = None
    agent: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassState:
    """What everybody in the class knows.

    `open`: this server holds a class. `teacher`: the request came from the teacher. `number` is
    the student's, 0 until they are listed; `name` is empty unless they chose one. `wall` is the
    number of what is on the wall, null if nothing is.
    """

    open: bool
    teacher: bool = False
    number: int = 0
    name: str = ""
    handouts: list[Handout]
    wall: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StudentGame:
    """What a student plays and how; `level` is null unless it is a named one.

    `needless` counts guesses made though a cell was certainly safe, `helped` the moves made by an
    agent; `opened` is the share of the safe cells that are open. `attempt` is above 1 for a board
    that the student has played before.
    """

    level: str | None
    height: int
    width: int
    mines: int
    start: StartRule
    status: Status
    paused: bool
    turns: int
    needless: int
    helped: int
    seconds: float
    opened: float
    attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Student:
    """A student as the teacher sees them; `quiet`: how many seconds ago they were heard of."""

    id: str
    number: int
    name: str
    quiet: float
    game: StudentGame | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """A position for all to see, and the cell that the teacher points at."""

    number: int
    position: position_shapes.Position
    cell: Cell | None
