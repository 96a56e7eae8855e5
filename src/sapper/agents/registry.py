"""Agents by name: Sapper's own, those that other packages bring, and those in somebody's file.

A package adds an agent with an entry point in the group `sapper.agents`: its name is the agent's,
its object a subclass of `sapper.agents.base.Agent`. Nothing is imported until it is needed.

Instead of a name, a path may stand: `./minesweeper.py`, or `file.py:ClassName`
(`sapper.agents.own_file`); or where a class is: `module:Class` (`sapper.agents.own_class`). Such an
agent is listed here only once `admit` or `register` has been asked to: what comes from elsewhere,
such as a page, can name no other file and no other class.

From Python, the class itself will do instead of a name, and so will an agent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from importlib.metadata import Distribution, EntryPoint, entry_points
from pathlib import PurePath
from typing import Any, TypeAlias

from sapper.agents.base import TOLD_TO_ALL, Agent
from sapper.agents.own_class import check_class, is_reference, load_class, reference_to
from sapper.errors import AgentError, SapperError, UnknownName

AgentLike: TypeAlias = str | type[Agent] | Agent
"""An agent's name, a path, `module:Class`, a class, or an agent."""

ENTRY_POINT_GROUP = "sapper.agents"

_OWN = {
    "random": "sapper.agents.random:RandomAgent",
    "sentence": "sapper.agents.sentence:SentenceAgent",
    "resolution": "sapper.agents.resolution:ResolutionAgent",
    "exact": "sapper.agents.exact:ExactAgent",
    "expert": "sapper.agents.expert:ExpertAgent",
}
_NAME = re.compile(r"[\w-]+")
OWN_AGENTS = tuple(_OWN)
"""The names of Sapper's own agents."""


class Registry(Mapping[str, type[Agent]]):
    """The agents' classes by name, Sapper's own first, each loaded on first use."""

    def __init__(self) -> None:
        self._admitted: dict[str, type[Agent]] = {}

    def __getitem__(self, name: str) -> type[Agent]:
        if name in _OWN:
            module, _, attribute = _OWN[name].partition(":")
            found: Any = getattr(import_module(module), attribute)
        elif name in self._brought:
            found = self._load(self._brought[name])
        elif name in self._admitted:
            found = self._admitted[name]
        else:
            raise KeyError(name)
        kind: type[Agent] = found
        return kind

    def __contains__(self, name: object) -> bool:
        return name in _OWN or name in self._brought or name in self._admitted

    def __iter__(self) -> Iterator[str]:
        yield from _OWN
        yield from self._brought
        yield from self._admitted

    def __len__(self) -> int:
        return len(_OWN) + len(self._brought) + len(self._admitted)

    def admit(self, name: str) -> str:
        """List an agent of somebody's own from now on, if that is what is named; returns the name.

        It is named by a path, or by `module:Class`.
        """
        if name not in self and is_own(name):
            self._admitted[name] = agent_class(name)
        return name

    def register(self, name: str, kind: type[Agent]) -> None:
        """List a class under a name of its own from now on."""
        if not (isinstance(name, str) and _NAME.fullmatch(name)):
            raise AgentError(
                f"an agent is registered under a name of letters, digits, _ and -, not {name!r}"
            )
        if name in _OWN or name in self._brought:
            raise AgentError(f"there is an agent called {name!r} already")
        self._admitted[name] = check_class(kind, f"agent {name!r}")

    @contextmanager
    def for_a_while(self) -> Iterator[None]:
        """Forget, in the end, whoever is registered or admitted meanwhile.

        >>> from sapper.agents.random import RandomAgent
        >>> with AGENTS.for_a_while():
        ...     AGENTS.register("visitor", RandomAgent)
        ...     "visitor" in AGENTS
        True
        >>> "visitor" in AGENTS
        False
        """
        before = dict(self._admitted)
        try:
            yield
        finally:
            self._admitted = before

    def registered(self, name: str) -> type[Agent] | None:
        """The class that was registered or admitted under a name in this process, if any."""
        return self._admitted.get(name)

    def name_of(self, kind: type[Agent]) -> str:
        """The name by which a class is found: that under which it is listed, or `module:Class`."""
        own = getattr(kind, "name", None)
        if isinstance(own, str) and _is_path(own):
            return own
        names = [own, *self._admitted] if own in self else list(self._admitted)
        listed = (name for name in names if isinstance(name, str) and self[name] is kind)
        return next(listed, None) or reference_to(kind)

    def distribution_of(self, name: str) -> Distribution | None:
        """What was installed to bring an agent; None for Sapper's own, and where nobody knows."""
        return self._brought[name].dist if name in self._brought else None

    @cached_property
    def _brought(self) -> dict[str, EntryPoint]:
        found = entry_points(group=ENTRY_POINT_GROUP)
        return {point.name: point for point in sorted(found) if point.name not in _OWN}

    @staticmethod
    def _load(point: EntryPoint) -> object:
        try:
            found = point.load()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever another package raises, even sys.exit
            raise AgentError(
                f"agent {point.name!r} ({point.value}) fails to load: {_told(error)}"
            ) from error
        return check_class(found, f"agent {point.name!r} ({point.value})")


