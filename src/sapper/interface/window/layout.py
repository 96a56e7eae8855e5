"""Where the cells of a board are: as large as fits, scrolled if the board is too large."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pygame

from sapper.grid import Cell
from sapper.interface.window.pen import Area

LARGEST_CELL = 62
SMALLEST_CELL, FEWEST_PIXELS = 11, 13
"""The smallest cell, in units and in pixels; a board that needs smaller ones is scrolled."""
RULER = 20
"""Space for the numbers of rows and columns, which explanations refer to."""
ZOOM_STEP = 1.15
SMALLEST_ZOOM, LARGEST_ZOOM = 0.5, 4.0
PIXELS_PER_NOTCH = 60
LEAST_PIXELS = 2
"""Of a cell, however far the board is zoomed out or has to shrink to be seen whole."""
NEARBY = 2
"""Cells around the one that is brought into sight, which come along."""


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """Where a board and its cells are on the screen."""

    height: int
    width: int
    side: int
    corner: tuple[int, int]
    """The upper left corner of the board, in sight or not."""
    sight: pygame.Rect
    """The part of the screen in which cells are visible."""

    @property
    def board(self) -> pygame.Rect:
        """The whole board, in sight or not."""
        return pygame.Rect(self.corner, (self.width * self.side, self.height * self.side))

    def rect_of(self, cell: Cell) -> pygame.Rect:
        """Where a cell is."""
        row, column = cell
        left, top = self.corner
        return pygame.Rect(left + column * self.side, top + row * self.side, self.side, self.side)

    def cell_at(self, point: tuple[int, int]) -> Cell | None:
        """The cell at a point; None if there is none."""
        if not self.sight.collidepoint(point):
            return None
        row = (point[1] - self.corner[1]) // self.side
        column = (point[0] - self.corner[0]) // self.side
        return (row, column) if 0 <= row < self.height and 0 <= column < self.width else None

    @property
    def rows(self) -> range:
        """The rows in sight."""
        first = max((self.sight.top - self.corner[1]) // self.side, 0)
        last = (self.sight.bottom - 1 - self.corner[1]) // self.side
        return range(first, min(last + 1, self.height))

    @property
    def columns(self) -> range:
        """The columns in sight."""
        first = max((self.sight.left - self.corner[0]) // self.side, 0)
        last = (self.sight.right - 1 - self.corner[0]) // self.side
        return range(first, min(last + 1, self.width))

    def cells(self) -> Iterator[Cell]:
        """The cells in sight."""
        columns = self.columns
        return ((row, column) for row in self.rows for column in columns)


@dataclass
class BoardViewport:
    """How a board is zoomed and scrolled; kept between pictures."""

    zoom: float = 1.0
    offset: list[float] = field(default_factory=lambda: [0.0, 0.0])
    whole: bool = False
    """Whether all of the board is shown, however small its cells become."""

    def layout(self, area: Area, height: int, width: int) -> BoardLayout:
        """Lay a board out in an area."""
        ruler = area.units(RULER)
        inside = area.rect.inflate(-2 * ruler, -2 * ruler)
        fits = min(inside.width // width, inside.height // height)
        smallest = 0 if self.whole else max(area.units(SMALLEST_CELL), FEWEST_PIXELS)
        side = min(max(fits, smallest), area.units(LARGEST_CELL))
        side = max(round(side * self.zoom), LEAST_PIXELS)
        size = (width * side, height * side)
        corner = []
        for axis in (0, 1):
            spare = inside.size[axis] - size[axis]
            self.offset[axis] = min(max(self.offset[axis], 0), max(-spare, 0))
            shift = spare // 2 if spare > 0 else -round(self.offset[axis])
            corner.append(inside.topleft[axis] + shift)
        sight = inside.clip(pygame.Rect(corner, size))
        return BoardLayout(height, width, side, (corner[0], corner[1]), sight)

    def enlarge(self, times: float) -> None:
        """Zoom; the offset is scaled, so that about the same cells stay in sight."""
        before = self.zoom
        self.zoom = min(max(self.zoom * times, SMALLEST_ZOOM), LARGEST_ZOOM)
        for axis in (0, 1):
            self.offset[axis] *= self.zoom / before

    def scroll(self, turned: tuple[float, float]) -> None:
        """Scroll by notches of the wheel: right, and up."""
        self.offset[0] += turned[0] * PIXELS_PER_NOTCH
        self.offset[1] -= turned[1] * PIXELS_PER_NOTCH

    def bring_into_sight(self, layout: BoardLayout, cell: Cell) -> None:
        """Scroll just enough to show a cell, and those around it where there is room."""
        rect, sight = layout.rect_of(cell), layout.sight
        for axis in (0, 1):
            around = max(min(NEARBY * layout.side, (sight.size[axis] - layout.side) // 2), 0)
            before = rect.topleft[axis] - around - sight.topleft[axis]
            after = rect.bottomright[axis] + around - sight.bottomright[axis]
            if before < 0:
                self.offset[axis] += before
            elif after > 0:
                self.offset[axis] += after
