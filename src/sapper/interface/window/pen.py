"""A pen: a surface, the colours, and the size of a unit of the layout in pixels."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from sapper.interface.window import shapes, text
from sapper.interface.window.theme import Theme
from sapper.picture.heat import Colour

DESIGN_WIDTH, DESIGN_HEIGHT = 1040, 720
"""Layout is in units. In a window of this size a unit is a pixel; in a larger one it is more."""
SMALLEST_SCALE, LARGEST_SCALE = 0.6, 6.0
RADIUS = 10
BODY = 14
SMALL = 12
LARGE = 18


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the window, and the size of a unit in pixels."""

    rect: pygame.Rect
    scale: float

    @classmethod
    def of(
        cls,
        size: tuple[int, int],
        zoom: float = 1.0,
        least: tuple[int, int] = (DESIGN_WIDTH, DESIGN_HEIGHT),
    ) -> Area:
        """A whole window. Its content grows with it, which suits any pixel density.

        However much everything is to be enlarged, `least` units across and down find room.

        >>> Area.of((2080, 1440)).scale
        2.0
        >>> Area.of((2080, 1440), 1.5, (520, 600)).scale
        2.4
        """
        wished = min(size[0] / DESIGN_WIDTH, size[1] / DESIGN_HEIGHT) * zoom
        room = min(size[0] / least[0], size[1] / least[1])
        scale = min(max(wished, SMALLEST_SCALE), LARGEST_SCALE, room)
        return cls(pygame.Rect((0, 0), size), scale)

    def units(self, count: float) -> int:
        """A number of units, in pixels."""
        return round(count * self.scale)

    def inner(self, rect: pygame.Rect) -> Area:
        """Another part, at the same scale."""
        return Area(rect, self.scale)


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws: sizes are in units of the layout, positions in pixels."""

    surface: pygame.Surface
    theme: Theme
    scale: float
    now: float = 0.0
    """The time, for animations."""

    def units(self, count: float) -> int:
        """A number of units, in pixels."""
        return round(count * self.scale)

    def on(self, surface: pygame.Surface) -> Pen:
        """The same pen on another surface."""
        return Pen(surface, self.theme, self.scale, self.now)

    def write(
        self,
        words: str,
        point: tuple[float, float],
        size: float = BODY,
        ink: Colour | None = None,
        *,
        bold: bool = False,
        align: str = "left",
        width: int | None = None,
    ) -> pygame.Rect:
        """Write a line, vertically centred at a point; a bit smaller, or cut, to fit a `width`."""
        pixels = size * self.scale
        if width is not None:
            pixels = text.size_for(words, pixels, width, bold=bold)
            words = text.shortened(words, pixels, width, bold=bold)
        ink = ink or self.theme.ink
        return text.write(self.surface, words, point, pixels, ink, bold=bold, align=align)

    def paragraph(
        self, words: str, width: int, size: float = BODY, *, bold: bool = False
    ) -> text.Paragraph:
        """Words broken into lines of a width."""
        return text.Paragraph(words, size * self.scale, width, bold)

    def fitting(self, words: str, space: pygame.Rect, *sizes: float) -> text.Paragraph:
        """Words set in the first of these sizes that fits the space, or else in the last."""
        made = [self.paragraph(words, space.width, size) for size in sizes]
        return next((found for found in made if found.height <= space.height), made[-1])

    def icon(
        self, name: str, middle: tuple[float, float], side: float, ink: Colour | None = None
    ) -> None:
        """Draw an icon centred at a point."""
        shapes.put_icon(self.surface, name, middle, side * self.scale, ink or self.theme.ink)

    def card(
        self,
        rect: pygame.Rect,
        fill: Colour | None = None,
        edge: Colour | None = None,
        radius: float = RADIUS,
        width: float = 1.0,
    ) -> None:
        """A rounded panel with a thin edge."""
        theme = self.theme
        shapes.outlined(
            self.surface,
            rect,
            fill or theme.card,
            edge or theme.edge,
            radius * self.scale,
            width * self.scale,
        )
