"""Widgets: buttons, dropdowns and fields.

Widgets are built from the state for every picture. What lasts longer (which one has the focus, how
far a list is scrolled) belongs to the screen that builds them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum

import pygame

from sapper.catalogue import spoken
from sapper.interface.window.keys import key_words
from sapper.interface.window.pen import BODY, SMALL, Area, Pen
from sapper.interface.window.text import width_of
from sapper.interface.window.words import Window
from sapper.picture.heat import Colour, blend
from sapper.play.commands import Command
from sapper.play.saying import capital

FOCUS_GAP = 3
FOCUS_WIDTH = 2
BUTTON_PADDING = 9
ICON = 16
KEYCAP = 18
KEYCAP_GAP = 3
ICON_GAP = 6
FADED = 0.55
TITLE, TITLE_GAP = 20, 8
TYPED = 17
"""The size of what is typed into a field."""


class Style(Enum):
    """How prominent a button is."""

    PRIMARY = "primary"
    PLAIN = "plain"
    BARE = "bare"
    """Only an icon or words, until the pointer is over it."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the pointer and the keyboard are doing to a widget."""

    hovered: bool = False
    pressed: bool = False
    focused: bool = False
    pointer: tuple[int, int] = (0, 0)


@dataclass(kw_only=True)
class Widget:
    """Something with a name and a rectangle."""

    name: str
    rect: pygame.Rect
    enabled: bool = True
    tip: str = ""
    """What it does, shown after the pointer has rested on it."""

    def draw(self, pen: Pen, look: Look) -> None:
        """Draw it."""
        raise NotImplementedError

    def click(self, point: tuple[int, int]) -> None:
        """It was clicked at a point."""

    def enter(self) -> None:
        """It was chosen by keyboard."""
        self.click(self.rect.center)

    def key(self, key: str) -> bool:
        """A key was pressed while it has the focus; tell whether it was used."""
        return False

    def wheel(self, notches: float) -> bool:
        """The wheel was turned over it; tell whether that was used."""
        return False


def draw_tip(pen: Pen, widget: Widget) -> None:
    """Say what a widget does, beside it."""
    words = widget.tip
    if isinstance(widget, Button) and widget.keycap and not widget.shows_key(pen.scale):
        words = f"{words} ({widget.keycap})"
    width = width_of(words, SMALL * pen.scale) + pen.units(20)
    rect = pygame.Rect(0, 0, width, pen.units(26))
    rect.midtop = (widget.rect.centerx, widget.rect.bottom + pen.units(6))
    whole = pen.surface.get_rect()
    if rect.bottom > whole.bottom:
        rect.bottom = widget.rect.top - pen.units(6)
    rect.clamp_ip(whole.inflate(-pen.units(8), 0))
    pen.card(rect, pen.theme.ink, pen.theme.ink, 6)
    pen.write(words, rect.center, SMALL, pen.theme.card, align="center")


def draw_focus(pen: Pen, rect: pygame.Rect, radius: float) -> None:
    """The ring around the widget that has the focus."""
    gap = pen.units(FOCUS_GAP)
    pygame.draw.rect(
        pen.surface,
        pen.theme.accent,
        rect.inflate(2 * gap, 2 * gap),
        pen.units(FOCUS_WIDTH),
        border_radius=pen.units(radius + FOCUS_GAP),
    )


