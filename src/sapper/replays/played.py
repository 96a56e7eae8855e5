"""A recording played back: the list of moves with its risks, the way of the mouse, its measures.

What the file says of the game is compared with what is measured here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import hypot

from sapper.catalogue import decimal, spoken
from sapper.errors import ParseError
from sapper.game import Action, Status
from sapper.level import LEVELS, Guesses, Level, StartRule
from sapper.measures import GameMeasures, Units
from sapper.play.given import begin_with
from sapper.play.measured import measure
from sapper.play.record import RECORDED, Record, Setup, pack
from sapper.play.review import Review, review
from sapper.play.table import Table
from sapper.play.track import Track
from sapper.replays.recording import Recording
from sapper.replays.words import Replays

SAME_SECONDS = 0.011
"""Programs round to hundredths of a second, up or down."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A number that a file states, beside the same number measured."""

    name: str
    stated: float
    measured: float

    @property
    def agrees(self) -> bool:
        """Whether both are the same, as far as programs round alike."""
        return abs(self.stated - self.measured) <= (SAME_SECONDS if self.name == "seconds" else 0)

    @property
    def words(self) -> str:
        """What differs, in a sentence.

        >>> Compared("three_bv", 40, 41).words
        'The file says 3BV 40; it is 41.'
        """
        say = spoken(Replays)
        told = say.agrees if self.agrees else say.differs
        return told.format(
            name=say.names[self.name],
            stated=self._written(self.stated),
            measured=self._written(self.measured),
        )

    def _written(self, number: float) -> str:
        if self.name == "won":
            return spoken(Replays).won["yes" if number else "no"]
        return decimal(number, 3) if self.name == "seconds" else f"{number:.0f}"


@dataclass(frozen=True)
class Played:
    """A recording, and all that playing it back tells."""

    recording: Recording
    record: Record
    """The game as Sapper keeps games: every interface reviews it."""
    track: Track

    @cached_property
    def measures(self) -> GameMeasures | None:
        """The measures of the game; None where it was not finished."""
        return measure(self.record)

    @cached_property
    def review(self) -> Review:
        """The game turn by turn."""
        return review(self.record)

    @property
    def compared(self) -> tuple[Compared, ...]:
        """Whatever the file states, beside what is measured; nothing if that is not known."""
        stated, measures = self.recording.stated, self.measures
        clicks = None if measures is None else measures.clicks
        pairs = {
            "seconds": (stated.seconds, self.record.seconds),
            "three_bv": (stated.three_bv, Units.of(self.recording.board).three_bv),
            "solved": (stated.solved, None if measures is None else measures.solved),
            "left": (stated.left, None if clicks is None else clicks.left),
            "right": (stated.right, None if clicks is None else clicks.right),
            "chord": (stated.chord, None if clicks is None else clicks.chord),
            "won": (stated.won, self.record.status is Status.WON),
        }
        return tuple(
            Compared(name, told, found)
            for name, (told, found) in pairs.items()
            if told is not None and found is not None
        )

    @property
    def words(self) -> list[str]:
        """Who recorded it, and how what the file states compares with what is measured."""
        say, recording = spoken(Replays), self.recording
        program = recording.program or recording.source.program
        by = say.by_player if recording.player else say.by_program
        told = [by.format(player=recording.player, program=program)]
        if self.compared:
            told += [pair.words for pair in self.compared if not pair.agrees] or [say.all_agree]
        return told


def play_back(recording: Recording) -> Played:
    """Play the recorded clicks on the recorded board.

    >>> from sapper.replays.recording import MouseEvent, Source
    >>> from sapper.board import Board
    >>> click = MouseEvent(4.0, 2.5, 0.5, Action.REVEAL)
    >>> played = play_back(Recording(Board.from_mines(1, 3, [(0, 0)]), (click,), Source.SAPPER))
    >>> played.record.status.value, played.measures.clicks.left
    ('won', 1)

    Raises a `ParseError` where the recorded game breaks the rules that its file tells.
    """
    moment = _Moment()
    table = Table(_setup(recording), clock=moment)
    turn = {Action.REVEAL: table.reveal, Action.FLAG: table.flag, Action.CHORD: table.chord}
    before = recording.events[0]
    for event in recording.events:
        moment.now = event.seconds
        table.move_pointer(hypot(event.x - before.x, event.y - before.y))
        if event.action is not None and recording.is_on_board(event):
            turn[event.action](event.cell)
        before = event
        if table.status is not Status.PLAYING:
            break
    _check_first_cell(table.record(), recording.setup)
    record = _as_recorded(table.record(), recording)
    begins = moment.now - record.seconds
    points = tuple((event.seconds - begins, event.x, event.y) for event in recording.events)
    return Played(recording, record, Track(points))


class _Moment:
    """The clock of a recording, which stands at one of its events."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def _setup(recording: Recording) -> Setup:
    """The recorded board; a first cell that is safe was no risk, unless the start rule says so."""
    setup = replace(begin_with(recording.board), seed=0)
    setup = replace(setup, level=_named(setup.level))
    opened = (event.cell for event in recording.events if event.action is Action.REVEAL)
    first = next(opened, None)
    told = recording.setup
    may_be_mine = told is not None and told.level.start is StartRule.ANY
    if first is None or first in recording.board.mines or may_be_mine:
        return setup
    return replace(setup, first=first)


def _check_first_cell(record: Record, told: Setup | None) -> None:
    first = next((entry for entry in record.entries if entry.action is Action.REVEAL), None)
    if first is None or first.exploded is None or told is None:
        return
    if told.level.start is not StartRule.ANY:
        raise ParseError(
            f"the first cell opened is a mine, which start rule {told.level.start.value!r} excludes"
        )


def _as_recorded(record: Record, recording: Recording) -> Record:
    """The game as the file tells it: nobody here made its turns, and it may know its rules."""
    setup, told = record.setup, recording.setup
    is_fair = False
    if told is not None:
        setup = replace(told, layout=pack(recording.board.layout))
        is_fair = told.guesses is Guesses.FAIR
    entries = tuple(replace(entry, by=RECORDED, fair=is_fair) for entry in record.entries)
    return replace(record, setup=setup, entries=entries)


def _named(level: Level) -> Level:
    """The level by its name, if it has one."""
    size = level.height, level.width, level.mines
    named = (each for each in LEVELS.values() if (each.height, each.width, each.mines) == size)
    found = next(named, None)
    return level if found is None else found.starting(level.start)
