"""Whatever is handed to the compiled module: an answer or a clear refusal, and nothing else."""

from __future__ import annotations

import warnings
from copy import copy
from typing import Any

import numpy as np
import pytest
from native import HIDDEN, UNLIMITED, fed, native
from numpy.typing import NDArray

AnyArray = NDArray[Any]


def hidden(height: int, width: int) -> NDArray[np.int8]:
    return np.full((height, width), HIDDEN, dtype=np.int8)


def ask_all(numbers: AnyArray, mines: int) -> None:
    """Both functions that take a view must refuse it in the same way."""
    with pytest.raises((TypeError, ValueError)) as from_analyze:
        native.analyze(numbers, mines, UNLIMITED)
    with pytest.raises(from_analyze.type) as from_sample:
        native.sample(numbers, mines, 1, 1, UNLIMITED)
    if from_analyze.type is ValueError:
        assert str(from_analyze.value) == str(from_sample.value)


@pytest.mark.parametrize(
    "numbers",
    [
        np.zeros(5, dtype=np.int8),
        np.zeros((2, 2, 2), dtype=np.int8),
        np.zeros((), dtype=np.int8),
        np.zeros((2, 2), dtype=np.uint8),
        np.zeros((2, 2), dtype=np.int16),
        np.zeros((2, 2), dtype=np.int64),
        np.zeros((2, 2), dtype=np.float64),
        np.zeros((2, 2), dtype=np.bool_),
        np.zeros((2, 2), dtype=object),
        np.zeros((2, 2), dtype="S1"),
        np.zeros((2, 4), dtype=np.int8)[:, ::2],
        np.zeros((2, 4), dtype=np.int8)[:, ::-1],
        np.asfortranarray(np.zeros((2, 4), dtype=np.int8)),
        np.broadcast_to(np.zeros((1, 4), dtype=np.int8), (3, 4)),
        np.lib.stride_tricks.as_strided(np.zeros(9, dtype=np.int8), (3, 3), (0, 1)),
    ],
    ids=lambda numbers: f"{numbers.dtype}-{numbers.shape}-{numbers.strides}",
)
def test_arrays_of_another_kind_are_refused_and_not_converted(numbers: AnyArray) -> None:
    with pytest.raises(TypeError, match="incompatible function arguments"):
        native.analyze(numbers, 0, UNLIMITED)
    ask_all(numbers, 0)


@pytest.mark.parametrize("numbers", [None, 3, "11\n##", [[1, -1]], b"1#", memoryview(b"1#")])
def test_what_is_no_array_is_refused(numbers: Any) -> None:
    ask_all(numbers, 0)


@pytest.mark.parametrize("shape", [(0, 0), (0, 5), (5, 0), (2**40, 0), (0, 2**40)])
def test_a_view_without_cells_is_refused(shape: tuple[int, int]) -> None:
    ask_all(np.zeros(shape, dtype=np.int8), 0)


@pytest.mark.parametrize("shape", [(1, 100_000_001), (100_000_001, 1), (10_001, 10_000)])
def test_a_board_beyond_all_measure_is_refused(shape: tuple[int, int]) -> None:
    # The memory of these zeros is never touched, so they cost nothing.
    with pytest.raises(ValueError, match="too large"):
        native.analyze(np.zeros(shape, dtype=np.int8), 0, UNLIMITED)
    with pytest.raises(ValueError, match="too large"):
        native.Tracker(*shape, 0)
    with pytest.raises(ValueError, match="too large"):
        native.play_exact(np.zeros((1, *shape), dtype=np.bool_), (0, 0), 1, UNLIMITED)


@pytest.mark.parametrize("mines", [-1, 7, 2**31, 2**32, 10**12, -(10**12), 2**63 - 1, -(2**63)])
def test_a_total_that_can_not_be_is_refused(mines: int) -> None:
    ask_all(hidden(2, 3), mines)
    with pytest.raises(ValueError, match="number of mines"):
        native.Tracker(2, 3, mines)


@pytest.mark.parametrize("mines", [2**63, -(2**63) - 1, 2**100, 1.0, None, "1"])
def test_a_total_that_is_no_number_of_the_machine_is_refused(mines: Any) -> None:
    with pytest.raises(TypeError):
        native.analyze(hidden(2, 3), mines, UNLIMITED)
    with pytest.raises(TypeError):
        native.Tracker(2, 3, mines)


@pytest.mark.parametrize("number", [-128, -2, 9, 127])
@pytest.mark.parametrize("place", [0, 1, 40, 62])
def test_a_number_that_no_cell_shows_is_refused_wherever_it_stands(number: int, place: int) -> None:
    numbers = hidden(7, 9)
    numbers.flat[place] = number
    with pytest.raises(ValueError, match="from 0 to 8"):
        native.analyze(numbers, 1, UNLIMITED)
    ask_all(numbers, 1)


