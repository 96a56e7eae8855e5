"""The experiments, each declared in one small class.

An experiment is a frozen dataclass: its fields are its parameters. It says which *cases* to measure
on how many boards, and summarises the outcomes; the rest (workers, progress, store, resuming,
report) is shared by all. To add one: subclass `Experiment`, give it a `name`, a `verb`, `cases`,
`options` and `summarise`, and add it to `EXPERIMENTS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from sapper.agents.registry import AgentLike
from sapper.errors import ExperimentError
from sapper.grid import Cell, is_whole
from sapper.lab.agent_spec import AgentSpec
from sapper.lab.bulk import plays_in_engine
from sapper.lab.case import Case, Outcomes
from sapper.lab.comparison_finding import ComparisonFinding, SequentialResult
from sapper.lab.experiment import Experiment as Experiment
from sapper.lab.finding import Finding
from sapper.lab.game_findings import DensityFinding, GameRow, WinRateFinding
from sapper.lab.games import GameCase, read_given_level, read_level
from sapper.lab.luck import WithoutLuck
from sapper.lab.settling_case import SCATTERED, SettlingCase, usual_numbers
from sapper.lab.stats import Decision, Pairs, SequentialTest
from sapper.lab.study import StudyFinding, StudyRow
from sapper.level import Level, first_cell


@dataclass(frozen=True)
class WinRate(Experiment):
    """How often each agent wins at each level under each start rule, all on the same boards.

    >>> experiment = WinRate(50, 1, agents=("exact",), levels=("beginner",), starts=("safe",))
    >>> experiment.command()
    'sapper lab run win-rate --agents exact --levels beginner --starts safe --games 50 --seed 1'
    """

    name: ClassVar[str] = "win-rate"
    verb: ClassVar[str] = "run win-rate"

    agents: tuple[AgentLike, ...]
    levels: tuple[str, ...]
    starts: tuple[str, ...]
    first: Cell | None = None

    @cached_property
    def cases(self) -> tuple[GameCase, ...]:
        """Every agent at every level under every start rule."""
        return tuple(
            _game_case(agent, read_level(level, start), self.first, self.seed)
            for level in self.levels
            for start in self.starts
            for agent in self.agents
        )

    def options(self) -> list[str]:
        """As typed on the command line."""
        lists = {"--agents": self.agents, "--levels": self.levels, "--starts": self.starts}
        typed = [
            part for option, names in lists.items() for part in (option, ",".join(map(str, names)))
        ]
        return typed + _first_option(self.first)

    def summarise(self, outcomes: Mapping[Case, Outcomes]) -> WinRateFinding:
        """A row for each case."""
        return WinRateFinding(
            tuple(GameRow.of(case, outcomes[case], self.command()) for case in self.cases)
        )

    @classmethod
    def join(cls, findings: Sequence[Finding]) -> list[Finding]:
        """One table of all runs."""
        return [WinRateFinding.joined([s for s in findings if isinstance(s, WinRateFinding)])]


@dataclass(frozen=True)
class Compare(Experiment):
    """Two agents on the same boards: only boards that one won and the other lost tell them apart.

    With a sequential test it stops at the first board that decides the question, which depends on
    the seed and not on how many boards had been measured by then.

    >>> Compare(9, 1, agents=("exact", "sentence"), level="expert").command()
    'sapper lab compare exact sentence --level expert --start safe --games 9 --seed 1'
    """

    name: ClassVar[str] = "compare"
    verb: ClassVar[str] = "compare"
    needs_every_player: ClassVar[bool] = True

    agents: tuple[AgentLike, AgentLike]
    level: str
    start: str = "safe"
    first: Cell | None = None
    sequential: tuple[float, float] | None = None
    """The lower and the upper difference, in points."""
    false_alarm: float = 0.05
    miss: float = 0.05
    luck: bool = False
    """Whether the luck of the guesses is measured, and removed from a second difference."""

    def __post_init__(self) -> None:
        if len(self.agents) != 2:
            raise ExperimentError(f"a comparison is between 2 agents, not {len(self.agents)}")
        super().__post_init__()
        _ = self.test  # rejects bounds that make no sense

    @cached_property
    def cases(self) -> tuple[GameCase, ...]:
        """The two agents."""
        level = read_level(self.level, self.start)
        return tuple(
            _game_case(agent, level, self.first, self.seed, self.luck) for agent in self.agents
        )

    @cached_property
    def test(self) -> SequentialTest | None:
        """The sequential test, if one is asked for."""
        if self.sequential is None:
            return None
        lower, upper = (bound / 100 for bound in self.sequential)
        return SequentialTest(lower, upper, self.false_alarm, self.miss)

    def options(self) -> list[str]:
        """As typed on the command line."""
        typed = [*map(str, self.agents), "--level", self.level, "--start", self.start]
        typed += _first_option(self.first)
        if self.sequential is not None:
            typed += ["--sprt", ",".join(f"{bound:g}" for bound in self.sequential)]
            typed += ["--false-alarm", f"{self.false_alarm:g}", "--miss", f"{self.miss:g}"]
        if not self.luck and can_measure_luck(self.agents):
            typed.append("--no-luck")
        return typed

    @property
    def may_stop_early(self) -> bool:  # type: ignore[override]
        """If it is sequential."""
        return self.test is not None

    def stops_at(self, outcomes: Mapping[Case, Outcomes]) -> int | None:
        """The board that decided the sequential test."""
        if self.test is None:
            return None
        verdict = self.test.decide(*(outcomes[case].columns["won"] for case in self.cases))
        return None if verdict.decision is Decision.OPEN else verdict.pairs

    def summarise(self, outcomes: Mapping[Case, Outcomes]) -> ComparisonFinding:
        """The pairs, and the verdict of a sequential test."""
        first, second = (outcomes[case].columns["won"] for case in self.cases)
        sequential = None
        if self.test is not None:
            verdict = self.test.decide(first, second)
            path = self.test.path(first, second)
            sequential = SequentialResult(self.test, verdict, path)
        rows = tuple(GameRow.of(case, outcomes[case], self.command()) for case in self.cases)
        return ComparisonFinding(
            rows, Pairs.of(first, second), first, second, sequential, self._without_luck(outcomes)
        )

    def _without_luck(self, outcomes: Mapping[Case, Outcomes]) -> WithoutLuck | None:
        if not self.luck:
            return None
        first, second = (outcomes[case].columns for case in self.cases)
        return WithoutLuck.of(first["won"], second["won"], first["luck"], second["luck"])


@dataclass(frozen=True)
class Density(Experiment):
    """How often agents get stuck, and how often they win, as the number of mines grows.

    An agent gets stuck in a game if it has to guess before the end. Boards of one seed are nested:
    one more mine adds a mine and moves none.
    """

    name: ClassVar[str] = "density"
    verb: ClassVar[str] = "density"

    agents: tuple[AgentLike, ...]
    size: str
    """Height and width, as in 16x30."""
    mines: tuple[int, ...]
    start: str = "safe"
    first: Cell | None = None

    @cached_property
    def cases(self) -> tuple[GameCase, ...]:
        """Every agent at every number of mines."""
        return tuple(
            _game_case(agent, read_level(f"{self.size}/{count}", self.start), self.first, self.seed)
            for agent in self.agents
            for count in self.mines
        )

    def options(self) -> list[str]:
        """As typed on the command line."""
        mines = ",".join(map(str, self.mines))
        typed = ["--agents", ",".join(map(str, self.agents)), "--size", self.size, "--mines", mines]
        return [*typed, "--start", self.start, *_first_option(self.first)]

    def summarise(self, outcomes: Mapping[Case, Outcomes]) -> DensityFinding:
        """A row for each case."""
        return DensityFinding(
            tuple(GameRow.of(case, outcomes[case], self.command()) for case in self.cases)
        )


@dataclass(frozen=True)
class ResolutionStudy(Experiment):
    """How far certain moves alone get, as more and more cells are disclosed.

    >>> ResolutionStudy(5, 1, levels=("easy",), reasoners=("exact",), every=5).cases[1].disclosed
    11
    """

    name: ClassVar[str] = "resolution-study"
    verb: ClassVar[str] = "run resolution-study"
    counted: ClassVar[str] = "board"

    levels: tuple[str, ...]
    reasoners: tuple[str, ...]
    disclosed: tuple[int, ...] | None = None
    """By default, the 15 numbers of the published design, which depend on the level."""
    every: int = 1
    """Only every n-th of these numbers is used."""
    spreads: tuple[float | None, ...] = (None,)
    """How far the disclosed cells lie apart in clusters; None stands for scattered cells."""

    def __post_init__(self) -> None:
        if not (is_whole(self.every) and self.every > 0):
            raise ExperimentError(f"'every' is a whole number from 1 up, not {self.every}")
        super().__post_init__()

    @cached_property
    def cases(self) -> tuple[SettlingCase, ...]:
        """Every reasoner from every number of disclosed cells at every spread and level."""
        return tuple(
            SettlingCase(level, number, reasoner, self.seed, spread)
            for level in map(read_given_level, self.levels)
            for spread in self.spreads
            for number in self._numbers(level)[:: self.every]
            for reasoner in self.reasoners
        )

    def _numbers(self, level: Level) -> tuple[int, ...]:
        return usual_numbers(level) if self.disclosed is None else self.disclosed

    def options(self) -> list[str]:
        """As typed on the command line."""
        typed = ["--levels", ",".join(self.levels), "--reasoners", ",".join(self.reasoners)]
        if self.disclosed is not None:
            typed += ["--disclosed", ",".join(map(str, self.disclosed))]
        if self.spreads != (None,):
            spreads = [SCATTERED if each is None else f"{each:g}" for each in self.spreads]
            typed += ["--spread", ",".join(spreads)]
        return typed if self.every == 1 else [*typed, "--every", str(self.every)]

    def summarise(self, outcomes: Mapping[Case, Outcomes]) -> StudyFinding:
        """A row for each case."""
        return StudyFinding(
            tuple(StudyRow.of(case, outcomes[case], self.command()) for case in self.cases)
        )


EXPERIMENTS: Mapping[str, type[Experiment]] = {
    experiment.name: experiment for experiment in (WinRate, Compare, Density, ResolutionStudy)
}
"""All experiments."""


def can_measure_luck(agents: Sequence[AgentLike]) -> bool:
    """Whether all of them play in the engine, which alone measures luck.

    >>> can_measure_luck(["exact", "expert:playouts=0"]), can_measure_luck(["exact", "sentence"])
    (True, False)
    """
    return all(plays_in_engine(AgentSpec.of(agent).name) for agent in agents)


def _game_case(
    agent: AgentLike, level: Level, first: Cell | None, seed: int, luck: bool = False
) -> GameCase:
    first = first or first_cell(level.height, level.width, level.start)
    return GameCase(AgentSpec.of(agent), level, first, seed, luck)


def _first_option(first: Cell | None) -> list[str]:
    return [] if first is None else ["--first", f"{first[0]},{first[1]}"]
