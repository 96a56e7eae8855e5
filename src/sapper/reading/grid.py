"""Where the board is: evenly spaced lines across and down, and how far they reach.

First, lines over the whole picture tell how far apart they are. Then each side of each cell is
looked at alone: the board reaches as far as the cells are framed by lines on their sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.reading.crops import Grid
from sapper.reading.lines import Array, Comb, edges, find_combs, profile

if TYPE_CHECKING:
    from PIL.Image import Image

FIRST_LENGTH = 9
"""The length of an edge, in pixels, while the size of the cells is unknown."""
LARGE_PICTURE = 1500
"""Larger pictures are reduced to this many pixels for the first look."""
LARGE_CELL = 32.0
"""Larger cells are reduced to this many pixels for the second."""
SEEN = 0.1
"""How strong the edge between two cells must be, above the roughness of the cells themselves."""
LARGEST_RATIO = 2.0
"""Of a cell's sides; in a terminal, cells are wider than they are high."""
PAIRS_TRIED = 5
FEWEST_CELLS, MOST_CELLS = 4, 200
"""Along a side of the board."""


def find_grids(picture: Image) -> Iterator[Grid]:
    """Grids that may be the board's, likelier ones first."""
    shrunk = min(1.0, LARGE_PICTURE / max(picture.size))
    pixels = _pixels(picture, shrunk)
    across = find_combs(profile(pixels, FIRST_LENGTH))
    down = find_combs(profile(_turned(pixels), FIRST_LENGTH))
    pairs = [(one, other) for one in across for other in down if _may_be_cells(one, other)]
    pairs.sort(key=lambda pair: -_promise(*pair))
    seen: set[tuple[int, int, int, int]] = set()
    for one, other in pairs[:PAIRS_TRIED]:
        scale = min(1.0, shrunk * LARGE_CELL / max(one.period, other.period))
        factor = scale / shrunk
        fitting = _Fitting(_pixels(picture, scale), _scaled(one, factor), _scaled(other, factor))
        grid = fitting.grid(scale)
        if grid is None:
            continue
        key = (round(grid.left / 4), round(grid.top / 4), grid.rows, grid.columns)
        if key not in seen:
            seen.add(key)
            yield grid


def _pixels(picture: Image, scale: float) -> Array:
    from PIL.Image import Resampling

    if scale != 1.0:
        size = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
        picture = picture.resize(size, Resampling.BOX)
    return np.asarray(picture, dtype=np.float32)


def _turned(pixels: Array) -> Array:
    return np.ascontiguousarray(pixels.transpose(1, 0, 2))


def _scaled(comb: Comb, factor: float) -> Comb:
    return Comb(comb.first * factor, comb.period * factor, comb.gaps, comb.score)


def _may_be_cells(across: Comb, down: Comb) -> bool:
    return 1 / LARGEST_RATIO < across.period / down.period < LARGEST_RATIO


def _promise(across: Comb, down: Comb) -> float:
    squareness = 1.6 if abs(across.period / down.period - 1) < 0.02 else 1.0
    return across.score * down.score * squareness


@dataclass
class _Axis:
    """The lines of one direction, at `at + number × period`; the board's are `first` to `last`."""

    at: float
    period: float
    first: int
    last: int

    def place(self, number: float) -> float:
        return self.at + number * self.period

    def all_lines(self, size: int) -> range:
        """The numbers of all lines that the picture has room for."""
        before = int(self.at / self.period + 0.1)
        after = int((size - 1 - self.at) / self.period + 0.1)
        return range(-before, after + 1)


