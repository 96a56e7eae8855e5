"""What the laboratory measures, and what it gets back.

A *case* is one thing to be measured on many boards: who plays, where, from which seed. A *chunk*
is a range of a case's boards, the unit of work that is sent to a worker and stored. What board
`i` of a case gives is a function of the case and `i` alone, so nothing depends on the chunks.
"""

from __future__ import annotations

import os
import platform
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sapper
from sapper.errors import EngineMissing

Columns = Mapping[str, NDArray[Any]]
"""What was found, by name: one entry per board."""


class Case(ABC):
    """One thing to be measured on many boards; a frozen dataclass that can be sent to workers."""

    @property
    @abstractmethod
    def player(self) -> str:
        """Who is measured: an agent with its options, or a reasoner."""

    @property
    @abstractmethod
    def signature(self) -> str:
        """The signature of the player's behaviour, as the player is here and now."""

    @property
    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """All that the outcomes depend on but the signature, as plain data.

        The store knows the case by both.
        """

    @property
    @abstractmethod
    def in_threads(self) -> bool:
        """Whether `measure` lets other threads run; else it needs a process of its own."""

    @abstractmethod
    def measure(self, start: int, count: int) -> Measured:
        """Measure boards `start` to `start + count − 1`."""

    def label(self, signature: str) -> str:
        """Who was measured, with the signature unless the player still behaves that way."""
        try:
            is_current = signature == self.signature
        except EngineMissing:
            is_current = False  # nobody can tell here
        return self.player if is_current else f"{self.player} [{signature}]"


BINS_PER_DECADE = 50
SHORTEST, DECADES = 1e-7, 10
"""Times from a tenth of a microsecond to a quarter of an hour, with a resolution of 5 %."""


@dataclass(frozen=True, eq=False)
class Timing:
    """How long some boards took; timings add up.

    >>> timing = Timing.of(np.array([0.001, 0.001, 0.5]), boards=1, seconds=0.6)
    >>> round(timing.quantile(0.5), 4), round((timing + timing).quantile(0.99), 1)
    (0.001, 0.5)
    """

    boards: int = 0
    moves: int = 0
    seconds: float = 0.0
    """The worker's processor time for all of it, without the time to make the boards."""
    histogram: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros(BINS_PER_DECADE * DECADES, dtype=np.int64)
    )
    """How many moves took how long; all zero where only the total was timed."""

    @classmethod
    def of(cls, move_seconds: NDArray[np.float64], boards: int, seconds: float) -> Timing:
        """The timing of moves that were timed one by one."""
        size = BINS_PER_DECADE * DECADES
        decades = np.log10(np.maximum(move_seconds, SHORTEST) / SHORTEST)
        bins = np.minimum((decades * BINS_PER_DECADE).astype(np.int64), size - 1)
        histogram = np.bincount(bins, minlength=size).astype(np.int64)
        return cls(boards, len(move_seconds), seconds, histogram)

    def __add__(self, other: Timing) -> Timing:
        return Timing(
            self.boards + other.boards,
            self.moves + other.moves,
            self.seconds + other.seconds,
            self.histogram + other.histogram,
        )

    @property
    def by_move(self) -> bool:
        """Whether the moves were timed one by one."""
        return bool(self.histogram.any())

    @property
    def seconds_per_move(self) -> float | None:
        """The mean time per move."""
        return self.seconds / self.moves if self.moves else None

    @property
    def seconds_per_board(self) -> float | None:
        """The mean time per board."""
        return self.seconds / self.boards if self.boards else None

    def quantile(self, share: float) -> float | None:
        """The quantile of the times per move; None if only the total was timed."""
        if not self.by_move:
            return None
        below = np.cumsum(self.histogram)
        middle_of_bin = int(np.searchsorted(below, share * below[-1])) + 0.5
        return SHORTEST * float(10 ** (middle_of_bin / BINS_PER_DECADE))


@cache
def describe_machine() -> str:
    """The machine in a line: processor, cores, system, Python and numpy; no host name."""
    try:
        information = Path("/proc/cpuinfo").read_text()
        models = [
            line.partition(":")[2] for line in information.splitlines() if "model name" in line
        ]
    except OSError:
        models = []
    processor = (models or [platform.processor() or platform.machine()])[0].strip()
    return (
        f"{processor}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, numpy {np.__version__}"
    )


@dataclass(frozen=True, eq=False)
class Measured:
    """What a chunk gave, and who measured it where: signature, version and machine."""

    columns: Columns
    timing: Timing
    signature: str
    """Of the player, on the machine that measured."""
    version: str = sapper.__version__
    machine: str = field(default_factory=describe_machine)


@dataclass(frozen=True, eq=False)
class Outcomes:
    """What the first boards of a case gave under one signature, all chunks together."""

    columns: Columns
    timing: Timing
    signature: str
    versions: tuple[str, ...]
    machines: tuple[str, ...]

    @classmethod
    def joined(cls, parts: Iterable[Measured]) -> Outcomes:
        """Put consecutive chunks together, one or more of the same signature."""
        parts = list(parts)
        (signature,) = {part.signature for part in parts}
        columns = {
            name: np.concatenate([part.columns[name] for part in parts])
            for name in parts[0].columns
        }
        return cls(
            columns,
            sum((part.timing for part in parts), Timing()),
            signature,
            versions=tuple(sorted({part.version for part in parts})),
            machines=tuple(sorted({part.machine for part in parts})),
        )

    def first(self, boards: int) -> Outcomes:
        """The outcomes of the first `boards`; the timing stays that of whole chunks."""
        columns = {name: column[:boards] for name, column in self.columns.items()}
        return replace(self, columns=columns)
