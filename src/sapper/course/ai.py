"""The course's player: it knows sentences, and concludes what follows from one or two of them."""

from __future__ import annotations

import random
import warnings
from collections import defaultdict
from collections.abc import Iterator
from operator import index

from sapper.course.sentence import Sentence
from sapper.errors import ContradictionWarning
from sapper.grid import Cell, cells, check_cell, neighbours
from sapper.level import Level, StartRule


class MinesweeperAI:
    """A player that knows sentences, and draws every conclusion it can from them.

    >>> ai = MinesweeperAI(height=1, width=3)
    >>> ai.add_knowledge((0, 1), 1)
    >>> print(ai.knowledge[0].count, ai.make_safe_move())
    1 None
    >>> ai.add_knowledge((0, 0), 0)
    >>> ai.mines
    {(0, 2)}

    `mines`, `safes` and `knowledge` belong to the caller as much as to the AI. Every call reads
    them anew, so whatever was added, marked or replaced in between is taken into account. A
    sentence that can't be true is left out, with a `ContradictionWarning`.
    """

    def __init__(self, height: int = 8, width: int = 8) -> None:
        level = Level(height, width, 0, StartRule.ANY)
        self.height = level.height
        self.width = level.width
        self.moves_made: set[Cell] = set()
        self.mines: set[Cell] = set()
        self.safes: set[Cell] = set()
        self.knowledge: list[Sentence] = []

    def mark_mine(self, cell: Cell) -> None:
        """Mark a cell as a mine, and tell every sentence."""
        cell = check_cell(cell, self.height, self.width)
        self.mines.add(cell)
        for sentence in self.knowledge:
            sentence.mark_mine(cell)

    def mark_safe(self, cell: Cell) -> None:
        """Mark a cell as safe, and tell every sentence."""
        cell = check_cell(cell, self.height, self.width)
        self.safes.add(cell)
        for sentence in self.knowledge:
            sentence.mark_safe(cell)

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Take in that a safe cell was opened and shows `count`, and draw every conclusion."""
        cell = check_cell(cell, self.height, self.width)
        around = Sentence(neighbours(cell, self.height, self.width), index(count))
        # 1. The cell is a move that was made.
        self.moves_made.add(cell)
        # 2. It is safe.
        self.mark_safe(cell)
        # 3. So many of its neighbours are mines. Those that are known already are taken out.
        if cell not in self.mines:
            self.knowledge.append(around)
        self.take_out_known_cells()
        # 4. One sentence may settle its cells. 5. Two may give a new one. Each conclusion may lead
        # to more, so this goes on until there is none.
        while self.mark_settled_cells() or self.infer_from_pairs():
            self.take_out_known_cells()

    def take_out_known_cells(self) -> None:
        """Leave sentences about undetermined cells: none empty, none twice, none impossible."""
        for cell in sorted(self.mines & self.safes):
            self.report_contradiction(f"{cell} is both safe and a mine; it is taken for a mine")
            self.safes.remove(cell)
        kept: dict[frozenset[Cell], Sentence] = {}
        for sentence in self.knowledge:
            for cell in sentence.cells & self.mines:
                sentence.mark_mine(cell)
            for cell in sentence.cells & self.safes:
                sentence.mark_safe(cell)
            same_cells = kept.get(frozenset(sentence.cells), sentence)
            if sentence != same_cells or not 0 <= sentence.count <= len(sentence.cells):
                self.report_contradiction(f"{sentence} contradicts what is known; it is left out")
            elif sentence.cells:
                kept[frozenset(sentence.cells)] = same_cells
        self.knowledge[:] = kept.values()

    def mark_settled_cells(self) -> bool:
        """Step 4: mark the cells of sentences that are all mines, or all safe; was there any?"""
        known = len(self.mines) + len(self.safes)
        for sentence in list(self.knowledge):
            self.settle(sentence)
        return len(self.mines) + len(self.safes) > known

    def settle(self, sentence: Sentence) -> None:
        """Mark the cells of one sentence, if it says what they are."""
        for cell in sentence.known_mines():
            self.mark_mine(cell)
        for cell in sentence.known_safes():
            self.mark_safe(cell)

    def infer_from_pairs(self) -> bool:
        """Step 5: if one sentence's cells are a subset of another's, the other cells hold the rest.

        Returns whether that gave any new sentence.
        """
        counts = {frozenset(sentence.cells): sentence.count for sentence in self.knowledge}
        inferred = []
        refuted = []
        for smaller, larger in self.subset_pairs():
            rest = Sentence(larger.cells - smaller.cells, larger.count - smaller.count)
            count = counts.get(frozenset(rest.cells))
            if count is None and 0 <= rest.count <= len(rest.cells):
                counts[frozenset(rest.cells)] = rest.count
                inferred.append(rest)
            elif count != rest.count:
                refuted.append(larger)
        for sentence in refuted:
            if sentence in self.knowledge:
                self.report_contradiction(f"{sentence} contradicts another one; it is left out")
                self.knowledge.remove(sentence)
        self.knowledge += inferred
        return bool(inferred)

    def subset_pairs(self) -> Iterator[tuple[Sentence, Sentence]]:
        """All pairs of sentences in which the first one's cells are a subset of the other's."""
        about: dict[Cell, list[Sentence]] = defaultdict(list)
        for sentence in self.knowledge:
            for cell in sentence.cells:
                about[cell].append(sentence)
        for smaller in self.knowledge:
            # What contains all its cells contains any one of them: few sentences do.
            any_cell = next(iter(smaller.cells))
            for larger in about[any_cell]:
                if smaller.cells < larger.cells:
                    yield smaller, larger

    def report_contradiction(self, complaint: str) -> None:
        """Warn the caller of `add_knowledge`, which is three calls up, of what can't be true."""
        warnings.warn(ContradictionWarning(complaint), stacklevel=4)

    def make_safe_move(self) -> Cell | None:
        """The first cell, row by row, that is known to be safe and not yet played, if any."""
        return min(self.safes - self.moves_made, default=None)

    def make_random_move(self) -> Cell | None:
        """A random cell that is neither played nor known to be a mine, if there is one."""
        closed = self.moves_made | self.mines
        choices = [cell for cell in cells(self.height, self.width) if cell not in closed]
        return random.choice(choices) if choices else None
