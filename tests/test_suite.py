"""The test suite itself: what it names at its end, what it leaves out, and what it never does."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings
from waiting import PATIENCE

CONFTEST = Path(__file__).with_name("conftest.py")
EXAMPLE = """
import pytest

@pytest.mark.skipif(True, reason="there is no browser here")
@pytest.mark.parametrize("page", range(3))
def test_page(page): ...

def test_terminal():
    pytest.skip("there is no terminal here")

@pytest.mark.slow
def test_much(): ...

def test_little(): ...
"""


def end_of_run(folder: Path, *options: str) -> list[str]:
    """Run the example in a process of its own; give the lines of the summary."""
    for file in (CONFTEST, CONFTEST.with_name("waiting.py")):
        shutil.copy(file, folder)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = slow: takes long\n")
    (folder / "test_example.py").write_text(EXAMPLE)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout.splitlines()


@pytest.mark.slow
def test_what_was_skipped_is_counted_by_its_reason_at_the_end(tmp_path: Path) -> None:
    lines = end_of_run(tmp_path, "-n", "1")
    title = next(place for place, line in enumerate(lines) if "NOT TESTED" in line)
    assert lines[title + 1 : title + 3] == [
        "    3 skipped: there is no browser here",
        "    1 skipped: there is no terminal here",
    ]
    assert lines[-1].startswith("2 passed, 4 skipped")


def test_slow_tests_can_be_left_out_and_nothing_is_said_where_nothing_was_skipped(
    tmp_path: Path,
) -> None:
    lines = end_of_run(tmp_path, "-n", "0", "--fast", "-k", "test_little or test_much")
    assert lines[-1].startswith("1 passed, 5 deselected")
    assert not any("NOT TESTED" in line for line in lines)


def test_no_example_has_a_deadline() -> None:
    assert settings.default is not None
    assert settings.default.deadline is None
    naming = {
        file
        for file in CONFTEST.parent.rglob("*.py")
        if re.search(r"\bdeadline=|\.load_profile\(", file.read_text())
    }
    assert naming == {CONFTEST}
