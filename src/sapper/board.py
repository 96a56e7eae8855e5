"""The hidden truth: where the mines are. Boards are made here, and only here, from a seed.

Board `index` of a seed depends only on the seed, the index, the level with its start rule, and the
first cell. A counter-based generator gives every index a stream of its own, so results never depend
on chunks, threads or machines.

Every cell draws a number, and the mines go on the smallest ones. This keeps boards of one seed and
index as similar as possible: one more mine adds a mine and moves none, and keeping the first cell
free moves only the mines that would have been there. Comparisons become more precise that way.

`lay` defines what a board is. When many boards are needed, the compiled engine lays exactly the
same ones faster; without it they are laid here one by one.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from functools import cached_property
from operator import index as whole_number
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sapper._compiled import compiled
from sapper.catalogue import counted, form, many, spoken
from sapper.errors import LevelError
from sapper.grid import Cell, check_cell, neighbours
from sapper.level import Level, StartRule
from sapper.seed import check_index, check_seed

if TYPE_CHECKING:
    from sapper.picture.board import Picture

WORD_BITS = 64


class Stream(IntEnum):
    """What a random stream is used for; the streams of a seed never overlap."""

    LAYOUT = 0
    DISCLOSED = 1
    MADE = 2
    """Boards made to order (`sapper.make_board`); their repair, in the engine, uses stream 3."""


def draws(
    seed: int, index: int, stream: Stream, count: int, attempt: int = 0
) -> NDArray[np.uint64]:
    """The first `count` 64-bit numbers of a stream, the same everywhere and forever.

    Boards made to order are drawn until one fits: each attempt has numbers of its own.

    >>> [int(number) for number in draws(seed=1, index=0, stream=Stream.LAYOUT, count=2)]
    [5599841837815857887, 15655913098571550255]
    """
    check_seed(seed)
    check_index(index)
    # Only raw output is used, which numpy promises never to change. The first word of the counter
    # is left for counting.
    counter = np.array([0, attempt, index, stream], dtype=np.uint64)
    generator = np.random.Philox(key=seed, counter=counter)
    return generator.random_raw(count)


class Board:
    """Where the mines are: a board of a level, made from a seed.

    >>> board = Board("beginner", seed=1, first=(0, 0))
    >>> board.is_mine((0, 0)), len(board.mines)
    (False, 10)
    >>> print(Board.from_mines(2, 3, [(0, 2)]))
    01*
    011
    """

    def __init__(
        self, level: Level | str, seed: int, index: int = 0, first: Cell | None = None
    ) -> None:
        level = Level.of(level)
        self.level = level
        check_seed(seed)
        check_index(index)
        self.seed: int | None = int(seed)
        self.index = int(index)
        self.first = None if first is None else check_cell(first, level.height, level.width)
        self.layout: NDArray[np.bool_] = lay(level, self.seed, self.index, self.first)
        self.layout.flags.writeable = False

    @classmethod
    def from_layout(cls, layout: ArrayLike) -> Board:
        """A board from rows of truth values, true for a mine.

        >>> sorted(Board.from_layout([[True, False]]).mines)
        [(0, 0)]
        """
        try:
            array = np.array(layout, dtype=np.bool_)
        except ValueError:
            raise LevelError("the rows of a layout must have the same length") from None
        if array.ndim != 2:
            raise LevelError(f"a layout has rows and columns, not {array.ndim} dimensions")
        board = cls.__new__(cls)
        board.level = Level(array.shape[0], array.shape[1], int(array.sum()), StartRule.ANY)
        board.seed, board.index, board.first = None, 0, None
        board.layout = array
        board.layout.flags.writeable = False
        return board

    @classmethod
    def from_mines(cls, height: int, width: int, cells: Iterable[Cell]) -> Board:
        """A board with mines on exactly these cells.

        >>> Board.from_mines(2, 2, [(1, 1)]).number((0, 0))
        1
        """
        layout = np.zeros((Level(height, width, 0).height, width), dtype=np.bool_)
        for cell in cells:
            layout[check_cell(cell, height, width)] = True
        return cls.from_layout(layout)

    def laid_otherwise(self, layout: ArrayLike) -> Board:
        """A board of the same level and first cell with the mines elsewhere; it has no seed.

        >>> board = Board("beginner", seed=1, first=(0, 0))
        >>> board.laid_otherwise(board.layout[::-1]).level.start.value
        'safe'
        """
        board = Board.from_layout(layout)
        board.level, board.first = self.level, self.first
        return board

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.level.height

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.level.width

    @cached_property
    def mines(self) -> frozenset[Cell]:
        """The mines."""
        rows, columns = np.nonzero(self.layout)
        return frozenset(zip(rows.tolist(), columns.tolist(), strict=True))

    def is_mine(self, cell: Cell) -> bool:
        """Whether the cell is a mine."""
        return bool(self.layout[check_cell(cell, self.height, self.width)])

    @cached_property
    def numbers(self) -> NDArray[np.int8]:
        """How many neighbours of each cell are mines, also for cells that are mines."""
        padded = np.pad(self.layout, 1).astype(np.int8)
        columns = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
        numbers: NDArray[np.int8] = columns[:-2] + columns[1:-1] + columns[2:] - padded[1:-1, 1:-1]
        numbers.flags.writeable = False
        return numbers

    def number(self, cell: Cell) -> int:
        """How many neighbours of the cell are mines."""
        return int(self.numbers[check_cell(cell, self.height, self.width)])

    def disclosed(self, count: int | None = None, seed: int | None = None) -> list[Cell]:
        """The first `count` safe cells in an order drawn independently of the mines.

        The first k cells are always the first k of k + 1; another `seed` gives another order on
        the same board.

        >>> board = Board("hard", seed=1)
        >>> board.disclosed(3) == board.disclosed(4)[:3]
        True
        """
        count = self.level.disclosed if count is None else whole_number(count)
        safe = np.flatnonzero(~self.layout)
        if not 0 <= count <= len(safe):
            raise LevelError(f"can't disclose {count} cells: the board has {len(safe)} safe cells")
        if seed is None:
            seed = 0 if self.seed is None else self.seed
        keys = draws(seed, self.index, Stream.DISCLOSED, self.level.cells)[safe]
        rows, columns = np.divmod(safe[np.argsort(keys, kind="stable")[:count]], self.width)
        return list(zip(rows.tolist(), columns.tolist(), strict=True))

    def __str__(self) -> str:
        signs = np.where(self.layout, "*", self.numbers.astype(np.str_))
        return "\n".join("".join(row) for row in signs)

    def __repr__(self) -> str:
        made = "" if self.seed is None else f", seed {self.seed}, index {self.index}"
        return f"<Board {self.height}x{self.width}/{self.level.mines}{made}>"

    def picture(self) -> Picture:
        """The whole truth, mines and numbers."""
        from sapper.picture.board import MINE, position
        from sapper.picture.words import Pictures

        mines, size = len(self.mines), f"{self.height}×{self.width}"
        title = form(spoken(Pictures).board, mines).format(size=size, n=mines)
        picture = position(self.numbers, title=title)
        return picture.with_squares(dict.fromkeys(self.mines, MINE))

    def _repr_svg_(self) -> str:
        from sapper.picture.words import Pictures

        return self.picture().saying(many(spoken(Pictures).mines, len(self.mines))).svg()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return np.array_equal(self.layout, other.layout)

    def __hash__(self) -> int:
        return hash((self.layout.shape, self.layout.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        if self.seed is None:
            return Board.from_layout, (self.layout,)
        return Board, (self.level, self.seed, self.index, self.first)


def lay_many(
    level: Level, seed: int, start_index: int, count: int, first: Cell | None
) -> NDArray[np.bool_]:
    """The layouts of `count` boards from `start_index` on, each the same as that of `Board`.

    >>> layouts = lay_many(Level(9, 9, 10), seed=1, start_index=5, count=2, first=(0, 0))
    >>> bool((layouts[1] == Board("beginner", seed=1, index=6, first=(0, 0)).layout).all())
    True
    """
    check_seed(seed)
    check_index(start_index)
    check_index(start_index + max(0, count - 1))
    first = None if first is None else check_cell(first, level.height, level.width)
    places = places_for_mines(level, first)
    if compiled is None:
        layouts = np.empty((count, level.height, level.width), dtype=np.bool_)
        for place in range(count):
            layouts[place] = lay(level, seed, start_index + place, first)
        return layouts
    laid: NDArray[np.bool_] = compiled.lay(
        seed=seed_words(seed),
        stream=Stream.LAYOUT,
        start_index=int(start_index),
        n=int(count),
        size=(level.height, level.width),
        mines=level.mines,
        places=places,
    )
    return laid


def lay(
    level: Level,
    seed: int,
    index: int,
    first: Cell | None,
    stream: Stream = Stream.LAYOUT,
    attempt: int = 0,
) -> NDArray[np.bool_]:
    """The layout of one board: every cell draws a number, and the mines go on the smallest ones.

    >>> lay(Level(2, 3, 2), seed=1, index=0, first=(0, 0)).sum().item()
    2
    """
    places = places_for_mines(level, first)
    keys = draws(seed, index, stream, level.cells, attempt)[places]
    layout = np.zeros(level.cells, dtype=np.bool_)
    layout[places[np.argsort(keys, kind="stable")[: level.mines]]] = True
    return layout.reshape(level.height, level.width)


def places_for_mines(level: Level, first: Cell | None) -> NDArray[np.int64]:
    """The row-major indices of all cells that may hold a mine, as the start rule says.

    >>> places_for_mines(Level(2, 3, 2, start="opening"), first=(0, 0)).tolist()
    [2, 5]
    """
    free = [row * level.width + column for row, column in _kept_free(level, first)]
    if level.mines > level.cells - len(free):
        raise LevelError(
            f"no room for an opening at {first}: {counted(level.mines, 'mine')} on "
            f"{counted(level.cells, 'cell')}, "
            f"of which {len(free)} must be free"
        )
    return np.delete(np.arange(level.cells, dtype=np.int64), free)


def seed_words(seed: int) -> tuple[int, int]:
    """A seed as the engine takes it: its lower and upper 64 bits.

    >>> seed_words(2**64 + 5)
    (5, 1)
    """
    return int(seed) % (1 << WORD_BITS), int(seed) >> WORD_BITS


def _kept_free(level: Level, first: Cell | None) -> tuple[Cell, ...]:
    if first is None or level.start in (StartRule.ANY, StartRule.GIVEN):
        return ()
    if level.start is StartRule.SAFE:
        return (first,)
    return (first, *neighbours(first, level.height, level.width))
