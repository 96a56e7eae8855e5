"""Ctrl + makes everything larger, as far as there is room: nothing is cut, covered or lost."""

from __future__ import annotations

import pygame
import pytest

from sapper.interface.window.listing import Listing, Row, Scroll
from sapper.interface.window.pen import Pen
from sapper.interface.window.theme import LIGHT
from sapper.interface.window.widgets import Look


@pytest.mark.parametrize("rows", [0, 3])
@pytest.mark.parametrize("height", [0, -20])
def test_a_list_without_height_draws_nothing(rows: int, height: int) -> None:
    surface = pygame.Surface((60, 60))
    before = pygame.image.tobytes(surface, "RGB")
    listing = Listing(
        name="list",
        rect=pygame.Rect(10, 30, 40, height),
        rows=[Row(20, lambda pen, rect, hovered: None)] * rows,
        scroll=Scroll(),
        empty="nothing",
    )
    listing.draw(Pen(surface, LIGHT, 1.0), Look(focused=True))
    assert pygame.image.tobytes(surface, "RGB") == before
