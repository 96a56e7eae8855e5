"""Ctrl-C ends every call of the engine, long before it would have ended."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest
from native import native

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent by POSIX means")

assert native.__doc__  # these tests are skipped where the engine is not built

SOON = 10.0
"""Seconds: generous for an answer within 0.2, and a fraction of what each of the calls takes."""
PATIENCE = 120.0
"""Seconds for calls that nothing ends, on a busy machine."""

PREPARED = """
import resource, signal, sys, threading, time
import numpy as np
from sapper import _engine as native

# A background process may have been told to ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)
# A call that does not end must not take the machine with it.
resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))

def hidden(height, width):
    return np.full((height, width), -1, dtype=np.int8)

def with_numbers(height, width, rows, columns, number):
    numbers = hidden(height, width)
    numbers[rows, columns] = number
    return numbers

def tracker_of(numbers, mines):
    tracker = native.Tracker(*numbers.shape, mines)
    revealed = np.flatnonzero(numbers >= 0)
    tracker.reveal(revealed, numbers.ravel()[revealed])
    return tracker

def reason_of(numbers, mines, most_trials):
    return native.find_reason(
        numbers, mines, 0, True, most_sets=6, most_looks=2**60, most_trials=most_trials, budget=None
    )

def boards(count, height, width, mines):
    places = np.arange(1, height * width)
    return native.lay((1, 0), 0, 0, count, (height, width), mines, places)

def make(count, height, width, mines, grade):
    places = np.arange(1, height * width)
    progress = native.MakingProgress()
    size = height, width
    limits = 2**40, 4_000
    native.make_boards((1, 0), 2, 0, count, size, mines, places, 0, grade, *limits, 2, progress)

# 90,000 fronts, each counted at once: combining them takes minutes.
many_fronts = np.tile(with_numbers(4, 7, 1, slice(2, 5, 2), 2), (300, 300))
# A single front: no order of its boxes leaves few states.
wide_front = hidden(27, 59)
wide_front[1::2, 1::2] = 2
no_mines = np.array([], dtype=np.int64)

def many(numbers, count=40):
    return np.tile(numbers, (count, 1, 1))

# The others are won by the first cell: one of the two threads soon waits for the other.
one_long_game = np.zeros((3, 6, 6), dtype=np.bool_)
one_long_game[1].flat[[1, 15, 20, 25, 30, 32, 34]] = True

def report(call):
    print("ready", flush=True)
    try:
        call()
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""

CALLS = {
    "analyze, combining": "native.analyze(many_fronts, 300_000, None)",
    "many analyses": "native.analyze_many(many(wide_front), np.full(40, 400), None, False, 2)",
    "many exact choices": "native.choose_exact(many(wide_front), np.full(40, 400), None, 2)",
    "many expert choices": (
        "native.choose_expert(many(hidden(5, 5), 10**6), np.full(10**6, 5), 10**9, {}, 2)"
    ),
    "analyze, sweeping": "native.analyze(wide_front, 500, None)",
    "sample": "native.sample(many_fronts, 300_000, 1, 1, None)",
    "find_reason, sweeping": "reason_of(wide_front, 500, 2_000)",
    "find_reason, trying": "reason_of(wide_front, 500, 2**31 - 1)",
    "find_reason, with the total": "reason_of(many_fronts, 300_000, 2_000)",
    "solve": "native.solve(hidden(5, 6), 6, None)",
    "guess": "native.guess(hidden(5, 6), 6, 2**40)",
    "play_exact": "native.play_exact(boards(200_000, 16, 30, 99), (0, 0), 1, None)",
    "play_expert": "native.play_expert(boards(40_000, 16, 30, 99), (0, 0), 2, 20_000)",
    "play_expert, one long game": "native.play_expert(one_long_game, (0, 0), 2, 2**40)",
    "make_boards": "make(1_000_000, 16, 30, 99, 0)",
    "make_boards, a single one": "make(1, 60, 60, 1_400, 1)",
    "easiest, combining": "native.easiest(many_fronts, 180_001, no_mines, None)",
    "easiest, sweeping": "native.easiest(wide_front, 500, no_mines, None)",
    "tracker": "tracker_of(many_fronts, 300_000).choose(None)",
}
"""Each takes half a minute and more. `look_ahead` shares their loops."""


