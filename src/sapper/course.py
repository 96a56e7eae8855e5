"""The AI course's interface: drop-in `Minesweeper`, `Sentence` and `MinesweeperAI`.

Code written for the course runs unchanged: `from minesweeper import ...` in the repository's root
gives the same three names.
"""

from __future__ import annotations

import random
from operator import index

from sapper.grid import Cell, cells, check_cell, neighbours
from sapper.knowledge.sentence import Sentence, SentenceKnowledge
from sapper.level import Level, StartRule

__all__ = ["Minesweeper", "MinesweeperAI", "Sentence"]


class Minesweeper:
    """The course's game: the mines on a board, and those the player has found.

    >>> game = Minesweeper(height=2, width=3, mines=0)
    >>> game.print()
    -------
    | | | |
    -------
    | | | |
    -------
    >>> game.nearby_mines((0, 0)), game.won()
    (0, True)

    Boards come from Python's own `random`, as in the course, so `random.seed` makes them
    repeatable; `seed` does so for this board alone.
    """

    def __init__(
        self, height: int = 8, width: int = 8, mines: int = 8, *, seed: int | None = None
    ) -> None:
        level = Level(height, width, mines, StartRule.ANY)
        chance = random if seed is None else random.Random(f"board {seed}")
        self.height = level.height
        self.width = level.width
        self.mines: set[Cell] = set(chance.sample(list(cells(height, width)), level.mines))
        self.board = [
            [(row, column) in self.mines for column in range(width)] for row in range(height)
        ]
        self.mines_found: set[Cell] = set()

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


class MinesweeperAI(SentenceKnowledge):
    """The course's player: it knows sentences, and draws every conclusion it can from them.

    >>> ai = MinesweeperAI(height=1, width=3)
    >>> ai.add_knowledge((0, 1), 1)
    >>> print(ai.knowledge[0].count, ai.make_safe_move())
    1 None
    >>> ai.add_knowledge((0, 0), 0)
    >>> ai.mines
    {(0, 2)}

    If it is given the total number of `mines`, it uses that too.
    """

    def __init__(
        self,
        height: int = 8,
        width: int = 8,
        mines: int | None = None,
        *,
        seed: int | None = None,
    ) -> None:
        level = Level(height, width, 0 if mines is None else mines, StartRule.ANY)
        super().__init__(mines, () if mines is None else cells(level.height, level.width))
        self.height = level.height
        self.width = level.width
        self.moves_made: set[Cell] = set()
        # Not the board's stream: with the same seed for both, the first guess would be a mine.
        self._chance = None if seed is None else random.Random(f"player {seed}")

    def mark_mine(self, cell: Cell) -> None:
        """Mark a cell as a mine in every sentence."""
        super().mark_mine(check_cell(cell, self.height, self.width))

    def mark_safe(self, cell: Cell) -> None:
        """Mark a cell as safe in every sentence."""
        super().mark_safe(check_cell(cell, self.height, self.width))

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Take in that a safe cell was opened and shows `count`, and draw every conclusion.

        An impossible count raises `Contradiction`, and then nothing is recorded.
        """
        cell = check_cell(cell, self.height, self.width)
        self.learn(cell, index(count), neighbours(cell, self.height, self.width))
        self.moves_made.add(cell)

    def make_safe_move(self) -> Cell | None:
        """The first cell, row by row, that is known to be safe and not yet played, if any."""
        return min(self.safes - self.moves_made, default=None)

    def make_random_move(self) -> Cell | None:
        """A random cell that is neither played nor known to be a mine, if there is one."""
        closed = self.moves_made | self.mines
        choices = [cell for cell in cells(self.height, self.width) if cell not in closed]
        return (self._chance or random).choice(choices) if choices else None
