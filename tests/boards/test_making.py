"""Boards made to order need no guess, are a fair sample where they are drawn, and repeat."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats  # type: ignore[import-untyped]

import sapper.boards.make as making
from sapper import (
    Board,
    Cell,
    Level,
    LevelError,
    NoBoardFound,
    SapperError,
    make_board,
    make_boards,
    neighbours,
    play_layouts,
    solve,
)
from sapper._compiled import compiled
from sapper.board import Stream, lay
from sapper.boards.drawing import opened_without_guess
from sapper.boards.make import MadeBoard, Wish, make_some
from sapper.boards.progress import MakingProgress
from sapper.errors import EngineMissing, OutOfRange, UnknownName
from sapper.proof.technique import BoardGrade

needs_engine = pytest.mark.skipif(compiled is None, reason="the engine is not built")
Layout = NDArray[np.bool_]


# No guess is needed


@needs_engine
@pytest.mark.parametrize(
    ("size", "first", "start", "count"),
    [
        ("9x9/10", (2, 2), "opening", 500),
        ("9x9/10", (0, 0), "safe", 500),
        ("16x16/40", (0, 8), "opening", 300),
        ("16x30/99", (3, 3), "opening", 300),
        ("16x30/99", (15, 29), "safe", 100),
        ("1x20/4", (0, 0), "opening", 200),
        ("16x16/99", (8, 8), "opening", 10),
        ("30x30/240", (0, 0), "opening", 3),
        ("9x9/45", (0, 0), "safe", 20),
    ],
)
def test_exact_play_never_guesses(size: str, first: Cell, start: str, count: int) -> None:
    layouts = make_boards(size, first, count, start=start, seed=5)
    played = play_layouts("exact", layouts, first)
    assert played.won.all()
    assert played.guesses.sum() == 0
    assert (layouts.sum(axis=(1, 2)) == Level.parse(size).mines).all()
    free = (first, *neighbours(first, *layouts.shape[1:])) if start == "opening" else (first,)
    assert not any(layouts[:, row, column].any() for row, column in free)


@needs_engine
@pytest.mark.parametrize(
    ("size", "first", "start"),
    [
        ("5x6/6", (1, 1), "opening"),
        ("9x9/10", (0, 0), "safe"),
        ("16x16/40", (2, 2), "opening"),
        ("16x30/99", (3, 3), "opening"),
    ],
)
def test_an_attempt_is_taken_exactly_if_it_needs_no_guess(
    size: str, first: Cell, start: str
) -> None:
    """The quick check of the engine, against exact play and against exact analysis."""
    level = Level.parse(size, start)
    attempts = [lay(level, 3, index, first, Stream.MADE) for index in range(200)]
    played = play_layouts("exact", np.array(attempts), first)
    for index, layout in enumerate(attempts):
        needs_none = bool(played.won[index]) and not played.guesses[index]
        board = Board.from_layout(layout)
        assert needs_none == (opened_without_guess(board, first) == level.cells - level.mines)
        try:
            made = make_board(size, first, start=start, seed=3, index=index, attempts=1)
        except NoBoardFound:
            assert not needs_none
        else:
            assert needs_none
            assert made == board


# By brute force: every layout of a small board is written out


def numbers_of(layout: Layout) -> NDArray[np.int64]:
    padded = np.pad(layout, 1).astype(np.int64)
    height, width = layout.shape
    return sum(
        padded[row : row + height, column : column + width]
        for row in range(3)
        for column in range(3)
    ) - layout.astype(np.int64)


def solvable(layout: Layout, first: int, possible: Layout, numbers: NDArray[np.int64]) -> bool:
    """Whether some cell is safe in all layouts that agree with what is seen, again and again."""
    mine_here, number_here = layout.ravel(), numbers_of(layout).ravel()
    revealed = np.zeros(mine_here.size, dtype=np.bool_)
    safe = np.zeros(mine_here.size, dtype=np.bool_)
    safe[first] = True
    while (safe & ~revealed).any():
        revealed |= safe
        agree = ~possible[:, revealed].any(axis=1)
        agree &= (numbers[:, revealed] == number_here[revealed]).all(axis=1)
        safe = ~possible[agree].any(axis=0)
    return bool((revealed | mine_here).all())


@cache
def no_guess_layouts(height: int, width: int, mines: int, first: Cell, start: str) -> set[bytes]:
    cells = height * width
    where = first[0] * width + first[1]
    kept_free = {where} | (
        {row * width + column for row, column in neighbours(first, height, width)}
        if start == "opening"
        else set()
    )
    # A player knows the mine total, and not the start rule.
    every = np.zeros((len(list(combinations(range(cells), mines))), cells), dtype=np.bool_)
    for place, chosen in enumerate(combinations(range(cells), mines)):
        every[place, list(chosen)] = True
    numbers = np.array([numbers_of(one.reshape(height, width)).ravel() for one in every])
    return {
        one.tobytes()
        for one in every
        if not one[sorted(kept_free)].any()
        and solvable(one.reshape(height, width), where, every, numbers)
    }


@needs_engine
@pytest.mark.parametrize(
    ("height", "width", "mines", "first", "start"),
    [
        (4, 4, 3, (0, 0), "opening"),
        (4, 4, 4, (0, 0), "opening"),
        (3, 5, 3, (0, 0), "safe"),
        (4, 4, 2, (1, 1), "safe"),
    ],
)
def test_every_fitting_layout_is_made_equally_often(
    height: int, width: int, mines: int, first: Cell, start: str
) -> None:
    fitting = no_guess_layouts(height, width, mines, first, start)
    assert len(fitting) > 5
    count = 200 * len(fitting)
    made = make_boards(f"{height}x{width}/{mines}", first, count, start=start, seed=11)
    found = Counter(layout.tobytes() for layout in made)
    assert set(found) == fitting
    # The seed is fixed: this fails for good or never.
    assert stats.chisquare(list(found.values())).pvalue > 0.001


@needs_engine
def test_a_sample_that_is_not_uniform_would_be_noticed() -> None:
    """The test above has the power to find a bias of a quarter."""
    fitting = no_guess_layouts(4, 4, 4, (0, 0), "opening")
    biased = [
        one for place, one in enumerate(sorted(fitting)) for _ in range(200 + 60 * (place % 2))
    ]
    assert stats.chisquare(list(Counter(biased).values())).pvalue < 0.001


# The same everywhere


@needs_engine
@pytest.mark.parametrize(
    ("size", "grade", "count"),
    [("16x16/40", None, 100), ("9x9/10", "tricky", 8), ("16x16/99", None, 6)],
)
def test_boards_do_not_depend_on_threads_or_portions(
    size: str, grade: str | None, count: int
) -> None:
    together = make_boards(size, (2, 2), count, grade=grade, seed=2, threads=1)
    for threads in (2, 7):
        again = make_boards(size, (2, 2), count, grade=grade, seed=2, threads=threads)
        assert (again == together).all()
    portions = [
        make_boards(size, (2, 2), 2, grade=grade, seed=2, start_index=start)
        for start in range(0, count, 2)
    ]
    assert (np.concatenate(portions) == together).all()
    assert make_board(size, (2, 2), grade=grade, seed=2, index=3).layout.tolist() == (
        together[3].tolist()
    )
    other_seed = make_boards(size, (2, 2), count, grade=grade, seed=2 + 2**64)
    assert (other_seed != together).any()


def test_the_same_boards_as_ever() -> None:
    """Puzzles of the day and packs rely on it."""
    board = make_board("5x8/8", (1, 1), seed=1)
    assert str(board).splitlines() == EXPECTED_5X8
    assert board.tried == EXPECTED_TRIED


EXPECTED_5X8 = ["0002*200", "0003*410", "0003**10", "1234*310", "1***2100"]
EXPECTED_TRIED = 4


@needs_engine
def test_a_repaired_board_is_the_same_as_ever() -> None:
    board = make_board("8x8/30", (1, 1), seed=1)
    assert board.method.value == "repaired"
    assert str(board).splitlines() == EXPECTED_REPAIRED


EXPECTED_REPAIRED = [
    "0002****",
    "0002*56*",
    "112223**",
    "3*4*24**",
    "***22**4",
    "*533445*",
    "*44***6*",
    "2***5***",
]


@needs_engine
@pytest.mark.parametrize(
    ("size", "first", "grade", "count"),
    [("5x6/5", (2, 2), None, 10), ("9x9/10", (2, 2), "total", 2), ("6x6/6", (0, 0), "easy", 4)],
)
def test_the_twin_draws_the_same_boards(
    size: str, first: Cell, grade: str | None, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    wish = Wish.of(size, first, grade=grade)
    by_engine = make_some(wish, 4, 7, count)
    monkeypatch.setattr(making, "compiled", None)
    progress = MakingProgress()
    by_twin = make_some(wish, 4, 7, count, progress=progress)
    assert by_twin == by_engine
    assert [board.tried for board in by_twin] == [board.tried for board in by_engine]
    assert (progress.made, progress.tried) == (count, sum(board.tried for board in by_twin))


def test_the_twin_does_not_repair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "compiled", None)
    monkeypatch.setattr("sapper.boards.drawing.DRAWS_BEFORE_REPAIR", 20)
    with pytest.raises(EngineMissing, match="9x9/40 board that needs no guess"):
        make_board("9x9/40", (4, 4))
    with pytest.raises(NoBoardFound):
        make_board("9x9/40", (4, 4), attempts=10)


# Grades


@needs_engine
@pytest.mark.parametrize("grade", BoardGrade)
@pytest.mark.parametrize(("size", "first"), [("9x9/10", (2, 2)), ("16x16/40", (2, 2))])
def test_boards_are_of_the_grade_asked_for(size: str, first: Cell, grade: BoardGrade) -> None:
    for board in make_some(Wish.of(size, first, grade=grade), 9, 0, 3):
        solution = solve(board, first)
        assert solution.complete
        assert solution.grade is grade is board.grade


@needs_engine
@pytest.mark.parametrize("grade", ["easy", "medium", "total"])
def test_repaired_boards_have_grades_too(grade: str) -> None:
    board = make_board("16x16/99", (8, 8), grade=grade, seed=1)
    assert board.method.value == "repaired"
    assert board.grade == grade
    assert board.moved > 0


@needs_engine
@pytest.mark.parametrize("grade", [grade for grade in BoardGrade if grade != "fiendish"])
def test_boards_of_a_grade_are_those_of_all_boards_made(grade: BoardGrade) -> None:
    """What the engine does not even try to solve for a grade is not of that grade.

    The first attempt that fits the grade comes no earlier than the first that needs no guess, and
    is the same board as if each had been solved and graded in turn.
    """
    level, first = Level.parse("6x6/7", "opening"), (1, 1)

    def grade_of_attempt(attempt: int) -> BoardGrade | None:
        return solve(Board.from_layout(lay(level, 8, 0, first, Stream.MADE, attempt)), first).grade

    expected = next(attempt for attempt in range(5000) if grade_of_attempt(attempt) is grade)
    assert make_board(level, first, grade=grade, seed=8).tried == expected + 1


# Boards as objects


@needs_engine
@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]
)
def test_a_copy_knows_how_it_was_made(duplicate: Callable[[MadeBoard], MadeBoard]) -> None:
    board = make_board("16x16/99", (8, 8), seed=3, index=2)
    twin = duplicate(board)
    assert twin == board
    assert repr(twin) == repr(board)
    assert (twin.seed, twin.index, twin.first, twin.level) == (3, 2, (8, 8), board.level)
    assert (twin.method, twin.tried, twin.moved) == (board.method, board.tried, board.moved)
    assert not twin.layout.flags.writeable


def test_any_guesses_gives_the_usual_board() -> None:
    board = make_board("expert", (3, 3), guesses="any", seed=6, index=2)
    level = Level.named("expert").starting("opening")
    assert board == Board(level, seed=6, index=2, first=(3, 3))
    assert "any guesses" in repr(board)


def test_no_boards_at_all() -> None:
    assert make_boards("beginner", (0, 0), 0).shape == (0, 9, 9)


@pytest.mark.parametrize("size", ["3x3/0", "3x3/5"])
def test_boards_that_the_first_cell_solves(size: str) -> None:
    board = make_board(size, (0, 0), seed=1)
    assert board.tried == 1
    assert board.grade is BoardGrade.EASY


# Refusals


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"grade": "gruesome"}, UnknownName, "no grade is called 'gruesome'"),
        ({"guesses": "some"}, UnknownName, "no rule for guesses is called 'some'"),
        ({"guesses": "fair"}, LevelError, "a rule of the game, not a kind of board"),
        ({"guesses": "any", "grade": "easy"}, LevelError, "only a board that needs no guess has a"),
        ({"start": "any"}, LevelError, "start with 'opening' or 'safe', not 'any'"),
        ({"level": "9x9/78"}, LevelError, "no room"),
        ({"level": "9x9/75", "first": (4, 4)}, LevelError, "no room for an opening"),
        ({"first": (9, 0)}, SapperError, "outside"),
        ({"seed": -1}, OutOfRange, "a seed is"),
        ({"index": -1}, OutOfRange, "an index is"),
        ({"attempts": 0}, OutOfRange, "attempts are"),
    ],
)
def test_refusals(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as refusal:
        make_board(**{"level": "9x9/10", "first": (2, 2), **options})
    assert "\n" not in str(refusal.value)


@needs_engine
@pytest.mark.parametrize(
    ("size", "grade", "message"),
    [
        ("4x4/0", "hard", "no 4x4/0 board of grade hard was found in 20,000 attempts"),
        ("2x2/1", None, "no 2x2/1 board that needs no guess was found in 20,000 attempts"),
    ],
)
def test_wishes_that_nothing_fits(size: str, grade: str | None, message: str) -> None:
    with pytest.raises(NoBoardFound, match=message):
        make_board(size, (0, 0), start="safe", grade=grade, attempts=20_000)
    with pytest.raises(NoBoardFound):
        make_boards(size, (0, 0), 5, start="safe", grade=grade, attempts=5_000, threads=3)


@pytest.mark.parametrize(
    ("options", "message"),
    [({"n": -1}, "the number of boards"), ({"threads": 0}, "threads are"), ({"n": 1.5}, "boards")],
)
def test_refusals_of_many(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OutOfRange, match=message):
        make_boards("beginner", (0, 0), **{"n": 1, **options})


# Every step checked


@pytest.mark.slow
@needs_engine
@pytest.mark.parametrize(
    ("size", "start", "count"),
    [
        ("9x9/10", "opening", 250),
        ("9x9/10", "safe", 200),
        ("16x16/40", "opening", 40),
        ("16x30/99", "opening", 10),
        ("16x16/99", "opening", 5),
    ],
)
def test_every_step_of_their_solutions_is_checked(size: str, start: str, count: int) -> None:
    """Five hundred boards; the checker shares nothing with what made them."""
    for board in make_some(Wish.of(size, start=start), 21, 0, count):
        solution = solve(board, board.first)
        assert solution.complete
        assert solution.check() > 0


def test_progress_counts_boards() -> None:
    progress = MakingProgress()
    boards = make_some(Wish.of("5x6/5", (2, 2)), 4, 0, 20, progress=progress)
    assert progress.made == 20
    assert progress.tried == sum(board.tried for board in boards) > 20


@needs_engine
def test_progress_counts_changes_by_repair() -> None:
    progress = MakingProgress()
    (board,) = make_some(Wish.of("16x16/99", (8, 8)), 1, 0, 1, progress=progress)
    assert board.method == "repaired"
    assert progress.tried == board.tried
