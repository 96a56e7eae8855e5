"""What is seen of a board: its cells as the network takes them, and how much others belong to them.

The network knows cells from halves of cells and from most of what surrounds a board. Two things it
can't know of a cell alone. A plain one may be an open cell without lines, or the wall beside the
board; and the numbers beside a board look like numbers on it. So a row belongs to a board only if
its cells stand on a background that the board's have, too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.reading.crops import SIDE, Grid, cut_cells, is_plain
from sapper.reading.network import HIDDEN, JUNK, log_chances

if TYPE_CHECKING:
    from PIL.Image import Image

Array = NDArray[np.float32]

NEAREST, FURTHER = 240, 120
"""A cell is compared with so many cells: of the rows nearest to it, and of all others."""
LEAST_APART, SPREAD, MOST_OF_THEM = 3.0, 1.2, 0.7
"""Backgrounds are one if they differ by less than the first, of 255, and so many times what most
cells of the board's own outer rows differ from its others;"""
FAR_APART = 2.2
"""and they are two if they differ so many times more."""
SPOTS, SPOTS_ALIKE = 8, 6
"""At so many spots of a cell, backgrounds are compared, and at so many they must be alike: a digit
or a pointer may cover the others."""
HARDLY_TOLD = 0.3
"""How much a plain cell belongs to a board whose open cells seem to have lines: with cells that do,
a row may."""
LEAST_LEVELS_APART, LEVELS_SPREAD = 1.5, 2.0
"""The same of whole rows or columns, whose open cells share a level: noise hardly moves it;"""
LEVELS_COMPARED = 6
"""compared with that of so many rows or columns of the board."""
HARDLY_A_LINE, SURELY_A_LINE = 1.5, 2.8
"""Open cells whose borders differ less than this from what is inside, of 255, have no lines; those
whose borders differ by more than that have."""
FEW, ENOUGH = 3, 12
"""With fewer cells of a kind, open or closed, a board does not show what others look like; so many
show whether all have lines."""


@dataclass(frozen=True)
class Seen:
    """The cells of a grid: row, column, and what was made of each."""

    grid: Grid
    cells: NDArray[np.uint8]
    junk: Array
    is_open: NDArray[np.bool_]
    is_plain: NDArray[np.bool_]
    lines: Array
    grounds: Array

    def part(self, top: int, bottom: int, left: int, right: int) -> Seen:
        """Some rows and columns, the last ones not included."""
        at = slice(top, bottom), slice(left, right)
        return Seen(
            part_of(self.grid, top, left, bottom - top, right - left),
            self.cells[at],
            self.junk[at],
            self.is_open[at],
            self.is_plain[at],
            self.lines[at],
            self.grounds[at],
        )

    def joined(self, other: Seen, axis: int) -> Seen:
        """These cells and those below them (axis 0), or to the right of them (axis 1)."""
        rows = self.grid.rows + (other.grid.rows if axis == 0 else 0)
        columns = self.grid.columns + (other.grid.columns if axis == 1 else 0)
        return Seen(
            replace(self.grid, rows=rows, columns=columns),
            np.concatenate([self.cells, other.cells], axis),
            np.concatenate([self.junk, other.junk], axis),
            np.concatenate([self.is_open, other.is_open], axis),
            np.concatenate([self.is_plain, other.is_plain], axis),
            np.concatenate([self.lines, other.lines], axis),
            np.concatenate([self.grounds, other.grounds], axis),
        )

    def turned(self) -> Seen:
        """Columns as rows."""
        return replace(
            self,
            grid=replace(self.grid, rows=self.grid.columns, columns=self.grid.rows),
            cells=self.cells.swapaxes(0, 1),
            junk=self.junk.T,
            is_open=self.is_open.T,
            is_plain=self.is_plain.T,
            lines=self.lines.swapaxes(0, 1),
            grounds=self.grounds.swapaxes(0, 1),
        )


def part_of(grid: Grid, top: int, left: int, rows: int, columns: int) -> Grid:
    """Some cells of a grid, or beside it."""
    return replace(
        grid,
        left=grid.left + left * grid.cell_width,
        top=grid.top + top * grid.cell_height,
        rows=rows,
        columns=columns,
    )


def look(picture: Image, grid: Grid) -> Seen:
    """What is seen of these cells."""
    cells = cut_cells(picture, grid)
    chances = log_chances(cells)
    is_open = chances[:, :JUNK].argmax(axis=1) < HIDDEN
    shape = grid.rows, grid.columns
    return Seen(
        grid,
        cells.reshape(*shape, SIDE, SIDE, 3),
        np.exp(chances[:, JUNK]).reshape(shape),
        is_open.reshape(shape),
        is_plain(cells).reshape(shape),
        _lines(cells).reshape(*shape, 4, 3),
        _grounds(cells).reshape(*shape, SPOTS, 3),
    )


