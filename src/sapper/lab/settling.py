"""How far certain moves alone get: the unit of work of the resolution study.

Some safe cells of a board are disclosed, and a reasoner settles what it can: it opens what it knows
to be safe, learns the numbers, and continues until it knows of no more safe cells. A cell is
settled when it is open or known to be a mine. Nothing is ever guessed, so what is settled depends
on the board, the disclosed cells and the reasoner alone, not on the order of moves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from time import thread_time
from typing import Protocol

from sapper.agents.sentence import SentenceAgent
from sapper.board import Board
from sapper.errors import BudgetExceeded, UnknownName
from sapper.exact.counting import certain_cells
from sapper.game import Game, Status
from sapper.grid import Cell
from sapper.knowledge.chaining import ClauseKnowledge
from sapper.level import Level, StartRule
from sapper.view import View

REASONERS = (
    "sentence",
    "resolution-2-without-total",
    "resolution-2",
    "resolution-3-without-total",
    "resolution-3",
    "exact",
)
"""The reasoners of the study. Any width will do: `resolution-5`."""
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

    inferences: int | None = None
    most_clauses: int | None = None
    """The most clauses in the base at one time."""
    barren_rounds: int | None = None
    """The longest run of rounds without a unit clause that was still followed by one."""
    cut_short: bool = False
    """Whether resolution hit its limit of rounds with something left to resolve."""
    gave_up: bool = False
    """Whether a position was too large to be counted."""


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
    level: Level, index: int, disclosed: int | None, reasoner: str, seed: int = 0
) -> Settling:
    """Let a reasoner settle what it can of board `index` from a number of disclosed cells.

    >>> from sapper.level import LEVELS
    >>> settle_board(LEVELS["hard"], index=0, disclosed=22, reasoner="resolution-3").settled
    445
    """
    board = Board(level.starting(StartRule.GIVEN), seed, index)
    disclosed = level.disclosed if disclosed is None else disclosed
    game = Game(board.level, seed=seed, board=board, disclosed=disclosed)
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
    resolution = re.fullmatch(r"resolution-(\d+)(-without-total)?", name)
    if not resolution:
        raise UnknownName("reasoner", name, REASONERS)
    width, without_total = int(resolution[1]), bool(resolution[2])
    return _ByClauses(level, width, None if without_total else level.mines)


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
        base = self.known.base
        return Effort(
            base.inferences,
            base.most_clauses,
            base.most_rounds,
            cut_short=not base.is_saturated,
        )


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
