"""What is seen of a board: its cells, cut out, and how little each looks like one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.reading.crops import SIDE, Grid, cut_cells, is_plain, part_of
from sapper.reading.network import JUNK, Array, log_chances

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True)
class Seen:
    """The cells of a grid, by row and column, and the chance that each is none."""

    grid: Grid
    cells: NDArray[np.uint8]
    junk: Array
    is_plain: NDArray[np.bool_]

    def part(self, top: int, bottom: int, left: int, right: int) -> Seen:
        """Some rows and columns, the last ones not included."""
        at = slice(top, bottom), slice(left, right)
        return Seen(
            part_of(self.grid, top, left, bottom - top, right - left),
            self.cells[at],
            self.junk[at],
            self.is_plain[at],
        )

    def joined(self, other: Seen, axis: int) -> Seen:
        """These cells and those below them (axis 0), or to the right of them (axis 1)."""
        rows = self.grid.rows + (other.grid.rows if axis == 0 else 0)
        columns = self.grid.columns + (other.grid.columns if axis == 1 else 0)
        return Seen(
            replace(self.grid, rows=rows, columns=columns),
            np.concatenate([self.cells, other.cells], axis),
            np.concatenate([self.junk, other.junk], axis),
            np.concatenate([self.is_plain, other.is_plain], axis),
        )


def look(picture: Image, grid: Grid) -> Seen:
    """What is seen of these cells."""
    cells = cut_cells(picture, grid)
    shape = grid.rows, grid.columns
    return Seen(
        grid,
        cells.reshape(*shape, SIDE, SIDE, 3),
        np.exp(log_chances(cells)[:, JUNK]).reshape(shape),
        is_plain(cells).reshape(shape),
    )
