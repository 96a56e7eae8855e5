"""What a person presses: buttons, choices, fields and lists.

Widgets are made anew from the state for every picture; what lasts (which one has the focus, how
far a list is scrolled) is kept by whoever makes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

import pygame

from sapper.interface.heat import Colour, blend
from sapper.interface.window.keys import key_words
from sapper.interface.window.pen import BODY, SMALL, Area, Pen
from sapper.interface.window.text import width_of
from sapper.play.commands import Command
from sapper.play.saying import capital

FOCUS_GAP = 3
FOCUS_WIDTH = 2
BUTTON_PADDING = 9
ICON = 16
KEYCAP = 18
ICON_GAP = 6
FADED = 0.55
ROWS_PER_NOTCH = 3
BAR_WIDTH = 6
SMALLEST_BAR = 24
TYPED = 17
"""The size of what is typed into a field."""


class Style(Enum):
    """How much a button asks to be pressed."""

    PRIMARY = "primary"
    PLAIN = "plain"
    BARE = "bare"
    """Only an icon or words, until it is pointed at."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the pointer and the keyboard stand to a widget."""

    hovered: bool = False
    pressed: bool = False
    focused: bool = False
    pointer: tuple[int, int] = (0, 0)


@dataclass(kw_only=True)
class Widget:
    """Something with a name and a place."""

    name: str
    rect: pygame.Rect
    enabled: bool = True
    tip: str = ""
    """What it does, told while it is pointed at: for buttons that are only an icon."""

    def draw(self, pen: Pen, look: Look) -> None:
        """Show it."""
        raise NotImplementedError

    def click(self, point: tuple[int, int]) -> None:
        """It was pressed and let go of at a point."""

    def enter(self) -> None:
        """It was chosen by keyboard."""
        self.click(self.rect.center)

    def key(self, key: str) -> bool:
        """A key while it has the focus; tells whether it was used."""
        return False

    def wheel(self, notches: float) -> bool:
        """The wheel over it; tells whether it was used."""
        return False


def draw_tip(pen: Pen, widget: Widget) -> None:
    """Tell what a button does, beside it."""
    width = width_of(widget.tip, SMALL * pen.scale) + pen.units(20)
    rect = pygame.Rect(0, 0, width, pen.units(26))
    rect.midtop = (widget.rect.centerx, widget.rect.bottom + pen.units(6))
    whole = pen.surface.get_rect()
    if rect.bottom > whole.bottom:
        rect.bottom = widget.rect.top - pen.units(6)
    rect.clamp_ip(whole.inflate(-pen.units(8), 0))
    pen.card(rect, pen.theme.ink, pen.theme.ink, 6)
    pen.write(widget.tip, rect.center, SMALL, pen.theme.card, align="center")


def draw_focus(pen: Pen, rect: pygame.Rect, radius: float) -> None:
    """The ring around what the keyboard is at."""
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
    """Does one thing when it is pressed."""

    label: str = ""
    act: Callable[[], object]
    icon: str = ""
    keycap: str = ""
    """The key that does the same, shown on the button."""
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
        """Show it."""
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

    def _draw_content(self, pen: Pen, ink: Colour) -> None:
        rect, padding = self.rect, pen.units(BUTTON_PADDING)
        if self.icon and not self.label:
            pen.icon(self.icon, rect.center, ICON, ink)
            return
        right = rect.right - padding
        if self.keycap:
            right -= draw_keycap(pen, self.keycap, (right, rect.centery), ink) + pen.units(3)
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
    return Button(name="back", rect=rect, label="Back", icon="home", act=act, style=Style.BARE)


def draw_keycap(pen: Pen, key: str, right_middle: tuple[int, int], ink: Colour) -> int:
    """A key's name in a small frame that ends there; gives how wide it is."""
    side = pen.units(KEYCAP)
    width = max(side, width_of(key, SMALL * pen.scale) + pen.units(9))
    rect = pygame.Rect(0, 0, width, side)
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
    """One thing to choose."""

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
            caption=f"{command.label}: {about}" if about else command.label,
            chosen=chosen,
            open=lambda: do(command),
            tip=command_tip(command),
        )

    def click(self, point: tuple[int, int]) -> None:
        """Open the menu."""
        self.open()

    def draw(self, pen: Pen, look: Look) -> None:
        """Show it: the caption small above what is chosen."""
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


@dataclass(kw_only=True)
class Field(Widget):
    """A line of text to type in."""

    label: str
    content: str
    change: Callable[[str], None]
    wrong: bool = False
    most: int = 9

    def key(self, key: str) -> bool:
        """Type."""
        if key == "backspace":
            self.change(self.content[:-1])
            return True
        if len(key) == 1 and key.isprintable():
            self.change((self.content + key)[: self.most])
            return True
        return False

    def draw(self, pen: Pen, look: Look) -> None:
        """Show it: its label above, a bar where the next letter goes."""
        theme, rect = pen.theme, self.rect
        above = (rect.left, rect.top - pen.units(12))
        pen.write(self.label, above, SMALL, theme.quiet)
        edge = theme.danger if self.wrong else theme.accent if look.focused else theme.edge
        pen.card(rect, edge=edge, radius=8, width=2 if look.focused or self.wrong else 1)
        written = pen.write(
            self.content, (rect.left + pen.units(12), rect.centery), TYPED, theme.ink, bold=True
        )
        if look.focused:
            bar = pygame.Rect(0, 0, pen.units(2), pen.units(20))
            left = written.right + pen.units(2) if self.content else rect.left + pen.units(12)
            bar.midleft = (left, rect.centery)
            pen.surface.fill(theme.accent, bar)


