"""What each cell of a grid shows.

The network looks at each cell alone. What it can't know, the board as a whole tells: cells that
look alike show the same, so their votes are pooled; and whether a plain cell is hidden, or open and
empty, is decided by its background, since numbers stand on the background of open cells.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.reading.network import FLAG, HIDDEN, JUNK, MINE, QUESTION, WRONG, log_chances

Array = NDArray[np.float32]

ALIKE = 0.14
"""Two cells share votes if they differ by no more than about this part of what stands on them."""
NOISE = 1.5
"""How much cells that show the same may differ anyway, of 255."""
FEWEST_TELLING = 3
"""So many more numbers than marks, or marks than numbers, tell a background."""
MOST_COMPARED = 1500
"""Each cell is compared with at most so many others."""
SIDES = 4
SAME_BACKGROUND = 10.0
"""Backgrounds that differ by less are one."""
SURE = 3.0
"""Three numbers or marks on a background count for twice this, as a logarithm of odds;"""
MOST_ALONE = 5.0
"""what the network says of it, for at most this: a little less."""
EACH_FAULT, MOST_BY_FAULTS = 1.0, 8.0
"""A fault less, with the plain cells of a background taken for the other kind, counts for so much,
and all of them for so much at most."""
NO_CHANCE = -30.0

ZERO = 0
PLAIN = (ZERO, HIDDEN)


@dataclass(frozen=True)
class Readings:
    """For every cell, row by row, the logarithm of each class's chance; and the chance of junk."""

    chances: Array
    junk: Array
    rows: int
    columns: int

    def best(self) -> NDArray[np.intp]:
        """The likeliest class of every cell."""
        best: NDArray[np.intp] = self.chances.argmax(axis=1)
        return best

    def margins(self) -> Array:
        """How much likelier the likeliest class is than the next, as a logarithm."""
        top = np.partition(self.chances, -2, axis=1)[:, -2:]
        margins: Array = top[:, 1] - top[:, 0]
        return margins


def classify(cells: NDArray[np.uint8], rows: int, columns: int) -> Readings:
    """The readings of cells that were cut out of a picture."""
    alone = log_chances(cells)
    junk = np.exp(alone[:, JUNK])
    pooled = _pooled(_without_junk(alone), _glyphs(cells))
    told = _with_backgrounds(pooled, _backgrounds(cells), rows, columns)
    return Readings(told, junk, rows, columns)


def _without_junk(chances: Array) -> Array:
    kept = chances.copy()
    kept[:, JUNK] = NO_CHANCE
    kept -= np.log(np.exp(kept).sum(axis=1, keepdims=True))
    return np.maximum(kept, NO_CHANCE)


# Cells that look alike


