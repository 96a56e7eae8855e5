"""What is drawn on cells: digits, flags, mines and marks, in several shapes each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
Point = tuple[float, float]

Stroke = tuple[bool, list[Point]]
"""Whether it is curved, and the points it goes through."""

# Characters as strokes in a box of 1 × 1, in several ways each: no two fonts agree on them.
STROKES: dict[str, list[list[Stroke]]] = {
    "1": [
        [(False, [(0.25, 0.25), (0.55, 0), (0.55, 1)]), (False, [(0.25, 1), (0.85, 1)])],
        [(False, [(0.2, 0.25), (0.55, 0), (0.55, 1)])],
        [(False, [(0.3, 0.12), (0.6, 0), (0.6, 1)])],
        [(False, [(0.12, 0.4), (0.6, 0), (0.6, 1)])],
        [(False, [(0.5, 0), (0.5, 1)])],
        [(False, [(0.3, 0.15), (0.52, 0), (0.52, 1)]), (False, [(0.1, 1), (0.95, 1)])],
    ],
    "2": [
        [
            (
                False,
                [(0.1, 0.1), (0.3, 0), (0.75, 0), (0.92, 0.2), (0.85, 0.42), (0.1, 1), (0.95, 1)],
            )
        ],
        [
            (True, [(0.08, 0.27), (0.25, 0.04), (0.6, 0), (0.9, 0.22), (0.75, 0.5), (0.08, 1)]),
            (False, [(0.08, 1), (0.95, 1)]),
        ],
        [
            (True, [(0.1, 0.2), (0.45, 0), (0.85, 0.15), (0.8, 0.45), (0.3, 0.72), (0.1, 1)]),
            (False, [(0.1, 1), (0.9, 1)]),
        ],
    ],
    "3": [
        [
            (False, [(0.1, 0), (0.8, 0), (0.9, 0.25), (0.75, 0.48), (0.35, 0.48)]),
            (False, [(0.75, 0.48), (0.92, 0.72), (0.8, 1), (0.1, 1)]),
        ],
        [
            (True, [(0.1, 0.12), (0.4, 0), (0.8, 0.1), (0.82, 0.35), (0.4, 0.47)]),
            (True, [(0.4, 0.47), (0.88, 0.6), (0.88, 0.87), (0.45, 1), (0.06, 0.88)]),
        ],
        [
            (False, [(0.1, 0), (0.9, 0), (0.42, 0.4)]),
            (True, [(0.42, 0.4), (0.9, 0.58), (0.85, 0.9), (0.45, 1), (0.08, 0.9)]),
        ],
    ],
    "4": [
        [(False, [(0.3, 0), (0.1, 0.55), (0.95, 0.55)]), (False, [(0.7, 0), (0.7, 1)])],
        [(False, [(0.7, 1), (0.7, 0), (0.05, 0.7), (0.98, 0.7)])],
        [(False, [(0.6, 0), (0.05, 0.72), (0.95, 0.72)]), (False, [(0.7, 0.35), (0.7, 1)])],
        [(False, [(0.75, 1), (0.75, 0), (0.05, 0.65), (0.98, 0.65)])],
    ],
    "5": [
        [
            (
                False,
                [(0.9, 0), (0.15, 0), (0.15, 0.45), (0.75, 0.45), (0.92, 0.7), (0.75, 1), (0.1, 1)],
            )
        ],
        [
            (False, [(0.85, 0), (0.2, 0), (0.14, 0.45)]),
            (True, [(0.14, 0.45), (0.5, 0.36), (0.9, 0.55), (0.86, 0.88), (0.42, 1), (0.06, 0.9)]),
        ],
        [
            (False, [(0.8, 0), (0.15, 0), (0.15, 0.42)]),
            (True, [(0.15, 0.42), (0.6, 0.4), (0.92, 0.68), (0.65, 0.98), (0.08, 0.96)]),
        ],
    ],
    "6": [
        [
            (False, [(0.85, 0), (0.35, 0), (0.1, 0.3), (0.1, 0.8), (0.3, 1), (0.75, 1)]),
            (False, [(0.75, 1), (0.92, 0.75), (0.75, 0.48), (0.12, 0.48)]),
        ],
        [
            (True, [(0.82, 0.08), (0.45, 0.04), (0.14, 0.4), (0.12, 0.75), (0.45, 1)]),
            (True, [(0.45, 1), (0.88, 0.82), (0.8, 0.5), (0.45, 0.42), (0.12, 0.68)]),
        ],
        [
            (False, [(0.62, 0), (0.18, 0.52)]),
            (True, [(0.18, 0.52), (0.1, 0.8), (0.5, 1), (0.9, 0.75), (0.62, 0.44), (0.18, 0.55)]),
        ],
    ],
    "7": [
        [(False, [(0.08, 0), (0.92, 0), (0.5, 1)])],
        [(False, [(0.08, 0), (0.92, 0), (0.35, 1)])],
        [(False, [(0.08, 0.15), (0.08, 0), (0.92, 0), (0.45, 1)])],
        [(False, [(0.08, 0), (0.92, 0), (0.4, 1)]), (False, [(0.3, 0.48), (0.85, 0.48)])],
        [(False, [(0.08, 0), (0.9, 0)]), (True, [(0.9, 0), (0.55, 0.45), (0.42, 1)])],
    ],
    "8": [
        [
            (False, [(0.3, 0), (0.75, 0), (0.88, 0.22), (0.72, 0.47), (0.3, 0.47), (0.12, 0.22)]),
            (False, [(0.12, 0.22), (0.3, 0)]),
            (False, [(0.3, 0.47), (0.08, 0.74), (0.3, 1), (0.75, 1), (0.94, 0.74), (0.72, 0.47)]),
        ],
        [
            (True, [(0.5, 0), (0.84, 0.22), (0.5, 0.46), (0.16, 0.22), (0.5, 0)]),
            (True, [(0.5, 0.46), (0.92, 0.74), (0.5, 1), (0.08, 0.74), (0.5, 0.46)]),
        ],
    ],
    "?": [
        [
            (False, [(0.15, 0.2), (0.3, 0), (0.75, 0), (0.9, 0.22), (0.55, 0.5), (0.55, 0.7)]),
            (False, [(0.55, 0.92), (0.55, 1)]),
        ],
        [
            (True, [(0.15, 0.22), (0.45, 0), (0.85, 0.2), (0.55, 0.48), (0.5, 0.7)]),
            (False, [(0.5, 0.95), (0.5, 1)]),
        ],
    ],
}


@cache
def font_of(path: str, size: int) -> ImageFont.FreeTypeFont:
    """A font in a size; loaded once."""
    return ImageFont.truetype(path, size)


@dataclass(frozen=True)
class Hand:
    """How characters are written: in a font or, without one, in strokes; and how it is bent."""

    font: str | None = None
    weight: float = 0.2  # of strokes, by the character's height
    stretch: float = 1.0  # how much wider than usual
    slant: float = 0.0
    bolder: float = 0.0  # by the character's height
    style: int = 0  # which strokes, of all ways to draw each character


def draw_character(
    picture: Image.Image,
    character: str,
    box: tuple[float, float, float, float],
    colour: Colour,
    hand: Hand,
) -> None:
    """A digit or a question mark, centred in a box."""
    left, top, right, bottom = box
    height = bottom - top
    if hand.font is None:
        _draw_strokes(ImageDraw.Draw(picture), character, box, colour, hand)
        return
    face = font_of(hand.font, max(4, round(height * 1.38)))
    middle = (left + right) / 2, (top + bottom) / 2
    if hand.stretch == 1.0 and hand.slant == 0.0 and hand.bolder == 0.0:
        # "mm" centres the line of text; digits reach from the base line to the capitals' height.
        ImageDraw.Draw(picture).text(middle, character, colour, face, anchor="mm")
        return
    ink = Image.new("L", picture.size, 0)
    bolder = round(hand.bolder * height)
    ImageDraw.Draw(ink).text(middle, character, 255, face, anchor="mm", stroke_width=bolder)
    across = 1 / hand.stretch
    shift = middle[0] * (1 - across) - hand.slant * middle[1]
    bent = ink.transform(
        ink.size,
        Image.Transform.AFFINE,
        (across, hand.slant, shift, 0, 1, 0),
        Image.Resampling.BILINEAR,
    )
    picture.paste(colour, (0, 0), bent)


def _draw_strokes(
    draw: ImageDraw.ImageDraw,
    character: str,
    box: tuple[float, float, float, float],
    colour: Colour,
    hand: Hand,
) -> None:
    left, top, right, bottom = box
    height = bottom - top
    narrow = 0.74 * height * hand.stretch
    start = (left + right) / 2 - narrow / 2
    thick = max(1, round(hand.weight * height))
    ways = STROKES[character]
    # Each character its own way: the style's digits say which.
    way = ways[hand.style // 7 ** (ord(character) % 5) % len(ways)]
    for is_curved, corners in way:
        path = _curve(corners) if is_curved else corners
        points = [
            (start + (x + hand.slant * (0.5 - y)) * narrow, top + y * height) for x, y in path
        ]
        draw.line(points, fill=colour, width=thick, joint="curve")
        for x, y in points:
            radius = thick / 2
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


def _curve(corners: Sequence[Point], steps: int = 6) -> list[Point]:
    """A smooth curve through all corners (Catmull and Rom's)."""
    ends = [corners[0], *corners, corners[-1]]
    path = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for step in range(steps):
            t = step / steps
            weights = (
                -0.5 * t + t**2 - 0.5 * t**3,
                1 - 2.5 * t**2 + 1.5 * t**3,
                0.5 * t + 2 * t**2 - 1.5 * t**3,
                -0.5 * t**2 + 0.5 * t**3,
            )
            x, y = (
                sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True))
                for axis in (0, 1)
            )
            path.append((x, y))
    return [*path, corners[-1]]


