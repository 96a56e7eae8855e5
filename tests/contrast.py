"""How far apart two colours are for the eye, as the accessibility guidelines count it."""

from __future__ import annotations

from sapper.picture.heat import Colour

READABLE = 4.5
"""The contrast that text needs, and below it what large signs and the parts of a drawing need."""
SEEN = 3.0


def contrast(one: Colour, other: Colour) -> float:
    """How far apart two colours are in lightness, from 1 to 21."""
    dark, light = sorted(map(_lightness, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _lightness(colour: Colour) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