def _glyphs(cells: NDArray[np.uint8]) -> Array:
    """What stands on each cell, without its background: 12 × 12 pixels in a row."""
    count, side, _, _ = cells.shape
    small = cells.reshape(count, side // 2, 2, side // 2, 2, 3).mean(axis=(2, 4), dtype=np.float32)
    inner = small[:, 1:-1, 1:-1]
    corners = np.concatenate(
        [inner[:, :2, :2], inner[:, :2, -2:], inner[:, -2:, :2], inner[:, -2:, -2:]], axis=1
    )
    ground = np.median(corners.reshape(count, -1, 3), axis=1)
    flat: Array = (inner - ground[:, None, None, :]).reshape(count, -1)
    return flat


def _apart(some: Array, others: Array) -> Array:
    """The mean square of the difference of each two glyphs."""
    squares = (some**2).sum(axis=1)[:, None] + (others**2).sum(axis=1)
    apart: Array = np.maximum(squares - 2 * some @ others.T, 0) / some.shape[1]
    return apart


def _pooled(chances: Array, glyphs: Array) -> Array:
    """The mean of the votes of all cells that look alike; hidden and empty count as one."""
    step = max(1, -(-len(glyphs) // MOST_COMPARED))
    others, votes = glyphs[::step], chances[::step]
    pooled = np.empty_like(chances)
    for start in range(0, len(glyphs), MOST_COMPARED):
        part = glyphs[start : start + MOST_COMPARED]
        reach = ALIKE * np.sqrt((part**2).mean(axis=1)) + NOISE
        weights = np.exp(-_apart(part, others) / (2 * reach**2)[:, None])
        own = chances[start : start + MOST_COMPARED]
        total = weights.sum(axis=1, keepdims=True) + 1
        pooled[start : start + MOST_COMPARED] = (weights @ votes + own) / total
    plain = np.logaddexp(pooled[:, ZERO], pooled[:, HIDDEN])
    share = _without_junk(chances)[:, PLAIN]
    share -= np.logaddexp(share[:, 0], share[:, 1])[:, None]
    pooled[:, PLAIN] = plain[:, None] + share
    pooled -= np.log(np.exp(pooled).sum(axis=1, keepdims=True))
    return np.maximum(pooled, NO_CHANCE)


# Backgrounds


def _backgrounds(cells: NDArray[np.uint8]) -> Array:
    """The colours along the four sides of each cell: at the very border, and further inside."""
    strips = []
    for near, far in ((2, 4), (4, 7)):
        sides = (
            cells[:, near:far, 6:-6],
            cells[:, -far:-near, 6:-6],
            cells[:, 6:-6, near:far],
            cells[:, 6:-6, -far:-near],
        )
        strips += [np.median(side.reshape(len(cells), -1, 3), axis=1) for side in sides]
    return np.concatenate(strips, axis=1).astype(np.float32)


def _clusters(backgrounds: Array) -> NDArray[np.intp]:
    """The number of each cell's background: the first one that is near enough, or a new one."""
    centres: list[Array] = []
    members: list[int] = []
    numbers = np.empty(len(backgrounds), dtype=np.intp)
    for index, background in enumerate(backgrounds):
        number = -1
        if centres:
            apart = _backgrounds_apart(np.array(centres), background)
            number = int(apart.argmin())
            if apart[number] > SAME_BACKGROUND:
                number = -1
        if number < 0:
            centres.append(background.copy())
            members.append(0)
            number = len(centres) - 1
        members[number] += 1
        centres[number] += (background - centres[number]) / members[number]
        numbers[index] = number
    return numbers


def _backgrounds_apart(some: Array, other: Array) -> Array:
    """How far backgrounds are from another one, on all sides at the border, and on two inside.

    There, a large digit covers the others.
    """
    sides = np.abs(some - other).reshape(len(some), 2, SIDES, 3).mean(axis=3)
    sides[:, 1].sort(axis=1)
    apart: Array = np.concatenate([sides[:, 0], sides[:, 1, : SIDES // 2]], axis=1).mean(axis=1)
    return apart


def _with_backgrounds(chances: Array, backgrounds: Array, rows: int, columns: int) -> Array:
    """Plain cells told apart: hidden, or open and empty."""
    best = chances.argmax(axis=1)
    numbers = _clusters(backgrounds)
    odds = _odds_of_backgrounds(chances, best, numbers, backgrounds)
    odds = _odds_with_neighbours(odds, best.reshape(rows, columns), numbers)[numbers]
    told = chances.copy()
    plain = np.logaddexp(chances[:, HIDDEN], chances[:, ZERO])
    told[:, HIDDEN] = plain - np.logaddexp(0, -odds)
    told[:, ZERO] = plain - np.logaddexp(0, odds)
    return np.maximum(told, NO_CHANCE)


def _odds_of_backgrounds(
    chances: Array, best: NDArray[np.intp], numbers: NDArray[np.intp], backgrounds: Array
) -> Array:
    """For each background, the logarithm of the odds that its plain cells are hidden ones."""
    is_number = (best >= 1) & (best <= 8)
    is_mark = (best == FLAG) | (best == QUESTION)
    is_plain = np.isin(best, PLAIN)
    lean = chances[:, HIDDEN] - chances[:, ZERO]  # what the network thinks of it, by itself
    odds = np.zeros(int(numbers.max()) + 1, dtype=np.float32)
    for number in range(len(odds)):
        inside = numbers == number
        members = inside & is_plain
        if members.any():
            odds[number] = np.clip(np.mean(lean[members]), -MOST_ALONE, MOST_ALONE)
        digits, marks = int((inside & is_number).sum()), int((inside & is_mark).sum())
        odds[number] += 2 * SURE * np.clip((marks - digits) / FEWEST_TELLING, -1, 1)
        if digits == marks:
            # An open, empty region is fringed by numbers, which share its background. What the
            # network is sure of counts for more, as numbers may be read wrongly.
            odds[number] += SURE / 2
            middle = backgrounds[inside].mean(axis=0)
            of_numbers = _nearest(backgrounds[is_number], middle)
            of_marks = _nearest(backgrounds[is_mark], middle)
            if of_numbers < np.inf and of_marks < np.inf:
                apart = max(NOISE, of_numbers + of_marks)
                odds[number] += 2 * SURE * (of_numbers - of_marks) / apart
    return odds


def _nearest(some: Array, other: Array) -> float:
    """How far the nearest backgrounds are from another one, infinitely if there are too few."""
    if len(some) < FEWEST_TELLING:
        return np.inf
    return float(
        np.partition(_backgrounds_apart(some, other), FEWEST_TELLING - 1)[FEWEST_TELLING - 1]
    )


def _odds_with_neighbours(odds: Array, best: NDArray[np.intp], numbers: NDArray[np.intp]) -> Array:
    """The same odds, as numbers and empty cells beside plain ones tell them.

    The background that is likeliest to be the other kind is taken for it, as long as more is gained
    than lost: fewer numbers without room for their mines, fewer empty cells beside hidden ones.
    """
    numbers = numbers.reshape(best.shape)
    is_plain = np.isin(best, PLAIN)
    is_hidden = odds > 0

    def faults(hidden: NDArray[np.bool_]) -> int:
        return faults_of(np.where(is_plain, np.where(hidden[numbers], HIDDEN, ZERO), best))

    def gains() -> Array:
        """How many faults fewer there are with each background as the other kind."""
        now = faults(is_hidden)
        gained = np.zeros_like(odds)
        for number in np.unique(numbers[is_plain]):
            if abs(odds[number]) < SURE + MOST_ALONE:
                other = is_hidden.copy()
                other[number] = not other[number]
                gained[number] = now - faults(other)
        return gained

    gained = gains()
    for _ in range(len(odds)):
        worth = EACH_FAULT * gained - np.where(is_hidden, odds, -odds)
        if worth.max() <= 0:
            break
        likeliest = int(worth.argmax())
        is_hidden[likeliest] = not is_hidden[likeliest]
        gained = gains()
    telling = np.clip(-EACH_FAULT * gained, -MOST_BY_FAULTS, MOST_BY_FAULTS)
    told: Array = odds + np.where(is_hidden, telling, -telling)
    return told


def faults_of(classes: NDArray[np.intp]) -> int:
    """How many numbers have no room for their mines, and empty cells a hidden neighbour.

    Empty cells are open as far as numbers fringe them, so without any number they are faults, too.

    >>> faults_of(np.array([[2, HIDDEN], [FLAG, 0]])), faults_of(np.array([[2, HIDDEN], [0, 0]]))
    (1, 3)
    >>> faults_of(np.array([[0, 0], [0, 0]]))
    4
    """
    is_closed = np.isin(classes, (HIDDEN, FLAG, QUESTION, MINE, WRONG))
    room = _around(is_closed)
    is_number = (classes >= 1) & (classes <= 8)
    lacking = is_number & (room < classes)
    opened = (classes == ZERO) & ((_around(classes == HIDDEN) > 0) | ~is_number.any())
    return int(lacking.sum() + opened.sum())


def _around(marked: NDArray[np.bool_]) -> NDArray[np.intp]:
    """How many neighbours of each cell are marked."""
    rows, columns = marked.shape
    padded = np.pad(marked.astype(np.intp), 1)
    around = sum(
        padded[down : down + rows, across : across + columns]
        for down in range(3)
        for across in range(3)
    )
    return np.asarray(around - marked)
