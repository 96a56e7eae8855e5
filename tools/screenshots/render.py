"""From a position and a look to a screenshot: the board, its surroundings, how it was saved."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from screenshots.glyphs import (
    Colour,
    draw_character,
    draw_cross,
    draw_cursor,
    draw_flag,
    draw_mine,
    font_of,
)
from screenshots.looks import Look, Tile
from screenshots.positions import (
    EXPLODED,
    FLAG,
    HIDDEN,
    MINE,
    QUESTION,
    WRONG_FLAG,
    Labelled,
)

SMALLEST_CELL, LARGEST_CELL = 12, 70
OVERSAMPLING = 3


@dataclass(frozen=True)
class Screenshot:
    """A picture, what it shows, and where: left, top, right and bottom of its board."""

    picture: Image.Image
    labelled: Labelled
    look: Look
    bounds: tuple[float, float, float, float]

    @property
    def cell(self) -> float:
        """The width of a cell."""
        return (self.bounds[2] - self.bounds[0]) / len(self.labelled.rows[0])


def render(labelled: Labelled, look: Look, random: Random, cell: int | None = None) -> Screenshot:
    """A screenshot, with everything but position and look drawn at random."""
    base = cell or random.choice((14, 16, 16, 18, 20, 24, 24, 28, 32, 36, 40))
    board = draw_board(labelled, look, base)
    picture, corner = _surround(board, look, random, base)
    scale = _draw_scale(random, base, max(picture.size)) if cell is None else 1.0
    if scale != 1.0:
        size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
        filters = [Image.Resampling.BILINEAR, Image.Resampling.BICUBIC, Image.Resampling.LANCZOS]
        if scale == int(scale):
            filters = [Image.Resampling.NEAREST]
        picture = picture.resize(size, random.choice(filters))
    if random.random() < 0.4:
        draw_cursor(picture, random, random.uniform(0.7, 1.5))
    picture = saved(picture, random)
    left, top = corner[0] * scale, corner[1] * scale
    bounds = (left, top, left + board.width * scale, top + board.height * scale)
    return Screenshot(picture, labelled, look, bounds)


def _draw_scale(random: Random, base: int, longest: int) -> float:
    scale = random.choice((1.0, 1.0, 2.0, 3.0, 1.25, 1.5, random.uniform(0.5, 3)))
    within = [SMALLEST_CELL / base, LARGEST_CELL / base, 3000 / longest]
    if not within[0] <= scale <= min(within[1:]):
        scale = min(max(scale, within[0]), *within[1:])
    return scale


# The board


def draw_board(labelled: Labelled, look: Look, cell: int) -> Image.Image:
    """The board alone."""
    wide, high = cell, max(8, round(cell * look.ratio))
    rows = labelled.rows
    cursor = look.cursor and (int(look.cursor[0] * len(rows)), int(look.cursor[1] * len(rows[0])))
    board = Image.new("RGB", (wide * len(rows[0]), high * len(rows)), look.gap_colour)
    tiles: dict[tuple[str, int], Image.Image] = {}
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            if (row, column) == cursor:
                tile = _draw_cell(sign, 0, _under_cursor(look), wide, high)
                board.paste(tile, (column * wide, row * high))
                continue
            key = sign, (row + column) % 2
            if key not in tiles:
                tiles[key] = _draw_cell(sign, key[1], look, wide, high)
            board.paste(tiles[key], (column * wide, row * high))
    return _lit(board, look.lighting) if look.lighting else board


def _lit(board: Image.Image, by: float) -> Image.Image:
    pixels = np.asarray(board, dtype=np.float32)
    down = np.linspace(1 + by / 2, 1 - by / 2, board.height, dtype=np.float32)[:, None, None]
    across = np.linspace(1 + by / 3, 1 - by / 3, board.width, dtype=np.float32)[None, :, None]
    return Image.fromarray(np.clip(pixels * down * across, 0, 255).astype(np.uint8))


def _under_cursor(look: Look) -> Look:
    """All in the cursor's own two colours."""
    ink, fill = look.cursor_ink, look.cursor_fill
    return replace(
        look,
        hidden=replace(look.hidden, fill=fill, dot=look.hidden.dot and ink),
        open=replace(look.open, fill=fill),
        palette=(ink,) * 8,
        pole=ink,
        cloth=ink,
        mine_colour=ink,
        mark=ink,
    )