def _lines(cells: NDArray[np.uint8]) -> Array:
    """How much the border of each cell differs from what is further inside, on all four sides."""
    inside = cells.astype(np.float32)
    sides = []
    for turned in (
        inside,
        inside[:, ::-1],
        inside.swapaxes(1, 2),
        inside[:, :, ::-1].swapaxes(1, 2),
    ):
        steps = turned[:, 2:4, 4:-4].mean(axis=1) - turned[:, 4:6, 4:-4].mean(axis=1)
        sides.append(np.median(steps, axis=1))  # lines are as long as the side, strokes are not
    return np.stack(sides, axis=1)


def _grounds(cells: NDArray[np.uint8]) -> Array:
    """The colours in the four corners of each cell, and in the middle of its four sides."""
    low, middle, high = slice(4, 7), slice(10, 14), slice(-7, -4)
    spots = [
        cells[:, down, across].reshape(len(cells), -1, 3)
        for down in (low, middle, high)
        for across in (low, middle, high)
        if (down, across) != (middle, middle)
    ]
    return np.stack([np.median(spot, axis=1) for spot in spots], axis=1).astype(np.float32)


# How much cells belong to a board


def belonging(strip: Seen, board: Seen, *, if_plain: float = HARDLY_TOLD) -> float:
    """How many cells of a row or column are the board's, from none, 0, to all, 1.

    `if_plain` is how much a plain cell belongs to a board of which it is not known whether its open
    cells have lines.
    """
    is_row = strip.grid.rows == 1
    known = _compared(board, strip, is_row)
    tolerance = _tolerance(board, is_row)
    grounds = strip.grounds.reshape(-1, SPOTS, 3)
    apart = _apart(grounds, known) / tolerance
    alike = _alike(apart)
    # Where there are lines, they tell more, and so do the cells that have none.
    line = _line(board)
    is_lined = line > SURELY_A_LINE
    levels_apart = 0.0 if is_lined else _levels_apart(strip, board, is_row)
    same_level = float(_alike(np.float32(levels_apart)))
    alike = np.where(strip.is_open.ravel(), alike * same_level, alike)
    opened = board.is_open.mean() * board.is_open.size
    closed = board.is_open.size - opened
    is_new = np.where(strip.is_open.ravel(), opened < FEW, closed < FEW)
    between = slice(2, 4) if is_row else slice(0, 2)
    if SURELY_A_LINE < _line(board, between) < math.inf:
        lines = _lines_between(strip, strip.is_open & ~strip.is_plain, between)
        if lines < HARDLY_A_LINE and (board.is_open & ~board.is_plain).sum() >= ENOUGH:
            alike = np.where(strip.is_open.ravel(), 0, alike)
        elif SURELY_A_LINE < lines < math.inf:  # backgrounds may fade from row to row
            alike = np.where(strip.is_open.ravel(), 1, alike)
    sure = (1 - strip.junk.ravel()) * np.where(is_new, 1, alike)
    # Where a board's open cells have lines, what is plain is none of them.
    if board.is_plain.sum() >= FEW or line < HARDLY_A_LINE:
        if_plain = 1.0
    elif is_lined:
        has_lines = SURELY_A_LINE < _lines_between(strip, strip.is_plain, between) < math.inf
        if_plain = 1.0 if has_lines else min(if_plain, HARDLY_TOLD)
    if (
        _lines_between(strip, strip.is_plain, between)
        < HARDLY_A_LINE
        < _lines_between(board, board.is_plain, between) / 2
        < math.inf
    ):
        if_plain = 0.0
    plain = (apart < 1) * same_level * if_plain
    return float(np.where(strip.is_plain.ravel(), plain, sure).mean())


def _line(board: Seen, sides: slice = slice(None)) -> float:
    """How clearly lines are seen around open cells that show something; very, if there are few."""
    lines = board.lines[board.is_open & ~board.is_plain]
    if len(lines) < FEW:
        return math.inf
    return float(np.abs(np.median(lines[:, sides], axis=0)).mean(axis=1).max())


def _lines_between(strip: Seen, some: NDArray[np.bool_], sides: slice) -> float:
    """How clearly lines are seen between some cells of a row or column; very, if there are few.

    Labels and walls have the line at the board's border at best, and none between them. It is seen
    on either side of a cell, as the grid lies; and strokes of large digits may look like one.
    """
    lines = np.abs(strip.lines[some][:, sides]).mean(axis=2)
    return float(np.median(lines.max(axis=1))) if len(lines) >= FEW else math.inf


