"""The board in a picture: of all lattices that lines suggest, the one whose cells look like cells.

The network knows cells of boards from everything else, such as halves of cells, so it decides: of
a lattice, a few cells are looked at; where they are cells, the board grows from them, a row or a
column at a time, as far as these belong to it. The board is the largest that is found so.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.reading.border import belongs
from sapper.reading.crops import Grid, cut_cells, is_plain, part_of
from sapper.reading.grid import find_lattices, sharpened
from sapper.reading.network import JUNK, Array, log_chances
from sapper.reading.seen import Seen, look

if TYPE_CHECKING:
    from PIL.Image import Image

FEWEST_CELLS, MOST_CELLS = 4, 200
"""Along a side of the board."""
PATIENCE = 10
"""After so many lattices, a board is taken that is well seen, but does not end clearly."""
SAME_SIZE = 0.01
PHASES = 5
"""So many places of a lattice are tried in each direction."""
SAMPLES = 5
"""Along each side of a lattice, so many cells are looked at first,"""
BLOCK = 3
"""and so many of them beside each other must look like cells."""
PROMISING = 0.4
"""With more junk than this among them, they don't."""
UNTOLD = 0.5
"""Plain cells tell nothing, so they count for as much junk as this."""
PART_OF_IT = 0.5
"""A row or column is part of the board if its chance to be is higher,"""
SURELY_PART, SURELY_NONE = 0.9, 0.1
"""and it is not sure if it is between these."""
HARDLY_ANY_JUNK = 0.05
"""With more than this, the grid is not sure."""
MOST_ROUNDS = 8
NUDGES = (-0.16, -0.08, 0.0, 0.08, 0.16)
"""By which parts of a cell a grid is shifted that does not fit,"""
NUDGED_BY = 6
"""judged by so many of its rows and columns."""
FITS, WORTH_IT = 0.03, 0.02
"""A grid with less junk than this is not shifted, nor for less than that."""
HARDLY_A_BOARD = 0.45
HANGING_OVER = 0.2
"""How much of a cell may lie outside of the picture."""


@dataclass(frozen=True)
class Located:
    """A grid, its cells cut out, and how much of it looks like no cell at all.

    `is_clear` tells whether the board seems to end where the grid does, on all four sides, and
    `quality` how much of the picture is surely cells: parts of a board look like cells, too.
    """

    grid: Grid
    cells: NDArray[np.uint8]
    junk: float
    is_clear: bool
    quality: float


def locate(picture: Image, until: float = math.inf) -> Located | None:
    """The board, or None if there is none; after a moment in time, the best that was found."""
    best: Located | None = None
    for tried, lattice in enumerate(_different(find_lattices(picture))):
        if monotonic() > until:
            break
        for seed in _seeds(picture, lattice):
            for by_lines in (True, False):
                grown = _grown(picture, seed, by_lines)
                found = _located(picture, grown) if grown is not None else None
                if found is not None and found.is_clear:
                    return found
                if found is not None and (best is None or found.quality > best.quality):
                    best = found
        if best is not None and best.junk < HARDLY_ANY_JUNK and tried > PATIENCE:
            return best
    return best if best is not None and best.junk < HARDLY_A_BOARD else None


def _different(lattices: Iterator[Grid]) -> Iterator[Grid]:
    """Only lattices that lie elsewhere than those before."""
    before = set()
    for each in lattices:
        place = each.left / each.cell_width % 1, each.top / each.cell_height % 1
        sizes = np.log([each.cell_width, each.cell_height]) / SAME_SIZE
        known = (*sizes.round(), *np.round(np.array(place) * PHASES), each.rows, each.columns)
        if known not in before:
            before.add(known)
            yield each


def _junk_of(cells: NDArray[np.uint8]) -> Array:
    """For each cell, the chance that it is none; plain ones tell nothing."""
    return np.where(is_plain(cells), UNTOLD, np.exp(log_chances(cells)[:, JUNK]))


# Where cells are


def _seeds(picture: Image, lattice: Grid) -> Iterator[Grid]:
    """Parts of a lattice where cells are, if any: as it lies, then moved by parts of a cell.

    Where cells have no lines, lines of digits tell how far apart they are, but not where.
    """
    rows = np.unique(np.linspace(0, lattice.rows - 1, SAMPLES).round().astype(int))
    columns = np.unique(np.linspace(0, lattice.columns - 1, SAMPLES).round().astype(int))
    if min(len(rows), len(columns)) < BLOCK:
        return
    as_it_lies, *moved = [
        _shifted(lattice, across / PHASES, down / PHASES)
        for down in range(PHASES)
        for across in range(PHASES)
    ]
    for lattices in ([as_it_lies], moved):
        junk, seed = min(
            (_likeliest_part(picture, each, rows, columns) for each in lattices),
            key=lambda part: part[0],
        )
        if junk < PROMISING:
            yield seed


def _likeliest_part(
    picture: Image, lattice: Grid, rows: NDArray[np.intp], columns: NDArray[np.intp]
) -> tuple[float, Grid]:
    """How much junk is where there is the least of it, of some rows and columns; and that part."""
    cells = [part_of(lattice, int(row), int(column), 1, 1) for row in rows for column in columns]
    cut = np.concatenate([cut_cells(picture, cell) for cell in cells])
    junk = _junk_of(cut).reshape(len(rows), len(columns))
    blocks = np.lib.stride_tricks.sliding_window_view(junk, (BLOCK, BLOCK)).mean(axis=(2, 3))
    down, across = np.unravel_index(int(blocks.argmin()), blocks.shape)
    top, left = int(rows[down]), int(columns[across])
    bottom, right = int(rows[down + BLOCK - 1]), int(columns[across + BLOCK - 1])
    part = part_of(lattice, top, left, bottom - top + 1, right - left + 1)
    return float(blocks[down, across]), part


