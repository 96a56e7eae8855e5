"""The engine's folders: each includes only those before it, and no include cycles exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[2] / "engine"
FOLDERS = ["core", "count", "reason", "play", "expert", "make", "envs", "bindings", "wasm"]
"""In the order of their dependencies; a folder may be missing."""

INCLUDE = re.compile(r'^#include "(.+)"', re.MULTILINE)


def included(engine: Path) -> Iterator[tuple[Path, Path]]:
    """All pairs (file, what it includes), both relative to the engine's folder."""
    for suffix in ("hpp", "cpp"):
        for file in sorted(engine.rglob(f"*.{suffix}")):
            for name in INCLUDE.findall(file.read_text()):
                yield file.relative_to(engine), Path(name)


def complaints(engine: Path) -> list[str]:
    """Everything wrong with the includes, one line each."""
    found = []
    modules: dict[Path, set[Path]] = {}
    for file, name in included(engine):
        if len(name.parts) != 2 or not (engine / name).is_file():
            found.append(f"{file}: {name} is not the folder and name of a file")
        elif FOLDERS.index(name.parts[0]) > FOLDERS.index(file.parts[0]):
            found.append(f"{file}: {name} is in a later folder")
        # A header and its source file are one module.
        module, needed = file.with_suffix(""), name.with_suffix("")
        if needed != module:
            modules.setdefault(module, set()).add(needed)
    try:
        TopologicalSorter(modules).prepare()
    except CycleError as error:
        found.append("cycle: " + " - ".join(map(str, error.args[1])))
    return found


def test_each_folder_includes_only_those_before_it() -> None:
    folders = {path.name for path in ENGINE.iterdir() if path.is_dir()}
    assert folders <= set(FOLDERS)
    assert len(list(included(ENGINE))) > 100
    assert complaints(ENGINE) == []


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        ({"core/a.hpp": '#include "play/b.hpp"', "play/b.hpp": ""}, "play/b.hpp is in a later"),
        ({"core/a.hpp": '#include "b.hpp"', "core/b.hpp": ""}, "is not the folder and name"),
        ({"core/a.hpp": '#include "core/b.hpp"'}, "is not the folder and name"),
        (
            {
                "core/a.hpp": "",
                "core/a.cpp": '#include "core/a.hpp"\n#include "core/b.hpp"',
                "core/b.hpp": '#include "core/a.hpp"',
            },
            "cycle: core/",
        ),
    ],
)
def test_what_is_refused(tmp_path: Path, files: dict[str, str], complaint: str) -> None:
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    [found] = complaints(tmp_path)
    assert complaint in found
