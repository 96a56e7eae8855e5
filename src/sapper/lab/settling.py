"""How far certain moves alone get: the unit of work of the resolution study.

Some safe cells of a board are disclosed, and a reasoner settles what it can: it opens what it knows
to be safe, learns the numbers, and continues until it knows of no more safe cells. A cell is
settled when it is open or known to be a mine. Nothing is ever guessed, so what is settled depends
on the board, the disclosed cells and the reasoner alone, not on the order of moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from time import thread_time
from typing import Protocol

import numpy as np

from sapper.agents.sentence import SentenceAgent
from sapper.board import WORD_BITS, Board, Stream, draws
from sapper.errors import BudgetExceeded, UnknownName
from sapper.exact.counting import certain_cells
from sapper.game import Game, Status
from sapper.grid import Cell, neighbours
from sapper.knowledge.chaining import TOTAL_WITHIN, ClauseKnowledge
from sapper.knowledge.clause import (
    BARREN_ROUNDS,
    DEFAULT_WIDTH,
    Assertion,
    ClauseBase,
    Source,
    exactly,
)
from sapper.level import Level, StartRule
from sapper.view import View

REASONERS = (
    "sentence",
    "published",
    "resolution-2-without-total",
    "resolution-2",
    "resolution-3-without-total",
    "resolution-3",
    "exact",
)
"""The reasoners of the study. Any width will do: `resolution-5`.

There is also `published-without-total`.
"""
PUBLISHED = re.compile(r"published(-without-total)?")
RESOLUTION = re.compile(r"resolution-(\d+)(-without-total)?")
STATES_FOR_EXACT = 5_000_000
"""How many states exact counting may use for one position before it gives up."""


class Reasoner(Protocol):
    """Something that can say what is certain in a view."""

    def safe_cells(self, view: View) -> set[Cell]:
        """Hidden cells known to be safe: not always all of them, but at least one if any is."""

    def mines(self) -> frozenset[Cell]:
        """The cells known to be mines at the last view."""

    def effort(self) -> Effort:
        """The effort so far."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort of reasoning, where the reasoner counts it."""

    single_inferences: int | None = None
    """Literals struck by a unit clause."""
    pair_inferences: int | None = None
    """New resolvents of two longer clauses."""
    most_clauses: int | None = None
    """The most clauses in the base at one time."""
    barren_rounds: int | None = None
    """The longest run of rounds without a unit clause that was still followed by one."""
    cut_short: bool = False
    """Whether resolution hit its limit of rounds with something left to resolve."""
    gave_up: bool = False
    """Whether a position was too large to be counted."""

    @classmethod
    def of(cls, base: ClauseBase) -> Effort:
        """The effort of reasoning with clauses."""
        return cls(
            base.single_inferences,
            base.pair_inferences,
            base.most_clauses,
            base.most_rounds,
            cut_short=not base.is_saturated,
        )


@dataclass(frozen=True, slots=True)
class Settling:
    """How far one reasoner got on one board."""

    level: Level
    index: int
    disclosed: int
    reasoner: str
    opened: frozenset[Cell] = field(repr=False)
    mines: frozenset[Cell] = field(repr=False)
    wrong: int
    """Cells settled wrongly; it must be 0."""
    seconds: float
    """Processor time of the reasoner, which a busy machine does not lengthen."""
    effort: Effort

    @property
    def settled(self) -> int:
        """How many cells are open or known to be mines."""
        return len(self.opened) + len(self.mines)

    @property
    def complete(self) -> bool:
        """Whether every cell is settled."""
        return self.settled == self.level.cells


