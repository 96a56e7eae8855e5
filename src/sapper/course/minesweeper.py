"""The course's board: where the mines are, and which of them were found."""

from __future__ import annotations

import random

from sapper.grid import Cell, check_cell, neighbours
from sapper.level import Level, StartRule


class Minesweeper:
    """The mines on a board, and those that the player has found.

    >>> game = Minesweeper(height=2, width=3, mines=0)
    >>> game.print()
    -------
    | | | |
    -------
    | | | |
    -------
    >>> game.nearby_mines((0, 0)), game.won()
    (0, True)

    The mines are laid as the course lays them: after the same `random.seed`, it is the same board.
    """

    def __init__(self, height: int = 8, width: int = 8, mines: int = 8) -> None:
        level = Level(height, width, mines, StartRule.ANY)
        self.height = level.height
        self.width = level.width
        self.board = [[False] * self.width for _ in range(self.height)]
        self.mines: set[Cell] = set()
        self.mines_found: set[Cell] = set()
        while len(self.mines) < level.mines:
            row = random.randrange(self.height)
            column = random.randrange(self.width)
            self.board[row][column] = True
            self.mines.add((row, column))

    def print(self) -> None:
        """Print the board as text, with an X on every mine."""
        line = "-" * (2 * self.width + 1)
        print(line)
        for row in self.board:
            print("".join("|X" if is_mine else "| " for is_mine in row) + "|")
            print(line)

    def is_mine(self, cell: Cell) -> bool:
        """Whether the cell is a mine."""
        row, column = check_cell(cell, self.height, self.width)
        return self.board[row][column]

    def nearby_mines(self, cell: Cell) -> int:
        """How many neighbours of the cell are mines."""
        cell = check_cell(cell, self.height, self.width)
        around = neighbours(cell, self.height, self.width)
        return sum(self.board[row][column] for row, column in around)

    def won(self) -> bool:
        """Whether exactly the mines have been found."""
        return self.mines_found == self.mines