@dataclass(kw_only=True)
class Button(Widget):
    """Does one thing when it is clicked."""

    label: str = ""
    act: Callable[[], object]
    icon: str = ""
    keycap: str = ""
    """Its key, shown on the button."""
    style: Style = Style.PLAIN
    on: bool | None = None
    """For a switch: whether it is on."""
    align: str = "center"
    size: float = BODY
    radius: float = 9

    def click(self, point: tuple[int, int]) -> None:
        """Do it."""
        self.act()

    def draw(self, pen: Pen, look: Look) -> None:
        """Draw it."""
        fill, edge, ink = self._colours(pen, look)
        if fill is not None:
            pen.card(self.rect, fill, edge or fill, self.radius)
        if look.focused:
            draw_focus(pen, self.rect, self.radius)
        self._draw_content(pen, ink)

    def _colours(self, pen: Pen, look: Look) -> tuple[Colour | None, Colour | None, Colour]:
        theme = pen.theme
        if not self.enabled:
            ink = blend(theme.card, theme.quiet, FADED)
            return (None if self.style is Style.BARE else theme.card), theme.edge, ink
        active = look.hovered or look.pressed
        if self.style is Style.PRIMARY or self.on:
            fill = blend(theme.accent, theme.ink, 0.22 if look.pressed else 0.12 if active else 0)
            return fill, fill, theme.on_accent
        if self.style is Style.BARE and not active:
            return None, None, theme.ink
        fill = theme.hover if active else theme.card
        if look.pressed:
            fill = blend(theme.hover, theme.ink, 0.1)
        return fill, (fill if self.style is Style.BARE else theme.edge), theme.ink

    def shows_key(self, scale: float) -> bool:
        """Whether there is room for the key beside the label; otherwise the tip names it."""
        if not self.keycap:
            return False
        taken = 2 * BUTTON_PADDING + (ICON + ICON_GAP if self.icon else 0) + KEYCAP_GAP
        room = self.rect.width - round(taken * scale) - keycap_width(self.keycap, scale)
        return width_of(self.label, self.size * scale, bold=True) <= room

    def _draw_content(self, pen: Pen, ink: Colour) -> None:
        rect, padding = self.rect, pen.units(BUTTON_PADDING)
        if self.icon and not self.label:
            pen.icon(self.icon, rect.center, ICON, ink)
            return
        right = rect.right - padding
        if self.shows_key(pen.scale):
            right -= draw_keycap(pen, self.keycap, (right, rect.centery), ink) + pen.units(
                KEYCAP_GAP
            )
        left = rect.left + padding
        if self.icon:
            pen.icon(self.icon, (left + pen.units(ICON) / 2, rect.centery), ICON, ink)
            left += pen.units(ICON + ICON_GAP)
        if self.align == "center" and not self.icon and not self.keycap:
            pen.write(self.label, rect.center, self.size, ink, bold=True, align="center")
        else:
            pen.write(
                self.label, (left, rect.centery), self.size, ink, bold=True, width=right - left
            )


def command_button(
    command: Command,
    rect: pygame.Rect,
    do: Callable[[Command], object],
    icon: str = "",
    *,
    style: Style = Style.PLAIN,
    on: bool | None = None,
    enabled: bool = True,
    size: float = BODY,
    keycap: bool = True,
) -> Button:
    """A button for a command, with its label, its key, and what it does as a tip.

    Where there is no room for the key on the button, the tip names it.
    """
    return Button(
        name=command.name,
        rect=rect,
        label=command.label,
        act=lambda: do(command),
        icon=icon,
        keycap=key_words(command.keys[0]) if keycap else "",
        tip=capital(command.words) if keycap else command_tip(command),
        style=style,
        on=on,
        enabled=enabled,
        size=size,
    )


def icon_button(
    command: Command,
    rect: pygame.Rect,
    do: Callable[[Command], object],
    icon: str,
    *,
    style: Style = Style.PLAIN,
    on: bool | None = None,
) -> Button:
    """A button that is only an icon; the tip names the command and its key."""
    button = command_button(command, rect, do, icon, style=style, on=on, keycap=False)
    return replace(button, label="")


def command_tip(command: Command) -> str:
    """What a command does, and its key."""
    return f"{capital(command.words)} ({key_words(command.keys[0])})"


def back_button(area: Area, left: int, header: int, act: Callable[[], None]) -> Button:
    """The way back, at the left end of a header."""
    rect = pygame.Rect(left, 0, area.units(96), area.units(40))
    rect.centery = area.rect.top + area.units(header) // 2
    return Button(
        name="back", rect=rect, label=spoken(Window).back, icon="home", act=act, style=Style.BARE
    )


