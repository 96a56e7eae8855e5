"""A game as text, as coloured text and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sapper.envs.settings import FLAGGED
from sapper.errors import UnknownName
from sapper.picture.palette import DARK, PALETTE
from sapper.view import FLAG_SIGN, HIDDEN, HIDDEN_SIGN

Frame: TypeAlias = "str | NDArray[np.uint8]"

MINE_SIGN, EXPLODED_SIGN = "*", "X"
MINE, EXPLODED = -3, -4
"""Beside numbers, hidden and flagged cells: what a game that is over shows."""
SIGNS = {
    HIDDEN: HIDDEN_SIGN,
    FLAGGED: FLAG_SIGN,
    MINE: MINE_SIGN,
    EXPLODED: EXPLODED_SIGN,
    **{number: str(number) for number in range(9)},
}

Colour: TypeAlias = tuple[int, int, int]


def _dark(name: str) -> Colour:
    """A colour of the pictures' dark theme."""
    red, green, blue = bytes.fromhex(PALETTE[name][DARK].removeprefix("#"))
    return red, green, blue


TILE, OPEN, EDGE = _dark("cell-hidden"), _dark("cell-open"), _dark("board")
MINE_TILE, EXPLODED_TILE = _dark("cell-mine"), _dark("cell-exploded")
INKS = {
    FLAGGED: _dark("used"),
    MINE: _dark("cell-ink"),
    EXPLODED: _dark("cell-ink"),
    **{number: _dark(f"number-{number}") for number in range(1, 9)},
}
GLYPHS = {
    FLAGGED: ".##.. .#### .##.. .#... .#... .#... ####.",
    MINE: "#.#.# .###. ##### ##.## ##### .###. #.#.#",
    EXPLODED: "#.#.# .###. ##### ##.## ##### .###. #.#.#",
    1: "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    2: ".###. #...# ....# ..##. .#... #.... #####",
    3: ".###. #...# ....# ..##. ....# #...# .###.",
    4: "...#. ..##. .#.#. #..#. ##### ...#. ...#.",
    5: "##### #.... ####. ....# ....# #...# .###.",
    6: ".###. #.... #.... ####. #...# #...# .###.",
    7: "##### ....# ...#. ..#.. ..#.. ..#.. ..#..",
    8: ".###. #...# #...# .###. #...# #...# .###.",
}
"""Five by seven dots each."""
SIDE, DOT = 18, 2
"""Of a cell, and of a glyph's dot, in pixels."""


def check_mode(mode: str | None) -> None:
    """Raise an `UnknownName` if there is no such way to draw.

    >>> check_mode("human")
    Traceback (most recent call last):
    sapper.errors.UnknownName: no render mode is called 'human'; there are: text, ansi, rgb_array
    """
    if mode is not None and mode not in RENDERERS:
        raise UnknownName("render mode", mode, RENDERERS)


def draw(
    mode: str, shown: NDArray[np.int8], layout: NDArray[np.bool_] | None, exploded: int
) -> Frame:
    """A game in a render mode; its mines are drawn where their layout is given.

    >>> shown = np.array([[1, -1, -2]], dtype=np.int8)
    >>> draw("text", shown, None, -1)
    '1#F'
    >>> draw("text", shown, np.array([[False, True, False]]), 1)
    '1XF'
    """
    signs = shown.copy()
    if layout is not None:
        signs[layout & (shown == HIDDEN)] = MINE
        if exploded >= 0:
            signs.flat[exploded] = EXPLODED
    return RENDERERS[mode](signs)


def _text(signs: NDArray[np.int8]) -> str:
    return "\n".join("".join(SIGNS[sign] for sign in row) for row in signs.tolist())


def _ansi(signs: NDArray[np.int8]) -> str:
    """With escape codes for 24-bit colours."""

    def coloured(sign: int) -> str:
        ground, ink = _ground(sign), INKS.get(sign, OPEN)
        codes = f"\x1b[38;2;{ink[0]};{ink[1]};{ink[2]};48;2;{ground[0]};{ground[1]};{ground[2]}m"
        return f"{codes} {' ' if sign in (0, HIDDEN) else SIGNS[sign]} "

    return "\n".join("".join(map(coloured, row)) + "\x1b[0m" for row in signs.tolist())


def _rgb_array(signs: NDArray[np.int8]) -> NDArray[np.uint8]:
    tiles = np.stack([_tile(sign) for sign in range(EXPLODED, 9)])
    height, width = signs.shape
    picture = tiles[signs.astype(np.intp) - EXPLODED]  # (height, width, side, side, 3)
    return np.ascontiguousarray(
        picture.transpose(0, 2, 1, 3, 4).reshape(height * SIDE, width * SIDE, 3)
    )


def _tile(sign: int) -> NDArray[np.uint8]:
    tile = np.full((SIDE, SIDE, 3), _ground(sign), dtype=np.uint8)
    tile[-1, :] = tile[:, -1] = EDGE
    if sign in GLYPHS:
        dots = np.array([[dot == "#" for dot in row] for row in GLYPHS[sign].split()])
        dots = dots.repeat(DOT, axis=0).repeat(DOT, axis=1)
        top, left = (SIDE - dots.shape[0]) // 2, (SIDE - dots.shape[1]) // 2
        tile[top : top + dots.shape[0], left : left + dots.shape[1]][dots] = INKS[sign]
    return tile


def _ground(sign: int) -> Colour:
    grounds = {MINE: MINE_TILE, EXPLODED: EXPLODED_TILE, HIDDEN: TILE, FLAGGED: TILE}
    return grounds.get(sign, OPEN)


RENDERERS: Mapping[str, Callable[[NDArray[np.int8]], Frame]] = {
    "text": _text,
    "ansi": _ansi,
    "rgb_array": _rgb_array,
}
"""The render modes."""
