"""Make boards that need no guess, of a given grade if one is asked for.

A board needs no guess if exact reasoning, from the first cell on, always finds a cell that is
certainly safe. Boards are *drawn* one after another until one fits: of all boards that fit, each is
equally likely. Where that is hopeless, because thousands were drawn and all of them needed a guess,
a board is *repaired*: mines move, where reasoning gets stuck, until it no longer does. Repaired
boards are not a fair sample; `docs/boards.md` says how they differ.

Board `index` of a seed depends only on the seed, the index and the wish, never on threads, machines
or how many boards are made. The engine makes them; its Python twin draws exactly the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper._compiled import compiled
from sapper.board import Board, Stream, lay_many, places_for_mines, seed_words
from sapper.boards.drawing import DRAWS_BEFORE_REPAIR, DrawingInPython
from sapper.boards.progress import MakingProgress
from sapper.errors import EngineMissing, LevelError, NoBoardFound, OutOfRange
from sapper.exact.analysis import MOST
from sapper.exact.batches import checked_threads
from sapper.grid import Cell, check_cell, is_whole
from sapper.level import Guesses, Level, StartRule, first_cell
from sapper.proof.technique import BoardGrade
from sapper.seed import check_index, check_seed
from sapper.solution import solve

ATTEMPTS = 1_000_000
"""How many boards are tried for each one made, before the wish is refused."""


class Method(StrEnum):
    """How a board was made."""

    DRAWN = "drawn"
    """It is the first that fits of those drawn at random: a fair sample."""
    REPAIRED = "repaired"
    """Mines were moved until it needed no guess."""


class MadeBoard(Board):
    """A board made to order, and how it was made.

    >>> board = make_board("expert", (3, 3), seed=1)
    >>> board
    <MadeBoard 16x30/99 from (3, 3), seed 1, index 0: no guess, drawn>
    >>> board.grade
    <BoardGrade.TOTAL: 'total'>
    """

    first: Cell
    guesses: Guesses
    method: Method
    tried: int
    """How many boards were tried, this one included."""
    moved: int
    """How many times repair swapped a mine and a safe cell."""

    @cached_property
    def grade(self) -> BoardGrade | None:
        """The hardest technique that the board needs from its first cell; None if it is a guess."""
        return solve(self, self.first).grade

    def __repr__(self) -> str:
        need = "no guess" if self.guesses is Guesses.NONE else "any guesses"
        return (
            f"<MadeBoard {self.height}x{self.width}/{self.level.mines} from {self.first}, "
            f"seed {self.seed}, index {self.index}: {need}, {self.method.value}>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.layout, dict(vars(self)))


def make_board(
    level: Level | str,
    first: Cell | None = None,
    *,
    start: StartRule | str = StartRule.OPENING,
    guesses: Guesses | str = Guesses.NONE,
    grade: BoardGrade | str | None = None,
    seed: int = 0,
    index: int = 0,
    attempts: int = ATTEMPTS,
) -> MadeBoard:
    """Make a board that needs no guess from its first cell on.

    `level` is a level, its name, or a size such as `"16x30/99"`; its own start rule does not
    matter: the first cell opens a region, or is only `"safe"` if `start` says so. `grade` is how
    hard the board is: `"easy"`, `"medium"`, `"tricky"`, `"hard"`, `"fiendish"` or `"total"`. With
    `guesses="any"` the board may need guesses. If none of so many `attempts` fits, a
    `NoBoardFound` says so.

    >>> board = make_board("beginner", (4, 4), grade="tricky", seed=7)
    >>> board.grade, board.number((4, 4))
    (<BoardGrade.TRICKY: 'tricky'>, 0)
    >>> make_board("16x16/99", (8, 8)).method
    <Method.REPAIRED: 'repaired'>
    """
    wish = Wish.of(level, first, start, guesses, grade, attempts)
    return make_some(wish, seed, index, 1)[0]


def make_boards(
    level: Level | str,
    first: Cell | None = None,
    n: int = 1,
    *,
    start: StartRule | str = StartRule.OPENING,
    guesses: Guesses | str = Guesses.NONE,
    grade: BoardGrade | str | None = None,
    seed: int = 0,
    start_index: int = 0,
    attempts: int = ATTEMPTS,
    threads: int | None = None,
) -> NDArray[np.bool_]:
    """The layouts of boards `start_index`, `start_index + 1`, … of a seed: (n, height, width).

    Each is that of `make_board` with the same wish, seed and index. They are made on so many
    `threads` (all cores by default), without the GIL; the result never depends on that.

    >>> layouts = make_boards("expert", (3, 3), 100, seed=1)
    >>> layouts.shape, bool((layouts[1] == make_board("expert", (3, 3), seed=1, index=1).layout).all())
    ((100, 16, 30), True)
    >>> from sapper import play_layouts
    >>> played = play_layouts("exact", layouts, (3, 3))
    >>> int(played.won.sum()), int(played.guesses.sum())
    (100, 0)
    """  # noqa: E501
    wish = Wish.of(level, first, start, guesses, grade, attempts)
    return _make(wish, seed, start_index, n, threads, None).layouts


@dataclass(frozen=True, slots=True)
class Wish:
    """What a board is to be like."""

    level: Level
    """With the start rule that the first cell is to follow."""
    first: Cell
    guesses: Guesses
    grade: BoardGrade | None
    attempts: int

    @classmethod
    def of(
        cls,
        level: Level | str,
        first: Cell | None = None,
        start: StartRule | str = StartRule.OPENING,
        guesses: Guesses | str = Guesses.NONE,
        grade: BoardGrade | str | None = None,
        attempts: int = ATTEMPTS,
    ) -> Wish:
        """Check what is wished for; an error says what is impossible.

        >>> Wish.of("beginner", start="given")
        Traceback (most recent call last):
        sapper.errors.LevelError: boards made to order start with 'opening' or 'safe', not 'given'
        """
        start = StartRule.of(start)
        if start not in (StartRule.OPENING, StartRule.SAFE):
            raise LevelError(
                f"boards made to order start with 'opening' or 'safe', not {start.value!r}"
            )
        level = Level.of(level, start)
        if first is None:
            first = first_cell(level.height, level.width, start)
        guesses = Guesses.of(guesses)
        if guesses is Guesses.FAIR:
            raise LevelError("fair play is a rule of the game, not a kind of board")
        grade = None if grade is None else BoardGrade.of(grade)
        if guesses is Guesses.ANY and grade is not None:
            raise LevelError("only a board that needs no guess has a grade")
        if not (is_whole(attempts) and 0 < attempts < MOST):
            raise OutOfRange(f"attempts are a whole number from 1 to 2**62 − 1, not {attempts}")
        first = check_cell(first, level.height, level.width)
        places_for_mines(level, first)
        return cls(level, first, guesses, grade, attempts)

    def __str__(self) -> str:
        return f"{self.level.name} board " + (
            "that needs no guess" if self.grade is None else f"of grade {self.grade.value}"
        )


def make_some(
    wish: Wish,
    seed: int,
    start_index: int,
    count: int,
    *,
    threads: int | None = None,
    progress: MakingProgress | None = None,
) -> list[MadeBoard]:
    """Boards `start_index`, `start_index + 1`, … of a seed, each with how it was made.

    >>> [board.index for board in make_some(Wish.of("beginner"), seed=1, start_index=4, count=2)]
    [4, 5]
    """
    made = _make(wish, seed, start_index, count, threads, progress)
    boards = []
    for place in range(count):
        about = {
            "level": wish.level,
            "seed": int(seed),
            "index": int(start_index) + place,
            "first": wish.first,
            "guesses": wish.guesses,
            "method": Method.REPAIRED if made.repaired[place] else Method.DRAWN,
            "tried": int(made.tried[place]),
            "moved": int(made.moved[place]),
        }
        boards.append(_restore(made.layouts[place], about))
    return boards


@dataclass(frozen=True)
class _Made:
    layouts: NDArray[np.bool_]
    repaired: NDArray[np.bool_]
    tried: NDArray[np.int64]
    moved: NDArray[np.int64]


def _make(
    wish: Wish,
    seed: int,
    start_index: int,
    count: int,
    threads: int | None,
    progress: MakingProgress | None,
) -> _Made:
    check_seed(seed)
    check_index(start_index)
    if not (is_whole(count) and 0 <= count < MOST):
        raise OutOfRange(f"the number of boards is a whole number from 0 to 2**62 − 1, not {count}")
    check_index(start_index + max(0, count - 1))
    threads = checked_threads(threads)
    progress = MakingProgress() if progress is None else progress

    level, first = wish.level, wish.first
    if wish.guesses is Guesses.ANY:
        layouts = lay_many(level, seed, start_index, count, first)
        return _Made(
            layouts,
            np.zeros(count, dtype=np.bool_),
            np.ones(count, dtype=np.int64),
            np.zeros(count, dtype=np.int64),
        )
    if compiled is None:
        return _draw_in_python(wish, seed, start_index, count, progress)
    try:
        made = compiled.make_boards(
            seed=seed_words(seed),
            stream=Stream.MADE,
            start_index=int(start_index),
            n=int(count),
            size=(level.height, level.width),
            mines=level.mines,
            places=places_for_mines(level, first),
            first=first[0] * level.width + first[1],
            grade=0 if wish.grade is None else wish.grade.technique.rank,
            attempts=wish.attempts,
            draws=DRAWS_BEFORE_REPAIR,
            threads=threads,
            progress=progress.in_engine,
        )
    except compiled.BudgetExceeded:
        raise NoBoardFound(str(wish), wish.attempts) from None
    return _Made(*made)


def _draw_in_python(
    wish: Wish, seed: int, start_index: int, count: int, progress: MakingProgress
) -> _Made:
    layouts = np.empty((count, wish.level.height, wish.level.width), dtype=np.bool_)
    tried = np.empty(count, dtype=np.int64)
    for place in range(count):
        drawing = DrawingInPython(wish.level, wish.first, wish.grade, seed, start_index + place)
        drawn = drawing.draw(wish.attempts, progress)
        if drawn is None:
            if drawing.tried == wish.attempts:
                raise NoBoardFound(str(wish), wish.attempts)
            raise EngineMissing(f"a {wish}, which is too rare to be drawn,")
        layouts[place], tried[place] = drawn, drawing.tried
        progress.made_one()
    return _Made(layouts, np.zeros(count, dtype=np.bool_), tried, np.zeros(count, dtype=np.int64))


def _restore(layout: NDArray[np.bool_], about: dict[str, Any]) -> MadeBoard:
    board = MadeBoard.__new__(MadeBoard)
    vars(board).update(about, layout=np.array(layout))
    board.layout.flags.writeable = False
    return board
