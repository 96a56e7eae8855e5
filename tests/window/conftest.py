"""A window without a screen: events go in, and the picture and the state can be looked at."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from waiting import BETWEEN_LOOKS, until

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame

from sapper.grid import Cell
from sapper.history import History
from sapper.interface.window.app import App
from sapper.interface.window.flow import Flow
from sapper.interface.window.game import GameScreen
from sapper.interface.window.replay import ReplayScreen
from sapper.interface.window.theme import THEMES
from sapper.interface.window.widgets import Widget
from sapper.level import LEVELS, Level
from sapper.play.record import Setup

LEFT, RIGHT = 1, 3


class Driver:
    """Somebody at the window: clicks, types, waits, looks."""

    def __init__(self, history: History, setup: Setup, size: tuple[int, int], theme: str) -> None:
        self.now = 100.0
        self.app = App(size=size, theme=THEMES[theme], clock=lambda: self.now)
        self.flow = Flow(self.app, history, setup)

    # Looking

    @property
    def game(self) -> GameScreen:
        assert isinstance(self.app.top, GameScreen)
        return self.app.top

    @property
    def game_below(self) -> GameScreen:
        """The game behind whatever is in front of it."""
        return next(layer for layer in self.app.layers if isinstance(layer, GameScreen))

    @property
    def replay(self) -> ReplayScreen:
        assert isinstance(self.app.top, ReplayScreen)
        return self.app.top

    @property
    def screen(self) -> str:
        return self.app.top.name

    def widget(self, name: str) -> Widget:
        widgets = {widget.name: widget for widget in self.app.top.widgets(self.app.area)}
        assert name in widgets, f"{name} is not among {sorted(widgets)}"
        return widgets[name]

    def picture(self) -> pygame.Surface:
        surface = pygame.Surface(self.app.size)
        self.app.draw(surface)
        return surface

    # Doing

    def event(self, kind: int, **details: object) -> None:
        self.app.handle(pygame.event.Event(kind, details))

    def down(self, point: tuple[int, int], button: int = LEFT) -> None:
        self.event(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 0))
        self.event(pygame.MOUSEBUTTONDOWN, pos=point, button=button)

    def up(self, point: tuple[int, int], button: int = LEFT) -> None:
        self.event(pygame.MOUSEBUTTONUP, pos=point, button=button)

    def click_at(self, point: tuple[int, int], button: int = LEFT) -> None:
        self.down(point, button)
        self.up(point, button)

    def click(self, name: str) -> None:
        self.click_at(self.widget(name).rect.center)

    def point_of(self, cell: Cell) -> tuple[int, int]:
        x, y = self.game.layout().rect_of(cell).center
        return x, y

    def cell(self, cell: Cell, button: int = LEFT) -> None:
        self.click_at(self.point_of(cell), button)

    def point_at(self, cell: Cell) -> None:
        point = self.point_of(cell)
        self.event(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 0))

    def keys(self, *keys: str) -> None:
        """Press keys by the names that the window uses."""
        for key in keys:
            self.press_key(key)

    def press_key(self, key: str) -> None:
        mod = 0
        if key.startswith("ctrl+"):
            key, mod = key.removeprefix("ctrl+"), pygame.KMOD_CTRL
        if key == "shift+tab":
            key, mod = "tab", pygame.KMOD_SHIFT
        typed = key if len(key) == 1 else " " if key == "space" else ""
        code = pygame.key.key_code(key.lower()) if key not in SIGNS else ord(key)
        self.event(pygame.KEYDOWN, key=code, mod=mod, unicode=typed)
        self.event(pygame.KEYUP, key=code, mod=mod)

    def pass_time(self, seconds: float) -> None:
        self.now += seconds
        self.app.tick()

    def settle(self) -> None:
        """Wait until nobody thinks any more."""
        self.wait_for(lambda: not self.app.moving)

    def wait_for(self, wish: Callable[[], object]) -> None:
        self.app.tick()

        def is_so() -> bool:
            if wish():
                return True
            self.now += BETWEEN_LOOKS
            self.app.tick()
            return False

        until(is_so)


SIGNS = frozenset("?+-.,[]")


Open = Callable[..., Driver]


@pytest.fixture(autouse=True)
def _without_a_screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    yield
    pygame.display.quit()


@pytest.fixture
def history() -> Iterator[History]:
    with History.in_memory() as history:
        yield history


@pytest.fixture
def open_window(history: History) -> Callable[..., Driver]:
    """Open a window: on which level, from which seed, how large, in which colours."""

    def open_one(
        level: Level | str = "beginner",
        *,
        seed: int | None = 3,
        size: tuple[int, int] = (1040, 720),
        theme: str = "light",
        **setup: object,
    ) -> Driver:
        level = LEVELS[level] if isinstance(level, str) else level
        return Driver(history, Setup(level, seed=seed, **setup), size, theme)  # type: ignore[arg-type]

    return open_one


@pytest.fixture
def playing(open_window: Callable[..., Driver]) -> Callable[..., Driver]:
    """The same, with the game begun."""

    def begin(*arguments: object, **options: object) -> Driver:
        driver = open_window(*arguments, **options)
        driver.click("play")
        return driver

    return begin


@pytest.fixture
def root() -> Path:
    return Path(__file__).parents[2]
