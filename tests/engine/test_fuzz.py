"""Arbitrary bytes as views, reveals and layouts: an answer that adds up, or an error that is meant.

A plain run tries a fixed number. `make fuzz SECONDS=60` goes on for that long on the sanitized
build, from a seed of chance; SAPPER_FUZZ_SEED repeats a run.
"""

from __future__ import annotations

import os
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from threading import Thread

import numpy as np
from native import HIDDEN, UNLIMITED, fed, native, tell
from numpy.typing import NDArray
from positions import Numbers, numbers_of

BUDGET = 20_000
SEARCH = 300  # layouts that the expert may look at; a search is long on the sanitized build
SECONDS = float(os.environ.get("SAPPER_FUZZ_SECONDS", "0"))
SEED = int(os.environ.get("SAPPER_FUZZ_SEED", secrets.randbits(32) if SECONDS else 1))

Outcomes = Counter[str]


def any_view(random: np.random.Generator) -> tuple[Numbers, int]:
    height, width = (int(side) for side in random.integers(1, [40, 40]))
    kind = random.integers(4)
    if kind == 0:
        numbers = np.frombuffer(random.bytes(height * width), dtype=np.int8)
        numbers = numbers.reshape(height, width)
    elif kind == 1:
        numbers = random.integers(-1, 9, (height, width), dtype=np.int8)
    else:
        shown = random.integers(0, random.integers(1, 9), (height, width), dtype=np.int8)
        numbers = np.where(random.random((height, width)) < random.random(), HIDDEN, shown)
        if kind == 3:
            numbers[random.random((height, width)) < 0.5] = HIDDEN
    mines = int(random.integers(-2, height * width + 3))
    if random.random() < 0.02:
        mines = int(random.integers(-(2**63), 2**63 - 1))
    return np.ascontiguousarray(numbers, dtype=np.int8), mines


def try_a_view(random: np.random.Generator) -> str:
    numbers, mines = any_view(random)
    try:
        probability, verdicts = native.analyze(numbers, mines, BUDGET)
    except native.Contradiction:
        return "contradiction"
    except native.BudgetExceeded:
        return "over budget"
    except ValueError:
        assert not 0 <= mines <= numbers.size or numbers.min() < HIDDEN or numbers.max() > 8
        return "refused"
    hidden = numbers == HIDDEN
    assert np.array_equal(np.isnan(probability), ~hidden)
    assert np.isclose(np.nansum(probability), mines, rtol=1e-9)
    assert np.array_equal(probability == 0, verdicts == 1)
    assert np.array_equal(probability == 1, verdicts == -1)
    for layout in native.sample(numbers, mines, 2, int(random.integers(2**63)), UNLIMITED):
        assert layout.sum() == mines
        assert not layout[~hidden].any()
        assert np.array_equal(numbers_of(layout)[~hidden], numbers[~hidden])

    try_the_expert(numbers, mines, verdicts)
    tracker = native.Tracker(len(numbers), numbers.shape[1], mines)
    choice = None
    for part in np.array_split(random.permutation(np.flatnonzero(~hidden)), 3):
        tell(tracker, numbers, part.tolist())
        try:
            choice = tracker.choose(BUDGET)
        except native.BudgetExceeded:
            return "answered but for the choice"
    if choice is None:
        assert (verdicts[hidden] == -1).all()
    else:
        assert choice == fed(numbers, mines).choose(BUDGET)
        assert choice[1] == bool((verdicts == 1).any())
        assert np.isclose(probability.flat[choice[0]], choice[2], rtol=1e-9)
    return "answered"


def try_the_expert(numbers: Numbers, mines: int, verdicts: NDArray[np.int8]) -> None:
    if not (verdicts == 1).any():
        guess = native.guess(numbers, mines, SEARCH)
        if guess is None:
            assert (verdicts == -1).sum() == (numbers == HIDDEN).sum()
            return
        position, _, won, layouts, compared = guess
        assert won <= layouts
        for place in (position, *(place for place, *_ in compared)):
            assert numbers.flat[place] == HIDDEN
            assert verdicts.flat[place] == 0
    try:
        won, layouts, best, safe = native.solve(numbers, mines, SEARCH)
    except native.BudgetExceeded:
        return
    assert won <= layouts
    assert best is None or numbers.flat[best] == HIDDEN
    assert not safe or (best is not None and verdicts.flat[best] == 1)


