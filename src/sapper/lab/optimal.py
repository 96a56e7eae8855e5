"""What best play wins on small boards, exactly, and how far agents fall short of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from math import comb, floor, log10
from time import thread_time
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from sapper.agents.registry import AgentLike
from sapper.errors import ExperimentError, LevelError
from sapper.exact.analysis import check_budget
from sapper.grid import Cell, neighbours
from sapper.lab.agent_spec import AgentSpec
from sapper.lab.case import Case, Measured, Outcomes, Timing
from sapper.lab.experiment import Experiment
from sapper.lab.finding import Finding, ResultTable, about_signatures, duration, points
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

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STARTS = (StartRule.ANY, StartRule.SAFE, StartRule.OPENING)
DEFAULT_SEARCH_OF_BOARDS = 2_000_000_000
"""Layouts that the search of one board may visit: about a minute."""
MOST_TIMES_THE_BUDGET = 1000
"""A board with more layouts than so many times the budget is not searched at all."""
MOST_DIGITS = 15
UP_TO_5X5 = tuple(f"{height}x{width}" for width in range(2, 6) for height in range(1, width + 1))


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


@dataclass(frozen=True, eq=False)
class OptimalRow:
    """One board under one start rule."""

    level: Level
    won: int | None
    """Layouts that best play wins; None if the budget was too small."""
    layouts: int
    cell: Cell | None
    """The best first cell."""
    agents: Mapping[str, int]
    """Layouts that each agent wins; those whose first cell fits the start rule."""
    agents_of: Mapping[str, int]
    """Out of how many: for an opening, another first cell allows another number of layouts."""
    command: str
    """What found it."""

    @property
    def probability(self) -> Fraction | None:
        """Best play's chance of winning."""
        return None if self.won is None else Fraction(self.won, self.layouts)

    def shortfall(self, agent: str) -> Fraction | None:
        """How much less an agent wins."""
        if self.probability is None or agent not in self.agents:
            return None
        return self.probability - Fraction(self.agents[agent], self.agents_of[agent])


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
                for case in _agent_cases(agent, level)
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
        facts = {
            case: {name: int(column[0]) for name, column in outcomes[case].columns.items()}
            for case in self.cases
        }
        seconds = sum(outcomes[case].timing.seconds for case in self.cases)
        rows = [
            row
            for case in self.cases
            if isinstance(case, BestPlayCase)
            for rule in STARTS
            for row in [self._row(case, rule, facts)]
            if row is not None
        ]
        signed = [(case, outcomes[case].signature) for case in self.cases]
        return OptimalFinding(tuple(rows), self.command(), about_signatures(signed), seconds)

    def _row(
        self, case: BestPlayCase, rule: StartRule, facts: Mapping[Case, Mapping[str, int]]
    ) -> OptimalRow | None:
        found, level = facts[case], case.level
        is_solved = found["opened"] > 0
        layouts, cell = found[f"{rule.value}_layouts"], found[f"{rule.value}_cell"]
        begun = _starting(level, rule)
        if begun is None or (is_solved and layouts == 0):
            return None
        won, of = {}, {}
        for agent in map(AgentSpec.of, self.agents):
            for played in _agent_cases(agent, level):
                # A first click that may be a mine loses those layouts, and wins no others.
                if played.level.start is (StartRule.OPENING if rule is STARTS[2] else STARTS[1]):
                    won[str(agent)] = facts[played]["won"]
                    of[str(agent)] = layouts if rule is STARTS[0] else facts[played]["layouts"]
        return OptimalRow(
            begun,
            found[f"{rule.value}_won"] if is_solved else None,
            layouts,
            divmod(cell, level.width) if is_solved else None,
            won,
            of,
            self.command(),
        )

    @classmethod
    def join(cls, findings: list[Finding]) -> list[Finding]:  # type: ignore[override]
        """One table of all runs."""
        return [OptimalFinding.joined([one for one in findings if isinstance(one, OptimalFinding)])]


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


def _agent_cases(agent: AgentSpec, level: Level) -> list[EveryLayoutCase]:
    """Under the rule `safe`, which tells all about `any`, and under `opening` if its cell fits."""
    cases = []
    for rule in (StartRule.SAFE, StartRule.OPENING):
        begun = _starting(level, rule)
        if begun is not None and _fits_agents(begun):
            cases.append(EveryLayoutCase(agent, begun))
    return cases


