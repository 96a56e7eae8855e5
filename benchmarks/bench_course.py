"""How fast the course's agent concludes, compared with a plain transcription of its description.

The same games, the same numbers in the same order, one process, the two taking turns: what
matters is the ratio. Each move opens a random known safe cell; if none is known, a safe cell is
disclosed, so that every game is played to the end.

    python benchmarks/bench_course.py
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Protocol

from plain_course import PlainAI

from sapper.course import Minesweeper, MinesweeperAI
from sapper.grid import Cell, cells

Game = list[tuple[Cell, int]]
ROUNDS = 5


class Knower(Protocol):
    """Anything that can be told a number."""

    def add_knowledge(self, cell: Cell, count: int, /) -> None:
        """Take in a number, and conclude."""


def record(height: int, width: int, mines: int, seed: int) -> Game:
    """The numbers of one game, in the order they were revealed."""
    random.seed(seed)
    board = Minesweeper(height, width, mines)
    agent = MinesweeperAI(height, width)
    chance = random.Random(f"order {seed}")
    disclosed = [cell for cell in cells(height, width) if not board.is_mine(cell)]
    chance.shuffle(disclosed)
    game: Game = []
    while len(game) < height * width - mines:
        known = sorted(agent.safes - agent.moves_made)
        if known:
            cell = chance.choice(known)
        else:
            cell = next(cell for cell in disclosed if cell not in agent.moves_made)
        game.append((cell, board.nearby_mines(cell)))
        agent.add_knowledge(*game[-1])
    return game


def seconds(make: Callable[[], Knower], games: list[Game]) -> float:
    """How long it takes to take in all the games."""
    started = time.perf_counter()
    for game in games:
        agent = make()
        for cell, number in game:
            agent.add_knowledge(cell, number)
    return time.perf_counter() - started


def both(height: int, width: int, mines: int, games: int) -> list[tuple[float, float]]:
    """Seconds per move for ours and the plain one in each of several rounds, taking turns."""
    played = [record(height, width, mines, seed) for seed in range(games)]
    moves = sum(map(len, played))
    return [
        (
            seconds(lambda: MinesweeperAI(height, width), played) / moves,
            seconds(lambda: PlainAI(height, width), played) / moves,
        )
        for _ in range(ROUNDS)
    ]


def best_together(sizes: list[tuple[int, int, int, int]]) -> list[float]:
    """Seconds per cell for ours at several sizes, taking turns."""
    played = [[record(*size[:3], seed) for seed in range(size[3])] for size in sizes]
    best = [float("inf")] * len(sizes)
    for _ in range(ROUNDS):
        for place, (height, width, _, games) in enumerate(sizes):
            taken = seconds(lambda h=height, w=width: MinesweeperAI(h, w), played[place])  # type: ignore[misc]
            best[place] = min(best[place], taken / (height * width * games))
    return best


def main() -> None:
    print("add_knowledge over whole games, microseconds per move (best of 5 rounds)")
    print(f"{'board':>14} {'games':>6} {'plain':>9} {'sapper':>9} {'ratio':>7} {'of a round':>14}")
    for height, width, mines, games in ((8, 8, 8, 200), (16, 30, 99, 10), (50, 50, 500, 2)):
        rounds = both(height, width, mines, games)
        ours, plain = map(min, zip(*rounds, strict=True))
        ratios = [theirs / own for own, theirs in rounds]
        name = f"{height}x{width}/{mines}"
        spread = f"{min(ratios):.1f} to {max(ratios):.1f}"
        print(
            f"{name:>14} {games:>6} {1e6 * plain:>9.1f} {1e6 * ours:>9.1f}"
            f" {plain / ours:>7.1f} {spread:>14}"
        )
    small, large = best_together([(20, 20, 60, 25), (100, 100, 1500, 1)])
    print(
        f"time per cell: {1e6 * small:.2f} us at 20x20/60, {1e6 * large:.2f} us at 100x100/1500:"
        f" {large / small:.2f} times (target: at most 2)"
    )


if __name__ == "__main__":
    main()
