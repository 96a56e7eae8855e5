"""What all experiments share: parameters, cases, and how to repeat them."""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, TypeVar

from sapper.errors import ExperimentError
from sapper.grid import is_whole
from sapper.lab.agent_spec import in_writing
from sapper.lab.case import Case, Outcomes
from sapper.lab.finding import Finding

Kind = TypeVar("Kind", bound="Experiment")


@dataclass(frozen=True)
class Experiment(ABC):
    """What all experiments share."""

    name: ClassVar[str]
    verb: ClassVar[str]
    """The command that runs it, after `sapper lab`."""
    counted: ClassVar[str] = "game"
    """What a run counts, as its progress calls it."""

    games: int
    """How many boards of each case are measured (at most, if it may stop early)."""
    seed: int

    def __post_init__(self) -> None:
        if "agents" in vars(self):  # whatever they were given as, a report can only repeat text
            written = tuple(in_writing(agent) for agent in vars(self)["agents"])
            object.__setattr__(self, "agents", written)
        if not (is_whole(self.games) and self.games > 0):
            raise ExperimentError(
                f"the number of games is a whole number from 1 up, not {self.games}"
            )
        if not self.cases:
            raise ExperimentError(f"{self.name} has nothing to measure")
        if len(set(self.cases)) < len(self.cases):
            raise ExperimentError(f"{self.name} is asked to measure the same thing twice")

    @property
    @abstractmethod
    def cases(self) -> tuple[Case, ...]:
        """What is measured."""

    @abstractmethod
    def options(self) -> list[str]:
        """The arguments of the command that runs it, except `--games` and `--seed`."""

    @abstractmethod
    def summarise(self, outcomes: Mapping[Case, Outcomes]) -> Finding:
        """What the outcomes of all cases say."""

    def signatures(self) -> dict[str, str]:
        """The signature of everyone who is measured, by name."""
        return {case.player: case.signature for case in self.cases}

    may_stop_early: ClassVar[bool] = False
    needs_every_player: ClassVar[bool] = False
    """Whether it says nothing if one of the players crashes."""

    def stops_at(self, outcomes: Mapping[Case, Outcomes]) -> int | None:
        """The number of boards after which these outcomes decide the question, if they do."""
        return None

    def command(self) -> str:
        """What to type to repeat it, on any machine and any number of workers."""
        arguments = [*self.options(), "--games", str(self.games), "--seed", str(self.seed)]
        return f"sapper lab {self.verb} {shlex.join(arguments)}"

    def parameters(self) -> dict[str, Any]:
        """The parameters as plain data, for `from_parameters`."""
        return {name: _plain(value) for name, value in asdict(self).items()}

    @classmethod
    def from_parameters(cls: type[Kind], parameters: Mapping[str, Any]) -> Kind:
        """The experiment with these parameters."""
        return cls(**{name: _hashable(value) for name, value in parameters.items()})

    @classmethod
    def join(cls, findings: Sequence[Finding]) -> list[Finding]:
        """What a report shows of several runs: each by itself, unless they fit in one table."""
        return list(findings)


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _hashable(value: Any) -> Any:
    return tuple(_hashable(item) for item in value) if isinstance(value, list) else value