def _draw_cell(sign: str, parity: int, look: Look, wide: int, high: int) -> Image.Image:
    times = OVERSAMPLING if look.smooth else 1
    width, height = wide * times, high * times
    is_raised = sign in (HIDDEN, FLAG, QUESTION) or (
        look.mines_raised and sign in (MINE, WRONG_FLAG)
    )
    tile = look.hidden if is_raised else look.open
    if sign == EXPLODED:
        tile = Tile(look.exploded, line=tile.line, line_width=tile.line_width, radius=tile.radius)
    picture = Image.new("RGB", (width, height), look.gap_colour)
    inset = round(look.gap * width / 2)
    box = (inset, inset, width - inset, height - inset)
    picture = _draw_tile(picture, tile, parity, box, look.aside if sign == HIDDEN else None)
    _draw_sign(picture, sign, look)
    if times > 1:
        picture = picture.resize((wide, high), Image.Resampling.BOX)
    return picture


def _draw_tile(
    picture: Image.Image,
    tile: Tile,
    parity: int,
    box: tuple[float, float, float, float],
    dotted: tuple[float, float] | None,
) -> Image.Image:
    draw = ImageDraw.Draw(picture)
    left, top, right, bottom = box
    right, bottom = right - 1, bottom - 1
    wide = right - left
    fill = tile.other_fill if parity and tile.other_fill else tile.fill
    draw.rounded_rectangle((left, top, right, bottom), tile.radius * wide, fill=fill)
    if tile.shade:
        rows = np.linspace(1 + tile.shade / 2, 1 - tile.shade / 2, picture.height)[:, None, None]
        inside = np.zeros((picture.height, picture.width, 1), dtype=bool)
        inside[round(top) : round(bottom) + 1, round(left) : round(right) + 1] = True
        pixels = np.asarray(picture, dtype=np.float64)
        shaded = np.where(inside, np.clip(pixels * rows, 0, 255), pixels)
        picture = Image.fromarray(shaded.astype(np.uint8))
        draw = ImageDraw.Draw(picture)
    edge = max(1, round(tile.edge * wide)) if tile.edge else 0
    for step in range(edge):
        if tile.light and tile.dark:
            corner = (left + step, top + step, right - step, bottom - step)
            a, b, c, d = corner
            draw.line((a, d, c, d, c, b), fill=tile.dark)
            draw.line((a, d, a, b, c, b), fill=tile.light)
    if tile.line:
        thick = max(1, round(tile.line_width * wide))
        draw.rectangle((left, top, right, top + thick - 1), fill=tile.line)
        draw.rectangle((left, top, left + thick - 1, bottom), fill=tile.line)
    if dotted is not None and tile.dot:
        x, y = picture.width * (0.5 + dotted[0]), picture.height * (0.5 + dotted[1])
        reach = max(1, tile.dot_size * wide)
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=tile.dot)
    return picture


def _draw_sign(picture: Image.Image, sign: str, look: Look) -> None:
    draw = ImageDraw.Draw(picture)
    side = min(picture.size)
    middle_x, middle_y = (
        picture.width * (0.5 + look.aside[0]),
        picture.height * (0.5 + look.aside[1]),
    )

    def box(share: float) -> tuple[float, float, float, float]:
        reach = side * share / 2
        return middle_x - reach, middle_y - reach, middle_x + reach, middle_y + reach

    if sign in look.letters and look.hand.font:
        colour = look.cursor_ink
        draw_character(picture, look.letters[sign], box(look.digit_height), colour, look.hand)
    elif sign in "12345678":
        colour = look.palette[int(sign) - 1]
        draw_character(picture, sign, box(look.digit_height), colour, look.hand)
    elif sign == QUESTION:
        draw_character(picture, "?", box(look.digit_height), look.mark, look.hand)
    elif sign == FLAG:
        if look.flag_badge:
            draw.ellipse(box(0.8), fill=look.flag_badge)
        share = 0.5 if look.flag_badge else 0.72
        draw_flag(draw, box(share), look.flag, look.cloth, look.pole)
    elif sign in (MINE, EXPLODED) or (sign == WRONG_FLAG and look.crossed == "mine"):
        draw_mine(draw, box(0.74), look.mine, look.mine_colour, look.shine)
    elif sign == WRONG_FLAG:
        draw_flag(draw, box(0.72), look.flag, look.cloth, look.pole)
    if sign == WRONG_FLAG and sign not in look.letters:
        draw_cross(draw, box(0.76), look.cross, max(1, round(side * 0.1)))


# What surrounds it


