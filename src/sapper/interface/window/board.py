"""Drawing a board: cells, flags and mines, odds, and what an explanation points at.

    a ring           safe            a mine's shape    a mine
    a full frame     a number in use   corners         a hidden cell that is spoken of
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache

import pygame

from sapper.exact.engine import Analysis
from sapper.grid import Cell
from sapper.interface.window.pen import Pen
from sapper.interface.window.place import Place
from sapper.interface.window.shapes import Brush, icon, unit_picture
from sapper.interface.window.text import rendered
from sapper.interface.window.theme import Colour, Theme, blend
from sapper.view import HIDDEN, View

NONE: frozenset[Cell] = frozenset()
TILES_KEPT = 600
CURVE = 0.16
SIGN = 0.84
"""How much of a cell a mine or a ring takes."""
DIGIT = 0.6
ODDS_LARGE, ODDS_SMALL = 0.33, 0.44
ROOM_FOR_PERCENT = 34
ROOM_FOR_ODDS = 15
ALIKE = 1e-12
"""Chances that differ by less are the same."""


@dataclass(frozen=True, slots=True)
class Marks:
    """All that is drawn besides what the view itself shows."""

    mines: Collection[Cell] = NONE
    exploded: Cell | None = None
    wrong_flags: Collection[Cell] = NONE
    won: bool = False
    """The mines are all found: they stand there as flags."""
    analysis: Analysis | None = None
    hint: Cell | None = None
    hint_is_safe: bool = True
    cursor: Cell | None = None
    held: Collection[Cell] = NONE
    """Cells that look pressed."""
    last: Cell | None = None
    """Where the last turn was."""
    asked: Cell | None = None
    """The cell that an explanation is about."""
    used: Collection[Cell] = NONE
    spoken_of: Collection[Cell] = NONE
    safe: Collection[Cell] = field(default=NONE)
    known_mines: Collection[Cell] = field(default=NONE)


def draw_board(
    pen: Pen, place: Place, view: View, marks: Marks, *, rulers: bool = True
) -> None:
    """Draw the part of a board that is in sight."""
    clip = pen.surface.get_clip()
    pen.surface.set_clip(place.sight.clip(clip))
    theme, numbers = pen.theme, view.numbers
    heat = _Heat(marks.analysis)
    for cell in place.cells():
        rect = place.rect_of(cell)
        number = int(numbers[cell])
        pen.surface.blit(_ground(pen.theme, place.side, cell, number, marks, heat), rect)
        if number == HIDDEN:
            _draw_hidden(pen, rect, cell, view, marks, heat)
        elif number:
            ink = theme.ink_on(theme.used) if cell in marks.used else theme.numbers[number - 1]
            digit = rendered(str(number), round(DIGIT * place.side), ink, bold=True)
            pen.surface.blit(digit, digit.get_rect(center=rect.center))
    for cell in place.cells():
        _draw_over(pen, place.rect_of(cell), cell, marks)
    pen.surface.set_clip(clip)
    if rulers:
        _draw_rulers(pen, place, marks.cursor)
    _draw_bars(pen, place)


def _ground(
    theme: Theme, side: int, cell: Cell, number: int, marks: Marks, heat: _Heat
) -> pygame.Surface:
    """What a cell's sign stands on."""
    if number != HIDDEN:
        return _flat(theme, side, theme.used if cell in marks.used else theme.open)
    if cell == marks.exploded:
        return _flat(theme, side, theme.exploded)
    if cell in marks.mines and cell not in marks.wrong_flags:
        return _flat(theme, side, blend(theme.open, theme.hidden, 0.4))
    if cell in marks.held:
        return _flat(theme, side, blend(theme.open, theme.hidden, 0.35))
    chance = heat.of(cell)
    if cell in marks.spoken_of:
        return _raised(theme, side, theme.spoken_of)
    return _raised(theme, side, theme.hidden if chance is None else theme.heat_of(chance))


def _draw_hidden(
    pen: Pen, rect: pygame.Rect, cell: Cell, view: View, marks: Marks, heat: _Heat
) -> None:
    theme, surface, side = pen.theme, pen.surface, rect.width
    ground = theme.hidden
    chance = heat.of(cell)
    if cell in marks.spoken_of:
        ground = theme.spoken_of
    elif chance is not None:
        ground = theme.heat_of(chance)
    if cell in marks.wrong_flags:
        _put(surface, "flag", rect, theme.quiet)
        _put(surface, "cross", rect, theme.danger)
    elif cell in view.flags:
        on = theme.flag if chance is None and cell not in marks.spoken_of else theme.ink_on(ground)
        _put(surface, "flag", rect, on)
    elif cell in marks.mines:
        ink = theme.ink_on(theme.exploded) if cell == marks.exploded else theme.mine
        _put(surface, "flag" if marks.won else "mine", rect, theme.safe if marks.won else ink)
    elif cell in marks.known_mines:
        _put(surface, "mine", rect, theme.ink_on(ground))
    elif cell in marks.safe:
        _put(surface, "ring", rect, theme.ink_on(ground))
    elif chance is not None:
        heat.draw(surface, rect, cell, theme.ink_on(ground), side, pen.units(1))


def _put(surface: pygame.Surface, name: str, rect: pygame.Rect, ink: Colour) -> None:
    drawn = icon(name, round(rect.width * (1 if name == "flag" else SIGN)), ink)
    surface.blit(drawn, drawn.get_rect(center=rect.center))


