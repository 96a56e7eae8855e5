"""Whatever is pressed in whatever order: the window goes on, and every picture can be drawn."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame
import pytest

from sapper.interface.window.entries import CustomSize
from sapper.interface.window.game import GameScreen
from sapper.level import Level

if TYPE_CHECKING:
    from window.conftest import Driver

PRESSES = 160
SIZES = [(640, 460), (1040, 720), (900, 1300)]
KEYS = [
    *("left", "right", "up", "down", "space", "enter", "escape", "tab", "shift+tab"),
    *("home", "end", "backspace", "delete", "pageup", "pagedown", "f1", "ctrl++", "ctrl+-"),
    *"abcdfghklmnoprstvwAPSZ0123456789?+-.,[]",
]


@pytest.mark.parametrize("seed", range(4))
def test_a_monkey_at_the_window(open_window: Callable[..., Driver], seed: int) -> None:
    lots = random.Random(seed)
    window = open_window(Level(6, 7, 6), seed=seed, size=SIZES[seed % len(SIZES)])
    for _ in range(PRESSES):
        what = lots.random()
        if what < 0.45:
            window.keys(lots.choice(KEYS))
        elif what < 0.7:
            widgets = window.app.top.widgets(window.app.area)
            if widgets:
                window.click_at(lots.choice(widgets).rect.center, lots.choice([1, 1, 3]))
        elif what < 0.95:
            point = lots.randrange(window.app.size[0]), lots.randrange(window.app.size[1])
            lots.choice([window.click_at, window.down, window.up])(point, lots.choice([1, 3]))
        else:
            window.event(pygame.MOUSEWHEEL, x=lots.choice([-1, 0, 1]), y=lots.choice([-2, 2]))
        if isinstance(window.app.top, CustomSize):  # a huge board is no crash, only slow
            window.app.top.typed = {"height": "5", "width": "9", "mines": str(lots.randrange(4))}
        window.pass_time(lots.choice([0.0, 0.05, 2.0]))
        if lots.random() < 0.2:
            window.picture()
        if lots.random() < 0.02:
            window.app.resize(lots.choice(SIZES))
    for layer in window.app.layers:
        if isinstance(layer, GameScreen):  # autoplay may take minutes on a large board
            layer.session.stop_the_agent()
    window.settle()
    window.picture()
    assert window.app.layers
