"""What best play wins on small boards, exactly, and how far agents fall short of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, floor, log10
from typing import ClassVar

from sapper.agents.registry import AgentLike
from sapper.errors import ExperimentError, LevelError
from sapper.exact.analysis import check_budget
from sapper.lab.agent_spec import AgentSpec
from sapper.lab.case import Case, Outcomes
from sapper.lab.experiment import Experiment
from sapper.lab.finding import Finding, Provenance, about_signatures
from sapper.lab.optimal_cases import (
    DEFAULT_SEARCH_OF_BOARDS,
    STARTS,
    BestPlayCase,
    agent_cases,
    starting,
)
from sapper.lab.optimal_finding import OptimalFinding, OptimalRow
from sapper.level import Level, StartRule

MOST_TIMES_THE_BUDGET = 1000
"""A board with more layouts than so many times the budget is not searched at all."""
MOST_DIGITS = 15
UP_TO_5X5 = tuple(f"{height}x{width}" for width in range(2, 6) for height in range(1, width + 1))


@dataclass(frozen=True)
class Optimal(Experiment):
    """What best play wins on small boards, and what agents win, over all layouts.

    >>> Optimal(1, 0, agents=("exact",), sizes=("3x3",), mines=(2, 3)).command()
    'sapper lab run optimal --agents exact --sizes 3x3 --mines 2,3 --budget 2000000000'
    """

    name: ClassVar[str] = "optimal"
    verb: ClassVar[str] = "run optimal"
    counted: ClassVar[str] = "measurement"

    agents: tuple[AgentLike, ...] = ()
    sizes: tuple[str, ...] = UP_TO_5X5
    mines: tuple[int, ...] | None = None
    """By default all that leave a cell to open."""
    budget: int = DEFAULT_SEARCH_OF_BOARDS

    def __post_init__(self) -> None:
        check_budget(self.budget)
        if not self.sizes:
            raise ExperimentError("optimal needs a size of boards: HEIGHTxWIDTH, as in 3x4")
        if self.mines and not self.levels:
            counts = ",".join(map(str, self.mines))
            raise ExperimentError(
                f"optimal has nothing to measure: {counts} mines on {','.join(self.sizes)} leave "
                "no mine or no safe cell"
            )
        super().__post_init__()

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """The boards."""
        return tuple(_boards(self.sizes, self.mines))

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """Best play on each board, and each agent under each start rule that it fits."""
        agents = [AgentSpec.of(agent) for agent in self.agents]
        return (
            *(BestPlayCase(level, self.budget) for level in self.levels),
            *(
                case
                for level in self.levels
                for agent in agents
                for case in agent_cases(agent, level)
            ),
        )

    def options(self) -> list[str]:
        """As typed on the command line."""
        typed = ["--agents", ",".join(map(str, self.agents)), "--sizes", ",".join(self.sizes)]
        if self.mines is not None:
            typed += ["--mines", ",".join(map(str, self.mines))]
        return [*typed, "--budget", str(self.budget)]

    def command(self) -> str:
        """What to type; nothing is drawn by chance."""
        return super().command().partition(" --games")[0]

    def summarise(self, outcomes: Mapping[Case, Outcomes]) -> OptimalFinding:
        """A row for each board and start rule."""
        seconds = sum(outcomes[case].timing.seconds for case in self.cases)
        rows = [
            row
            for case in self.cases
            if isinstance(case, BestPlayCase)
            for rule in STARTS
            for row in [self._row(case, rule, outcomes)]
            if row is not None
        ]
        signed = [(case, outcomes[case].signature) for case in self.cases]
        return OptimalFinding(tuple(rows), self.command(), about_signatures(signed), seconds)

    def _row(
        self, case: BestPlayCase, rule: StartRule, outcomes: Mapping[Case, Outcomes]
    ) -> OptimalRow | None:
        found, level = _facts(outcomes[case]), case.level
        is_solved = found["opened"] > 0
        layouts, cell = found[f"{rule.value}_layouts"], found[f"{rule.value}_cell"]
        begun = starting(level, rule)
        if begun is None or (is_solved and layouts == 0):
            return None
        # A first click that may be a mine loses those layouts, and wins no others.
        played_under = StartRule.SAFE if rule is StartRule.ANY else rule
        won, of = {}, {}
        for agent in map(AgentSpec.of, self.agents):
            for played in agent_cases(agent, level):
                if played.level.start is played_under:
                    facts = _facts(outcomes[played])
                    won[str(agent)] = facts["won"]
                    of[str(agent)] = (
                        comb(level.cells, level.mines)
                        if rule is StartRule.ANY
                        else facts["layouts"]
                    )
        return OptimalRow(
            begun,
            found[f"{rule.value}_won"] if is_solved else None,
            layouts,
            divmod(cell, level.width) if is_solved else None,
            won,
            of,
            Provenance.of(outcomes[case], self.command()),
        )

    @classmethod
    def join(cls, findings: list[Finding]) -> list[Finding]:  # type: ignore[override]
        """One table of all runs."""
        return [OptimalFinding.joined([one for one in findings if isinstance(one, OptimalFinding)])]


def _facts(outcomes: Outcomes) -> dict[str, int]:
    """The only board of a case that is exact."""
    return {name: int(column[0]) for name, column in outcomes.columns.items()}


def check_within_reach(sizes: Sequence[str], mines: Sequence[int] | None, budget: int) -> None:
    """Refuse boards whose layouts exceed the budget by far: no search of them would end.

    >>> check_within_reach(["50x50"], [500], DEFAULT_SEARCH_OF_BOARDS)
    Traceback (most recent call last):
    sapper.errors.ExperimentError: 50x50/500 has about 10^541 layouts, far beyond the budget of \
    2,000,000,000: give smaller --sizes, or fewer --mines
    """
    for level in _boards(sizes, mines):
        layouts = comb(level.cells, level.mines)
        # Below the default budget, a search that ends too early costs little.
        if layouts > MOST_TIMES_THE_BUDGET * max(budget, DEFAULT_SEARCH_OF_BOARDS):
            raise ExperimentError(
                f"{level.name} has {_in_short(layouts)} layouts, far beyond the budget of "
                f"{budget:,}: give smaller --sizes, or fewer --mines"
            )


def _boards(sizes: Sequence[str], mines: Sequence[int] | None) -> Iterator[Level]:
    """The boards of these sizes that have a mine and a safe cell."""
    for size in sizes:
        cells = _cells_of(size)
        for count in range(1, cells) if mines is None else mines:
            if 0 < count < cells:
                yield Level.parse(f"{size}/{count}")


def _cells_of(size: str) -> int:
    """How many cells a board has, of a size such as 3x4."""
    try:
        return Level.parse(f"{size}/0").cells
    except LevelError as error:
        if re.fullmatch(r"\s*\d+\s*[xX×]\s*\d+\s*", size):
            raise
        raise LevelError(f"a size reads HEIGHTxWIDTH, as in 3x4, not {size!r}") from error


def _in_short(count: int) -> str:
    """A count in full, or its power of ten if it is long."""
    digits = floor(log10(count))
    return f"{count:,}" if digits < MOST_DIGITS else f"about 10^{digits}"
