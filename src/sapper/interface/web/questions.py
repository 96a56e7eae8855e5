"""The questions that workers answer; what they answer is ready to be sent."""

from __future__ import annotations

import base64
from dataclasses import dataclass, replace

from sapper.board import Board
from sapper.errors import Contradiction, LevelError, ParseError
from sapper.formats import Format, Position, from_address, loads
from sapper.grid import Cell
from sapper.play import asking, shapes
from sapper.play.record import Record
from sapper.play.review import review
from sapper.play.risk import CLICK_BUDGET
from sapper.play.situation import Situation, Thought
from sapper.serialize import to_json
from sapper.view import View

MOST_CELLS = 10_000
"""The largest board that is served: it still fits on a screen, and its thinking into the time."""
LONGEST_SIDE = 200


def as_json(shape: object) -> bytes:
    """A shape as compact JSON.

    >>> as_json({"cell": (0, 1)})
    b'{"cell":[0,1]}'
    """
    return to_json(shape, compact=True).encode()


def hint(situation: Situation) -> bytes:
    """What to do next."""
    return as_json(situation.hint())


def odds(situation: Situation) -> bytes:
    """Every hidden cell's chance of a mine."""
    return as_json(shapes.Odds.of(situation.odds()))


def why(situation: Situation, cell: Cell, language: str) -> bytes:
    """Why a cell is safe or a mine, or else its odds."""
    return as_json(situation.why(cell, language))


def guess(situation: Situation) -> bytes:
    """The strongest agent's move, and what it was compared with."""
    return as_json(situation.guess())


def knowledge(situation: Situation) -> bytes:
    """What each agent knows for certain."""
    return as_json(shapes.Knowledge(**situation.knowledge()))


def think(situation: Situation) -> Thought:
    """An agent's move, to be made at the table."""
    return situation.think()


def look_again(record: Record) -> bytes:
    """A game step by step, and what it comes to."""
    return as_json(shapes.Review.of(record.identity, review(record)))


# Positions that come from no game


@dataclass(frozen=True, slots=True)
class Written:
    """A position as somebody wrote it: in a format, or as an address."""

    text: str
    format: Format | None = None
    mines: int | None = None
    is_address: bool = False

    def read(self) -> Position:
        """The position, if it is one and not too large."""
        if self.is_address:
            position: Position = from_address(self.text)
        else:
            text = _bytes(self.text) if self.format is Format.MBF else self.text
            position = loads(text, format=self.format, mines=self.mines)
        check_size(position.height, position.width)
        return position


def is_too_large(height: int, width: int) -> bool:
    """Whether a board is larger than is served.

    >>> is_too_large(100, 100), is_too_large(101, 100), is_too_large(1, 201)
    (False, True, True)
    """
    return height * width > MOST_CELLS or max(height, width) > LONGEST_SIDE


def check_size(height: int, width: int) -> None:
    """Refuse what is larger than is served.

    >>> check_size(200, 200)
    Traceback (most recent call last):
    sapper.errors.LevelError: a board of 200×200 is too large: at most 10,000 cells here
    """
    if height * width > MOST_CELLS:
        raise LevelError(
            f"a board of {height}×{width} is too large: at most {MOST_CELLS:,} cells here"
        )


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise ParseError("an .mbf file is sent in base64") from None


def analyze(written: Written) -> bytes:
    """All that follows from a position; for an inconsistent one, which numbers clash.

    A file that shows where the mines are stands for an untouched game on that board.
    """
    position = written.read()
    board = str(position).splitlines() if isinstance(position, Board) else None
    view = _untouched(position)
    try:
        # Layouts are counted in Python: they get no more time than a click.
        analysis = replace(asking.odds(view), budget=CLICK_BUDGET)
        return as_json(shapes.Analysis.of(analysis, board))
    except Contradiction as clash:
        return as_json(shapes.Analysis.of_inconsistent(view, clash, board))


def knowledge_there(written: Written) -> bytes:
    """What each agent knows for certain in a position that comes from no game."""
    return knowledge(Situation(_untouched(written.read())))


def why_there(written: Written, cell: Cell, language: str) -> bytes:
    """Why a cell of a position is safe or a mine, or else its odds."""
    return why(Situation(_untouched(written.read())), cell, language)


def _untouched(position: Position) -> View:
    if isinstance(position, Board):
        return View(position.height, position.width, len(position.mines))
    return position
