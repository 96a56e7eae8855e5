"""Train the network's last layers again, with further fonts: needs no more than NumPy.

`PYTHONPATH=src:tools python training/tune_cells.py --fonts FOLDER` draws screenshots in the fonts
of a folder, has the convolutions look at their cells, and goes on training the two dense layers
of `src/sapper/reading/cells.npz` from where `training/cells.py` left them.
"""

from __future__ import annotations

import argparse
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from drawn_cells import draw_cells

from sapper.reading import network
from sapper.reading.network import CLASSES, JUNK, features

WEIGHTS = Path(network.__file__).parent / "cells.npz"
DENSE_LAYERS = ("11.weight", "11.bias", "13.weight", "13.bias")
JUNK_WEIGHT = 0.5
BATCH = 512
PLAIN = ("0", "hidden")
MOST_OF_KIND = (64_000, 10_000, 10_000)
"""Cells that show something, plain ones, and junk."""


class Dense:
    """The two dense layers, and Adam's memory of their gradients."""

    def __init__(self, stored: dict[str, np.ndarray]) -> None:
        self.layers = [stored[name].astype(np.float32) for name in DENSE_LAYERS]
        self.means = [np.zeros_like(layer) for layer in self.layers]
        self.squares = [np.zeros_like(layer) for layer in self.layers]
        self.steps = 0

    def chances(self, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What the hidden layer and the last one make of features."""
        first, first_bias, last, last_bias = self.layers
        hidden = np.maximum(seen @ first.T + first_bias, 0)
        votes = hidden @ last.T + last_bias
        votes = np.exp(votes - votes.max(axis=1, keepdims=True))
        return hidden, votes / votes.sum(axis=1, keepdims=True)

    def learn(self, seen: np.ndarray, labels: np.ndarray, rate: float) -> None:
        """One step down the gradient of the cross entropy."""
        hidden, chances = self.chances(seen)
        weights = np.where(labels == JUNK, JUNK_WEIGHT, 1.0).astype(np.float32)
        error = chances
        error[np.arange(len(labels)), labels] -= 1
        error *= (weights / len(labels))[:, None]
        behind = (error @ self.layers[2]) * (hidden > 0)
        gradients = [behind.T @ seen, behind.sum(axis=0), error.T @ hidden, error.sum(axis=0)]
        self.steps += 1
        for layer, mean, square, gradient in zip(
            self.layers, self.means, self.squares, gradients, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            step = mean / (1 - 0.9**self.steps)
            layer -= rate * step / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)


def right(dense: Dense, seen: np.ndarray, labels: np.ndarray) -> float:
    """The share of cells that are right; hidden and empty count as one, junk not at all."""
    chances = dense.chances(seen)[1]
    chances[:, JUNK] = 0
    plain = (0, CLASSES.index("hidden"))
    best = chances.argmax(axis=1)
    same = (best == labels) | (np.isin(best, plain) & np.isin(labels, plain))
    return float(same[labels != JUNK].mean())


def main() -> None:
    """Draw, look, train, save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fonts", type=Path, required=True)
    parser.add_argument("--images", type=int, default=3000)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=77)
    given = parser.parse_args()
    fonts = sorted(map(str, given.fonts.iterdir()))
    with Pool(given.workers) as pool:
        parts = pool.map(draw_cells, [(given.seed, at, fonts) for at in range(given.images)])
    cells, labels = (np.concatenate(part) for part in zip(*parts, strict=True))
    chosen = choose(labels, given.seed)
    tune(features(cells[chosen]), labels[chosen], given.epochs, given.seed)


def choose(labels: np.ndarray, seed: int) -> np.ndarray:
    """Mostly cells that show something: plain ones and junk are known well enough."""
    random = np.random.default_rng(seed)
    kinds = np.array([2 if label == JUNK else int(CLASSES[label] in PLAIN) for label in range(15)])
    of_kind = [np.flatnonzero(kinds[labels] == kind) for kind in range(3)]
    return random.permutation(
        np.concatenate(
            [
                random.choice(found, min(most, len(found)), replace=False)
                for found, most in zip(of_kind, MOST_OF_KIND, strict=True)
            ]
        )
    )


def tune(seen: np.ndarray, labels: np.ndarray, epochs: int, seed: int) -> None:
    """Train with these features, a twentieth of which only measure, and save the weights."""
    random = np.random.default_rng(seed)
    with np.load(WEIGHTS) as file:
        stored = {name: file[name] for name in file.files}
    dense = Dense(stored)
    labels = labels.astype(np.intp)
    kept = len(seen) // 20
    print(f"{len(seen)} cells; before: {right(dense, seen[-kept:], labels[-kept:]):.5f} right")
    for epoch in range(epochs):
        order = random.permutation(len(seen) - kept)
        rate = 1e-3 * (1 - epoch / epochs) + 2e-5
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            dense.learn(seen[chosen], labels[chosen], rate)
        print(f"epoch {epoch}: {right(dense, seen[-kept:], labels[-kept:]):.5f} right", flush=True)
    stored |= dict(zip(DENSE_LAYERS, dense.layers, strict=True))
    np.savez_compressed(WEIGHTS, **{name: each.astype(np.float16) for name, each in stored.items()})


if __name__ == "__main__":
    main()
