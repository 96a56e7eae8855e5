"""The cost per cell while one large board is played: it should stay the same to the end.

The exact agent plays a board of 1000×1000 cells with 150,000 mines through `Game`, move by move
like any other game, to its end or its first guess. The opened cells are divided into ten equal
stages; times are CPU times.

    python benchmarks/bench_growing.py
"""

from __future__ import annotations

import time

from sapper import Game, Level, StartRule, Status, make_agent

LEVEL = Level(1000, 1000, 150_000, StartRule.OPENING)
FIRST = (500, 500)
STAGES = 10
MOST_SEEDS = 20
LONG = 100_000  # cells


def play(seed: int) -> tuple[Game, list[tuple[int, float, float]]]:
    """A game, and after each move: open cells, CPU seconds of the agent and of the game so far."""
    game = Game.new(LEVEL, seed=seed)
    agent = make_agent("exact")
    clock = time.process_time  # not affected by other programs
    thinking = opening = 0.0
    game.reveal(FIRST)  # lays the mines, which no later move does
    passed = [(game.view.revealed_count, 0.0, 0.0)]
    while game.status is Status.PLAYING:
        started = clock()
        move = agent.choose(game.view)
        thought = clock()
        thinking += thought - started
        if not move.certain:
            break
        game.reveal(move.cell)
        opening += clock() - thought
        passed.append((game.view.revealed_count, thinking, opening))
    return game, passed


def main() -> None:
    for seed in range(MOST_SEEDS):
        game, passed = play(seed)
        if game.view.revealed_count >= LONG:
            break
    first, last = passed[0][0], passed[-1][0]
    print(f"1000x1000/150000, seed {seed}: {last} cells open, {len(passed)} moves, {game.status}")
    print(f"{'cells open':>12} {'moves':>8} {'agent us/cell':>14} {'game us/cell':>13} {'both':>7}")
    stage, before = 1, 0
    costs = []
    for place, (cells, thinking, opening) in enumerate(passed):
        if cells < first + (last - first) * stage / STAGES:
            continue
        cells_before, thinking_before, opening_before = passed[before]
        opened = cells - cells_before
        if opened:
            agent = 1e6 * (thinking - thinking_before) / opened
            referee = 1e6 * (opening - opening_before) / opened
            costs.append(agent + referee)
            print(
                f"{cells:>12} {place - before:>8} {agent:>14.2f} {referee:>13.2f}"
                f" {agent + referee:>7.2f}"
            )
        stage, before = stage + 1, place
    print(f"most to least expensive stage: {max(costs) / min(costs):.2f} (target: flat)")


if __name__ == "__main__":
    main()
