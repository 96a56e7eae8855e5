"""Draw a board that needs no guess: the engine's Python twin, which defines the boards drawn.

The engine decides in a few microseconds whether a board fits; this takes up to a second.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sapper.board import Board, Stream, lay
from sapper.boards.progress import MakingProgress
from sapper.errors import BudgetExceeded
from sapper.exact.analysis import analyze
from sapper.game import Game, Status
from sapper.grid import Cell
from sapper.level import Level
from sapper.proof.technique import BoardGrade
from sapper.solution import solve

DRAWS_BEFORE_REPAIR = 4_000
CELLS_BEFORE_REPAIR = 25_000_000
"""Drawing is hopeless if so many boards were drawn, or so many cells opened, and each board needed
a guess. If 1 in 1,000 needs none, 98 % of the boards are drawn. Both limits are the same on every
machine: time would not be."""
BUDGET_OF_CHECK = 1_000_000
"""States per position; one that needs more counts as one where nothing is certain."""


def opened_without_guess(board: Board, first: Cell, budget: int = BUDGET_OF_CHECK) -> int:
    """How many safe cells can be opened from a first cell without a guess.

    Whether that is all of them decides whether the board needs a guess. A cell that is certain
    stays certain when more is revealed, so the order makes no difference.

    >>> board = Board.from_mines(1, 3, [(0, 2)])
    >>> opened_without_guess(board, (0, 0)), opened_without_guess(board, (0, 1))
    (2, 1)
    """
    if board.is_mine(first):
        return 0
    game = Game.on(board)
    game.reveal(first)
    while game.status is Status.PLAYING:
        try:
            safe = analyze(game.view, budget=budget).safe
        except BudgetExceeded:
            break
        if not safe:
            break
        for cell in sorted(safe):
            if game.status is Status.PLAYING:
                game.reveal(cell)
    return board.level.cells - game.view.hidden_count


class DrawingInPython:
    """One board, drawn again and again until it fits."""

    def __init__(
        self, level: Level, first: Cell, grade: BoardGrade | None, seed: int, index: int
    ) -> None:
        self.tried = 0
        self._level, self._first, self._grade = level, first, grade
        self._seed, self._index = seed, index

    def draw(self, attempts: int, progress: MakingProgress) -> NDArray[np.bool_] | None:
        """The first layout that fits, or None: all attempts were made, or drawing is hopeless.

        Once any board was found that needs no guess, drawing is not hopeless, whatever the grade.
        """
        is_hopeful = False
        opened = 0
        while self.tried < attempts:
            is_hopeful_yet = self.tried < DRAWS_BEFORE_REPAIR and opened < CELLS_BEFORE_REPAIR
            if not (is_hopeful or is_hopeful_yet):
                break
            layout = lay(self._level, self._seed, self._index, self._first, Stream.MADE, self.tried)
            self.tried += 1
            progress.tried_one()
            board = Board.from_layout(layout)
            opened_here = opened_without_guess(board, self._first)
            if opened_here == self._level.cells - self._level.mines:
                if self._grade in (None, solve(board, self._first).grade):
                    return layout
                is_hopeful = True
            opened += opened_here
        return None
