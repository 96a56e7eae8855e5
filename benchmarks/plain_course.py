"""The course's agent in its plainest form: all pairs of sentences until nothing changes.

It is written straight from the description, only as a baseline for benchmarks (and, in the tests,
as an oracle). It shares no code with the package.
"""

from __future__ import annotations

Cell = tuple[int, int]


class PlainSentence:
    """Of `cells`, exactly `count` are mines."""

    def __init__(self, cells: set[Cell], count: int) -> None:
        self.cells = set(cells)
        self.count = count

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, PlainSentence)
        return self.cells == other.cells and self.count == other.count

    __hash__ = None  # type: ignore[assignment]

    def known_mines(self) -> set[Cell]:
        """All cells, if all are mines."""
        return set(self.cells) if self.cells and self.count == len(self.cells) else set()

    def known_safes(self) -> set[Cell]:
        """All cells, if none is a mine."""
        return set(self.cells) if self.count == 0 else set()

    def mark_mine(self, cell: Cell) -> None:
        """Record a mine."""
        if cell in self.cells:
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell: Cell) -> None:
        """Record a safe cell."""
        if cell in self.cells:
            self.cells.remove(cell)


class PlainAI:
    """Adds a sentence per move, then applies every rule to everything until nothing changes."""

    def __init__(self, height: int, width: int) -> None:
        self.height = height
        self.width = width
        self.moves_made: set[Cell] = set()
        self.mines: set[Cell] = set()
        self.safes: set[Cell] = set()
        self.knowledge: list[PlainSentence] = []

    def mark_mine(self, cell: Cell) -> None:
        """Mark a mine in every sentence."""
        self.mines.add(cell)
        for sentence in self.knowledge:
            sentence.mark_mine(cell)

    def mark_safe(self, cell: Cell) -> None:
        """Mark a safe cell in every sentence."""
        self.safes.add(cell)
        for sentence in self.knowledge:
            sentence.mark_safe(cell)

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Record the move, add its sentence, and conclude."""
        self.moves_made.add(cell)
        self.mark_safe(cell)
        undetermined = set()
        for row in range(cell[0] - 1, cell[0] + 2):
            for column in range(cell[1] - 1, cell[1] + 2):
                near = (row, column)
                if near == cell or not (0 <= row < self.height and 0 <= column < self.width):
                    continue
                if near in self.mines:
                    count -= 1
                elif near not in self.safes:
                    undetermined.add(near)
        sentence = PlainSentence(undetermined, count)
        if undetermined and sentence not in self.knowledge:
            self.knowledge.append(sentence)
        self.conclude()

    def conclude(self) -> None:
        """All single sentences, then all pairs, until nothing changes."""
        changed = True
        while changed:
            changed = False
            for sentence in list(self.knowledge):
                for cell in sentence.known_mines():
                    self.mark_mine(cell)
                    changed = True
                for cell in sentence.known_safes():
                    self.mark_safe(cell)
                    changed = True
            standing: list[PlainSentence] = []
            for sentence in self.knowledge:
                if sentence.cells and sentence not in standing:
                    standing.append(sentence)
            self.knowledge = standing
            for smaller in list(self.knowledge):
                for larger in list(self.knowledge):
                    if smaller.cells < larger.cells:
                        rest = PlainSentence(
                            larger.cells - smaller.cells, larger.count - smaller.count
                        )
                        if rest not in self.knowledge:
                            self.knowledge.append(rest)
                            changed = True
