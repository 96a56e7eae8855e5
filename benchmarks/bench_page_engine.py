"""The engine in the browser beside the same engine in Python: how long an analysis takes.

    python benchmarks/bench_page_engine.py [POSITIONS]

Node runs the module as a browser would, with the same compiler. Each position is analysed several
times, and the best time counts.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from families import DENSE, EXPERT_ANY, EXPERT_OPENING, scattered_positions, stuck_positions

from sapper import Level, StartRule, View, analyze

LARGE = [Level(50, 80, 800, StartRule.OPENING), Level(100, 100, 2000, StartRule.OPENING)]
ROUNDS = 7
TIMER = Path(__file__).with_name("time_engine.js")


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    node = shutil.which("node")
    if node is None:
        sys.exit("there is no node here")
    print(
        f"{'positions':<34} {'n':>4} {'Python ms':>9} {'page ms':>8} {'worst ms':>8} {'ratio':>6}"
    )
    stuck = stuck_positions(EXPERT_OPENING, (3, 3), games=2 * count, count=count, seed=1)
    side_by_side(node, "16x30/99 stuck", stuck)
    scattered = scattered_positions(EXPERT_ANY, count, seed=4)
    side_by_side(node, "16x30/99, 40-160 cells scattered", scattered)
    dense = stuck_positions(DENSE, (3, 3), games=count, count=count, seed=5, spared=True)
    side_by_side(node, "24x30/200 stuck", dense)
    for level in LARGE:
        views = stuck_positions(level, (25, 40), games=1, count=count, seed=6, spared=True)
        side_by_side(node, f"{level.name} stuck", views)


def side_by_side(node: str, name: str, views: Sequence[View]) -> None:
    python = [time_in_python(view) for view in views]
    page = time_on_page(node, views)
    ratio = median(theirs / ours for theirs, ours in zip(page, python, strict=True))
    times = f"{median(python):9.3f} {median(page):8.3f} {max(page):8.2f} {ratio:6.2f}"
    print(f"{name:<34} {len(views):4} {times}")


def time_in_python(view: View) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        start = perf_counter()
        analyze(view)
        best = min(best, perf_counter() - start)
    return 1000 * best


def time_on_page(node: str, views: Sequence[View]) -> list[float]:
    text = "\n".join(
        json.dumps({"rows": str(view).splitlines(), "mines": view.mines}) for view in views
    )
    command = [node, str(TIMER), str(ROUNDS)]
    run = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return [float(line) for line in run.stdout.split()]


if __name__ == "__main__":
    main()
