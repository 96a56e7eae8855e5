"""What is measured on small boards: best play, and an agent on every layout."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from time import thread_time
from typing import Any

import numpy as np

from sapper.errors import LevelError
from sapper.grid import Cell, neighbours
from sapper.lab.agent_spec import AgentSpec
from sapper.lab.case import Case, Measured, Timing
from sapper.lab.signature import digest, signature
from sapper.lab.small_boards import (
    ALONE,
    ProcessorTime,
    Share,
    best_clicks,
    first_clicks,
    layouts_won,
)
from sapper.level import Level, StartRule, first_cell

STARTS = (StartRule.ANY, StartRule.SAFE, StartRule.OPENING)
DEFAULT_SEARCH_OF_BOARDS = 2_000_000_000
"""Layouts that the search of one board may visit: about a minute."""


@dataclass(frozen=True)
class BestPlayCase(Case):
    """Best play on one board; the only outcome is exact."""

    level: Level
    budget: int
    share: Share = field(default=ALONE, compare=False)

    @property
    def player(self) -> str:
        """What is measured."""
        return "best play"

    @property
    def signature(self) -> str:
        """A digest of what it wins on some boards."""
        return search_signature()

    @property
    def identity(self) -> dict[str, Any]:
        """Which board, and how long the search may be."""
        return {"kind": "best play", "size": self.level.name, "budget": self.budget}

    @property
    def in_threads(self) -> bool:
        """The engine lets other threads run."""
        return True

    @property
    def uses_threads(self) -> bool:
        """Threads search a board together."""
        return True

    def on_threads(self, threads: int, boards: int) -> BestPlayCase:
        """The same search, by several threads, and with its share of the memory."""
        return replace(self, share=Share(threads, boards))

    def measure(self, start: int, count: int) -> Measured:
        """Search the board: by start rule, layouts won, layouts and first cell; 0, 0, -1 if none.

        `opened` counts the kinds of first clicks searched: 0 if the budget was too small.
        """
        time = ProcessorTime()
        clicks = first_clicks(self.level, self.budget, self.share, time)
        found = {"opened": 0 if clicks is None else len(clicks)}
        best = {} if clicks is None else best_clicks(self.level, clicks)
        for rule in STARTS:
            won, layouts, cell = best.get(rule) or (0, 0, None)
            found[f"{rule.value}_won"], found[f"{rule.value}_layouts"] = won, layouts
            found[f"{rule.value}_cell"] = (
                -1 if cell is None else cell[0] * self.level.width + cell[1]
            )
        columns = {name: np.full(count, value, dtype=np.int64) for name, value in found.items()}
        return Measured(columns, Timing(count, count, time.seconds), self.signature)


@dataclass(frozen=True)
class EveryLayoutCase(Case):
    """An agent on all layouts of one board, from the first cell that it would choose."""

    agent: AgentSpec
    level: Level

    @property
    def player(self) -> str:
        """The agent with its options."""
        return str(self.agent)

    @property
    def signature(self) -> str:
        """The agent's."""
        return signature(self.agent)

    @property
    def first(self) -> Cell:
        """Where it begins."""
        return first_cell(self.level.height, self.level.width, self.level.start)

    @property
    def identity(self) -> dict[str, Any]:
        """Who plays on which board."""
        return {
            "kind": "every layout",
            "agent": self.player,
            "size": self.level.name,
            "start": self.level.start.value,
            "first": list(self.first),
        }

    @property
    def in_threads(self) -> bool:
        """Agents are asked in Python."""
        return False

    def measure(self, start: int, count: int) -> Measured:
        """Play all layouts: `won` and `layouts`."""
        began = thread_time()
        agent = self.agent.make(self.level.start)
        won, layouts = layouts_won(agent, self.level, self.first)
        columns = {
            "won": np.full(count, won, dtype=np.int64),
            "layouts": np.full(count, layouts, dtype=np.int64),
        }
        return Measured(columns, Timing(count, count, thread_time() - began), self.signature)


@cache
def search_signature() -> str:
    """The signature of best play: of what it wins on some boards, sparse and dense.

    >>> len(search_signature())
    8
    """
    boards = ("3x3/2", "3x4/5", "4x4/3", "2x6/5")
    return digest(
        f"{board} {first_clicks(Level.parse(board), DEFAULT_SEARCH_OF_BOARDS)}" for board in boards
    )


def agent_cases(agent: AgentSpec, level: Level) -> list[EveryLayoutCase]:
    """Under the rule `safe`, which tells all about `any`, and under `opening` if its cell fits."""
    cases = []
    for rule in (StartRule.SAFE, StartRule.OPENING):
        begun = starting(level, rule)
        if begun is not None and fits_agents(begun):
            cases.append(EveryLayoutCase(agent, begun))
    return cases


def starting(level: Level, rule: StartRule) -> Level | None:
    """The level under a start rule; None if its mines leave no room for that."""
    try:
        return level.starting(rule)
    except LevelError:
        return None


def fits_agents(level: Level) -> bool:
    """Whether the mines leave room for the start rule at the cell that agents open first."""
    if level.start is not StartRule.OPENING:
        return True
    first = first_cell(level.height, level.width, level.start)
    free = 1 + len(neighbours(first, level.height, level.width))
    return level.cells - free >= level.mines
