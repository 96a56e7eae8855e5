"""The questions that workers answer. Most answers are JSON, ready to be sent."""

from __future__ import annotations

import base64
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper import replays
from sapper.board import Board
from sapper.coach.findings import GameFindings, findings_of
from sapper.errors import Contradiction, ParseError
from sapper.exact.budgets import CLICK_BUDGET
from sapper.formats import Format, Position, from_address, loads
from sapper.grid import Cell
from sapper.interface.web.limits import check_cells
from sapper.play import asking, given, position_shapes, shapes
from sapper.play.fast import easy_cells
from sapper.play.making import BoardMaking
from sapper.play.record import Record, Setup
from sapper.play.review import review
from sapper.play.situation import Situation, Thought
from sapper.proof.technique import BoardGrade
from sapper.reading import read as reading
from sapper.replays.shapes import ReviewedReplay
from sapper.serialize import to_json
from sapper.view import View

READING_SECONDS = 12.0
"""To read a picture; what is found by then is told. A question has 20 seconds, waiting included:
where it waits for more than the rest, a picture that is hard to read is not answered at all."""


def as_json(shape: object) -> bytes:
    """A shape as compact JSON.

    >>> as_json({"cell": (0, 1)})
    b'{"cell":[0,1]}'
    """
    return to_json(shape, compact=True).encode()


# About a game


def hint(situation: Situation) -> bytes:
    """What to do next."""
    return as_json(situation.hint())


def odds(situation: Situation) -> bytes:
    """Every hidden cell's chance of a mine."""
    return as_json(position_shapes.Odds.of(situation.odds()))


def why(situation: Situation, cell: Cell, language: str | None) -> bytes:
    """Why a cell is safe or a mine, or its odds."""
    return as_json(situation.why(cell, language))


def beliefs(situation: Situation) -> bytes:
    """What the game's agent believes, beside what follows."""
    return as_json(situation.beliefs())


def guess(situation: Situation) -> bytes:
    """The strongest agent's move, and the alternatives it considered."""
    return as_json(situation.guess())


def knowledge(situation: Situation) -> bytes:
    """What each agent knows for certain."""
    return as_json(position_shapes.Knowledge(**situation.knowledge()))


def think(situation: Situation) -> Thought:
    """An agent's move, for the table to make."""
    return situation.think()


def easy(view: View, grade: BoardGrade) -> tuple[Cell, ...]:
    """What fast mode opens next."""
    return easy_cells(view, grade)


def make_board(setup: Setup, first: Cell) -> NDArray[np.bool_]:
    """Where the mines of a board are that needs no guess from the first cell on."""
    return BoardMaking(setup, first).make().layout


def review_game(record: Record) -> bytes:
    """A game turn by turn, and what it adds up to."""
    return as_json(shapes.Review.of(record.identity, review(record)))


def review_replay(name: str, content: str) -> bytes:
    """A recorded game from a file, played back and reviewed."""
    recording = replays.loads(_decoded(content, "a replay"), name)
    check_cells(recording.board.height, recording.board.width)
    return as_json(ReviewedReplay.of(replays.play_back(recording)))


def judge_game(record: Record, begun: GameFindings | None, seconds: float) -> GameFindings:
    """What a finished game says about its player, as far as there is time."""
    return findings_of(record, begun, seconds=seconds)


# About a position that belongs to no game


@dataclass(frozen=True, slots=True)
class WrittenPosition:
    """A position as it was sent: in one of the formats, or as an address."""

    text: str
    format: Format | None = None
    mines: int | None = None
    is_address: bool = False

    def read(self) -> Position:
        """The position, if it is one and not too large."""
        if self.is_address:
            position: Position = from_address(self.text)
        else:
            text = _decoded(self.text, "an .mbf file") if self.format is Format.MBF else self.text
            position = loads(text, format=self.format, mines=self.mines)
        check_cells(position.height, position.width)
        return position


def analyze(written: WrittenPosition) -> bytes:
    """Everything that follows from a position; for an inconsistent one, which numbers clash.

    A file that contains the mines is read as an untouched game on that board.
    """
    position = written.read()
    board = str(position).splitlines() if isinstance(position, Board) else None
    view = _view(position)
    try:
        # Layouts are multiplied in Python: they get no more time than a click.
        analysis = position_shapes.Analysis.of(asking.odds(view), board, count_budget=CLICK_BUDGET)
        return as_json(analysis)
    except Contradiction as clash:
        return as_json(position_shapes.Analysis.of_inconsistent(view, clash, board))


def view_of_position(written: WrittenPosition) -> View:
    """What a player sees of a position."""
    return _view(written.read())


def begin_with(written: WrittenPosition, seed: int | None) -> Setup:
    """The setup of a game that begins with a position, or on the board of a file."""
    return given.begin_with(written.read(), seed)


def read_picture(content: str) -> bytes:
    """The position in a picture, and what is in doubt about it."""
    found = reading.read(_decoded(content, "a picture"), seconds=READING_SECONDS)
    check_cells(found.view.height, found.view.width)
    return as_json(position_shapes.PictureReading.of(found))


def knowledge_of_position(written: WrittenPosition) -> bytes:
    """What each agent knows for certain in a position."""
    return knowledge(Situation(_view(written.read())))


def why_in_position(written: WrittenPosition, cell: Cell, language: str | None) -> bytes:
    """Why a cell of a position is safe or a mine, or its odds."""
    return why(Situation(_view(written.read())), cell, language)


def _view(position: Position) -> View:
    """What a player sees of it: of a board with its mines, only hidden cells."""
    if isinstance(position, Board):
        return View(position.height, position.width, len(position.mines))
    return position


def _decoded(text: str, what: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise ParseError(f"{what} is sent in base64") from None
