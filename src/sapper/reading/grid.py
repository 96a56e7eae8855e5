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
    ROWS_AT_ONCE,
    SHORTEST_PERIOD,
    Array,
    Comb,
    all_heights,
    comb_of,
    edges,
    find_combs,
    find_periods,
    profile,
)

if TYPE_CHECKING:
    from PIL.Image import Image

Box = tuple[int, int, int, int]

FIRST_LENGTH = 9
"""The length of an edge, in pixels, while the size of the cells is unknown."""
LARGE_PICTURE = 1500
"""Larger pictures are reduced to this many pixels for the first look."""
LARGE_CELL = 32.0
"""Larger cells are reduced to this many pixels for the second."""
AS_WIDE_AS_A_GAP = 0.12
"""Both sides of a gap between cells are taken for one line."""
LARGEST_BOARD = 2400
"""Boards with more pixels along a side are reduced, too, which bounds the memory."""
LARGEST_RATIO = 2.0
"""Of a cell's sides; in a terminal, cells are wider than they are high."""
SHORT = 5
"""The length of edges that tell the periods, in pixels: strokes of digits are short."""
OF_THE_WHOLE, OF_A_PART = 6, 2
"""How many of each kind are tried of the whole picture, and of each part of it."""
SAME_PERIOD = 0.02
SMALLEST_BOARD = (FEWEST_LINES - 1) * SHORTEST_PERIOD
"""What is narrower, in pixels, holds no board."""
SMALLEST_PART = 150
"""Parts smaller than this, in pixels, are not looked at alone."""
ENLARGED = (3, 2)
"""How many times a picture may have been enlarged, each pixel to a square of its own colour:"""
SAME_STEPS = 0.9
"""colours then change only from square to square, or at least so much of all their change."""


