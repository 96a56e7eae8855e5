"""Writing on a surface: two weights, made from the one typeface that ships with pygame."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

import numpy as np
import pygame

from sapper.picture.heat import Colour

DRAWN_LARGE = 72
"""Glyphs are drawn at least this large, then scaled down: smooth at any size, unhinted."""
SHAVED = 0.0135
"""The typeface is bold; for running text this share of the size is cut off every edge."""
NARROWED = 0.95
"""Thinner strokes leave gaps between letters; this closes them."""
FACE_TO_EM = 0.72
"""Pygame sizes a font by its line height; this is roughly the body of the letters."""
LINE = 1.38
"""The line spacing, in font sizes."""
TEXTS_KEPT = 1500


def write(
    surface: pygame.Surface,
    words: str,
    point: tuple[float, float],
    size: float,
    ink: Colour,
    *,
    bold: bool = False,
    align: str = "left",
) -> pygame.Rect:
    """Write one line, vertically centred at a point; return its rectangle."""
    drawn = rendered(words, round(size), ink, bold)
    rect = drawn.get_rect()
    across, middle = round(point[0]), round(point[1])
    if align == "center":
        rect.center = (across, middle)
    elif align == "right":
        rect.midright = (across, middle)
    else:
        rect.midleft = (across, middle)
    surface.blit(drawn, rect)
    return rect


@lru_cache(maxsize=TEXTS_KEPT)
def rendered(words: str, size: int, ink: Colour, bold: bool = False) -> pygame.Surface:
    """The words as a picture, as high as a line of that size."""
    size = max(size, 1)
    times = max(2, ceil(DRAWN_LARGE / size))
    large = _font(size * times).render(words or " ", True, ink)
    if not bold:
        _shave(large, max(1, round(SHAVED * size * times)))
    width = large.get_width() / times * (1 if bold else NARROWED)
    height = large.get_height() / times
    return pygame.transform.smoothscale(large, (max(1, round(width)), max(1, round(height))))


@lru_cache(maxsize=64)
def _font(size: int) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(None, round(size / FACE_TO_EM))


def _shave(picture: pygame.Surface, depth: int) -> None:
    """Make every stroke thinner by `depth` on all sides."""
    alpha = pygame.surfarray.pixels_alpha(picture)
    whole = alpha.copy()
    for down in range(-depth, depth + 1):
        for right in range(-depth, depth + 1):
            if 0 < down * down + right * right <= depth * depth:
                np.minimum(alpha, np.roll(whole, (down, right), (0, 1)), out=alpha)


def width_of(words: str, size: float, *, bold: bool = False) -> int:
    """The width of the words in pixels."""
    if not words:
        return 0
    size = max(round(size), 1)
    times = max(2, ceil(DRAWN_LARGE / size))
    return round(_font(size * times).size(words)[0] / times * (1 if bold else NARROWED))


def shortened(words: str, size: float, width: int, *, bold: bool = False) -> str:
    """The words, cut to a width with an ellipsis if they are too long."""
    if width_of(words, size, bold=bold) <= width:
        return words
    while words and width_of(words + "…", size, bold=bold) > width:
        words = words[:-1]
    return words.rstrip() + "…"


@lru_cache(maxsize=TEXTS_KEPT)
def wrapped(words: str, size: float, width: int, bold: bool = False) -> tuple[str, ...]:
    """The words broken into lines of a width; a word that is too long gets its own line."""
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and width_of(longer, size, bold=bold) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words broken into lines of a width."""

    words: str
    size: float
    width: int
    bold: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines."""
        return wrapped(self.words, self.size, self.width, self.bold)

    @property
    def height(self) -> int:
        """The height in pixels."""
        return round(len(self.lines) * self.size * LINE)

    def draw(self, surface: pygame.Surface, left: float, top: float, ink: Colour) -> int:
        """Write it with its upper left corner at a point; return its lower edge."""
        for number, line in enumerate(self.lines):
            middle = top + (number + 0.5) * self.size * LINE
            write(surface, line, (left, middle), self.size, ink, bold=self.bold)
        return round(top + self.height)
