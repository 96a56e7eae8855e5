"""Whole games as a case: an agent plays the boards of a seed, from one first cell."""

from __future__ import annotations

import json
from dataclasses import dataclass
from time import thread_time
from typing import Any

from sapper.agents.registry import make_agent
from sapper.errors import ExperimentError
from sapper.grid import Cell
from sapper.lab.bulk import make_layouts, play_layouts, plays_in_engine
from sapper.lab.case import Case, Measured, Timing
from sapper.level import LEVELS, Level, StartRule

CELLS_OF_EXPERT = 480
BOARDS_IN_ENGINE, BOARDS_IN_PYTHON = 1024, 64


@dataclass(frozen=True)
class AgentSpec:
    """An agent with its options, written `name:option=value:option=value`.

    >>> AgentSpec.parse("sentence:seed=7").options
    (('seed', 7),)
    >>> str(AgentSpec.parse("sentence:seed=7"))
    'sentence:seed=7'
    """

    name: str
    options: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def parse(cls, text: str) -> AgentSpec:
        """Read a spec, and check that there is such an agent with such options."""
        name, *options = text.strip().split(":")
        read = []
        for option in options:
            key, equals, value = option.partition("=")
            if not equals:
                raise ExperimentError(f"an agent's option reads NAME=VALUE, not {option!r}")
            try:
                read.append((key, json.loads(value)))
            except json.JSONDecodeError:
                read.append((key, value))
        make_agent(name, **dict(read))
        return cls(name, tuple(sorted(read)))

    def __str__(self) -> str:
        written = [
            f"{key}={value if isinstance(value, str) else json.dumps(value)}"
            for key, value in self.options
        ]
        return ":".join([self.name, *written])


def read_level(text: str, start: StartRule | str) -> Level:
    """A level by name, or by size as in 16x30/99, under a start rule.

    >>> read_level("16x30/99", "opening").name
    'expert'
    """
    level = _read(text, start)
    if level.start is StartRule.GIVEN:
        raise ExperimentError("whole games start by the rule any, safe or opening, not given")
    return _known(level, StartRule.SAFE)


def read_given_level(text: str) -> Level:
    """A level by name or size, under the start rule `given`.

    >>> read_given_level("16x30/99").name, read_given_level("beginner").name
    ('hard', 'easy')
    """
    return _known(_read(text, StartRule.GIVEN), StartRule.GIVEN)


def _read(text: str, start: StartRule | str) -> Level:
    return Level.parse(text, start) if "/" in text else Level.named(text.strip()).starting(start)


def _known(level: Level, usual: StartRule) -> Level:
    """The level under the name it has among those that usually start by this rule."""
    size = (level.height, level.width, level.mines)
    for known in LEVELS.values():
        if (known.height, known.width, known.mines) == size and known.start is usual:
            return known.starting(level.start)
    return level


def usual_first(level: Level) -> Cell:
    """Where games are begun unless told otherwise, as in the published figures.

    The corner; for an opening (3, 3), and (2, 2) on boards smaller than expert.

    >>> usual_first(read_level("expert", "safe")), usual_first(read_level("expert", "opening"))
    ((0, 0), (3, 3))
    """
    if level.start is not StartRule.OPENING:
        return (0, 0)
    inwards = 3 if level.cells >= CELLS_OF_EXPERT else 2
    return (min(inwards, level.height - 1), min(inwards, level.width - 1))


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

    def __post_init__(self) -> None:
        # No boards at all, but what can't be laid or played is refused now and not in a worker.
        layouts = make_layouts(self.level, self.seed, 0, first=self.first)
        try:
            play_layouts(self.agent.name, layouts, self.first, **dict(self.agent.options))
        except TypeError as error:
            raise ExperimentError(f"agent {self.agent} can't be made: {error}") from None

    @property
    def identity(self) -> dict[str, Any]:
        """Who plays, where, from which cell and seed."""
        level = self.level
        return {
            "kind": "games",
            "agent": str(self.agent),
            "size": f"{level.height}x{level.width}/{level.mines}",
            "start": level.start.value,
            "first": list(self.first),
            "seed": self.seed,
        }

    @property
    def in_threads(self) -> bool:
        """The engine lets other threads run; agents in Python don't."""
        return plays_in_engine(self.agent.name)

    @property
    def chunk_size(self) -> int:
        """An engine plays in a twentieth of a second what takes Python far longer."""
        return BOARDS_IN_ENGINE if self.in_threads else BOARDS_IN_PYTHON

    def measure(self, start: int, count: int) -> Measured:
        """Play the games; the columns are `won`, `guesses` and `certain_moves`."""
        layouts = make_layouts(self.level, self.seed, count, first=self.first, start_index=start)
        options = dict(self.agent.options)
        began = thread_time()  # not the wall's, so that a busy machine does not show
        played = play_layouts(self.agent.name, layouts, self.first, threads=1, **options)
        seconds = thread_time() - began
        if played.move_seconds is None:
            moves = int(played.guesses.sum() + played.certain_moves.sum())
            timing = Timing(count, moves, seconds)
        else:
            timing = Timing.of(played.move_seconds, count, seconds)
        columns = {
            "won": played.won,
            "guesses": played.guesses,
            "certain_moves": played.certain_moves,
        }
        return Measured(columns, timing)
