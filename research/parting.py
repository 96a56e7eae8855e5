"""Where do `sentence`, `resolution` and `exact` part, if nobody guesses?

All three start from the same first click and open what they know to be safe. What a reasoner opens
does not depend on the order of its moves, so the position in which a weaker one is stuck is well
defined, and so is the easiest technique that would lead on from it. A row for each level and start
rule: how many boards each reasoner completes, on how many one opens more than another, the median
share of safe cells open there with its 95 % interval, and what the weaker ones lack.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from math import floor, sqrt
from pathlib import Path

import numpy as np
from common import Row, chunks, print_rows, read_rows, run, save_plot
from matplotlib.figure import Figure
from numpy.typing import NDArray

from sapper.board import Board
from sapper.game import Game, Status
from sapper.grid import Cell
from sapper.lab.bulk import make_layouts
from sapper.lab.games import read_level
from sapper.lab.plots import COLOURS, PERCENT, new_figure
from sapper.lab.settling import make_reasoner
from sapper.level import Level, first_cell
from sapper.proof.ladder import easiest
from sapper.proof.technique import Technique
from sapper.view import View

REASONERS = {"sentence": "sentence", "resolution": "resolution-2", "exact": "exact"}
"""The agents' reasoning, by their names in the resolution study; the last is complete."""
WEAKER = ("sentence", "resolution")
PAIRS = (("sentence", "resolution"), ("resolution", "exact"), ("sentence", "exact"))
Z_95 = 1.959964
BOARDS_AT_ONCE = 20


def opened_without_guess(
    level: Level, layout: NDArray[np.bool_], first: Cell, reasoner: str
) -> tuple[View, frozenset[Cell]]:
    """The position in which a reasoner is stuck or done, and the mines that it knows there.

    >>> level = Level.parse("9x9/10", "opening")
    >>> layout = make_layouts(level, seed=1, count=1)[0]
    >>> opened_without_guess(level, layout, (2, 2), "exact")[0].hidden_count
    10
    """
    game = Game.on(Board.from_layout(layout))
    game.reveal(first)
    mind = make_reasoner(reasoner, level)
    while game.status is Status.PLAYING and (safe := mind.safe_cells(game.view)):
        for cell in safe:
            if game.status is Status.PLAYING:
                game.reveal(cell)
    mines: Iterable[Cell] = mind.mines() if game.status is Status.PLAYING else ()
    return game.view, frozenset(mines)


def rank_of_next_safe(view: View, mines: frozenset[Cell]) -> int:
    """The hardest technique on the easiest way to another safe cell; mines may come first."""
    known, hardest = set(mines), 0
    while stage := easiest(view, known):
        hardest = max(hardest, stage.technique.rank)
        if stage.safe:
            return hardest
        known |= set(stage.mines)
    return 0


def measure(
    levels: Sequence[str], starts: Sequence[str], games: int, seed: int
) -> Iterator[dict[str, object]]:
    """Let each reasoner open what it can."""
    for level in [read_level(name, start) for name in levels for start in starts]:
        first = first_cell(level.height, level.width, level.start)
        opened = {name: np.zeros(games, dtype=np.int32) for name in REASONERS}
        needs = {name: np.zeros(games, dtype=np.int8) for name in WEAKER}
        for some in chunks(games, BOARDS_AT_ONCE, f"{level.name}, {level.start.value}"):
            layouts = make_layouts(level, seed, len(some), first=first, start_index=some.start)
            for board, layout in zip(some, layouts, strict=True):
                if layout[first]:
                    continue
                stuck = {
                    name: opened_without_guess(level, layout, first, reasoner)
                    for name, reasoner in REASONERS.items()
                }
                for name, (view, _) in stuck.items():
                    opened[name][board] = view.revealed_count
                for name in WEAKER:
                    if opened[name][board] < opened["exact"][board]:
                        needs[name][board] = rank_of_next_safe(*stuck[name])
        yield {
            "level": level.name,
            "start": level.start.value,
            "first": f"{first[0]},{first[1]}",
            "seed": seed,
            "boards": games,
            **_counts(level.cells - level.mines, opened),
            **{
                f"{name}_needs_{technique.replace(' ', '_')}": int((ranks == technique.rank).sum())
                for name, ranks in needs.items()
                for technique in Technique
            },
        }


