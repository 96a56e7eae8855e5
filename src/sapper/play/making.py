"""A board that needs no guess, made for a game: how far that is, and a way to stop it.

The cell opened first decides which board it is, so it is made at the first click. That usually
takes milliseconds, but a rare wish may take many seconds: whoever draws a screen makes the board in
another thread, and shows how many were tried.
"""

from __future__ import annotations

import atexit
from datetime import date
from threading import Event

from sapper._compiled import compiled
from sapper.board import Board
from sapper.boards.daily import seed_of_day
from sapper.boards.make import Wish, make_some
from sapper.boards.progress import MakingProgress
from sapper.grid import Cell
from sapper.level import Guesses, Level, StartRule
from sapper.play.record import Setup
from sapper.proof.technique import BoardGrade

SECONDS_TO_END = 5.0
"""The engine notices within milliseconds that it is to stop."""


class BoardMaking:
    """The making of one board.

    >>> making = BoardMaking(Setup(Level(9, 9, 10), seed=1, guesses="none", grade="medium"), (0, 0))
    >>> board = making.make()
    >>> board.is_mine((0, 0)), making.tried > 0
    (False, True)
    """

    def __init__(self, setup: Setup, first: Cell) -> None:
        """Raises a `SapperError` if there can't be such a board."""
        level = setup.level
        self.first = first
        self._wish = Wish.of(level, first, level.start, grade=setup.grade)
        self._seed, self._index = setup.seed or 0, setup.index
        self._progress = MakingProgress()
        self._stop = None if compiled is None else compiled.StopFlag()
        self._ended = Event()

    def make(self) -> Board:
        """Make it; `NoBoardFound` if none of very many fits."""
        if self._stop is not None:
            self._stop.heed()
        _under_way.add(self)
        try:
            return make_some(self._wish, self._seed, self._index, 1, progress=self._progress)[0]
        finally:
            _under_way.discard(self)
            self._ended.set()

    def stop(self) -> None:
        """Nobody waits for it any more."""
        if self._stop is not None:
            self._stop.set()

    def end(self) -> None:
        """Stop it, and wait until the engine has ended its work."""
        if self._stop is not None:  # Python's own threads may be left as they are
            self.stop()
            self._ended.wait(SECONDS_TO_END)

    @property
    def tried(self) -> int:
        """How many boards were tried so far."""
        return self._progress.tried


_under_way: set[BoardMaking] = set()


@atexit.register
def _end_all() -> None:
    """Whoever closes the program need not wait for a board.

    A thread of the engine must not return to a Python that is shutting down: the process would be
    aborted.
    """
    for making in tuple(_under_way):
        making.end()


def puzzle_of_the_day(
    day: date, level: Level, grade: BoardGrade | str | None = None
) -> tuple[Setup, Cell]:
    """The setup of a day's puzzle, and the cell it begins with: the same for everybody.

    >>> setup, first = puzzle_of_the_day(date(2026, 11, 16), Level(9, 9, 10), "hard")
    >>> setup.grade.value, first
    ('hard', (2, 2))
    """
    wish = Wish.of(level, grade=grade)
    setup = Setup(
        level.starting(StartRule.OPENING),
        seed=seed_of_day(day, wish),
        guesses=Guesses.NONE,
        grade=wish.grade,
    )
    return setup, wish.first
