"""The window's state: screens on top of each other, the pointer, the keyboard and the colours.

Events go in, a picture comes out; no real window is needed for either.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pygame

from sapper.interface.window.pen import Pen, Area
from sapper.interface.window.theme import LIGHT, Theme, theme_for
from sapper.interface.window.widgets import Field, Listing, Look, Widget, draw_tip

LEFT, RIGHT = 1, 3
NOWHERE = (-1, -1)
ZOOM_STEP = 1.1
SMALLEST_ZOOM, LARGEST_ZOOM = 0.6, 2.5
VEIL = (8, 12, 16, 150)
"""What lies over a screen under a dialog."""


@dataclass(frozen=True, slots=True)
class Command:
    """What a key does on a screen; the help lists these."""

    keys: tuple[str, ...]
    words: str
    act: Callable[[], None]
    group: str = "Window"


class Screen:
    """One layer of the window. Subclasses say what is on it."""

    name = "screen"
    covers = True
    """Whether it fills the window; if not, it lies over the one below."""
    darkens = False
    """Whether the one below is darkened."""
    first_focus: str | None = None
    """The widget that the keyboard is at when the screen is shown."""

    def __init__(self, app: App) -> None:
        self.app = app

    def widgets(self, area: Area) -> Sequence[Widget]:
        """What can be pressed, in the order in which Tab goes through."""
        return ()

    def draw(self, pen: Pen, area: Area) -> None:
        """Show all but the widgets, which are drawn afterwards."""

    def commands(self) -> Sequence[Command]:
        """What keys do here."""
        return ()

    def entered(self) -> None:
        """It has become the top layer."""

    def escape(self) -> None:
        """Escape was pressed."""
        self.app.close(self)

    def key(self, key: str) -> bool:
        """A key that no command names; tells whether it was used."""
        return False

    def pointer_moved(self, point: tuple[int, int]) -> None:
        """The pointer is there; over a widget it is nowhere."""

    def pointer_down(self, point: tuple[int, int], button: int) -> None:
        """A button went down over no widget."""

    def pointer_up(self, point: tuple[int, int], button: int) -> None:
        """A button came up that had gone down over no widget."""

    def wheel(self, point: tuple[int, int], turned: tuple[float, float], control: bool) -> None:
        """The wheel was turned over no widget: so far to the right, and so far up."""

    def tick(self, now: float) -> bool:
        """Time goes on; tells whether the picture has changed."""
        return False

    @property
    def moving(self) -> bool:
        """Whether something on it moves, so that pictures are wanted often."""
        return False

    def state(self) -> dict[str, Any]:
        """What a test wants to know."""
        return {}


@dataclass
class App:
    """All screens, and who is pointing at what."""

    size: tuple[int, int] = (1040, 720)
    theme: Theme = LIGHT
    zoom: float = 1.0
    clock: Callable[[], float] = time.monotonic
    layers: list[Screen] = field(default_factory=list)
    running: bool = True
    dirty: bool = True
    pointer: tuple[int, int] = NOWHERE
    focus: str | None = None
    pressed: str | None = None
    """The widget that a button is held down on."""
    _hovered: str | None = None
    _held: set[int] = field(default_factory=set)
    """The buttons that went down over no widget."""

    # Layers

    @property
    def top(self) -> Screen:
        """The layer that gets the events."""
        return self.layers[-1]

    def show(self, screen: Screen) -> None:
        """Put a screen on top."""
        self.layers.append(screen)
        self._entered()

    def switch(self, screen: Screen) -> None:
        """Show a screen instead of all others."""
        self.layers = [screen]
        self._entered()

    def close(self, screen: Screen) -> None:
        """Take a screen off, if it is not the only one."""
        if screen in self.layers and len(self.layers) > 1:
            self.layers.remove(screen)
            self._entered()

    def _entered(self) -> None:
        # What went down on one screen does nothing when it comes up on another.
        self.pressed = self._hovered = None
        self._held.clear()
        self.focus = self.top.first_focus
        self.dirty = True
        self.top.entered()

    def quit(self) -> None:
        """End; whatever was played is kept already."""
        self.running = False

    # The colours and the size

    def toggle_dark(self) -> None:
        """Light or dark."""
        self.theme = theme_for(not self.theme.dark, self.theme.colour_blind)
        self.dirty = True

    def toggle_palette(self) -> None:
        """The usual colours, or those for colour-blind eyes."""
        self.theme = theme_for(self.theme.dark, not self.theme.colour_blind)
        self.dirty = True

    def enlarge(self, times: float) -> None:
        """Make everything larger or smaller."""
        self.zoom = min(max(self.zoom * times, SMALLEST_ZOOM), LARGEST_ZOOM)
        self.dirty = True

    @property
    def area(self) -> Area:
        """All of the window, to lay out in."""
        return Area.of(self.size, self.zoom)

    # Events

    def handle(self, event: pygame.event.Event) -> None:
        """Take in one event."""
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

    def resize(self, size: tuple[int, int]) -> None:
        """The window has another size."""
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
        # A list lights up row by row; whatever else lights up does so as a whole.
        name = None if widget is None else widget.name
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
        elif key == "escape":
            if self.top.covers and self.focus != self.top.first_focus:
                self.focus = self.top.first_focus
            else:
                self.top.escape()
        elif (command := self._command(key)) is not None:
            command.act()
        else:
            self.top.key(key)

    def _key_for(self, widget: Widget, key: str) -> bool:
        if widget.key(key):
            return True
        if key not in ("return", "space") or isinstance(widget, Field):
            return False  # Enter in a field is for the dialog it is in
        if widget.enabled:
            widget.enter()
        return True

    def _command(self, key: str) -> Command | None:
        commands = [*self.top.commands(), *self.commands()]
        return next((command for command in commands if key in command.keys), None)

    def commands(self) -> list[Command]:
        """What keys do everywhere."""
        return [
            Command(("t",), "light or dark", self.toggle_dark),
            Command(("p",), "colours for colour-blind eyes", self.toggle_palette),
            Command(("ctrl++",), "everything larger", lambda: self.enlarge(ZOOM_STEP)),
            Command(("ctrl+-",), "everything smaller", lambda: self.enlarge(1 / ZOOM_STEP)),
            Command(("q", "ctrl+q"), "quit; the game is kept", self.quit),
        ]

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
        """Let time go on."""
        now = self.clock()
        for layer in list(self.layers):
            self.dirty |= layer.tick(now)

    @property
    def moving(self) -> bool:
        """Whether pictures are wanted often."""
        return any(layer.moving for layer in self.layers)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the window as it is now."""
        self.resize(surface.get_size())
        pen = Pen(surface, self.theme, self.area.scale, self.clock())
        surface.fill(self.theme.ground)
        lowest = max(number for number, layer in enumerate(self.layers) if layer.covers)
        for layer in self.layers[lowest:]:
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
            if widget.tip and on_top and (hovered or self.focus == widget.name):
                told = widget
        if told is not None:
            draw_tip(pen, told)


