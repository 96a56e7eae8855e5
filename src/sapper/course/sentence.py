"""A sentence: exactly so many of these cells are mines."""

from __future__ import annotations

from collections.abc import Iterable

from sapper.grid import Cell


class Sentence:
    """Of `cells`, exactly `count` are mines.

    >>> sentence = Sentence({(0, 0), (0, 1)}, 1)
    >>> sentence.mark_mine((0, 1))
    >>> print(sentence)
    {(0, 0)} = 0
    >>> sentence.known_safes()
    {(0, 0)}
    """

    def __init__(self, cells: Iterable[Cell], count: int) -> None:
        self.cells = set(cells)
        self.count = count

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return self.cells == other.cells and self.count == other.count

    # It changes as its cells are settled, so it can't be a dictionary key.
    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return f"{self.cells} = {self.count}"

    def __repr__(self) -> str:
        return f"Sentence({self.cells}, {self.count})"

    def known_mines(self) -> set[Cell]:
        """All the cells if they must all be mines, else none."""
        return set(self.cells) if self.count == len(self.cells) else set()

    def known_safes(self) -> set[Cell]:
        """All the cells if none can be a mine, else none."""
        return set(self.cells) if self.count == 0 else set()

    def mark_mine(self, cell: Cell) -> None:
        """Drop a cell that is known to be a mine, and count it no more."""
        if cell in self.cells:
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell: Cell) -> None:
        """Drop a cell that is known to be safe."""
        self.cells.discard(cell)