def settle_board(
    level: Level,
    index: int,
    disclosed: int | None,
    reasoner: str,
    seed: int = 0,
    spread: float | None = None,
) -> Settling:
    """Let a reasoner settle what it can of board `index` from a number of disclosed cells.

    These are scattered over the board or, with a `spread`, lie in a cluster (`clustered_cells`).

    >>> from sapper.level import LEVELS
    >>> settle_board(LEVELS["hard"], index=0, disclosed=22, reasoner="resolution-3").settled
    445
    """
    board = Board(level.starting(StartRule.GIVEN), seed, index)
    disclosed = level.disclosed if disclosed is None else disclosed
    game = _started(board, disclosed, spread)
    mind = make_reasoner(reasoner, level)
    seconds = 0.0
    while True:
        started = thread_time()
        safe = mind.safe_cells(game.view)
        seconds += thread_time() - started
        if not safe or game.status is not Status.PLAYING:
            break
        for cell in safe:
            if game.status is Status.PLAYING:
                game.reveal(cell)
    mines = mind.mines()
    return Settling(
        level=level,
        index=index,
        disclosed=disclosed,
        reasoner=reasoner,
        opened=frozenset(game.view.changes_since(None) or ()),
        mines=mines,
        wrong=len(mines - board.mines) + (game.exploded is not None),
        seconds=seconds,
        effort=mind.effort(),
    )


def _started(board: Board, disclosed: int, spread: float | None) -> Game:
    """The game with its disclosed cells shown.

    A cell of a cluster that shows 0 opens the cells around it, where a scattered one leaves that to
    the reasoner: every reasoner knows that they are safe, so what is settled is the same.
    """
    if spread is None:
        return Game(board.level, seed=board.seed, board=board, disclosed=disclosed)
    game = Game(board.level, seed=board.seed, board=board, disclosed=0)
    for cell in clustered_cells(board, disclosed, spread):
        if game.status is Status.PLAYING:
            game.reveal(cell)
    return game


def clustered_cells(board: Board, count: int, spread: float) -> list[Cell]:
    """The first `count` safe cells of a cluster around the cell that is disclosed first.

    A cell at distance d from that one is drawn with weight exp(−d² / 2·spread²): a small spread
    takes the nearest cells, a large one gives the scattered cells of `Board.disclosed`. As there,
    the first k cells are always the first k of k + 1.

    >>> from sapper.level import LEVELS
    >>> board = Board(LEVELS["hard"], seed=1)
    >>> clustered_cells(board, 4, spread=0.5)
    [(10, 12), (9, 12), (10, 13), (10, 11)]
    >>> clustered_cells(board, 4, spread=1e9) == board.disclosed(4)
    True
    """
    level = board.level
    first = board.disclosed(min(1, level.cells - level.mines))
    safe = np.argwhere(~board.layout)
    squared_distances = ((safe - np.array(first).reshape(-1, 2)) ** 2).sum(axis=1)
    drawn = draws(board.seed or 0, board.index, Stream.DISCLOSED, level.cells)
    shares = drawn[~board.layout.ravel()] / 2.0**WORD_BITS
    # Exponential draws divided by their weights, smallest first, are draws without replacement;
    # in logarithms, as the weights of far cells are too small to be written down.
    keys = np.log(-np.log1p(-shares)) + squared_distances / (2 * spread**2)
    nearest = safe[np.argsort(keys, kind="stable")[:count]]
    return [(row, column) for row, column in nearest.tolist()]


def make_reasoner(name: str, level: Level) -> Reasoner:
    """A reasoner by its name in the study.

    >>> make_reasoner("resolution-0", Level(2, 2, 1))
    Traceback (most recent call last):
    sapper.errors.OutOfRange: resolution needs a width of at least 1, not 0
    """
    if name == "sentence":
        return _BySentences()
    if name == "exact":
        return _ByCounting()
    if published := PUBLISHED.fullmatch(name):
        return _AsPublished(level, None if published[1] else level.mines)
    resolution = RESOLUTION.fullmatch(name)
    if not resolution:
        raise UnknownName("reasoner", name, REASONERS)
    return _ByClauses(level, int(resolution[1]), None if resolution[2] else level.mines)


class _ByClauses:
    """Resolution, which stops as soon as it knows of a safe cell to open."""

    def __init__(self, level: Level, width: int, total: int | None) -> None:
        self.known = ClauseKnowledge(level.height, level.width, total, literals=width)
        self.last: View | None = None

    def safe_cells(self, view: View) -> set[Cell]:
        self.known.learn(view.changes_since(self.last) or {})
        self.last = view
        while not self.known.to_open and self.known.advance():
            pass
        return set(self.known.to_open)

    def mines(self) -> frozenset[Cell]:
        self.known.conclude()
        return frozenset(self.known.mines)

    def effort(self) -> Effort:
        return Effort.of(self.known.base)