def _starting(level: Level, rule: StartRule) -> Level | None:
    """The level under a start rule; None if its mines leave no room for that."""
    try:
        return level.starting(rule)
    except LevelError:
        return None


def _fits_agents(level: Level) -> bool:
    """Whether the mines leave room for the start rule at the cell that agents open first."""
    if level.start is not StartRule.OPENING:
        return True
    first = first_cell(level.height, level.width, level.start)
    free = 1 + len(neighbours(first, level.height, level.width))
    return level.cells - free >= level.mines


@dataclass(frozen=True, eq=False)
class OptimalFinding(Finding):
    """What best play wins on each board, and how far agents fall short."""

    rows: tuple[OptimalRow, ...]
    command: str
    signatures: str
    seconds: float

    @classmethod
    def joined(cls, findings: list[OptimalFinding]) -> OptimalFinding:
        """The rows of several runs, each board once: where it was solved, with the most agents."""
        best: dict[tuple[int, int, int, StartRule], OptimalRow] = {}
        for found in findings:
            for row in found.rows:
                level = row.level
                key = (level.cells, level.height, level.mines, level.start)
                known = best.get(key)
                if known is None or (row.won is not None, len(row.agents)) > (
                    known.won is not None,
                    len(known.agents),
                ):
                    best[key] = row
        return cls(
            tuple(
                best[key] for key in sorted(best, key=lambda key: (*key[:3], STARTS.index(key[3])))
            ),
            " ; ".join(found.command for found in findings),
            findings[-1].signatures,
            sum(found.seconds for found in findings),
        )

    @property
    def title(self) -> str:
        """What it is about."""
        return "Best play on small boards"

    @property
    def agents(self) -> list[str]:
        """The agents beside it."""
        return list(dict.fromkeys(agent for row in self.rows for agent in row.agents))

    def results(self) -> ResultTable:
        """All counts."""
        return ResultTable.of_facts(
            [
                {
                    "size": f"{row.level.height}x{row.level.width}",
                    "mines": row.level.mines,
                    "start": row.level.start.value,
                    "first": "" if row.cell is None else f"{row.cell[0]},{row.cell[1]}",
                    "won": "" if row.won is None else row.won,
                    "layouts": row.layouts or "",
                    "probability": ""
                    if row.probability is None
                    else f"{float(row.probability):.9f}",
                    **{
                        f"{agent}_{name}": counts.get(agent, "")
                        for agent in self.agents
                        for name, counts in (("won", row.agents), ("layouts", row.agents_of))
                    },
                    "command": row.command,
                }
                for row in self.rows
            ]
        )

    def shown(self) -> ResultTable:
        """In percent, with the fraction."""
        return ResultTable.of_facts(
            [
                {
                    "board": row.level.name,
                    "start": row.level.start.value,
                    "best first": "–" if row.cell is None else f"{row.cell[0]},{row.cell[1]}",
                    "won": "–" if row.won is None else f"{row.won:,} of {row.layouts:,}",
                    "won %": "–" if row.probability is None else points(float(row.probability), 4),
                    **{f"{agent}: −points": _points_short(row, agent) for agent in self.agents},
                }
                for row in self.rows
            ],
            keys=2,
        )

    def notes(self) -> tuple[str, ...]:
        """How to read it."""
        reasons = "; or ".join(self._reasons_for_dashes())
        return (
            "Exact: a chance is the share of equally likely layouts that are won. Best play also "
            "chooses the first cell. −points: how many percentage points less an agent wins from "
            "its own first cell, over all layouts.",
            *([f"–: {reasons}."] if reasons else []),
            f"{duration(self.seconds)} in all.",
            self.signatures,
        )

    def _reasons_for_dashes(self) -> Iterator[str]:
        """Why the table has no number in some places, if there are such."""
        if any(row.won is None for row in self.rows):
            yield "the search would have exceeded the budget"
        without = [
            _fits_agents(row.level)
            for row in self.rows
            if row.won is not None and set(self.agents) - set(row.agents)
        ]
        if not all(without):
            yield "the mines leave no room for an opening around the agent's own first cell"
        if any(without):
            yield "the agent did not play this board"

    def draw(self) -> Figure:
        """Best play by mine density, and the shortfalls of agents."""
        from sapper.lab.findings_plots import draw_optimal

        return draw_optimal(self)


def _points_short(row: OptimalRow, agent: str) -> str:
    short = row.shortfall(agent)
    return "–" if short is None else points(float(short), 4)
