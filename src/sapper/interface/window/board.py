"""Drawing a board: cells, flags and mines, odds, and what an explanation points at.

a ring           safe            a mine's shape    a mine
a full frame     a number in use   corners         a hidden cell that is spoken of
!                a false belief    ?               what the agent has missed
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import pygame

from sapper.exact.analysis import Analysis, Verdict
from sapper.grid import Cell
from sapper.interface.window.layout import BoardLayout
from sapper.interface.window.pen import Pen
from sapper.interface.window.shapes import ICONS, Brush, icon, unit_picture
from sapper.interface.window.text import rendered
from sapper.interface.window.theme import THEMES, Theme
from sapper.picture.heat import Colour, blend
from sapper.play.beliefs import CellBelief
from sapper.play.session import HintSign
from sapper.view import HIDDEN, View

NONE: frozenset[Cell] = frozenset()
NO_BELIEFS: Mapping[Cell, CellBelief] = MappingProxyType({})
SAFE, MINE = int(Verdict.SAFE), int(Verdict.MINE)
TILES_KEPT = 1200
HEAT_STEPS = 200
CURVE = 0.16
SIGN = 0.84
"""The share of a cell that a mine or a ring fills."""
DIGIT = 0.6
MARK = 0.33
FALSE_MARK, MISSED_MARK = "!", "?"
ODDS_LARGE, ODDS_SMALL = 0.33, 0.44
ROOM_FOR_PERCENT = 34
ROOM_FOR_ODDS = 15
ALIKE = 1e-12
"""Chances that differ by less are equal."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is drawn on a board besides the view."""

    mines: Collection[Cell] = NONE
    exploded: Cell | None = None
    wrong_flags: Collection[Cell] = NONE
    won: bool = False
    """All mines have been found: they are drawn as flags."""
    analysis: Analysis | None = None
    hint: Cell | None = None
    hint_sign: HintSign = HintSign.SAFE
    cursor: Cell | None = None
    held: Collection[Cell] = NONE
    """Cells that look pressed."""
    last: Cell | None = None
    """Where the last turn was."""
    asked: Cell | None = None
    """The cell that an explanation is about."""
    used: Collection[Cell] = NONE
    bearing: Collection[Cell] = NONE
    """All numbers of the explanation, including those of other steps."""
    spoken_of: Collection[Cell] = NONE
    safe: Collection[Cell] = NONE
    known_mines: Collection[Cell] = NONE
    beliefs: Mapping[Cell, CellBelief] = field(default_factory=lambda: NO_BELIEFS)
    """What the agent believes, and what it has missed."""

    @property
    def pointed_at(self) -> set[Cell]:
        """The cells that have something drawn over them."""
        single = (self.last, self.asked, self.hint, self.cursor)
        marked = {*self.used, *self.bearing, *self.spoken_of}
        return marked | {*(cell for cell in single if cell is not None)}


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


# What a cell looks like


class Ground(Enum):
    """What a cell's sign is drawn on."""

    OPEN = "open"
    USED = "used"
    """A number that an explanation uses."""
    CLOSED = "closed"
    SPOKEN_OF = "spoken of"
    HEAT = "heat"
    """Hidden, in the colour of its chance of a mine."""
    HELD = "held"
    SHOWN = "shown"
    """A mine, after the game."""
    EXPLODED = "exploded"
    FALSE = "false"
    """Of this cell the agent has a false belief."""
    MISSED = "missed"
    """Of this cell it has missed what follows."""


RAISED = (Ground.CLOSED, Ground.SPOKEN_OF, Ground.HEAT, Ground.FALSE, Ground.MISSED)


class Face(NamedTuple):
    """How a cell looks: equal faces share a picture."""

    ground: Ground
    sign: str = ""
    """A digit, a chance, or the name of an icon."""
    heat: int = 0
    """The chance whose colour is behind it, in steps."""
    best: bool = False
    """Whether no cell has a smaller chance of a mine."""
    mark: str = ""
    """A sign in the corner."""


