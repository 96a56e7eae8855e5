"""The board as a widget: it draws a scene, follows the cursor and reports mouse clicks."""

from __future__ import annotations

from dataclasses import fields, replace

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from sapper.grid import Cell
from sapper.interface.terminal.board_drawing import (
    HEADING_LINES,
    Part,
    Scale,
    Scene,
    draw_line,
    label_width,
)
from sapper.interface.terminal.looks import DARK, PALETTES
from sapper.view import View

LEFT, MIDDLE, RIGHT = 1, 2, 3
"""The buttons of a mouse."""


class BoardWidget(Widget):
    """A board as large as fits: large tiles if there is room, else small ones, else a part."""

    class Clicked(Message):
        """A mouse button was pressed on a cell."""

        def __init__(self, cell: Cell, button: int) -> None:
            super().__init__()
            self.cell = cell
            self.button = button

    def __init__(self, scene: Scene, look: str = DARK, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._scene = scene
        self._look = look
        self._scale_wanted: Scale | None = None
        self._part: Part | None = None
        self._room = self.size

    @property
    def scene(self) -> Scene:
        """What is drawn."""
        return self._scene

    def show(self, scene: Scene) -> None:
        """Draw another scene, and keep its cursor in view."""
        before, self._scene = self._scene, scene
        part = self._part
        if (scene.view.height, scene.view.width) != (before.view.height, before.view.width):
            self._part = None
        if scene.cursor != before.cursor or self._part is None:
            self._follow()
        if part == self._part and differ_by_the_cursor_alone(before, scene):
            # Over a slow connection it matters how much is sent.
            self.refresh(*self._lines_about(before.cursor), *self._lines_about(scene.cursor))
        else:
            self.refresh()

    def _lines_about(self, cursor: Cell | None) -> list[Region]:
        """The lines that show where the cursor is: the heading, and those of its row."""
        if cursor is None:
            return []
        above, _ = self._corner()
        _, line = self.place_of(cursor)
        lines = [
            Region(0, above, self.size.width, HEADING_LINES),
            Region(0, line, self.size.width, self.scale.lines),
        ]
        return [region.intersection(self.size.region) for region in lines]

    def wear(self, look: str) -> None:
        """Change to dark or light."""
        self._look = look
        self.refresh()

    @property
    def view(self) -> View:
        """The position that is drawn."""
        return self._scene.view

    @property
    def scale(self) -> Scale:
        """How large the cells are drawn."""
        return self._scale_wanted or Scale.fitting(self.view, self.size.height, self.size.width)

    @property
    def part(self) -> Part:
        """The part in view.

        After a resize the widget is drawn before any event reports the new size, so each drawing
        checks it.
        """
        if self._part is None or self._room != self.size:
            self._follow()
        assert self._part is not None
        return self._part

    @property
    def is_whole(self) -> bool:
        """Whether the whole board is in view."""
        return (self.part.height, self.part.width) == (self.view.height, self.view.width)

    def zoom(self, by: int) -> None:
        """Draw the cells larger or smaller, whether or not all of them fit."""
        scales = list(Scale)
        place = scales.index(self.scale) + by
        self._draw_at(scales[min(max(place, 0), len(scales) - 1)])

    def fit(self) -> None:
        """Draw the cells as large as the whole board allows."""
        self._draw_at(None)

    def _draw_at(self, scale: Scale | None) -> None:
        self._scale_wanted = scale
        self._part = None
        self.refresh()

    def _follow(self) -> None:
        cell = self._scene.cursor or (0, 0)
        self._room = self.size
        room = (self.size.height, self.size.width)
        self._part = Part.following(cell, self.view, self.scale, room, self._part)

    def render_line(self, y: int) -> Strip:
        """One line of the widget, the board in its middle."""
        palette = replace(PALETTES[self._look], has_tiles=not self.app.no_color)
        ground = Style(bgcolor=palette.ground)
        above, left = self._corner()
        line = y - above
        width = self.size.width
        if not 0 <= line < HEADING_LINES + self.part.height * self.scale.lines:
            return Strip.blank(width, ground)
        segments = draw_line(line, self._scene, self.part, self.scale, palette)
        strip = Strip([Segment(" " * left, ground), *segments])
        return strip.adjust_cell_length(width, ground)

    def _corner(self) -> tuple[int, int]:
        """The line and the character at which the drawing begins."""
        part, scale = self.part, self.scale
        lines = HEADING_LINES + part.height * scale.lines
        characters = label_width(self.view) + part.width * scale.pitch + 1
        return max(0, (self.size.height - lines) // 2), max(0, (self.size.width - characters) // 2)

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell drawn at a position in the widget."""
        above, left = self._corner()
        row = (y - above - HEADING_LINES) // self.scale.lines
        column = (x - left - label_width(self.view)) // self.scale.pitch
        if not (0 <= row < self.part.height and 0 <= column < self.part.width):
            return None
        return self.part.top + row, self.part.left + column

    def place_of(self, cell: Cell) -> tuple[int, int]:
        """Where in the widget (x, y) the sign of a cell is drawn."""
        above, left = self._corner()
        x = left + label_width(self.view) + (cell[1] - self.part.left) * self.scale.pitch
        y = above + HEADING_LINES + (cell[0] - self.part.top) * self.scale.lines
        return x + self.scale.pitch // 2, y

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A click counts once, when the button goes down."""
        cell = self.cell_at(event.x, event.y)
        if cell is not None:
            button = RIGHT if event.ctrl or event.meta else event.button
            self.post_message(self.Clicked(cell, button))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel moves the part in view; the cursor stays."""
        self._scroll(event, 0 if event.shift else 1, 1 if event.shift else 0)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The other way."""
        self._scroll(event, 0 if event.shift else -1, -1 if event.shift else 0)

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        """Sideways."""
        self._scroll(event, 0, 1)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        """The other way."""
        self._scroll(event, 0, -1)

    def _scroll(self, event: events.MouseEvent, rows: int, columns: int) -> None:
        event.stop()
        self._part = self.part.shifted(rows, columns, self.view)
        self.refresh()


def differ_by_the_cursor_alone(before: Scene, after: Scene) -> bool:
    """Whether all else is the same object; comparing whole boards would take too long."""
    pairs = (
        (getattr(before, part.name), getattr(after, part.name))
        for part in fields(Scene)
        if part.name != "cursor"
    )
    return all(
        one is other or (isinstance(one, frozenset) and one == other) for one, other in pairs
    )
