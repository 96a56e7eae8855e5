"""Looking ahead shares work between numbers; putting each number into the view shares nothing."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2

import numpy as np
import pytest
from native import HIDDEN, UNLIMITED, native, neighbours
from positions import Numbers, numbers_of, open_cell, random_board

from sapper.exact.counting import count_layouts
from sapper.view import View

SAFE, OPEN, MINE = 1, 0, -1
After = tuple[int, float, float, float, float, int, bool]
Cell = tuple[int, int]


def positions_to_guess_in(
    size: tuple[int, int], mines: int, random: np.random.Generator, flood: bool = True
) -> Iterator[Numbers]:
    """The views of a game that have no certainly safe cell; it goes on at random there."""
    board = random_board(*size, mines, random)
    numbers = numbers_of(board)
    revealed = np.zeros_like(board)
    while not (revealed | board).all():
        seen = np.where(revealed, numbers, np.int8(HIDDEN))
        certain = np.argwhere(native.analyze(seen, mines, UNLIMITED)[1] == SAFE)
        if not len(certain):
            yield seen
            certain = random.permutation(np.argwhere(~(revealed | board)))[:1]
        for row, column in certain.tolist():
            if flood:
                open_cell(revealed, numbers, (row, column))
            else:
                revealed[row, column] = True


def put_in(numbers: Numbers, mines: int, cell: Cell) -> Iterator[After]:
    """What looking ahead must find, each number by a count of its own."""
    before = count_layouts(View.from_numbers(numbers, mines))
    verdicts_before = native.analyze(numbers, mines, UNLIMITED)[1]
    around = neighbours(numbers.shape, cell)
    for number in range(9):
        after = numbers.copy()
        after[cell] = number
        try:
            mine_probability, verdicts = native.analyze(after, mines, UNLIMITED)
        except native.Contradiction:
            continue
        layouts = count_layouts(View.from_numbers(after, mines))
        hidden = [(int(row), int(column)) for row, column in np.argwhere(after == HIDDEN)]
        tells: list[float] = []
        tells_not: list[float] = []
        for each in hidden:
            may_tell = any(
                after[near] == HIDDEN and verdicts[near] == OPEN
                for near in neighbours(after.shape, each)
            )
            # In the sea it is not asked: its cells count as if they told something.
            in_sea = all(after[near] == HIDDEN for near in neighbours(after.shape, each))
            (tells if may_tell or in_sea else tells_not).append(float(mine_probability[each]))
        if all(verdicts[each] != OPEN for each in hidden):
            safest, second = 1.0, 1.0
        else:
            counts = sorted(risk for risk in tells if risk < 1) or sorted(tells_not)
            first_untold = min(tells_not, default=1.0)
            safest = 1 - min(counts, default=1.0)
            second = 1 - (counts[1] if len(counts) > 1 and counts[1] < 1 else first_untold)
        yield (
            number,
            float(layouts / before),
            log2(layouts),
            safest,
            second,
            sum(int(verdicts[each]) == SAFE for each in hidden),
            number == sum(int(verdicts_before[near]) == MINE for near in around),
        )


def expect_the_same(numbers: Numbers, mines: int, cell: Cell) -> None:
    found = native.look_ahead(numbers, mines, cell[0] * numbers.shape[1] + cell[1])
    expected = list(put_in(numbers, mines, cell))
    assert [(each[0], *each[5:]) for each in found] == [(each[0], *each[5:]) for each in expected]
    for ours, theirs in zip(found, expected, strict=True):
        assert ours[1:5] == pytest.approx(theirs[1:5], rel=1e-9, abs=1e-300)
        assert [risk == 1 for risk in ours[3:5]] == [risk == 1 for risk in theirs[3:5]]


def open_cells(numbers: Numbers, mines: int, random: np.random.Generator) -> list[Cell]:
    cells = np.argwhere(
        (numbers == HIDDEN) & (native.analyze(numbers, mines, UNLIMITED)[1] == OPEN)
    )
    return [(int(row), int(column)) for row, column in random.permutation(cells)]


@pytest.mark.parametrize(
    ("size", "mines", "games"),
    [
        pytest.param((9, 9), 10, 40, marks=pytest.mark.slow),
        pytest.param((16, 16), 40, 10, marks=pytest.mark.slow),
        pytest.param((16, 30), 99, 2, marks=pytest.mark.slow),
        pytest.param((5, 5), 10, 40, marks=pytest.mark.slow),
        pytest.param((6, 6), 18, 20, marks=pytest.mark.slow),
        ((4, 7), 20, 20),
        ((3, 3), 2, 10),
        ((1, 12), 5, 20),
        ((1, 2), 1, 1),
    ],
)
@pytest.mark.parametrize("flood", [True, False])
def test_every_number_as_if_it_were_seen(
    size: tuple[int, int], mines: int, games: int, flood: bool
) -> None:
    random = np.random.default_rng(4)
    looked = 0
    for _ in range(games):
        for numbers in positions_to_guess_in(size, mines, random, flood):
            for cell in open_cells(numbers, mines, random)[:2]:
                expect_the_same(numbers, mines, cell)
                looked += 1
    assert looked >= games


@pytest.mark.slow
def test_beyond_float64() -> None:
    # So many numbers, each alone amid the sea, have more layouts than a float64 can count.
    numbers = np.full((64, 64), HIDDEN, dtype=np.int8)
    numbers[1::4, 1::4] = 3
    random = np.random.default_rng(5)
    for cell in open_cells(numbers, 1200, random)[:3]:
        expect_the_same(numbers, 1200, cell)


def test_a_front_too_large_to_be_kept() -> None:
    # Each number shares cells with the next, and the total may be nearly anything: to sweep back
    # for each total would take more than all numbers do.
    numbers = np.full((3, 200), HIDDEN, dtype=np.int8)
    numbers[1, ::2] = 3
    numbers[:, 90:110] = HIDDEN
    random = np.random.default_rng(6)
    for cell in open_cells(numbers, 220, random)[:3]:
        expect_the_same(numbers, 220, cell)


@pytest.mark.parametrize(
    ("position", "complaint"), [(-1, "outside"), (4, "outside"), (0, "certain")]
)
def test_refusals(position: int, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        native.look_ahead(np.array([[1, -1], [-1, -1]], dtype=np.int8), 1, position)
