"""How many whole games per second the exact agent plays on one core, and how many it wins.

Boards come from `make_layouts`: seeded, with a safe start in the corner. At 16×30/99, playing the
safest cell with this agent's tie-breaks is known to win 38.2 to 38.5 % of games; any other result
would mean a bug.

    python benchmarks/bench_play.py
"""

from __future__ import annotations

import time

import numpy as np

from sapper import Level, StartRule, make_layouts, play_layouts

SEED = 1
FIRST = (0, 0)
SIGMAS = 1.96  # of a 95 % interval
ROUNDS = 5  # the fastest part of the boards shows what a core can do


def measure(level: Level, games: int, wanted: str) -> None:
    won, rates = [], []
    seconds = processor = 0.0
    for part in range(ROUNDS):
        count = games // ROUNDS
        layouts = make_layouts(level, SEED, count, first=FIRST, start_index=part * count)
        started, processor_started = time.perf_counter(), time.process_time()
        played = play_layouts("exact", layouts, FIRST, threads=1)
        taken = time.perf_counter() - started
        processor += time.process_time() - processor_started
        seconds += taken
        rates.append(count / taken)
        won.append(played.won)
    wins = np.concatenate(won)
    rate = wins.mean()
    interval = SIGMAS * np.sqrt(rate * (1 - rate) / len(wins))
    print(
        f"{level.height}x{level.width}/{level.mines:<4} {len(wins):>7} {max(rates):>8.0f}"
        f" {len(wins) / seconds:>8.0f} {len(wins) / processor:>9.0f}"
        f"   {100 * rate:.2f} ± {100 * interval:.2f} %   {wanted}",
        flush=True,
    )


def main() -> None:
    print("Whole games of the exact agent, one thread, safe start in the corner")
    print(f"{'level':<10} {'games':>7} {'best/s':>8} {'mean/s':>8} {'per CPU s':>9}   won")
    measure(Level(9, 9, 10, StartRule.SAFE), 50_000, "")
    measure(Level(16, 16, 40, StartRule.SAFE), 50_000, "")
    measure(Level(16, 30, 99, StartRule.SAFE), 100_000, "(target: 3,000/s; 38.2 % ± 0.4)")


if __name__ == "__main__":
    main()