class _AsPublished:
    """The loop of the published program: unit by unit, every hint into clauses at once.

    A cell is asked for its number when its own unit clause is settled, even where the game has
    shown it before; the number becomes clauses there and then, about all neighbours that are
    unsettled at that moment. Only where no unit clause is left are pairs of clauses resolved.
    """

    def __init__(self, level: Level, total: int | None) -> None:
        self.level, self.total = level, total
        self.base = ClauseBase(DEFAULT_WIDTH, BARREN_ROUNDS)
        self.begun = False
        self.asked = 0
        """How many of the settled cells have been asked for their numbers."""

    def safe_cells(self, view: View) -> set[Cell]:
        if not self.begun:
            self._begin(view.changes_since(None) or {})
        while True:
            for literal in self.base.settled[self.asked :]:
                cell = divmod(abs(literal) - 1, self.level.width)
                if literal < 0:
                    if view.is_hidden(cell):
                        return {cell}
                    self._tell_hint(cell, view.number(cell) or 0)
                self.asked += 1
            if not (
                self.base.propagate_oldest_unit()
                or self.base.resolve_until_unit()
                or self._tell_total()
            ):
                return set()

    def mines(self) -> frozenset[Cell]:
        return frozenset(
            divmod(literal - 1, self.level.width) for literal in self.base.settled if literal > 0
        )

    def effort(self) -> Effort:
        return Effort.of(self.base)

    def _begin(self, disclosed: Iterable[Cell]) -> None:
        self.begun = True
        for cell in disclosed:
            unit = frozenset((-self._variable(cell),))
            self.base.tell([unit], Assertion(Source.REVEALED, cell))

    def _tell_hint(self, cell: Cell, number: int) -> None:
        around = map(self._variable, neighbours(cell, self.level.height, self.level.width))
        self._tell_exactly(number, list(around), Assertion(Source.NUMBER, cell))

    def _tell_total(self) -> bool:
        """Near the end, tell the mine total, once; return whether it was told."""
        unsettled = self.level.cells - len(self.base.settled)
        if self.total is None or not 0 < unsettled <= TOTAL_WITHIN:
            return False
        everywhere = range(1, self.level.cells + 1)
        self._tell_exactly(self.total, everywhere, Assertion(Source.MINE_TOTAL))
        self.total = None
        return True

    def _tell_exactly(self, mines: int, among: Iterable[int], why: Assertion) -> None:
        unsettled = []
        for variable in among:
            is_mine = self.base.is_settled(variable)
            if is_mine is None:
                unsettled.append(variable)
            else:
                mines -= is_mine
        self.base.tell(exactly(mines, unsettled), why)

    def _variable(self, cell: Cell) -> int:
        return cell[0] * self.level.width + cell[1] + 1


class _BySentences:
    """The `sentence` agent."""

    def __init__(self) -> None:
        self.agent = SentenceAgent()
        self.known_mines: frozenset[Cell] = frozenset()

    def safe_cells(self, view: View) -> set[Cell]:
        settled = self.agent.conclusions(view)
        self.known_mines = settled.mines
        return set(settled.safe)

    def mines(self) -> frozenset[Cell]:
        return self.known_mines

    def effort(self) -> Effort:
        return Effort()


class _ByCounting:
    """Exact counting where sentences get stuck: it would settle all that they settle."""

    def __init__(self) -> None:
        self.easily = _BySentences()
        self.known_mines: frozenset[Cell] = frozenset()
        self.gave_up = False

    def safe_cells(self, view: View) -> set[Cell]:
        if safe := self.easily.safe_cells(view):
            return safe
        try:
            certain = certain_cells(view, STATES_FOR_EXACT)
        except BudgetExceeded:
            self.gave_up = True
            self.known_mines = self.easily.mines()
            return set()
        self.known_mines = certain.mines
        return set(certain.safe)

    def mines(self) -> frozenset[Cell]:
        return self.known_mines

    def effort(self) -> Effort:
        return Effort(gave_up=self.gave_up)
