"""Chunks take a few seconds each, however fast or slow a case is, and cover every board once."""

from __future__ import annotations

import pytest

from sapper.lab.case import Case
from sapper.lab.experiments import WinRate
from sapper.lab.portions import MOST_BOARDS, SECONDS_PER_CHUNK, Chunk, Portions

TWO = WinRate(1, 1, agents=("exact", "random"), levels=("beginner",), starts=("safe",)).cases
FAST: Case = TWO[0]
SLOW: Case = TWO[1]


def take_all(portions: Portions, seconds_per_board: dict[Case, float]) -> list[Chunk]:
    """All chunks, each done before the next is taken."""
    taken = []
    while chunk := portions.take():
        taken.append(chunk)
        portions.done(chunk, chunk.count * seconds_per_board[chunk.case])
    return taken


def boards_of(chunks: list[Chunk], case: Case) -> list[int]:
    return [
        board
        for chunk in chunks
        if chunk.case == case
        for board in range(chunk.start, chunk.start + chunk.count)
    ]


@pytest.mark.parametrize("seconds_per_board", [0.0, 1e-6, 0.001, 0.3, 5.0])
@pytest.mark.parametrize("workers", [1, 7])
def test_every_board_is_handed_out_once(seconds_per_board: float, workers: int) -> None:
    gaps = [Chunk(FAST, 0, 1000), Chunk(FAST, 1500, 3), Chunk(SLOW, 100, 400)]
    pace = {FAST: seconds_per_board, SLOW: 10 * seconds_per_board}
    taken = take_all(Portions(gaps, workers), pace)
    assert boards_of(taken, FAST) == [*range(1000), 1500, 1501, 1502]
    assert boards_of(taken, SLOW) == [*range(100, 500)]
    assert all(chunk.count > 0 for chunk in taken)


@pytest.mark.parametrize("seconds_per_board", [1e-4, 0.01, 0.4, 10.0])
def test_chunks_grow_to_the_time_aimed_at(seconds_per_board: float) -> None:
    boards = int(100 * SECONDS_PER_CHUNK / seconds_per_board)
    taken = take_all(Portions([Chunk(FAST, 0, boards)], workers=1), {FAST: seconds_per_board})
    seconds = [chunk.count * seconds_per_board for chunk in taken]
    assert taken[0].count == 1  # something to show at once
    assert max(seconds) <= max(SECONDS_PER_CHUNK, seconds_per_board)
    aimed_at = max(min(SECONDS_PER_CHUNK, MOST_BOARDS * seconds_per_board), seconds_per_board)
    assert sorted(seconds)[len(seconds) // 2] > 0.8 * aimed_at


def test_each_case_has_its_own_speed() -> None:
    gaps = [Chunk(FAST, 0, 10_000), Chunk(SLOW, 0, 10_000)]
    taken = take_all(Portions(gaps, workers=1), {FAST: 0.001, SLOW: 0.5})
    largest = {case: max(one.count for one in taken if one.case == case) for case in TWO}
    assert largest == {FAST: 2000, SLOW: 4}


def test_workers_share_what_is_left() -> None:
    taken = take_all(Portions([Chunk(FAST, 0, 100)], workers=2), {FAST: 0.01})
    assert max(one.count for one in taken) <= 25  # though 200 boards would be a chunk by time
    assert taken[-1].count <= 5


def test_a_size_that_is_told_is_kept_to() -> None:
    portions = Portions([Chunk(FAST, 10, 25)], workers=2, size=10)
    assert [(one.start, one.count) for one in take_all(portions, {FAST: 9.0})] == [
        (10, 10),
        (20, 10),
        (30, 5),
    ]


def test_the_first_boards_of_all_cases_come_first() -> None:
    taken = take_all(
        Portions([Chunk(FAST, 0, 500), Chunk(SLOW, 0, 500)], workers=1), {FAST: 0.001, SLOW: 0.5}
    )
    reached = {FAST: 0, SLOW: 0}
    for chunk in taken:
        assert chunk.start == min(start for start in reached.values() if start < 500)
        reached[chunk.case] = chunk.start + chunk.count
