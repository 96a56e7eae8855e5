"""The soak finds each kind of fault when there is one, and none when there is none."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from soak.report import BEGIN, END, rewrite
from soak.supervisor import MEGABYTE, WARM_UP, Outcome, Worker
from soak.tally import Fault, Tally
from soak.tasks import KINDS, Task
from waiting import PATIENCE

from sapper._compiled import compiled

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(compiled is None, reason="the engine is not built")


class Run(NamedTuple):
    code: int
    output: str
    report: dict[str, Any]


def started(folder: Path, *options: str) -> subprocess.Popen[str]:
    report = ["--report", str(folder / "report.json"), "--no-sanitizers"]
    return subprocess.Popen(
        [sys.executable, "-m", "soak", *report, *options],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": "tools:tests"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def soak(folder: Path, *options: str) -> Run:
    process = started(folder, *options)
    output, _ = process.communicate(timeout=PATIENCE)
    report = folder / "report.json"
    assert report.exists(), output
    return Run(process.returncode, output, json.loads(report.read_text()))


@pytest.mark.slow
def test_one_task_of_each_kind_finds_no_fault(tmp_path: Path) -> None:
    """The time is soon over, but a task that was begun is finished: one by each worker."""
    run = soak(tmp_path, "--hours", str(1 / 3600), "--seed", "7", "--workers", str(len(KINDS)))
    assert run.report["faults"] == []
    assert run.code == 0
    assert "No faults." in run.output
    assert set(run.report["tasks"]) == set(KINDS)
    for figure in ("games", "certain_moves", "conclusions", "judged", "calls", "refusals"):
        assert sum(run.report[figure].values()) > 100, figure
    assert run.report["peak megabytes"] > 10


@pytest.mark.slow
@pytest.mark.parametrize(
    ("injected", "kind_of_task", "kind_of_fault", "told"),
    [
        ("lying-agent", "games", "false certainty", "random"),
        ("lying-engine", "bulk", "false certainty", "exact on"),
        ("wrong-analysis", "analyses", "wrong analysis", "of "),
        ("wrong-count", "analyses", "wrong analysis", "layouts of"),
        ("crash", "analyses", "crash", "SIGSEGV"),
        ("hang", "analyses", "hang", "no answer for 4 s"),
        ("leak", "analyses", "memory", "MB, more than 250"),
        ("undocumented", "calls", "undocumented error", "ZeroDivisionError"),
    ],
)
def test_a_fault_is_found_and_no_other(
    tmp_path: Path, injected: str, kind_of_task: str, kind_of_fault: str, told: str
) -> None:
    of_one_task = ("--kinds", kind_of_task, "--task", "3", "--seed", "7")
    limits = ("--seconds-per-task", "4" if injected == "hang" else "60", "--megabytes", "250")
    run = soak(tmp_path, *of_one_task, *limits, "--inject", injected)
    faults = run.report["faults"]
    assert run.code == 1
    assert {fault["kind"] for fault in faults} == {kind_of_fault}
    assert told in faults[0]["what"]
    assert faults[0]["repeat"] == f"make soak SEED=7 TASK=3 KINDS={kind_of_task}"
    assert f"FAULT: {kind_of_fault} in {kind_of_task} 3; repeat with: make soak" in run.output


@pytest.mark.slow
def test_soaking_goes_on_after_a_crash(tmp_path: Path) -> None:
    run = soak(tmp_path, "--hours", str(6 / 3600), "--kinds", "analyses", "--inject", "crash")
    assert {fault["kind"] for fault in run.report["faults"]} == {"crash"}
    assert run.report["tasks"]["analyses"] == len(run.report["faults"]) > 2


def test_a_long_run_ends_on_ctrl_c_and_still_reports(tmp_path: Path) -> None:
    process = started(tmp_path, "--hours", "1", "--kinds", "calls")
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Soaking with 2 workers")
    process.send_signal(signal.SIGINT)
    try:
        output, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 0, output
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["interrupted"]
    assert report["faults"] == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_task_does_the_same_again(kind: str) -> None:
    """Else a fault could not be repeated. Under the sanitizers it does less, which is quicker."""
    task = Task(seed=5, number=7, kind=kind, sanitized=True)
    one, other = task.run(), task.run()
    one.slowest_call, one.slowest_name = other.slowest_call, other.slowest_name
    assert one == other


def test_growth_is_what_the_last_tasks_hold_more_than_a_warm_worker() -> None:
    worker = Worker.__new__(Worker)
    worker.after_tasks = [10 * MEGABYTE] * WARM_UP + [100 * MEGABYTE] * WARM_UP
    assert worker.growth == 0  # too early to tell
    worker.after_tasks += [900 * MEGABYTE, 130 * MEGABYTE] * WARM_UP
    assert worker.growth == 30 * MEGABYTE


def test_tallies_add_up_and_survive_being_written() -> None:
    one, other = Tally(), Tally()
    one.games["exact"] = 3
    other.games.update(exact=4, random=1)
    other.timed("analyze", 0.5)
    other.fault("crash", "bang")
    one.add(Tally.from_json(json.loads(json.dumps(other.to_json()))))
    assert one.games == {"exact": 7, "random": 1}
    assert (one.slowest_call, one.slowest_name) == (0.5, "analyze")
    assert one.faults == [Fault("crash", "bang")]


def test_the_document_keeps_all_but_the_figures(tmp_path: Path) -> None:
    document = tmp_path / "reliability.md"
    document.write_text(f"# Before\n\n{BEGIN}\nold\n{END}\n\nAfter.\n")
    outcome = Outcome(seconds=3600)
    outcome.tally.certain_moves["exact"] = 10**8
    outcome.tally.faults.append(Fault("hang", "…"))
    rewrite(document, outcome, "make soak HOURS=1 SEED=1")
    text = document.read_text()
    assert text.startswith(f"# Before\n\n{BEGIN}\n")
    assert text.endswith(f"{END}\n\nAfter.\n")
    assert "old" not in text
    assert "`make soak HOURS=1 SEED=1` ran for 1:00:00" in text
    assert "100,000,000: exact 100,000,000" in text
    assert "| **faults** | **1** (hang 1) |" in text