def _alike(apart: Array | np.float32) -> Array:
    """How much two backgrounds are one, by how many times more they differ than they may."""
    alike: Array = np.clip((FAR_APART - np.asarray(apart)) / (FAR_APART - 1), 0, 1)
    return alike


def _levels_apart(strip: Seen, board: Seen, is_row: bool) -> float:
    """How far the open cells of a strip are, all together, from those of the rows beside it.

    In parts of what rows of the board differ; 0 where there are too few open cells to tell.
    """
    lines = board if is_row else board.turned()
    beside = strip if is_row else strip.turned()
    is_before = strip.grid.top < board.grid.top if is_row else strip.grid.left < board.grid.left
    rows = lines.grid.rows
    order = range(rows) if is_before else range(rows - 1, -1, -1)
    shades = 2 if _is_chequered(lines) else 1
    levels = [level for row in order if (level := _levels(lines, row, row, shades)) is not None]
    own = _levels(beside, 0, -1 if is_before else rows, shades)
    if own is None or len(levels) < FEW:
        return 0.0
    near = np.array(levels[:LEVELS_COMPARED])
    apart = _differing(near[:, None], near[None])
    # Two rows must agree with it, and what most differ is usual: one may be none of the board's.
    usual = float(np.quantile(np.sort(apart, axis=1)[:, 2], MOST_OF_THEM, method="lower"))
    nearest = float(np.sort(_differing(near, own))[1])
    return nearest / (LEAST_LEVELS_APART + LEVELS_SPREAD * usual) if nearest < np.inf else 0.0


def _is_chequered(board: Seen) -> bool:
    """Whether every second open cell is darker than those between."""
    rows, columns = np.indices(board.is_open.shape)
    grounds = [board.grounds[board.is_open & ((rows + columns) % 2 == shade)] for shade in range(2)]
    if min(map(len, grounds)) < FEW:
        return False
    light, dark = (np.median(each.reshape(-1, 3), axis=0) for each in grounds)
    return float(np.abs(light - dark).mean()) > LEAST_APART


def _levels(lines: Seen, row: int, number: int, shades: int) -> Array | None:
    """The background that open cells of a row share, for each shade of a chequered board.

    A level of too few cells is not a number; None if there is no level at all. `number` is where
    the row is, counted from the board's first.
    """
    columns = np.arange(lines.grid.columns)
    levels = np.full((shades, 3), np.nan, dtype=np.float32)
    for shade in range(shades):
        grounds = lines.grounds[row][lines.is_open[row] & ((columns + number) % shades == shade)]
        if len(grounds) >= FEW:
            levels[shade] = np.median(grounds.reshape(-1, 3), axis=0)
    return None if np.isnan(levels).all() else levels


def _differing(some: Array, others: Array) -> Array:
    """How far levels are apart, by those that both have; infinitely, if they share none."""
    apart = np.abs(some - others)
    known = ~np.isnan(apart)
    count = known.sum(axis=(-2, -1))
    total = np.where(known, apart, 0).sum(axis=(-2, -1))
    differing: Array = np.where(count > 0, total / np.maximum(count, 1), np.inf)
    return differing


def _compared(board: Seen, strip: Seen, is_row: bool) -> Array:
    """Backgrounds of the board: those near to a strip, and some others."""
    grounds = board.grounds if is_row else board.grounds.swapaxes(0, 1)
    is_before = strip.grid.top < board.grid.top if is_row else strip.grid.left < board.grid.left
    ordered = (grounds if is_before else grounds[::-1]).reshape(-1, SPOTS, 3)
    further = ordered[NEAREST:]
    chosen = np.random.default_rng(0).permutation(len(further))[:FURTHER]
    return np.concatenate([ordered[:NEAREST], further[chosen]])


def _apart(some: Array, known: Array) -> Array:
    """How far each background is from the nearest of those known."""
    apart = np.abs(some[:, None] - known[None]).mean(axis=3)
    apart.partition(SPOTS_ALIKE - 1, axis=2)
    nearest: Array = apart[:, :, :SPOTS_ALIKE].mean(axis=2).min(axis=1)
    return nearest


def _tolerance(board: Seen, is_row: bool) -> float:
    """How far a background of the board's may be from all others: as far as those it has."""
    grounds = board.grounds if is_row else board.grounds.swapaxes(0, 1)
    usual = []
    for ordered in (grounds, grounds[::-1]):
        rest = ordered[1:].reshape(-1, SPOTS, 3)[:NEAREST]
        if len(rest):
            usual.append(float(np.quantile(_apart(ordered[0], rest), MOST_OF_THEM)))
    return LEAST_APART + SPREAD * max(usual, default=0.0)


def resemblance(strip: Seen) -> float:
    """How many cells of a row or column look like cells, whatever their background."""
    return float(np.where(strip.is_plain, 0, 1 - strip.junk).mean())
