"""Run the tests, and once more the few that may have failed by chance.

Tests that drive a browser, a terminal, a window or somebody's own program wait for other processes,
and on a busy machine that can go wrong. If all failures are of this kind, and few, these tests are
run again: alone, and once. That result counts, and those that pass now are named as unsteady. Any
other failure counts at once.

    python tools/second_try.py -n 3 --dist worksteal    # takes pytest's options
"""

from __future__ import annotations

import subprocess
import sys

import pytest

ROOMS = tuple(
    f"tests/{room}/"
    for room in ("web", "terminal", "window", "notebook", "guest", "grader", "models", "replays")
)
MOST = 5


class Failures:
    """Listens to a run of pytest: which tests failed, and whether all tests were found."""

    def __init__(self) -> None:
        self.tests: dict[str, None] = {}
        self.all_found = True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has begun, run or been cleaned up after."""
        if report.failed:
            self.tests[report.nodeid] = None

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file or a folder was searched for tests."""
        if report.failed:
            self.all_found = False

    @property
    def deserve_a_second_try(self) -> bool:
        """Whether they are few, and all of the kind that can fail by chance."""
        return (
            self.all_found
            and 0 < len(self.tests) <= MOST
            and all(test.startswith(ROOMS) for test in self.tests)
        )


def main(options: list[str]) -> int:
    """Run the tests with pytest's options; give its exit code."""
    failures = Failures()
    code = pytest.main(options, plugins=[failures])
    if code != pytest.ExitCode.TESTS_FAILED or not failures.deserve_a_second_try:
        return int(code)
    names = "\n    ".join(failures.tests)
    print(f"\n!!! Failed, and is now run again, alone:\n    {names}", flush=True)
    again = subprocess.run([sys.executable, "-m", "pytest", *failures.tests], check=False)
    if again.returncode == 0:
        print(f"\n!!! UNSTEADY: failed, and passed when run again, alone:\n    {names}")
    return again.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
