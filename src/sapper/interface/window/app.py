"""The window's state: a stack of screens, the pointer, the keyboard and the colours.

Events go in, a picture comes out; no real window is needed for either.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

import pygame

from sapper.interface.window.keys import key_of
from sapper.interface.window.listing import Listing
from sapper.interface.window.pen import Area, Pen
from sapper.interface.window.theme import LIGHT, Theme, theme_for
from sapper.interface.window.widgets import Field, Look, Widget, draw_tip
from sapper.play.commands import Command, Group, command_for, command_named

LEFT, RIGHT = 1, 3
NOWHERE = (-1, -1)
ZOOM_STEP = 1.1
SMALLEST_ZOOM = 0.6
TIP_DELAY = 0.5
"""Seconds the pointer rests on a widget before its tip is shown."""
VEIL = (8, 12, 16, 150)
"""What darkens the screen behind a dialog."""


WINDOW_COMMANDS = (
    command_named("theme"),
    Command("palette", ("P",), Group.PROGRAM),
    Command("larger_window", ("ctrl++",), Group.PROGRAM),
    Command("smaller_window", ("ctrl+-",), Group.PROGRAM),
    command_named("quit"),
    Command("quit_anywhere", ("ctrl+q",), Group.PROGRAM),
)
"""What keys do on every screen, where its own commands do not use them."""


class Screen:
    """One layer of the window. Subclasses say what is on it."""

    name = "screen"
    covers = True
    """Whether it fills the window; otherwise it lies over the one below."""
    darkens = False
    """Whether the one below is darkened."""
    least = (940, 560)
    """The units across and down that it needs, if it fills the window."""
    commands: Sequence[Command] = ()
    """What its keys do."""
    first_focus: str | None = None
    """The widget that has the focus when the screen is shown."""

    def __init__(self, app: App) -> None:
        self.app = app

    def widgets(self, area: Area) -> Sequence[Widget]:
        """What can be pressed, in Tab order."""
        return ()

    def draw(self, pen: Pen, area: Area) -> None:
        """Draw all but the widgets, which are drawn afterwards."""

    def handlers(self) -> Mapping[str, Callable[[], None]]:
        """What carries out the screen's own commands, by name."""
        return {}

    def do(self, command: Command) -> bool:
        """Carry out a command; tell whether anything could be done."""
        handler = {**self.app.handlers(), **self.handlers()}.get(command.name)
        if handler is not None:
            handler()
        return handler is not None

    def rect_of(self, name: str) -> pygame.Rect:
        """Where the widget of that name is."""
        return next(found.rect for found in self.widgets(self.app.area) if found.name == name)

    def keep_in_sight(self, name: str) -> None:
        """Scroll the list of that name to its current row."""
        for widget in self.widgets(self.app.area):
            if isinstance(widget, Listing) and widget.name == name:
                widget.keep_in_sight()

    def entered(self) -> None:
        """The screen has become the top layer."""

    def hidden(self) -> None:
        """Another screen fills the window now, in front of this one."""

    def escape(self) -> None:
        """Escape was pressed."""
        self.app.close(self)

    def pointer_moved(self, point: tuple[int, int]) -> None:
        """The pointer has moved; over a widget it counts as nowhere."""

    def pointer_down(self, point: tuple[int, int], button: int) -> None:
        """A button was pressed outside all widgets."""

    def pointer_up(self, point: tuple[int, int], button: int) -> None:
        """A button that was pressed outside all widgets was released."""

    def wheel(self, point: tuple[int, int], turned: tuple[float, float], control: bool) -> None:
        """The wheel was turned outside all widgets: how far right, and how far up."""

    def tick(self, now: float) -> bool:
        """Let time pass; tell whether the picture has changed."""
        return False

    @property
    def moving(self) -> bool:
        """Whether something moves, so that the screen is drawn often."""
        return False

    def state(self) -> dict[str, Any]:
        """What the trace records."""
        return {}


