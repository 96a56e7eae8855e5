"""A class: who is there and what they play, what the teacher hands out, what is on the wall.

All of it is in memory and bounded, and ends with the server; the games are in the history. Nothing
here knows more of a game than its player sees.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from threading import Lock
from weakref import ref

from sapper.agents.registry import AGENTS
from sapper.errors import BadInput, NoSuchStudent, SapperError
from sapper.formats import to_address
from sapper.grid import Cell, check_cell
from sapper.interface.web.class_shapes import (
    ClassState,
    Handout,
    HandoutKind,
    Student,
    StudentGame,
    Wall,
)
from sapper.play import position_shapes, shapes
from sapper.play.record import PLAYER, Setup
from sapper.play.table import Table
from sapper.seed import seed_of_chance
from sapper.view import View

MOST_STUDENTS = 400
"""Beyond them, whoever was not heard of for the longest time is no longer listed.

Those who have neither a game nor a name come first: no number of browsers that only look in
replaces anybody else.
"""
MOST_BOARDS = 50
"""How many boards of a student are remembered, to tell when one is played again."""
MOST_FILES = 20
SECRET_BYTES = 24


@dataclass(slots=True)
class _Seat:
    """Where a student sits: what is remembered of them."""

    number: int
    heard: float
    name: str = ""
    table: Callable[[], Table | None] = lambda: None
    """The game they played last, unless it has been closed meanwhile."""
    last: StudentGame | None = None
    """What was told of it last."""
    counted: tuple[str, int, int, int] = ("", 0, 0, 0)
    """Of that game so far: its identity, how many turns, needless guesses, and agents' moves."""
    boards: OrderedDict[object, list[str]] = field(default_factory=OrderedDict)
    """The games on each board, in the order in which they began."""

    @property
    def is_used(self) -> bool:
        """Whether whoever sits here has played, or has told a name."""
        return bool(self.name or self.boards)

    def sit_at(self, table: Table) -> None:
        """Play there from now on."""
        self.table = ref(table)
        games = self.boards.setdefault(_board_of(table), [])
        if table.identity not in games:
            games.append(table.identity)
        if len(self.boards) > MOST_BOARDS:
            self.boards.popitem(last=False)

    def attempt_at(self, table: Table) -> int:
        """Which of the student's games on its board this is, counted from 1."""
        games = self.boards.get(_board_of(table), [])
        return games.index(table.identity) + 1 if table.identity in games else 1


