"""How well the expert's chances of winning agree with the games it plays.

    python tools/calibration.py [games of each kind]

Every guess that was compared counts, with the chance told for the chosen cell and the result of its
game. Printed are the logistic fit of the results to the told chances (calibrated: slope 1, base 0),
and both means in eighths of the guesses.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from sapper.agents.expert import Compared, ExpertAgent
from sapper.game import Game, Status
from sapper.lab.games import read_level
from sapper.level import StartRule, first_cell

KINDS = (
    ("expert", "opening"),
    ("expert", "safe"),
    ("intermediate", "opening"),
    ("intermediate", "safe"),
    ("beginner", "safe"),
    ("8x8/10", "safe"),
    ("20x20/80", "opening"),
    ("12x25/60", "safe"),
)
PARTS = 8
ROUNDS = 25
SEED = 80_000


def told_and_won(kind: tuple[str, str], seed: int) -> list[tuple[float, bool]]:
    """The chances told at the guesses of one game, each with the game's result."""
    level = read_level(*kind)
    game = Game.new(level, seed=seed)
    agent = ExpertAgent(start=StartRule(kind[1]))
    game.reveal(first_cell(level.height, level.width, level.start))
    told = []
    while game.status is Status.PLAYING:
        move = agent.choose(game.view)
        if isinstance(move.reason, Compared):
            told.append(move.reason.candidates[0].win_chance)
        game.reveal(move.cell)
    return [(chance, game.status is Status.WON) for chance in told]


def main() -> None:
    """Play, fit, and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 800
    jobs = [(kind, SEED + number) for kind in KINDS for number in range(games)]
    with ProcessPoolExecutor() as workers:
        found = [
            pair
            for pairs in workers.map(told_and_won, *zip(*jobs, strict=True), chunksize=20)
            for pair in pairs
        ]
    told = np.array([chance for chance, _ in found])
    won = np.array([is_won for _, is_won in found], dtype=float)
    features = np.stack([np.ones_like(told), np.log(told / (1 - told))], 1)
    weights = np.zeros(2)
    for _ in range(ROUNDS):
        expected = 1 / (1 + np.exp(-features @ weights))
        curvature = features.T @ (features * (expected * (1 - expected))[:, None])
        weights += np.linalg.solve(curvature, features.T @ (won - expected))
    errors = np.sqrt(np.diag(np.linalg.inv(curvature)))
    print(f"{len(told):,} guesses of {len(jobs):,} games")
    print(f"slope {weights[1]:.3f} ± {1.96 * errors[1]:.3f}", end=", ")
    print(f"base {weights[0]:+.3f} ± {1.96 * errors[0]:.3f}")
    for part in np.array_split(np.argsort(told), PARTS):
        spread = 196 * won[part].std() / len(part) ** 0.5
        print(
            f"told {100 * told[part].mean():.1f}, won {100 * won[part].mean():.1f} ± {spread:.1f} %"
        )


if __name__ == "__main__":
    main()
