"""Straight edges in a picture, and the evenly spaced ones among them.

Everything here looks along one axis: for vertical lines, at the picture; for horizontal ones, at
the picture turned by a quarter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

SHORTEST_PERIOD, LONGEST_PERIOD = 6.0, 110.0
"""The smallest and the largest cells that are looked for, in pixels."""
FINENESS = 1.0025
"""By which factor the periods tried differ: over forty cells, a tenth of a cell."""
FEWEST_LINES = 5
NEARBY = 40
"""A period stands out if it is the best of so many steps to either side: a tenth of its length."""
MOST_PERIODS = 8
ROWS_AT_ONCE = 128
"""Which bounds the memory."""
STRONG = 40.0
"""The step of colour (red, green and blue together) beyond which an edge is no clearer."""
USUAL_WITHIN = 20
"""How many columns to either side tell what is usual."""
SUPPORT = 0.3
"""How much of a line must be seen, on average, for a line to belong to the grid."""
CEILINGS = (1.0, 0.3)
"""The height beyond which a line is no clearer: as a rule, and on boards whose lines are faint
beside those of the windows around them. The highest lines of the picture have height 1."""


@dataclass(frozen=True)
class Comb:
    """Evenly spaced lines: the first, how far apart, and how many gaps between them."""

    first: float
    period: float
    gaps: int
    score: float


def edges(pixels: Array, length: int) -> Array:
    """How strongly colours change from each pixel to its right neighbour, from 0 to 1.

    The change is averaged with its sign over `length` pixels down, so that noise and curves cancel
    out while straight lines stay.
    """
    steps = np.diff(pixels, axis=1)
    sums = np.cumsum(steps, axis=0, dtype=np.float32)
    length = min(length, len(sums) - 1)
    means = (sums[length:] - sums[:-length]) / length
    strength: Array = np.minimum(np.abs(means).sum(axis=2) / STRONG, 1.0)
    return strength


def profile(pixels: Array, length: int) -> Array:
    """How much of each column is a straight edge, above what is usual around it.

    Noise, as of a wallpaper, is everywhere alike and so goes.
    """
    means: Array = edges(pixels, length).mean(axis=0)
    around = np.lib.stride_tricks.sliding_window_view(
        np.pad(means, USUAL_WITHIN, mode="reflect"), 2 * USUAL_WITHIN + 1
    )
    above: Array = np.maximum(means - np.median(around, axis=1), 0)
    return above


def all_heights(profile: Array) -> list[Array]:
    """How high each line of a profile is, from 0 to 1, below each ceiling."""
    scale = float(np.sort(profile)[-max(4, len(profile) // 100) :].mean()) or 1.0
    return [np.minimum(profile / (scale * each), 1.0).astype(np.float32) for each in CEILINGS]


def find_periods(seen: Array) -> list[tuple[float, float]]:
    """The likeliest distances between like edges, each with a score, best first.

    Every row of the edges is compared with itself, moved to the right: so boards whose cells have
    no lines between them show their period, too, as far as digits stand alike in their cells.
    """
    width = seen.shape[1]
    longest = min(LONGEST_PERIOD, width / (FEWEST_LINES - 1))
    steps = int(np.log(max(1.0, longest / SHORTEST_PERIOD)) / np.log(FINENESS))
    if steps < 2:
        return []
    above = seen - seen.mean(axis=1, keepdims=True)
    power = np.zeros(width + 1, dtype=np.float64)
    for start in range(0, len(above), ROWS_AT_ONCE):
        waves = np.fft.rfft(above[start : start + ROWS_AT_ONCE], 2 * width, axis=1)
        power += (np.abs(waves) ** 2).sum(axis=0)
    alike = np.fft.irfft(power)[:width] / (width - np.arange(width))
    alike /= max(1e-9, float(alike[0]))
    periods = SHORTEST_PERIOD * FINENESS ** np.arange(steps)
    times = np.arange(1, FEWEST_LINES)
    places = np.arange(width)
    at = np.interp(periods[:, None] * times, places, alike).mean(axis=1)
    around = np.lib.stride_tricks.sliding_window_view(
        np.pad(at, NEARBY, mode="edge"), 2 * NEARBY + 1
    )
    # Every multiple of a period is one, too, so shorter ones are preferred.
    scores = (at - np.median(around, axis=1)) / np.sqrt(periods)
    highest = np.flatnonzero(around.max(axis=1) <= at)
    best = highest[np.argsort(-scores[highest], kind="stable")][:MOST_PERIODS]
    return [(float(periods[step]), float(scores[step])) for step in best]


def find_combs(heights: list[Array], most: int = 6) -> list[Comb]:
    """The likeliest evenly spaced lines, best first; no two with nearly the same period."""
    found: list[Comb] = []
    longest = min(LONGEST_PERIOD, len(heights[0]) / (FEWEST_LINES - 1))
    steps = int(np.log(max(1.0, longest / SHORTEST_PERIOD)) / np.log(FINENESS))
    periods = [SHORTEST_PERIOD * FINENESS**step for step in range(steps)]
    for each in heights:
        found += _best_phases(each, periods)
    found.sort(key=lambda comb: -comb.score)
    chosen: list[Comb] = []
    for comb in found:
        if all(abs(comb.period / other.period - 1) > 0.02 for other in chosen):
            chosen.append(comb)
        if len(chosen) == most:
            break
    return [comb for comb in chosen if comb.score > 0]


def comb_of(heights: list[Array], period: float) -> Comb:
    """The likeliest lines with nearly this period."""
    periods = (period / FINENESS, period, period * FINENESS)
    combs = [comb for each in heights for comb in _best_phases(each, periods)]
    return max(combs, key=lambda comb: comb.score)


def _best_phases(heights: Array, periods: Iterable[float]) -> list[Comb]:
    """The best lines with each period."""
    wide = np.maximum(heights, np.maximum(np.roll(heights, 1), np.roll(heights, -1)))
    return [_best_phase(heights, wide, period) for period in periods]


def _best_phase(heights: Array, wide: Array, period: float) -> Comb:
    """The best run of lines with this period: on the edges, with little halfway between them.

    `wide` are the heights with those of the neighbours.
    """
    count = int((len(heights) - 1) / period)
    phases = np.arange(0, period, max(1.0, period / 40))
    lines = phases[:, None] + period * np.arange(count + 1)[None, :]
    inside = lines < len(heights) - 1
    at = np.minimum(np.rint(lines).astype(np.intp), len(heights) - 1)
    between = np.minimum(np.rint(lines + period / 2).astype(np.intp), len(heights) - 1)
    support = heights[at] * 0.5 + wide[at] * 0.5 - 0.5 * wide[between]
    gains = np.where(inside, support - SUPPORT, -1.0)
    sums = np.concatenate([np.zeros((len(gains), 1)), np.cumsum(gains, axis=1)], axis=1)
    lowest = np.minimum.accumulate(sums, axis=1)
    runs = sums[:, 1:] - lowest[:, :-1]
    phase, last = divmod(int(runs.argmax()), runs.shape[1])
    start = int(np.flatnonzero(sums[phase, : last + 1] == lowest[phase, last])[-1])
    score = float(runs[phase, last]) / float(max(1, last - start)) ** 0.5
    if last - start < FEWEST_LINES - 1:  # hardly a line to be seen: they may be anywhere
        start, last, score = 0, int((len(heights) - 1 - lines[phase, 0]) / period), 0.0
    return Comb(float(lines[phase, start]), period, int(last - start), score)
