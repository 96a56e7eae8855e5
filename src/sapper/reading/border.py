"""Whether a row or column beside some cells of a board belongs to it: a second small network.

A cell alone can't tell: labels beside a board look like numbers on it, a plain wall like its empty
cells. So this network looks across the border, at windows that show two cells of the board and two
beyond it, and at many of them together, so that noise hardly moves what it says. All four sides
are turned so that the board is below. `training/borders.py` trained it; its weights are in
`border.npz`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.reading.crops import Grid
from sapper.reading.network import Array, convolved, pooled, stored_weights

if TYPE_CHECKING:
    from PIL.Image import Image

OF_A_CELL = 12
"""Pixels along each side of a cell."""
WIDTH, BEYOND, INSIDE = 2, 2, 2
"""The cells of a window: along the border, beyond it, and of the board."""
ALONG, ACROSS = WIDTH * OF_A_CELL, (BEYOND + INSIDE) * OF_A_CELL
WINDOWS = 12
"""So many windows are looked at, evenly spread along the border."""
FAINT = 12.0
"""Differences from the board's colours are seen so many times enlarged, too."""
CHANNELS = (7, 24, 32, 48)
OF_A_WINDOW, OF_A_BORDER = 48, 32
"""The numbers that are made of each window, and of all together."""
SIDES = ("top", "bottom", "left", "right")


@cache
def _weights() -> dict[str, Array]:
    return stored_weights(Path(__file__).parent / "border.npz")


def belongs(picture: Image, grid: Grid, side: int) -> float:
    """The chance that the row or column beyond a side of a grid belongs to the board.

    Sides count as in `SIDES`.
    """
    weights = _weights()
    layer = planes(cut_windows(picture, grid, side))
    for name in ("look.0", "look.3", "look.6"):
        layer = pooled(convolved(layer, weights[f"{name}.weight"], weights[f"{name}.bias"]))
    flat = layer.transpose(0, 3, 1, 2).reshape(len(layer), -1)
    seen = np.maximum(flat @ weights["window.weight"].T + weights["window.bias"], 0)
    together = np.concatenate([seen.mean(axis=0), seen.max(axis=0)])
    border = np.maximum(weights["border.weight"] @ together + weights["border.bias"], 0)
    vote = weights["vote.weight"] @ border + weights["vote.bias"]
    return float(1 / (1 + np.exp(-vote[0])))


def cut_windows(picture: Image, grid: Grid, side: int) -> NDArray[np.uint8]:
    """Windows across a side of a grid, with the board below: three colours, and what is outside.

    Outside of the picture, the fourth channel is 255.
    """
    from PIL.Image import Resampling

    is_row = side < 2
    cells = grid.columns if is_row else grid.rows
    wide, high = grid.cell_width, grid.cell_height
    size = (ALONG, ACROSS) if is_row else (ACROSS, ALONG)
    windows = np.empty((WINDOWS, ACROSS, ALONG, 4), dtype=np.uint8)
    for number, cell in enumerate(np.linspace(0, cells - 1, WINDOWS).round()):
        along = cell + 0.5 - WIDTH / 2
        across = -BEYOND if side % 2 == 0 else (grid.rows if is_row else grid.columns) - INSIDE
        left, top = (along, across) if is_row else (across, along)
        span = (WIDTH, BEYOND + INSIDE) if is_row else (BEYOND + INSIDE, WIDTH)
        box = (
            grid.left + left * wide,
            grid.top + top * high,
            grid.left + (left + span[0]) * wide,
            grid.top + (top + span[1]) * high,
        )
        window = _cut(picture, box, size, Resampling.BILINEAR)
        if not is_row:
            window = window.swapaxes(0, 1)
        windows[number] = window if side % 2 == 0 else window[::-1]
    return windows


def _cut(
    picture: Image, box: tuple[float, float, float, float], size: tuple[int, int], how: int
) -> NDArray[np.uint8]:
    """A part of the picture in another size, which may reach beyond it."""
    left, top, right, bottom = box
    inside = (
        max(0.0, left),
        max(0.0, top),
        min(float(picture.width), right),
        min(float(picture.height), bottom),
    )
    cut = np.zeros((size[1], size[0], 4), dtype=np.uint8)
    cut[..., 3] = 255
    pixel_wide, pixel_high = (right - left) / size[0], (bottom - top) / size[1]
    at = (
        round((inside[0] - left) / pixel_wide),
        round((inside[1] - top) / pixel_high),
        round((inside[2] - left) / pixel_wide),
        round((inside[3] - top) / pixel_high),
    )
    if at[0] < at[2] and at[1] < at[3] and inside[0] < inside[2] and inside[1] < inside[3]:
        part = picture.resize((at[2] - at[0], at[3] - at[1]), how, box=inside)
        cut[at[1] : at[3], at[0] : at[2], :3] = np.asarray(part)
        cut[at[1] : at[3], at[0] : at[2], 3] = 0
    return cut


def planes(windows: NDArray[np.uint8]) -> Array:
    """What the network sees of windows: colours, faint differences, and where the picture ends.

    The differences are those from the usual colours of the board, in all windows together.
    """
    colours = windows[..., :3].astype(np.float32)
    is_outside = windows[..., 3:].astype(np.float32) / 255
    board = windows[..., BEYOND * OF_A_CELL :, :, :3].reshape(-1, 3)
    usual = np.median(board, axis=0).astype(np.float32)
    faint = np.clip((colours - usual) * (FAINT / 255), -1, 1) * (1 - is_outside)
    shown = (colours / 127.5 - 1) * (1 - is_outside)
    return np.concatenate([shown, faint, is_outside], axis=-1).astype(np.float32)
