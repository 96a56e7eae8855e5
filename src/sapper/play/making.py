"""Boards that need no guess, made around the cell that is opened first."""

from __future__ import annotations

from sapper.board import Board
from sapper.errors import LevelError
from sapper.exact.analysis import analyze
from sapper.game import Game, Status
from sapper.grid import Cell
from sapper.level import Level

MOST_TRIES = 10_000


def make_board(level: Level, first: Cell, grade: str | None, seed: int) -> Board:
    """A board that needs no guess from `first` on."""
    if grade is not None:
        raise LevelError("boards have no grade yet")
    for index in range(MOST_TRIES):
        board = Board(level, seed, index, first)
        game = Game.on(board)
        game.reveal(first)
        while game.status is Status.PLAYING and (safe := analyze(game.view).safe):
            for cell in safe:
                if game.status is Status.PLAYING:
                    game.reveal(cell)
        if game.status is Status.WON:
            return board
    raise LevelError("no board was found that needs no guess")