class Faces:
    """How the cells of a board look, before they are drawn."""

    def __init__(self, view: View, marks: Marks) -> None:
        self._view, self._marks = view, marks
        self._numbers = view.numbers
        analysis = marks.analysis
        self._odds = None if analysis is None else analysis.mine_probability
        self._verdicts = None if analysis is None else analysis.verdicts
        self._unknown = Face(Ground.CLOSED, "?" if analysis and not analysis.complete else "")
        self._least = -1.0
        # Arrays, not sets of cells: those would be slow on a huge board.
        if analysis is not None and analysis.complete and not (analysis.verdicts == SAFE).any():
            closed = analysis.mine_probability[self._numbers == HIDDEN]
            self._least = float(closed.min()) if closed.size else -1.0

    def of(self, cell: Cell) -> Face:
        """The face of one cell."""
        number = int(self._numbers[cell])
        belief = self._marks.beliefs.get(cell)
        if number != HIDDEN:
            if belief is not None and belief.is_wrong:
                return Face(Ground.FALSE, str(number), mark=FALSE_MARK)
            ground = Ground.USED if cell in self._marks.used else Ground.OPEN
            return Face(ground, str(number) if number else "")
        marks = self._marks
        if cell in marks.wrong_flags:
            return Face(Ground.CLOSED, "wrong flag")
        if cell == marks.exploded:
            return Face(Ground.EXPLODED, "mine")
        if belief is not None and belief.is_fault and not self._is_explained(cell):
            return _face_of_fault(belief)
        if cell in marks.mines:
            flagged = marks.won or cell in self._view.flags
            return Face(Ground.SHOWN, ("found" if marks.won else "flag") if flagged else "mine")
        face = self._of_closed(cell)
        if cell in self._view.flags:
            return face._replace(sign="flag", best=False)
        if cell in marks.held:
            return Face(Ground.HELD)
        if cell == marks.hint:
            return face._replace(sign="", best=False)
        if cell in marks.known_mines:
            return face._replace(sign="mine", best=False)
        if cell in marks.safe:
            return face._replace(sign="ring", best=False)
        if belief is not None and face.ground is Ground.CLOSED:
            return face._replace(sign=_sign_of(belief))
        return face

    def _is_explained(self, cell: Cell) -> bool:
        """Whether a step of an explanation has something to show at the cell."""
        marks = self._marks
        return cell in marks.spoken_of or cell in marks.known_mines or cell in marks.safe

    def _of_closed(self, cell: Cell) -> Face:
        if cell in self._marks.spoken_of:
            return Face(Ground.SPOKEN_OF)
        if self._odds is None or self._verdicts is None:
            return Face(Ground.CLOSED)
        chance = float(self._odds[cell])
        if chance != chance:  # unknown, or the odds of a position in which the cell was open
            return self._unknown
        sign = {SAFE: "ring", MINE: "mine"}.get(int(self._verdicts[cell]))
        best = sign is None and chance <= self._least + ALIKE
        return Face(Ground.HEAT, sign or short_percent(chance), round(chance * HEAT_STEPS), best)


def _face_of_fault(belief: CellBelief) -> Face:
    if belief.is_wrong:
        return Face(Ground.FALSE, _sign_of(belief), mark=FALSE_MARK)
    return Face(Ground.MISSED, _sign_of(belief), mark=MISSED_MARK)


def _sign_of(belief: CellBelief) -> str:
    return "mine" if belief.is_mine else "ring"


def short_percent(chance: float) -> str:
    """A chance in percent, in few digits; only certainty reads as 0 or 100.

    >>> short_percent(0.173), short_percent(0.001), short_percent(0.999)
    ('17', '<1', '>99')
    """
    if chance < 0.005:
        return "<1"
    if chance > 0.995:
        return ">99"
    return f"{100 * chance:.0f}"


# Drawing a face


@lru_cache(maxsize=TILES_KEPT)
def _tile(theme_name: str, side: int, face: Face) -> pygame.Surface:
    """A cell's picture."""
    theme = THEMES[theme_name]
    fill = _fill(theme, face)
    raised = face.ground in RAISED
    tile = _raised(theme, side, fill) if raised else _flat(theme, side, fill)
    rect, ink = tile.get_rect(), theme.ink_on(fill)
    if face.sign == "wrong flag":
        _put(tile, "flag", rect, blend(fill, theme.ink_on(fill), 0.6))
        _put(tile, "cross", rect, theme.danger)
    elif face.sign == "found":
        _put(tile, "flag", rect, theme.safe)
    elif face.sign == "flag":
        plain = face.ground in (Ground.CLOSED, Ground.SHOWN)
        _put(tile, "flag", rect, theme.flag if plain else ink)
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
        _write_middle(tile, face.sign, side * ODDS_SMALL, ink, bold=face.best)
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


def _raised(theme: Theme, side: int, fill: Colour) -> pygame.Surface:
    """A hidden cell: a soft key, lit from above."""
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
