"""Fit the value by which luck is measured: `python tools/fit_guess_value.py` (about a minute).

It prints `GUESS_VALUE` for `src/sapper/lab/luck.py`. A cheap `expert` plays boards that nothing
else is measured on; the chance of winning after each guess (by the exact share where the rest was
searched, otherwise by the result) is fitted with a logistic function of what the guess led to.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sapper._compiled import compiled
from sapper.lab.bulk import make_layouts
from sapper.lab.games import read_level
from sapper.level import first_cell

SEED = 424242
GAMES = (
    ("expert", "safe", 60_000),
    ("expert", "opening", 40_000),
    ("intermediate", "safe", 30_000),
    ("beginner", "safe", 20_000),
    ("8x8/10", "safe", 10_000),
)
BUDGET = 20_000
CHEAP = {"playouts": 0, "judged_share": 0}
PENALTY = 1e-3
ROUNDS = 25


def main() -> None:
    """Play, fit, and print the weights."""
    recorded = [guesses(*games) for games in GAMES]
    features = np.concatenate([part[0] for part in recorded])
    chances = np.concatenate([part[1] for part in recorded])
    weights = fit(features, chances)
    error = chances - logistic(features @ weights)
    print(f"{len(chances):,} guesses, {100 * (1 - error.var() / chances.var()):.1f} % explained")
    print(f"GUESS_VALUE = ({', '.join(f'{weight:.4g}' for weight in weights)})")


def guesses(
    level_name: str, start: str, games: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the guesses of some games led to: their features, and the chances of winning."""
    assert compiled is not None, "the engine is needed"
    level = read_level(level_name, start)
    first = first_cell(level.height, level.width, level.start)
    layouts = make_layouts(level, SEED, games, first=first)
    features, chances = compiled.record_guesses(layouts, first, BUDGET, CHEAP)
    return features, chances


def fit(features: NDArray[np.float64], chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logistic regression, by Newton's method."""
    weights = np.zeros(features.shape[1])
    for _ in range(ROUNDS):
        expected = logistic(features @ weights)
        slope = features.T @ (chances - expected) - PENALTY * weights
        spread = (expected * (1 - expected))[:, None]
        curvature = features.T @ (features * spread) + PENALTY * np.eye(len(weights))
        weights = weights + np.linalg.solve(curvature, slope)
    return weights


def logistic(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """From minus infinity to 0, from infinity to 1."""
    values: NDArray[np.float64] = 1 / (1 + np.exp(-sums))
    return values


if __name__ == "__main__":
    main()
