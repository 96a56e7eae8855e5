"""A recording played back: the list of moves with its risks, the way of the mouse, its measures.

What the file says of the game is compared with what is measured here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sapper.board import Board
from sapper.catalogue import spoken
from sapper.game import Action, Status
from sapper.grid import cells
from sapper.measures import BoardMeasures, Clicks, GameMeasures, Units
from sapper.play.given import begin_with
from sapper.play.record import Entry, Record
from sapper.play.table import Table
from sapper.play.track import Track
from sapper.replays.recording import MouseEvent, Recording
from sapper.replays.words import Replays

SAME_SECONDS = 0.011
"""Programs round to hundredths of a second, up or down."""
CLICK_OF = {
    Action.REVEAL: Clicks(left=1),
    Action.FLAG: Clicks(right=1),
    Action.CHORD: Clicks(chord=1),
}


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
        return f"{number:.3f}" if self.name == "seconds" else f"{number:g}"


@dataclass(frozen=True)
class Played:
    """A recording, and all that playing it back tells."""

    recording: Recording
    record: Record
    """The game as Sapper keeps games: every interface reviews it."""
    track: Track
    measures: GameMeasures

    @property
    def compared(self) -> tuple[Compared, ...]:
        """Whatever the file states, beside what is measured."""
        stated, measures, clicks = self.recording.stated, self.measures, self.measures.clicks
        pairs = {
            "seconds": (stated.seconds, self.record.seconds),
            "three_bv": (stated.three_bv, measures.board.three_bv),
            "solved": (stated.solved, measures.solved),
            "left": (stated.left, clicks.left),
            "right": (stated.right, clicks.right),
            "chord": (stated.chord, clicks.chord),
            "won": (stated.won, self.record.status is Status.WON),
        }
        return tuple(
            Compared(name, told, found) for name, (told, found) in pairs.items() if told is not None
        )

    @property
    def words(self) -> list[str]:
        """Who recorded it, its measures, and how what the file states compares with them."""
        say, measures, recording = spoken(Replays), self.measures, self.recording
        program = recording.program or recording.source.program
        by = say.by_player if recording.player else say.by_program
        clicks = measures.clicks
        told = [
            by.format(player=recording.player, program=program),
            say.measured.format(
                bv=measures.board.three_bv,
                solved=measures.solved,
                seconds=f"{self.record.seconds:.3f}",
                left=clicks.left,
                right=clicks.right,
                chord=clicks.chord,
            ),
        ]
        differing = [pair.words for pair in self.compared if not pair.agrees]
        if self.compared:
            told += differing or [say.all_agree]
        return told


def play_back(recording: Recording) -> Played:
    """Play the recorded clicks on the recorded board.

    >>> from sapper.replays.recording import Source
    >>> click = MouseEvent(4.0, 2.5, 0.5, Action.REVEAL)
    >>> played = play_back(Recording(Board.from_mines(1, 3, [(0, 0)]), (click,), Source.SAPPER))
    >>> played.record.status.value, played.measures.clicks.left
    ('won', 1)
    """
    board, moment = recording.board, _Moment()
    table = _table(recording, moment)
    effective, wasted = Clicks(), Clicks()
    begins = None
    for event in recording.events:
        if event.action is None or table.status is not Status.PLAYING:
            continue
        moment.now = event.seconds
        entry = _do(table, event)
        if entry is None or entry.exploded is not None:
            wasted += CLICK_OF[event.action]
        else:
            effective += CLICK_OF[event.action]
        if begins is None and entry is not None and not entry.is_flagging:
            begins = event.seconds
    if table.status is Status.PLAYING:
        moment.now = recording.events[-1].seconds
    shift = recording.events[0].seconds if begins is None else begins
    points = tuple((event.seconds - shift, event.x, event.y) for event in recording.events)
    view = table.view
    opened = [cell for cell in cells(view.height, view.width) if not view.is_hidden(cell)]
    measures = GameMeasures(
        BoardMeasures.of(board),
        Units.of(board).solved(opened, board),
        table.seconds,
        effective,
        wasted,
        (board.height, board.width, len(board.mines)),
    )
    return Played(recording, table.record(), Track(points), measures)


class _Moment:
    """The clock of a recording, which stands at one of its events."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def _table(recording: Recording, clock: _Moment) -> Table:
    """A table with the recorded board; a first cell that is safe was no risk in any program."""
    board = recording.board
    setup = replace(begin_with(board), seed=0)
    opening = next((event for event in recording.events if event.action is Action.REVEAL), None)
    if opening is not None and recording.is_on_board(opening) and not board.is_mine(opening.cell):
        setup = replace(setup, first=opening.cell)
    return Table(setup, clock=clock)


def _do(table: Table, event: MouseEvent) -> Entry | None:
    """The click as a turn; None where it changed nothing."""
    row, column = event.cell
    if not (0 <= row < table.view.height and 0 <= column < table.view.width):
        return None
    turn = {Action.REVEAL: table.reveal, Action.FLAG: table.flag, Action.CHORD: table.chord}
    assert event.action is not None
    return turn[event.action](event.cell)
