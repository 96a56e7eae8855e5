"""Drawing a board: cells, flags and mines, odds, and what an explanation points at.

a ring           safe            a mine's shape    a mine
a full frame     a number in use   corners         a hidden cell that is spoken of
!                a false belief    ?               what the agent has missed
"""

from __future__ import annotations

from functools import lru_cache

import pygame

from sapper.grid import Cell
from sapper.interface.window.faces import HEAT_STEPS, Face, Faces, Ground, Marks
from sapper.interface.window.layout import BoardLayout
from sapper.interface.window.pen import Pen
from sapper.interface.window.shapes import ICONS, Brush, icon, unit_picture
from sapper.interface.window.text import rendered
from sapper.interface.window.theme import THEMES, Theme
from sapper.picture.heat import Colour, blend
from sapper.play.messages import HintSign
from sapper.view import View

TILES_KEPT = 1200
CURVE = 0.16
SIGN = 0.84
"""The share of a cell that a mine or a ring fills."""
DISC, FLAG_ON_DISC = 0.4, 0.74
"""The radius of the disc behind a flag, and the side of the flag, as shares of the cell's."""
DIGIT = 0.6
MARK = 0.38
ODDS_LARGE, ODDS_SMALL = 0.33, 0.44
ROOM_FOR_PERCENT = 34
ROOM_FOR_ODDS = 20
SMALLEST_ODDS = 11
"""The height of the smallest figures, in pixels."""
FRAME = 0.09
"""The share of a hidden cell that stays as a frame around another colour."""
LENS = 44
"""The side of a cell under the lens, in units."""


def draw_board(
    pen: Pen, layout: BoardLayout, view: View, marks: Marks, *, rulers: bool = True
) -> None:
    """Draw the part of a board that is in sight."""
    clip = pen.surface.get_clip()
    pen.surface.set_clip(layout.sight.clip(clip))
    faces = Faces(view, marks)
    for cell in layout.cells():
        pen.surface.blit(_tile(pen.theme.name, layout.side, faces.of(cell)), layout.rect_of(cell))
    for cell in marks.pointed_at:
        _draw_over(pen, layout.rect_of(cell), cell, marks)
    pen.surface.set_clip(clip)
    if rulers:
        _draw_rulers(pen, layout, marks.cursor)
        _draw_bars(pen, layout)


def draw_lens(pen: Pen, layout: BoardLayout, view: View, marks: Marks, cell: Cell) -> None:
    """Enlarge a cell whose figures are too small to be read, or have no room."""
    if layout.side >= ROOM_FOR_ODDS:
        return
    tile = _tile(pen.theme.name, pen.units(LENS), Faces(view, marks).of(cell))
    rect = tile.get_rect(center=layout.rect_of(cell).center).clamp(layout.sight)
    pen.surface.blit(tile, rect)
    _frame(pen, rect, pen.theme.ink, 0.05)


# Drawing a face

RAISED = (Ground.CLOSED, Ground.SPOKEN_OF, Ground.HEAT, Ground.FALSE, Ground.MISSED)
FRAMED = (Ground.SPOKEN_OF, Ground.HEAT)


@lru_cache(maxsize=TILES_KEPT)
def _tile(theme_name: str, side: int, face: Face) -> pygame.Surface:
    """A cell's picture."""
    theme = THEMES[theme_name]
    fill = _fill(theme, face)
    if face.ground in RAISED:
        tile = _raised(theme, side, fill, face.ground in FRAMED)
    else:
        tile = _flat(theme, side, fill)
    rect, ink = tile.get_rect(), theme.ink_on(fill)
    if face.sign == "wrong flag":
        _put_flag(tile, blend(theme.open, theme.ink_on(theme.open), 0.6), theme)
        _put(tile, "cross", rect, theme.danger)
    elif face.sign == "found":
        _put_flag(tile, theme.safe, theme)
    elif face.sign == "flag" and face.ground in (Ground.CLOSED, Ground.SHOWN):
        _put_flag(tile, theme.flag, theme)
    elif face.sign == "mine" and face.ground is Ground.SHOWN:
        _put(tile, "mine", rect, theme.mine)
    elif face.sign in ICONS:
        _put(tile, face.sign, rect, ink)
    elif face.ground is Ground.HEAT:
        _write_chance(tile, face, ink)
    elif face.sign:
        ink = theme.numbers[int(face.sign) - 1] if face.ground is Ground.OPEN else ink
        _write_middle(tile, face.sign, DIGIT * side, ink, bold=True)
    if face.mark:
        _put_mark(tile, face.mark, ink, fill)
    return tile


