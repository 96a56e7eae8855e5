"""The mouse of a replay: an arrow where it is, and a line where it was."""

from __future__ import annotations

from itertools import pairwise

import pygame

from sapper.interface.window.layout import BoardLayout
from sapper.interface.window.pen import Pen
from sapper.picture.heat import blend
from sapper.play.replay import Replay

ARROW = ((0, 0), (0, 17), (4, 13.2), (6.8, 19.4), (9.4, 18.2), (6.7, 12.3), (12.2, 12.3))
"""The corners of the pointer, in units, from its tip."""
LINE = 2.4


def draw_pointer(pen: Pen, layout: BoardLayout, replay: Replay) -> None:
    """Draw the mouse over the board, as far as it is in sight."""
    if replay.pointer is None:
        return
    clip = pen.surface.get_clip()
    pen.surface.set_clip(layout.sight.inflate(2 * layout.side, 2 * layout.side).clip(clip))
    _draw_trail(pen, [_on_screen(layout, place) for place in replay.trail])
    left, top = _on_screen(layout, replay.pointer)
    corners = [(left + pen.units(x), top + pen.units(y)) for x, y in ARROW]
    pygame.draw.polygon(pen.surface, pen.theme.card, corners)
    pygame.draw.aalines(pen.surface, pen.theme.ink, True, corners)
    pygame.draw.lines(pen.surface, pen.theme.ink, True, corners, max(1, pen.units(1.2)))
    pen.surface.set_clip(clip)


def _draw_trail(pen: Pen, places: list[tuple[int, int]]) -> None:
    """A line that fades towards where the mouse came from."""
    theme, width = pen.theme, max(1, pen.units(LINE))
    for number, (start, end) in enumerate(pairwise(places), start=1):
        ink = blend(theme.hidden, theme.accent, number / len(places))
        pygame.draw.line(pen.surface, ink, start, end, width)


def _on_screen(layout: BoardLayout, place: tuple[float, float]) -> tuple[int, int]:
    x, y = place
    left, top = layout.corner
    return round(left + x * layout.side), round(top + y * layout.side)
