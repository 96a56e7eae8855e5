"""An agent with its options, as typed on the command line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sapper.agents.base import Agent, is_same
from sapper.agents.own_class import is_reference, remember
from sapper.agents.own_file import FileAgent, split_options
from sapper.agents.registry import AGENTS, AgentLike, agent_class, agent_name, make_agent
from sapper.errors import ExperimentError
from sapper.level import StartRule


def in_writing(agent: AgentLike) -> str:
    """An agent as it is typed on the command line; text stays as it is."""
    return agent if isinstance(agent, str) else str(AgentSpec.of(agent))


@dataclass(frozen=True)
class AgentSpec:
    """An agent with its options, written `name:option=value:option=value`.

    A path and `module:Class` are names too.

    >>> AgentSpec.parse("sentence:seed=7").options
    (('seed', 7),)
    >>> str(AgentSpec.parse("sentence:seed=7"))
    'sentence:seed=7'
    """

    name: str
    options: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, agent: AgentLike) -> AgentSpec:
        """The spec of an agent: as written, of a class, or of an agent with its options.

        The start rule is not among them: an agent is told that of the games it is to play. An
        agent that is not made again by what is written is refused: another would be measured.

        >>> from sapper.agents.exact import ExactAgent
        >>> str(AgentSpec.of(ExactAgent)), str(AgentSpec.of(ExactAgent(budget=500)))
        ('exact', 'exact:budget=500')
        """
        if isinstance(agent, str):
            return cls.parse(agent)
        name = agent_name(agent)
        if not isinstance(agent, Agent):
            return cls.parse(name)
        options, usual = agent.options_to_copy(), agent.named_options()
        told = {
            option: value
            for option, value in options.items()
            if option != "start" and not (option in usual and is_same(usual[option], value))
        }
        try:
            spec = cls.parse(str(cls(name, tuple(told.items()))))
        except TypeError as error:
            raise ExperimentError(f"options of agent {name} can't be written: {error}") from None
        spec.make(agent.start).check_copy(options)
        return spec

    @classmethod
    def parse(cls, text: str) -> AgentSpec:
        """Read a spec, and check that there is such an agent with such options."""
        name, options = split_options(text.strip())
        if options and "=" not in options[0] and name not in AGENTS:  # module:Class
            name = f"{name}:{options.pop(0)}"
        read = []
        for option in options:
            key, equals, value = option.partition("=")
            if not equals:
                raise ExperimentError(f"an agent's option reads NAME=VALUE, not {option!r}")
            read.append((key, _read_value(key, value)))
        spec = cls(name, tuple(sorted(read)))
        try:
            kind = type(spec.make(StartRule.SAFE))
        except TypeError as error:
            raise ExperimentError(f"agent {spec} can't be made: {error}") from None
        if "<locals>" in kind.__qualname__:
            raise ExperimentError(
                f"agent {spec} is a class that a function defines, so that workers can't find it: "
                "define it at the top of a module"
            )
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

    def __reduce__(self) -> tuple[Any, ...]:
        # A worker is told the class that has its name in this process alone.
        kind = AGENTS.registered(self.name)
        if kind is None and is_reference(self.name):
            kind = agent_class(self.name)
        if kind is not None and issubclass(kind, FileAgent):
            kind = None  # whose class is made anew from the file
        return _spec_again, (self.name, self.options, kind)

    def __str__(self) -> str:
        written = [
            f"{key}={value if isinstance(value, str) else json.dumps(value)}"
            for key, value in self.options
        ]
        return ":".join([self.name, *written])


def _read_value(option: str, text: str) -> Any:
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        return text
    if isinstance(value, list | dict):
        raise ExperimentError(f"option {option!r} is one number, word or truth value, not {text}")
    return value


def _spec_again(
    name: str, options: tuple[tuple[str, Any], ...], kind: type[Agent] | None
) -> AgentSpec:
    if kind is not None and not is_reference(name):
        AGENTS.register(name, kind)
    elif kind is not None:
        remember(name, kind)
    return AgentSpec(name, options)