# How far they reach


def _grown(picture: Image, seed: Grid, by_lines: bool) -> Seen | None:
    """All cells around a few.

    Place and size are the finer the more there are, if lines tell: between cells without lines,
    strokes of digits are taken for lines, and a grid that was right gets worse.
    """
    grid = seed
    for _ in range(MOST_ROUNDS):
        finer, junk = _nudged(picture, sharpened(picture, grid) if by_lines else grid)
        if junk > PROMISING:
            return None
        seen = _extended(picture, look(picture, finer))
        grid = seen.grid
        if grid == finer:
            break
    return seen


def _shifted(grid: Grid, across: float, down: float) -> Grid:
    """A grid moved by parts of a cell."""
    return replace(
        grid,
        left=grid.left + across * grid.cell_width,
        top=grid.top + down * grid.cell_height,
    )


def _nudged(picture: Image, grid: Grid) -> tuple[Grid, float]:
    """The grid a little further, if its cells then look more like cells: text has no lines."""
    top, left = (max(0, (side - NUDGED_BY) // 2) for side in (grid.rows, grid.columns))
    rows, columns = min(grid.rows, NUDGED_BY), min(grid.columns, NUDGED_BY)

    def junk_at(across: float, down: float) -> tuple[float, Grid]:
        nudged = _shifted(grid, across, down)
        cells = cut_cells(picture, part_of(nudged, top, left, rows, columns))
        return float(_junk_of(cells).mean()), nudged

    junk, best = junk_at(0, 0)
    if junk < FITS:
        return best, junk
    _, across = min((junk_at(by, 0)[0], by) for by in NUDGES)
    less, down = min((junk_at(across, by)[0], by) for by in NUDGES)
    return junk_at(across, down)[::-1] if less < junk - WORTH_IT else (best, junk)


def _extended(picture: Image, board: Seen) -> Seen:
    """A board with the rows and columns beside it that belong to it; at most twice as large."""
    most_rows = min(MOST_CELLS, 2 * board.grid.rows)
    most_columns = min(MOST_CELLS, 2 * board.grid.columns)
    open_sides = [True] * 4
    while any(open_sides):
        for side in range(4):
            if not open_sides[side]:
                continue
            strip = beside(board.grid)[side]
            is_full = (
                board.grid.rows >= most_rows if side < 2 else board.grid.columns >= most_columns
            )
            open_sides[side] = not is_full and is_inside(picture, strip)
            if open_sides[side]:
                open_sides[side] = belongs(picture, board.grid, side) > PART_OF_IT
            if open_sides[side]:
                seen = look(picture, strip)
                board = (
                    seen.joined(board, side // 2)
                    if side % 2 == 0
                    else board.joined(seen, side // 2)
                )
    return board


def beside(grid: Grid) -> tuple[Grid, Grid, Grid, Grid]:
    """The row above, the one below, the column to the left and the one to the right."""
    return (
        part_of(grid, -1, 0, 1, grid.columns),
        part_of(grid, grid.rows, 0, 1, grid.columns),
        part_of(grid, 0, -1, grid.rows, 1),
        part_of(grid, 0, grid.columns, grid.rows, 1),
    )


def _with(grid: Grid, strip: Grid) -> Grid:
    """A grid with the row or column beside it."""
    return replace(
        grid,
        left=min(grid.left, strip.left),
        top=min(grid.top, strip.top),
        rows=grid.rows + (strip.rows == 1),
        columns=grid.columns + (strip.columns == 1),
    )


def is_inside(picture: Image, grid: Grid) -> bool:
    """Whether cells are in the picture, but for a part of the outermost ones."""
    wide, high = grid.cell_width, grid.cell_height
    right, bottom = grid.left + grid.columns * wide, grid.top + grid.rows * high
    return (
        grid.left > -HANGING_OVER * wide
        and grid.top > -HANGING_OVER * high
        and right < picture.width + HANGING_OVER * wide
        and bottom < picture.height + HANGING_OVER * high
    )


def _located(picture: Image, board: Seen) -> Located | None:
    """The board without the rows and columns at its border that are none of its own."""
    while min(board.grid.rows, board.grid.columns) >= FEWEST_CELLS:
        height, width = board.grid.rows, board.grid.columns
        smaller = (
            board.part(1, height, 0, width),
            board.part(0, height - 1, 0, width),
            board.part(0, height, 1, width),
            board.part(0, height, 0, width - 1),
        )
        borders = [belongs(picture, less.grid, side) for side, less in enumerate(smaller)]
        worst = int(np.argmin(borders))
        if borders[worst] <= PART_OF_IT:
            board = smaller[worst]
            continue
        beyond = [
            belongs(picture, grid, side)
            for side, strip in enumerate(beside(board.grid))
            # Seen from one row further out, the board may go on: then that row was mistaken.
            for grid in (board.grid, _with(board.grid, strip))
            if is_inside(picture, beside(grid)[side])
        ]
        told = np.where(board.is_plain, UNTOLD, board.junk)
        quality = float((UNTOLD - told).sum()) * board.grid.cell_width * board.grid.cell_height
        junk = float(np.where(board.is_plain, 0, board.junk).mean())
        ends_here = borders[worst] > SURELY_PART and max(beyond, default=0.0) < SURELY_NONE
        cells = board.cells.reshape(-1, *board.cells.shape[2:])
        return Located(board.grid, cells, junk, ends_here and junk < HARDLY_ANY_JUNK, quality)
    return None
