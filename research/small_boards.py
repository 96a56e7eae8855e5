"""How well can small boards be played? The best chance of winning, exactly, and what agents lack.

All layouts are equally likely, so a chance is a number of layouts. Best play also chooses the first
cell. It is found by one of two searches that share no code. On sparse boards, it is the one that
`expert` ends its games with, asked about each number that the first cell can show; on dense ones, a
search of the whole board that knows positions again, a program of its own (`make research`). A row
for each board and start rule: the best first cell, the layouts won, and those that `exact` and
`expert` win from their own first cell.
"""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
from common import Row, print_rows, read_rows, run, save_plot
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from sapper.agents.base import Agent
from sapper.agents.expert import Searched
from sapper.agents.registry import make_agent
from sapper.errors import ExperimentError, LevelError
from sapper.exact.endgame import solve
from sapper.grid import Cell, neighbours
from sapper.lab.bulk import play_layouts
from sapper.lab.plots import COLOURS, PERCENT, new_figure
from sapper.level import Level, StartRule, first_cell
from sapper.view import View

PROGRAM = Path(__file__).parents[1] / "build" / "research" / "whole_board"
AGENTS = ("exact", "expert")
UP_TO_4X4 = [f"{height}x{width}" for width in range(2, 5) for height in range(1, width + 1)]
LEAST_DENSE = 0.31
"""From this share of mines on, the search of the whole board is the faster one."""
MOST_CELLS, MOST_WRITTEN_OUT = 32, (1 << 27) - 1
"""The search of the whole board writes out all layouts, if there are no more."""
MOST_LAYOUTS = 6_000_000
"""An agent plays all layouts of a board if there are no more."""
HIDDEN = -1
SMALLEST_DRAWN = 9
"""Cells: boards of fewer say little."""


@dataclass(frozen=True, slots=True)
class FirstClick:
    """Opening one cell first: the layouts in which it is safe, and those in which it shows 0."""

    cell: Cell
    won: int
    layouts: int
    opening_won: int
    opening_layouts: int


def first_clicks(level: Level, threads: int = 1, most_table_bits: int = 26) -> list[FirstClick]:
    """What best play wins after each kind of first click, by the search that suits the board.

    >>> [click.won for click in first_clicks(Level.parse("4x4/3"))]
    [400, 387, 386]
    """
    can_be_written_out = (
        level.cells <= MOST_CELLS and comb(level.cells, level.mines) <= MOST_WRITTEN_OUT
    )
    if level.density >= LEAST_DENSE and can_be_written_out:
        return clicks_by_whole_board(level, threads, most_table_bits)
    return clicks_by_endgames(level)


