"""Borders of drawn boards, with what lies beyond them: what the second network learns from."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
from drawn_cells import MAKERS
from PIL import Image, ImageDraw
from screenshots.glyphs import draw_cursor, font_of
from screenshots.looks import Look, near
from screenshots.positions import draw_jumble, draw_position
from screenshots.random_looks import anything, bent
from screenshots.render import Screenshot, render, saved

from sapper.reading.border import INSIDE, SIDES, cut_windows
from sapper.reading.crops import Grid, part_of

OF_EACH_SIDE = 2
"""A row or column of the board, and one beyond it."""
SHORTEST = 4
"""The shortest border that is looked at, in cells."""


def draw_borders(task: tuple[int, int, list[str]]) -> tuple[np.ndarray, np.ndarray]:
    """Windows of one screenshot, and whether what lies beyond the border belongs to its board."""
    seed, number, fonts = task
    random = Random(f"borders {seed} {number}")
    shot = _draw(random, fonts)
    rows, columns = len(shot.labelled.rows), len(shot.labelled.rows[0])
    left, top, right, bottom = shot.bounds
    board = Grid(left, top, (right - left) / columns, (bottom - top) / rows, rows, columns)
    windows, labels = [], []
    for side in range(len(SIDES)):
        for is_inside in (True, False):
            grid = _part(random, _misplaced(random, board), side, is_inside)
            windows.append(cut_windows(shot.picture, grid, side))
            labels.append(is_inside)
    return np.stack(windows), np.array(labels, dtype=np.uint8)


def _draw(random: Random, fonts: list[str]) -> Screenshot:
    """A screenshot whose surroundings are hard to tell from its board."""
    look = (random.choice(MAKERS) if random.random() < 0.6 else anything)(random, fonts)
    if random.random() < 0.3:
        look = bent(random, look)
    if random.random() < 0.15:
        labelled = draw_jumble(random, random.randint(8, 12), random.randint(8, 14))
    else:
        labelled = draw_position(random, most_cells=1000 if random.random() < 0.15 else 300)
    shot = render(labelled, _harder(random, look), random)
    if random.random() < 0.5:
        shot = _cluttered(shot, random)
    return _cropped(shot, random) if random.random() < 0.25 else shot


def _harder(random: Random, look: Look) -> Look:
    """The same board with labels, or on a ground nearly like its cells."""
    if random.random() < 0.3:
        look = replace(look, labels=not look.labels)
    if random.random() < 0.3:
        fill = random.choice((look.open.fill, look.open.fill, look.hidden.fill, look.gap_colour))
        around = near(random, fill, 16)
        if sum(abs(a - b) for a, b in zip(around, fill, strict=True)) >= 10:
            look = replace(look, around=around)
    return look


def _cluttered(shot: Screenshot, random: Random) -> Screenshot:
    """With parts of other windows, text and numbers beside the board, and cursors over it."""
    picture = shot.picture.copy()
    cell = shot.cell
    left, top, right, bottom = (round(each) for each in shot.bounds)
    board = picture.crop((left, top, right, bottom))
    reach = round(2.5 * cell)
    draw = ImageDraw.Draw(picture)
    for _ in range(random.randint(1, 8)):
        x = random.randint(left - reach, right + reach)
        y = random.randint(top - reach, bottom + reach)
        size = random.uniform(0.3, 8) * cell, random.uniform(0.3, 3) * cell
        colour = tuple(random.randint(0, 255) for _ in range(3))
        what = random.random()
        if what < 0.35:
            draw.rectangle((x, y, x + size[0], y + size[1]), fill=colour)
        elif what < 0.5:
            draw.rectangle((x, y, x + size[0], y + size[1]), outline=colour)
        elif what < 0.65:  # another piece of the same board
            wide, high = (max(2, round(part)) for part in size)
            at = random.randrange(max(1, board.width - wide)), random.randrange(board.height)
            picture.paste(board.crop((*at, at[0] + wide, at[1] + high)), (x, y))
        else:
            text = random.choice(("Minesweeper", "New game", "12:07", "0 1 2 3 4 5 6 7 8", "99"))
            face = (
                font_of(shot.look.hand.font, max(6, round(cell * random.uniform(0.3, 0.8))))
                if shot.look.hand.font
                else None
            )
            draw.text((x, y), text, colour, face)
    picture.paste(board, (left, top))
    if random.random() < 0.5:
        draw_cursor(picture, random, random.uniform(0.7, 1.5))
    return replace(shot, picture=saved(picture, random))


def _cropped(shot: Screenshot, random: Random) -> Screenshot:
    """Cut off near the board."""
    left, top, right, bottom = shot.bounds
    reach = 1.5 * shot.cell
    box = (
        max(0, round(left - random.uniform(0, reach))),
        max(0, round(top - random.uniform(0, reach))),
        min(shot.picture.width, round(right + random.uniform(0, reach))),
        min(shot.picture.height, round(bottom + random.uniform(0, reach))),
    )
    picture: Image.Image = shot.picture.crop(box)
    bounds = left - box[0], top - box[1], right - box[0], bottom - box[1]
    return replace(shot, picture=picture, bounds=bounds)


def _misplaced(random: Random, board: Grid) -> Grid:
    """A grid a little beside the cells, as one that is not yet sharp."""
    if random.random() < 0.75:
        across, down = random.gauss(0, 0.03), random.gauss(0, 0.03)
    else:
        across, down = random.uniform(-0.15, 0.15), random.uniform(-0.15, 0.15)
    stretch = 1 + random.gauss(0, 0.002)
    return replace(
        board,
        left=board.left + across * board.cell_width,
        top=board.top + down * board.cell_height,
        cell_width=board.cell_width * stretch,
        cell_height=board.cell_height * stretch,
    )


def _part(random: Random, board: Grid, side: int, is_inside: bool) -> Grid:
    """A part of the board with its border to be looked at on this side."""
    is_row = side < 2
    across, along = (board.rows, board.columns) if is_row else (board.columns, board.rows)
    start, end = 0, along
    if random.random() < 0.5:
        length = random.randint(SHORTEST, along)
        start = random.randint(0, along - length)
        end = start + length
    if random.random() < 0.05:  # one too many, as of a grid that already holds labels
        start, end = start - random.randint(0, 1), end + random.randint(0, 1)
    if is_inside:
        beyond = 1 if random.random() < 0.4 else random.randint(1, across - INSIDE)
    else:
        beyond = -1 if random.random() < 0.1 else 0
    # So many rows are left out; the part reaches to the other side.
    first, last = (beyond, across) if side % 2 == 0 else (0, across - beyond)
    top, left, rows, columns = (
        (first, start, last - first, end - start)
        if is_row
        else (start, first, end - start, last - first)
    )
    return part_of(board, top, left, rows, columns)
