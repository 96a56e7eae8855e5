"""The engine in the browser beside the same engine in Python: how long an analysis takes.

    python benchmarks/bench_page_engine.py [POSITIONS]

Node runs the module as a browser would, with the same compiler. Each position is analysed several
times, and the best time counts; both sides take turns, size by size, on the same positions.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from sapper import Game, View, analyze
from sapper.level import Level, StartRule

SIZES = [Level(16, 30, 99), Level(50, 80, 800), Level(100, 100, 2000), Level(200, 200, 8000)]
ROUNDS = 7
TIMER = Path(__file__).with_name("time_engine.js")


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    node = shutil.which("node")
    if node is None:
        sys.exit("there is no node here")
    print(f"ms per analysis: the median of {count} positions, each the best of {ROUNDS}")
    print("    board   Python     page  page / Python  slowest on the page")
    for level in SIZES:
        views = [in_mid_game(level, seed) for seed in range(count)]
        native = [time_in_python(view) for view in views]
        page = time_on_page(node, views)
        ratio = median(theirs / ours for theirs, ours in zip(page, native, strict=True))
        times = f"{median(native):7.2f}  {median(page):7.2f}  {ratio:13.2f}  {max(page):19.2f}"
        print(f"{f'{level.height}×{level.width}':>9}  {times}")


def in_mid_game(level: Level, seed: int) -> View:
    """A view in which half of the safe cells are open, by certain moves as far as they go."""
    game = Game.new(level.starting(StartRule.OPENING), seed=seed)
    half = (level.cells - level.mines) // 2
    game.reveal((level.height // 2, level.width // 2))
    while game.view.revealed_count < half:
        safe = sorted(analyze(game.view, partial=True).safe)
        assert game.board is not None
        not_mines = (cell for cell in game.view.hidden() if not game.board.is_mine(cell))
        for cell in safe or [next(not_mines)]:
            game.reveal(cell)
    return game.view


def time_in_python(view: View) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        start = perf_counter()
        analyze(view)
        best = min(best, perf_counter() - start)
    return 1000 * best


def time_on_page(node: str, views: list[View]) -> list[float]:
    lines = [json.dumps({"rows": str(view).splitlines(), "mines": view.mines}) for view in views]
    command = [node, str(TIMER), str(ROUNDS)]
    run = subprocess.run(
        command, input="\n".join(lines), capture_output=True, text=True, check=True
    )
    return [float(line) for line in run.stdout.split()]


if __name__ == "__main__":
    main()
