"""Request bodies and parameters, checked and bounded before anything is done with them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field

from sapper.formats import Format
from sapper.game import WinningRule
from sapper.interface.web.limits import LONGEST_PICTURE, LONGEST_SIDE, MOST_CELLS
from sapper.level import Guesses, StartRule
from sapper.play.hand import LONGEST_WAY
from sapper.proof.technique import BoardGrade
from sapper.replays.files import MOST_BYTES
from sapper.seed import BOARD_SEED_BITS

MOST_LISTED = 200
FURTHEST_LISTED = 1_000_000_000
LONGEST_NAME = 60
LONGEST_STUDENT_NAME = 40
LONGEST_FILE = 64_000
LONGEST_PATH = 4096
LONGEST_TEXT = 100_000
LONGEST_NAME_OF_FILE = 255
LONGEST_ADDRESS = MOST_CELLS + 20
"""At most one letter per cell, and before them the size."""

LONGEST_SEED = len(str(1 << BOARD_SEED_BITS))
SEED_BOUNDS = {"minimum": 0, "exclusiveMaximum": 1 << BOARD_SEED_BITS}
"""For the description only: the game's setup checks the seed."""

Seed = (
    Annotated[int, Field(json_schema_extra=SEED_BOUNDS)]
    | Annotated[str, Field(max_length=LONGEST_SEED, pattern=r"^[0-9]+$")]
)
"""As text, too: a browser's numbers have no more than 15 digits."""
Place = Annotated[int, Field(ge=0, lt=LONGEST_SIDE)]
RequestedCell = Annotated[
    list[Place], Field(min_length=2, max_length=2, description="`[row, column]`, counted from 0.")
]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]
AgentName = Annotated[str, Field(max_length=LONGEST_PATH)]
"""One of those that the server lists; the file on its command line is named by its path."""
Identity = Annotated[str, Path(max_length=LONGEST_NAME, description="The id of a game.")]
Row = Annotated[int, Query(ge=0, lt=LONGEST_SIDE)]
Column = Annotated[int, Query(ge=0, lt=LONGEST_SIDE)]
Address = Annotated[
    str,
    Field(max_length=LONGEST_ADDRESS, description="A position's address; see docs/formats.md."),
]
Limit = Annotated[int, Query(ge=1, le=MOST_LISTED)]
Offset = Annotated[int, Query(ge=0, le=FURTHEST_LISTED)]
Language = Literal["en", "fr", "es", "zh"]
"""By default the language that the request would like to be answered in."""


class RequestBody(BaseModel):
    """A request body; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class TrainingRequest(RequestBody):
    """Which question a request is about."""

    number: Annotated[int, Field(ge=1, le=FURTHEST_LISTED)]


class TrainingAnswerRequest(TrainingRequest):
    """The answer to a question; without a cell, the solution is shown."""

    cell: RequestedCell | None = None


class PositionRequest(RequestBody):
    """A position as text in one of the formats (`mbf` in base64); `mines` if it lacks them."""

    text: Annotated[str, Field(max_length=LONGEST_TEXT)]
    mines: Annotated[int, Field(ge=0, le=MOST_CELLS)] | None = None
    format: Format | None = None


class ReplayRequest(RequestBody):
    """A recorded game: the name of its file, whose ending tells the format, and its content."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME_OF_FILE)]
    content: Annotated[str, Field(max_length=2 * MOST_BYTES)]
    """In base64."""


class PictureRequest(RequestBody):
    """A screenshot of a board: the content of its file."""

    content: Annotated[str, Field(max_length=LONGEST_PICTURE)]
    """In base64."""


class NewGame(RequestBody):
    """A level by name, or a size and a number of mines; or a `position`.

    A game from a position goes on from there, with mines drawn from all layouts that agree with it;
    one on a board, whose mines the file tells, is played as it is.

    `daily`: the puzzle of the day of that size and `grade`. Its rules and its seed are given, and
    its first cell is open.
    """

    level: Name | None = None
    height: Annotated[int, Field(ge=1, le=LONGEST_SIDE)] | None = None
    width: Annotated[int, Field(ge=1, le=LONGEST_SIDE)] | None = None
    mines: Annotated[int, Field(ge=0, le=MOST_CELLS)] | None = None
    start: StartRule | None = None
    winning: WinningRule = WinningRule.REVEALED
    guesses: Guesses = Guesses.ANY
    grade: BoardGrade | None = None
    daily: bool = False
    agent: AgentName | None = None
    seed: Seed | None = None
    position: PositionRequest | None = None


class RequestedAction(StrEnum):
    """What to do to a cell; `press` opens a hidden cell and chords a number."""

    REVEAL = "reveal"
    FLAG = "flag"
    CHORD = "chord"
    PRESS = "press"


class TurnRequest(RequestBody):
    """A turn: what to do, and to which cell.

    `flag` sets a flag, or removes it. With `flagged`, it does only what makes the cell so: what was
    shown in one tab may have been changed in another.

    `fast`: after a turn that opens something, cells that are certainly safe are opened for the
    player, as long as no technique above this grade is needed. Those turns are `by` fast mode.

    `path`: how far the mouse went since the last turn, in cells, where there is a mouse.
    """

    action: RequestedAction
    cell: RequestedCell
    flagged: bool | None = None
    fast: BoardGrade | None = None
    path: Annotated[float, Field(ge=0, le=LONGEST_WAY)] | None = None


class AgentRequest(RequestBody):
    """Which agent is to move; by default the game's own."""

    agent: AgentName | None = None


class AddressRequest(RequestBody):
    """A position by its address."""

    address: Address


class TeacherRequest(RequestBody):
    """What the teacher's link tells."""

    secret: Name


class NameRequest(RequestBody):
    """How a student wants to be called; empty for their number."""

    name: Annotated[str, Field(max_length=LONGEST_STUDENT_NAME)]


class FileRequest(RequestBody):
    """A Python file with an AI, and its content."""

    name: Annotated[str, Field(max_length=LONGEST_NAME, pattern=r"^[A-Za-z_][A-Za-z0-9_-]*\.py$")]
    content: Annotated[str, Field(max_length=LONGEST_FILE)]


class ShownRequest(RequestBody):
    """What to show: what a student sees now, or a position by its address or as text."""

    student: Name | None = None
    address: Address | None = None
    text: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None
    mines: Annotated[int, Field(ge=0, le=MOST_CELLS)] | None = None
    format: Format | None = None


class PointRequest(RequestBody):
    """A cell to point at; null for none."""

    cell: RequestedCell | None


class WhyRequest(RequestBody):
    """A cell of a position, given by its address or as text."""

    cell: RequestedCell
    address: Address | None = None
    text: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None
    mines: Annotated[int, Field(ge=0, le=MOST_CELLS)] | None = None
    format: Format | None = None
    language: Language | None = None
