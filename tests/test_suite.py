"""The test suite itself: what it names at its end, what it leaves out, and what it tries twice."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

CONFTEST = Path(__file__).with_name("conftest.py")
SECOND_TRY = Path(__file__).parents[1] / "tools" / "second_try.py"
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
    shutil.copy(CONFTEST, folder / "conftest.py")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = slow: takes long\n")
    (folder / "test_example.py").write_text(EXAMPLE)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
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


UNSTEADY = """
from pathlib import Path
import pytest

@pytest.mark.parametrize("number", range({count}))
def test_try(number):
    tries = Path(f"{room}-{{number}}")
    tries.write_text((tries.read_text() if tries.exists() else "") + "I")
    assert len(tries.read_text()) > {failing}
"""


def tried(folder: Path, **rooms: tuple[int, int]) -> tuple[int, str, set[str]]:
    """Run tests, so many in each room, that fail so often; give exit code, output and tries."""
    for room, (count, failing) in rooms.items():
        (folder / "tests" / room).mkdir(parents=True)
        example = UNSTEADY.format(room=room, count=count, failing=failing)
        (folder / "tests" / room / f"test_{room}.py").write_text(example)
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider\n")
    command = [sys.executable, str(SECOND_TRY), "-n", "1"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    tries = {mark.read_text() for mark in folder.glob("*-*")}
    return ended.returncode, ended.stdout, tries


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rooms", "code", "tries", "says"),
    [
        pytest.param({"web": (2, 0)}, 0, {"I"}, "2 passed", id="nothing fails"),
        pytest.param({"web": (5, 1)}, 0, {"II"}, "UNSTEADY", id="five fail once"),
        pytest.param({"web": (1, 9)}, 1, {"II"}, "run again", id="one fails for good"),
        pytest.param({"web": (6, 1)}, 1, {"I"}, "6 failed", id="too many fail once"),
        pytest.param({"exact": (1, 1)}, 1, {"I"}, "1 failed", id="one fails that waits for nobody"),
        pytest.param({"web": (1, 1), "exact": (1, 1)}, 1, {"I"}, "2 failed", id="both kinds fail"),
    ],
)
def test_a_few_that_may_fail_by_chance_are_tried_twice(
    tmp_path: Path, rooms: dict[str, tuple[int, int]], code: int, tries: set[str], says: str
) -> None:
    ended, output, each_tried = tried(tmp_path, **rooms)
    assert (ended, each_tried) == (code, tries), output
    assert says in output
    assert ("!!!" in output) == (tries == {"II"})
    assert ("UNSTEADY" in output) == (tries == {"II"} and code == 0)
    if "UNSTEADY" in output:
        *_, named = output.split("UNSTEADY")
        assert named.count("tests/web/test_web.py::test_try[") == rooms["web"][0]


@pytest.mark.slow
def test_files_that_cannot_be_read_are_not_tried_twice(tmp_path: Path) -> None:
    (tmp_path / "tests" / "terminal").mkdir(parents=True)
    (tmp_path / "tests" / "terminal" / "test_broken.py").write_text("nothing here\n")
    code, output, tries = tried(tmp_path, web=(1, 1))
    assert code != 0
    assert "!!!" not in output
    assert tries <= {"I"}
