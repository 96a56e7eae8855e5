"""ZiNi: about the fewest clicks with flags and chords that win, for whoever knows the mines.

The fewest of all are hard to find. Players compare themselves with what two greedy rules find; both
were proposed by Elmar Zimmermann and Christoph Nikolaus, hence the name. A *premium* says how many
clicks a chord at a cell saves against opening each unit around it by itself:

    + the openings and isolated cells around it that are still closed
    − the mines around it that have no flag yet
    − 1 for the chord
    − 1 if the cell is closed, and no unit by itself, for opening it first

*Greedy* takes the chord with the highest premium while that is not negative, else it opens a unit,
openings first. *Human* opens all openings to begin with, and chords only at cells that are open.
Ties go to the first cell, row by row; programs that break ties otherwise differ by a few clicks.
Either rule gives a list of clicks that wins a real game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sapper.board import Board
from sapper.game import Action
from sapper.grid import Cell, cells, neighbours
from sapper.measures.units import Units

Click = tuple[Action, Cell]


def zini_clicks(board: Board, *, human: bool = False) -> list[Click]:
    """The clicks of the greedy rule or, if wished, the human one; their number is the board's ZiNi.

    >>> board = Board.from_mines(3, 4, [(0, 3), (2, 3)])
    >>> [(action.value, cell) for action, cell in zini_clicks(board)]
    [('reveal', (0, 0)), ('reveal', (1, 3))]
    """
    return list(_Way(board).clicks(human))


class _Way:
    """What is open, closed and flagged on the way, and the premium of every safe cell."""

    def __init__(self, board: Board) -> None:
        units = Units.of(board)
        size = board.height, board.width
        self.around = {cell: neighbours(cell, *size) for cell in cells(*size)}
        safe = [cell for cell in self.around if not board.layout[cell]]
        self.openings = units.openings
        self.opening_of = {
            cell: units.openings_at[cell][0] for cell in safe if board.numbers[cell] == 0
        }
        self.isolated = units.isolated
        self.mines_around = {cell: board.mines.intersection(self.around[cell]) for cell in safe}
        self.isolated_around = {
            cell: self.isolated.intersection(self.around[cell]) for cell in safe
        }
        self.openings_around = {
            cell: {self.opening_of[near] for near in self.around[cell] if near in self.opening_of}
            for cell in safe
        }
        self.closed = set(safe)
        self.closed_openings = set(range(len(self.openings)))
        self.flags: set[Cell] = set()
        self.premiums = {cell: self._premium(cell) for cell in safe}

    def clicks(self, human: bool) -> Iterator[Click]:
        """One click after another, until all safe cells are open."""
        while human and self.closed_openings:
            yield self._open_a_unit()
        while self.closed:
            best = self._best_chord(only_at_open_cells=human)
            if best is None:
                yield self._open_a_unit()
            else:
                yield from self._chord(best)

    def _best_chord(self, only_at_open_cells: bool) -> Cell | None:
        """The first cell with the highest premium; None if that is negative."""
        best, best_premium = None, -1
        for cell, premium in self.premiums.items():  # row by row
            if premium > best_premium and not (only_at_open_cells and cell in self.closed):
                best, best_premium = cell, premium
        return best

    def _premium(self, cell: Cell) -> int:
        saved = len(self.openings_around[cell] & self.closed_openings)
        saved += len(self.isolated_around[cell] & self.closed)
        flags = len(self.mines_around[cell] - self.flags)
        is_extra = cell in self.closed and cell not in self.isolated
        return saved - flags - 1 - is_extra

    def _chord(self, cell: Cell) -> Iterator[Click]:
        if cell in self.closed:
            yield self._open(cell)
        for mine in sorted(self.mines_around[cell] - self.flags):
            self.flags.add(mine)
            yield Action.FLAG, mine
        yield Action.CHORD, cell
        for near in self.around[cell]:
            if near in self.closed:
                self._open(near)
        self._weigh(self.around[cell])

    def _open_a_unit(self) -> Click:
        if not self.closed_openings:
            return self._open(min(self.closed))
        opening = min(self.closed_openings)
        return self._open(min(cell for cell in self.openings[opening] if cell in self.opening_of))

    def _open(self, cell: Cell) -> Click:
        opened = {cell}
        if cell in self.opening_of:
            self.closed_openings.discard(self.opening_of[cell])
            opened |= self.openings[self.opening_of[cell]]
        self.closed -= opened
        self._weigh(opened)
        return Action.REVEAL, cell

    def _weigh(self, changed: Iterable[Cell]) -> None:
        """Premiums anew, wherever one depends on a cell that has changed."""
        for cell in {near for one in changed for near in (one, *self.around[one])}:
            if cell in self.premiums:
                self.premiums[cell] = self._premium(cell)
