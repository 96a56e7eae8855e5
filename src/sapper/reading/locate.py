"""The board in a picture: of all lattices that lines suggest, the one whose cells look like cells.

The network knows cells of boards from everything else, such as halves of cells, so it decides: of
a lattice, a few cells are looked at; where they are cells, the board grows from them, a row or a
column at a time, as far as these look like cells.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.reading.crops import Grid, cut_cells
from sapper.reading.grid import find_lattices, sharpened
from sapper.reading.network import JUNK, log_chances

if TYPE_CHECKING:
    from PIL.Image import Image

CLEARLY_CELLS = 0.03
"""A grid with less junk than this, on average, is the board: no other is looked for."""
FEWEST_CELLS, MOST_CELLS = 4, 200
"""Along a side of the board."""
SAMPLES = 7
"""Along each side of a lattice, so many cells are looked at first,"""
BLOCK = 3
"""and so many of them beside each other must look like cells."""
PROMISING = 0.4
"""With more junk than this among them, they don't."""
PART_OF_IT, LIKE_THE_REST, MOST_JUNK = 0.13, 4.0, 0.3
"""A row or column with less junk than the first is part of the board, or than so many times that of
the cells known so far; never with more than the last. A pointer may hide one cell of eight."""
SURELY_PART, SURELY_NONE = 0.2, 0.4
"""and between these, it is not sure."""
HARDLY_ANY_JUNK = 0.012
"""With more than this, the grid is not sure: right ones have a hundred times less."""
MOST_ROUNDS = 8
NUDGES = (-0.16, -0.08, 0.0, 0.08, 0.16)
"""By which parts of a cell a grid is shifted that does not fit,"""
NUDGED_BY = 6
"""judged by so many of its rows and columns."""
HARDLY_A_BOARD = 0.45
HANGING_OVER = 0.2
"""How much of a cell may lie outside of the picture."""


@dataclass(frozen=True)
class Located:
    """A grid, its cells cut out, and how much of it looks like no cell at all.

    `is_clear` tells whether the board seems to end where the grid does, on all four sides.
    """

    grid: Grid
    cells: NDArray[np.uint8]
    junk: float
    is_clear: bool


def locate(picture: Image, seconds: float) -> Located | None:
    """The board, or None if there is none; within this time, as far as one is found at all."""
    begun = monotonic()
    best: Located | None = None
    for lattice in find_lattices(picture):
        for seed in _seeds(picture, lattice):
            found = _located(picture, _grown(picture, seed))
            if found is not None and (best is None or _quality(found) > _quality(best)):
                best = found
        if best is not None and best.junk < CLEARLY_CELLS:
            break
        if monotonic() - begun > seconds:
            break
    return best if best is not None and best.junk < HARDLY_A_BOARD else None


def _quality(found: Located) -> float:
    """More cells count for more, as parts of a board look like cells, too."""
    cells = found.grid.rows * found.grid.columns
    return float((1 - found.junk) ** 3 * cells**0.25)


def _junk(picture: Image, grid: Grid) -> NDArray[np.float32]:
    """For each cell of a grid, the chance that it is none."""
    junk: NDArray[np.float32] = np.exp(log_chances(cut_cells(picture, grid))[:, JUNK])
    return junk.reshape(grid.rows, grid.columns)


def _part(grid: Grid, top: int, left: int, rows: int, columns: int) -> Grid:
    """Some cells of a grid, or beside it."""
    return replace(
        grid,
        left=grid.left + left * grid.cell_width,
        top=grid.top + top * grid.cell_height,
        rows=rows,
        columns=columns,
    )


# Where cells are


def _seeds(picture: Image, lattice: Grid) -> list[Grid]:
    """The part of a lattice where cells are, if any, be it half a cell further."""
    right, down = lattice.cell_width / 2, lattice.cell_height / 2
    seeds = []
    for across, along in ((0.0, 0.0), (right, 0.0), (0.0, down), (right, down)):
        shifted = replace(lattice, left=lattice.left + across, top=lattice.top + along)
        seed = _seed(picture, shifted)
        if seed is not None:
            seeds.append(seed)
    return seeds


def _seed(picture: Image, lattice: Grid) -> Grid | None:
    rows = np.unique(np.linspace(0, lattice.rows - 1, SAMPLES).round().astype(int))
    columns = np.unique(np.linspace(0, lattice.columns - 1, SAMPLES).round().astype(int))
    if min(len(rows), len(columns)) < BLOCK:
        return None
    cells = [_part(lattice, row, column, 1, 1) for row in rows for column in columns]
    cut = np.concatenate([cut_cells(picture, cell) for cell in cells])
    junk = np.exp(log_chances(cut)[:, JUNK]).reshape(len(rows), len(columns))
    blocks = np.lib.stride_tricks.sliding_window_view(junk, (BLOCK, BLOCK)).mean(axis=(2, 3))
    at = np.unravel_index(int(blocks.argmin()), blocks.shape)
    if blocks[at] > PROMISING:
        return None
    top, left = int(rows[at[0]]), int(columns[at[1]])
    bottom, right = int(rows[at[0] + BLOCK - 1]), int(columns[at[1] + BLOCK - 1])
    return _part(lattice, top, left, bottom - top + 1, right - left + 1)


