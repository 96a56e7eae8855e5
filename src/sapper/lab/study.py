"""What the resolution study found: how far certain moves alone get.

A reasoner is shown some safe cells of a board and settles what it can without guessing. Runs on the
same board with more and more disclosed cells are strongly correlated, so where they are put
together the board is the unit, not the run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.lab.case import Outcomes
from sapper.lab.finding import Finding, Provenance, ResultTable, about_signatures, duration, points
from sapper.lab.game_findings import between
from sapper.lab.published import PUBLISHED_DESIGN, RERUN_DESIGN, published_study
from sapper.lab.settling_case import SCATTERED, SettlingCase
from sapper.lab.stats import Interval, mean_interval, wilson
from sapper.level import Level

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class StudyRow:
    """Outcomes of one case, or of all numbers of disclosed cells together."""

    cases: tuple[SettlingCase, ...]
    """All of one level and reasoner."""
    provenance: Provenance
    settled: NDArray[np.int64]
    """How many cells, by case and board."""
    complete: NDArray[np.bool_]
    """Whether it was all of them, by case and board."""
    wrong: int
    gave_up: int
    """Runs in which a position was too large to be counted."""
    inferences: tuple[int, int] | None
    """By a unit clause and by two longer ones, in all runs, if they were counted."""

    @classmethod
    def of(cls, case: SettlingCase, outcomes: Outcomes, command: str) -> StudyRow:
        """The outcomes of one case."""
        columns = outcomes.columns
        return cls(
            (case,),
            Provenance.of(outcomes, command),
            settled=columns["settled"].astype(np.int64)[np.newaxis],
            complete=columns["complete"][np.newaxis],
            wrong=int(columns["wrong"].sum()),
            gave_up=int(columns["gave_up"].sum()),
            inferences=(int(columns["single"].sum()), int(columns["pair"].sum()))
            if "single" in columns
            else None,
        )

    @classmethod
    def joined(cls, rows: Sequence[StudyRow]) -> StudyRow:
        """The same boards with different numbers of disclosed cells, put together."""
        return cls(
            tuple(case for row in rows for case in row.cases),
            Provenance.joined([row.provenance for row in rows]),
            settled=np.concatenate([row.settled for row in rows]),
            complete=np.concatenate([row.complete for row in rows]),
            wrong=sum(row.wrong for row in rows),
            gave_up=sum(row.gave_up for row in rows),
            inferences=_sums([row.inferences for row in rows]),
        )

    @property
    def level(self) -> Level:
        """Where."""
        return self.cases[0].level

    @property
    def reasoner(self) -> str:
        """Who, with the signature if it settles different cells now."""
        return self.cases[0].label(self.provenance.signature)

    @property
    def disclosed(self) -> int:
        """How many cells were disclosed; the fewest, if there are several numbers."""
        return self.cases[0].disclosed

    @property
    def spread(self) -> float | None:
        """How far the disclosed cells lie apart, if they are a cluster."""
        return self.cases[0].spread

    @property
    def runs(self) -> int:
        """The boards, counted once for each number of disclosed cells."""
        return self.settled.size

    @property
    def cells(self) -> int:
        """The cells of all runs."""
        return self.runs * self.level.cells

    @property
    def share(self) -> float:
        """The share of cells settled."""
        return int(self.settled.sum()) / self.cells

    @property
    def share_interval(self) -> Interval:
        """The interval of that share, by board."""
        return mean_interval(self.settled.mean(axis=0) / self.level.cells)

    @property
    def completed(self) -> int:
        """The runs that settled every cell."""
        return int(self.complete.sum())

    @property
    def completed_interval(self) -> Interval:
        """Wilson's interval for their share, as if all runs on a board ended alike."""
        boards = self.complete.shape[1]
        return wilson(boards * self.completed / self.runs, boards)

    @property
    def median_time(self) -> float:
        """Of a run, in seconds."""
        return self.provenance.timing.quantile(0.5) or 0.0

    @property
    def median_time_interval(self) -> Interval:
        """The interval of the median, from its rank among the times."""
        timing = self.provenance.timing
        place = wilson(timing.moves / 2, timing.moves)
        return Interval(timing.quantile(place.low) or 0.0, timing.quantile(place.high) or 0.0)


