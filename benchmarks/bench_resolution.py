"""How fast resolution settles whole boards, how that grows, and how large the base gets.

Boards of the start rule `given`, settled by certain moves alone; times are the reasoner's processor
time. The sizes take turns, so that a busy machine slows them alike; the disclosed cells are the
same share of every size.

    python benchmarks/bench_resolution.py
"""

from __future__ import annotations

import statistics

from sapper.lab.settling import Settling, settle_board
from sapper.level import LEVELS, Level, StartRule

HARD = LEVELS["hard"]
SIZES = ((16, 30), (32, 30), (50, 50), (71, 71), (100, 100))
HARD_BOARDS = 100
BOARDS_A_SIZE = 5
WANTED_MILLISECONDS = 250
WANTED_GROWTH = 3
STATED_MULTIPLE = 8
"""The base never holds more clauses than so many times the cells."""


def hard_boards(width: int) -> list[Settling]:
    return [settle_board(HARD, index, None, f"resolution-{width}") for index in range(HARD_BOARDS)]


def growing_boards(width: int) -> dict[tuple[int, int], list[Settling]]:
    runs: dict[tuple[int, int], list[Settling]] = {size: [] for size in SIZES}
    for index in range(BOARDS_A_SIZE):
        for height, columns in SIZES:
            cells = height * columns
            level = Level(height, columns, round(HARD.density * cells), StartRule.GIVEN)
            disclosed = round(HARD.disclosed / HARD.cells * cells)
            run = settle_board(level, index, disclosed, f"resolution-{width}")
            runs[height, columns].append(run)
    return runs


def most_clauses_a_cell(runs: list[Settling]) -> float:
    return max((run.effort.most_clauses or 0) / run.level.cells for run in runs)


def microseconds_a_cell(runs: list[Settling]) -> float:
    return 1e6 * statistics.median(run.seconds / run.level.cells for run in runs)


def main() -> None:
    for width in (2, 3):
        runs = hard_boards(width)
        times = [1000 * run.seconds for run in runs]
        wanted = f" (wanted: under {WANTED_MILLISECONDS})" if width == 2 else ""
        print(
            f"width {width}, {HARD_BOARDS} hard boards: median {statistics.median(times):.1f} ms"
            f"{wanted}, worst {max(times):.1f} ms; at most {most_clauses_a_cell(runs):.2f} "
            f"clauses a cell (stated: {STATED_MULTIPLE}); "
            f"{sum(run.effort.cut_short for run in runs)} cut short by ten rounds"
        )
    for width in (2, 3):
        print(
            f"\nwidth {width} at the density of hard, {BOARDS_A_SIZE} boards a size, taking turns"
        )
        print(f"{'size':>9} {'us a cell':>10} {'settled':>8} {'clauses a cell':>15}")
        growing = growing_boards(width)
        for (height, columns), runs in growing.items():
            settled = statistics.mean(run.settled / run.level.cells for run in runs)
            print(
                f"{f'{height}x{columns}':>9} {microseconds_a_cell(runs):>10.1f} {settled:>8.1%}"
                f" {most_clauses_a_cell(runs):>15.2f}"
            )
        small, large = (microseconds_a_cell(growing[size]) for size in (SIZES[0], SIZES[-1]))
        print(f"a cell takes {large / small:.2f} times as long (wanted: at most {WANTED_GROWTH})")


if __name__ == "__main__":
    main()