class _Heat:
    """The odds on a board."""

    def __init__(self, analysis: Analysis | None) -> None:
        self._analysis = analysis
        self._least = -1.0
        if analysis is not None and not analysis.safe and analysis.view.hidden_count:
            hidden = analysis.mine_probability[analysis.view.numbers == HIDDEN]
            self._least = float(hidden.min())

    def of(self, cell: Cell) -> float | None:
        if self._analysis is None or not self._analysis.view.is_hidden(cell):
            return None
        return float(self._analysis.mine_probability[cell])

    def draw(
        self,
        surface: pygame.Surface,
        rect: pygame.Rect,
        cell: Cell,
        ink: Colour,
        side: int,
        thin: int,
    ) -> None:
        assert self._analysis is not None
        if cell in self._analysis.mines:
            _put(surface, "mine", rect, ink)
        elif cell in self._analysis.safe:
            _put(surface, "ring", rect, ink)
        elif side >= ROOM_FOR_ODDS:
            chance = float(self._analysis.mine_probability[cell])
            words = short_percent(chance)
            large = side >= ROOM_FOR_PERCENT
            size = round(side * (ODDS_LARGE if large else ODDS_SMALL))
            best = chance <= self._least + ALIKE
            drawn = rendered(f"{words}%" if large else words, size, ink, bold=best)
            surface.blit(drawn, drawn.get_rect(center=rect.center))
            if best:
                inset = max(2, round(0.1 * side))
                frame = rect.inflate(-2 * inset, -2 * inset)
                pygame.draw.rect(
                    surface, ink, frame, max(1, thin), border_radius=round(0.12 * side)
                )


def short_percent(chance: float) -> str:
    """A chance in few digits, where only certainty reads as 0 or 100.

    >>> short_percent(0.173), short_percent(0.001), short_percent(0.999)
    ('17', '<1', '>99')
    """
    if chance < 0.005:
        return "<1"
    if chance > 0.995:
        return ">99"
    return f"{100 * chance:.0f}"


# What lies over the cells


def _draw_over(pen: Pen, rect: pygame.Rect, cell: Cell, marks: Marks) -> None:
    theme, side = pen.theme, rect.width
    if cell in marks.used:
        _frame(pen, rect, theme.ink_on(theme.used), 0.05)
    elif cell in marks.spoken_of and cell != marks.asked:
        pen.surface.blit(_corners(side, theme.ink_on(theme.spoken_of), 0.05), rect)
    if cell == marks.last and cell != marks.exploded:
        _frame(pen, rect, theme.accent, 0.05)
    if cell == marks.asked:
        _frame(pen, rect, theme.ink, 0.09)
    if cell == marks.hint:
        ink = theme.safe if marks.hint_is_safe else theme.danger
        _frame(pen, rect, ink, 0.12)
        _frame(pen, rect.inflate(-round(0.24 * side), -round(0.24 * side)), theme.card, 0.05)
        pen.surface.blit(
            icon("check" if marks.hint_is_safe else "question", side, theme.ink_on(theme.hidden)),
            rect,
        )
    if cell == marks.cursor:
        pen.surface.blit(_corners(side, theme.ink, 0.09), rect)


def _frame(pen: Pen, rect: pygame.Rect, ink: Colour, width: float) -> None:
    pen.surface.blit(_ring(rect.width, ink, max(width, 2 / rect.width)), rect)


@lru_cache(maxsize=TILES_KEPT)
def _ring(side: int, ink: Colour, width: float) -> pygame.Surface:
    """A frame with round corners, as wide as a share of the side."""

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


@lru_cache(maxsize=TILES_KEPT)
def _flat(theme: Theme, side: int, fill: Colour) -> pygame.Surface:
    """An open cell: paper with a thin line around it."""
    tile = pygame.Surface((side, side))
    tile.fill(theme.grid)
    tile.fill(fill, pygame.Rect(0, 0, side - 1, side - 1))
    return tile


@lru_cache(maxsize=TILES_KEPT)
def _raised(theme: Theme, side: int, fill: Colour) -> pygame.Surface:
    """A closed cell: a soft key, lit from above."""
    usual = fill == theme.hidden
    light = theme.hidden_light if usual else blend(fill, (255, 255, 255), 0.35)
    shade = theme.hidden_shade if usual else blend(fill, (0, 0, 0), 0.25)
    gap, lift, curve = 0.03, 0.05, CURVE

    def paint(surface: pygame.Surface) -> None:
        Brush(surface, shade).box(gap, gap, 1 - gap, 1 - gap, curve)
        Brush(surface, light).box(gap, gap, 1 - gap, 1 - gap - lift, curve)
        Brush(surface, fill).box(gap, gap + lift * 0.7, 1 - gap, 1 - gap - lift, curve)

    tile = pygame.Surface((side, side))
    tile.fill(theme.grid)
    tile.blit(unit_picture(side, fill, paint), (0, 0))
    return tile


# Around the board


def _draw_rulers(pen: Pen, place: Place, cursor: Cell | None) -> None:
    """The numbers of rows and columns; where cells are small, of every fifth."""
    theme, size = pen.theme, 10.5
    step = 1 if place.side >= pen.units(21) else 5
    gap = pen.units(11)
    for row in place.rows:
        middle = place.rect_of((row, 0)).centery
        here = cursor is not None and cursor[0] == row
        if (row % step == 0 or here) and place.sight.top <= middle < place.sight.bottom:
            ink = theme.ink if here else theme.quiet
            pen.write(str(row), (place.sight.left - gap, middle), size, ink, align="center")
    for column in place.columns:
        middle = place.rect_of((0, column)).centerx
        here = cursor is not None and cursor[1] == column
        if (column % step == 0 or here) and place.sight.left <= middle < place.sight.right:
            ink = theme.ink if here else theme.quiet
            pen.write(str(column), (middle, place.sight.top - gap), size, ink, align="center")


def _draw_bars(pen: Pen, place: Place) -> None:
    """Where the part in sight lies, if not all of the board is."""
    board, sight, thick = place.board, place.sight, pen.units(5)
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