@pytest.mark.parametrize("shape", [(1, 1), (1, 5000), (5000, 1), (2, 2500), (1000, 1000)])
def test_any_shape_is_answered(shape: tuple[int, int]) -> None:
    numbers = np.full(shape, HIDDEN, dtype=np.int8)
    cells = numbers.size
    for mines in (0, cells // 3, cells):
        probability, verdicts = native.analyze(numbers, mines, UNLIMITED)
        assert probability.shape == verdicts.shape == shape
        np.testing.assert_allclose(probability, mines / cells, rtol=1e-13)
        assert (verdicts == {0: 1, cells: -1}.get(mines, 0)).all()
        choice = native.Tracker(*shape, mines).choose(UNLIMITED)
        assert choice is None if mines == cells else choice is not None and choice[0] == 0


def test_a_view_is_only_read_and_answers_are_the_callers_own() -> None:
    numbers = hidden(4, 4)
    numbers[1, 1] = 2
    numbers.flags.writeable = False
    before = numbers.copy()
    probability, verdicts = native.analyze(numbers, 5, UNLIMITED)
    kept = probability.copy()
    probability_again, verdicts_again = native.analyze(numbers, 5, UNLIMITED)
    assert not np.shares_memory(probability, probability_again)
    probability_again[:] = 7
    verdicts_again[:] = 7
    assert np.array_equal(probability, kept, equal_nan=True)
    assert set(verdicts.flat) == {0}
    assert np.array_equal(numbers, before)


def test_a_budget_of_nothing_allows_nothing_and_none_sets_no_limit() -> None:
    numbers = hidden(4, 9)
    numbers[1, 1:8:2] = 2
    native.analyze(numbers, 5, UNLIMITED)
    for budget in (0, 1):
        with pytest.raises(native.BudgetExceeded):
            native.analyze(numbers, 5, budget)
    for budget in (-1, -(2**63)):
        with pytest.raises(ValueError, match="a budget cannot be negative"):
            native.analyze(numbers, 5, budget)
    with pytest.raises(TypeError):
        native.analyze(numbers, 5, 2**63)


# Sampling


@pytest.mark.parametrize("n", [-1, -(2**63)])
def test_fewer_than_no_layouts_are_refused(n: int) -> None:
    with pytest.raises(ValueError, match="negative"):
        native.sample(hidden(2, 2), 1, n, 0, UNLIMITED)


@pytest.mark.parametrize("n", [2**62, 2**63 - 1])
def test_more_layouts_than_memory_are_refused(n: int) -> None:
    with pytest.raises(MemoryError):
        native.sample(hidden(2, 2), 1, n, 0, UNLIMITED)


@pytest.mark.parametrize("seed", [-1, 2**64, 0.5])
def test_a_seed_that_is_none_is_refused(seed: Any) -> None:
    with pytest.raises(TypeError):
        native.sample(hidden(2, 2), 1, 1, seed, UNLIMITED)


# Laying

LAYING: dict[str, Any] = {
    "seed": (1, 0),
    "stream": 0,
    "start_index": 0,
    "n": 2,
    "size": (2, 3),
    "mines": 2,
    "places": np.arange(6),
}


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"n": -1}, ValueError),
        ({"n": 2**62}, MemoryError),
        ({"mines": -1}, ValueError),
        ({"mines": 7}, ValueError),
        ({"mines": 2**62}, ValueError),
        ({"mines": 3, "places": np.arange(2)}, ValueError),
        ({"size": (0, 3)}, ValueError),
        ({"size": (-2, -3)}, ValueError),
        ({"size": (2**62, 4)}, ValueError),
        ({"places": np.array([0, 1, 6])}, ValueError),
        ({"places": np.array([0, 1, -1])}, ValueError),
        ({"places": np.array([0, 1, 2**40])}, ValueError),
        ({"places": np.arange(12)[::2]}, TypeError),
        ({"places": np.arange(6, dtype=np.int32)}, TypeError),
        ({"places": [0, 1, 2]}, TypeError),
        ({"seed": (2**64, 0)}, TypeError),
        ({"seed": (-1, 0)}, TypeError),
        ({"seed": 1}, TypeError),
        ({"start_index": -1}, TypeError),
        ({"start_index": 2**64}, TypeError),
        ({"stream": -1}, TypeError),
    ],
    ids=str,
)
def test_boards_that_can_not_be_laid_are_refused(
    change: dict[str, Any], error: type[Exception]
) -> None:
    assert native.lay(**LAYING).shape == (2, 2, 3)
    with pytest.raises(error):
        native.lay(**LAYING | change)


@pytest.mark.parametrize("places", [[], [5], [4, 0], [3, 3]])
def test_mines_are_laid_on_the_places_alone(places: list[int]) -> None:
    mines = len(set(places))
    laid = native.lay(**LAYING | {"places": np.array(places, dtype=np.int64), "mines": mines})
    assert set(np.flatnonzero(laid[0]).tolist()) == set(places)


