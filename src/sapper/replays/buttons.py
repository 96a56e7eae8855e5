"""From the buttons of a mouse to what they ask for: the rules that Minesweeper programs share.

left released       opens the cell
right pressed       sets or removes a flag; on an open cell it waits for the left button
one of both up      chords, if both were down: the other does nothing when it comes up
middle released     chords
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sapper.board import Board
from sapper.game import Action, Game, Status
from sapper.play.record import act
from sapper.replays.recording import MouseEvent

PRESSES = {"lc": "left", "rc": "right", "mc": "middle", "sc": "middle"}
RELEASES = {"lr": "left", "rr": "right", "mr": "middle"}
TURNABOUTS = {"l": ("lc", "lr"), "r": ("rc", "rr"), "m": ("mc", "mr")}
"""Some files only say that a button changed: then it was pressed if it was up."""
BOTH = "cc"
"""Now both buttons are down, to chord."""
FLAG_BEFORE = "pf"
"""A flag that was set before the recording began."""


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """What a file tells of the mouse: two letters, and where it was."""

    seconds: float
    kind: str
    x: float
    y: float


def clicks_from(board: Board, events: Iterable[ButtonEvent]) -> list[MouseEvent]:
    """The same events, with what each asks for; after the end of the game, only moves.

    A press that asks for nothing yet is left out: the mouse was there already.

    >>> board = Board.from_mines(1, 3, [(0, 0)])
    >>> pressed = [ButtonEvent(0, "lc", 2.5, 0.5), ButtonEvent(0.1, "lr", 2.5, 0.5)]
    >>> [event.action for event in clicks_from(board, pressed)]
    [None, <Action.REVEAL: 'reveal'>]
    """
    hand, found = _Hand(Game.on(board)), list[MouseEvent]()
    for event in map(hand.take, events):
        last = found[-1] if found else None
        if event.action is not None or last is None or (event.x, event.y) != (last.x, last.y):
            found.append(event)
    return found


class _Hand:
    """The buttons as they are held, and the game as it stands."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.held: set[str] = set()
        self.is_chording = False
        """Both buttons are down, or were until one came up."""
        self.waiting: MouseEvent | None = None
        """The right button went down on an open cell: a click only if it comes up by itself."""

    def take(self, event: ButtonEvent) -> MouseEvent:
        """What the event asks for; the game moves on."""
        plain = MouseEvent(event.seconds, event.x, event.y)
        asked = self._asked(self._kind(event.kind), plain)
        if asked.action is None or not self._is_on_board(asked):
            return plain
        if self.game.status is not Status.PLAYING:
            return plain
        act(self.game, asked.action, asked.cell)
        return asked

    def _kind(self, kind: str) -> str:
        """Press or release, where the file leaves it to the reader."""
        if kind in TURNABOUTS:
            press, release = TURNABOUTS[kind]
            return release if PRESSES[press] in self.held else press
        return kind

    def _asked(self, kind: str, event: MouseEvent) -> MouseEvent:
        if kind == FLAG_BEFORE:
            return replace(event, action=Action.FLAG)
        if kind == BOTH:
            self._press("left", event)
            return self._press("right", event)
        if kind in PRESSES:
            return self._press(PRESSES[kind], event)
        return self._release(RELEASES[kind], event) if kind in RELEASES else event

    def _press(self, button: str, event: MouseEvent) -> MouseEvent:
        if button in self.held:
            return event
        self.held.add(button)
        if self.held >= {"left", "right"}:
            self.is_chording, self.waiting = True, None
        elif button == "right":
            if self._is_on_board(event) and self.game.view.is_hidden(event.cell):
                return replace(event, action=Action.FLAG)
            self.waiting = event
        return event

    def _release(self, button: str, event: MouseEvent) -> MouseEvent:
        if button not in self.held:
            return event
        is_chord = button == "middle" or self.held >= {"left", "right"}
        self.held.discard(button)
        if is_chord:  # before anything has happened, it does not count as a click
            return replace(event, action=Action.CHORD) if self.game.last_move else event
        if self.is_chording:  # the other button has chorded already
            self.is_chording = False
            return event
        if button == "left":
            return replace(event, action=Action.REVEAL)
        pressed, self.waiting = self.waiting, None
        if pressed is None:
            return event
        return MouseEvent(event.seconds, pressed.x, pressed.y, Action.FLAG)

    def _is_on_board(self, event: MouseEvent) -> bool:
        row, column = event.cell
        return 0 <= row < self.game.level.height and 0 <= column < self.game.level.width
