"""The numbers of a game as a list: what each is called, and at the right end what it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from sapper.interface.window.explanation import SCROLL_BAR
from sapper.interface.window.listing import Listing, Row, Scroll
from sapper.interface.window.pen import BODY, Pen
from sapper.play.numbers import GameNumber

HEIGHT = 21


def number_listing(
    numbers: Sequence[GameNumber], rect: pygame.Rect, scale: float, scroll: Scroll
) -> Listing:
    """One row for each number."""
    rows = [Row(round(HEIGHT * scale), partial(_draw, number)) for number in numbers]
    return Listing(name="numbers", rect=rect, rows=rows, scroll=scroll)


def _draw(number: GameNumber, pen: Pen, rect: pygame.Rect, hovered: bool) -> None:
    left, right = rect.left + pen.units(6), rect.right - pen.units(SCROLL_BAR + 4)
    pen.write(number.label, (left, rect.centery), BODY - 1, pen.theme.quiet)
    pen.write(number.value, (right, rect.centery), BODY - 1, bold=True, align="right")
