"""Whole games as a case: an agent plays the boards of a seed, always from the same first cell."""

from __future__ import annotations

from dataclasses import dataclass
from time import thread_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.errors import AgentCrashed, ExperimentError
from sapper.grid import Cell
from sapper.lab.agent_code import code_of
from sapper.lab.agent_spec import AgentSpec
from sapper.lab.bulk import make_layouts, play_layouts, plays_in_engine
from sapper.lab.case import Case, Measured, Timing
from sapper.lab.luck import GUESS_VALUE
from sapper.lab.signature import signature
from sapper.level import LEVELS, Level, StartRule


def read_level(text: str, start: StartRule | str) -> Level:
    """A level by name, or by size as in 16x30/99, under a start rule.

    >>> read_level("16x30/99", "opening").name
    'expert'
    """
    level = Level.of(text, start)
    if level.start is StartRule.GIVEN:
        raise ExperimentError("whole games start under the rule any, safe or opening, not given")
    return _known(level, StartRule.SAFE)


def read_given_level(text: str) -> Level:
    """A level by name or size, under the start rule `given`.

    >>> read_given_level("16x30/99").name, read_given_level("beginner").name
    ('hard', 'easy')
    """
    return _known(Level.of(text, StartRule.GIVEN), StartRule.GIVEN)


def _known(level: Level, usual: StartRule) -> Level:
    """The level, by the name it has among those that usually start under this rule."""
    size = (level.height, level.width, level.mines)
    for known in LEVELS.values():
        if (known.height, known.width, known.mines) == size and known.start is usual:
            return known.starting(level.start)
    return level


@dataclass(frozen=True)
class GameCase(Case):
    """An agent plays the boards of a seed on a level, always from the same first cell.

    >>> case = GameCase(AgentSpec("exact"), read_level("beginner", "safe"), (0, 0), seed=1)
    >>> int(case.measure(start=0, count=20).columns["won"].sum())
    19
    """

    agent: AgentSpec
    level: Level
    first: Cell
    seed: int
    luck: bool = False
    """Whether the luck of the guesses is measured too."""

    def __post_init__(self) -> None:
        # With no boards at all: what can't be laid or played is rejected now, not in a worker.
        layouts = make_layouts(self.level, self.seed, 0, first=self.first)
        play_layouts(self.agent.name, layouts, self.first, luck_by=self._luck_by, **self._told)

    @property
    def player(self) -> str:
        """The agent with its options."""
        return str(self.agent)

    @property
    def signature(self) -> str:
        """The agent's."""
        return signature(self.agent)

    @property
    def identity(self) -> dict[str, Any]:
        """Who plays, where, from which cell and seed, and by which value luck is measured."""
        level = self.level
        return {
            "kind": "games",
            "agent": self.player,
            "size": f"{level.height}x{level.width}/{level.mines}",
            "start": level.start.value,
            "first": list(self.first),
            "seed": self.seed,
            **({"luck": list(GUESS_VALUE)} if self.luck else {}),
        }

    @property
    def _told(self) -> dict[str, Any]:
        return self.agent.told(self.level.start)

    @property
    def _luck_by(self) -> tuple[float, ...] | None:
        return GUESS_VALUE if self.luck else None

    @property
    def in_threads(self) -> bool:
        """The engine lets other threads run; agents written in Python don't."""
        return plays_in_engine(self.agent.name)

    def measure(self, start: int, count: int) -> Measured:
        """Play the games; the columns are `won`, `guesses` and `false_cell`.

        None depends on the order in which certain cells are opened, as the number of certain moves
        would: one that opens a 0 saves others.

        Where luck is measured, `luck` is another.
        A false cell is the mine that the agent called certainly safe, by its row-major position,
        or -1 where there was none.
        """
        code_of(self.agent.name)  # remembered as it is now, just loaded
        layouts = make_layouts(self.level, self.seed, count, first=self.first, start_index=start)
        began = thread_time()  # processor time, so that a busy machine does not show
        try:
            played = play_layouts(
                self.agent.name,
                layouts,
                self.first,
                threads=1,
                luck_by=self._luck_by,
                **self._told,
            )
        except AgentCrashed as crash:
            raise crash.on(self.name_board(start + (crash.place or 0))) from crash
        seconds = thread_time() - began
        if played.move_seconds is None:
            moves = int(played.guesses.sum() + played.certain_moves.sum())
            timing = Timing(count, moves, seconds)
        else:
            timing = Timing.of(played.move_seconds, count, seconds)
        columns: dict[str, NDArray[Any]] = {
            "won": played.won,
            "guesses": played.guesses,
            "false_cell": _positions(played.false_cells, self.level.width),
        }
        if played.luck is not None:
            columns["luck"] = played.luck
        return Measured(columns, timing, self.signature)

    def name_board(self, index: int) -> str:
        """One of the boards, named so that it can be made again."""
        level = self.level
        return (
            f"{level.name} (start {level.start.value}, seed {self.seed}, board {index}, "
            f"first cell {self.first})"
        )


def _positions(cells: NDArray[np.int32], width: int) -> NDArray[np.int32]:
    """Row-major positions of cells, -1 for none."""
    return np.where(cells[:, 0] < 0, -1, cells[:, 0] * width + cells[:, 1]).astype(np.int32)