def _fill(theme: Theme, face: Face) -> Colour:
    return {
        Ground.OPEN: theme.open,
        Ground.USED: theme.used,
        Ground.CLOSED: theme.hidden,
        Ground.SPOKEN_OF: theme.spoken_of,
        Ground.HEAT: theme.heat_of(face.heat / HEAT_STEPS),
        Ground.HELD: blend(theme.open, theme.hidden, 0.35),
        Ground.SHOWN: blend(theme.open, theme.hidden, 0.4),
        Ground.EXPLODED: theme.exploded,
        Ground.FALSE: theme.exploded,
        Ground.MISSED: theme.used,
    }[face.ground]


def _put(tile: pygame.Surface, name: str, rect: pygame.Rect, ink: Colour) -> None:
    drawn = icon(name, round(rect.width * (1 if name == "flag" else SIGN)), ink)
    tile.blit(drawn, drawn.get_rect(center=rect.center))


def _put_flag(tile: pygame.Surface, ink: Colour, theme: Theme) -> None:
    """A flag on a disc in the colour of open cells: no red would stand out from a hidden one."""
    side, middle = tile.get_width(), tile.get_rect().center
    disc = unit_picture(
        side, theme.open, lambda large: Brush(large, theme.open).disc((0.5, 0.5), DISC)
    )
    flag = icon("flag", round(FLAG_ON_DISC * side), ink)
    tile.blit(disc, disc.get_rect(center=middle))
    tile.blit(flag, flag.get_rect(center=middle))


def _put_mark(tile: pygame.Surface, mark: str, ink: Colour, fill: Colour) -> None:
    """A sign on a disc, in the upper right corner."""
    side = round(MARK * tile.get_width())
    disc = unit_picture(side, ink, lambda large: Brush(large, ink).disc((0.5, 0.5), 0.5))
    written = rendered(mark, round(0.8 * side), fill, True)
    disc.blit(written, written.get_rect(center=disc.get_rect().center))
    tile.blit(disc, disc.get_rect(topright=(tile.get_width() - 2, 2)))


def _write_middle(
    tile: pygame.Surface, words: str, size: float, ink: Colour, *, bold: bool
) -> None:
    drawn = rendered(words, round(size), ink, bold)
    tile.blit(drawn, drawn.get_rect(center=tile.get_rect().center))


def _write_chance(tile: pygame.Surface, face: Face, ink: Colour) -> None:
    side = tile.get_width()
    if side < ROOM_FOR_ODDS or not face.sign:
        return
    if side >= ROOM_FOR_PERCENT:
        _write_middle(tile, f"{face.sign}%", side * ODDS_LARGE, ink, bold=face.best)
    else:
        _write_middle(tile, face.sign, max(side * ODDS_SMALL, SMALLEST_ODDS), ink, bold=face.best)
    if face.best:
        inset = max(2, round(0.1 * side))
        frame = tile.get_rect().inflate(-2 * inset, -2 * inset)
        tile.blit(_ring(frame.width, ink, max(0.05, 1 / side)), frame)


# What lies over the cells


def _draw_over(pen: Pen, rect: pygame.Rect, cell: Cell, marks: Marks) -> None:
    theme, side = pen.theme, rect.width
    if cell in marks.used:
        _frame(pen, rect, theme.ink_on(theme.used), 0.05)
    elif cell in marks.bearing:
        _frame(pen, rect, theme.used, 0.09)
    elif cell in marks.spoken_of and cell != marks.asked:
        pen.surface.blit(_corners(side, theme.ink_on(theme.spoken_of), 0.05), rect)
    if cell == marks.last and cell != marks.exploded:
        _frame(pen, rect, theme.accent, 0.05)
    if cell == marks.asked:
        _frame(pen, rect, theme.ink, 0.09)
    if cell == marks.hint:
        ink = theme.safe if marks.hint_sign is HintSign.SAFE else theme.danger
        _frame(pen, rect, ink, 0.12)
        _frame(pen, rect.inflate(-round(0.24 * side), -round(0.24 * side)), theme.card, 0.05)
        pen.surface.blit(icon(marks.hint_sign.value, side, theme.ink_on(theme.hidden)), rect)
    if cell == marks.cursor and cell != marks.asked:
        pen.surface.blit(_corners(side, theme.ink, 0.09), rect)


