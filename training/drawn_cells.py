"""Cells of drawn screenshots, with their labels: what the network learns from."""

from __future__ import annotations

from random import Random

import numpy as np
from screenshots.glyphs import draw_cursor
from screenshots.looks import LOOKS
from screenshots.positions import draw_jumble, draw_position
from screenshots.random_looks import anything, bent
from screenshots.render import Screenshot, render, saved

from sapper.reading.crops import Grid, cut_cells, is_plain
from sapper.reading.network import CLASSES, JUNK

CELLS_OF_EACH, JUNK_OF_EACH = 100, 60
MAKERS = (*LOOKS, *3 * LOOKS[-1:])
"""The last one, the terminal, is several looks in one."""
MOST_CURSORS = 6
"""A real screenshot has one at most; here, cells that it covers are to be seen often."""
OF_SIGN = {"#": "hidden", "F": "flag", "?": "question", "*": "mine", "X": "mine", "W": "wrong"}


def label_of(sign: str) -> int:
    """The class of a sign."""
    return CLASSES.index(OF_SIGN.get(sign, sign))


def draw_cells(task: tuple[int, int, list[str]]) -> tuple[np.ndarray, np.ndarray]:
    """Cells of one screenshot, and junk: what a grid in the wrong place would cut out."""
    seed, number, fonts = task
    random = Random(f"{seed} {number}")
    maker = random.choice(MAKERS) if random.random() < 0.5 else anything
    look = bent(random, maker(random, fonts)) if random.random() < 0.8 else maker(random, fonts)
    if random.random() < 0.65:
        labelled = draw_jumble(random, random.randint(8, 12), random.randint(8, 14))
    else:
        labelled = draw_position(random, most_cells=300)
    shot = render(labelled, look, random)
    picture = _with_cursors(shot, random)
    rows, columns = len(labelled.rows), len(labelled.rows[0])
    left, top, right, bottom = shot.bounds
    wide, high = (right - left) / columns, (bottom - top) / rows
    images, labels = [], []
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    for row, column in random.sample(cells, min(CELLS_OF_EACH, len(cells))):
        x = left + (column + random.gauss(0, 0.03)) * wide
        y = top + (row + random.gauss(0, 0.03)) * high
        stretch = 1 + random.gauss(0, 0.015)
        images.append(cut_cells(picture, Grid(x, y, wide * stretch, high * stretch, 1, 1)))
        labels.append(label_of(labelled.rows[row][column]))
    for _ in range(JUNK_OF_EACH):
        row, column = random.randrange(-4, rows + 4), random.randrange(-4, columns + 4)
        is_inside = 0 <= row < rows and 0 <= column < columns
        x, y, across, down = left + column * wide, top + row * high, 1.0, 1.0
        if is_inside and random.random() < 0.35:  # of another size
            across, down = random.choice(((1, 1), (1, 0), (0, 1)))
            across, down = _other_size(random) ** across, _other_size(random) ** down
        elif is_inside:  # between cells
            right_by, down_by = random.choice(((1, 1), (1, 0), (0, 1)))
            x += right_by * random.uniform(0.18, 0.82) * wide
            y += down_by * random.uniform(0.18, 0.82) * high
        middle = x + wide / 2, y + high / 2
        if not (0 < middle[0] < picture.width and 0 < middle[1] < picture.height):
            continue
        cut = cut_cells(picture, Grid(x, y, wide * across, high * down, 1, 1))
        if not is_plain(cut)[0]:  # what is plain may be a cell as well
            images.append(cut)
            labels.append(JUNK)
    return np.concatenate(images), np.array(labels, dtype=np.uint8)


def _other_size(random: Random) -> float:
    """How many times larger or smaller than a cell."""
    return random.choice((0.5, 1.5, 2.0, random.uniform(0.45, 0.82), random.uniform(1.2, 2.2)))


def _with_cursors(shot: Screenshot, random: Random):  # type: ignore[no-untyped-def]
    """The picture with cursors all over its board, half of the time."""
    if random.random() < 0.5:
        return shot.picture
    picture = shot.picture.copy()
    left, top, right, bottom = map(int, shot.bounds)
    board = picture.crop((left, top, right, bottom))
    for _ in range(random.randint(1, MOST_CURSORS)):
        draw_cursor(board, random, random.uniform(0.7, 1.5))
    picture.paste(board, (left, top))
    return saved(picture, random)
