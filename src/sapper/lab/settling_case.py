"""What the resolution study measures: how much a reasoner settles, given so many cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sapper.errors import ExperimentError
from sapper.lab.case import Case, Measured, Timing
from sapper.lab.settling import make_reasoner, settle_board
from sapper.lab.signature import reasoner_signature
from sapper.level import Level

NUMBERS_OF_DISCLOSED, BELOW_THE_USUAL = 15, 3
SCATTERED = "scattered"
LEAST_SPREAD, MOST_SPREAD = 0.01, 10_000
"""Compact, and as good as scattered, on every board."""


def usual_numbers(level: Level) -> tuple[int, ...]:
    """How many cells are disclosed in the published design: 15 numbers from 3 below the usual.

    The published program starts 4 below and adds a cell before each of its 15 runs.

    >>> from sapper.level import LEVELS
    >>> usual_numbers(LEVELS["hard"])
    (19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33)
    """
    first = level.disclosed - BELOW_THE_USUAL
    most = level.cells - level.mines
    return tuple(k for k in range(first, first + NUMBERS_OF_DISCLOSED) if 0 <= k <= most)


@dataclass(frozen=True)
class SettlingCase(Case):
    """A reasoner settles the boards of a seed, always from the same number of disclosed cells.

    >>> from sapper.level import LEVELS
    >>> case = SettlingCase(LEVELS["hard"], disclosed=22, reasoner="resolution-3", seed=0)
    >>> case.measure(start=0, count=2).columns["settled"].tolist()
    [445, 464]
    """

    level: Level
    disclosed: int
    reasoner: str
    seed: int
    spread: float | None = None
    """How far the disclosed cells lie apart, if they are a cluster (`clustered_cells`)."""

    def __post_init__(self) -> None:
        make_reasoner(self.reasoner, self.level)  # rejects unknown names
        most = self.level.cells - self.level.mines
        if not 0 <= self.disclosed <= most:
            raise ExperimentError(
                f"{self.level.name} can disclose 0 to {most} cells, not {self.disclosed}"
            )
        if self.spread is not None and not LEAST_SPREAD <= self.spread <= MOST_SPREAD:
            raise ExperimentError(
                f"a spread is {LEAST_SPREAD:g} to {MOST_SPREAD:g} cells, not {self.spread:g}"
            )

    @property
    def player(self) -> str:
        """The reasoner."""
        return self.reasoner

    @property
    def signature(self) -> str:
        """The reasoner's."""
        return reasoner_signature(self.reasoner)

    @property
    def identity(self) -> dict[str, Any]:
        """Who reasons, where, from how many cells, how they lie, and which seed."""
        level = self.level
        identity: dict[str, Any] = {
            "kind": "settling",
            "reasoner": self.reasoner,
            "size": f"{level.height}x{level.width}/{level.mines}",
            "disclosed": self.disclosed,
            "seed": self.seed,
        }
        return identity if self.spread is None else {**identity, "spread": self.spread}

    @property
    def in_threads(self) -> bool:
        """Reasoners are written in Python."""
        return False

    def measure(self, start: int, count: int) -> Measured:
        """Settle the boards; the columns are `settled`, `complete`, `wrong` and `gave_up`.

        Where the reasoner counts its inferences, they are columns too: `single` and `pair`.
        """
        runs = [
            settle_board(self.level, index, self.disclosed, self.reasoner, self.seed, self.spread)
            for index in range(start, start + count)
        ]
        seconds = np.array([run.seconds for run in runs])
        columns = {
            "settled": np.array([run.settled for run in runs], dtype=np.int32),
            "complete": np.array([run.complete for run in runs], dtype=np.bool_),
            "wrong": np.array([run.wrong for run in runs], dtype=np.int32),
            "gave_up": np.array([run.effort.gave_up for run in runs], dtype=np.bool_),
        }
        if all(run.effort.single_inferences is not None for run in runs):
            columns["single"] = np.array([run.effort.single_inferences for run in runs], np.int64)
            columns["pair"] = np.array([run.effort.pair_inferences for run in runs], np.int64)
        return Measured(columns, Timing.of(seconds, count, float(seconds.sum())), self.signature)
