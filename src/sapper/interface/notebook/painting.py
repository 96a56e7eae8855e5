"""A position that somebody paints, and what follows from it."""

from __future__ import annotations

from sapper.errors import Contradiction
from sapper.exact.analysis import Analysis
from sapper.grid import Cell
from sapper.play.inquiry import Inquiry
from sapper.play.situation import Situation
from sapper.play.thinker import Failure
from sapper.view import FLAG_SIGN, HIDDEN_SIGN, View

BRUSHES = (HIDDEN_SIGN, *"012345678", FLAG_SIGN)
"""What a cell can be painted with, as positions are written."""


class Painting(Inquiry):
    """A position whose cells are painted one by one; its odds are always counted.

    >>> painting = Painting(View(1, 4, 1))
    >>> painting.paint((0, 1), "1")
    >>> str(painting.view)
    '#1##'
    """

    def __init__(self, view: View) -> None:
        super().__init__(odds_on=True)
        self._view = view
        self.brush = BRUSHES[2]
        self.message = ""
        self.contradicting: frozenset[Cell] = frozenset()
        """Numbers that can't all be true."""
        self.refresh_odds()

    @property
    def situation(self) -> Situation:
        """The position as it is painted now."""
        return Situation(self._view)

    @property
    def view(self) -> View:
        """The position as it is painted now."""
        return self._view

    @property
    def can_ask(self) -> bool:
        """Always: a position is never over."""
        return True

    def paint(self, cell: Cell, sign: str) -> None:
        """Give a cell a number, a flag, or hide it."""
        view = self._view
        rows = [list(row) for row in str(view).splitlines()]
        rows[cell[0]][cell[1]] = sign
        self._put(View.parse("\n".join("".join(row) for row in rows), mines=view.mines))

    def set_mines(self, mines: int) -> None:
        """Another mine total; `LevelError` if the board has no room for it."""
        self._put(View.from_numbers(self._view.numbers, mines, self._view.flags))

    def _put(self, view: View) -> None:
        self._view = view
        self.message, self.contradicting = "", frozenset()
        self.forget_why()
        self.odds_on, self._counted = True, None
        self.refresh_odds()

    def _show_odds(self, analysis: Analysis | Failure) -> None:
        super()._show_odds(analysis)
        self.odds_on = True  # the next stroke may make the position possible again

    def fail(self, failure: Failure) -> None:
        """Nothing follows: say why, and from which numbers."""
        self.message = failure.words
        if isinstance(failure.error, Contradiction):
            self.contradicting = frozenset(failure.error.cells)

    def tell(self, words: str) -> None:
        """Say something about the odds."""
        self.message = words