@dataclass(slots=True)
class Classroom:
    """The class of one server.

    >>> classroom = Classroom()
    >>> classroom.hear("a"); classroom.rename("a", "  Ada  ")
    >>> [(student.number, student.name) for student in classroom.students()]
    [(1, 'Ada')]
    """

    secret: str = field(default_factory=lambda: secrets.token_urlsafe(SECRET_BYTES))
    """What the teacher's link tells."""
    clock: Callable[[], float] = time.monotonic
    wall: Wall | None = None
    board: Setup | None = None
    """The board that was handed out: only the server knows its seed."""
    _handouts: dict[HandoutKind, Handout] = field(default_factory=dict)
    _seats: OrderedDict[str, _Seat] = field(default_factory=OrderedDict)
    """By name in the token; whoever was heard of last comes last."""
    _pass: str = field(default_factory=lambda: secrets.token_urlsafe(SECRET_BYTES))
    _folder: TemporaryDirectory[str] | None = None
    _files: int = 0
    _seated: int = 0
    _numbers: int = 0
    _lock: Lock = field(default_factory=Lock)

    # The teacher

    def admit_teacher(self, secret: str) -> str | None:
        """What the teacher's browser shows from now on, if the secret is that of the link."""
        return self._pass if _is_same(secret, self.secret) else None

    def is_teacher(self, shown: str) -> bool:
        """Whether that is what the teacher's browser shows."""
        return _is_same(shown, self._pass)

    # The students

    def hear(self, name: str, table: Table | None = None) -> None:
        """Somebody with that name in their token is there, at that table if at any."""
        with self._lock:
            seat = self._seats.get(name)
            if seat is None:
                self._seated += 1
                seat = self._seats[name] = _Seat(self._seated, 0)
            else:
                self._seats.move_to_end(name)
            seat.heard = self.clock()
            if table is not None:
                seat.sit_at(table)
            if len(self._seats) > MOST_STUDENTS:
                unused = (other for other, seat in self._seats.items() if not seat.is_used)
                del self._seats[next(unused, next(iter(self._seats)))]

    def rename(self, name: str, wanted: str) -> None:
        """Call a student as they want to be called; by their number if that is nothing."""
        with self._lock:
            if name in self._seats:
                self._seats[name].name = " ".join(wanted.split())

    def students(self) -> list[Student]:
        """All of them by number, with what they play now."""
        with self._lock:
            listed = [self._student(name, seat) for name, seat in self._seats.items()]
        return sorted(listed, key=lambda student: student.number)

    def table_of(self, name: str) -> Table:
        """The game that a student plays."""
        with self._lock:
            seat = self._seats.get(name)
            table = None if seat is None else seat.table()
        if table is None:
            raise NoSuchStudent("there is no such student, or they play no game")
        return table

    def _student(self, name: str, seat: _Seat) -> Student:
        table = seat.table()
        if table is not None:
            seat.last = _told(seat, table)
        return Student(
            id=name,
            number=seat.number,
            name=seat.name,
            quiet=round(self.clock() - seat.heard, 1),
            game=seat.last,
        )

    # What everybody knows

    def state(self, name: str, *, is_teacher: bool) -> ClassState:
        """What a student, or the teacher, is told."""
        with self._lock:
            seat = self._seats.get(name)
            return ClassState(
                open=True,
                teacher=is_teacher,
                number=seat.number if seat else 0,
                name=seat.name if seat else "",
                handouts=list(self._handouts.values()),
                wall=None if self.wall is None else self.wall.number,
            )

    def hand_out_board(self, setup: Setup) -> None:
        """Let everybody play the same board."""
        if setup.seed is None:
            setup = replace(setup, seed=seed_of_chance())
        self.board = setup
        self._hand_out(HandoutKind.BOARD, setup.level.name)

    def hand_out_position(self, view: View) -> None:
        """Let everybody analyse the same position."""
        title = f"{view.height}×{view.width}"
        self._hand_out(HandoutKind.POSITION, title, address=to_address(view))

    def hand_out_file(self, file_name: str, content: str) -> None:
        """Let everybody choose a file as agent. It takes a moment: the file is loaded to see."""
        agent = self._admitted(file_name, content)
        self._hand_out(HandoutKind.FILE, file_name, agent=agent)

    def take_back(self, kind: HandoutKind) -> None:
        """Hand it out no longer; whoever has it keeps it."""
        with self._lock:
            self._handouts.pop(kind, None)
            if kind is HandoutKind.BOARD:
                self.board = None

    def put_on_wall(self, view: View) -> None:
        """Show a position to all, as it is now."""
        position = position_shapes.Position.of(view)
        self.wall = Wall(number=self._next_number(), position=position, cell=None)

    def point_at(self, cell: Cell | None) -> None:
        """Point at a cell of what is on the wall, or at none."""
        wall = self.wall
        if wall is None:
            raise BadInput("there is nothing on the wall")
        if cell is not None:
            cell = check_cell(cell, wall.position.height, wall.position.width)
        self.wall = replace(wall, number=self._next_number(), cell=cell)

    def clear_wall(self) -> None:
        """Take down what is on the wall."""
        self.wall = None

    def close(self) -> None:
        """Forget the files."""
        if self._folder is not None:
            self._folder.cleanup()

    def _next_number(self) -> int:
        with self._lock:
            self._numbers += 1
            return self._numbers

    def _hand_out(
        self, kind: HandoutKind, title: str, *, address: str | None = None, agent: str | None = None
    ) -> None:
        number = self._next_number()
        handout = Handout(kind=kind, number=number, title=title, address=address, agent=agent)
        with self._lock:
            self._handouts[kind] = handout

    def _admitted(self, file_name: str, content: str) -> str:
        """The name of the agent in a file, which is written to a folder of its own."""
        with self._lock:
            if self._files >= MOST_FILES:
                raise BadInput(f"at most {MOST_FILES} files can be handed out")
            self._folder = self._folder or TemporaryDirectory(prefix="sapper-class-")
            self._files += 1
        folder = Path(self._folder.name, secrets.token_hex(8))
        try:
            folder.mkdir()
            file = folder / file_name
            file.write_text(content, encoding="utf-8")
            return AGENTS.admit(str(file))  # an `AgentError` if it fails to load
        except (SapperError, OSError):
            rmtree(folder, ignore_errors=True)
            with self._lock:
                self._files -= 1
            raise


def _board_of(table: Table) -> object:
    setup = table.setup
    return setup.level, setup.seed, setup.position


def _is_same(shown: str, expected: str) -> bool:
    """Compared in constant time, so that nobody finds it character by character."""
    return hmac.compare_digest(shown.encode("utf-8", "surrogatepass"), expected.encode())


def _told(seat: _Seat, table: Table) -> StudentGame:
    """What is told of a game; only turns that are new are looked at."""
    if seat.counted[0] != table.identity:
        seat.counted = (table.identity, 0, 0, 0)
    identity, turns, needless, helped = seat.counted
    if turns != table.turns:
        entries = table.entries
        for entry in entries[turns:]:
            needless += entry.is_needless and entry.by == PLAYER
            helped += entry.by != PLAYER
        seat.counted = (identity, len(entries), needless, helped)
    level = table.setup.level
    safe = level.cells - level.mines
    is_shown = level.cells - table.view.hidden_count
    return StudentGame(
        **shapes.level_fields(level),
        status=table.status,
        paused=table.is_paused,
        turns=table.turns,
        needless=needless,
        helped=helped,
        seconds=round(table.seconds, 1),
        attempt=seat.attempt_at(table),
        opened=round(min(is_shown, safe) / safe, 3) if safe else 1.0,
    )
