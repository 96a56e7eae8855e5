"""Nothing leaks: many calls leave the process hardly larger than some did."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from native import HIDDEN, UNLIMITED, native, revealed_at_random, tell
from positions import random_board

STATUS = Path("/proc/self/statm")


def resident_pages() -> int:
    return int(STATUS.read_text().split()[1])


@pytest.mark.skipif(not STATUS.exists(), reason="the size of a process is read from /proc")
def test_calls_leave_nothing_behind() -> None:
    random = np.random.default_rng(71)
    numbers = revealed_at_random(random_board(60, 60, 700, random), 40, random)
    impossible = np.array([[8, HIDDEN]], dtype=np.int8)
    revealed = np.flatnonzero(numbers != HIDDEN).tolist()
    layouts = np.array([random_board(20, 20, 60, random) for _ in range(4)])

    def call(times: int) -> int:
        for seed in range(times):
            native.analyze(numbers, 700, UNLIMITED)
            native.sample(numbers, 700, 3, seed, UNLIMITED)
            tracker = native.Tracker(60, 60, 700)
            tell(tracker, numbers, revealed)
            tracker.choose(UNLIMITED)
            native.play_exact(layouts, (0, 0), 2, UNLIMITED)
            native.lay((seed, 0), 0, 0, 3, (60, 60), 700, np.arange(3600))
            with pytest.raises(native.Contradiction):
                native.analyze(impossible, 1, UNLIMITED)
            with pytest.raises(native.BudgetExceeded):
                native.analyze(numbers, 700, 2)
        return resident_pages()

    before = call(100)
    grown = call(400) - before
    # One array of results left behind at each call would be 400 × 28 kB: 2,800 pages.
    assert grown < 700


@pytest.mark.skipif(not STATUS.exists(), reason="the size of a process is read from /proc")
def test_the_memory_of_a_wide_front_is_given_back() -> None:
    wide = np.full((27, 59), HIDDEN, dtype=np.int8)
    wide[1::2, 1::2] = 2
    before = resident_pages()
    with pytest.raises(native.BudgetExceeded):
        native.analyze(wide, 400, native.DEFAULT_BUDGET)
    # Its ten million states took more than 200 MB: 50,000 pages.
    assert resident_pages() - before < 15_000
