"""The board in a picture: of all grids that lines suggest, the one whose cells look like cells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.reading.crops import Grid, cut_cells
from sapper.reading.grid import FEWEST_CELLS, find_grids
from sapper.reading.network import JUNK, log_chances

if TYPE_CHECKING:
    from PIL.Image import Image

CLEARLY_CELLS = 0.03
"""A grid with less junk than this, on average, is the board: no other is looked for."""
MOST_JUNK = 0.45
"""A row or column at the border with more junk than this is not part of the board."""
SOME_JUNK = 0.15
"""With more than this, it may not be; and a row beside the board with less may be part of it."""
MUCH_JUNK = 0.25
"""With more than this, the grid is tried half a cell further."""
HARDLY_A_BOARD = 0.45


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
    for grid in find_grids(picture):
        found = _trimmed(picture, grid)
        if found is None or found.junk > MUCH_JUNK:
            shifted = [_trimmed(picture, other) for other in _shifted(grid)]
            found = min([found, *shifted], key=lambda each: 1.0 if each is None else each.junk)
        if found is not None and (best is None or _quality(found) > _quality(best)):
            best = found
        if best is not None and (best.junk < CLEARLY_CELLS or monotonic() - begun > seconds):
            break
    if best is None or best.junk > HARDLY_A_BOARD:
        return None
    return replace(best, is_clear=best.is_clear and not _goes_on(picture, best.grid))


def _quality(found: Located) -> float:
    """More cells count for more, as parts of a board look like cells, too."""
    cells = found.grid.rows * found.grid.columns
    return float((1 - found.junk) ** 3 * cells**0.25)


def _shifted(grid: Grid) -> list[Grid]:
    """Half a cell to the left, up, or both: characters may be seen better than lines."""
    left = replace(grid, left=grid.left - grid.cell_width / 2, columns=grid.columns + 1)
    up = replace(grid, top=grid.top - grid.cell_height / 2, rows=grid.rows + 1)
    return [left, up, replace(left, top=up.top, rows=up.rows)]


def _goes_on(picture: Image, grid: Grid) -> bool:
    """Whether there are cells beside the board, too, as far as the picture has room for them."""
    wide, high = grid.cell_width, grid.cell_height
    beside = (
        replace(grid, left=grid.left - wide, columns=1),
        replace(grid, left=grid.left + grid.columns * wide, columns=1),
        replace(grid, top=grid.top - high, rows=1),
        replace(grid, top=grid.top + grid.rows * high, rows=1),
    )
    for strip in beside:
        right, bottom = strip.left + strip.columns * wide, strip.top + strip.rows * high
        is_seen = strip.left > -0.2 * wide and strip.top > -0.2 * high
        if is_seen and right < picture.width + 0.2 * wide and bottom < picture.height + 0.2 * high:
            junk = np.exp(log_chances(cut_cells(picture, strip))[:, JUNK])
            if junk.mean() < SOME_JUNK:
                return True
    return False


def _trimmed(picture: Image, grid: Grid) -> Located | None:
    """The grid without the rows and columns around it that are none of the board's."""
    cells = cut_cells(picture, grid)
    junk = np.exp(log_chances(cells)[:, JUNK]).reshape(grid.rows, grid.columns)
    top, bottom, left, right = 0, grid.rows, 0, grid.columns
    while bottom - top >= FEWEST_CELLS and right - left >= FEWEST_CELLS:
        part = junk[top:bottom, left:right]
        borders = [part[0].mean(), part[-1].mean(), part[:, 0].mean(), part[:, -1].mean()]
        worst = int(np.argmax(borders))
        if borders[worst] < MOST_JUNK:
            trimmed = replace(
                grid,
                left=grid.left + left * grid.cell_width,
                top=grid.top + top * grid.cell_height,
                rows=bottom - top,
                columns=right - left,
            )
            kept = cells.reshape(grid.rows, grid.columns, *cells.shape[1:])
            inside = np.ascontiguousarray(kept[top:bottom, left:right])
            is_clear = borders[worst] < max(SOME_JUNK, 3 * float(part.mean()))
            flat = inside.reshape(-1, *cells.shape[1:])
            return Located(trimmed, flat, float(part.mean()), bool(is_clear))
        if worst == 0:
            top += 1
        elif worst == 1:
            bottom -= 1
        elif worst == 2:
            left += 1
        else:
            right -= 1
    return None
