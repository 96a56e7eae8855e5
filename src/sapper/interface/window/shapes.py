"""Smooth shapes: everything is drawn several times too large, then scaled down.

Icons live in a unit square: (0, 0) is its upper left corner, (1, 1) its lower right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin, tau

import pygame

from sapper.picture.heat import Colour

OVERSAMPLED = 4
SHAPES_KEPT = 2000
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Brush:
    """Draws in the unit square, in one colour at a time."""

    surface: pygame.Surface
    colour: Colour

    @property
    def _side(self) -> int:
        return self.surface.get_width()

    def _at(self, point: Point) -> Point:
        return point[0] * self._side, point[1] * self._side

    def polygon(self, *corners: Point) -> None:
        """A filled polygon."""
        pygame.draw.polygon(self.surface, self.colour, [self._at(corner) for corner in corners])

    def disc(self, middle: Point, radius: float) -> None:
        """A filled circle."""
        pygame.draw.circle(self.surface, self.colour, self._at(middle), radius * self._side)

    def ring(self, middle: Point, radius: float, width: float) -> None:
        """The outline of a circle, centred on its radius."""
        outer = (radius + width / 2) * self._side
        pygame.draw.circle(
            self.surface, self.colour, self._at(middle), outer, max(1, round(width * self._side))
        )

    def line(self, points: Sequence[Point], width: float) -> None:
        """A line through the points, with round ends and joints."""
        for start, end in pairwise(points):
            self._stroke(start, end, width)
        for point in points:
            self.disc(point, width / 2)

    def _stroke(self, start: Point, end: Point, width: float) -> None:
        across, down = end[0] - start[0], end[1] - start[1]
        length = (across * across + down * down) ** 0.5 or 1.0
        side = (-down / length * width / 2, across / length * width / 2)
        self.polygon(
            (start[0] + side[0], start[1] + side[1]),
            (end[0] + side[0], end[1] + side[1]),
            (end[0] - side[0], end[1] - side[1]),
            (start[0] - side[0], start[1] - side[1]),
        )

    def arc(self, middle: Point, radius: float, start: float, end: float, width: float) -> None:
        """An arc; its ends are given in turns, clockwise from the right."""
        steps = 40
        turns = [start + (end - start) * step / steps for step in range(steps + 1)]
        self.line([_around(middle, radius, turn) for turn in turns], width)

    def box(self, left: float, top: float, right: float, bottom: float, radius: float) -> None:
        """A filled rectangle with round corners."""
        side = self._side
        rect = pygame.Rect(left * side, top * side, (right - left) * side, (bottom - top) * side)
        pygame.draw.rect(self.surface, self.colour, rect, border_radius=round(radius * side))


def _around(middle: Point, radius: float, turn: float) -> Point:
    return middle[0] + radius * cos(tau * turn), middle[1] + radius * sin(tau * turn)


def unit_picture(
    side: int, base: Colour, paint: Callable[[pygame.Surface], None]
) -> pygame.Surface:
    """A square picture, painted large and scaled down; `base` tints its soft edges."""
    large = pygame.Surface((side * OVERSAMPLED, side * OVERSAMPLED), pygame.SRCALPHA)
    large.fill((*base, 0))
    paint(large)
    return pygame.transform.smoothscale(large, (side, side))


@lru_cache(maxsize=SHAPES_KEPT)
def icon(name: str, side: int, ink: Colour) -> pygame.Surface:
    """An icon by name; ICONS lists them."""
    return unit_picture(max(side, 1), ink, lambda surface: ICONS[name](Brush(surface, ink)))


def put_icon(
    surface: pygame.Surface, name: str, middle: tuple[float, float], side: float, ink: Colour
) -> None:
    """Draw an icon centred at a point."""
    drawn = icon(name, round(side), ink)
    surface.blit(drawn, drawn.get_rect(center=(round(middle[0]), round(middle[1]))))


@lru_cache(maxsize=SHAPES_KEPT)
def _disc(radius: int, ink: Colour) -> pygame.Surface:
    return unit_picture(2 * radius, ink, lambda large: Brush(large, ink).disc((0.5, 0.5), 0.5))


def rounded(surface: pygame.Surface, rect: pygame.Rect, ink: Colour, radius: float) -> None:
    """A filled rectangle with smooth round corners."""
    curve = min(round(radius), rect.width // 2, rect.height // 2)
    if curve < 1:
        surface.fill(ink, rect)
        return
    disc = _disc(curve, ink)
    for right in (False, True):
        for low in (False, True):
            point = (
                rect.right - curve if right else rect.left,
                rect.bottom - curve if low else rect.top,
            )
            part = pygame.Rect(curve if right else 0, curve if low else 0, curve, curve)
            surface.blit(disc, point, part)
    surface.fill(ink, rect.inflate(-2 * curve, 0))
    surface.fill(ink, rect.inflate(0, -2 * curve))


def outlined(
    surface: pygame.Surface,
    rect: pygame.Rect,
    fill: Colour,
    edge: Colour,
    radius: float,
    width: float = 1,
) -> None:
    """A rounded rectangle with an edge inside it."""
    thick = max(1, round(width))
    rounded(surface, rect, edge, radius)
    rounded(surface, rect.inflate(-2 * thick, -2 * thick), fill, radius - thick)


# Icons


def _flag(brush: Brush) -> None:
    brush.line([(0.36, 0.2), (0.36, 0.8)], 0.07)
    brush.polygon((0.36, 0.18), (0.78, 0.35), (0.36, 0.54))
    brush.line([(0.24, 0.82), (0.52, 0.82)], 0.08)


def _mine(brush: Brush) -> None:
    for turn in range(8):
        reach = 0.40 if turn % 2 == 0 else 0.36
        brush.line([(0.5, 0.5), _around((0.5, 0.5), reach, turn / 8)], 0.075)
    brush.disc((0.5, 0.5), 0.27)
    Brush(brush.surface, _lightened(brush.colour)).disc((0.42, 0.42), 0.065)


def _lightened(ink: Colour) -> Colour:
    bright = sum(ink) > 3 * 128
    return (60, 68, 76) if bright else (236, 239, 242)


def _ring(brush: Brush) -> None:
    brush.ring((0.5, 0.5), 0.24, 0.1)


def _check(brush: Brush) -> None:
    brush.line([(0.22, 0.54), (0.42, 0.74), (0.8, 0.28)], 0.12)


def _cross(brush: Brush) -> None:
    brush.line([(0.26, 0.26), (0.74, 0.74)], 0.11)
    brush.line([(0.74, 0.26), (0.26, 0.74)], 0.11)


def _play(brush: Brush) -> None:
    brush.polygon((0.28, 0.18), (0.82, 0.5), (0.28, 0.82))


def _pause(brush: Brush) -> None:
    brush.box(0.26, 0.2, 0.43, 0.8, 0.04)
    brush.box(0.57, 0.2, 0.74, 0.8, 0.04)


def _previous(brush: Brush) -> None:
    brush.line([(0.62, 0.22), (0.34, 0.5), (0.62, 0.78)], 0.12)


def _next(brush: Brush) -> None:
    brush.line([(0.38, 0.22), (0.66, 0.5), (0.38, 0.78)], 0.12)


def _first(brush: Brush) -> None:
    brush.line([(0.74, 0.22), (0.46, 0.5), (0.74, 0.78)], 0.12)
    brush.line([(0.26, 0.22), (0.26, 0.78)], 0.12)


def _last(brush: Brush) -> None:
    brush.line([(0.26, 0.22), (0.54, 0.5), (0.26, 0.78)], 0.12)
    brush.line([(0.74, 0.22), (0.74, 0.78)], 0.12)


def _down(brush: Brush) -> None:
    brush.line([(0.26, 0.4), (0.5, 0.64), (0.74, 0.4)], 0.11)


def _bulb(brush: Brush) -> None:
    brush.disc((0.5, 0.4), 0.27)
    brush.polygon((0.36, 0.55), (0.64, 0.55), (0.6, 0.72), (0.4, 0.72))
    brush.line([(0.42, 0.8), (0.58, 0.8)], 0.07)
    brush.line([(0.46, 0.9), (0.54, 0.9)], 0.06)


def _question(brush: Brush) -> None:
    brush.arc((0.5, 0.34), 0.18, 0.5, 1.12, 0.11)
    brush.line([_around((0.5, 0.34), 0.18, 0.12), (0.5, 0.6)], 0.11)
    brush.disc((0.5, 0.82), 0.075)


def _thought(brush: Brush) -> None:
    brush.arc((0.5, 0.4), 0.28, 0, 1, 0.09)
    brush.disc((0.34, 0.77), 0.09)
    brush.disc((0.22, 0.9), 0.055)


def _percent(brush: Brush) -> None:
    brush.ring((0.28, 0.3), 0.13, 0.08)
    brush.ring((0.72, 0.7), 0.13, 0.08)
    brush.line([(0.72, 0.2), (0.28, 0.8)], 0.09)


def _spark(brush: Brush) -> None:
    def star(middle: Point, reach: float) -> None:
        waist = reach * 0.28
        points = [_around(middle, reach if step % 2 == 0 else waist, step / 8) for step in range(8)]
        brush.polygon(*points)

    star((0.44, 0.54), 0.4)
    star((0.8, 0.2), 0.19)


def _again(brush: Brush) -> None:
    brush.arc((0.5, 0.52), 0.29, -0.06, 0.72, 0.1)
    tip = _around((0.5, 0.52), 0.29, 0.74)
    brush.polygon(
        (tip[0] - 0.05, tip[1] - 0.2), (tip[0] + 0.22, tip[1]), (tip[0] - 0.05, tip[1] + 0.2)
    )


def _plus(brush: Brush) -> None:
    brush.line([(0.5, 0.2), (0.5, 0.8)], 0.12)
    brush.line([(0.2, 0.5), (0.8, 0.5)], 0.12)


def _minus(brush: Brush) -> None:
    brush.line([(0.2, 0.5), (0.8, 0.5)], 0.12)


def _moon(brush: Brush) -> None:
    brush.disc((0.5, 0.5), 0.34)
    pygame.draw.circle(
        brush.surface,
        (*brush.colour, 0),
        (0.64 * brush.surface.get_width(), 0.38 * brush.surface.get_height()),
        0.28 * brush.surface.get_width(),
    )


def _sun(brush: Brush) -> None:
    brush.disc((0.5, 0.5), 0.19)
    for turn in range(8):
        middle = (0.5, 0.5)
        brush.line([_around(middle, 0.31, turn / 8), _around(middle, 0.41, turn / 8)], 0.08)


def _palette(brush: Brush) -> None:
    brush.ring((0.5, 0.5), 0.34, 0.09)
    brush.polygon(*[_around((0.5, 0.5), 0.34, 0.25 + 0.5 * step / 24) for step in range(25)])


def _clock(brush: Brush) -> None:
    brush.ring((0.5, 0.5), 0.35, 0.09)
    brush.line([(0.5, 0.28), (0.5, 0.5), (0.65, 0.58)], 0.08)


def _day(brush: Brush) -> None:
    brush.line([(0.2, 0.26), (0.8, 0.26), (0.8, 0.82), (0.2, 0.82), (0.2, 0.26)], 0.08)
    brush.box(0.2, 0.26, 0.8, 0.42, 0.02)
    for left in (0.34, 0.66):
        brush.line([(left, 0.14), (left, 0.26)], 0.08)
    brush.disc((0.5, 0.62), 0.08)


def _bars(brush: Brush) -> None:
    for left, height in ((0.16, 0.34), (0.42, 0.64), (0.68, 0.48)):
        brush.box(left, 0.84 - height, left + 0.17, 0.84, 0.03)


def _home(brush: Brush) -> None:
    brush.line([(0.62, 0.22), (0.34, 0.5), (0.62, 0.78)], 0.12)
    brush.line([(0.36, 0.5), (0.84, 0.5)], 0.12)


def _trash(brush: Brush) -> None:
    brush.line([(0.22, 0.28), (0.78, 0.28)], 0.08)
    brush.line([(0.42, 0.18), (0.58, 0.18)], 0.08)
    brush.polygon((0.28, 0.36), (0.72, 0.36), (0.67, 0.86), (0.33, 0.86))


def _chord(brush: Brush) -> None:
    for row in range(3):
        for column in range(3):
            if (row, column) != (1, 1):
                brush.disc((0.24 + 0.26 * column, 0.24 + 0.26 * row), 0.07)
    brush.box(0.39, 0.39, 0.61, 0.61, 0.05)


def _trophy(brush: Brush) -> None:
    brush.ring((0.3, 0.34), 0.14, 0.07)
    brush.ring((0.7, 0.34), 0.14, 0.07)
    brush.polygon((0.28, 0.16), (0.72, 0.16), (0.66, 0.5), (0.5, 0.62), (0.34, 0.5))
    brush.line([(0.5, 0.58), (0.5, 0.78)], 0.1)
    brush.line([(0.34, 0.82), (0.66, 0.82)], 0.1)


def _board(brush: Brush) -> None:
    brush.box(0.16, 0.16, 0.47, 0.47, 0.06)
    brush.box(0.53, 0.53, 0.84, 0.84, 0.06)
    brush.ring((0.69, 0.31), 0.11, 0.07)
    brush.ring((0.31, 0.69), 0.11, 0.07)


ICONS: Mapping[str, Callable[[Brush], None]] = {
    "flag": _flag,
    "mine": _mine,
    "ring": _ring,
    "check": _check,
    "cross": _cross,
    "play": _play,
    "pause": _pause,
    "previous": _previous,
    "next": _next,
    "first": _first,
    "last": _last,
    "down": _down,
    "bulb": _bulb,
    "question": _question,
    "thought": _thought,
    "percent": _percent,
    "spark": _spark,
    "again": _again,
    "plus": _plus,
    "minus": _minus,
    "moon": _moon,
    "sun": _sun,
    "palette": _palette,
    "clock": _clock,
    "day": _day,
    "bars": _bars,
    "home": _home,
    "trash": _trash,
    "chord": _chord,
    "trophy": _trophy,
    "board": _board,
}


def spinner(surface: pygame.Surface, middle: Point, side: int, ink: Colour, turn: float) -> None:
    """Rotating dots: somebody is thinking."""
    for dot in range(8):
        share = ((dot / 8) - turn) % 1.0
        point = (
            middle[0] + 0.36 * side * cos(2 * pi * dot / 8),
            middle[1] + 0.36 * side * sin(2 * pi * dot / 8),
        )
        picture = _disc(max(1, round(side * (0.05 + 0.06 * share))), ink)
        surface.blit(picture, picture.get_rect(center=(round(point[0]), round(point[1]))))
