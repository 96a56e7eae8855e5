"""For all tests: what was skipped is named loudly, and `--fast` leaves out slow tests."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from waiting import PATIENCE

from sapper import catalogue
from sapper.agents.registry import AGENTS

# No test fails because examples take long on a busy machine, or because many draws are thrown away.
# Every test has this profile, and none sets a deadline of its own.
settings.register_profile(
    "sapper",
    deadline=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
    ],
)
settings.load_profile("sapper")

# The matrices here are small: on a busy machine, numpy's threads would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ[catalogue.VARIABLE] = catalogue.ENGLISH  # the tests read English on any machine
# The tests start hundreds of processes: to compile the same modules in each would take longer than
# to run them.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Whoever speaks another language does so for one test."""
    yield
    catalogue.speak(catalogue.ENGLISH)


@pytest.fixture(autouse=True, scope="session")
def _home_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing is read from, or written to, the home of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAPPER_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture(autouse=True, scope="session")
def _time_to_judge() -> Iterator[None]:
    """All games are judged before a training begins, on a busy machine, too."""
    with pytest.MonkeyPatch.context() as patch:
        for limit in ("SECONDS_BEFORE_TRAINING", "SECONDS_OF_ANALYSIS"):
            patch.setattr(f"sapper.coach.sitting.{limit}", PATIENCE / 2)
        yield


@pytest.fixture(autouse=True)
def _agents_as_before() -> Iterator[None]:
    """Whoever registers an agent of their own, be it in a docstring, does so for one test."""
    with AGENTS.for_a_while():
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fast", action="store_true", help="leave out tests marked as slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    slow = [item for item in items if item.get_closest_marker("slow")]
    if config.getoption("--fast"):
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in set(slow)]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A suite that passes without having tried the page must not look like one that has."""
    skipped = Counter(
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", [])
        if isinstance(report.longrepr, tuple)
    )
    if not skipped:
        return
    terminalreporter.section("NOT TESTED", red=True, bold=True)
    for reason, count in skipped.most_common():
        terminalreporter.line(f"{count:5} skipped: {reason}", red=True)