def _frame(pen: Pen, rect: pygame.Rect, ink: Colour, width: float) -> None:
    pen.surface.blit(_ring(rect.width, ink, max(width, 2 / rect.width)), rect)


@lru_cache(maxsize=TILES_KEPT)
def _ring(side: int, ink: Colour, width: float) -> pygame.Surface:
    """A frame with round corners; its width is a share of the side."""

    def paint(surface: pygame.Surface) -> None:
        Brush(surface, ink).box(0, 0, 1, 1, CURVE)
        large = surface.get_width()
        inside = surface.get_rect().inflate(-2 * width * large, -2 * width * large)
        curve = round(max(CURVE - width, 0) * large)
        pygame.draw.rect(surface, (*ink, 0), inside, border_radius=curve)

    return unit_picture(side, ink, paint)


@lru_cache(maxsize=TILES_KEPT)
def _corners(side: int, ink: Colour, width: float) -> pygame.Surface:
    def paint(surface: pygame.Surface) -> None:
        brush = Brush(surface, ink)
        near, far, arm = width, 1 - width, 0.26
        for across, inward in ((near, arm), (far, 1 - arm)):
            for down, downward in ((near, arm), (far, 1 - arm)):
                brush.line([(inward, down), (across, down), (across, downward)], width)

    return unit_picture(side, ink, paint)


# Tiles


def _flat(theme: Theme, side: int, fill: Colour) -> pygame.Surface:
    """An open cell: paper with a thin line at two edges."""
    tile = pygame.Surface((side, side))
    tile.fill(theme.grid)
    tile.fill(fill, pygame.Rect(0, 0, side - 1, side - 1))
    return tile


def _raised(theme: Theme, side: int, fill: Colour, framed: bool) -> pygame.Surface:
    """A hidden cell: a soft key, lit from above; framed, it keeps its colour around another."""
    gap, lift, curve = 0.03, 0.05, CURVE
    inset = gap + FRAME if framed else gap + lift

    def paint(surface: pygame.Surface) -> None:
        Brush(surface, theme.hidden_shade).box(gap, gap, 1 - gap, 1 - gap, curve)
        Brush(surface, theme.hidden_light).box(gap, gap, 1 - gap, 1 - gap - lift, curve)
        Brush(surface, theme.hidden).box(gap, gap + lift * 0.7, 1 - gap, 1 - gap - lift, curve)
        if fill != theme.hidden:
            Brush(surface, fill).box(inset, inset, 1 - inset, 1 - inset, curve - FRAME / 2)

    tile = pygame.Surface((side, side))
    tile.fill(theme.grid)
    tile.blit(unit_picture(side, fill, paint), (0, 0))
    return tile


# Around the board


def _draw_rulers(pen: Pen, layout: BoardLayout, cursor: Cell | None) -> None:
    """The numbers of the rows and columns; of every fifth where cells are small."""
    theme, size = pen.theme, 10.5
    step = 1 if layout.side >= pen.units(21) else 5
    gap = pen.units(11)
    for row in layout.rows:
        middle = layout.rect_of((row, 0)).centery
        here = cursor is not None and cursor[0] == row
        if (row % step == 0 or here) and layout.sight.top <= middle < layout.sight.bottom:
            ink = theme.ink if here else theme.quiet
            pen.write(str(row), (layout.sight.left - gap, middle), size, ink, align="center")
    for column in layout.columns:
        middle = layout.rect_of((0, column)).centerx
        here = cursor is not None and cursor[1] == column
        if (column % step == 0 or here) and layout.sight.left <= middle < layout.sight.right:
            ink = theme.ink if here else theme.quiet
            pen.write(str(column), (middle, layout.sight.top - gap), size, ink, align="center")


def _draw_bars(pen: Pen, layout: BoardLayout) -> None:
    """Scroll bars, where part of the board is out of sight."""
    board, sight, thick = layout.board, layout.sight, pen.units(5)
    ink = blend(pen.theme.ground, pen.theme.quiet, 0.6)
    if board.height > sight.height:
        share = sight.height / board.height
        top = sight.top + (sight.top - board.top) * share
        bar = pygame.Rect(sight.right + thick, round(top), thick, round(sight.height * share))
        pen.card(bar, ink, ink, 2.5)
    if board.width > sight.width:
        share = sight.width / board.width
        left = sight.left + (sight.left - board.left) * share
        bar = pygame.Rect(round(left), sight.bottom + thick, round(sight.width * share), thick)
        pen.card(bar, ink, ink, 2.5)