def clicks_by_whole_board(
    level: Level, threads: int = 1, most_table_bits: int = 26
) -> list[FirstClick]:
    """The same, by the search of whole boards; any number of threads finds the same."""
    if not PROGRAM.exists():
        raise ExperimentError(f"{level.name} is searched by {PROGRAM}: run make research first")
    numbers = ["--threads", str(threads), "--most-table-bits", str(most_table_bits)]
    board = f"{level.height}x{level.width}/{level.mines}"
    done = subprocess.run(
        [PROGRAM, *numbers, board], stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise ExperimentError(f"{PROGRAM.name} ended with {done.returncode}")
    return [_read_click(word) for word in done.stdout.split() if "," in word]


def _read_click(word: str) -> FirstClick:
    """A first click as the program writes it: row,column:won/layouts:won/layouts."""
    cell, *pairs = word.split(":")
    row, column = map(int, cell.split(","))
    return FirstClick((row, column), *(int(count) for pair in pairs for count in pair.split("/")))


def clicks_by_endgames(level: Level) -> list[FirstClick]:
    """The same, by the search of endgames, which begins once the first cell is open."""
    clicks = []
    for cell in kinds_of_cells(level.height, level.width):
        around = len(neighbours(cell, level.height, level.width))
        elsewhere = level.cells - 1 - around
        won = {}
        for number in range(max(0, level.mines - elsewhere), min(around, level.mines) + 1):
            shown = View(level.height, level.width, level.mines).revealing({cell: number})
            solved = solve(shown, budget=None)
            assert solved is not None, "there is no budget"
            won[number] = solved.won
        layouts, openings = comb(level.cells - 1, level.mines), comb(elsewhere, level.mines)
        clicks.append(FirstClick(cell, sum(won.values()), layouts, won.get(0, 0), openings))
    return clicks


def kinds_of_cells(height: int, width: int) -> list[Cell]:
    """The first cell of each kind; turns and mirror images of a cell are of one kind.

    >>> kinds_of_cells(3, 3), kinds_of_cells(2, 3)
    ([(0, 0), (0, 1), (1, 1)], [(0, 0), (0, 1)])
    """
    return [
        (row, column)
        for row in range((height + 1) // 2)
        for column in range((width + 1) // 2)
        if height != width or row <= column
    ]


Best = tuple[Cell, int, int]
"""The best first cell, layouts won, layouts."""


def best_clicks(level: Level, clicks: Sequence[FirstClick]) -> dict[StartRule, Best]:
    """The best first click under each start rule; none where no opening fits.

    A cell is as often safe as any other, so that the rules `any` and `safe` have the same best
    first click, and win the same layouts.
    """
    best = max(clicks, key=lambda click: click.won)
    found = {
        StartRule.ANY: (best.cell, best.won, comb(level.cells, level.mines)),
        StartRule.SAFE: (best.cell, best.won, best.layouts),
    }
    openings = [click for click in clicks if click.opening_layouts]
    if openings:
        widest = max(openings, key=lambda click: click.opening_won / click.opening_layouts)
        found[StartRule.OPENING] = (widest.cell, widest.opening_won, widest.opening_layouts)
    return found


def layouts_won(name: str, level: Level, first: Cell) -> tuple[int, int]:
    """How many of all layouts that the start rule allows an agent wins, and how many there are.

    `exact` plays them one by one in the engine. `expert` is asked once in each position in which
    nothing is certain; what it tells of a game searched to the end is believed, and a test compares
    it with games played layout by layout.

    >>> layouts_won("exact", Level.parse("3x3/2", "safe"), (0, 0))
    (23, 28)
    """
    mines = all_layouts(level, first)
    if name == "exact":
        layouts = mines.reshape(-1, level.height, level.width)
        return int(play_layouts(name, layouts, first).won.sum()), len(mines)
    return AskedAgent(make_agent(name, start=level.start), level, mines).won(first), len(mines)


class AskedAgent:
    """An agent that is asked in each position of a board that it can reach."""

    def __init__(self, agent: Agent, level: Level, mines: NDArray[np.bool_]) -> None:
        self.agent, self.level, self.mines = agent, level, mines
        self.numbers = numbers_of(mines, level)

    def won(self, first: Cell) -> int:
        """In how many layouts it wins from a first cell."""
        cell = first[0] * self.level.width + first[1]
        start = np.full(self.level.cells, HIDDEN, dtype=np.int8)
        survived = np.flatnonzero(~self.mines[:, cell])
        return sum(self._won(*after) for after in self._opened(start, survived, [cell]))

    def _won(self, shown: NDArray[np.int8], left: NDArray[np.int64]) -> int:
        """How many of the layouts left the agent wins from here."""
        if len(left) == 1:
            return 1
        hidden = shown == HIDDEN
        safe = np.flatnonzero(hidden & ~self.mines[left].any(axis=0)).tolist()
        if safe:
            return sum(self._won(*after) for after in self._opened(shown, left, safe))
        view = View.from_numbers(
            shown.reshape(self.level.height, self.level.width), self.level.mines
        )
        move = self.agent.choose(view)
        if isinstance(move.reason, Searched):
            return move.reason.won
        cell = move.cell[0] * self.level.width + move.cell[1]
        survived = left[~self.mines[left, cell]]
        return sum(self._won(*after) for after in self._opened(shown, survived, [cell]))

    def _opened(
        self, shown: NDArray[np.int8], left: NDArray[np.int64], cells: list[int]
    ) -> Iterator[tuple[NDArray[np.int8], NDArray[np.int64]]]:
        """What the cells, safe in all layouts left, may show, and the layouts left then."""
        most_at_once = 18  # digits of a 64-bit number
        cells = cells[:most_at_once]
        told = self.numbers[left[:, None], cells] @ (10 ** np.arange(len(cells), dtype=np.int64))
        order = np.argsort(told, kind="stable")
        starts = np.flatnonzero(np.diff(told[order], prepend=-1))
        for rows in np.split(order, starts[1:]):
            if len(rows):
                after = shown.copy()
                after[cells] = self.numbers[left[rows[0]], cells]
                yield after, left[rows]


def all_layouts(level: Level, first: Cell) -> NDArray[np.bool_]:
    """All layouts that the start rule allows: a row for each, with an entry for each cell.

    >>> all_layouts(Level.parse("1x3/1", "safe"), (0, 0)).astype(int).tolist()
    [[0, 1, 0], [0, 0, 1]]
    """
    free = kept_free(level, first)
    cells = np.ndindex(level.height, level.width)
    places = [row * level.width + column for row, column in cells if (row, column) not in free]
    count = comb(len(places), level.mines)
    if not 0 < count <= MOST_LAYOUTS:
        raise ExperimentError(
            f"{level.name} has {count:,} layouts under the start rule {level.start.value}: "
            f"an agent plays all of them if there are 1 to {MOST_LAYOUTS:,}"
        )
    chosen = np.fromiter(
        (cell for some in combinations(places, level.mines) for cell in some),
        dtype=np.int64,
        count=count * level.mines,
    ).reshape(count, level.mines)
    mines = np.zeros((count, level.cells), dtype=np.bool_)
    np.put_along_axis(mines, chosen, values=True, axis=1)
    return mines


def kept_free(level: Level, first: Cell) -> set[Cell]:
    """The cells that the start rule keeps free of mines."""
    if level.start is StartRule.OPENING:
        return {first, *neighbours(first, level.height, level.width)}
    return {first} if level.start is StartRule.SAFE else set()


def numbers_of(mines: NDArray[np.bool_], level: Level) -> NDArray[np.int8]:
    """What each cell of each layout would show."""
    padded = np.pad(
        mines.reshape(-1, level.height, level.width).astype(np.int8), ((0, 0), (1, 1), (1, 1))
    )
    columns = padded[:, :, :-2] + padded[:, :, 1:-1] + padded[:, :, 2:]
    numbers: NDArray[np.int8] = columns[:, :-2] + columns[:, 1:-1] + columns[:, 2:]
    return numbers.reshape(len(mines), -1)


def played(level: Level) -> dict[str, tuple[int, int]]:
    """What the agents win, and of how many layouts; nothing where their first cell has no room.

    Under the rule `any`, a first click that may be a mine loses those layouts, and wins no others.
    """
    under = level.starting(StartRule.SAFE) if level.start is StartRule.ANY else level
    first = first_cell(level.height, level.width, under.start)
    if level.cells - len(kept_free(under, first)) < level.mines:
        return {}
    won = {name: layouts_won(name, under, first) for name in AGENTS}
    if level.start is StartRule.ANY:
        return {name: (wins, comb(level.cells, level.mines)) for name, (wins, _) in won.items()}
    return won


def measure(
    sizes: Sequence[str], mines: Sequence[int] | None, threads: int, most_table_bits: int
) -> Iterator[dict[str, object]]:
    """Search each board, and have the agents play it."""
    for size in sizes:
        cells = Level.parse(f"{size}/0").cells
        for count in range(1, cells) if mines is None else mines:
            level = Level.parse(f"{size}/{count}")
            clicks = first_clicks(level, threads, most_table_bits)
            for rule, (cell, won, layouts) in best_clicks(level, clicks).items():
                yield {
                    "size": size,
                    "mines": count,
                    "start": rule.value,
                    "first": f"{cell[0]},{cell[1]}",
                    "won": won,
                    "layouts": layouts,
                    "probability": f"{won / layouts:.9f}",
                    **_counts(level, rule),
                }


def _counts(level: Level, rule: StartRule) -> Mapping[str, object]:
    try:
        found = played(level.starting(rule))
    except LevelError:  # no room for the start rule
        found = {}
    return {
        f"{name}_{what}": found[name][place] if name in found else ""
        for name in AGENTS
        for place, what in enumerate(("won", "layouts"))
    }


def draw(rows: Sequence[Row]) -> Figure:
    """Best play on square boards by mine density, and how much less agents win."""
    figure = new_figure(12.6, 4.2)
    panels = figure.subplots(1, 3)
    sizes = [size for size in dict.fromkeys(row["size"] for row in rows) if _is_drawn(size)]
    for size, colour in zip(sizes, COLOURS, strict=False):
        name = size.replace("x", "×")
        for panel, start in zip(panels[:2], ("safe", "opening"), strict=True):
            own = [row for row in rows if (row["size"], row["start"]) == (size, start)]
            _plot(panel, own, [float(row["probability"]) for row in own], "-", colour, name)
            panel.set_title(f"best play, {start} start", fontsize=9, loc="left")
            panel.set_ylabel("won, %")
        own = [row for row in rows if (row["size"], row["start"]) == (size, "safe")]
        for agent, line in zip(AGENTS, ("-", "--"), strict=True):
            lacking = [
                (int(row["won"]) - int(row[f"{agent}_won"])) / int(row["layouts"]) for row in own
            ]
            _plot(panels[2], own, lacking, line, colour, f"{agent}, {name}")
    panels[2].set_title("how much less agents win, safe start", fontsize=9, loc="left")
    panels[2].set_ylabel("points below best play")
    for panel in panels:
        panel.set_xlabel("mines, % of cells")
        panel.legend(frameon=False, fontsize=8)
    return figure


def _is_drawn(size: str) -> bool:
    height, width = map(int, size.split("x"))
    return height == width and height * width >= SMALLEST_DRAWN


def _plot(
    panel: Axes, rows: Sequence[Row], shares: Sequence[float], line: str, colour: str, label: str
) -> None:
    """Shares against density, with a hole in the line where numbers of mines are left out."""
    by_mines = {int(row["mines"]): share for row, share in zip(rows, shares, strict=True)}
    mines = range(min(by_mines), max(by_mines) + 1)
    height, width = map(int, rows[0]["size"].split("x"))
    panel.plot(
        [PERCENT * count / (height * width) for count in mines],
        [PERCENT * by_mines.get(count, float("nan")) for count in mines],
        line,
        marker="o",
        markersize=3,
        linewidth=1.2,
        color=colour,
        label=label,
    )


def main() -> None:
    """Read the command line, print the rows, and draw them if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="+", default=UP_TO_4X4, metavar="HxW")
    parser.add_argument("--mines", nargs="+", type=int, help="by default all numbers")
    parser.add_argument("--threads", type=int, default=1, help="of the search of the whole board")
    parser.add_argument(
        "--most-table-bits", type=int, default=26, help="its table has at most 2^BITS positions"
    )
    parser.add_argument("--read", nargs="+", type=Path, help="rows printed before, to be drawn")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    options = parser.parse_args()
    if options.read:
        rows = read_rows(options.read)
    else:
        searched = (options.threads, options.most_table_bits)
        rows = print_rows(measure(options.sizes, options.mines, *searched))
    if options.plot:
        save_plot(draw(rows), options.plot)


if __name__ == "__main__":
    run(main)