# How far they reach


def _grown(picture: Image, seed: Grid) -> Grid:
    """All cells around a few, their place and size the finer the more there are."""
    grid = seed
    for _ in range(MOST_ROUNDS):
        finer = _nudged(picture, sharpened(picture, grid))
        before = finer.rows, finer.columns
        grid = _extended(picture, finer)
        if (grid.rows, grid.columns) == before:
            break
    return grid


def _nudged(picture: Image, grid: Grid) -> Grid:
    """The grid a little further, if its cells then look more like cells: text has no lines."""
    top, left = (max(0, (side - NUDGED_BY) // 2) for side in (grid.rows, grid.columns))
    rows, columns = min(grid.rows, NUDGED_BY), min(grid.columns, NUDGED_BY)
    junk = float(_junk(picture, _part(grid, top, left, rows, columns)).mean())
    if junk < CLEARLY_CELLS:
        return grid
    best = grid
    for across in NUDGES:
        for down in NUDGES:
            nudged = replace(
                grid,
                left=grid.left + across * grid.cell_width,
                top=grid.top + down * grid.cell_height,
            )
            less = float(_junk(picture, _part(nudged, top, left, rows, columns)).mean())
            if less < junk:
                best, junk = nudged, less
    return best


def _extended(picture: Image, grid: Grid) -> Grid:
    """A grid with the rows and columns beside it that look like cells; at most twice as large."""
    most_rows = min(MOST_CELLS, 2 * grid.rows)
    most_columns = min(MOST_CELLS, 2 * grid.columns)
    most = _most_junk(float(_junk(picture, grid).mean()))
    is_growing = True
    while is_growing:
        is_growing = False
        for strip, larger in zip(_beside(grid), _larger(grid), strict=True):
            if larger.rows > most_rows or larger.columns > most_columns:
                continue
            if _is_inside(picture, strip) and _junk(picture, strip).mean() < most:
                grid, is_growing = larger, True
                break
    return grid


def _most_junk(inside: float) -> float:
    """With how much junk a row is part of a board that has so much of it."""
    return min(MOST_JUNK, PART_OF_IT + LIKE_THE_REST * inside)


def _beside(grid: Grid) -> tuple[Grid, Grid, Grid, Grid]:
    """The row above, the one below, the column to the left and the one to the right."""
    return (
        _part(grid, -1, 0, 1, grid.columns),
        _part(grid, grid.rows, 0, 1, grid.columns),
        _part(grid, 0, -1, grid.rows, 1),
        _part(grid, 0, grid.columns, grid.rows, 1),
    )


def _larger(grid: Grid) -> tuple[Grid, Grid, Grid, Grid]:
    """The grid with each of these."""
    return (
        _part(grid, -1, 0, grid.rows + 1, grid.columns),
        _part(grid, 0, 0, grid.rows + 1, grid.columns),
        _part(grid, 0, -1, grid.rows, grid.columns + 1),
        _part(grid, 0, 0, grid.rows, grid.columns + 1),
    )


def _is_inside(picture: Image, grid: Grid) -> bool:
    wide, high = grid.cell_width, grid.cell_height
    right, bottom = grid.left + grid.columns * wide, grid.top + grid.rows * high
    return (
        grid.left > -HANGING_OVER * wide
        and grid.top > -HANGING_OVER * high
        and right < picture.width + HANGING_OVER * wide
        and bottom < picture.height + HANGING_OVER * high
    )


def _located(picture: Image, grid: Grid) -> Located | None:
    """The grid without the rows and columns at its border that are none of the board's."""
    junk = _junk(picture, grid)
    top, bottom, left, right = 0, grid.rows, 0, grid.columns
    while bottom - top >= FEWEST_CELLS and right - left >= FEWEST_CELLS:
        part = junk[top:bottom, left:right]
        borders = [part[0].mean(), part[-1].mean(), part[:, 0].mean(), part[:, -1].mean()]
        worst = int(np.argmax(borders))
        if borders[worst] < _most_junk(float(np.median(part.mean(axis=1)))):
            trimmed = _part(grid, top, left, bottom - top, right - left)
            outside = [
                float(_junk(picture, strip).mean())
                for strip in _beside(trimmed)
                if _is_inside(picture, strip)
            ]
            ends_here = borders[worst] < SURELY_PART and min(outside, default=1.0) > SURELY_NONE
            is_clear = ends_here and part.mean() < HARDLY_ANY_JUNK
            cells = cut_cells(picture, trimmed)
            return Located(trimmed, cells, float(part.mean()), bool(is_clear))
        top, bottom = top + (worst == 0), bottom - (worst == 1)
        left, right = left + (worst == 2), right - (worst == 3)
    return None