def _surround(
    board: Image.Image, look: Look, random: Random, cell: int
) -> tuple[Image.Image, tuple[int, int]]:
    """The board in its frame, window and desktop; and where its corner is."""
    kind = random.choices(("tight", "panel", "desktop"), weights=(15, 45, 40))[0]
    frame = 0 if look.frame == "none" else random.randint(1, max(1, cell // 5))
    labels = cell if look.labels else 0
    margin = 0 if kind == "tight" else random.randint(frame, 2 * cell)
    header = 0 if kind == "tight" else random.randint(cell, 4 * cell)
    left, top = frame + labels + margin, frame + labels + margin + header
    size = (board.width + left + frame + margin, board.height + top + frame + margin)
    window = Image.new("RGB", size, look.around)
    draw = ImageDraw.Draw(window)
    _draw_frame(draw, look, (left, top, left + board.width, top + board.height), frame)
    window.paste(board, (left, top))
    if labels:
        _draw_labels(draw, look, board, (left, top), cell, random)
    if header:
        _draw_header(draw, look, random, (margin, margin // 2, size[0] - margin, header))
    if kind != "desktop":
        return window, (left, top)
    room = (random.randint(20, 300), random.randint(20, 200))
    desktop = _wallpaper(random, (size[0] + 2 * room[0], size[1] + 2 * room[1]))
    bar = random.randint(18, 34)
    x, y = random.randint(5, 2 * room[0] - 5), random.randint(bar, 2 * room[1] - 5)
    bar_colour = random.choice(((0, 84, 227), (240, 240, 240), (45, 45, 45), (160, 190, 225)))
    draw = ImageDraw.Draw(desktop)
    draw.rectangle((x - 2, y - bar, x + size[0] + 1, y + size[1] + 1), bar_colour)
    draw.text((x + 8, y - bar + 4), "Minesweeper", (255, 255, 255))
    desktop.paste(window, (x, y))
    return desktop, (x + left, y + top)


def _draw_frame(
    draw: ImageDraw.ImageDraw, look: Look, box: tuple[int, int, int, int], width: int
) -> None:
    left, top, right, bottom = box
    for step in range(1, width + 1):
        a, b, c, d = left - step, top - step, right + step - 1, bottom + step - 1
        if look.frame == "sunken":
            draw.line((a, d, c, d, c, b), fill=(255, 255, 255))
            draw.line((a, d, a, b, c, b), fill=look.frame_colour)
        else:
            draw.rectangle((a, b, c, d), outline=look.frame_colour)


def _draw_labels(
    draw: ImageDraw.ImageDraw,
    look: Look,
    board: Image.Image,
    corner: tuple[int, int],
    cell: int,
    random: Random,
) -> None:
    ink = _contrast(look.around)
    high = max(8, round(cell * look.ratio))
    size = max(7, round(min(cell, high) * random.uniform(0.32, 0.6)))
    face = font_of(look.hand.font, size) if look.hand.font else None
    for column in range(board.width // cell):
        at = (corner[0] + (column + 0.5) * cell, corner[1] - high * 0.5)
        draw.text(at, str(column), ink, face, anchor="mm")
    for row in range(board.height // high):
        at = (corner[0] - cell * 0.5, corner[1] + (row + 0.5) * high)
        draw.text(at, str(row), ink, face, anchor="mm")


def _draw_header(
    draw: ImageDraw.ImageDraw, look: Look, random: Random, box: tuple[int, int, int, int]
) -> None:
    left, top, right, height = box
    middle, tall = (left + right) // 2, max(6, int(height * 0.6))
    reach = tall // 2
    y = top + height // 4
    draw.rectangle((left + 4, y, left + 4 + tall * 2, y + tall), fill=(20, 0, 0))
    draw.rectangle((right - 4 - tall * 2, y, right - 4, y + tall), fill=(20, 0, 0))
    size = max(6, int(tall * 0.8))
    for x in (left + 8, right - tall * 2):
        if look.hand.font:
            draw.text(
                (x, y), f"{random.randint(0, 999):03}", (255, 0, 0), font_of(look.hand.font, size)
            )
    face = (middle - reach, y, middle + reach, y + tall)
    draw.ellipse(face, fill=(255, 255, 0), outline=(0, 0, 0))


def _contrast(colour: Colour) -> Colour:
    return (110, 110, 110) if sum(colour) > 380 else (140, 146, 156)


def _wallpaper(random: Random, size: tuple[int, int]) -> Image.Image:
    source = np.random.default_rng(random.randrange(2**32))
    kind = random.choice(("plain", "hills", "noise"))
    if kind == "plain":
        return Image.new("RGB", size, tuple(source.integers(0, 256, 3).tolist()))
    coarse: NDArray[np.uint8] = source.integers(0, 256, (6, 8, 3)).astype(np.uint8)
    paper = Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC)
    if kind == "noise":
        grain = source.normal(0, 12, (size[1], size[0], 1))
        pixels = np.asarray(paper, dtype=np.float64) + grain
        paper = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    return paper


# How it was saved


def saved(picture: Image.Image, random: Random) -> Image.Image:
    """The picture as it is, or as JPEG leaves it."""
    if random.random() < 0.5:
        return picture
    memory = io.BytesIO()
    picture.save(memory, "JPEG", quality=random.choice((95, 90, 80, 70, 60, 50)))
    return Image.open(memory).convert("RGB")
