"""A module that attacks its judge changes nothing but its own verdict."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from waiting import until

from sapper.grader.classroom import grade_all
from sapper.grader.findings import Check, Report
from sapper.grader.page import page_of
from sapper.grader.rubric import DEFAULT
from sapper.grader.written import as_json

FOLDER = Path(__file__).parent
HONEST = FOLDER / "modules" / "honest.py"
ATTACKERS = sorted((FOLDER / "attackers").glob("*.py"))
SECONDS = 20.0
MARK = "SAPPER_TEST_OF_ATTACKERS"
"""In the environment of all processes that a test starts: others may be tested at the same time."""


def judged_beside_an_honest_file(attacker: Path) -> tuple[Report, Report]:
    reports = {report.file: report for report in grade_all([attacker, HONEST], SECONDS, workers=2)}
    return reports[str(attacker)], reports[str(HONEST)]


@pytest.mark.slow
@pytest.mark.parametrize("attacker", ATTACKERS, ids=lambda path: path.stem)
def test_only_its_own_verdict_changes(
    attacker: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(MARK, str(tmp_path))
    own, honest = judged_beside_an_honest_file(attacker)
    assert honest.findings == ()
    assert own.seconds < 3 * SECONDS
    failed = {check for check in Check if not own.passes(check)}
    if attacker.stem in ("floods", "forks"):
        # Printing and leaving processes behind gain nothing, and are no fault of its reasoning.
        assert failed <= {Check.LASTING}
    else:
        assert failed
    written = [as_json(report, DEFAULT) for report in (own, honest)]
    assert json.dumps(written, allow_nan=False)
    assert "honest.py" in page_of([own, honest], DEFAULT)
    until(lambda: not list(marked_by(tmp_path)))


def test_what_it_says_on_its_output_is_not_listened_to(capfd: pytest.CaptureFixture[str]) -> None:
    (report,) = grade_all([FOLDER / "attackers" / "floods.py"], 3)
    written = capfd.readouterr()
    assert written.out == written.err == ""
    assert report.moves > 0


def marked_by(test: Path) -> Iterator[Path]:
    """Processes that have been started by a test, and are still there."""
    mark = f"{MARK}={test}".encode()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it is gone, or somebody else's
            if mark in (process / "environ").read_bytes().split(b"\0"):
                yield process