# Playing


def test_layouts_of_another_kind_are_refused() -> None:
    for layouts in (
        np.zeros((1, 3, 3), dtype=np.int8),
        np.zeros((3, 3), dtype=np.bool_),
        np.zeros((1, 3, 6), dtype=np.bool_)[:, :, ::2],
        np.broadcast_to(np.zeros((1, 3, 3), dtype=np.bool_), (2**40, 3, 3)),
    ):
        with pytest.raises(TypeError):
            native.play_exact(layouts, (0, 0), 1, UNLIMITED)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("first", "threads"),
    [
        ((3, 0), 1),
        ((0, 3), 1),
        ((-1, 0), 1),
        ((2**40, 0), 1),
        ((0, 0), 0),
        ((0, 0), -5),
        ((0, 0), 1025),
        ((0, 0), 2**40),
    ],
)
def test_calls_that_make_no_sense_are_refused(first: tuple[int, int], threads: int) -> None:
    with pytest.raises(ValueError, match=r"first cell|threads"):
        native.play_exact(np.zeros((1, 3, 3), dtype=np.bool_), first, threads, UNLIMITED)


@pytest.mark.parametrize("shape", [(1, 0, 0), (2, 0, 3), (2**40, 0, 3), (2**40, 3, 0)])
def test_boards_without_cells_are_refused(shape: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="first cell"):
        native.play_exact(np.zeros(shape, dtype=np.bool_), (0, 0), 1, UNLIMITED)


def test_no_games_are_no_error_and_more_threads_than_games_neither() -> None:
    won, guesses, certain, false_cells, luck = native.play_exact(
        np.zeros((0, 3, 3), dtype=np.bool_), (0, 0), 1024, UNLIMITED, [0.0] * 5
    )
    assert won.shape == guesses.shape == certain.shape == luck.shape == (0,)
    assert false_cells.shape == (0, 2)
    assert won.dtype == np.bool_
    assert guesses.dtype == certain.dtype == false_cells.dtype == np.int32
    won, *_, luck = native.play_exact(np.zeros((2, 3, 3), dtype=np.bool_), (0, 0), 50, UNLIMITED)
    assert won.tolist() == [True, True]
    assert luck.shape == (0,)  # not measured


def test_any_byte_but_0_is_a_mine() -> None:
    bytes_for_mines = np.zeros((1, 3, 3), dtype=np.uint8)
    bytes_for_mines[0, 2, 2] = 2
    bytes_for_mines[0, 0, 1] = 255
    proper = bytes_for_mines != 0
    improper = bytes_for_mines.view(np.bool_)
    for first in ((0, 0), (1, 0), (2, 2)):
        one, other = (
            native.play_exact(layouts, first, 1, UNLIMITED) for layouts in (improper, proper)
        )
        assert [column.tolist() for column in one] == [column.tolist() for column in other]


def test_a_budget_that_runs_out_in_one_thread_ends_the_call() -> None:
    random = np.random.default_rng(1)
    layouts = random.random((40, 16, 30)) < 0.2
    layouts[:, 0, 0] = False
    for threads in (1, 3):
        with pytest.raises(native.BudgetExceeded):
            native.play_exact(layouts, (0, 0), threads, 3)


# Tracking


@pytest.mark.parametrize(
    "size", [(0, 3, 0), (3, 0, 0), (-1, 3, 0), (3, -(2**40), 0), (10**9, 10**9, 0), (2**62, 4, 0)]
)
def test_boards_that_can_not_be_are_refused(size: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"at least one cell|too large"):
        native.Tracker(*size)


@pytest.mark.parametrize(
    ("indices", "shown"),
    [
        ([-1], [0]),
        ([6], [0]),
        ([-(2**63)], [0]),
        ([1, 2**40], [1, 1]),
        ([2**32], [1]),
        ([0], [9]),
        ([0], [-1]),
        ([0], [-128]),
        ([0, 0], [1, 1]),
        ([0, 1, 2, 0], [1, 1, 1, 1]),
        ([0, 1], [1]),
        ([0], [1, 1]),
        ([], [1]),
    ],
)
def test_wrong_reveals_are_refused_whole(indices: list[int], shown: list[int]) -> None:
    tracker = native.Tracker(2, 3, 2)
    untouched = native.Tracker(2, 3, 2).choose(UNLIMITED)
    with pytest.raises(ValueError, match=r"outside|twice|from 0 to 8|needs one number"):
        tracker.reveal(np.array(indices, dtype=np.int64), np.array(shown, dtype=np.int8))
    assert tracker.choose(UNLIMITED) == untouched
    tracker.reveal(np.array([0]), np.array([1], dtype=np.int8))
    with pytest.raises(ValueError, match="twice"):
        tracker.reveal(np.array([1, 0]), np.array([1, 1], dtype=np.int8))
    other = native.Tracker(2, 3, 2)
    other.reveal(np.array([0]), np.array([1], dtype=np.int8))
    assert tracker.choose(UNLIMITED) == other.choose(UNLIMITED)