AGENTS = Registry()
"""All agents."""


def register(name: str, kind: type[Agent]) -> None:
    """Give an agent of your own a name, which is then as good as that of any other.

    It holds in this process; the laboratory's workers are told. A name may be given again.

    >>> from sapper.agents.random import RandomAgent
    >>> class Cautious(RandomAgent):
    ...     name = "cautious"
    ...     summary = "opens a random cell, with care"
    >>> register("cautious", Cautious)
    >>> make_agent("cautious", seed=3).summary
    'opens a random cell, with care'
    >>> register("exact", Cautious)
    Traceback (most recent call last):
    sapper.errors.AgentError: there is an agent called 'exact' already
    """
    AGENTS.register(name, kind)


def is_own(name: str) -> bool:
    """Whether somebody's own agent is named: by a path, or by `module:Class`.

    >>> is_own("./minesweeper.py"), is_own("my_agents:Bold"), is_own("exact")
    (True, True, False)
    """
    return _is_path(name) or is_reference(name)


def agent_name(agent: AgentLike) -> str:
    """The name of an agent, by which `agent_class` finds its class.

    >>> from sapper.agents.random import RandomAgent
    >>> agent_name("./minesweeper.py"), agent_name(RandomAgent), agent_name(RandomAgent(seed=2))
    ('./minesweeper.py', 'random', 'random')
    """
    if isinstance(agent, str):
        return agent
    kind = type(agent) if isinstance(agent, Agent) else agent
    return AGENTS.name_of(check_class(kind, repr(agent)))


def agent_class(agent: str | type[Agent]) -> type[Agent]:
    """The class of the agent of that name, of the one in a file or module, or the class itself.

    >>> agent_class("random").__name__, agent_class("sapper.agents.random:RandomAgent").__name__
    ('RandomAgent', 'RandomAgent')
    """
    if not isinstance(agent, str):
        return check_class(agent, repr(agent))
    if agent not in AGENTS:
        if _is_path(agent):
            return _file_agent_class(agent)
        if is_reference(agent):
            return load_class(agent)
    try:
        return AGENTS[agent]
    except KeyError:
        raise UnknownName("agent", agent, AGENTS) from None


def make_agent(agent: AgentLike, **options: Any) -> Agent:
    """An agent with its options; all have `seed` and `start`.

    It is given by its name, a path, `module:Class` or its class. An agent is returned as it is, or
    made again with other options, its own but for these.

    >>> make_agent("sentence", seed=7).seed
    7
    >>> make_agent("sentence", depth=3)
    Traceback (most recent call last):
    sapper.errors.AgentError: agent 'sentence' has no option 'depth'; it has: seed, start
    >>> make_agent(make_agent("exact", budget=500), seed=2).options["budget"]
    500
    """
    if isinstance(agent, Agent):
        return _made_again(agent, options) if options else agent
    name, kind = agent_name(agent), agent_class(agent)
    known = dict.fromkeys([*kind.named_options(), *kind.further_options])
    for option in options:
        if option not in known:
            raise AgentError(_no_such_option(name, kind, option, known))
    try:
        return kind(**options)
    except (SapperError, KeyboardInterrupt):
        raise
    except BaseException as error:  # whatever another package raises, even sys.exit
        if name in _OWN:
            raise
        told = f"{type(error).__name__}: {error}"
        raise AgentError(f"agent {name!r} can't be made: {told}") from error


def _made_again(agent: Agent, changed: Mapping[str, Any]) -> Agent:
    told = agent.options_to_copy()
    copy = make_agent(type(agent), **{**told, **changed})
    copy.check_copy({name: value for name, value in told.items() if name not in changed})
    return copy


def _told(error: BaseException) -> str:
    """An error in words: what is no `Exception` has none that could do without its name."""
    return str(error) if isinstance(error, Exception) else f"{type(error).__name__}: {error}"


# Few agents are files, and what plays them takes a moment to import.


def _is_path(name: str) -> bool:
    if ".py" not in name.lower():
        return False
    from sapper.agents.own_file import is_path

    return is_path(name)


def _file_agent_class(name: str) -> type[Agent]:
    from sapper.agents.own_file import file_agent_class

    return file_agent_class(name)


def _no_such_option(name: str, kind: type[Agent], option: str, known: Iterable[str]) -> str:
    if option in TOLD_TO_ALL:
        return (
            f"agent {name!r} ({kind.__module__}:{kind.__qualname__}) can't be told its {option}: "
            f"its __init__ must accept {option!r} and pass it on to Agent's"
        )
    return f"agent {name!r} has no option {option!r}; it has: {', '.join(known)}"


def short_name(name: str) -> str:
    """An agent's name as there is room for it: of a path, the file alone.

    >>> short_name("exact"), short_name("homework/week 2/minesweeper.py")
    ('exact', 'minesweeper.py')
    """
    return PurePath(name).name if _is_path(name) else name


def summary_of(name: str) -> str:
    """How an agent plays, in one line.

    >>> summary_of("random")
    'opens a random hidden cell'
    """
    try:
        return AGENTS[name].summary
    except AgentError as error:  # a broken agent of another package must not hide the rest
        return str(error)