@dataclass(frozen=True, eq=False)
class StudyFinding(Finding):
    """How much each reasoner settles, by level and number of disclosed cells."""

    rows: tuple[StudyRow, ...]
    """One for each case."""

    @property
    def title(self) -> str:
        """What it is about."""
        names = dict.fromkeys(row.level.name for row in self.rows)
        return f"Resolution study: {', '.join(names)}, {self.rows[0].runs:,} boards"

    @cached_property
    def totals(self) -> tuple[StudyRow, ...]:
        """One row for each level, spread and reasoner, all numbers of disclosed cells together."""
        groups: dict[tuple[Level, float | None, str], list[StudyRow]] = {}
        for row in self.rows:
            groups.setdefault((row.level, row.spread, row.reasoner), []).append(row)
        return tuple(StudyRow.joined(group) for group in groups.values())

    def results(self) -> ResultTable:
        """What was counted, for each case."""
        return ResultTable.of_facts(
            [
                {
                    "level": row.level.name,
                    "size": f"{row.level.height}x{row.level.width}",
                    "mines": row.level.mines,
                    "disclosed": row.disclosed,
                    "spread": "" if row.spread is None else f"{row.spread:g}",
                    "reasoner": row.cases[0].reasoner,
                    "seed": row.cases[0].seed,
                    "boards": row.runs,
                    "settled": int(row.settled.sum()),
                    "cells": row.cells,
                    "complete": row.completed,
                    "wrong": row.wrong,
                    "gave_up": row.gave_up,
                    "share": f"{row.share:.6f}",
                    "share_low": f"{row.share_interval.low:.6f}",
                    "share_high": f"{row.share_interval.high:.6f}",
                    "complete_low": f"{row.completed_interval.low:.6f}",
                    "complete_high": f"{row.completed_interval.high:.6f}",
                    **row.provenance.facts(),
                }
                for row in self.rows
            ]
        )

    def timings(self) -> ResultTable:
        """The processor times of whole boards, and the inferences, which depend on the order."""
        return ResultTable.of_facts(
            [
                {
                    "level": row.level.name,
                    "disclosed": row.disclosed,
                    "spread": "" if row.spread is None else f"{row.spread:g}",
                    "reasoner": row.reasoner,
                    "boards": row.provenance.timing.boards,
                    "single_inferences_per_board": _per_run(row, 0),
                    "pair_inferences_per_board": _per_run(row, 1),
                    **row.provenance.times("board"),
                }
                for row in self.rows
            ]
        )

    def shown(self) -> ResultTable:
        """Completeness by level and reasoner, beside the published figures."""
        return ResultTable.of_facts(
            [
                {
                    "level": row.level.name,
                    **self._spread_of(row),
                    "reasoner": row.reasoner,
                    **_measured(row),
                    **_published(row.level),
                }
                for row in self.totals
            ],
            keys=2 + self.has_clusters,
        )

    def details(self) -> dict[str, ResultTable]:
        """A line for each case."""
        rows = [
            {
                "level": row.level.name,
                "disclosed": str(row.disclosed),
                **self._spread_of(row),
                "reasoner": row.reasoner,
                **_measured(row),
            }
            for row in self.rows
        ]
        return {"By the number of disclosed cells": ResultTable.of_facts(rows)}

    def notes(self) -> tuple[str, ...]:
        """How to read it."""
        disclosed = "; ".join(
            f"{level.name} {numbers[0]} to {numbers[-1]} ({len(numbers)} numbers)"
            for level in self.levels
            for numbers in [self._numbers(level)]
        )
        clusters = (
            " Spread: of a cluster around the first disclosed cell; one at distance d from it is "
            "drawn with weight exp(−d²/2·spread²)."
        )
        return (
            f"Disclosed cells: {disclosed}.{clusters * self.has_clusters} All reasoners have the "
            "same boards, and where one more cell is disclosed the others stay disclosed.",
            "A cell is settled if it is open or known to be a mine; nothing is guessed. "
            f"Cells settled wrongly: {sum(row.wrong for row in self.rows)}. Runs with a position "
            f"too large to count: {sum(row.gave_up for row in self.rows)}.",
            "Intervals are 95 % and take the board as the unit, however many numbers of disclosed "
            "cells are put together: Student's for cells, which has no width where all boards "
            "agree, as a few easily do; Wilson's for complete runs.",
            "Single: literals struck by a unit clause, per run; pair: new resolvents of two longer "
            "clauses. Median and p99 are the reasoner's processor time per board (to 5 %).",
            f"Published: resolution of width 2, {PUBLISHED_DESIGN}; rerun: the same program on "
            f"{RERUN_DESIGN}, cells and complete runs.",
            about_signatures([(row.cases[0], row.provenance.signature) for row in self.rows]),
        )

    @property
    def levels(self) -> list[Level]:
        """The levels, in the order asked for."""
        return list(dict.fromkeys(row.level for row in self.rows))

    @property
    def has_clusters(self) -> bool:
        """Whether the disclosed cells of some runs were a cluster."""
        return any(row.spread is not None for row in self.rows)

    def _spread_of(self, row: StudyRow) -> dict[str, str]:
        if not self.has_clusters:
            return {}
        return {"spread": SCATTERED if row.spread is None else f"{row.spread:g}"}

    def _numbers(self, level: Level) -> list[int]:
        return list(dict.fromkeys(row.disclosed for row in self.rows if row.level == level))

    def draw(self) -> Figure:
        """What was settled against the number of disclosed cells, or against their spread."""
        from sapper.lab.plots import draw_clusters, draw_study

        return draw_clusters(self) if self.has_clusters else draw_study(self)


def _measured(row: StudyRow) -> dict[str, str]:
    return {
        "runs": f"{row.runs:,}",
        "cells settled": f"{int(row.settled.sum())}/{row.cells}",
        "cells %": points(row.share),
        "95 % of cells": between(row.share_interval),
        "complete %": points(row.completed / row.runs),
        "95 % of complete": between(row.completed_interval),
        "single": _per_run(row, 0) or "–",
        "pair": _per_run(row, 1) or "–",
        "median": duration(row.provenance.timing.quantile(0.5)),
        "p99": duration(row.provenance.timing.quantile(0.99)),
    }


def _per_run(row: StudyRow, kind: int) -> str:
    """The mean number of single inferences (0) or of pairs (1), if they were counted."""
    return "" if row.inferences is None else f"{row.inferences[kind] / row.runs:.1f}"


def _sums(counts: Sequence[tuple[int, int] | None]) -> tuple[int, int] | None:
    """The sums of both counts; None where one of them is missing."""
    known = [each for each in counts if each is not None]
    if len(known) < len(counts):
        return None
    return sum(single for single, _ in known), sum(pair for _, pair in known)


def _published(level: Level) -> dict[str, str]:
    known = published_study(level)
    if known is None:
        return {"published": "–", "rerun %": "–"}
    return {
        "published": f"{known.settled}/{known.cells} ({points(known.share, 1)} %)",
        "rerun %": f"{points(known.rerun_share, 1)}, {points(known.rerun_complete, 0)}",
    }
