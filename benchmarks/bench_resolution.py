"""How fast resolution settles whole boards, how that scales, and how large the base gets.

Boards with the start rule `given` are settled by certain moves alone; times are the reasoner's CPU
time. The sizes take turns, so that a busy machine slows them equally; the share of disclosed cells
is the same for every size.

    python benchmarks/bench_resolution.py
"""

from __future__ import annotations

import statistics

from sapper.lab.settling import Settling, settle_board
from sapper.level import LEVELS, Level, StartRule

HARD = LEVELS["hard"]
SIZES = ((16, 30), (32, 30), (50, 50), (71, 71), (100, 100))
HARD_BOARDS = 100
BOARDS_PER_SIZE = 5
WANTED_MILLISECONDS = 250
WANTED_GROWTH = 3
STATED_MULTIPLE = 8
"""The base never holds more clauses than this many times the number of cells."""


def hard_boards(width: int) -> list[Settling]:
    return [settle_board(HARD, index, None, f"resolution-{width}") for index in range(HARD_BOARDS)]


def growing_boards(width: int) -> dict[tuple[int, int], list[Settling]]:
    runs: dict[tuple[int, int], list[Settling]] = {size: [] for size in SIZES}
    for index in range(BOARDS_PER_SIZE):
        for height, columns in SIZES:
            cells = height * columns
            level = Level(height, columns, round(HARD.density * cells), StartRule.GIVEN)
            disclosed = round(HARD.disclosed / HARD.cells * cells)
            run = settle_board(level, index, disclosed, f"resolution-{width}")
            runs[height, columns].append(run)
    return runs


def most_clauses_per_cell(runs: list[Settling]) -> float:
    return max((run.effort.most_clauses or 0) / run.level.cells for run in runs)


def microseconds_per_cell(runs: list[Settling]) -> float:
    return 1e6 * statistics.median(run.seconds / run.level.cells for run in runs)


def main() -> None:
    for width in (2, 3):
        runs = hard_boards(width)
        times = [1000 * run.seconds for run in runs]
        wanted = f" (target: under {WANTED_MILLISECONDS})" if width == 2 else ""
        print(
            f"width {width}, {HARD_BOARDS} hard boards: median {statistics.median(times):.1f} ms"
            f"{wanted}, worst {max(times):.1f} ms; at most {most_clauses_per_cell(runs):.2f} "
            f"clauses per cell (stated: {STATED_MULTIPLE}); "
            f"{sum(run.effort.cut_short for run in runs)} cut short by ten rounds"
        )
    for width in (2, 3):
        print(f"\nwidth {width} at hard density, {BOARDS_PER_SIZE} boards per size, taking turns")
        print(f"{'size':>9} {'us/cell':>10} {'settled':>8} {'clauses/cell':>15}")
        growing = growing_boards(width)
        for (height, columns), runs in growing.items():
            settled = statistics.mean(run.settled / run.level.cells for run in runs)
            print(
                f"{f'{height}x{columns}':>9} {microseconds_per_cell(runs):>10.1f} {settled:>8.1%}"
                f" {most_clauses_per_cell(runs):>15.2f}"
            )
        small, large = (microseconds_per_cell(growing[size]) for size in (SIZES[0], SIZES[-1]))
        print(f"a cell takes {large / small:.2f} times as long (target: at most {WANTED_GROWTH})")


if __name__ == "__main__":
    main()
