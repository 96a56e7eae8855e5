"""The AI course's interface: drop-in `Minesweeper`, `Sentence` and `MinesweeperAI`.

Code written for the course runs unchanged: `from minesweeper import ...` in the repository's root
gives the same three names.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterable
from contextlib import suppress
from operator import index

from sapper.errors import Contradiction, ContradictionWarning
from sapper.grid import Cell, cells, check_cell, neighbours
from sapper.knowledge.sentence import Sentence
from sapper.knowledge.subset_rule import SentenceKnowledge
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

    The mines are laid as the course lays them, by Python's own `random`: after the same
    `random.seed`, it is the same board. `seed` makes this board alone repeatable.
    """

    def __init__(
        self, height: int = 8, width: int = 8, mines: int = 8, *, seed: int | None = None
    ) -> None:
        level = Level(height, width, mines, StartRule.ANY)
        chance = random if seed is None else random.Random(f"board {seed}")
        self.height = level.height
        self.width = level.width
        self.mines: set[Cell] = set()
        self.mines_found: set[Cell] = set()
        self.board = [[False] * level.width for _ in range(level.height)]
        # The course's own loop: other draws would lay another board after the same `random.seed`.
        while len(self.mines) < level.mines:
            row = chance.randrange(level.height)
            column = chance.randrange(level.width)
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


