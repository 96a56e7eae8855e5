"""An agent of another package is measured anew once it changes, however little that shows."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from commands import SAPPER

from sapper._compiled import compiled
from sapper.agents import registry
from sapper.errors import AgentError, RunError
from sapper.lab import run as lab_run
from sapper.lab.agent_code import AgentCode, code_of
from sapper.lab.case import Case, Measured
from sapper.lab.experiments import WinRate
from sapper.lab.run import RunLocation, run
from sapper.lab.signature import signature
from sapper.lab.store import Store

AGENT = """
from pathlib import Path
from sapper.agents.base import Agent, Conclusions, Move, Reason

CELL = int(Path(__file__).with_name("weights.data").read_text())

class Brought(Agent):
    name = "brought"
    summary = "opens the cells in order, but on large boards from another one on"

    def choose(self, view):
        hidden = view.hidden()
        first = CELL if view.height * view.width > 500 else 0
        return Move(hidden[first % len(hidden)], False, None, Reason())

    def conclusions(self, view):
        return Conclusions()
"""
LARGE = "25x25/4"
"""No board of the sample behind a signature is as large, so the moves there don't show in it."""


class Package:
    """A package with an agent, installed in a folder as pip would install it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.install("1.0", AGENT, "0")

    def install(self, version: str, code: str, weights: str) -> None:
        package, about = self.folder / "brought", self.folder / "brought_agents.dist-info"
        for path in (package, about):
            path.mkdir(exist_ok=True)
        (package / "__init__.py").write_text("")
        (package / "agent.py").write_text(code)
        (package / "weights.data").write_text(weights)
        (about / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: brought-agents\nVersion: {version}\n"
        )
        (about / "entry_points.txt").write_text("[sapper.agents]\nbrought = brought.agent:Brought")
        (about / "RECORD").write_text(
            "brought/__init__.py,,\nbrought/agent.py,,\nbrought/weights.data,,\n"
            "brought_agents.dist-info/METADATA,,\nbrought_agents.dist-info/RECORD,,\n"
        )


@pytest.fixture
def package(tmp_path: Path) -> Package:
    folder = tmp_path / "site"
    folder.mkdir()
    return Package(folder)


@pytest.fixture
def load(package: Package, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Find the agents as a new process would."""
    monkeypatch.syspath_prepend(str(package.folder))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def load() -> None:
        importlib.invalidate_caches()
        for module in ("brought", "brought.agent"):
            monkeypatch.delitem(sys.modules, module, raising=False)
        monkeypatch.setattr(registry, "AGENTS", registry.Registry())

    load()
    return load


def experiment() -> WinRate:
    return WinRate(10, 1, agents=("brought",), levels=(LARGE,), starts=("safe",))


@pytest.mark.slow
def test_a_changed_agent_is_measured_again(package: Package, tmp_path: Path) -> None:
    command = [*SAPPER, "lab", "run", "win-rate", "--agents", "brought", "--levels", LARGE]
    command += ["--starts", "safe", "--games", "10", "--workers", "1", "--json"]
    command += ["--out", str(tmp_path / "results")]
    path = os.pathsep.join([str(package.folder), os.environ.get("PYTHONPATH", "")])

    def measured() -> dict[str, object]:
        found = subprocess.run(
            command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}
        )
        assert found.returncode == 0, found.stderr
        (row,) = json.loads(found.stdout)
        assert isinstance(row, dict)
        return row

    before = measured()
    assert measured() == before
    package.install("1.0", AGENT, "7")  # other weights, under the same version
    after = measured()
    assert after["guesses"] != before["guesses"]
    assert after["signature"] != before["signature"]
    package.install("1.0", AGENT, "0")
    assert measured() == before  # still known


def test_a_change_that_the_sample_does_not_show_changes_the_signature(
    package: Package, load: Callable[[], None]
) -> None:
    def signed() -> str:
        load()
        return signature("brought")

    first = signed()
    behaviour, _, rest = first.partition(" ")
    assert rest.startswith("(brought-agents 1.0, code ")
    assert signed() == first
    others = []
    for version, code, weights in (
        ("1.0", AGENT, "7"),
        ("1.0", AGENT.replace("> 500", "> 600"), "0"),
        ("1.1", AGENT, "0"),
    ):
        package.install(version, code, weights)
        others.append(signed())
        assert others[-1].startswith(f"{behaviour} ")
    assert len({first, *others}) == 4
    package.install("1.0", AGENT, "0")
    assert signed() == first


def test_in_one_process_too_the_store_tells_them_apart(
    package: Package, load: Callable[[], None]
) -> None:
    def guesses(store: Store) -> object:
        load()
        one = experiment()
        (case,) = one.cases
        for gap in store.missing(case, one.games):  # without processes, which have no such agent
            store.add(case, gap.start, case.measure(gap.start, len(gap)))
        table = run(one, store, RunLocation(1)).results()
        return table.rows[0][table.titles.index("guesses")]

    with Store(":memory:") as store:
        before = guesses(store)
        package.install("1.0", AGENT, "7")
        assert guesses(store) != before
        assert len(store.runs()) == 2


def test_how_and_where_it_is_installed_does_not_matter(
    package: Package, load: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = code_of("brought")
    assert found is not None
    about = package.folder / "brought_agents.dist-info"
    # As pip leaves it if the package is to be edited: the files themselves are not recorded.
    (about / "RECORD").write_text("__editable__.brought.pth,,\nbrought_agents.dist-info/RECORD,,\n")
    (package.folder / "__editable__.brought.pth").write_text(str(package.folder))
    cache = package.folder / "brought" / "__pycache__"
    cache.mkdir()
    (cache / "agent.cpython-311.pyc").write_bytes(b"made from it")
    load()
    assert code_of("brought") == found
    elsewhere = package.folder.rename(package.folder.with_name("elsewhere"))
    monkeypatch.syspath_prepend(str(elsewhere))
    load()
    assert code_of("brought") == found == AgentCode("brought-agents", "1.0", found.digest)


@pytest.mark.skipif(compiled is None, reason="threads are for the engine")
def test_workers_with_other_code_are_refused(
    load: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = experiment()
    there = f"{signature('brought').partition(' ')[0]} (brought-agents 0.9, code 12345678)"

    def from_elsewhere(case: Case, start: int, count: int) -> Measured:
        return replace(case.measure(start, count), signature=there)

    monkeypatch.setattr(type(one.cases[0]), "in_threads", True)
    monkeypatch.setattr(lab_run, "measure", from_elsewhere)
    with (
        Store(":memory:") as store,
        pytest.raises(RunError, match=r"\(brought-agents 0\.9, code 12345678\) on a worker and"),
    ):
        run(one, store, RunLocation(1))


def test_a_worker_without_the_agent_is_told_of(load: Callable[[], None]) -> None:
    (case,) = experiment().cases
    registry.AGENTS._brought.clear()
    with pytest.raises(RunError, match="on a worker, no agent is called 'brought'; there are:"):
        lab_run.measure(case, 0, 1)


def test_code_that_lies_nowhere_can_not_be_told_apart(
    package: Package, load: Callable[[], None]
) -> None:
    assert code_of("exact") is None
    (package.folder / "brought_agents.dist-info" / "RECORD").unlink()
    load()
    registry.agent_class("brought")
    sys.modules["brought"].__file__ = sys.modules["brought.agent"].__file__ = None
    with pytest.raises(AgentError, match=r"the source of agent brought\.agent:Brought can't be"):
        code_of("brought")