def run(script: str, *, interrupt_after: float | None = None, seconds: float = SOON) -> str:
    """What a process prints once it is ready; it is interrupted then, if told so."""
    process = subprocess.Popen(
        [sys.executable, "-c", PREPARED + script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "ready\n", process.communicate()
            if interrupt_after is not None:
                time.sleep(interrupt_after)
                process.send_signal(signal.SIGINT)
            out, errors = process.communicate(timeout=seconds)
        finally:
            process.kill()
    assert process.returncode == 0, f"{process.returncode}: {errors}"
    return out.strip()


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_an_interrupt_ends_the_call(call: str) -> None:
    assert run(f"report(lambda: {call})", interrupt_after=0.5) == "interrupted"


def test_a_call_in_another_thread_leaves_signals_to_the_main_thread() -> None:
    """It goes on, and does not keep Python from shutting down."""
    script = """
thread = threading.Thread(target=lambda: native.solve(hidden(5, 6), 6, None), daemon=True)
thread.start()
report(lambda: time.sleep(60))
print(thread.is_alive())
"""
    assert run(script, interrupt_after=0.5) == "interrupted\nTrue"


def test_a_signal_handler_may_make_calls_of_its_own() -> None:
    """In the middle of another call, whose answer stays what it is."""
    script = """
numbers, mines = many_fronts[:100], 25_000
tracker = tracker_of(numbers, mines)
made = []

def handler(number, frame):
    native.solve(hidden(3, 3), 3, None)
    made.append(native.analyze(hidden(9, 9), 10, None))
    try:
        tracker.choose(None)
    except RuntimeError as error:
        made.append(error)

signal.signal(signal.SIGALRM, handler)
print("ready", flush=True)
expected = native.analyze(numbers, mines, None)
choice = tracker.choose(None)
signal.setitimer(signal.ITIMER_REAL, 0.05)
again = native.analyze(numbers, mines, None)
assert all(one.tobytes() == other.tobytes() for one, other in zip(expected, again))
signal.setitimer(signal.ITIMER_REAL, 0.05)
assert tracker.choose(None) == choice
print([type(each).__name__ for each in made])
"""
    assert run(script, seconds=PATIENCE) == "['tuple', 'tuple', 'RuntimeError']"


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_stop_flag_ends_the_calls_of_threads_that_heed_it(call: str) -> None:
    """Those under way, and every later one."""
    script = f"""
flag = native.StopFlag()
ended = []

def work():
    flag.heed()
    for _ in range(2):
        try:
            {call}
        except native.Interrupted as stopped:
            ended.append(str(stopped))

thread = threading.Thread(target=work)
thread.start()
print("ready", flush=True)
time.sleep(0.5)
flag.set()
thread.join()
print(ended)
"""
    assert run(script) == str(["the call was stopped from another thread"] * 2)


def test_a_stop_flag_leaves_the_main_thread_and_those_that_do_not_heed_it_alone() -> None:
    script = """
flag, other = native.StopFlag(), native.StopFlag()
flag.heed()
flag.set()
layouts = boards(4000, 16, 30, 99)
found = []

def work():
    other.heed()
    found.append(native.play_exact(layouts, (0, 0), 2, None))

threads = [threading.Thread(target=work) for _ in range(2)]
print("ready", flush=True)
for thread in threads:
    thread.start()
found.append(native.play_exact(layouts, (0, 0), 1, None))
for thread in threads:
    thread.join()
print(len({won.tobytes() for won, *_ in found}), len(found))
"""
    assert run(script, seconds=PATIENCE) == "1 3"