@dataclass
class App:
    """All screens, and what the pointer and the keyboard are at."""

    size: tuple[int, int] = (1040, 720)
    theme: Theme = LIGHT
    zoom: float = 1.0
    """How much larger everything is to be; it gets as large as there is room for."""
    clock: Callable[[], float] = time.monotonic
    layers: list[Screen] = field(default_factory=list)
    on_drop: Callable[[str], None] | None = None
    """What happens to a file that is dropped on the window; its path is told."""
    running: bool = True
    dirty: bool = True
    pointer: tuple[int, int] = NOWHERE
    focus: str | None = None
    pressed: str | None = None
    """The widget that a button is held down on."""
    tip_of: str | None = None
    """The widget that the pointer has rested on long enough for its tip to be shown."""
    _tip_due: float = inf
    _hovered: str | None = None
    _held: set[int] = field(default_factory=set)
    """The buttons that were pressed outside all widgets."""

    # Layers

    @property
    def top(self) -> Screen:
        """The layer that receives the events."""
        return self.layers[-1]

    def show(self, screen: Screen) -> None:
        """Put a screen on top."""
        if screen.covers:
            for layer in self.layers:
                layer.hidden()
        self.layers.append(screen)
        self._entered()

    def switch(self, screen: Screen) -> None:
        """Show a screen instead of all others."""
        self.layers = [screen]
        self._entered()

    def close(self, screen: Screen) -> None:
        """Remove a screen, unless it is the only one."""
        if screen in self.layers and len(self.layers) > 1:
            self.layers.remove(screen)
            self._entered()

    def _entered(self) -> None:
        # A button pressed on one screen does nothing when it is released on another.
        self.pressed = self._hovered = self.tip_of = None
        self._held.clear()
        self.focus = self.top.first_focus
        self.dirty = True
        self.top.entered()

    def quit(self) -> None:
        """Quit; the game has been saved already."""
        self.running = False

    # The colours and the size

    def toggle_dark(self) -> None:
        """Switch between light and dark."""
        self.theme = theme_for(not self.theme.dark, self.theme.colour_blind)
        self.dirty = True

    def toggle_palette(self) -> None:
        """Switch between the usual colours and those for colour-blind players."""
        self.theme = theme_for(self.theme.dark, not self.theme.colour_blind)
        self.dirty = True

    def enlarge(self) -> None:
        """Make everything larger, as far as there is room; to press on beyond that does nothing."""
        if self.zoom < self._largest_zoom:
            self.zoom *= ZOOM_STEP
            self.dirty = True

    def reduce(self) -> None:
        """Make everything smaller than it is, however much larger it was to be."""
        smaller, largest = self.zoom / ZOOM_STEP, self._largest_zoom
        self.zoom = max(smaller if smaller < largest else largest / ZOOM_STEP, SMALLEST_ZOOM)
        self.dirty = True

    @property
    def _largest_zoom(self) -> float:
        """The one that there is room for."""
        return self._area(inf).scale / Area.of(self.size).scale

    @property
    def area(self) -> Area:
        """The whole window, with as many units as what fills it needs."""
        return self._area(self.zoom)

    def _area(self, zoom: float) -> Area:
        return Area.of(self.size, zoom, self.layers[self._lowest].least)

    @property
    def _lowest(self) -> int:
        """The foremost layer that fills the window; those before it are covered."""
        return max(number for number, layer in enumerate(self.layers) if layer.covers)

    # Events

    def handle(self, event: pygame.event.Event) -> None:
        """Handle one event."""
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == pygame.KEYDOWN:
            self._take_key(key_of(event))
        elif event.type == pygame.MOUSEMOTION:
            self._move(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (LEFT, RIGHT):
            self._press(event.pos, event.button)
        elif event.type == pygame.MOUSEBUTTONUP and event.button in (LEFT, RIGHT):
            self._release(event.pos, event.button)
        elif event.type == pygame.MOUSEWHEEL:
            self._turn_wheel((event.x, event.y))
        elif event.type == pygame.WINDOWLEAVE:
            self._move(NOWHERE)
        elif event.type == pygame.DROPFILE and self.on_drop is not None:
            self.on_drop(event.file)

    def resize(self, size: tuple[int, int]) -> None:
        """The size of the window has changed."""
        if size != self.size:
            self.size, self.dirty = size, True

    def _widget_at(self, point: tuple[int, int]) -> Widget | None:
        found = [
            widget for widget in self.top.widgets(self.area) if widget.rect.collidepoint(point)
        ]
        return found[-1] if found else None

    def _move(self, point: tuple[int, int]) -> None:
        self.pointer = point
        widget = self._widget_at(point)
        # A list lights up row by row, every other widget as a whole.
        name = None if widget is None else widget.name
        if self._hovered != name:
            self._tip_due, self.tip_of = self.clock() + TIP_DELAY, None
        if isinstance(widget, Listing) or self._hovered != name:
            self.dirty = True
        self._hovered = name
        self.top.pointer_moved(point if widget is None else NOWHERE)

    def _press(self, point: tuple[int, int], button: int) -> None:
        self.pointer, self.dirty = point, True
        widget = self._widget_at(point)
        if widget is None:
            self.focus = self.top.first_focus
            self._held.add(button)
            self.top.pointer_down(point, button)
        elif button == LEFT and widget.enabled:
            self.pressed = widget.name
            typed = isinstance(widget, Field)
            self.focus = widget.name if typed else self.top.first_focus

    def _release(self, point: tuple[int, int], button: int) -> None:
        self.pointer, self.dirty = point, True
        if button in self._held:
            self._held.discard(button)
            self.top.pointer_up(point, button)
        elif button == LEFT and self.pressed is not None:
            pressed, widget = self.pressed, self._widget_at(point)
            self.pressed = None
            if widget is not None and widget.name == pressed and widget.enabled:
                widget.click(point)

    def _turn_wheel(self, turned: tuple[float, float]) -> None:
        self.dirty = True
        widget = self._widget_at(self.pointer)
        if widget is None or not widget.wheel(turned[1]):
            mods = pygame.key.get_mods()
            if mods & pygame.KMOD_SHIFT:
                turned = (-turned[1], turned[0])
            self.top.wheel(self.pointer, turned, bool(mods & pygame.KMOD_CTRL))

    def _take_key(self, key: str) -> None:
        self.dirty = True
        focused = self._focused()
        if key in ("tab", "shift+tab"):
            self._move_focus(-1 if key.startswith("shift") else 1)
        elif focused is not None and self._key_for(focused, key):
            return
        elif key == "escape" and self.top.covers and self.focus != self.top.first_focus:
            self.focus = self.top.first_focus
        elif command := command_for(key, (*self.top.commands, *WINDOW_COMMANDS)):
            self.top.do(command)
        elif key == "escape":
            self.top.escape()

    def _key_for(self, widget: Widget, key: str) -> bool:
        if widget.key(key):
            return True
        if key not in ("enter", "space") or isinstance(widget, Field):
            return False  # Enter in a field belongs to its dialog
        if widget.enabled:
            widget.enter()
        return True

    def handlers(self) -> Mapping[str, Callable[[], None]]:
        """What carries out the commands of every screen, by name."""
        return {
            "theme": self.toggle_dark,
            "palette": self.toggle_palette,
            "larger_window": self.enlarge,
            "smaller_window": self.reduce,
            "quit": self.quit,
            "quit_anywhere": self.quit,
        }

    def _focused(self) -> Widget | None:
        if self.focus is None:
            return None
        widgets = self.top.widgets(self.area)
        return next((widget for widget in widgets if widget.name == self.focus), None)

    def _move_focus(self, step: int) -> None:
        names = [widget.name for widget in self.top.widgets(self.area) if widget.enabled]
        if not names:
            return
        if self.focus in names:
            point = (names.index(self.focus) + step) % len(names)
        else:
            point = 0 if step > 0 else len(names) - 1
        self.focus = names[point]

    # Time and pictures

    def tick(self) -> None:
        """Let time pass."""
        now = self.clock()
        for layer in list(self.layers):
            self.dirty |= layer.tick(now)
        if self._hovered != self.tip_of and now >= self._tip_due:
            self.tip_of, self.dirty = self._hovered, True

    @property
    def moving(self) -> bool:
        """Whether anything moves, so that the window is drawn often."""
        return any(layer.moving for layer in self.layers)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the window as it is now."""
        self.resize(surface.get_size())
        pen = Pen(surface, self.theme, self.area.scale, self.clock())
        surface.fill(self.theme.ground)
        for layer in self.layers[self._lowest :]:
            if layer.darkens:
                veil = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
                veil.fill(VEIL)
                surface.blit(veil, (0, 0))
            layer.draw(pen, self.area)
            self._draw_widgets(layer, pen)
        self.dirty = False

    def _draw_widgets(self, layer: Screen, pen: Pen) -> None:
        on_top = layer is self.top
        pointed = self._widget_at(self.pointer) if on_top else None
        told: Widget | None = None
        for widget in layer.widgets(self.area):
            hovered = pointed is not None and widget.name == pointed.name
            widget.draw(
                pen,
                Look(
                    hovered=hovered and self.pressed in (None, widget.name),
                    pressed=hovered and self.pressed == widget.name,
                    focused=on_top and self.focus == widget.name,
                    pointer=self.pointer,
                ),
            )
            if widget.tip and on_top and widget.name in (self.tip_of, self.focus):
                told = widget
        if told is not None:
            draw_tip(pen, told)