def draw_title(pen: Pen, words: str, over: pygame.Rect, back: pygame.Rect) -> None:
    """A title in the middle over a board, but however long it is, beside the way back."""
    left = back.right + pen.units(TITLE_GAP)
    room = over.right - left
    width = min(width_of(words, TITLE * pen.scale, bold=True), room)
    middle = max(over.centerx, left + width // 2)
    pen.write(words, (middle, back.centery), TITLE, bold=True, align="center", width=room)


def keycap_width(key: str, scale: float) -> int:
    """How wide the frame around a key's name is."""
    return max(round(KEYCAP * scale), width_of(key, SMALL * scale) + round(9 * scale))


def draw_keycap(pen: Pen, key: str, right_middle: tuple[int, int], ink: Colour) -> int:
    """A key's name in a small frame that ends at a point; return its width."""
    width = keycap_width(key, pen.scale)
    rect = pygame.Rect(0, 0, width, pen.units(KEYCAP))
    rect.midright = right_middle
    frame = pygame.Surface(rect.size, pygame.SRCALPHA)
    pygame.draw.rect(
        frame, (*ink, 90), frame.get_rect(), max(1, pen.units(1)), border_radius=pen.units(4)
    )
    pen.surface.blit(frame, rect)
    pen.write(key, rect.center, SMALL - 1, ink, align="center")
    return width


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a menu."""

    value: str
    label: str
    detail: str = ""


@dataclass(kw_only=True)
class Dropdown(Widget):
    """Shows what is chosen, and opens the menu to choose something else."""

    caption: str
    chosen: str
    open: Callable[[], object]

    @classmethod
    def of(
        cls,
        command: Command,
        rect: pygame.Rect,
        chosen: str,
        do: Callable[[Command], object],
        about: str = "",
    ) -> Dropdown:
        """The dropdown that a command opens; its caption may say more about what is chosen."""
        return cls(
            name=command.name,
            rect=rect,
            caption=spoken(Window).about.format(label=command.label, about=about)
            if about
            else command.label,
            chosen=chosen,
            open=lambda: do(command),
            tip=command_tip(command),
        )

    def click(self, point: tuple[int, int]) -> None:
        """Open the menu."""
        self.open()

    def draw(self, pen: Pen, look: Look) -> None:
        """The caption, and below it what is chosen."""
        theme, rect = pen.theme, self.rect
        pen.card(rect, theme.hover if look.hovered else theme.card, radius=9)
        if look.focused:
            draw_focus(pen, rect, 9)
        left = rect.left + pen.units(11)
        chevron = pen.units(22)
        space = rect.width - pen.units(20) - chevron
        above, below = rect.top + rect.height * 0.29, rect.top + rect.height * 0.67
        pen.write(self.caption, (left, above), SMALL - 1, theme.quiet, width=space)
        pen.write(self.chosen, (left, below), BODY, theme.ink, bold=True, width=space)
        right = rect.right - pen.units(8)
        pen.icon("down", (right - pen.units(7), rect.centery), 14, theme.quiet)


def copy(words: str) -> None:
    """Put words on the clipboard, where there is one."""
    with suppress(pygame.error):
        pygame.scrap.put_text(words)


def pasted() -> str:
    """The words on the clipboard, in one line; none where there is no clipboard."""
    with suppress(pygame.error):
        return " ".join(pygame.scrap.get_text().split())
    return ""


@dataclass(kw_only=True)
class Field(Widget):
    """A line of text to edit."""

    label: str
    content: str
    change: Callable[[str], None]
    wrong: bool = False
    most: int = 9
    placeholder: str = ""
    """What an empty field stands for."""

    def key(self, key: str) -> bool:
        """Type, copy or paste."""
        if key == "backspace":
            self.change(self.content[:-1])
            return True
        if key == "ctrl+c":
            copy(self.content)
            return True
        if key == "ctrl+v":
            self.change((self.content + pasted())[: self.most])
            return True
        if len(key) == 1 and key.isprintable():
            self.change((self.content + key)[: self.most])
            return True
        return False

    def draw(self, pen: Pen, look: Look) -> None:
        """The label above, and a bar where the next character goes."""
        theme, rect = pen.theme, self.rect
        above = (rect.left, rect.top - pen.units(12))
        pen.write(self.label, above, SMALL, theme.quiet)
        edge = theme.danger if self.wrong else theme.accent if look.focused else theme.edge
        pen.card(rect, edge=edge, radius=8, width=2 if look.focused or self.wrong else 1)
        written = pen.write(
            self.content, (rect.left + pen.units(12), rect.centery), TYPED, theme.ink, bold=True
        )
        if not self.content and self.placeholder:
            hint = (rect.left + pen.units(18), rect.centery)
            pen.write(self.placeholder, hint, TYPED, theme.quiet)
        if look.focused:
            bar = pygame.Rect(0, 0, pen.units(2), pen.units(20))
            left = written.right + pen.units(2) if self.content else rect.left + pen.units(12)
            bar.midleft = (left, rect.centery)
            pen.surface.fill(theme.accent, bar)
