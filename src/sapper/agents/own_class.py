"""Agents that are Python classes, in no package: `module:Class`, or the class itself.

A class has a name by which others find it again, in this process and in others: `module:Class`.
One that no other process could import, as in a notebook, is found by that name in this one.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from operator import attrgetter
from pathlib import Path

from sapper.agents.base import Agent
from sapper.errors import AgentError

_DOTTED = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
REFERENCE = re.compile(rf"(?P<module>{_DOTTED}):(?P<kind>{_DOTTED})")

_MET: dict[str, type[Agent]] = {}


def is_reference(name: str) -> bool:
    """Whether the name of an agent says where its class is.

    >>> is_reference("my_agents:Bold"), is_reference("exact")
    (True, False)
    """
    return name in _MET or REFERENCE.fullmatch(name) is not None


def reference_to(kind: type[Agent]) -> str:
    """The name by which the class is found from now on.

    >>> from sapper.agents.random import RandomAgent
    >>> reference_to(RandomAgent)
    'sapper.agents.random:RandomAgent'
    """
    name = f"{kind.__module__}:{kind.__qualname__}"
    remember(name, kind)
    return name


def remember(name: str, kind: type[Agent]) -> None:
    """Let a class be found by this name, as in the process where it got it."""
    _MET[name] = kind


def load_class(name: str) -> type[Agent]:
    """The class with such a name; a module may lie in the current folder."""
    if name in _MET:
        return _MET[name]
    found = REFERENCE.fullmatch(name)
    assert found is not None
    try:
        _look_here_too(found["module"])
        kind = attrgetter(found["kind"])(import_module(found["module"]))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever somebody's module raises, even sys.exit
        told = str(error) if isinstance(error, ImportError | AttributeError) else repr(error)
        raise AgentError(f"agent {name!r} fails to load: {told}") from error
    return check_class(kind, f"agent {name!r}")


def check_class(kind: object, what: str) -> type[Agent]:
    """The class, if it is an agent's."""
    if not (isinstance(kind, type) and issubclass(kind, Agent)):
        raise AgentError(f"{what} is not a subclass of Agent")
    return kind


def _look_here_too(module: str) -> None:
    """Let a module of the current folder be imported, after all others of its name."""
    here = Path.cwd()
    top = module.partition(".")[0]
    if any((here / file).exists() for file in (f"{top}.py", top)) and str(here) not in sys.path:
        sys.path.append(str(here))
