"""Whole small boards: what best play wins from each first click, and what an agent wins.

All layouts are equally likely, so a chance is a number of layouts: it is exact. Best play is found
by one of two searches that share no code. On sparse boards, it is the one that `expert` ends its
games with, asked about each number that the first cell can show; on dense ones, a search of the
whole board that knows positions again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from math import comb
from threading import Lock
from time import perf_counter, thread_time

import numpy as np
from numpy.typing import NDArray

from sapper._compiled import compiled
from sapper.agents.base import Agent
from sapper.agents.exact import ExactAgent
from sapper.agents.expert import Searched
from sapper.errors import EngineMissing, ExperimentError
from sapper.exact.endgame import solve
from sapper.grid import Cell, neighbours
from sapper.lab.bulk import play_layouts
from sapper.level import Level, StartRule
from sapper.view import View

LEAST_DENSE = 0.31
"""From this share of mines on, the search of the whole board is the faster one."""
MOST_CELLS = 32
MOST_WRITTEN_OUT = (1 << 27) - 1
"""The search of the whole board writes out all layouts, if there are no more."""
BYTES_PER_POSITION = 16
MOST_MEMORY = 1 << 30
"""For the positions that searches of whole boards know again, in all that a process has under way.

Small boards and small budgets take less. With too small a table, positions are searched again.
"""
MEMORY_TO_DECIDE = MOST_MEMORY // 2
"""For the search on which it depends whether a budget suffices: the same, whoever else searches."""
_one_decides = Lock()
MOST_LAYOUTS = 6_000_000
"""An agent plays all layouts of a board if there are no more."""
HIDDEN = -1


@dataclass(frozen=True, slots=True)
class FirstClick:
    """Opening one cell first: the layouts in which it is safe, and those in which it shows 0."""

    cell: Cell
    won: int
    layouts: int
    opening_won: int
    opening_layouts: int


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


@dataclass(frozen=True, slots=True)
class Share:
    """What the search of one board has: threads, and memory beside other boards under way."""

    threads: int = 1
    boards: int = 1

    @property
    def is_alone(self) -> bool:
        """Whether one thread searches, and no other board is under way."""
        return self.threads == self.boards == 1

    @property
    def memory(self) -> int:
        """In bytes, so that one of the boards may be decided meanwhile.

        >>> [Share(boards=boards).memory >> 20 for boards in (1, 2, 3, 9)]
        [1024, 512, 256, 64]
        """
        return MOST_MEMORY if self.boards == 1 else MEMORY_TO_DECIDE // (self.boards - 1)


ALONE = Share()


class ProcessorTime:
    """The processor time of this thread, and of others that have helped it."""

    def __init__(self) -> None:
        self._began, self._helped = thread_time(), 0.0

    @contextmanager
    def helped_by(self, helpers: int) -> Iterator[None]:
        """Nobody can tell their time, but they are at work until all of them end together."""
        began = perf_counter()
        try:
            yield
        finally:
            self._helped += helpers * (perf_counter() - began)

    @property
    def seconds(self) -> float:
        """So far."""
        return thread_time() - self._began + self._helped


def first_clicks(
    level: Level, budget: int, share: Share = ALONE, time: ProcessorTime | None = None
) -> list[FirstClick] | None:
    """What best play wins after each kind of first click; None if that takes too long a search.

    The budget is the number of layouts visited, for each number that the first cell can show or,
    on dense boards, for all together. Several threads search a dense board faster; neither they nor
    the other boards under way change the result.

    >>> [click.won for click in first_clicks(Level.parse("4x4/4"), 10**6)]
    [949, 961, 914]
    """
    if compiled is None:
        raise EngineMissing("best play on a whole board")
    can_be_written_out = (
        level.cells <= MOST_CELLS and comb(level.cells, level.mines) <= MOST_WRITTEN_OUT
    )
    if level.density >= LEAST_DENSE and can_be_written_out:
        return clicks_by_whole_board(level, budget, share, time)
    return clicks_by_endgames(level, budget)


def clicks_by_whole_board(
    level: Level, budget: int, share: Share = ALONE, time: ProcessorTime | None = None
) -> list[FirstClick] | None:
    """The same, on a board of at most 32 cells and 2^27 − 1 layouts, by the search of whole boards.

    How many layouts several threads visit is a matter of time, and a smaller table makes them
    more; measured, never fewer than one thread alone. So what they find within half of the budget
    counts; beyond that, one thread decides, with a table that is the same in any company.
    """
    if not share.is_alone:
        with (time or ProcessorTime()).helped_by(share.threads - 1):
            found = search_whole_board(level, max(1, budget // 2), share.threads, share.memory)
        if found is not None:
            return found
    with _one_decides:
        return search_whole_board(level, budget, 1, MEMORY_TO_DECIDE)


def search_whole_board(
    level: Level, budget: int, threads: int, memory: int
) -> list[FirstClick] | None:
    """One search, with a table of at most so many bytes; None if it is longer than the budget."""
    assert compiled is not None
    most_table_bits = max(1, (memory // BYTES_PER_POSITION).bit_length() - 1)
    try:
        found = compiled.solve_whole_board(
            level.height, level.width, level.mines, budget, most_table_bits, threads
        )
    except compiled.BudgetExceeded:
        return None
    return [FirstClick((row, column), *counts) for row, column, *counts in found]


def clicks_by_endgames(level: Level, budget: int) -> list[FirstClick] | None:
    """The same, by the search of endgames, which begins once the first cell is open."""
    clicks = []
    for cell in kinds_of_cells(level.height, level.width):
        around = len(neighbours(cell, level.height, level.width))
        elsewhere = level.cells - 1 - around
        won = {}
        for number in range(max(0, level.mines - elsewhere), min(around, level.mines) + 1):
            shown = View(level.height, level.width, level.mines).revealing({cell: number})
            solved = solve(shown, budget=budget)
            if solved is None:
                return None
            won[number] = solved.won
        clicks.append(
            FirstClick(
                cell,
                sum(won.values()),
                comb(level.cells - 1, level.mines),
                won.get(0, 0),
                comb(elsewhere, level.mines),
            )
        )
    return clicks


def layouts_won(agent: Agent, level: Level, first: Cell) -> tuple[int, int]:
    """How many of all layouts that the start rule allows the agent wins, and how many there are.

    `exact` plays them one by one in the engine. Other agents are asked once in each position in
    which nothing is certain. What an agent tells of a game searched to the end is believed; a test
    compares it with games played layout by layout.

    >>> from sapper.agents.exact import ExactAgent
    >>> layouts_won(ExactAgent(), Level.parse("3x3/2"), (0, 0))
    (23, 28)
    """
    mines = all_layouts(level, first)
    if type(agent) is ExactAgent and compiled is not None:
        layouts = mines.reshape(-1, level.height, level.width)
        return int(play_layouts(agent, layouts, first, threads=1).won.sum()), len(mines)
    return _Asked(agent, level, mines).won(first), len(mines)


class _Asked:
    """An agent that is asked in each position of a board that it can reach."""

    def __init__(self, agent: Agent, level: Level, mines: NDArray[np.bool_]) -> None:
        self.agent, self.level, self.mines = agent, level, mines
        self.numbers = _numbers_of(mines, level)

    def won(self, first: Cell) -> int:
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

    >>> all_layouts(Level.parse("1x3/1"), (0, 0)).astype(int).tolist()
    [[0, 1, 0], [0, 0, 1]]
    """
    free = {first} if level.start is StartRule.SAFE else set()
    if level.start is StartRule.OPENING:
        free = {first, *neighbours(first, level.height, level.width)}
    places = [
        row * level.width + column
        for row in range(level.height)
        for column in range(level.width)
        if (row, column) not in free
    ]
    count = comb(len(places), level.mines)
    if not 0 < count <= MOST_LAYOUTS:
        raise ExperimentError(
            f"{level.name} has {count:,} layouts under the start rule {level.start.value}: "
            f"an agent plays all of them if there are 1 to {MOST_LAYOUTS:,}"
        )
    chosen = np.fromiter(
        (cell for cells in combinations(places, level.mines) for cell in cells),
        dtype=np.int64,
        count=count * level.mines,
    ).reshape(count, level.mines)
    mines = np.zeros((count, level.cells), dtype=np.bool_)
    np.put_along_axis(mines, chosen, values=True, axis=1)
    return mines


