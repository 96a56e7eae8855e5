"""Where the mouse was in a game, moment by moment."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TypeAlias

Point: TypeAlias = tuple[float, float, float]
"""Seconds by the clock of the game, and the place in cells: from the left, from the top."""


@dataclass(frozen=True, slots=True)
class Track:
    """The way of the mouse, in order of time; before the game began, times are negative.

    >>> track = Track(((-0.5, 1.0, 1.0), (0.0, 2.5, 0.5), (2.0, 4.5, 0.5)))
    >>> track.at(1.0), track.at(-1.0)
    ((2.5, 0.5), None)
    >>> track.trail(2.0, 2.5)
    ((-0.5, 1.0, 1.0), (0.0, 2.5, 0.5), (2.0, 4.5, 0.5))
    """

    points: tuple[Point, ...]

    @property
    def begin(self) -> float:
        """When the recording begins."""
        return self.points[0][0] if self.points else 0.0

    @property
    def end(self) -> float:
        """When the recording ends."""
        return self.points[-1][0] if self.points else 0.0

    def at(self, seconds: float) -> tuple[float, float] | None:
        """Where the mouse was last seen by then; None before it was seen at all."""
        place = bisect_right(self.points, seconds, key=_time)
        return self.points[place - 1][1:] if place else None

    def trail(self, seconds: float, length: float) -> tuple[Point, ...]:
        """The way in so many seconds up to then."""
        first = bisect_left(self.points, seconds - length, key=_time)
        return self.points[first : bisect_right(self.points, seconds, key=_time)]


def _time(point: Point) -> float:
    return point[0]
