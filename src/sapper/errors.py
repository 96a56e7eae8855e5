"""Every error that Sapper raises on purpose, each with a sentence that says what is wrong.

All of them are `SapperError`, so that one `except` catches them. Those about a bad value are also
`ValueError`, those about a wrong type also `TypeError`, those about an unknown name also
`LookupError`, as Python's own would be, and a file that does not exist is also a
`FileNotFoundError`.
"""

from __future__ import annotations

from collections.abc import Iterable
from errno import ENOENT
from os import strerror
from pathlib import Path
from typing import Literal, TypeAlias

GuestFailure: TypeAlias = Literal["load", "exception", "stall", "memory", "ended", "answer"]


class SapperError(Exception):
    """The common ancestor of all errors that Sapper raises on purpose."""


class WrongType(SapperError, TypeError):
    """Something that is not what is expected at all: text in place of a view, for instance."""


# Levels, boards and games


class LevelError(SapperError, ValueError):
    """An impossible level: no cells, too many mines, no room for the start rule."""


class OutOfRange(SapperError, ValueError):
    """A number outside its bounds: a seed, a budget, a width, a number of threads or layouts."""


class CellError(SapperError, ValueError):
    """A cell outside the board, or something that is not a cell."""


class NoBoardFound(SapperError):
    """A board made to order that was not found: every one that was tried did not fit.

    >>> print(NoBoardFound("8x8/8 board of grade fiendish", 1000))
    no 8x8/8 board of grade fiendish was found in 1,000 attempts
    """

    def __init__(self, wish: str, attempts: int) -> None:
        self._parts = wish, attempts
        super().__init__(f"no {wish} was found in {attempts:,} attempts")

    def __reduce__(self) -> tuple[type[NoBoardFound], tuple[object, ...]]:
        return type(self), self._parts


class GameOver(SapperError):
    """A move after the game has ended."""


class UnknownName(SapperError, LookupError):
    """A name that no agent, level, start rule or format has."""

    def __init__(self, kind: str, name: object, known: Iterable[str]) -> None:
        self._parts = kind, name, tuple(str(one) for one in known)
        super().__init__(f"no {kind} is called {name!r}; there are: {', '.join(self._parts[2])}")

    def __reduce__(self) -> tuple[type[UnknownName], tuple[object, ...]]:
        return type(self), self._parts


# Files and formats


class ParseError(SapperError, ValueError):
    """Text or a file that can't be read as a position or a board."""


class IsPicture(ParseError):
    """A picture, where a position or a board as text or in a file is expected."""


class PictureError(SapperError, ValueError):
    """A picture that can't be read as a position: damaged, too large, or without a board."""


class FileMissing(FileNotFoundError, ParseError):
    """A file that does not exist.

    >>> print(FileMissing("board.mbf"))
    board.mbf: No such file or directory
    """

    def __init__(self, path: str | Path) -> None:
        super().__init__(ENOENT, strerror(ENOENT), str(path))

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"

    def __reduce__(self) -> tuple[type[FileMissing], tuple[object, ...]]:
        return type(self), (self.filename,)


class WrongTotal(ParseError, LevelError):
    """A number of mines, given beside a position or a board, that it can't have."""


class TotalMissing(ParseError):
    """A position without the number of mines, which nobody has given either."""


class FormatError(SapperError, ValueError):
    """A position or a board that a format can't hold."""


class SaveError(SapperError):
    """A file that can't be written."""


class WordsError(SapperError):
    """A table of sentences that does not fit: one is missing, unknown or of the wrong kind."""


# Reasoning


class Contradiction(SapperError, ValueError):
    """An inconsistent position: no layout agrees with all of its numbers.

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


class ContradictionWarning(UserWarning):
    """A count, a mark or a sentence that contradicts the rest, and what was done about it."""


class BudgetExceeded(SapperError):
    """A position that needs more states than the budget allows, or more than can be counted at all.

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


class DoesNotFollow(SapperError):
    """A step that does not follow; `place` numbers it from 1, (4, 2) being step 2 within step 4.

    An empty place is the derivation as a whole: it does not end with what it claims.
    """

    def __init__(self, place: tuple[int, ...], why: str) -> None:
        name = "step " + ".".join(map(str, place)) if place else "the derivation"
        super().__init__(f"{name} does not follow: {why}")
        self.place = place
        self.why = why

    def __reduce__(self) -> tuple[type[DoesNotFollow], tuple[object, ...]]:
        return type(self), (self.place, self.why)


# Agents


class AgentError(SapperError):
    """An agent that can't be made: it lacks an option, or its package fails to load."""


