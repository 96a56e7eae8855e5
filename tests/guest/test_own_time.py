"""The time of a process that shares its core with others."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from student_files import student_file

from sapper.errors import GuestFailed
from sapper.guest import own_time
from sapper.guest.guest import Guest, Limits
from sapper.guest.operations import AddKnowledge, Answer, NewAI
from sapper.guest.own_time import LONGEST_BY_THE_CLOCK, OwnTime

ADDED = "        self.moves_made.add(cell)\n"
WORKS = """\
        import time
        began = time.process_time()
        while time.process_time() - began < {seconds}: pass
"""
SECONDS = 0.4
OTHERS = 7
IF_WAITING_IS_TOLD = pytest.mark.skipif(
    not Path("/proc/self/schedstat").exists(),
    reason="this system doesn't tell who waits for a core",
)


@contextmanager
def one_busy_core() -> Iterator[None]:
    """What is started meanwhile shares a core with others that are always busy."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    work = [sys.executable, "-c", "while True: pass"]
    # In one session, they would get no more of the core together than the guest in its own.
    others = [subprocess.Popen(work, start_new_session=True) for _ in range(OTHERS)]
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
        for other in others:
            other.kill()
            other.wait()


@pytest.mark.slow
@IF_WAITING_IS_TOLD
def test_a_file_is_not_accused_of_the_time_that_others_take(tmp_path: Path) -> None:
    file = student_file(tmp_path, ADDED, ADDED + WORKS.format(seconds=SECONDS))
    limits = Limits(seconds_per_call=4 * SECONDS, seconds_in_all=10 * SECONDS)
    with one_busy_core(), Guest(file, limits=limits) as guest:
        answers = guest.run([NewAI(3, 3), AddKnowledge((0, 0), 0)])
    assert all(isinstance(answer, Answer) for answer in answers), answers


@pytest.mark.slow
@IF_WAITING_IS_TOLD
def test_nor_is_a_stall_held_against_all_of_its_time(tmp_path: Path) -> None:
    file = student_file(tmp_path, ADDED, ADDED + WORKS.format(seconds=1000))
    taken: list[float] = []
    limits = Limits(seconds_per_call=SECONDS)
    with one_busy_core(), Guest(file, limits=limits, tell_seconds=taken.append) as guest:
        *_, failed = guest.run([NewAI(3, 3), AddKnowledge((0, 0), 0)])
    assert isinstance(failed, GuestFailed)
    assert failed.kind == "stall"
    assert taken[-1] < OTHERS * SECONDS / 2


def test_who_never_gets_a_core_is_not_waited_for_in_vain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, account = 100.0, tmp_path / "schedstat"
    monkeypatch.setattr(own_time, "monotonic", lambda: now)
    monkeypatch.setattr(own_time, "Path", lambda _: account)
    account.write_text("5000000000 7000000000 3\n")
    taken = OwnTime(1)
    assert taken.seconds == 0
    now += 2
    assert taken.seconds == 2
    account.write_text("5000000000 8500000000 9\n")
    assert taken.seconds == 0.5
    now += 100
    account.write_text("5000000000 108500000000 9\n")
    assert taken.seconds == 102 / LONGEST_BY_THE_CLOCK
    account.unlink()  # the process has ended: what it has waited is still known
    assert taken.seconds == 102 / LONGEST_BY_THE_CLOCK


def test_where_nothing_tells_who_waits_it_is_the_time_by_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(own_time, "monotonic", lambda: now)
    monkeypatch.setattr(own_time, "Path", lambda _: tmp_path / "nowhere")
    taken = OwnTime(1)
    now += 3
    assert taken.seconds == 3