def _numbers_of(mines: NDArray[np.bool_], level: Level) -> NDArray[np.int8]:
    padded = np.pad(
        mines.reshape(-1, level.height, level.width).astype(np.int8), ((0, 0), (1, 1), (1, 1))
    )
    columns = padded[:, :, :-2] + padded[:, :, 1:-1] + padded[:, :, 2:]
    numbers: NDArray[np.int8] = columns[:, :-2] + columns[:, 1:-1] + columns[:, 2:]
    return numbers.reshape(len(mines), -1)


BestClicks = Mapping[StartRule, tuple[int, int, Cell] | None]
"""By start rule: layouts won by best play, layouts, and the best first cell; None if none fits."""


def best_clicks(level: Level, clicks: list[FirstClick]) -> BestClicks:
    """The best first click under each start rule.

    A cell is as often safe as any other, so that the rules `any` and `safe` have the same best
    first click, and win the same layouts.

    >>> level = Level.parse("4x4/4")
    >>> best_clicks(level, first_clicks(level, 10**6))[StartRule.SAFE]
    (961, 1365, (0, 1))
    """
    best = max(clicks, key=lambda click: click.won)
    openings = [click for click in clicks if click.opening_layouts]
    widest = max(
        openings, key=lambda click: click.opening_won / click.opening_layouts, default=None
    )
    return {
        StartRule.ANY: (best.won, comb(level.cells, level.mines), best.cell),
        StartRule.SAFE: (best.won, best.layouts, best.cell),
        StartRule.OPENING: None
        if widest is None
        else (widest.opening_won, widest.opening_layouts, widest.cell),
    }
