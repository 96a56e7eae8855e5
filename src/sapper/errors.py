"""Everything that Sapper raises on purpose, each with a sentence that says what and where.

All of them are `SapperError`, so that one `except` catches them; those about a bad value are
`ValueError` too, as Python's own would be.
"""

from __future__ import annotations

from collections.abc import Iterable


class SapperError(Exception):
    """The common ancestor of all errors that Sapper raises on purpose."""


class LevelError(SapperError, ValueError):
    """A level that can't be: no cells, too many mines, no room for the start rule."""


class OutOfRange(SapperError, ValueError):
    """A number that is not among those allowed: a budget, a width, so many threads or layouts."""


class CellError(SapperError, ValueError):
    """A cell outside the board, or something that is not a cell."""


class ParseError(SapperError, ValueError):
    """Text or a file that can't be read as a position or a board."""


class GameOver(SapperError):
    """A move after the game has ended."""


class IllegalMove(SapperError):
    """An agent chose a cell that is open already."""


class NoMoveLeft(SapperError):
    """An agent was asked for a move where no cell is left that it could open."""


class StaleThought(SapperError):
    """An agent's move for a position that the game has left."""


class UnknownName(SapperError, LookupError):
    """A name that no agent, level, start rule or format answers to."""

    def __init__(self, kind: str, name: object, known: Iterable[str]) -> None:
        self._parts = kind, name, tuple(str(one) for one in known)
        super().__init__(f"no {kind} is called {name!r}; there are: {', '.join(self._parts[2])}")

    def __reduce__(self) -> tuple[type[UnknownName], tuple[object, ...]]:
        return type(self), self._parts


class Contradiction(SapperError, ValueError):
    """Numbers that can't all be true at once.

    `cells` are the revealed numbers that contradict each other; `needs_total` tells whether the
    total number of mines is part of the contradiction.
    """

    def __init__(
        self, message: str, cells: Iterable[tuple[int, int]] = (), needs_total: bool = False
    ) -> None:
        super().__init__(message)
        self.cells = tuple(cells)
        self.needs_total = needs_total

    def __reduce__(self) -> tuple[type[Contradiction], tuple[object, ...]]:
        return type(self), (str(self), self.cells, self.needs_total)


class BudgetExceeded(SapperError):
    """A position needs more than the budget allows, or more than can be counted at all.

    `budget` is the number of states that were allowed, None for no limit.
    """

    def __init__(self, budget: int | None) -> None:
        super().__init__(
            "this position is too wide to be counted at all"
            if budget is None
            else f"this position needs more than the budget of {budget:,} states"
        )
        self.budget = budget

    def __reduce__(self) -> tuple[type[BudgetExceeded], tuple[object, ...]]:
        return type(self), (self.budget,)
