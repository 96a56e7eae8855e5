"""The real window: it hands events to the app and shows what the app draws."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pygame

from sapper.errors import NoDisplay
from sapper.history import History
from sapper.interface.window.app import SMALLEST_ZOOM, App
from sapper.interface.window.flow import Flow
from sapper.interface.window.preferences import Preferences
from sapper.interface.window.shapes import icon
from sapper.interface.window.theme import THEMES, Theme
from sapper.play.record import Setup
from sapper.replays import Played

SMALLEST = (640, 460)
SHARE_OF_SCREEN = 0.72
USUAL_SHAPE = 1.45
"""The aspect ratio of a new window: width over height."""
OFTEN, SELDOM = 15, 120
"""Milliseconds to wait for an event while something moves, and while nothing does."""


DISPLAYS = {"x11": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}
"""The variable that names the display for each SDL driver, on systems that may have none."""


def open_window(
    setup: Setup,
    theme: Theme | None,
    history: History,
    trace: Path | None = None,
    played: Played | None = None,
    daily: bool = False,
) -> None:
    """Show the window until it is closed. Every turn is saved, so nothing is lost.

    Without a theme, it looks as it did the last time. The level that is played last is remembered.
    It begins with a replay, if there is one, or with the puzzle of the day.
    """
    # On Windows, draw in real pixels; elsewhere this variable is ignored.
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    window = _new_window()
    try:
        liked = Preferences.load(history.folder)
        app = App(
            size=window.get_surface().get_size(),
            theme=theme or THEMES[liked.theme],
            zoom=max(liked.zoom, SMALLEST_ZOOM),
        )
        flow = Flow(app, history, setup)
        flow.session.fast = liked.fast
        if played is not None:
            flow.replay(played.record, played)
        elif daily:
            flow.play_daily(setup)
        try:
            _run(app, window, _Trace(trace))
        finally:
            flow.leave()
            level = flow.last_level or liked.level
            Preferences(app.theme.name, app.zoom, level, flow.session.fast).save(history.folder)
    finally:
        window.destroy()
        pygame.display.quit()


def _new_window() -> pygame.Window:
    try:
        _choose_driver()
        pygame.display.init()
        pygame.font.init()
        screen = pygame.display.get_desktop_sizes()[0]
        height = min(screen[1] * SHARE_OF_SCREEN, screen[0] * SHARE_OF_SCREEN / USUAL_SHAPE)
        size = (max(round(height * USUAL_SHAPE), SMALLEST[0]), max(round(height), SMALLEST[1]))
        window = pygame.Window("Sapper", size, resizable=True, allow_high_dpi=True)
        window.minimum_size = SMALLEST
        window.set_icon(icon("mine", 64, (40, 90, 130)))
        window.get_surface()
    except (pygame.error, IndexError) as error:
        told = str(error) or "no screen"
        raise NoDisplay(f"cannot open a window here: {told}") from None
    return window


def _choose_driver() -> None:
    """Have SDL use a display that exists: otherwise it may open a window that nobody sees."""
    if sys.platform in ("win32", "darwin") or os.environ.get("SDL_VIDEODRIVER"):
        return
    drivers = [driver for driver, name in DISPLAYS.items() if os.environ.get(name)]
    if not drivers:
        raise NoDisplay("cannot open a window here: there is no display")
    os.environ["SDL_VIDEODRIVER"] = ",".join(drivers)


def _run(app: App, window: pygame.Window, trace: _Trace) -> None:
    while app.running:
        wait = OFTEN if app.moving or app.dirty else SELDOM
        events = [pygame.event.wait(wait), *pygame.event.get()]
        for event in events:
            if event.type == pygame.WINDOWCLOSE:
                app.quit()
            elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED):
                app.dirty = True
            elif event.type != pygame.NOEVENT:
                app.handle(_in_pixels(event, window))
        surface = window.get_surface()
        app.resize(surface.get_size())
        app.tick()
        if app.dirty:
            app.draw(surface)
            window.flip()
            trace.write(app, window)


def _in_pixels(event: pygame.event.Event, window: pygame.Window) -> pygame.event.Event:
    """On a high-density screen the pointer is given in points: convert them to pixels."""
    point = getattr(event, "pos", None)
    pixels, points = window.get_surface().get_width(), window.size[0]
    if point is None or pixels == points:
        return event
    ratio = pixels / points
    moved = {**event.dict, "pos": (round(point[0] * ratio), round(point[1] * ratio))}
    return pygame.event.Event(event.type, moved)


class _Trace:
    """For tests: what is on the screen, as a line of JSON after every picture."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def write(self, app: App, window: pygame.Window) -> None:
        if self._path is None:
            return
        content: dict[str, Any] = {
            "screen": app.top.name,
            "size": list(app.size),
            "position": list(window.position),
            "theme": app.theme.name,
            "focus": app.focus,
            "pressed": app.pressed,
            "widgets": {
                widget.name: list(widget.rect.center) for widget in app.top.widgets(app.area)
            },
            **app.top.state(),
        }
        with self._path.open("a", encoding="utf-8") as file:
            print(json.dumps(content), file=file)
