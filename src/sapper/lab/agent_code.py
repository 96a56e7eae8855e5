"""The code of an agent that another package brings: its distribution, version and files.

A sample of games can't show every change in an agent, but a change in its code is easy to see. The
code is told by the contents of the package that each class of the agent is defined in, and of all
that was installed with it: modules, compiled parts and data alike, so that a new set of weights
counts too. Where the files lie does not matter, nor does how they were installed. What the package
itself depends on is not looked at. For an agent in somebody's own file, the code is that file and
the modules beside it that it loads; for a class in no file, as in a notebook, its own lines.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution
from pathlib import Path, PurePosixPath

from sapper.agents import registry
from sapper.agents.base import Agent
from sapper.agents.own_file import FileAgent
from sapper.errors import AgentError

DIGITS = 8
METADATA = (".dist-info", ".egg-info")
OURS = "sapper"


@dataclass(frozen=True)
class AgentCode:
    """What an agent of another package consists of.

    >>> str(AgentCode("my-agents", "1.2", "9d8e7f6a"))
    'my-agents 1.2, code 9d8e7f6a'
    """

    distribution: str | None
    """The name of what was installed; None where nothing was, as in a notebook or for a file."""
    version: str | None
    digest: str

    def __str__(self) -> str:
        code = f"code {self.digest}"
        return code if self.distribution is None else f"{self.distribution} {self.version}, {code}"


def code_of(agent: str) -> AgentCode | None:
    """The code of an agent of another package or file, as it was loaded; None for Sapper's own.

    >>> code_of("exact") is None
    True
    """
    if agent in registry.OWN_AGENTS:
        return None
    kind = registry.agent_class(agent)
    if issubclass(kind, FileAgent):
        return AgentCode(None, None, kind.digest)
    return _code(kind, registry.AGENTS.distribution_of(agent))


# By class: a class stays what it was when it was loaded, whatever happens to its files later.
@cache
def _code(kind: type[Agent], distribution: Distribution | None) -> AgentCode:
    files = dict(_files_installed(distribution)) if distribution is not None else {}
    for module in dict.fromkeys(ancestor.__module__ for ancestor in kind.__mro__):
        if module.partition(".")[0] not in (OURS, *sys.stdlib_module_names):
            files |= _files_of_package(module)
    if not files:
        return AgentCode(None, None, _digest_of_source(kind))
    digest = hashlib.sha256()
    for name, path in sorted(files.items()):
        digest.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return AgentCode(
        None if distribution is None else distribution.name,
        None if distribution is None else distribution.version,
        digest.hexdigest()[:DIGITS],
    )


def _digest_of_source(kind: type[Agent]) -> str:
    """A digest of a class that is in no file, as in a notebook: of the lines that define it."""
    try:
        source = inspect.getsource(kind)
    except (OSError, TypeError):
        raise AgentError(
            f"the source of agent {kind.__module__}:{kind.__qualname__} can't be found; "
            "the laboratory measures an agent whose code is in a file"
        ) from None
    return hashlib.sha256(source.encode()).hexdigest()[:DIGITS]


def _files_installed(distribution: Distribution) -> Iterator[tuple[str, Path]]:
    for file in distribution.files or ():
        path = Path(str(file.locate()))
        about_it = file.parts[0].endswith(METADATA)
        how_to_find_it = file.suffix == ".pth" or file.name.startswith("__editable__")
        if _is_code(file) and path.is_file() and not about_it and not how_to_find_it:
            yield str(file), path


def _files_of_package(module: str) -> dict[str, Path]:
    """The files of the outermost package that a module is in, or the module's own file."""
    parts = module.split(".")
    for length in range(1, len(parts) + 1):
        found = sys.modules.get(".".join(parts[:length]))
        file = getattr(found, "__file__", None)
        if file is not None and Path(file).is_file():  # else it is a namespace for packages
            break
    else:
        return {}
    own, within = Path(file), PurePosixPath(*parts[: length - 1])
    if not hasattr(found, "__path__"):
        return {str(within / own.name): own}
    folder = own.parent
    return {
        str(within / folder.name / path.relative_to(folder).as_posix()): path
        for path in folder.rglob("*")
        if path.is_file() and _is_code(PurePosixPath(path.relative_to(folder).as_posix()))
    }


def _is_code(file: PurePosixPath) -> bool:
    """Whether it was not made from another file, is not hidden, and lies in the folder at all."""
    return not any(part == "__pycache__" or part.startswith(".") for part in file.parts)
