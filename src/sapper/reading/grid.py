"""Lattices that may be the board's: evenly spaced lines across and down.

Lines over the whole picture are looked at first, then those in parts of it, where little but the
board is seen. Which of these lattices is the board's, and how far it reaches, `locate` decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.reading.crops import Grid
from sapper.reading.lines import (
    FEWEST_LINES,
    LONGEST_PERIOD,
    SHORTEST_PERIOD,
    Array,
    Comb,
    all_heights,
    comb_of,
    edges,
    find_combs,
    profile,
)

if TYPE_CHECKING:
    from PIL.Image import Image

FIRST_LENGTH = 9
"""The length of an edge, in pixels, while the size of the cells is unknown."""
LARGE_PICTURE = 1500
"""Larger pictures are reduced to this many pixels for the first look."""
LARGE_CELL = 32.0
"""Larger cells are reduced to this many pixels for the second."""
LARGEST_RATIO = 2.0
"""Of a cell's sides; in a terminal, cells are wider than they are high."""
MOST_LATTICES = 14
"""How many are tried of each part of the picture."""
SMALLEST_PART = 150
"""Parts smaller than this, in pixels, are not looked at alone."""


def find_lattices(picture: Image) -> Iterator[Grid]:
    """Lattices that may be the board's, likelier ones first, as grids over all of their lines."""
    shrunk = min(1.0, LARGE_PICTURE / max(picture.size))
    pixels = _pixels(picture, shrunk)
    for left, top, part in _parts(pixels):
        across = all_heights(profile(part, FIRST_LENGTH))
        down = all_heights(profile(_turned(part), FIRST_LENGTH))
        for one, other in _pairs(across, down):
            yield Grid(
                (left + one.first + 1) / shrunk,
                (top + other.first + 1) / shrunk,
                one.period / shrunk,
                other.period / shrunk,
                rows=other.gaps,
                columns=one.gaps,
            )


def _parts(pixels: Array) -> Iterator[tuple[int, int, Array]]:
    """All of the picture, then nine overlapping parts of it, the middle first."""
    yield 0, 0, pixels
    height, width, _ = pixels.shape
    if min(height, width) < 2 * SMALLEST_PART:
        return
    order = (1, 0, 2)
    for down in order:
        for across in order:
            top, left = down * height // 4, across * width // 4
            yield left, top, pixels[top : top + height // 2, left : left + width // 2]


def _pairs(across: list[Array], down: list[Array]) -> list[tuple[Comb, Comb]]:
    """Lines across and down that may frame cells: square ones first, as nearly all are."""
    columns, rows = find_combs(across), find_combs(down)
    square = [
        (comb_of(across, period), comb_of(down, period))
        for period in _periods([*columns, *rows], min(len(across[0]), len(down[0])))
    ]
    oblong = [
        (one, other)
        for one in columns
        for other in rows
        if 1 / LARGEST_RATIO < one.period / other.period < LARGEST_RATIO
    ]
    chosen = []
    for pairs in (square, oblong):
        pairs.sort(key=lambda pair: -pair[0].score * pair[1].score)
        chosen += [pair for pair in pairs if min(pair[0].score, pair[1].score) > 0][:MOST_LATTICES]
    return chosen


def _periods(combs: list[Comb], size: int) -> list[float]:
    """The periods of these combs, halved and doubled, too; no two nearly the same."""
    found: list[float] = []
    for comb in combs:
        for period in (comb.period, comb.period / 2, comb.period * 2):
            is_new = all(abs(period / other - 1) > 0.004 for other in found)
            longest = min(LONGEST_PERIOD, size / (FEWEST_LINES - 1))
            if is_new and SHORTEST_PERIOD <= period <= longest:
                found.append(period)
    return found


def _pixels(picture: Image, scale: float) -> Array:
    from PIL.Image import Resampling

    if scale != 1.0:
        size = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
        picture = picture.resize(size, Resampling.BOX)
    return np.asarray(picture, dtype=np.float32)


def _turned(pixels: Array) -> Array:
    return np.ascontiguousarray(pixels.transpose(1, 0, 2))


# Sharper


@dataclass
class _Axis:
    """The lines of one direction, at `at + number × period`, and how many cells they part."""

    at: float
    period: float
    cells: int


def sharpened(picture: Image, grid: Grid) -> Grid:
    """The same cells with finer periods and places, as the lines between them tell."""
    scale = min(1.0, LARGE_CELL / max(grid.cell_width, grid.cell_height))
    pixels = _pixels(picture, scale)
    axes = [
        _Axis(grid.left * scale, grid.cell_width * scale, grid.columns),
        _Axis(grid.top * scale, grid.cell_height * scale, grid.rows),
    ]
    for direction, seen in ((0, pixels), (1, _turned(pixels))):
        _sharpen(seen, axes[direction], axes[1 - direction])
    across, down = axes
    return replace(
        grid,
        left=across.at / scale,
        top=down.at / scale,
        cell_width=across.period / scale,
        cell_height=down.period / scale,
    )


def _sharpen(pixels: Array, axis: _Axis, other: _Axis) -> None:
    """A finer period and place, seen where the cells are in the other direction."""
    strip = pixels[max(0, int(other.at)) : int(other.at + other.cells * other.period) + 1]
    if len(strip) < 2 * other.period:
        return
    heights: Array = edges(strip, max(3, round(0.6 * other.period))).mean(axis=0)
    numbers = np.arange(axis.cells + 1)
    middle = axis.cells / 2
    reach = max(1.2, 0.2 * axis.period) / axis.cells
    periods = axis.period + np.linspace(-reach, reach, 65)
    shifts = np.arange(-0.12 * axis.period, 0.12 * axis.period, 0.5)
    starts = axis.at - 1 + (axis.period - periods[:, None]) * middle + shifts[None, :]
    places = starts[:, :, None] + periods[:, None, None] * numbers
    values = np.interp(places, np.arange(len(heights)), heights).mean(axis=2)
    best = np.unravel_index(int(values.argmax()), values.shape)
    axis.period = float(periods[best[0]])
    start = float(starts[best])
    axis.at = start + _middle_of_lines(heights, start, axis.period, numbers)


def _middle_of_lines(heights: Array, at: float, period: float, numbers: NDArray[np.intp]) -> float:
    """How far the middle of a gap, or of an edge with its two sides, is from the line found."""
    shifts = np.arange(-0.13 * period, 0.13 * period + 0.5, 0.5)
    places = at + shifts[:, None] + numbers[None, :] * period
    inside = (places >= 0) & (places < len(heights) - 1)
    values = np.where(inside, np.interp(places, np.arange(len(heights)), heights), 0).mean(axis=1)
    values = np.maximum(values - 0.35 * values.max(), 0)
    # An edge lies between two pixels, at the left border of the second.
    return float((shifts * values).sum() / max(1e-6, values.sum())) + 1.0
