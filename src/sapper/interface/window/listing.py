"""Lists of rows that scroll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pygame

from sapper.interface.window.pen import BODY, Pen
from sapper.interface.window.widgets import Look, Widget, draw_focus
from sapper.picture.heat import blend

ROWS_PER_NOTCH = 3
BAR_WIDTH = 6
SMALLEST_BAR = 24


@dataclass
class Scroll:
    """How far a list is scrolled, in pixels; it lasts between pictures."""

    offset: float = 0.0
    at_end: bool = False
    """Stay at the end as the list grows, until the player scrolls up."""

    def settle(self, content: int, visible: int) -> int:
        """Limit the offset to the content, and return it."""
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
    """Rows below each other, with a scroll bar if they don't fit."""

    rows: Sequence[Row]
    scroll: Scroll
    current: int | None = None
    """The current row, which is kept in sight."""
    move: Callable[[int], None] | None = None
    """Move by a number of rows, by keyboard."""
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
        """Scroll just enough to show the current row."""
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
        """Choose the row at a point."""
        number = self._row_at(point)
        if number is not None and (act := self.rows[number].act):
            act()

    def enter(self) -> None:
        """Choose the current row, or the last one if there is none."""
        # At the end of a review the current row is the one after the last.
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
        """Draw the rows in sight; none, where the window leaves the list no height."""
        if min(self.rect.size) <= 0:
            return
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