class AgentCrashed(SapperError):
    """An agent that raised an error, or whose answer is none: no move, or one to no hidden cell.

    `board` and `move` tell where it can be repeated, if it happened in a game; `place` is the
    layout's place among those of one call of `play_layouts`.

    >>> print(AgentCrashed("first", "it returned None, not a move").on("a board", 3))
    agent 'first' crashed at its move 3 on a board: it returned None, not a move
    """

    def __init__(
        self,
        agent: str,
        why: str,
        board: str | None = None,
        move: int | None = None,
        place: int | None = None,
    ) -> None:
        at = "" if move is None else f" at its move {move}"
        on = "" if board is None else f" on {board}"
        super().__init__(f"agent {agent!r} crashed{at}{on}: {why}")
        self.agent, self.why, self.board, self.move, self.place = agent, why, board, move, place

    def on(self, board: str, move: int | None = None, place: int | None = None) -> AgentCrashed:
        """The same crash, where more is known about the board."""
        return AgentCrashed(self.agent, self.why, board, self.move if move is None else move, place)

    def __reduce__(self) -> tuple[type[AgentCrashed], tuple[object, ...]]:
        return type(self), (self.agent, self.why, self.board, self.move, self.place)


class GuestFailed(SapperError):
    """Somebody's own file that failed, in its own process: it ends nothing else.

    `kind` tells how: its code can't be loaded, raised an exception, took too long (a stall) or too
    much memory, ended its process, or returned what is no answer. `line` is the innermost one
    within the file, where one is known, and `traceback` holds the frames in the file's folder.

    >>> print(GuestFailed("exception", "minesweeper.py", 143, "KeyError: (0, 1)"))
    minesweeper.py, line 143: KeyError: (0, 1)
    """

    def __init__(
        self, kind: GuestFailure, file: str, line: int | None, why: str, traceback: str = ""
    ) -> None:
        at = "" if line is None else f", line {line}"
        self.message = f"{file}{at}: {why}"
        super().__init__(self.message)
        self.kind, self.file, self.line, self.why, self.traceback = kind, file, line, why, traceback

    def __reduce__(self) -> tuple[type[GuestFailed], tuple[object, ...]]:
        return type(self), (self.kind, self.file, self.line, self.why, self.traceback)


class StaleThought(SapperError):
    """An agent's move for a position that the game has left."""


class NoMoveLeft(SapperError):
    """An agent was asked for a move in a position with no cell left to open."""


# What is not installed


class EngineMissing(SapperError):
    """Something that needs the compiled engine, where it was not built."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} needs the compiled engine, which is not installed here")
        self._what = what

    def __reduce__(self) -> tuple[type[EngineMissing], tuple[object, ...]]:
        return type(self), (self._what,)


class ExtraMissing(SapperError):
    """A package that an optional part of Sapper needs is not installed; `extras.need` raises it.

    >>> print(ExtraMissing("textual", "pip install 'sapper[terminal]'", "or play with --plain"))
    this needs textual: pip install 'sapper[terminal]', or play with --plain
    """

    def __init__(self, package: str, install: str, alternative: str = "") -> None:
        self._parts = package, install, alternative
        otherwise = f", {alternative}" if alternative else ""
        super().__init__(f"this needs {package}: {install}{otherwise}")

    def __reduce__(self) -> tuple[type[ExtraMissing], tuple[object, ...]]:
        return type(self), self._parts


# The history of games


class HistoryError(SapperError):
    """A saved game that can't be read."""


class UnknownGame(SapperError, LookupError):
    """No saved game has this name, or several have names that begin with it."""

    def __init__(self, identity: str, several: bool = False) -> None:
        self._parts = identity, several
        super().__init__(
            f"the names of several games begin with {identity!r}"
            if several
            else f"no game {identity!r} is saved"
        )

    def __reduce__(self) -> tuple[type[UnknownGame], tuple[object, ...]]:
        return type(self), self._parts


# The laboratory


class ExperimentError(SapperError, ValueError):
    """An impossible experiment: no agents, no games, bounds that make no sense."""


class RunError(SapperError):
    """A run that can't begin, or that can't go on."""


class WorkersLost(RunError):
    """Workers of a run that died, or that can't be reached any more."""


class BundleError(SapperError):
    """A module of the page that can't be joined with the others."""


class StoreError(SapperError):
    """A store of results that can't be read, or that lacks what was asked for."""


class NothingToReport(SapperError):
    """A store without a finished run."""


# The interfaces


class BadInput(SapperError, ValueError):
    """Options that can't be read, or that don't go together."""


class Interrupted(SapperError):
    """Work stopped by Ctrl-C of which something is left to tell."""


class NoTerminal(SapperError):
    """There is no terminal to draw on."""


class NoDisplay(SapperError):
    """There is no screen to open a window on."""


class NotUnderstood(SapperError):
    """A line that is no command; the message says what to type."""


class CannotServe(SapperError):
    """The page can't be served: the address can't be listened on."""


class NoSuchStudent(SapperError, LookupError):
    """A student who is not in the class, or plays no game."""


class TooLarge(SapperError):
    """A board that is too large for the page."""


class NotYet(SapperError):
    """A question that a game answers only at another time."""


class TooManyFlags(SapperError):
    """A game in which flags were set and removed without end."""


class TooLong(SapperError):
    """A question that was not answered in time."""


class TooMany(SapperError):
    """More questions at once than the server takes on."""


class AskerGone(SapperError):
    """Nobody waits for the answer any more."""