def find_lattices(picture: Image) -> Iterator[Grid]:
    """Lattices that may be the board's, likelier ones first, as grids over all of their lines."""
    times, left, top = enlargement(picture)
    for number, part in enumerate(_parts(picture.width // times, picture.height // times)):
        box = _enlarged_box(part, times, left, top, picture)
        shrunk = min(1.0 / times, LARGE_PICTURE / max(box[2] - box[0], box[3] - box[1]))
        pixels = _pixels(picture, shrunk, box)
        if min(pixels.shape[:2]) < SMALLEST_BOARD:
            continue
        for one, other in _pairs(pixels, OF_A_PART if number else OF_THE_WHOLE):
            yield Grid(
                box[0] + (one.first + 1) / shrunk,
                box[1] + (other.first + 1) / shrunk,
                one.period / shrunk,
                other.period / shrunk,
                rows=other.gaps,
                columns=one.gaps,
            )


def _parts(width: int, height: int) -> Iterator[Box]:
    """All of the picture, then nine overlapping parts of it, the middle first."""
    yield 0, 0, width, height
    if min(height, width) < 2 * SMALLEST_PART:
        return
    order = (1, 0, 2)
    for down in order:
        for across in order:
            top, left = down * height // 4, across * width // 4
            yield left, top, left + width // 2, top + height // 2


def enlargement(picture: Image) -> tuple[int, int, int]:
    """How many times the picture was enlarged, by whole pixels, and where its first square begins.

    Its smallest squares are evenly spaced everywhere, so they would hide the distance of cells.

    >>> from PIL import Image
    >>> shot = Image.frombytes("RGB", (8, 8), bytes(range(192)))
    >>> enlargement(shot), enlargement(shot.resize((16, 16), Image.Resampling.NEAREST))
    ((1, 0, 0), (2, 0, 0))
    """
    steps_across, steps_down = _steps(picture)
    for times in ENLARGED:
        firsts = []
        for steps in (steps_across, steps_down):
            shares = [float(steps[first::times].sum()) for first in range(times)]
            first = int(np.argmax(shares))
            if shares[first] > SAME_STEPS * sum(shares):
                firsts.append((first + 1) % times)
        if len(firsts) == 2:
            return times, firsts[0], firsts[1]
    return 1, 0, 0


def _steps(picture: Image) -> tuple[Array, Array]:
    """How much colours change from each column to the next, and from each row to the next."""
    across = np.zeros(picture.width - 1, dtype=np.float32)
    down = np.zeros(picture.height - 1, dtype=np.float32)
    for top in range(0, picture.height - 1, ROWS_AT_ONCE):
        bottom = min(picture.height, top + ROWS_AT_ONCE + 1)
        rows = np.asarray(picture.crop((0, top, picture.width, bottom)), dtype=np.int16)
        across += np.abs(np.diff(rows, axis=1)).sum(axis=(0, 2))
        down[top : bottom - 1] = np.abs(np.diff(rows, axis=0)).sum(axis=(1, 2))
    return across, down


def _enlarged_box(part: Box, times: int, left: int, top: int, picture: Image) -> Box:
    """Where a part of the picture is, as it was enlarged."""
    return (
        left + part[0] * times,
        top + part[1] * times,
        min(picture.width, left + part[2] * times),
        min(picture.height, top + part[3] * times),
    )


def _pairs(pixels: Array, most: int) -> Iterator[tuple[Comb, Comb]]:
    """Lines across and down that may frame cells.

    By turns square ones, as nearly all are, and any at distances at which the picture is like
    itself.
    """
    turned = _turned(pixels)
    across = all_heights(profile(pixels, FIRST_LENGTH))
    down = all_heights(profile(turned, FIRST_LENGTH))
    square, regular = _square_pairs(across, down), _regular_pairs(pixels, turned)
    for number in range(most):
        if number < len(square):
            yield square[number]
        if number < len(regular):
            yield comb_of(across, regular[number][0]), comb_of(down, regular[number][1])


def _square_pairs(across: list[Array], down: list[Array]) -> list[tuple[Comb, Comb]]:
    """Evenly spaced lines, with the same period across and down."""
    found: list[float] = []
    longest = min(LONGEST_PERIOD, min(len(across[0]), len(down[0])) / (FEWEST_LINES - 1))
    for comb in [*find_combs(across), *find_combs(down)]:
        for period in (comb.period, comb.period / 2, comb.period * 2):
            is_new = all(abs(period / other - 1) > SAME_PERIOD for other in found)
            if is_new and SHORTEST_PERIOD <= period <= longest:
                found.append(period)
    pairs = [(comb_of(across, period), comb_of(down, period)) for period in found]
    pairs.sort(key=lambda pair: -pair[0].score * pair[1].score)
    return [pair for pair in pairs if min(pair[0].score, pair[1].score) > 0]


def _regular_pairs(pixels: Array, turned: Array) -> list[tuple[float, float]]:
    """Periods across and down at which the picture is like itself."""
    columns, rows = find_periods(edges(pixels, SHORT)), find_periods(edges(turned, SHORT))
    pairs = [
        (score * other, across, down)
        for across, score in columns
        for down, other in rows
        if 1 / LARGEST_RATIO < across / down < LARGEST_RATIO and min(score, other) > 0
    ]
    return [(across, down) for _, across, down in sorted(pairs, reverse=True)]


def _pixels(picture: Image, scale: float, box: Box) -> Array:
    """A part of the picture, reduced."""
    from PIL.Image import Resampling

    left, top, right, bottom = box
    if scale == 1.0:
        return np.asarray(picture.crop(box), dtype=np.float32)
    size = max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale))
    return np.asarray(picture.resize(size, Resampling.BOX, box=box), dtype=np.float32)


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
    wide, high = grid.cell_width, grid.cell_height
    box = (
        max(0, int(grid.left - wide)),
        max(0, int(grid.top - high)),
        min(picture.width, int(grid.left + (grid.columns + 1) * wide) + 1),
        min(picture.height, int(grid.top + (grid.rows + 1) * high) + 1),
    )
    longest = max(box[2] - box[0], box[3] - box[1])
    scale = min(1.0, LARGE_CELL / max(wide, high), LARGEST_BOARD / longest)
    pixels = _pixels(picture, scale, box)
    axes = [
        _Axis((grid.left - box[0]) * scale, wide * scale, grid.columns),
        _Axis((grid.top - box[1]) * scale, high * scale, grid.rows),
    ]
    for direction, seen in ((0, pixels), (1, _turned(pixels))):
        _sharpen(seen, axes[direction], axes[1 - direction])
    across, down = axes
    return replace(
        grid,
        left=box[0] + across.at / scale,
        top=box[1] + down.at / scale,
        cell_width=across.period / scale,
        cell_height=down.period / scale,
    )


def _sharpen(pixels: Array, axis: _Axis, other: _Axis) -> None:
    """A finer period and place, seen where the cells are in the other direction."""
    strip = pixels[max(0, int(other.at)) : int(other.at + other.cells * other.period) + 1]
    if len(strip) < 2 * other.period:
        return
    heights: Array = edges(strip, max(3, round(0.6 * other.period))).mean(axis=0)
    wide = max(1, round(AS_WIDE_AS_A_GAP * axis.period))
    # Highest in the middle: of edges close to each other, as of cells in relief, it is the line.
    around = np.bartlett(2 * wide + 3)[1:-1]
    blurred = np.convolve(heights, around / around.sum(), "same")
    numbers = np.arange(axis.cells + 1)
    middle = axis.cells / 2
    reach = max(1.2, 0.2 * axis.period) / axis.cells
    periods = axis.period + np.linspace(-reach, reach, 65)
    shifts = np.arange(-0.12 * axis.period, 0.12 * axis.period, 0.5)
    starts = axis.at - 1 + (axis.period - periods[:, None]) * middle + shifts[None, :]
    places = starts[:, :, None] + periods[:, None, None] * numbers
    values = np.interp(places, np.arange(len(heights)), blurred).mean(axis=2)
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
