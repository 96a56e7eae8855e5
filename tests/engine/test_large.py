"""Positions too large to write down, against whole numbers reached by ways of their own."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import comb

import numpy as np
import pytest
from native import HIDDEN, UNLIMITED, native, neighbours, revealed_at_random
from positions import Numbers, numbers_of, random_board

Cell = tuple[int, int]
RELATIVE_ERROR = Fraction(1, 10**12)


def layouts_by_cells(numbers: Numbers, mines: int, mine_at: Cell | None = None) -> int:
    """The number of layouts, cell by cell in column order: no boxes, no fronts, nothing settled.

    A state is what each number that is still open lacks; a polynomial in the mines is one whole
    number, with a limb for each power.
    """
    limb = numbers.size + 1
    keep = (1 << limb * (mines + 1)) - 1
    order = [(row, column) for column in range(numbers.shape[1]) for row in range(len(numbers))]
    hidden = [cell for cell in order if numbers[cell] == HIDDEN]
    place = {cell: turn for turn, cell in enumerate(hidden)}
    last: dict[Cell, Cell] = {}
    seen_by: dict[Cell, list[Cell]] = {cell: [] for cell in hidden}
    for cell in order:
        if numbers[cell] == HIDDEN:
            continue
        around = [near for near in neighbours(numbers.shape, cell) if near in place]
        if around:
            last[cell] = max(around, key=place.__getitem__)
        elif numbers[cell] != 0:
            return 0
        for near in around:
            seen_by[near].append(cell)
    states: dict[frozenset[tuple[Cell, int]], int] = {frozenset(): 1}
    for cell in hidden:
        following: dict[frozenset[tuple[Cell, int]], int] = {}
        for state, ways in states.items():
            for mine in (1,) if cell == mine_at else (0, 1):
                lacks = dict(state)
                for witness in seen_by[cell]:
                    lacks[witness] = lacks.get(witness, int(numbers[witness])) - mine
                closing = [lacks.pop(witness) for witness in seen_by[cell] if last[witness] == cell]
                if any(closing) or min(lacks.values(), default=0) < 0:
                    continue
                key = frozenset(lacks.items())
                following[key] = following.get(key, 0) + ((ways << limb * mine) & keep)
        states = following
    return sum(states.values()) >> limb * mines & ((1 << limb) - 1)


def expect_some_cells_right(
    numbers: Numbers, mines: int, random: np.random.Generator, count: int
) -> None:
    layouts = layouts_by_cells(numbers, mines)
    assert layouts > 0
    probability, verdicts = native.analyze(numbers, mines, UNLIMITED)
    hidden = random.permutation(np.argwhere(numbers == HIDDEN))
    for cell in [(int(row), int(column)) for row, column in hidden[:count]]:
        exact = Fraction(layouts_by_cells(numbers, mines, mine_at=cell), layouts)
        assert abs(Fraction(probability[cell]) - exact) <= exact * RELATIVE_ERROR
        assert verdicts[cell] == verdict_of(exact)
    np.testing.assert_allclose(np.nansum(probability), mines, rtol=1e-12)


def verdict_of(exact: Fraction) -> int:
    return 1 if exact == 0 else -1 if exact == 1 else 0


@pytest.mark.parametrize(
    ("height", "width", "mines"), [(5, 12, 12), (5, 14, 25), (4, 20, 16), (3, 40, 30)]
)
@pytest.mark.parametrize("flood", [True, False])
def test_narrow_boards(height: int, width: int, mines: int, flood: bool) -> None:
    random = np.random.default_rng([41, height * width])
    for _ in range(3):
        board = random_board(height, width, mines, random)
        reveals = int(random.integers(2, height * width // 3))
        numbers = revealed_at_random(board, reveals, random, flood)
        expect_some_cells_right(numbers, mines, random, count=4)


def test_one_front_of_a_thousand_cells() -> None:
    """Beyond what float64 can count: such a front is swept in wide numbers."""
    random = np.random.default_rng(42)
    board = random_board(3, 420, 60, random)
    board[1, ::2] = False
    numbers = np.full(board.shape, HIDDEN, dtype=np.int8)
    numbers[1, ::2] = numbers_of(board)[1, ::2]
    expect_some_cells_right(numbers, int(board.sum()), random, count=2)


def test_what_must_add_up_adds_up_where_nobody_counts() -> None:
    numbers = np.full((4, 3001), HIDDEN, dtype=np.int8)
    numbers[1, 1::2] = 3
    mines = 3001 + 500
    probability, verdicts = native.analyze(numbers, mines, UNLIMITED)
    hidden = numbers == HIDDEN
    assert np.array_equal(hidden & ((probability == 0) | (probability == 1)), verdicts != 0)
    np.testing.assert_allclose(probability[hidden].sum(), mines, rtol=1e-12)
    padded = np.pad(np.where(hidden, probability, 0.0), 1)
    around = sum(padded[i : i + 4, j : j + 3001] for i in range(3) for j in range(3))
    np.testing.assert_allclose(np.asarray(around)[~hidden], numbers[~hidden], rtol=1e-12)


# Tiles of 4 × 7 cells with two 2s, two columns apart: they have 3 cells in common and 5 each alone.
TILE = np.full((4, 7), HIDDEN, dtype=np.int8)
TILE[1, 2] = TILE[1, 4] = 2
SEA, COMMON, ALONE = (3, 6), (1, 3), (1, 1)
SEA_OF_TILE = 13


def multiply(one: list[int], other: list[int]) -> list[int]:
    """The product of two polynomials, each as one whole number with limbs of enough bytes."""
    limb = (max(one).bit_length() + max(other).bit_length() + len(one).bit_length()) // 8 + 1
    packed = [
        int.from_bytes(b"".join(term.to_bytes(limb, "little") for term in polynomial), "little")
        for polynomial in (one, other)
    ]
    length = len(one) + len(other) - 1
    product = (packed[0] * packed[1]).to_bytes((length + 1) * limb, "little")
    return [int.from_bytes(product[i * limb : (i + 1) * limb], "little") for i in range(length)]


def ways_of_tiles(count: int) -> list[int]:
    """In how many ways the fronts of so many tiles hold each number of mines."""
    tile = [0] * 5
    for in_common in range(3):
        tile[4 - in_common] = comb(3, in_common) * comb(5, 2 - in_common) ** 2
    powers = [tile]
    while 1 << len(powers) <= count:
        powers.append(multiply(powers[-1], powers[-1]))
    return reduce(multiply, (power for i, power in enumerate(powers) if count >> i & 1))


TOTALS = {
    "least": lambda least, most, tiles: least,
    "next to least": lambda least, most, tiles: least + 1,
    "low": lambda least, most, tiles: least + tiles // 2,
    "middle": lambda least, most, tiles: (least + most) // 2,
    "high": lambda least, most, tiles: most - tiles // 2,
    "next to most": lambda least, most, tiles: most - 1,
    "most": lambda least, most, tiles: most,
}


@pytest.mark.slow
@pytest.mark.parametrize("tiles", [1, 4, 36, 400])
@pytest.mark.parametrize("where", TOTALS)
def test_many_equal_fronts_with_tight_and_loose_totals(tiles: int, where: str) -> None:
    """From ten cells up to ten thousand.

    With extreme totals all the weight lies on terms that are vanishingly small beside the others,
    and yet not impossible.
    """
    side = int(np.sqrt(tiles))
    numbers = np.tile(TILE, (side, tiles // side))
    sea = SEA_OF_TILE * tiles
    mines = TOTALS[where](2 * tiles, 4 * tiles + sea, tiles)
    layouts = in_sea = 0
    for in_fronts, ways in enumerate(ways_of_tiles(tiles)):
        if mines >= in_fronts:
            here = ways * comb(sea, mines - in_fronts)
            layouts += here
            in_sea += here * (mines - in_fronts)
    exact = {SEA: Fraction(in_sea, layouts * sea)}
    in_one_front = (mines - exact[SEA] * sea) / tiles  # 4 less those in common
    exact[COMMON] = (4 - in_one_front) / 3
    exact[ALONE] = (2 - 3 * exact[COMMON]) / 5

    probability, verdicts = native.analyze(numbers, mines, UNLIMITED)
    for (row, column), fraction in exact.items():
        of_all_tiles = probability[row::4, column::7]
        assert abs(Fraction(of_all_tiles[0, 0]) - fraction) <= fraction * RELATIVE_ERROR
        np.testing.assert_allclose(of_all_tiles, float(fraction), rtol=1e-12, atol=0)
        assert (verdicts[row::4, column::7] == verdict_of(fraction)).all()


@pytest.mark.parametrize("mines", [2 * 100 - 1, (4 + SEA_OF_TILE) * 100 + 1])
def test_totals_just_out_of_reach(mines: int) -> None:
    with pytest.raises(native.Contradiction):
        native.analyze(np.tile(TILE, (10, 10)), mines, UNLIMITED)


def test_a_budget_bounds_a_hopeless_position() -> None:
    """300 × 300 cells, of which every seventh is revealed at random: too wide for anybody."""
    random = np.random.default_rng(43)
    board = random_board(300, 300, 20_000, random)
    shown = (random.random(board.shape) < 0.15) & ~board
    numbers = np.where(shown, numbers_of(board), np.int8(HIDDEN))
    with pytest.raises(native.BudgetExceeded):
        native.analyze(numbers, 20_000, 200_000)
    with pytest.raises(native.BudgetExceeded):
        native.sample(numbers, 20_000, 1, 1, 200_000)


@pytest.mark.slow
def test_a_budget_bounds_the_putting_together_of_very_many_fronts() -> None:
    """Each of them is counted at once; together they take far more."""
    numbers = np.tile(TILE, (60, 70))
    mines = 3 * 60 * 70
    states = 60 * 70 * 20
    assert native.analyze(TILE, 3, 20)[0].shape == TILE.shape
    with pytest.raises(native.BudgetExceeded):
        native.analyze(numbers, mines, states)
    with pytest.raises(native.BudgetExceeded):
        native.sample(numbers, mines, 1, 1, states)
    enough, _ = native.analyze(numbers, mines, 40 * states)
    unlimited, _ = native.analyze(numbers, mines, UNLIMITED)
    assert enough.tobytes() == unlimited.tobytes()


def test_a_board_of_usual_size_needs_no_more_than_its_states() -> None:
    numbers = np.tile(TILE, (4, 4))
    whole, _ = native.analyze(numbers, 50, 16 * 20)
    unlimited, _ = native.analyze(numbers, 50, UNLIMITED)
    assert whole.tobytes() == unlimited.tobytes()
