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
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sapper

Columns = Mapping[str, NDArray[Any]]
"""What was found, by name: one entry a board."""


class Case(ABC):
    """One thing to be measured on many boards; a frozen dataclass that workers can be sent."""

    @property
    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """All that the outcomes depend on, as plain data: the store knows the case by it."""

    @property
    @abstractmethod
    def in_threads(self) -> bool:
        """Whether `measure` lets other threads run; else it needs a process of its own."""

    @property
    @abstractmethod
    def chunk_size(self) -> int:
        """How many boards make a chunk of a fraction of a second; results don't depend on it."""

    @abstractmethod
    def measure(self, start: int, count: int) -> Measured:
        """Measure boards `start` to `start + count − 1`."""


BINS_A_DECADE = 50
SHORTEST, DECADES = 1e-7, 10
"""Times from a tenth of a microsecond to a quarter of an hour, told apart to 5 %."""


@dataclass(frozen=True, eq=False)
class Timing:
    """How long it took; sums of these are what a larger number of boards took.

    >>> timing = Timing.of(np.array([0.001, 0.001, 0.5]), boards=1, seconds=0.6)
    >>> round(timing.quantile(0.5), 4), round((timing + timing).quantile(0.99), 1)
    (0.001, 0.5)
    """

    boards: int = 0
    moves: int = 0
    seconds: float = 0.0
    """The worker's processor time for all of it, the making of the boards not counted."""
    histogram: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros(BINS_A_DECADE * DECADES, dtype=np.int64)
    )
    """Moves timed one by one, by length; all zero where only the whole was timed."""

    @classmethod
    def of(cls, move_seconds: NDArray[np.float64], boards: int, seconds: float) -> Timing:
        """The timing of moves that were timed one by one."""
        size = BINS_A_DECADE * DECADES
        decades = np.log10(np.maximum(move_seconds, SHORTEST) / SHORTEST)
        bins = np.minimum((decades * BINS_A_DECADE).astype(np.int64), size - 1)
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
    def seconds_a_move(self) -> float | None:
        """The mean."""
        return self.seconds / self.moves if self.moves else None

    @property
    def seconds_a_board(self) -> float | None:
        """The mean."""
        return self.seconds / self.boards if self.boards else None

    def quantile(self, share: float) -> float | None:
        """The time that this share of the moves stayed below; None if only the whole was timed."""
        if not self.by_move:
            return None
        below = np.cumsum(self.histogram)
        middle_of_bin = int(np.searchsorted(below, share * below[-1])) + 0.5
        return SHORTEST * float(10 ** (middle_of_bin / BINS_A_DECADE))


@cache
def describe_machine() -> str:
    """The machine in a line: processor, cores, system, Python and numpy; no names of hosts."""
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
    """What a chunk gave, and which version measured it where."""

    columns: Columns
    timing: Timing
    version: str = sapper.__version__
    machine: str = field(default_factory=describe_machine)


@dataclass(frozen=True, eq=False)
class Outcomes:
    """What the first boards of a case gave, all chunks put together."""

    columns: Columns
    timing: Timing
    machines: tuple[str, ...]

    @classmethod
    def joined(cls, parts: Iterable[Measured]) -> Outcomes:
        """Put chunks together that follow each other."""
        parts = list(parts)
        names = parts[0].columns if parts else ()
        columns = {name: np.concatenate([part.columns[name] for part in parts]) for name in names}
        timing = sum((part.timing for part in parts), Timing())
        return cls(columns, timing, tuple(sorted({part.machine for part in parts})))

    def first(self, boards: int) -> Outcomes:
        """Those of the first `boards` alone; the timing stays that of whole chunks."""
        columns = {name: column[:boards] for name, column in self.columns.items()}
        return Outcomes(columns, self.timing, self.machines)