class _Fitting:
    """Two combs made to fit the picture, and the board's reach along them."""

    def __init__(self, pixels: Array, across: Comb, down: Comb) -> None:
        self.pixels = pixels, _turned(pixels)
        self.axes = [_Axis(comb.first, comb.period, 0, comb.gaps) for comb in (across, down)]

    def grid(self, scale: float) -> Grid | None:
        """The grid in the picture that was reduced to this scale; None if it is none."""
        for direction in (0, 1, 0, 1):
            self._sharpen(direction)
        sides = self._sides(0), self._sides(1)
        for direction in (0, 1, 0, 1):
            self._reach(direction, sides)
        across, down = self.axes
        columns, rows = across.last - across.first, down.last - down.first
        if min(rows, columns) < FEWEST_CELLS or max(rows, columns) > MOST_CELLS:
            return None
        left, top = across.place(across.first) / scale, down.place(down.first) / scale
        return Grid(left, top, across.period / scale, down.period / scale, rows, columns)

    def _sharpen(self, direction: int) -> None:
        """A finer period and place, seen where the board is in the other direction."""
        axis, other = self.axes[direction], self.axes[1 - direction]
        begin = max(0, int(other.place(other.first)))
        strip = self.pixels[direction][begin : int(other.place(other.last)) + 1]
        if len(strip) < FEWEST_CELLS:
            return
        heights: Array = edges(strip, max(3, round(0.6 * other.period))).mean(axis=0)
        numbers = np.arange(axis.first, axis.last + 1)
        middle = (axis.first + axis.last) / 2
        reach = 0.6 / max(1, axis.last - axis.first)
        periods = axis.period + np.linspace(-reach, reach, 25)
        shifts = np.arange(-0.1 * axis.period, 0.1 * axis.period, 0.5)
        starts = axis.place(middle) - periods[:, None] * middle + shifts[None, :]
        places = starts[:, :, None] + periods[:, None, None] * numbers
        values = np.interp(places, np.arange(len(heights)), heights).mean(axis=2)
        best = np.unravel_index(int(values.argmax()), values.shape)
        axis.period = float(periods[best[0]])
        start = float(starts[best])
        axis.at = start + _middle_of_lines(heights, start, axis.period, numbers)

    def _reach(self, direction: int, sides: tuple[Array, Array]) -> None:
        """The board's first and last line: the cells between them are framed by lines."""
        axis, other = self.axes[direction], self.axes[1 - direction]
        along = self._indices(other, direction)
        if len(along) == 0:
            return
        lines = sides[direction][:, along].mean(axis=1)
        rungs = sides[1 - direction][np.append(along, along[-1] + 1)].mean(axis=0)
        numbers = axis.all_lines(self.pixels[direction].shape[1])
        offset = -numbers[0]
        inside = slice(max(0, axis.first + offset), max(0, axis.last + offset))
        if len(rungs[inside]) == 0:
            return
        framed = (lines[:-1] + lines[1:]) / 2
        gains = (
            rungs - np.median(rungs[inside]) / 2 + 0.6 * (framed - np.median(framed[inside]) / 2)
        )
        first, last = _best_run(gains)
        axis.first, axis.last = first - offset, last - offset

    def _indices(self, axis: _Axis, direction: int) -> NDArray[np.intp]:
        """Which of all cells along an axis are the board's."""
        numbers = axis.all_lines(self.pixels[direction].shape[0])
        first = max(axis.first, numbers[0]) - numbers[0]
        return np.arange(first, min(axis.last, numbers[-1]) - numbers[0], dtype=np.intp)

    def _sides(self, direction: int) -> Array:
        """For each line and each cell along it, whether an edge is seen there."""
        axis, other = self.axes[direction], self.axes[1 - direction]
        pixels = self.pixels[direction]
        length = max(3, round(0.6 * other.period))
        strength = edges(pixels, length)
        cells = other.all_lines(pixels.shape[0])
        middles = np.array([other.place(cell + 0.5) for cell in cells[:-1]])
        rows = np.clip(np.rint(middles - length / 2).astype(np.intp), 0, len(strength) - 1)
        strips = strength[rows]
        tolerance = max(1, round(0.09 * axis.period))
        numbers = axis.all_lines(pixels.shape[1])
        seen = np.zeros((len(numbers), len(cells) - 1), dtype=np.float32)
        for index, number in enumerate(numbers):
            place = round(axis.place(number)) - 1
            near = strips[:, max(0, place - tolerance) : place + tolerance + 1]
            on = near.max(axis=1, initial=0)
            if place < tolerance or place >= strips.shape[1] - tolerance:
                on = np.maximum(on, 0.5)  # the border of the picture may be that of the board
            seen[index] = on > 2 * _roughness(strips, axis.period, place) + SEEN
        return seen


def _middle_of_lines(heights: Array, at: float, period: float, numbers: NDArray[np.intp]) -> float:
    """How far the middle of a gap, or of an edge with its two sides, is from the line found."""
    shifts = np.arange(-0.13 * period, 0.13 * period + 0.5, 0.5)
    places = at + shifts[:, None] + numbers[None, :] * period
    inside = (places >= 0) & (places < len(heights) - 1)
    values = np.where(inside, np.interp(places, np.arange(len(heights)), heights), 0).mean(axis=1)
    values = np.maximum(values - 0.35 * values.max(), 0)
    # An edge lies between two pixels, at the left border of the second.
    return float((shifts * values).sum() / max(1e-6, values.sum())) + 1.0


def _best_run(gains: Array) -> tuple[int, int]:
    """The run with the largest sum: where it begins, and where it has ended."""
    sums = np.concatenate([[0.0], np.cumsum(gains)])
    lowest = np.minimum.accumulate(sums)
    last = int((sums[1:] - lowest[:-1]).argmax())
    first = int(np.flatnonzero(sums[: last + 1] == lowest[last])[-1])
    return first, last + 1


def _roughness(strips: Array, period: float, place: int) -> float:
    """How strong the weaker edges are within the smoother cells on either side of a line."""
    inner, outer = round(0.15 * period), round(0.85 * period)
    both = [0.0]
    for begin, end in ((place - outer, place - inner), (place + inner, place + outer)):
        part = strips[:, max(0, begin) : max(0, end)]
        if part.shape[1] > 2:
            both.append(float(np.quantile(np.quantile(part, 0.25, axis=1), 0.5)))
    return max(both)
