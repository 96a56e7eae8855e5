"""An experiment of one's own, outside Sapper's source: how much the first click tells.

python first_click.py
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import thread_time
from typing import Any, ClassVar

import numpy as np

import sapper
from sapper.lab.case import Case, Measured, Outcomes, Timing
from sapper.lab.experiments import Experiment
from sapper.lab.finding import Finding, ResultTable
from sapper.lab.run import RunLocation, run
from sapper.lab.store import Store


@dataclass(frozen=True)
class FirstClick(Case):
    """The boards of a seed, each opened at the same first cell."""

    size: str
    first: tuple[int, int]
    seed: int

    # The store knows results by who was measured, how it behaves, and on what.

    player = "first click"

    @property
    def signature(self) -> str:
        """Results count as long as this file is what it is."""
        return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]

    @property
    def identity(self) -> dict[str, Any]:
        """All that the outcomes depend on but the signature."""
        return {"kind": "first click", "size": self.size, "first": self.first, "seed": self.seed}

    in_threads = False  # `measure` is Python: it gets a process of its own

    def measure(self, start: int, count: int) -> Measured:
        """Boards `start` to `start + count − 1`: one entry for each in every column."""
        layouts = sapper.make_layouts(
            self.size, self.seed, count, first=self.first, start_index=start
        )
        began = thread_time()
        views = []
        for layout in layouts:
            game = sapper.Game.on(sapper.Board.from_layout(layout))
            game.reveal(self.first)
            views.append(game.view.numbers)
        analyses = sapper.analyze_many(np.stack(views), layouts[0].sum(), threads=1)
        certain = (analyses.verdicts == 1).sum(axis=(1, 2))
        opened = (np.stack(views) >= 0).sum(axis=(1, 2))
        timing = Timing(count, count, thread_time() - began)
        return Measured({"opened": opened, "certain": certain}, timing, self.signature)


@dataclass(frozen=True)
class FirstClicks(Experiment):
    """Several first cells, all on the same boards."""

    name: ClassVar[str] = "first-clicks"
    verb: ClassVar[str] = "first-clicks"

    size: str
    cells: tuple[tuple[int, int], ...]

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """What is measured."""
        return tuple(FirstClick(self.size, cell, self.seed) for cell in self.cells)

    def options(self) -> list[str]:
        """No command of Sapper's runs it."""
        return []

    def command(self) -> str:
        """What to type to repeat it."""
        return f"python {Path(__file__).name}"

    def summarise(self, outcomes: Mapping[Case, Outcomes]) -> Finding:
        """What the outcomes of all cases say."""
        return FirstClicksFound({case: outcomes[case].columns for case in self.cases})


@dataclass(frozen=True, eq=False)
class FirstClicksFound(Finding):
    """What the first click opens, and whether anything is certain then."""

    columns: Mapping[Case, Any]
    title: str = "What the first click tells"

    def results(self) -> ResultTable:
        """A row for each first cell."""
        return ResultTable.of_facts(
            [
                {
                    "first": "{},{}".format(*case.identity["first"]),
                    "boards": len(found["opened"]),
                    "opened": f"{found['opened'].mean():.3f}",
                    "something_certain": f"{(found['certain'] > 0).mean():.4f}",
                }
                for case, found in self.columns.items()
            ]
        )

    def shown(self) -> ResultTable:
        """The same."""
        return self.results()

    def draw(self) -> Any:
        """Nothing is drawn."""
        raise NotImplementedError


if __name__ == "__main__":  # its workers are processes, which import this file
    experiment = FirstClicks(2000, 1, size="16x30/99", cells=((0, 0), (3, 3), (8, 15)))
    with Store("first_click.sqlite") as store:
        print(run(experiment, store, RunLocation(workers=2)).results().to_csv())