def _counts(to_open: int, opened: dict[str, NDArray[np.int32]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, cells in opened.items():
        found[f"{name}_complete"] = int((cells == to_open).sum())
    for name, cells in opened.items():
        found[f"{name}_opened"] = int(cells.sum())
    for weaker, stronger in (*PAIRS, ("resolution", "sentence")):
        found[f"{stronger}_beyond_{weaker}"] = int((opened[stronger] > opened[weaker]).sum())
    for weaker, stronger in PAIRS:
        shares = opened[weaker][opened[stronger] > opened[weaker]] / to_open
        for end, share in zip(("", "_low", "_high"), median_and_interval(shares), strict=True):
            found[f"{weaker}_open_where_{stronger}_parts{end}"] = share
    return found


def median_and_interval(values: NDArray[np.float64]) -> tuple[str, str, str]:
    """The median, and an interval between two of the values, whatever their distribution.

    The number of values below the median is binomial; by its normal approximation.

    >>> median_and_interval(np.arange(101.0))
    ('50.000000', '40.000000', '60.000000')
    """
    if len(values) == 0:
        return "", "", ""
    in_order = np.sort(values)
    below = max(0, floor((len(values) - Z_95 * sqrt(len(values))) / 2))
    return f"{np.median(values):.6f}", f"{in_order[below]:.6f}", f"{in_order[-1 - below]:.6f}"


def draw(rows: Sequence[Row]) -> Figure:
    """Boards that each completes, and the easiest technique that leads on where one is stuck."""
    figure = new_figure(12.6, 1.6 + 0.5 * len(rows))
    completed, *needed = figure.subplots(1, 3)
    names = [f"{row['level']}, {row['start']}" for row in rows]
    places = np.arange(len(names), 0, -1)

    def percent(column: str) -> NDArray[np.float64]:
        return np.array([PERCENT * int(row[column]) / int(row["boards"]) for row in rows])

    for place, reasoner in enumerate(REASONERS):
        heights = places + 0.25 * (1 - place)
        shares = percent(f"{reasoner}_complete")
        completed.barh(heights, shares, height=0.23, color=COLOURS[place], label=reasoner)
    completed.set_title("completed without a guess", fontsize=9, loc="left")
    completed.set_yticks(places, names)
    completed.legend(frameon=False, fontsize=8)
    for panel, weaker in zip(needed, WEAKER, strict=True):
        left = np.zeros(len(names))
        for technique, colour in zip(Technique, COLOURS, strict=True):
            shares = percent(f"{weaker}_needs_{technique.replace(' ', '_')}")
            panel.barh(places, shares, left=left, height=0.7, color=colour, label=str(technique))
            left += shares
        panel.set_title(f"{weaker} is stuck, exact is not: needed", fontsize=9, loc="left")
        panel.set_yticks(places, [])
    for panel in (completed, *needed):
        panel.set_xlabel("boards, %")
    handles = needed[0].get_legend_handles_labels()
    figure.legend(*handles, ncols=6, loc="outside lower center", frameon=False)
    return figure


def main() -> None:
    """Read the command line, print the rows, and draw them if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", nargs="+", default=["beginner", "intermediate", "expert"])
    parser.add_argument("--starts", nargs="+", default=["opening", "safe"])
    parser.add_argument("--games", type=int, default=1000, help="of each level and rule")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--read", nargs="+", type=Path, help="rows printed before, to be drawn")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    options = parser.parse_args()
    if options.read:
        rows = read_rows(options.read)
    else:
        rows = print_rows(measure(options.levels, options.starts, options.games, options.seed))
    if options.plot:
        save_plot(draw(rows), options.plot)


if __name__ == "__main__":
    run(main)