def try_reveals(random: np.random.Generator) -> str:
    """Arbitrary reveals, one after another, with answers asked for in between."""
    height, width = (int(side) for side in random.integers(1, [12, 12]))
    tracker = native.Tracker(height, width, int(random.integers(0, height * width + 1)))
    for _ in range(8):
        count = int(random.integers(0, 6))
        shift = int(random.integers(0, 64))
        indices = np.frombuffer(random.bytes(8 * count), dtype=np.int64) >> shift
        if random.random() < 0.8:
            indices = random.integers(0, height * width, count)
        numbers = random.integers(0, 4, count, dtype=np.int8)
        if random.random() < 0.2:
            numbers = np.frombuffer(random.bytes(count), dtype=np.int8)
        try:
            tracker.reveal(indices, numbers)
            tracker.choose(BUDGET)
        except native.Contradiction:
            return "reveals contradict"
        except native.BudgetExceeded:
            pass
        except ValueError:
            continue
    return "reveals taken in"


def try_layouts(random: np.random.Generator) -> str:
    count, height, width = (int(side) for side in random.integers(1, [4, 12, 12]))
    layouts = np.frombuffer(random.bytes(count * height * width), dtype=np.uint8)
    layouts = layouts & random.integers(0, 256, layouts.shape, dtype=np.uint8)
    layouts = layouts & random.integers(0, 256, layouts.shape, dtype=np.uint8)
    layouts[random.random(layouts.shape) < 0.5] = 0
    layouts = layouts.reshape(count, height, width)
    first = (int(random.integers(height)), int(random.integers(width)))
    value = random.normal(size=5).tolist()
    for play, budget in ((native.play_exact, BUDGET), (native.play_expert, SEARCH)):
        won, guesses, certain, false_cells, luck = play(
            layouts.view(np.bool_), first, 2, budget, value=value
        )
        assert (np.abs(luck) <= 1 + guesses).all()
        assert (false_cells == -1).all()
        assert not won[layouts[:, *first] != 0].any()
        assert (guesses >= 0).all()
        assert (certain + guesses <= height * width).all()
    return "games played"


def try_laying(random: np.random.Generator) -> str:
    height, width = (int(side) for side in random.integers(1, [12, 12]))
    places = np.flatnonzero(random.random(height * width) < random.random())
    mines = int(random.integers(-1, height * width + 1))
    seed, index = random.integers(2**63, size=2), int(random.integers(2**63))
    halves = (int(seed[0]), int(seed[1]))
    try:
        layouts = native.lay(halves, 0, index, 3, (height, width), mines, places)
    except ValueError:
        assert not 0 <= mines <= len(places)
        return "laying refused"
    assert (layouts.sum(axis=(1, 2)) == mines).all()
    assert not np.delete(layouts.reshape(3, -1), places, axis=1).any()
    return "boards laid"


def outcomes(seed: int, tries: int, seconds: float) -> Iterator[str]:
    random = np.random.default_rng(seed)
    end = time.monotonic() + seconds
    done = 0
    while done < tries or time.monotonic() < end:
        done += 1
        yield try_a_view(random)
        yield try_reveals(random)
        yield try_layouts(random)
        yield try_laying(random)


def test_arbitrary_bytes() -> None:
    print(f"SAPPER_FUZZ_SEED={SEED}")  # shown where it fails
    met = Counter(outcomes(SEED, 400, SECONDS * 2 / 3))
    print(dict(met))
    for outcome in (
        "answered",
        "contradiction",
        "refused",
        "reveals taken in",
        "games played",
        "boards laid",
    ):
        assert met[outcome] > 5, met


def test_arbitrary_bytes_from_many_threads_at_once() -> None:
    print(f"SAPPER_FUZZ_SEED={SEED}")
    expected = [Counter(outcomes(SEED + thread, 40, 0)) for thread in range(4)]
    met: dict[int, Outcomes] = {}

    def work(thread: int) -> None:
        met[thread] = Counter(outcomes(SEED + thread, 40, SECONDS / 3))

    threads = [Thread(target=work, args=(thread,)) for thread in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(met) == 4  # an error in a thread leaves no entry
    if not SECONDS:
        assert [met[thread] for thread in range(4)] == expected
