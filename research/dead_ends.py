"""Where do boards force a guess: at the border, or inside?

A *dead end* is a group of cells that are still uncertain once everything certain is open. Cells
belong together if they are neighbours, or if one number counts both. A row for each side and
density of square boards, whose first click shows a 0: how many boards have a dead end, how many
dead ends there are, and how many of them touch the border. With --read, rows printed before are
summed up: the share at the border, and the power of the density with which both kinds grow.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from common import Row, chunks, print_rows, read_rows, run
from parting import Z_95, opened_without_guess

from sapper.grid import Cell, neighbours
from sapper.lab.bulk import make_layouts, play_layouts
from sapper.lab.games import read_level
from sapper.lab.stats import wilson
from sapper.level import StartRule, first_cell
from sapper.view import View

BOARDS_AT_ONCE = 50
FEWEST_DENSITIES = 3
"""Through fewer points, any power fits."""


def dead_ends_in(view: View, mines: frozenset[Cell]) -> list[frozenset[Cell]]:
    """The groups of cells about which nothing is certain; none where only mines are hidden.

    >>> found = dead_ends_in(View.parse("#11#\\n#11#", mines=2), frozenset())
    >>> [sorted(group) for group in found]
    [[(0, 0), (1, 0)], [(0, 3), (1, 3)]]
    """
    uncertain = () if view.hidden_count == view.mines else view.hidden()
    waiting = dict.fromkeys(cell for cell in uncertain if cell not in mines)
    groups = []
    while waiting:
        start, _ = waiting.popitem()
        group, growing = {start}, [start]
        while growing:
            for other in _together_with(growing.pop(), view):
                if other in waiting:
                    del waiting[other]
                    group.add(other)
                    growing.append(other)
        groups.append(frozenset(group))
    return sorted(groups, key=min)


def _together_with(cell: Cell, view: View) -> Iterator[Cell]:
    for beside in neighbours(cell, view.height, view.width):
        if view.is_hidden(beside):
            yield beside
        else:
            yield from neighbours(beside, view.height, view.width)


def is_at_border(group: frozenset[Cell], view: View) -> bool:
    """Whether one of the cells is in the outermost row or column.

    >>> view = View.parse("00000\\n0#000\\n0000#", mines=1)
    >>> [is_at_border(group, view) for group in dead_ends_in(view, frozenset())]
    [False, True]
    """
    return any(
        row in (0, view.height - 1) or column in (0, view.width - 1) for row, column in group
    )


def measure(
    sides: Sequence[int], densities: Sequence[float], games: int, seed: int
) -> Iterator[dict[str, object]]:
    """Open boards as far as anything is certain, and count what is left."""
    for side in sides:
        for density in densities:
            mines = round(density * side * side)
            level = read_level(f"{side}x{side}/{mines}", StartRule.OPENING)
            first = first_cell(side, side, level.start)
            stuck = dead_ends = at_border = 0
            for some in chunks(games, BOARDS_AT_ONCE, level.name):
                layouts = make_layouts(level, seed, len(some), first=first, start_index=some.start)
                # The engine's games, far faster, tell which boards have a dead end at all.
                played = play_layouts("exact", layouts, first, start=level.start)
                for layout in layouts[played.guesses > 0]:
                    view, known = opened_without_guess(level, layout, first, "exact")
                    groups = dead_ends_in(view, known)
                    stuck += bool(groups)
                    dead_ends += len(groups)
                    at_border += sum(is_at_border(group, view) for group in groups)
            yield {
                "side": side,
                "mines": mines,
                "first": f"{first[0]},{first[1]}",
                "seed": seed,
                "boards": games,
                "stuck": stuck,
                "dead_ends": dead_ends,
                "at_border": at_border,
            }


def growth(
    densities: Sequence[float], boards: Sequence[int], counts: Sequence[int]
) -> tuple[float, float] | None:
    """The power of the density that counts grow with, and how far its 95 % reach.

    Counts are Poisson's, and the most likely power is found by Newton's steps; None if fewer than
    three densities have any.

    >>> growth([0.1, 0.2, 0.4], [100, 100, 100], [2, 16, 128])
    (3.0, 0.61)
    """
    if sum(count > 0 for count in counts) < FEWEST_DENSITIES:
        return None
    design = np.stack([np.ones(len(densities)), np.log(densities)], axis=1)
    found = np.asarray(counts, dtype=np.float64)
    beta = np.linalg.lstsq(design, np.log((found + 0.5) / boards), rcond=None)[0]
    for _ in range(50):
        expected = boards * np.exp(design @ beta)
        information = design.T @ (expected[:, None] * design)
        step = np.linalg.solve(information, design.T @ (found - expected))
        beta = beta + step
        if np.abs(step).max() < 1e-10:
            break
    reach = Z_95 * float(np.linalg.inv(information)[1, 1]) ** 0.5
    return round(float(beta[1]), 2), round(reach, 2)


def sum_up(rows: Sequence[Row]) -> Iterator[str]:
    """Lines about all rows: the share at the border, and how both kinds grow."""
    dead_ends, at_border = (
        sum(int(row[name]) for row in rows) for name in ("dead_ends", "at_border")
    )
    interval = wilson(at_border, dead_ends)
    yield (
        f"{at_border:,} of {dead_ends:,} dead ends touch the border: "
        f"{at_border / dead_ends:.1%} (95 %: {interval.low:.1%}–{interval.high:.1%})"
    )
    for side in dict.fromkeys(int(row["side"]) for row in rows):
        own = [row for row in rows if int(row["side"]) == side]
        densities = [int(row["mines"]) / side**2 for row in own]
        boards = [int(row["boards"]) for row in own]
        border = [int(row["at_border"]) for row in own]
        inside = [int(row["dead_ends"]) - count for row, count in zip(own, border, strict=True)]
        for where, counts in (("at the border", border), ("inside", inside)):
            found = growth(densities, boards, counts)
            if found is not None:
                yield f"on {side}², those {where} grow as density^({found[0]:.2f} ± {found[1]:.2f})"


def main() -> None:
    """Read the command line; print the rows, or what rows printed before come to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sides", nargs="+", type=int, default=[100])
    parser.add_argument("--densities", nargs="+", type=float, default=[0.1, 0.12])
    parser.add_argument("--games", type=int, default=200, help="boards per side and density")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--read", nargs="+", type=Path, help="rows printed before, to be summed up")
    options = parser.parse_args()
    if options.read:
        print(*sum_up(read_rows(options.read)), sep="\n")
    else:
        print_rows(measure(options.sides, options.densities, options.games, options.seed))


if __name__ == "__main__":
    run(main)
