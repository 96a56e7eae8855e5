"""Colours, and the gradient in which chances of a mine are drawn, from safe to certain.

A gradient is written once for each theme; the window and the terminal both use it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""


def blend(start: Colour, end: Colour, share: float) -> Colour:
    """The colour a share of the way from one to another.

    >>> blend((0, 0, 0), (200, 100, 50), 0.5)
    (100, 50, 25)
    """
    share = min(max(share, 0.0), 1.0)
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(start, end, strict=True))
    return red, green, blue


def colour(code: str) -> Colour:
    """A colour from its six hexadecimal digits.

    >>> colour("#ff8000")
    (255, 128, 0)
    """
    red, green, blue = bytes.fromhex(code.removeprefix("#"))
    return red, green, blue


def colours(codes: str) -> tuple[Colour, ...]:
    """Several colours, separated by spaces.

    >>> colours("#000000 #ff8000")
    ((0, 0, 0), (255, 128, 0))
    """
    return tuple(colour(code) for code in codes.split())


GRADIENTS = {
    "light": colours("#7ccf9b #f4df7e #e9716a"),
    "dark": colours("#5fbe78 #f5dc6e #e15a50"),
    # Blue against orange, which all common kinds of colour-blindness keep apart.
    "colour-blind": colours("#8ec6ea #f3efe2 #ef8a3c"),
    "colour-blind-dark": colours("#4f97c9 #c4beac #de8231"),
}
"""The stops of the gradient in each theme; near-black text is readable on all of it."""


def heat(chance: float, gradient: Sequence[Colour] = GRADIENTS["dark"]) -> Colour:
    """The colour of a chance of a mine.

    >>> heat(0), heat(0.25), heat(1)
    ((95, 190, 120), (170, 205, 115), (225, 90, 80))
    """
    position = min(max(chance, 0.0), 1.0) * (len(gradient) - 1)
    stop = min(int(position), len(gradient) - 2)
    return blend(gradient[stop], gradient[stop + 1], position - stop)
