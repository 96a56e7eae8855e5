"""The puzzle of the day at a table: its board is made, and its first cell opened for the player."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date

from sapper.board import Board
from sapper.play.keeper import Keeper
from sapper.play.making import puzzle_of_the_day
from sapper.play.record import Setup
from sapper.play.table import Table


class DailyPuzzle:
    """A day's puzzle of a size and a grade. Nothing is kept of it before it begins.

    >>> from sapper.level import Level
    >>> puzzle = DailyPuzzle(date(2026, 11, 16), Setup(Level(9, 9, 10)))
    >>> table = puzzle.begin(puzzle.make())
    >>> [entry.cell for entry in table.entries]
    [(2, 2)]
    """

    def __init__(
        self,
        day: date,
        setup: Setup,
        keeper: Keeper | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Raises a `SapperError` if there can't be such a puzzle."""
        puzzle, self.first = puzzle_of_the_day(day, setup.level, setup.grade)
        self._table = Table(replace(puzzle, agent=setup.agent), keeper, clock)
        self._making = self._table.making_for(self.first)

    def make(self) -> Board:
        """Make its board, which may take a while; other threads may `stop` it."""
        return self._making.make()

    def stop(self) -> None:
        """Nobody waits for the board any more."""
        self._making.stop()

    def begin(self, board: Board) -> Table:
        """The game on the board; the clock starts with the second cell."""
        self._table.lay(self.first, board)
        self._table.reveal(self.first)
        self._table.leave()
        return self._table
