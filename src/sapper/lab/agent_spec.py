"""An agent with its options, as typed on the command line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sapper.agents.base import Agent
from sapper.agents.own_file import split_options
from sapper.agents.registry import make_agent
from sapper.errors import ExperimentError
from sapper.level import StartRule


@dataclass(frozen=True)
class AgentSpec:
    """An agent with its options, written `name:option=value:option=value`; a path is a name too.

    >>> AgentSpec.parse("sentence:seed=7").options
    (('seed', 7),)
    >>> str(AgentSpec.parse("sentence:seed=7"))
    'sentence:seed=7'
    """

    name: str
    options: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def parse(cls, text: str) -> AgentSpec:
        """Read a spec, and check that there is such an agent with such options."""
        name, options = split_options(text.strip())
        read = []
        for option in options:
            key, equals, value = option.partition("=")
            if not equals:
                raise ExperimentError(f"an agent's option reads NAME=VALUE, not {option!r}")
            try:
                read.append((key, json.loads(value)))
            except json.JSONDecodeError:
                read.append((key, value))
        spec = cls(name, tuple(sorted(read)))
        try:
            spec.make(StartRule.SAFE)
        except TypeError as error:
            raise ExperimentError(f"agent {spec} can't be made: {error}") from None
        return spec

    def make(self, start: StartRule) -> Agent:
        """The agent, told the start rule of the games it is to play."""
        return make_agent(self.name, **self.told(start))

    def told(self, start: StartRule) -> dict[str, Any]:
        """All that the agent is told: its options, and the start rule unless they name one.

        >>> AgentSpec.parse("exact:budget=500").told(StartRule.ANY)
        {'start': <StartRule.ANY: 'any'>, 'budget': 500}
        """
        return {"start": start, **dict(self.options)}

    def __str__(self) -> str:
        written = [
            f"{key}={value if isinstance(value, str) else json.dumps(value)}"
            for key, value in self.options
        ]
        return ":".join([self.name, *written])
