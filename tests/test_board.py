"""Boards: one seed, one board."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import boards, cells_of, few, indices, levels, seeds, some

from sapper.board import Board, Stream, draws
from sapper.errors import CellError, LevelError, OutOfRange, SapperError, UnknownName
from sapper.grid import Cell, cells
from sapper.level import LEVELS, Level, StartRule


def _near(one: Cell, other: Cell) -> bool:
    return one != other and abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1


# Golden boards: if one of these fails, every published seed now means another board.

GOLDEN = [
    (
        "course",
        StartRule.ANY,
        1,
        0,
        None,
        """
        001*2*10
        00112110
        11111000
        *11*1000
        11222000
        001*1111
        012322*1
        01*2*211
        """,
        [(3, 7), (2, 0), (2, 1), (4, 0), (6, 4)],
    ),
    (
        "course",
        StartRule.ANY,
        1,
        1,
        None,
        """
        00000000
        11000000
        *1011211
        1112*3*2
        001*24*3
        111112*2
        *2000111
        *2000000
        """,
        [(6, 7), (2, 4), (5, 5), (5, 3), (5, 7)],
    ),
    (
        "beginner",
        StartRule.SAFE,
        7,
        3,
        (4, 4),
        """
        01*210000
        012*10000
        001111110
        000001*10
        011102220
        01*322*10
        122**3210
        *2123*100
        *20011100
        """,
        [(0, 0), (2, 1), (8, 1), (2, 3), (6, 7)],
    ),
    (
        "5x12/12",
        StartRule.OPENING,
        2024,
        5,
        (0, 11),
        """
        22101*2*2110
        **2011223*10
        **200012*210
        3421012*2100
        *2*101*21000
        """,
        [(0, 8), (2, 4), (2, 2), (3, 9), (1, 4)],
    ),
    (
        "easy",
        StartRule.GIVEN,
        12345678901234567890123,
        2,
        None,
        """
        000013*20
        00123**30
        112**4*20
        1*2222110
        111000000
        001111221
        001*11**1
        001111221
        000000000
        """,
        [(1, 8), (0, 5), (5, 0), (8, 5), (5, 1)],
    ),
]


@pytest.mark.parametrize(("name", "start", "seed", "index", "first", "drawn", "given"), GOLDEN)
def test_known_seeds_give_the_boards_they_always_gave(
    name: str,
    start: StartRule,
    seed: int,
    index: int,
    first: Cell | None,
    drawn: str,
    given: list[Cell],
) -> None:
    level = LEVELS[name] if name in LEVELS else Level.parse(name, start)
    assert level.start is start
    board = Board(level, seed, index, first)
    assert str(board).split() == drawn.split()
    assert board.disclosed(5) == given


def test_the_streams_of_a_seed_are_what_they_always_were() -> None:
    assert draws(1, 0, Stream.LAYOUT, 2).tolist() == [5599841837815857887, 15655913098571550255]
    assert draws(2**128 - 1, 2**64 - 1, Stream.DISCLOSED, 1).tolist() == [17271875595183224881]


def test_large_indices_have_streams_of_their_own() -> None:
    large = [2**53, 2**53 + 1, 2**63 - 1, 2**63, 2**63 + 1, 2**63 + 2, 2**64 - 2]
    streams = {draws(1, index, Stream.LAYOUT, 1).tolist()[0] for index in [0, 1, *large]}
    assert len(streams) == 2 + len(large)


def test_layout_and_disclosed_have_streams_of_their_own() -> None:
    assert draws(1, 0, Stream.LAYOUT, 1).tolist() != draws(1, 0, Stream.DISCLOSED, 1).tolist()


@some
@given(levels(), seeds, indices, st.data())
def test_one_seed_gives_one_board(level: Level, seed: int, index: int, data: st.DataObject) -> None:
    first = data.draw(st.none() | cells_of(level.height, level.width))
    one, other = Board(level, seed, index, first), Board(level, seed, index, first)
    assert np.array_equal(one.layout, other.layout)
    assert one.disclosed() == other.disclosed()


@some
@given(levels(), seeds, indices)
def test_a_board_holds_as_many_mines_as_its_level_says(level: Level, seed: int, index: int) -> None:
    board = Board(level, seed, index)
    assert board.layout.shape == (level.height, level.width)
    assert len(board.mines) == level.mines == int(board.layout.sum())


def test_board_i_is_the_same_whatever_was_made_before_it_and_where() -> None:
    level = LEVELS["course"]
    forward = [str(Board(level, 5, index)) for index in range(40)]
    backward = [str(Board(level, 5, index)) for index in reversed(range(40))][::-1]
    with ThreadPoolExecutor(4) as pool:
        threaded = list(pool.map(lambda index: str(Board(level, 5, index)), range(40)))
    assert forward == backward == threaded


def test_other_seeds_and_other_indices_give_other_boards() -> None:
    level = LEVELS["expert"]
    made = {Board(level, seed, index).mines for seed in range(20) for index in range(20)}
    assert len(made) == 400
    far = [Board(level, 2**64 + 1), Board(level, 1), Board(level, 1, 2**63), Board(level, 2**127)]
    assert len({board.mines for board in far}) == 4


def test_a_named_level_may_be_named() -> None:
    assert Board("beginner", seed=4).level is LEVELS["beginner"]
    assert Board("9x9/10", seed=4) == Board("beginner", seed=4)
    with pytest.raises(UnknownName, match="no level is called 'novice'"):
        Board("novice", seed=4)


@some
@given(levels(starts=[StartRule.ANY]), seeds)
def test_one_more_mine_moves_none(level: Level, seed: int) -> None:
    assume(level.mines < level.cells)
    more = Level(level.height, level.width, level.mines + 1, level.start)
    assert Board(level, seed).mines < Board(more, seed).mines


@few
@given(st.integers(4, 8), st.integers(4, 8), seeds, st.data())
def test_mines_are_nested_under_an_opening_too(
    height: int, width: int, seed: int, data: st.DataObject
) -> None:
    first = data.draw(cells_of(height, width))
    nested = [
        Board(Level(height, width, mines, StartRule.OPENING), seed, first=first).mines
        for mines in range(height * width - 8)
    ]
    assert all(fewer < more for fewer, more in pairwise(nested))


@few
@given(levels(starts=[StartRule.SAFE, StartRule.OPENING]), seeds, indices)
def test_whatever_the_first_cell_the_start_rule_keeps_its_promise(
    level: Level, seed: int, index: int
) -> None:
    for first in cells(level.height, level.width):
        board = Board(level, seed, index, first)
        assert len(board.mines) == level.mines
        assert not board.is_mine(first)
        if level.start is StartRule.OPENING:
            assert board.number(first) == 0


@few
@given(levels(starts=[StartRule.SAFE, StartRule.OPENING]), seeds)
def test_keeping_a_first_cell_free_moves_only_the_mines_that_lay_there(
    level: Level, seed: int
) -> None:
    plain = Board(level.starting("any"), seed).mines
    for first in cells(level.height, level.width):
        kept = {first}
        if level.start is StartRule.OPENING:
            kept |= {cell for cell in cells(level.height, level.width) if _near(first, cell)}
        assert plain - kept <= Board(level, seed, first=first).mines


@few
@given(levels(starts=[StartRule.ANY, StartRule.GIVEN]), seeds)
def test_where_nothing_is_promised_the_first_cell_moves_no_mine(level: Level, seed: int) -> None:
    plain = Board(level, seed)
    assert all(
        Board(level, seed, first=first) == plain for first in cells(level.height, level.width)
    )


def test_a_full_safe_board_leaves_just_the_first_cell() -> None:
    level = Level(3, 4, 11, StartRule.SAFE)
    for first in cells(3, 4):
        assert set(cells(3, 4)) - Board(level, 1, first=first).mines == {first}


def test_an_opening_without_room_at_the_cell_is_refused_there() -> None:
    level = Level(3, 3, 5, StartRule.OPENING)  # there is room in the corners alone
    assert Board(level, 1, first=(0, 2)).number((0, 2)) == 0
    with pytest.raises(
        LevelError, match=r"no room for an opening at \(1, 1\): 5 mines on 9 cells.* 9 must be free"
    ):
        Board(level, 1, first=(1, 1))
    with pytest.raises(LevelError, match=r"no room for an opening at \(0, 1\).* 6 must be free"):
        Board(level, 1, first=(0, 1))


def test_a_first_cell_outside_is_refused() -> None:
    with pytest.raises(CellError, match=r"cell \(9, 0\) is outside the 9×9 board"):
        Board("beginner", seed=1, first=(9, 0))


@pytest.mark.parametrize("seed", [-1, 2**128])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(OutOfRange, match=rf"a seed is .* 0 to 2\*\*128 − 1, not {seed}"):
        Board("beginner", seed)


@pytest.mark.parametrize("index", [-1, 2**64])
def test_an_index_out_of_range_is_refused(index: int) -> None:
    with pytest.raises(OutOfRange, match=rf"an index is .* 0 to 2\*\*64 − 1, not {index}"):
        Board("beginner", 1, index)


# Uniformity, at fixed seeds: the thresholds are far beyond chance (p < 1e-6), so that only a
# generator that is really skewed fails.


def _chi_square(counts: Counter[Any], outcomes: list[Any]) -> float:
    assert set(counts) <= set(outcomes)
    expected = sum(counts.values()) / len(outcomes)
    return sum((counts[outcome] - expected) ** 2 / expected for outcome in outcomes)


def test_all_layouts_are_equally_likely() -> None:
    level = Level(2, 3, 2, StartRule.ANY)
    counts = Counter(Board(level, 3, index).mines for index in range(3000))
    outcomes = [frozenset(pair) for pair in combinations(cells(2, 3), 2)]
    assert _chi_square(counts, outcomes) < 60  # 14 degrees of freedom


def test_all_layouts_with_the_first_cell_free_are_equally_likely() -> None:
    level = Level(2, 3, 2, StartRule.SAFE)
    counts = Counter(Board(level, 3, index, (0, 1)).mines for index in range(2000))
    outcomes = [
        frozenset(pair) for pair in combinations([c for c in cells(2, 3) if c != (0, 1)], 2)
    ]
    assert _chi_square(counts, outcomes) < 50  # 9 degrees of freedom


def test_seeds_are_as_good_as_indices() -> None:
    level = Level(2, 3, 2, StartRule.ANY)
    counts = Counter(Board(level, seed).mines for seed in range(3000))
    outcomes = [frozenset(pair) for pair in combinations(cells(2, 3), 2)]
    assert _chi_square(counts, outcomes) < 60


def test_mines_lie_on_every_cell_of_a_larger_board_alike() -> None:
    level = LEVELS["course"]
    counts = Counter(cell for index in range(2000) for cell in Board(level, 9, index).mines)
    spread = _chi_square(counts, list(cells(8, 8))) / (1 - level.density)
    assert spread < 140  # about 63 degrees of freedom


def test_every_safe_cell_is_equally_likely_to_be_disclosed_first() -> None:
    board = Board.from_mines(3, 3, [(0, 0), (2, 1)])
    counts = Counter(board.disclosed(1, seed=seed)[0] for seed in range(2000))
    safe = [cell for cell in cells(3, 3) if not board.is_mine(cell)]
    assert _chi_square(counts, safe) < 45  # 6 degrees of freedom


# Disclosed cells


@some
@given(levels(starts=[StartRule.GIVEN]), seeds, indices)
def test_disclosed_cells_are_nested_and_safe(level: Level, seed: int, index: int) -> None:
    board = Board(level, seed, index)
    everything = board.disclosed(level.cells - level.mines)
    assert len(set(everything)) == len(everything)
    assert set(everything) == set(cells(level.height, level.width)) - board.mines
    for count in range(len(everything) + 1):
        assert board.disclosed(count) == everything[:count]
    assert board.disclosed() == everything[: level.disclosed]


def test_disclosed_cells_are_drawn_apart_from_the_mines() -> None:
    board = Board("hard", seed=1)
    orders = {tuple(board.disclosed(20, seed=seed)) for seed in range(50)}
    assert len(orders) == 50
    assert board.disclosed(20, seed=1) == board.disclosed(20)
    assert board == Board("hard", seed=1)


@some
@given(seeds, st.integers(0, 9))
def test_one_more_mine_takes_only_that_cell_from_the_disclosed(seed: int, mines: int) -> None:
    fewer = Board(Level(4, 4, mines, StartRule.GIVEN), seed)
    more = Board(Level(4, 4, mines + 1, StartRule.GIVEN), seed)
    (added,) = more.mines - fewer.mines
    assert more.disclosed(15 - mines) == [c for c in fewer.disclosed(16 - mines) if c != added]


@pytest.mark.parametrize("count", [-1, 72])
def test_more_than_the_safe_cells_can_not_be_disclosed(count: int) -> None:
    with pytest.raises(LevelError, match=f"can't disclose {count} cells: the board has 71 safe"):
        Board("easy", seed=1).disclosed(count)


def test_a_board_made_by_hand_discloses_too() -> None:
    board = Board.from_mines(3, 3, [(1, 1)])
    assert board.disclosed(2) == board.disclosed(3, seed=0)[:2]


# Boards made by hand, and what they tell


@some
@given(boards())
def test_numbers_are_the_mines_around(board: Board) -> None:
    everything = list(cells(board.height, board.width))
    for cell in everything:
        around = sum(_near(cell, mine) for mine in board.mines)
        assert board.number(cell) == around
        assert board.numbers[cell] == around
        assert board.is_mine(cell) is (cell in board.mines)
    assert board.numbers.dtype == np.int8


def test_a_mine_is_not_its_own_neighbour() -> None:
    assert Board.from_mines(3, 3, cells(3, 3)).numbers.tolist() == [
        [3, 5, 3],
        [5, 8, 5],
        [3, 5, 3],
    ]


@some
@given(boards())
def test_a_board_made_from_its_mines_or_its_layout_is_the_same(board: Board) -> None:
    by_mines = Board.from_mines(board.height, board.width, board.mines)
    by_layout = Board.from_layout(board.layout.tolist())
    assert by_mines == board == by_layout
    assert hash(by_mines) == hash(board) == hash(by_layout)
    assert by_layout.level.mines == len(board.mines)


def test_boards_differ_by_mines_and_by_shape() -> None:
    made = [
        Board.from_mines(1, 2, [(0, 0)]),
        Board.from_mines(1, 2, [(0, 1)]),
        Board.from_mines(2, 1, [(0, 0)]),
        Board.from_mines(1, 2, []),
    ]
    assert len(set(made)) == 4
    assert made[0] != "*1"


def test_a_seeded_board_equals_the_same_board_made_by_hand() -> None:
    board = Board("beginner", seed=1)
    assert board == Board.from_mines(9, 9, board.mines)


def test_layout_and_numbers_are_read_only() -> None:
    for board in (Board("beginner", seed=1), Board.from_mines(2, 2, [(0, 0)])):
        with pytest.raises(ValueError, match="read-only"):
            board.layout[0, 0] = True
        with pytest.raises(ValueError, match="read-only"):
            board.numbers[0, 0] = 1


def test_a_board_keeps_nothing_of_the_array_it_was_made_from() -> None:
    layout = np.zeros((2, 2), dtype=np.bool_)
    board = Board.from_layout(layout)
    layout[0, 0] = True
    assert board.mines == frozenset()


def test_a_board_is_drawn_with_stars_for_mines() -> None:
    assert str(Board.from_mines(2, 3, [(0, 2)])) == "01*\n011"


def test_the_representation_says_where_a_board_comes_from() -> None:
    assert repr(Board("beginner", seed=1, index=2)) == "<Board 9x9/10, seed 1, index 2>"
    assert repr(Board.from_mines(2, 3, [(0, 2)])) == "<Board 2x3/1>"


@pytest.mark.parametrize("cell", [(2, 0), (0, 3), (-1, 0)])
def test_cells_outside_are_refused(cell: Cell) -> None:
    said = rf"cell \({cell[0]}, {cell[1]}\) is outside the 2×3 board"
    board = Board.from_mines(2, 3, [])
    with pytest.raises(CellError, match=said):
        Board.from_mines(2, 3, [cell])
    with pytest.raises(CellError, match=said):
        board.is_mine(cell)
    with pytest.raises(CellError, match=said):
        board.number(cell)


def test_a_board_without_cells_is_refused() -> None:
    with pytest.raises(LevelError, match="0×3 board has no cells"):
        Board.from_mines(0, 3, [])
    with pytest.raises(LevelError, match="no cells"):
        Board.from_layout(np.zeros((3, 0), dtype=np.bool_))
    with pytest.raises(LevelError, match="not 1 dimensions"):
        Board.from_layout([True, False])


def test_a_ragged_layout_is_refused_with_a_typed_error() -> None:
    with pytest.raises(SapperError):
        Board.from_layout([[True], [True, False]])


@few
@given(levels(), seeds, indices, st.data())
def test_boards_survive_pickling_and_copying(
    level: Level, seed: int, index: int, data: st.DataObject
) -> None:
    first = data.draw(st.none() | cells_of(level.height, level.width))
    made = Board(level, seed, index, first)
    for board in (made, Board.from_mines(level.height, level.width, made.mines)):
        for twin in (pickle.loads(pickle.dumps(board)), copy.copy(board), copy.deepcopy(board)):
            assert twin == board
            assert (twin.seed, twin.index, twin.first) == (board.seed, board.index, board.first)
            assert twin.disclosed() == board.disclosed()
            assert twin.level == board.level
            assert not twin.layout.flags.writeable
