"""A recorded game: its board, what the mouse did and when, and what its file says of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate
from math import floor, isfinite

from sapper.board import Board
from sapper.errors import FormatError, ParseError
from sapper.game import Action, Status, WinningRule
from sapper.grid import Cell, neighbours
from sapper.level import StartRule
from sapper.play.hand import Button, IdleClick
from sapper.play.record import STRONGEST, Entry, Record, Setup, replay
from sapper.play.risk import at_stake
from sapper.view import View

FURTHEST = 100_000.0
"""Cells: whatever is further from the board than this is not the place of a mouse."""
LONGEST_SECONDS = 1e7
LONGEST_NAME = 200

CLICKS = {Action.UNFLAG: Action.FLAG}
"""One click does both."""
BUTTONS = {
    Button.LEFT: Action.REVEAL,
    Button.RIGHT: Action.FLAG,
    Button.CHORD: Action.CHORD,
}


class Source(StrEnum):
    """The formats that replays come in; the names are the endings of their files."""

    AVF = "avf"
    RMV = "rmv"
    MVF = "mvf"
    EVF = "evf"
    SAPPER = "sapper"

    @property
    def program(self) -> str:
        """Where files of this format come from.

        >>> Source.AVF.program
        'Arbiter'
        """
        return {
            Source.AVF: "Arbiter",
            Source.RMV: "Viennasweeper",
            Source.MVF: "Minesweeper Clone",
            Source.EVF: "Metasweeper",
            Source.SAPPER: "Sapper",
        }[self]


@dataclass(frozen=True, slots=True)
class MouseEvent:
    """The mouse has moved, or clicked; places are in cells, from the board's upper left corner.

    >>> MouseEvent(1.5, 2.25, 0.5, Action.REVEAL).cell
    (0, 2)
    """

    seconds: float
    """By the clock of the file, which may begin before the game's."""
    x: float
    y: float
    action: Action | None = None
    """What the click asks for, whether or not it changes anything; None for a move."""

    @property
    def cell(self) -> Cell:
        """The cell under the mouse, which may lie beside the board."""
        return floor(self.y), floor(self.x)


@dataclass(frozen=True, slots=True)
class Stated:
    """What a file says of its game; None for what it does not say."""

    seconds: float | None = None
    three_bv: int | None = None
    solved: int | None = None
    left: int | None = None
    right: int | None = None
    chord: int | None = None
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class Recording:
    """A recorded game, whatever format it came in.

    >>> board = Board.from_mines(1, 3, [(0, 0)])
    >>> clicks = (MouseEvent(0.0, 2.5, 0.5, Action.REVEAL),)
    >>> Recording(board, clicks, Source.SAPPER).events[0].cell
    (0, 2)
    """

    board: Board
    events: tuple[MouseEvent, ...]
    source: Source
    stated: Stated = Stated()
    player: str = ""
    program: str = ""
    """The program that recorded it, as the file names it."""
    setup: Setup | None = None
    """Its level, start rule, seed and rule for guesses, where the file tells them."""

    def __post_init__(self) -> None:
        if len(self.board.mines) == self.board.height * self.board.width:
            raise ParseError("the board has no safe cell")
        for number, event in enumerate(self.events, start=1):
            far = max(abs(event.x), abs(event.y))
            if not (isfinite(event.seconds) and abs(event.seconds) <= LONGEST_SECONDS):
                raise ParseError(f"event {number}: {event.seconds} is not a time")
            if not (isfinite(far) and far <= FURTHEST):
                raise ParseError(f"event {number}: ({event.x}, {event.y}) is not a place")
        if not any(self.is_on_board(event) for event in self.events if event.action is not None):
            raise ParseError("the replay has no click on its board")
        object.__setattr__(self, "events", tuple(_in_order(self.events)))
        object.__setattr__(self, "player", _short(self.player))
        object.__setattr__(self, "program", _short(self.program))

    def is_on_board(self, event: MouseEvent) -> bool:
        """Whether the mouse was over the board."""
        row, column = event.cell
        return 0 <= row < self.board.height and 0 <= column < self.board.width

    @classmethod
    def of(cls, record: Record) -> Recording:
        """A saved game as a recording: the mouse jumps to the middles of the cells clicked.

        Raises a `FormatError` if there is nothing to record, or a replay would not be the same.
        """
        board, setup = record.board, record.setup
        if board is None or not record.entries:
            raise FormatError("nothing happened in this game")
        if record.status is Status.PLAYING:
            raise FormatError("the game is not over, and a replay tells where the mines are")
        if setup.is_continued or setup.level.start is StartRule.GIVEN:
            raise FormatError("a replay begins with all cells hidden, and this game did not")
        if setup.winning is not WinningRule.REVEALED:
            raise FormatError("a replay is won by opening every safe cell, this game by flags")
        events = tuple(_clicked(record))
        told = None
        if setup.position is None:
            told = replace(setup, agent=STRONGEST, first=None, layout=None)
        stated = Stated(record.seconds)
        return cls(board, events, Source.SAPPER, stated, program="Sapper", setup=told)


def _clicked(record: Record) -> Iterator[MouseEvent]:
    """All clicks of a game, those that changed nothing among the turns.

    Until the first cell is opened, the clock shows 0: of clicks at one moment, one that changed
    nothing comes as soon as it changes nothing.
    """
    idle = deque(record.hand.idle)
    view = record.setup.game().view
    moves = [(entry.action, entry.cell) for entry in record.entries]
    for entry, after in zip(record.entries, replay(record.setup, moves), strict=True):
        while idle and (
            idle[0].seconds < entry.seconds
            or (idle[0].seconds == entry.seconds and _changes_nothing(view, idle[0]))
        ):
            yield _event(idle.popleft())
        yield _event(entry)
        view = after.view
    yield from map(_event, idle)


def _changes_nothing(view: View, click: IdleClick) -> bool:
    is_open = not view.is_hidden(click.cell)
    match click.button:
        case Button.LEFT:
            return is_open or click.cell in view.flags
        case Button.RIGHT:
            return is_open
        case Button.CHORD:
            around = neighbours(click.cell, view.height, view.width)
            is_chord = view.number(click.cell) == sum(cell in view.flags for cell in around)
            return not (is_chord and at_stake(view, Action.CHORD, click.cell))


def _event(click: Entry | IdleClick) -> MouseEvent:
    action = click.action if isinstance(click, Entry) else BUTTONS[click.button]
    row, column = click.cell
    return MouseEvent(click.seconds, column + 0.5, row + 0.5, CLICKS.get(action, action))


def printable(name: str) -> str:
    """A name in one line, without what would control the terminal that it is shown on.

    >>> printable("Ada\\x1b[2J\\nLovelace")
    'Ada [2J Lovelace'
    """
    return "".join(letter if letter.isprintable() else " " for letter in name)


def _short(name: str) -> str:
    return " ".join(printable(name).split())[:LONGEST_NAME]


def _in_order(events: tuple[MouseEvent, ...]) -> list[MouseEvent]:
    """The same events, with a clock that never goes back: some programs' clocks do, by a little."""
    times = accumulate((event.seconds for event in events), max)
    return [
        MouseEvent(seconds, event.x, event.y, event.action)
        for seconds, event in zip(times, events, strict=True)
    ]