@pytest.mark.parametrize(
    ("indices", "shown"),
    [
        (np.array([0], dtype=np.int32), np.array([1], dtype=np.int8)),
        (np.array([0], dtype=np.uint64), np.array([1], dtype=np.int8)),
        (np.array([0], dtype=">i8"), np.array([1], dtype=np.int8)),
        (np.array([0], dtype=np.int64), np.array([1], dtype=np.int64)),
        (np.array([[0]], dtype=np.int64), np.array([1], dtype=np.int8)),
        (np.array([0, 1, 2], dtype=np.int64)[::2], np.array([1, 1], dtype=np.int8)),
        ([0], [1]),
    ],
)
def test_reveals_of_another_kind_are_refused(indices: Any, shown: Any) -> None:
    with pytest.raises((TypeError, BufferError)):
        native.Tracker(2, 3, 2).reveal(indices, shown)


def test_no_cells_are_a_reveal_too() -> None:
    tracker = native.Tracker(2, 3, 2)
    before = tracker.choose(UNLIMITED)
    tracker.reveal(np.array([], dtype=np.int64), np.array([], dtype=np.int8))
    assert tracker.choose(UNLIMITED) == before


def test_a_tracker_that_met_a_contradiction_says_so_ever_after() -> None:
    tracker = native.Tracker(1, 4, 1)
    with pytest.raises(native.Contradiction):
        tracker.reveal(np.array([0, 1, 2]), np.array([1, 0, 0], dtype=np.int8))
    for _ in range(2):
        with pytest.raises(native.Contradiction):
            tracker.choose(UNLIMITED)
        with pytest.raises(native.Contradiction):
            tracker.reveal(np.array([3]), np.array([0], dtype=np.int8))


def test_a_budget_that_ran_out_is_forgiven_a_tracker() -> None:
    # Every second cell of every third row shows a 2: no single number or pair settles anything.
    numbers = hidden(13, 31)
    numbers[2::3, 2:-1:2] = 2
    tracker = fed(numbers, 60)
    expected = fed(numbers, 60).choose(UNLIMITED)
    for _ in range(2):
        with pytest.raises(native.BudgetExceeded):
            tracker.choose(100)
        assert tracker.choose(UNLIMITED) == expected


def test_a_tracker_can_not_be_copied_or_inherited_from_or_half_made() -> None:
    with pytest.raises(TypeError):
        type("Mine", (native.Tracker,), {})
    with pytest.raises(TypeError):
        copy(native.Tracker(2, 2, 1))
    half_made = native.Tracker.__new__(native.Tracker)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # the binding's own words on it
        with pytest.raises(TypeError):
            half_made.choose(UNLIMITED)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"size": (0, 4)}, "at least one cell"),
        ({"size": (2**30, 2**30)}, "too large"),
        ({"mines": 16}, "more mines than places"),
        ({"mines": -1}, "more mines than places"),
        ({"places": np.array([16])}, "outside the board"),
        ({"first": 16}, "first cell"),
        ({"first": 5}, "first cell"),
        ({"grade": 7}, "no such technique"),
        ({"grade": -1}, "no such technique"),
        ({"attempts": 0}, "at least one board"),
        ({"draws": -1}, "no fewer than 0"),
        ({"threads": 0}, "threads"),
        ({"threads": 1025}, "threads"),
        ({"n": -1}, "negative"),
    ],
    ids=str,
)
def test_boards_that_cannot_be_made(changed: dict[str, Any], message: str) -> None:
    wish: dict[str, Any] = {
        "seed": (1, 0),
        "stream": 2,
        "start_index": 0,
        "n": 1,
        "size": (4, 4),
        "mines": 3,
        "places": np.arange(1, 16),
        "first": 0,
        "grade": 0,
        "attempts": 1000,
        "draws": 1000,
        "threads": 1,
        "progress": native.MakingProgress(),
    }
    assert native.make_boards(**wish)[0].shape == (1, 4, 4)
    with pytest.raises(ValueError, match=message):
        native.make_boards(**{**wish, **changed})


def test_mines_that_have_no_other_place_are_not_moved_forever() -> None:
    """The second mine may be anywhere beyond the first, as far as anyone can tell."""
    places = np.array([1, 3])
    wish = (1, 0), 2, 0, 1, (1, 6), 2, places, 0, 0, 50, 10, 1
    with pytest.raises(native.BudgetExceeded, match="no board that fits"):
        native.make_boards(*wish, native.MakingProgress())