def _scaled(points: Sequence[Point], box: tuple[float, float, float, float]) -> list[Point]:
    left, top, right, bottom = box
    return [(left + x * (right - left), top + y * (bottom - top)) for x, y in points]


def draw_flag(
    draw: ImageDraw.ImageDraw,
    box: tuple[float, float, float, float],
    shape: str,
    cloth: Colour,
    pole: Colour,
) -> None:
    """A flag: classic, pennant, banner or waving; mirrored ones point to the left."""
    mirrored = shape.endswith("-left")
    kind = shape.removesuffix("-left")

    def poly(points: Sequence[Point], colour: Colour) -> None:
        turned = [(1 - x, y) for x, y in points] if mirrored else points
        draw.polygon(_scaled(turned, box), fill=colour)

    if kind == "classic":
        poly([(0.42, 0.1), (0.42, 0.55), (0.9, 0.32)], cloth)
        poly([(0.38, 0.1), (0.46, 0.1), (0.46, 0.8), (0.38, 0.8)], pole)
        poly([(0.25, 0.75), (0.6, 0.75), (0.6, 0.83), (0.25, 0.83)], pole)
        poly([(0.12, 0.83), (0.75, 0.83), (0.75, 0.93), (0.12, 0.93)], pole)
    elif kind == "pennant":
        poly([(0.28, 0.06), (0.28, 0.56), (0.92, 0.3)], cloth)
        poly([(0.22, 0.04), (0.3, 0.04), (0.3, 0.96), (0.22, 0.96)], pole)
    elif kind == "banner":
        poly([(0.28, 0.1), (0.88, 0.1), (0.75, 0.32), (0.88, 0.54), (0.28, 0.54)], cloth)
        poly([(0.2, 0.05), (0.29, 0.05), (0.29, 0.95), (0.2, 0.95)], pole)
    else:  # waving
        poly([(0.3, 0.12), (0.5, 0.05), (0.7, 0.15), (0.9, 0.08), (0.9, 0.5), (0.7, 0.58),
              (0.5, 0.48), (0.3, 0.55)], cloth)  # fmt: skip
        poly([(0.24, 0.06), (0.31, 0.06), (0.31, 0.97), (0.24, 0.97)], pole)


