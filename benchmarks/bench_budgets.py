"""What the default budgets take on the hardest positions known: time, memory, work per second.

Every call is made once, in a process of its own, with its default budget. It should end within
about a second of CPU time and a gigabyte. Where it runs out of its budget, the budget divided by
the time is the work per second. `src/sapper/exact/budgets.py` cites the results.

    python benchmarks/bench_budgets.py
"""

from __future__ import annotations

import multiprocessing
import resource
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np

from sapper import View, analyze, count_layouts, win_probability
from sapper.errors import BudgetExceeded
from sapper.exact import counting
from sapper.exact.budgets import COUNT_BUDGET, DEFAULT_BUDGET, DEFAULT_SEARCH, STATES_OF_TWIN
from sapper.play.asking import layouts_if_quick

SEED = 1


def scattered(side: int, share: float) -> View:
    """A board with 20 % mines and a share of its cells revealed at random."""
    random = np.random.default_rng(SEED)
    return shown(random.random((side, side)) < 0.2, random.random((side, side)) < share)


def lattice(height: int, width: int, density: float) -> View:
    """Every second cell of every second row is revealed: one wide front."""
    random = np.random.default_rng(SEED)
    revealed = np.zeros((height, width), dtype=np.bool_)
    revealed[1::2, 1::2] = True
    return shown((random.random((height, width)) < density) & ~revealed, revealed)


def shown(mines: np.typing.NDArray[np.bool_], revealed: np.typing.NDArray[np.bool_]) -> View:
    height, width = mines.shape
    padded = np.pad(mines, 1).astype(np.int8)
    around = sum(
        padded[down : down + height, right : right + width]
        for down in range(3)
        for right in range(3)
    )
    numbers = np.where(revealed & ~mines, around, -1).astype(np.int8)
    return View.from_numbers(numbers, int(mines.sum()))


LARGE: dict[str, Callable[[], View]] = {
    "lattice 21x21": lambda: lattice(21, 21, 0.25),
    "lattice 41x41": lambda: lattice(41, 41, 0.25),
    "lattice 21x61, dense": lambda: lattice(21, 61, 0.35),
    "lattice 401x401": lambda: lattice(401, 401, 0.35),
    "lattice 5x8001": lambda: lattice(5, 8001, 0.15),
    "300x300, 3 % shown": lambda: scattered(300, 0.03),
    "300x300, 8 % shown": lambda: scattered(300, 0.08),
    "300x300, 20 % shown": lambda: scattered(300, 0.2),
    "1000x1000, 3 % shown": lambda: scattered(1000, 0.03),
    "1000x1000, 6 % shown": lambda: scattered(1000, 0.06),
    "1000x1000, 10 % shown": lambda: scattered(1000, 0.1),
}
SMALL: dict[str, Callable[[], View]] = {
    f"{height}x{width}/{mines}": partial(View, height, width, mines)
    for height, width, mines in (
        (5, 5, 5),
        (6, 6, 4),
        (2, 9, 9),
        (1, 22, 11),
        (20, 20, 2),
        (30, 30, 2),
        (60, 60, 1),
        (1, 3000, 1),
        (5, 6, 8),
        (4, 7, 8),
        (10, 10, 4),
    )
} | {"21 coins": lambda: View.parse("##1##" * 21, mines=21)}
TWIN = DEFAULT_BUDGET // STATES_OF_TWIN
CALLS: dict[str, tuple[Callable[[View], object], dict[str, Callable[[], View]], int]] = {
    "analyze": (analyze, LARGE, DEFAULT_BUDGET),
    "analyze, partial": (lambda view: analyze(view, partial=True).complete, LARGE, DEFAULT_BUDGET),
    "count_layouts": (count_layouts, LARGE, DEFAULT_BUDGET),
    "layouts of sapper analyze": (
        lambda view: layouts_if_quick(analyze(view, partial=True), COUNT_BUDGET),
        LARGE,
        DEFAULT_BUDGET,
    ),
    "win_probability": (win_probability, SMALL, DEFAULT_SEARCH),
    "twin: fractions": (lambda view: counting.mine_fractions(view, TWIN), LARGE, TWIN),
    "twin: count": (lambda view: counting.count_layouts(view, TWIN), LARGE, TWIN),
}


def measure(call: str, position: str) -> tuple[float, int, bool]:
    """CPU seconds, megabytes at the peak, and whether there is an answer."""
    ask, positions, _ = CALLS[call]
    view = positions[position]()
    started = time.process_time()
    try:
        answered = ask(view) not in (None, False)
    except BudgetExceeded:
        answered = False
    seconds = time.process_time() - started
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, answered


def main() -> None:
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=fresh, max_tasks_per_child=1) as processes:
        for call, (_, positions, budget) in CALLS.items():
            print(f"{call} (budget {budget:,})")
            for position in positions:
                seconds, megabytes, answered = processes.submit(measure, call, position).result()
                work = (
                    "answered" if answered else f"{budget / seconds / 1e6:8.1f} million per second"
                )
                print(f"    {position:24} {seconds:6.2f} s {megabytes:5} MB   {work}", flush=True)


if __name__ == "__main__":
    main()
