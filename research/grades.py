"""How often do random boards need no guess, and how hard are those that need none?

A row for each level, start rule and grade: how many boards have it, their share with its Wilson
95 % interval, and the median and the 90th percentile of their hardness.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import numpy as np
from common import chunks, print_rows, run

from sapper.board import Board
from sapper.lab.bulk import make_layouts, play_layouts
from sapper.lab.games import read_level
from sapper.lab.stats import wilson
from sapper.level import first_cell
from sapper.proof.technique import BoardGrade
from sapper.solution import solve

GUESS = "needs a guess"
BOARDS_AT_ONCE = 1000


def measure(
    levels: Sequence[str], starts: Sequence[str], games: int, seed: int
) -> Iterator[dict[str, object]]:
    """Grade boards by their easiest solutions."""
    for level in [read_level(name, start) for name in levels for start in starts]:
        first = first_cell(level.height, level.width, level.start)
        hardness: dict[str, list[int]] = {GUESS: [], **{grade: [] for grade in BoardGrade}}
        for some in chunks(games, BOARDS_AT_ONCE, f"{level.name}, {level.start.value}"):
            layouts = make_layouts(level, seed, len(some), first=first, start_index=some.start)
            # The engine's games, far faster, tell which boards need a guess.
            played = play_layouts("exact", layouts, first, start=level.start)
            needs_guess = (played.guesses > 0) | layouts[:, *first]
            hardness[GUESS] += [0] * int(needs_guess.sum())
            for layout in layouts[~needs_guess]:
                solution = solve(Board.from_layout(layout), first)
                hardness[solution.grade or GUESS].append(solution.hardness)
        for grade, found in hardness.items():
            interval = wilson(len(found), games)
            yield {
                "level": level.name,
                "start": level.start.value,
                "grade": str(grade),
                "boards": games,
                "count": len(found),
                "share": f"{len(found) / games:.6f}",
                "share_low": f"{interval.low:.6f}",
                "share_high": f"{interval.high:.6f}",
                "median_hardness": _quantile(grade, found, 0.5),
                "p90_hardness": _quantile(grade, found, 0.9),
            }


def _quantile(grade: str, hardness: Sequence[int], share: float) -> int | str:
    if grade == GUESS or not hardness:
        return ""
    return int(np.quantile(hardness, share, method="inverted_cdf"))


def main() -> None:
    """Read the command line, and print the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", nargs="+", default=["beginner", "intermediate", "expert"])
    parser.add_argument("--starts", nargs="+", default=["opening", "safe"])
    parser.add_argument("--games", type=int, default=100_000, help="of each level and rule")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print_rows(measure(options.levels, options.starts, options.games, options.seed))


if __name__ == "__main__":
    run(main)
