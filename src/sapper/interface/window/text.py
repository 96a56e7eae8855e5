"""Writing on a surface: two weights, made from the one typeface that ships with pygame.

That typeface has the letters of Europe. Chinese is written with one of the system's typefaces, if
there is one: `can_write` tells.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil

import numpy as np
import pygame

from sapper.interface.pieces import IS_WIDE, PIECE
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
SHRUNK = (1.0, 0.92, 0.85)
"""How much smaller words may be to fit a width, before they are cut."""
CHINESE_TYPEFACES = (
    *("notosanscjksc", "notosanscjk", "notosanssc", "sourcehansanssc", "sourcehansanscn"),
    *("microsoftyahei", "pingfangsc", "pingfang", "hiraginosansgb", "stheiti", "heitisc"),
    *("wenquanyimicrohei", "wenquanyizenhei", "droidsansfallback", "simhei", "simsun"),
    *("arplumingcn", "arplukaicn", "arialunicodems", "unifont"),
)
"""As pygame calls them, the preferred ones first."""
CHINESE_TO_EM = 0.95
MISSING = "\uffff"


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
    is_chinese = bool(IS_WIDE.search(words))
    large = _font(size * times, is_chinese, bold).render(words or " ", True, ink)
    if not (bold or is_chinese):
        _shave(large, max(1, round(SHAVED * size * times)))
    width = large.get_width() / times * (1 if bold or is_chinese else NARROWED)
    height = large.get_height() / times
    return pygame.transform.smoothscale(large, (max(1, round(width)), max(1, round(height))))


@lru_cache(maxsize=128)
def _font(size: int, is_chinese: bool = False, bold: bool = False) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    typeface = _chinese_typeface() if is_chinese else None
    if typeface is None:
        return pygame.font.Font(None, round(size / FACE_TO_EM))
    font = pygame.font.Font(typeface, round(size * CHINESE_TO_EM))
    font.set_bold(bold)  # the usual typeface is bold by itself
    return font


@cache
def _chinese_typeface() -> str | None:
    """The file of a typeface that has Chinese characters, if the system has one."""
    return pygame.font.match_font(CHINESE_TYPEFACES)


def can_write(words: str) -> bool:
    """Whether there is a typeface with all of these characters.

    >>> can_write("démineur")
    True
    """
    font = _font(DRAWN_LARGE, bool(IS_WIDE.search(words)))

    def drawn(character: str) -> bytes:
        return pygame.image.tobytes(font.render(character, True, (0, 0, 0)), "RGBA")

    return all(drawn(character) != drawn(MISSING) for character in set(words) - {" "})


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
    is_chinese = bool(IS_WIDE.search(words))
    width = _font(size * times, is_chinese, bold).size(words)[0] / times
    return round(width * (1 if bold or is_chinese else NARROWED))


def size_for(words: str, size: float, width: int, *, bold: bool = False) -> float:
    """The size, or a bit smaller if the words are too wide; if need be, the smallest."""
    sizes = [share * size for share in SHRUNK]
    fitting = (each for each in sizes if width_of(words, each, bold=bold) <= width)
    return next(fitting, sizes[-1])


def shortened(words: str, size: float, width: int, *, bold: bool = False) -> str:
    """The words, cut to a width with an ellipsis if they are too long."""
    if width_of(words, size, bold=bold) <= width:
        return words
    while words and width_of(words + "…", size, bold=bold) > width:
        words = words[:-1]
    return words.rstrip() + "…"


@lru_cache(maxsize=TEXTS_KEPT)
def wrapped(words: str, size: float, width: int, bold: bool = False) -> tuple[str, ...]:
    """The words broken into lines of a width; a word that is too long gets its own line.

    Chinese may be broken after every character.
    """
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for piece in PIECE.findall(paragraph):
            if line and width_of(line + piece, size, bold=bold) > width:
                lines.append(line)
                line = piece.lstrip(" ")
            else:
                line += piece
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