def key_of(event: pygame.event.Event) -> str:
    """A key by name: the letter that was typed, or `left`, `return`, `ctrl+q`, `shift+tab`.

    >>> key_of(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SLASH, mod=0, unicode="?"))
    '?'
    >>> key_of(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LEFT, mod=0, unicode=""))
    'left'
    """
    if event.key in _NAMES:
        name = _NAMES[event.key]
        return f"shift+{name}" if event.mod & pygame.KMOD_SHIFT and name == "tab" else name
    typed = event.unicode
    if not (typed and typed.isprintable()):  # with Ctrl, what is typed is no letter
        typed = pygame.key.name(event.key)
    # The key of + is the key of = on many keyboards; nobody should have to find Shift.
    typed = "+" if typed == "=" else typed
    control = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
    return f"ctrl+{typed.lower()}" if control else typed


_NAMES = {
    pygame.K_SPACE: "space",
    pygame.K_RETURN: "return",
    pygame.K_KP_ENTER: "return",
    pygame.K_ESCAPE: "escape",
    pygame.K_TAB: "tab",
    pygame.K_BACKSPACE: "backspace",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_HOME: "home",
    pygame.K_END: "end",
    pygame.K_PAGEUP: "page up",
    pygame.K_PAGEDOWN: "page down",
    pygame.K_DELETE: "delete",
    pygame.K_F1: "f1",
    pygame.K_F11: "f11",
}