@dataclass
class Scroll:
    """How far a list is scrolled, in pixels; kept between pictures."""

    offset: float = 0.0
    at_end: bool = False
    """Stay at the end as the list grows, until somebody scrolls up."""

    def settle(self, content: int, visible: int) -> int:
        """Keep within the content, and give the offset."""
        most = max(content - visible, 0)
        if self.at_end:
            self.offset = most
        self.offset = min(max(self.offset, 0), most)
        return round(self.offset)


@dataclass(frozen=True)
class Row:
    """One row of a list."""

    height: int
    draw: Callable[[Pen, pygame.Rect, bool], None]
    act: Callable[[], None] | None = None


@dataclass(kw_only=True)
class Listing(Widget):
    """Rows under each other, with a bar where they don't fit."""

    rows: Sequence[Row]
    scroll: Scroll
    current: int | None = None
    """The row that is kept in sight."""
    move: Callable[[int], None] | None = None
    """Go so many rows on, by keyboard."""
    empty: str = ""
    _tops: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self._tops = [0]
        for row in self.rows:
            self._tops.append(self._tops[-1] + row.height)

    @property
    def _height(self) -> int:
        return self._tops[-1]

    def keep_in_sight(self) -> None:
        """Scroll so far that the current row is seen."""
        if self.current is None or not 0 <= self.current < len(self.rows):
            return
        top, bottom = self._tops[self.current], self._tops[self.current + 1]
        if top < self.scroll.offset:
            self.scroll.offset = top
        elif bottom > self.scroll.offset + self.rect.height:
            self.scroll.offset = bottom - self.rect.height

    def _row_at(self, point: tuple[int, int]) -> int | None:
        if not self.rect.collidepoint(point):
            return None
        down = point[1] - self.rect.top + self.scroll.settle(self._height, self.rect.height)
        return next(
            (number for number in range(len(self.rows)) if down < self._tops[number + 1]), None
        )

    def click(self, point: tuple[int, int]) -> None:
        """Choose the row there."""
        number = self._row_at(point)
        if number is not None and (act := self.rows[number].act):
            act()

    def enter(self) -> None:
        """Choose the current row; the last if none is."""
        # A review's current row is behind the last one when it has come to the end.
        at = len(self.rows) - 1 if self.current is None else self.current
        if 0 <= at < len(self.rows) and (act := self.rows[at].act):
            act()

    def key(self, key: str) -> bool:
        """Up and down, page and end."""
        steps = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}
        ends = {"home": -len(self.rows), "end": len(self.rows)}
        step = {**steps, **ends}.get(key)
        if step is None:
            return False
        if self.move:
            self.move(step)
        elif self.rows:
            self._scroll_by(step * self.rows[0].height)
        return True

    def wheel(self, notches: float) -> bool:
        """Scroll."""
        if self._height <= self.rect.height:
            return False
        self._scroll_by(-notches * ROWS_PER_NOTCH * self.rows[0].height)
        return True

    def _scroll_by(self, pixels: float) -> None:
        self.scroll.at_end = False
        self.scroll.offset += pixels
        offset = self.scroll.settle(self._height, self.rect.height)
        self.scroll.at_end = 0 < offset >= self._height - self.rect.height

    def draw(self, pen: Pen, look: Look) -> None:
        """Show the rows in sight."""
        if look.focused and self.current is None:
            draw_focus(pen, self.rect, 6)
        if not self.rows and self.empty:
            middle = (self.rect.centerx, self.rect.centery)
            pen.write(self.empty, middle, BODY, pen.theme.quiet, align="center")
        offset = self.scroll.settle(self._height, self.rect.height)
        pointed = self._row_at(look.pointer) if look.hovered else None
        clip = pen.surface.get_clip()
        pen.surface.set_clip(self.rect.clip(clip))
        for number, row in enumerate(self.rows):
            top = self._tops[number] - offset
            if top + row.height >= 0 and top <= self.rect.height:
                rect = pygame.Rect(self.rect.left, self.rect.top + top, self.rect.width, row.height)
                row.draw(pen, rect, number == pointed and row.act is not None)
        self._draw_bar(pen, offset)
        pen.surface.set_clip(clip)

    def _draw_bar(self, pen: Pen, offset: int) -> None:
        visible = self.rect.height
        if self._height <= visible:
            return
        length = max(pen.units(SMALLEST_BAR), round(visible * visible / self._height))
        top = round((visible - length) * offset / (self._height - visible))
        bar = pygame.Rect(0, self.rect.top + top, pen.units(BAR_WIDTH), length)
        bar.right = self.rect.right
        pen.card(bar, blend(pen.theme.card, pen.theme.quiet, 0.5), pen.theme.edge, BAR_WIDTH / 2)
