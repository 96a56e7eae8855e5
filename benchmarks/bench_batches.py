"""How fast batches are: `analyze_many` and `best_moves` beside one call for each position.

The bare rate is that of the engine's own `analyze` on arrays that are ready, in a loop: what a
batch on one thread is compared with. Each rate is by processor time, the best of a few rounds, all
taking turns on the same positions: those of 16×30/99 in which exact play has to guess. With more
threads, time is by the clock.

    python benchmarks/bench_batches.py
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import numpy as np
from families import EXPERT_SAFE, stuck_positions

import sapper
from sapper import View, _engine
from sapper.exact.budgets import DEFAULT_BUDGET

POSITIONS, COPIES, ROUNDS = 200, 20, 7
MINES = EXPERT_SAFE.mines


def main() -> None:
    views = stuck_positions(EXPERT_SAFE, (0, 0), games=300, count=POSITIONS, seed=2)
    numbers = np.concatenate([np.stack([view.numbers for view in views])] * COPIES)

    def bare() -> None:
        for position in numbers:
            _engine.analyze(position, MINES, DEFAULT_BUDGET)

    def one_by_one() -> None:
        for position in numbers:
            sapper.analyze(View.from_numbers(position, MINES))

    def views_alone() -> None:
        for position in numbers:
            View.from_numbers(position, MINES)

    calls: dict[str, Callable[[], object]] = {
        "the engine, bare": bare,
        "analyze(View.from_numbers(…))": one_by_one,
        "analyze_many, 1 thread": lambda: sapper.analyze_many(numbers, MINES, threads=1),
        "View.from_numbers": views_alone,
        "best_moves, exact, 1 thread": lambda: sapper.best_moves(
            numbers, MINES, agent="exact", threads=1
        ),
    }
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(ROUNDS):
        for name, call in calls.items():
            best[name] = min(best[name], seconds(call, time.process_time))
    print(f"{len(numbers):,} positions of 16×30/99")
    for name, taken in best.items():
        each = taken / len(numbers)
        ratio = best["the engine, bare"] / taken
        print(f"{name:<34} {1 / each:>9,.0f}/s {1e6 * each:>8.2f} µs {ratio:>8.1%} of bare")
    few = numbers[:POSITIONS]
    taken = seconds(lambda: sapper.best_moves(few, MINES, threads=1), time.process_time)
    print(f"{'best_moves, expert, 1 thread':<34} {len(few) / taken:>9,.0f}/s")
    clock = {
        threads: min(
            seconds(
                lambda threads=threads: sapper.analyze_many(numbers, MINES, threads=threads),  # type: ignore[misc]
                time.perf_counter,
            )
            for _ in range(ROUNDS)
        )
        for threads in (1, os.cpu_count() or 1)
    }
    for threads, taken in clock.items():
        rate = len(numbers) / taken
        print(
            f"analyze_many, {threads} threads, by the clock: {rate:,.0f}/s, {clock[1] / taken:.2f}x"
        )


def seconds(call: Callable[[], object], clock: Callable[[], float]) -> float:
    started = clock()
    call()
    return clock() - started


if __name__ == "__main__":
    main()
