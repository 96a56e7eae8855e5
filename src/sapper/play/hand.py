"""What a player's hand does besides the turns: clicks that change nothing, and the pointer's way.

The turns of a game are its effective clicks. Whatever else was clicked counts, too, when a player
asks how cleanly a game was played; and so does how far the pointer went, where there is one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from math import isfinite

from sapper.game import Action
from sapper.grid import Cell

MOST_IDLE_CLICKS = 10_000
"""Somebody who hammers on an open cell does not fill the memory: further clicks do not count."""
LONGEST_WAY = 1e6
"""In cells: no hand moves a pointer further than that between two clicks."""


class Button(StrEnum):
    """What was pressed."""

    LEFT = "left"
    RIGHT = "right"
    CHORD = "chord"

    @classmethod
    def of(cls, action: Action) -> Button:
        """The button that an action takes.

        >>> Button.of(Action.UNFLAG)
        <Button.RIGHT: 'right'>
        """
        return {Action.REVEAL: cls.LEFT, Action.CHORD: cls.CHORD}.get(action, cls.RIGHT)


@dataclass(frozen=True, slots=True)
class IdleClick:
    """A click that changed nothing; `seconds` is what the clock showed, to the millisecond."""

    button: Button
    cell: Cell
    seconds: float


@dataclass(frozen=True, slots=True)
class Hand:
    """All that the hand did in a game, besides the turns.

    >>> hand = Hand().clicked(IdleClick(Button.LEFT, (0, 0), 1.5)).moved(2.5).moved(1.0)
    >>> len(hand.idle), hand.path
    (1, 3.5)
    """

    idle: tuple[IdleClick, ...] = ()
    path: float | None = None
    """How far the pointer went while the clock ran, in cells; None where there was no pointer."""

    def clicked(self, click: IdleClick) -> Hand:
        """After one more click that changed nothing."""
        is_full = len(self.idle) >= MOST_IDLE_CLICKS
        return self if is_full else replace(self, idle=(*self.idle, click))

    def moved(self, cells: float) -> Hand:
        """After the pointer went so many cells further; nonsense is ignored."""
        if not isfinite(cells) or not 0 <= cells <= LONGEST_WAY:
            return self
        return replace(self, path=(self.path or 0.0) + cells)


EMPTY_HAND = Hand()
