"""How far the expert's estimates of what a guess gives up are from the truth.

    python tools/judged_moves.py [seconds]               guesses where nothing is certain
    python tools/judged_moves.py [seconds] --needless    guesses where some cell is safe

The truth is known where the rest of the game can be searched. There, cells are judged as if it
could not: by the estimate, and then exactly. Printed are, by what was estimated, the true mean and
the deviation of the truth from the estimate.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import count, pairwise
from time import monotonic

import numpy as np

from sapper import analyze
from sapper.agents.judging import judge_by_estimate, judge_by_playouts, judge_by_search
from sapper.agents.registry import make_agent
from sapper.game import Game, Status
from sapper.view import View

LEVELS = ("expert", "intermediate", "beginner")
LEAST_LAYOUTS, MOST_LAYOUTS, SEARCH = 300, 100_000, 2_000_000
CELLS = 4
BOUNDS = (0.0, 0.001, 0.01, 0.03, 0.08, 0.2, 1.0)


def positions(seconds: float, *, with_a_safe_cell: bool) -> Iterator[View]:
    """Positions with a certainly safe cell or without, small enough to be searched."""
    end = monotonic() + seconds
    for seed in count():
        agent = make_agent("exact")
        game = Game.new(LEVELS[seed % len(LEVELS)], seed=seed)
        while game.status is Status.PLAYING:
            if monotonic() > end:
                return
            move = agent.choose(game.view)
            if move.certain is with_a_safe_cell and game.view.revealed_count:
                layouts = analyze(game.view).layouts
                if layouts is not None and LEAST_LAYOUTS < layouts < MOST_LAYOUTS:
                    yield game.view
            game.reveal(move.cell)


def main() -> None:
    """Judge, compare, and print."""
    needless = "--needless" in sys.argv
    numbers = [argument for argument in sys.argv[1:] if argument != "--needless"]
    seconds = float(numbers[0]) if numbers else 60.0
    generator = random.Random(1)
    pairs = []
    for view in positions(seconds, with_a_safe_cell=needless):
        odds = analyze(view).mine_probability
        cells = [cell for cell in view.hidden() if 0 < odds[cell] < 1]
        for cell in generator.sample(cells, min(CELLS, len(cells))):
            risk = float(odds[cell])
            exact = judge_by_search(view, cell, risk, SEARCH)
            estimate = (
                judge_by_playouts(view, cell, [cell], risk)
                if needless
                else judge_by_estimate(view, cell, risk, search_layouts=0)
            )
            if exact is not None and estimate is not None:
                pairs.append((estimate.given_up, exact.given_up))
    found = np.array(pairs, dtype=float)
    deviation = float(np.std(found[:, 1] - found[:, 0]))
    correlation = np.corrcoef(found.T)[0, 1]
    print(f"{len(found)} cells; correlation {correlation:.3f}, deviation {deviation:.4f}")
    print("estimated          cells   true mean   deviation")
    for low, high in pairwise(BOUNDS):
        chosen = found[(found[:, 0] >= low) & (found[:, 0] < high)]
        if len(chosen):
            deviation = float(np.std(chosen[:, 1] - chosen[:, 0]))
            true = float(np.mean(chosen[:, 1]))
            print(f"{low:.3f} to {high:.3f} {len(chosen):9}{true:12.4f}{deviation:12.4f}")


if __name__ == "__main__":
    main()