def draw_mine(
    draw: ImageDraw.ImageDraw,
    box: tuple[float, float, float, float],
    shape: str,
    colour: Colour,
    shine: Colour | None,
) -> None:
    """A mine: spiked, a plain disc, a bomb with a fuse, or a star."""
    left, top, right, bottom = box
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    reach = min(right - left, bottom - top) / 2

    def disc(x: float, y: float, radius: float, fill: Colour) -> None:
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)

    if shape == "star":
        points = [
            (middle_x + (reach if step % 2 else reach * 0.4) * math.sin(math.pi * step / 5),
             middle_y + (reach if step % 2 else reach * 0.4) * math.cos(math.pi * step / 5))
            for step in range(10)
        ]  # fmt: skip
        draw.polygon(points, fill=colour)
        return
    body = {"spiked": 0.66, "disc": 0.6, "bomb": 0.72}[shape] * reach
    if shape == "spiked":
        for step in range(8):
            length = reach if step % 2 == 0 else reach * 0.85
            x, y = math.cos(math.pi * step / 4) * length, math.sin(math.pi * step / 4) * length
            thick = max(1, round(reach * 0.17))
            draw.line((middle_x, middle_y, middle_x + x, middle_y + y), fill=colour, width=thick)
    if shape == "bomb":
        middle_y += reach * 0.2
        fuse = (middle_x + body * 0.6, middle_y - body * 0.6, right, top)
        draw.line(fuse, fill=colour, width=max(1, round(reach * 0.2)))
    disc(middle_x, middle_y, body, colour)
    if shine is not None:
        disc(middle_x - body * 0.35, middle_y - body * 0.35, body * 0.24, shine)


def draw_cross(
    draw: ImageDraw.ImageDraw, box: tuple[float, float, float, float], colour: Colour, thick: int
) -> None:
    """A cross from corner to corner."""
    left, top, right, bottom = box
    draw.line((left, top, right, bottom), fill=colour, width=thick)
    draw.line((left, bottom, right, top), fill=colour, width=thick)


def draw_cursor(picture: Image.Image, random: Random, scale: float) -> None:
    """A mouse pointer somewhere on the picture: an arrow, white or black."""
    outline = [(0, 0), (0, 16), (4, 12.5), (6.5, 18.5), (9, 17.5), (6.5, 11.5), (11.5, 11.5)]
    x, y = random.uniform(0, picture.width), random.uniform(0, picture.height)
    points = [(x + a * scale, y + b * scale) for a, b in outline]
    fill, line = random.choice((((255, 255, 255), (0, 0, 0)), ((0, 0, 0), (255, 255, 255))))
    ImageDraw.Draw(picture).polygon(points, fill=fill, outline=line)
