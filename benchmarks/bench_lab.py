"""The overhead of the laboratory compared with the bare engine: `exact` on expert boards.

Bare means the engine alone on one thread, with the boards laid in advance. The laboratory, on two
workers, lays the boards, plays the games, and packs, checks and stores the outcomes. The two take
turns, and each round gives three ratios: the laboratory's rate to twice the bare one, which is
meaningful if two cores are idle; to that of the bare engine on two threads, which is meaningful on
a busy machine too; and by CPU time, which shows what the harness adds to a game.

    python benchmarks/bench_lab.py [ROUNDS]
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from sapper.lab.bulk import make_layouts, play_layouts
from sapper.lab.experiments import WinRate
from sapper.lab.run import RunLocation, run
from sapper.lab.store import Store

ROUNDS = 5
BARE_GAMES, LAB_GAMES, WORKERS = 16_384, 65_536, 2
FIRST = (0, 0)


@dataclass(frozen=True)
class Rate:
    """Games per second, by wall-clock time and by CPU time."""

    wall: float
    processor: float

    @classmethod
    def of(cls, games: int, play: Callable[[], object]) -> Rate:
        """Measure it."""
        wall, processor = time.perf_counter(), time.process_time()
        play()
        return cls(games / (time.perf_counter() - wall), games / (time.process_time() - processor))


def main(rounds: int) -> None:
    layouts = make_layouts("expert", seed=1, count=BARE_GAMES, first=FIRST)
    play_layouts("exact", layouts[:500], FIRST, threads=1)  # warm
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; games per second\n")
    print("                       lab on        of        of   by CPU")
    print("round  bare   bare×2   2 workers   2 bare   bare×2  time")
    ratios = []
    for number in range(1, rounds + 1):
        bare, bare_twice = (
            Rate.of(BARE_GAMES, partial(play_layouts, "exact", layouts, FIRST, threads=threads))
            for threads in (1, WORKERS)
        )
        through = Rate.of(LAB_GAMES, partial(run_through_lab, number))
        ratios.append(
            (
                through.wall / (WORKERS * bare.wall),
                through.wall / bare_twice.wall,
                through.processor / bare.processor,
            )
        )
        print(
            f"{number:5} {bare.wall:6,.0f} {bare_twice.wall:8,.0f} {through.wall:11,.0f}   "
            + "   ".join(f"{ratio:6.1%}" for ratio in ratios[-1])
        )
    medians = (median(column) for column in zip(*ratios, strict=True))
    print(f"{'median':>33}   " + "   ".join(f"{ratio:6.1%}" for ratio in medians))


def run_through_lab(seed: int) -> None:
    experiment = WinRate(LAB_GAMES, seed, agents=("exact",), levels=("expert",), starts=("safe",))
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "store") as store:
        run(experiment, store, RunLocation(WORKERS))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
