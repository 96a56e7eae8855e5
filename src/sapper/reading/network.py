"""The network that looks at one cell, evaluated with NumPy.

Three convolutions of 3 × 3, each followed by pooling, then two dense layers. `training/cells.py`
trained it on screenshots that `tools/screenshots` draws; its weights are in `cells.npz`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

CLASSES = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "hidden", "flag", "question", "mine",
           "wrong", "junk")  # fmt: skip
"""What a cell may show; junk is no cell at all."""
HIDDEN, FLAG, QUESTION, MINE, WRONG, JUNK = range(9, 15)

CHANNELS = (3, 16, 32, 48)
DENSE = 64
BATCH = 256
"""Cells at a time, which bounds the memory."""

Array = NDArray[np.float32]


def stored_weights(path: Path) -> dict[str, Array]:
    """The weights of a network, by the names of its layers."""
    with np.load(path) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


@cache
def _weights() -> dict[str, Array]:
    return stored_weights(Path(__file__).parent / "cells.npz")


def log_chances(cells: NDArray[np.uint8]) -> Array:
    """The logarithm of each class's chance, for each cell cut out by `cut_cells`."""
    weights = _weights()
    dense = np.maximum(features(cells) @ weights["11.weight"].T + weights["11.bias"], 0)
    votes = dense @ weights["13.weight"].T + weights["13.bias"]
    votes -= votes.max(axis=1, keepdims=True)
    chances: Array = votes - np.log(np.exp(votes).sum(axis=1, keepdims=True))
    return chances


def features(cells: NDArray[np.uint8]) -> Array:
    """What the convolutions make of each cell."""
    parts = [_convolutions(cells[at : at + BATCH]) for at in range(0, len(cells), BATCH)]
    return np.concatenate(parts)


def _convolutions(cells: NDArray[np.uint8]) -> Array:
    weights = _weights()
    layer = cells.astype(np.float32) / 127.5 - 1
    for name in ("0", "3", "6"):
        layer = pooled(convolved(layer, weights[f"{name}.weight"], weights[f"{name}.bias"]))
    return layer.transpose(0, 3, 1, 2).reshape(len(layer), -1)


def convolved(layer: Array, kernel: Array, bias: Array) -> Array:
    """What a 3 × 3 kernel makes of a layer, with zeros outside; negative becomes zero."""
    count, height, width, channels = layer.shape
    padded = np.pad(layer, ((0, 0), (1, 1), (1, 1), (0, 0)))
    shifted = [
        padded[:, down : down + height, across : across + width]
        for down in range(3)
        for across in range(3)
    ]
    seen = np.concatenate(shifted, axis=3).reshape(-1, 9 * channels)
    total: Array = seen @ kernel.transpose(2, 3, 1, 0).reshape(9 * channels, -1) + bias
    np.maximum(total, 0, out=total)
    return total.reshape(count, height, width, -1)


def pooled(layer: Array) -> Array:
    """The largest of every two by two."""
    count, height, width, channels = layer.shape
    blocks = layer.reshape(count, height // 2, 2, width // 2, 2, channels)
    largest: Array = blocks.max(axis=(2, 4))
    return largest
