"""What a comparison found: two agents on the same boards, with and without luck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.lab.finding import ResultTable, points
from sapper.lab.game_findings import GamesFinding, between
from sapper.lab.luck import Estimate, WithoutLuck
from sapper.lab.stats import Decision, Interval, Pairs, SequentialDecision, SequentialTest

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class SequentialResult:
    """What a sequential test decided, and the path it took."""

    test: SequentialTest
    verdict: SequentialDecision
    path: NDArray[np.float64]

    def in_words(self, first: str, second: str) -> str:
        """The decision in a sentence."""
        lower, upper = (f"{100 * bound:g}" for bound in (self.test.lower, self.test.upper))
        stated = (
            f"(false alarms {100 * self.test.false_alarm:g} %, misses {100 * self.test.miss:g} %)"
        )
        pairs, ahead = f"{self.verdict.pairs:,} pairs", f"{first} − {second}"
        if self.verdict.decision is Decision.UPPER:
            said = f"decided after {pairs}: {ahead} is {upper} points rather than {lower}"
        elif self.verdict.decision is Decision.LOWER:
            said = f"decided after {pairs}: {ahead} is {lower} points rather than {upper}"
        else:
            said = f"not decided after {pairs}: {lower} or {upper} points"
        return f"Sequential test, {said} {stated}."


def _estimate_facts(name: str, estimate: Estimate | None) -> dict[str, str]:
    if estimate is None:
        return dict.fromkeys((name, f"{name}_low", f"{name}_high"), "")
    return {
        name: f"{estimate.mean:.6f}",
        f"{name}_low": f"{estimate.interval.low:.6f}",
        f"{name}_high": f"{estimate.interval.high:.6f}",
    }


@dataclass(frozen=True, eq=False)
class ComparisonFinding(GamesFinding):
    """Two agents on the same boards."""

    pairs: Pairs
    first_won: NDArray[np.bool_]
    second_won: NDArray[np.bool_]
    sequential: SequentialResult | None
    without_luck: WithoutLuck | None = None

    @property
    def names(self) -> tuple[str, str]:
        """The two agents."""
        return self.rows[0].agent, self.rows[1].agent

    @property
    def title(self) -> str:
        """Who against whom, where."""
        case = self.rows[0].case
        return (
            f"{self.names[0]} against {self.names[1]}: {case.level.name}, {case.level.start.value}"
        )

    def results(self) -> ResultTable:
        """The pairs, and everything computed from them."""
        first, second = self.rows
        case, pairs, interval = first.case, self.pairs, self.pairs.interval()
        facts = {
            "first_agent": str(first.case.agent),
            "second_agent": str(second.case.agent),
            "level": case.level.name,
            "start": case.level.start.value,
            "first_cell": first.first,
            "seed": case.seed,
            "pairs": pairs.count,
            "both_won": pairs.both,
            "only_first_won": pairs.first_only,
            "only_second_won": pairs.second_only,
            "neither_won": pairs.neither,
            "difference": f"{pairs.difference:.6f}",
            "difference_low": f"{interval.low:.6f}",
            "difference_high": f"{interval.high:.6f}",
            "p_value": f"{pairs.p_value():.6g}",
            **self._luck_facts(),
            "decision": "" if self.sequential is None else self.sequential.verdict.decision.value,
            "first_signature": first.provenance.signature,
            "second_signature": second.provenance.signature,
            "version": " ".join(sorted({*first.provenance.versions, *second.provenance.versions})),
            "command": first.provenance.command,
        }
        return ResultTable.of_facts([facts])

    def _luck_facts(self) -> dict[str, str]:
        found = self.without_luck
        first, second = (None, None) if found is None else found.won
        return {
            **_estimate_facts("without_luck", None if found is None else found.by),
            **_estimate_facts("first_without_luck", first),
            **_estimate_facts("second_without_luck", second),
            "variance_ratio": "" if found is None else f"{found.variance_ratio:.2f}",
        }

    def shown(self) -> ResultTable:
        """The findings, one per row."""
        first, second = self.names
        pairs, interval = self.pairs, self.pairs.interval()
        lines = [
            ("boards", f"{pairs.count:,}"),
            *(
                (
                    f"{name} won",
                    f"{points(row.won)} % ({between(row.won_interval)})",
                )
                for name, row in zip(self.names, self.rows, strict=True)
            ),
            (f"only {first} won", f"{pairs.first_only:,}"),
            (f"only {second} won", f"{pairs.second_only:,}"),
            (
                f"{first} − {second}",
                _in_points(pairs.difference, interval),
            ),
            *self._luck_lines(),
            ("exact test (McNemar)", f"p = {pairs.p_value():.3g}"),
        ]
        return ResultTable(("", "found"), tuple(lines))

    def _luck_lines(self) -> list[tuple[str, str]]:
        found = self.without_luck
        if found is None:
            return []
        return [
            *(
                (f"{name} won, without luck", f"{points(won.mean)} % ({between(won.interval)})")
                for name, won in zip(self.names, found.won, strict=True)
            ),
            ("the difference without luck", _in_points(found.difference, found.interval)),
            ("as sharp as raw with", f"{found.variance_ratio:.1f} times the boards"),
        ]

    def notes(self) -> tuple[str, ...]:
        """How to read it."""
        level = self.rows[0].case.level
        notes = [
            f"{level.name} ({level.height}×{level.width}, {level.mines} mines), "
            f"start {level.start.value} at {self.rows[0].first}, both agents on the same boards. "
            "Intervals are 95 %: Wilson's for a share, Bonett and Price's for the difference."
        ]
        if self.without_luck is not None:
            notes.append(
                "Without luck: for every guess, a value of what happened, less its exact "
                "expectation, is taken from the result. Its mean is 0: both differences estimate "
                "the same."
            )
        if self.sequential is not None:
            notes = [self.sequential.in_words(*self.names), *notes]
            notes.append(
                "A sequential test stops when luck and truth agree, so the difference and its "
                "interval are biased a little away from zero, and p is too small: the decision is "
                "what counts."
            )
        return (*notes, self.signatures())

    def draw(self) -> Figure:
        """How the difference converged, and the test's path to its bounds."""
        from sapper.lab.plots import draw_comparison

        return draw_comparison(self)


def _in_points(difference: float, interval: Interval) -> str:
    return (
        f"{100 * difference:+.3f} ± {100 * interval.half:.3f} points "
        f"({100 * interval.low:+.3f} to {100 * interval.high:+.3f})"
    )
