"""Results do not depend on where, in what order or in how many pieces they were made."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from commands import SAPPER
from experiment_runs import IN_ENGINE, bytes_of, chunks_in, in_memory
from waiting import PATIENCE

import sapper
from sapper._compiled import compiled
from sapper.errors import ExperimentError, ExtraMissing, RunError, UnknownName, WorkersLost
from sapper.interface.commands.failures import ExitCode
from sapper.lab import run as lab_run
from sapper.lab.case import Case, Measured
from sapper.lab.experiments import Compare, Density, WinRate
from sapper.lab.portions import Chunk
from sapper.lab.run import RunLocation, run, unfinished
from sapper.lab.store import Store

needs_engine = pytest.mark.skipif(compiled is None, reason="the engine is not built")
MIXED = WinRate(
    90, 1, agents=("random", "sentence", "exact"), levels=("beginner",), starts=("safe",)
)
SEQUENTIAL = Compare(
    20_000, 1, agents=("exact", "exact:budget=9999999"), level="9x9/12", sequential=(0, 2)
)


@pytest.mark.parametrize("chunk_size", [1, 37, 699, 10_000])
def test_chunks_do_not_show(chunk_size: int) -> None:
    few = WinRate(80, 1, agents=("exact",), levels=("beginner",), starts=("safe",))
    experiment = few if chunk_size == 1 else IN_ENGINE
    assert bytes_of(in_memory(experiment, chunk_size=chunk_size)) == bytes_of(in_memory(experiment))


def test_threads_do_not_show() -> None:
    assert bytes_of(in_memory(IN_ENGINE, RunLocation(3), 29)) == bytes_of(in_memory(IN_ENGINE))


@pytest.mark.slow
def test_processes_do_not_show() -> None:
    with Store(":memory:") as store:
        for case in MIXED.cases:  # in this process, without an executor
            store.add(case, 0, case.measure(0, MIXED.games))
        here = bytes_of(run(MIXED, store, RunLocation(1)))
    assert bytes_of(in_memory(MIXED, RunLocation(2), 17)) == here


def test_a_sequential_test_stops_at_the_same_board_whatever_the_chunks() -> None:
    found = [
        in_memory(SEQUENTIAL, RunLocation(workers), size) for workers, size in ((1, 100), (2, 333))
    ]
    assert bytes_of(found[0]) == bytes_of(found[1])
    rows = dict(zip(found[0].results().titles, found[0].results().rows[0], strict=True))
    assert rows["decision"] == "lower"  # the same agent under two names
    assert rows["only_first_won"] == rows["only_second_won"] == 0
    assert rows["pairs"] < SEQUENTIAL.games


def test_a_sequential_test_that_never_ends_says_so() -> None:
    few = Compare(200, 1, agents=("exact", "random"), level="beginner", sequential=(91.0, 91.4))
    assert "not decided after 200 pairs" in in_memory(few).notes()[0]


def test_a_second_run_answers_from_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(":memory:") as store:
        first = bytes_of(run(IN_ENGINE, store, RunLocation(1)))
        monkeypatch.setattr(lab_run, "measure", None)
        assert bytes_of(run(IN_ENGINE, store, RunLocation(1))) == first
        assert len(store.runs()) == 1


def test_more_games_take_over_those_that_were_played() -> None:
    with Store(":memory:") as store:
        run(IN_ENGINE, store, RunLocation(1))
        more = WinRate(1000, 1, IN_ENGINE.agents, IN_ENGINE.levels, IN_ENGINE.starts)
        assert {chunk.start for chunk in unfinished(more, store)} == {700}
        assert bytes_of(run(more, store, RunLocation(1))) == bytes_of(in_memory(more))


class Stop(Exception):
    """Thrown in the middle of a run."""


def test_an_interrupted_run_goes_on_only_if_asked() -> None:
    measured: list[Chunk] = []

    def stop_at_third(chunk: Chunk, _: Measured) -> None:
        measured.append(chunk)
        if len(measured) == 3:
            raise Stop

    with Store(":memory:") as store:
        with pytest.raises(Stop):
            run(IN_ENGINE, store, RunLocation(1), chunk_size=100, watcher=stop_at_third)
        with pytest.raises(RunError, match="--resume"):
            run(IN_ENGINE, store, RunLocation(1))
        left = unfinished(IN_ENGINE, store)
        assert sum(gap.count for gap in left) == 2800 - 300
        for gap in left:
            boards = range(gap.start, gap.start + gap.count)
            assert not any(done.case == gap.case and done.start in boards for done in measured)
        assert bytes_of(run(IN_ENGINE, store, RunLocation(1), resume=True)) == bytes_of(
            in_memory(IN_ENGINE)
        )


def test_workers_of_another_version_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def from_elsewhere(case: Case, start: int, count: int) -> Measured:
        measured = case.measure(start, count)
        return replace(measured, version="0.0.1")

    monkeypatch.setattr(lab_run, "measure", from_elsewhere)
    with pytest.raises(RunError, match=r"a worker has sapper 0\.0\.1, and this is"):
        in_memory(IN_ENGINE)
    assert sapper.__version__ != "0.0.1"


def test_workers_on_which_an_agent_plays_differently_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def from_elsewhere(case: Case, start: int, count: int) -> Measured:
        return replace(case.measure(start, count), signature="ffffffff")

    monkeypatch.setattr(lab_run, "measure", from_elsewhere)
    with pytest.raises(RunError, match="exact has the signature ffffffff on a worker and"):
        in_memory(IN_ENGINE)


def test_a_run_that_measured_nothing_needs_no_resuming() -> None:
    with Store(":memory:") as store:
        about = IN_ENGINE.name, IN_ENGINE.parameters(), IN_ENGINE.command()
        store.begin(*about, IN_ENGINE.signatures())
        assert bytes_of(run(IN_ENGINE, store, RunLocation(1))) == bytes_of(in_memory(IN_ENGINE))


def die(case: Case, start: int, count: int) -> Measured:
    os._exit(9)


def test_a_worker_process_that_dies_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_run, "measure", die)
    with pytest.raises(WorkersLost, match=r"a worker process died, .*; no game was finished"):
        in_memory(MIXED)


def test_without_dask_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ExtraMissing, match=r"pip install .*\[lab\]"):
        in_memory(IN_ENGINE, RunLocation(1, "tcp://127.0.0.1:1"))


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"games": 0}, ExperimentError),
        ({"agents": ()}, ExperimentError),
        ({"agents": ("exact", "exact")}, ExperimentError),
        ({"agents": ("deep",)}, UnknownName),
        ({"agents": ("exact:budget",)}, ExperimentError),
        ({"agents": ("exact:budget=many",)}, sapper.SapperError),
        ({"levels": ("impossible",)}, UnknownName),
        ({"levels": ("9x9/81",)}, sapper.LevelError),
        ({"starts": ("given",)}, ExperimentError),
        ({"first": (9, 9)}, sapper.CellError),
        ({"seed": -1}, sapper.OutOfRange),
    ],
)
def test_experiments_that_make_no_sense_are_refused(
    change: dict[str, object], error: type[Exception]
) -> None:
    sound = {"games": 5, "seed": 1, "agents": ("exact",), "levels": ("beginner",)}
    parameters = {**sound, "starts": ("safe",), **change}
    with pytest.raises(error):
        WinRate(**parameters)  # type: ignore[arg-type]


def test_a_comparison_is_between_two_and_workers_are_one_or_more() -> None:
    with pytest.raises(ExperimentError, match="between 2 agents, not 1"):
        Compare(5, 1, agents=("exact",), level="beginner")  # type: ignore[arg-type]
    with pytest.raises(ExperimentError, match="workers"):
        RunLocation(0)


@pytest.mark.slow
def test_stuck_means_a_guess_before_the_end() -> None:
    found = in_memory(Density(200, 1, ("exact", "sentence"), "8x8", (1, 6, 12, 20)))
    table = found.results()
    rows = [dict(zip(table.titles, row, strict=True)) for row in table.rows]
    exact, sentence = rows[:4], rows[4:]
    for better, worse in zip(exact, sentence, strict=True):
        assert better["stuck"] <= worse["stuck"]  # whoever knows more guesses less
        assert better["games"] - better["stuck"] <= better["wins"]  # without a guess none is lost
    assert exact[0]["stuck"] < exact[1]["stuck"] < exact[2]["stuck"] < exact[3]["stuck"]


# Killed in the middle


COMMAND = ["lab", "run", "win-rate", "--levels", "beginner,intermediate", "--starts", "safe"]
COMMAND += [
    "--agents",
    "exact",
    "--games",
    "3000",
    "--seed",
    "3",
    "--chunk",
    "5",
    "--workers",
    "2",
]


@pytest.mark.slow
def test_killed_five_times_and_resumed_it_gives_the_same(tmp_path: Path) -> None:
    chance = random.Random(4)
    store = tmp_path / "lab.sqlite"
    command = [*SAPPER, *COMMAND, "--json", "--out", str(tmp_path), "--resume"]
    kept = [0]
    for _ in range(5):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        while chunks_in(store) <= kept[-1] and process.poll() is None:
            assert time.monotonic() < deadline, "no chunk"
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.1))
        process.kill()
        process.communicate()
        kept.append(chunks_in(store))
    assert kept == sorted(kept)
    killed_in_the_middle = sum(count < 1200 for count in kept[1:])
    assert killed_in_the_middle >= 3
    resumed = subprocess.run(command, capture_output=True, text=True, check=True)
    assert chunks_in(store) == 1200  # no chunk twice
    undisturbed = [*SAPPER, *COMMAND, "--json", "--out", str(tmp_path / "other")]
    known = subprocess.run(undisturbed, capture_output=True, text=True, check=True)
    assert resumed.stdout == known.stdout


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_finished_and_resume_goes_on(tmp_path: Path) -> None:
    arguments = ["lab", "run", "win-rate", "--agents", "sentence", "--levels", "beginner"]
    arguments += ["--starts", "safe", "--games", "3000", "--chunk", "40", "--workers", "2"]
    command = [*SAPPER, *arguments, "--out", str(tmp_path)]
    # A group of its own, as a terminal gives: Ctrl-C reaches the workers too.
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    store = tmp_path / "lab.sqlite"
    deadline = time.monotonic() + PATIENCE
    while chunks_in(store) < 2:
        assert time.monotonic() < deadline, "no chunk"
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert said == (
        f"sapper: stopped; {40 * chunks_in(store):,} of 3,000 games are saved; "
        "the same command with --resume continues\n"
    )
    assert 2 <= chunks_in(store) < 75
    again = subprocess.run(command, capture_output=True, text=True)
    assert again.returncode == ExitCode.FAILURE
    assert "--resume" in again.stderr
    assert len(again.stderr.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("agent", "in_threads"), [pytest.param("expert", True, marks=needs_engine), ("random", False)]
)
def test_ctrl_c_does_not_wait_for_chunks_under_way(agent: str, in_threads: bool) -> None:
    experiment = WinRate(10**6, 1, agents=(agent,), levels=("expert",), starts=("safe",))
    assert experiment.cases[0].in_threads == in_threads
    threading.Timer(3.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    with Store(":memory:") as store:
        with pytest.raises(KeyboardInterrupt):  # a chunk of this size takes minutes
            run(experiment, store, RunLocation(2), chunk_size=10**5)
        # Had it waited for them, they would have been stored.
        assert unfinished(experiment, store) == [Chunk(experiment.cases[0], 0, 10**6)]


def test_ctrl_c_keeps_every_chunk_that_is_done() -> None:
    done: list[Chunk] = []

    def press_at_third(chunk: Chunk, _: Measured) -> None:
        done.append(chunk)
        if len(done) == 3:
            signal.raise_signal(signal.SIGINT)

    with Store(":memory:") as store:
        with pytest.raises(KeyboardInterrupt):
            run(IN_ENGINE, store, RunLocation(1), chunk_size=7, watcher=press_at_third)
        assert 3 <= len(done) < 10
        missing = sum(gap.count for gap in unfinished(IN_ENGINE, store))
        assert missing == 2800 - 7 * len(done)
        found = run(IN_ENGINE, store, RunLocation(1), resume=True)
    assert bytes_of(found) == bytes_of(in_memory(IN_ENGINE))


@pytest.mark.slow
def test_ctrl_c_while_workers_start_says_nothing_else(tmp_path: Path) -> None:
    arguments = ["lab", "run", "win-rate", "--agents", "sentence", "--games", "100000"]
    command = [*SAPPER, *arguments, "--workers", "3", "--out", str(tmp_path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not children.exists():
        process.kill()
        pytest.skip("child processes are found by the means of Linux")
    deadline = time.monotonic() + PATIENCE
    while len(children.read_text().split()) < 3:
        assert time.monotonic() < deadline, "no worker"
        time.sleep(0.001)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert said == "sapper: stopped; no game was finished\n"


@pytest.mark.slow
def test_workers_do_not_outlive_a_run_that_was_killed(tmp_path: Path) -> None:
    psutil = pytest.importorskip("psutil")
    arguments = ["lab", "run", "win-rate", "--agents", "sentence", "--levels", "beginner"]
    arguments += ["--games", "100000", "--workers", "2", "--out", str(tmp_path)]
    process = subprocess.Popen([*SAPPER, *arguments], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + PATIENCE
    while chunks_in(tmp_path / "lab.sqlite") < 1:
        assert time.monotonic() < deadline, "no chunk"
        time.sleep(0.05)
    workers = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.wait()
    assert len(workers) >= 2
    _, alive = psutil.wait_procs(workers, timeout=PATIENCE)
    assert not alive
