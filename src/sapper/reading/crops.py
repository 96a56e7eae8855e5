"""A grid in a picture, and its cells cut out, all in the same size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE = 24
"""The pixels along a side of each cell that the network looks at."""
MARGIN = 0.08
"""How much of its neighbours is seen with a cell, in cells: enough for the lines between them."""

PLAIN = 3.0
"""The standard deviation of colours, of 255, below which there is nothing to be seen."""


@dataclass(frozen=True)
class Grid:
    """Where the cells are, in pixels; cells need not be whole pixels wide.

    >>> Grid(10, 20, 16.5, 16.5, rows=9, columns=9).box(0, 2)
    (43.0, 20.0, 59.5, 36.5)
    """

    left: float
    top: float
    cell_width: float
    cell_height: float
    rows: int
    columns: int

    def box(self, row: int, column: int) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of a cell."""
        left = self.left + column * self.cell_width
        top = self.top + row * self.cell_height
        return left, top, left + self.cell_width, top + self.cell_height


def part_of(grid: Grid, top: int, left: int, rows: int, columns: int) -> Grid:
    """Some cells of a grid, or beside it.

    >>> part_of(Grid(10, 20, 16, 16, rows=9, columns=9), -1, 2, 1, 3)
    Grid(left=42, top=4, cell_width=16, cell_height=16, rows=1, columns=3)
    """
    return replace(
        grid,
        left=grid.left + left * grid.cell_width,
        top=grid.top + top * grid.cell_height,
        rows=rows,
        columns=columns,
    )


def cut_cells(picture: Image, grid: Grid) -> NDArray[np.uint8]:
    """Every cell of the grid, row by row, `SIDE` × `SIDE` pixels of three colours each."""
    from PIL.Image import Resampling

    cells = np.empty((grid.rows * grid.columns, SIDE, SIDE, 3), dtype=np.uint8)
    across, down = MARGIN * grid.cell_width, MARGIN * grid.cell_height
    for position in range(len(cells)):
        left, top, right, bottom = grid.box(*divmod(position, grid.columns))
        box = (
            min(max(0.0, left - across), picture.width - 1.0),
            min(max(0.0, top - down), picture.height - 1.0),
            max(1.0, min(picture.width, right + across)),
            max(1.0, min(picture.height, bottom + down)),
        )
        cells[position] = np.asarray(picture.resize((SIDE, SIDE), Resampling.BILINEAR, box=box))
    return cells


def is_plain(cells: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which cells are of one colour all over, lines and all, so that they may lie anywhere.

    >>> is_plain(np.full((2, SIDE, SIDE, 3), 200, dtype=np.uint8))
    array([ True,  True])
    """
    plain: NDArray[np.bool_] = (cells.std(axis=(1, 2), dtype=np.float32) < PLAIN).all(axis=1)
    return plain