class MinesweeperAI:
    """The course's player: it knows sentences, and draws every conclusion it can from them.

    >>> ai = MinesweeperAI(height=1, width=3)
    >>> ai.add_knowledge((0, 1), 1)
    >>> print(ai.knowledge[0].count, ai.make_safe_move())
    1 None
    >>> ai.add_knowledge((0, 0), 0)
    >>> ai.mines
    {(0, 2)}

    `mines`, `safes` and `knowledge` belong to the caller as much as to the AI: cells added to the
    sets, and sentences added, marked, reordered or replaced between two calls are taken in by the
    next `add_knowledge`.

    A count that contradicts the rest is left out, with a `ContradictionWarning`; with `strict` it
    raises a `Contradiction`. If the AI is given the total number of `mines`, it uses that too.
    """

    def __init__(
        self,
        height: int = 8,
        width: int = 8,
        mines: int | None = None,
        *,
        seed: int | None = None,
        strict: bool = False,
    ) -> None:
        level = Level(height, width, 0 if mines is None else mines, StartRule.ANY)
        self.height = level.height
        self.width = level.width
        self.strict = strict
        self.moves_made: set[Cell] = set()
        self.mines: set[Cell] = set()
        self.safes: set[Cell] = set()
        self._total = mines
        # What it has concluded by itself. Others change the sets above; nobody changes this one,
        # except for its sentences, once they were lent.
        self._concluded = self._know_nothing_else()
        self._knowledge: list[Sentence] = []
        self._lent: list[tuple[int, set[Cell], int]] | None = None
        # Not the board's stream: with the same seed for both, the first guess would be a mine.
        self._chance = None if seed is None else random.Random(f"player {seed}")

    # The sentences are lent

    @property
    def knowledge(self) -> list[Sentence]:
        """The sentences, none of them empty, false, a duplicate or about a settled cell.

        Whoever has read this may change the list and its sentences at any time. So once it was
        read, and not before, every call first compares all of them with how it left them.
        """
        if self._lent is None:
            self._lend()
        return self._knowledge

    @knowledge.setter
    def knowledge(self, sentences: Iterable[Sentence]) -> None:
        if self._lent is None:
            self._lend()
        self._knowledge = sentences if isinstance(sentences, list) else list(sentences)

    def _lend(self) -> None:
        self._knowledge[:] = self._concluded.knowledge
        self._lent = _written_down(self._knowledge, copied=True)

    # Learning

    def mark_mine(self, cell: Cell) -> None:
        """Mark a cell as a mine, and tell every sentence."""
        cell = check_cell(cell, self.height, self.width)
        if self.strict and cell in self.safes:
            raise Contradiction(f"cell {cell} can't be a mine: it is known to be safe", [cell])
        self.mines.add(cell)
        for sentence in self.knowledge:
            sentence.mark_mine(cell)

    def mark_safe(self, cell: Cell) -> None:
        """Mark a cell as safe, and tell every sentence."""
        cell = check_cell(cell, self.height, self.width)
        if self.strict and cell in self.mines:
            raise Contradiction(f"cell {cell} can't be safe: it is known to be a mine", [cell])
        self.safes.add(cell)
        for sentence in self.knowledge:
            sentence.mark_safe(cell)

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Take in that a safe cell was opened and shows `count`, and draw every conclusion."""
        cell = check_cell(cell, self.height, self.width)
        count = index(count)
        if self._is_changed():
            self._take_in_changes()
        try:
            self._concluded.learn(cell, count, neighbours(cell, self.height, self.width))
        except Contradiction as clash:
            self._leave_out_count(cell, clash)
        self.moves_made.add(cell)
        self._publish(cell)

    def _publish(self, played: Cell | None = None) -> None:
        """Show others what was concluded: the sentences, then cell by cell what they settled."""
        concluded = self._concluded
        settled_by = concluded.settled_by
        if self._lent is not None:
            self._lend()
        if played not in concluded.safes:  # it was taken for a mine
            played = None
        try:
            if self._has_other_marks():
                if played is not None:
                    self.mark_safe(played)
                for cell, reason in settled_by.items():
                    (self.mark_mine if reason.count else self.mark_safe)(cell)
        finally:
            if played is not None:
                self.safes.add(played)
            if settled_by:
                for cell, reason in settled_by.items():
                    (self.mines if reason.count else self.safes).add(cell)
                settled_by.clear()

    def _has_other_marks(self) -> bool:
        """Whether a subclass, or somebody who replaced a method, wants to be told of each cell."""
        kind, own = type(self), self.__dict__
        return (
            kind.mark_mine is not _MARK_MINE
            or kind.mark_safe is not _MARK_SAFE
            or "mark_mine" in own
            or "mark_safe" in own
        )

    # What others changed

    def _is_changed(self) -> bool:
        """Whether somebody added to the sets, or changed the list or a sentence that was lent."""
        concluded = self._concluded
        return (
            len(self.mines) != len(concluded.mines)
            or len(self.safes) != len(concluded.safes)
            or (self._lent is not None and self._lent != _written_down(self._knowledge))
        )

    def _take_in_changes(self) -> None:
        """Begin again with the sets and the sentences as they are now."""
        sentences = self._concluded.knowledge if self._lent is None else self._knowledge
        if both := self.mines & self.safes:
            message = f"cell {min(both)} can't be both safe and a mine"
            self._object(Contradiction(message, sorted(both)), "it is taken for a mine")
        concluded = self._know_nothing_else()
        try:
            concluded.adopt(sentences)
        except Contradiction:
            concluded = self._know_nothing_else()
            for sentence in sentences:
                try:
                    concluded.adopt([sentence])
                except Contradiction as clash:
                    self._object(clash, f"the sentence {sentence} is left out")
        self._concluded = concluded
        self._publish()

    def _know_nothing_else(self) -> SentenceKnowledge:
        """Knowledge of the mines and safe cells alone."""
        everywhere = () if self._total is None else cells(self.height, self.width)
        safes = self.safes - self.mines
        return SentenceKnowledge(self._total, everywhere, mines=self.mines, safes=safes)

    # Contradictions

    def _leave_out_count(self, cell: Cell, clash: Contradiction) -> None:
        """Only remember that the cell is safe, if that much can be."""
        self._object(clash, "the count is left out")
        with suppress(Contradiction):
            self._concluded.learn(cell, 0, around=())

    def _object(self, clash: Contradiction, remedy: str) -> None:
        if self.strict:
            raise clash
        # Of the caller of `add_knowledge`: two of our own methods are between.
        warnings.warn(ContradictionWarning(f"{clash}; {remedy}"), stacklevel=4)

    # Moves

    def make_safe_move(self) -> Cell | None:
        """The first cell, row by row, that is known to be safe and not yet played, if any."""
        return min(self.safes - self.moves_made, default=None)

    def make_random_move(self) -> Cell | None:
        """A random cell that is neither played nor known to be a mine, if there is one."""
        closed = self.moves_made | self.mines
        choices = [cell for cell in cells(self.height, self.width) if cell not in closed]
        return (self._chance or random).choice(choices) if choices else None


_MARK_MINE, _MARK_SAFE = MinesweeperAI.mark_mine, MinesweeperAI.mark_safe


def _written_down(
    sentences: Iterable[Sentence], copied: bool = False
) -> list[tuple[int, set[Cell], int]]:
    """Which sentences these are and what each says, to compare with later; `copied` to keep."""
    if copied:
        return [(id(one), set(one.cells), one.count) for one in sentences]
    return [(id(one), one.cells, one.count) for one in sentences]
