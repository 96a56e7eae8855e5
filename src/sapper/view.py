"""The view: everything a player sees, and all that a reasoner is given.

A view is immutable. Revealing cells gives a new view, at a cost that depends on the cells revealed
and not on the board: all views along one line of play share one record of what was revealed in
which order, and each stores only how much of that record it sees. The same record shows at once
what is new since an earlier view, so an agent can keep what it has derived from move to move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sapper.catalogue import counted, form, spoken
from sapper.errors import CellError, ParseError, WrongType
from sapper.grid import Cell, check_cell, is_whole
from sapper.level import MOST_CELLS, Level, StartRule

if TYPE_CHECKING:
    from sapper.picture.board import Picture

HIDDEN = -1
"""The value in `View.numbers` of a hidden cell."""

HIDDEN_SIGN, FLAG_SIGN = "#", "F"
HIDDEN_SIGNS = frozenset("#._-H?")
"""Every sign read as a hidden cell, one in each text; `#` is the one that is written."""

Positions: TypeAlias = NDArray[np.intp]
"""Cells as row-major positions: row × width + column."""

_SIGNS = np.frombuffer(f"012345678{HIDDEN_SIGN}".encode(), dtype=np.uint8)
"""The sign of each number; −1 selects the last one."""
_HIDDEN_BYTE = b"\xff"
_SHOWN = bytes(range(9)) + _HIDDEN_BYTE
"""The byte of each number that a cell may show."""
_NO_FLAGS: frozenset[Cell] = frozenset()
_NOT_YET = np.iinfo(np.int32).max


class _Record:
    """What one line of play has revealed, in order. It is append-only.

    A record that begins with a whole position has no `order` and no `turn` until somebody asks for
    them: most positions that are read are looked at as they are.
    """

    __slots__ = ("length", "lock", "numbers", "order", "owner", "turn")

    length: int
    # A game owns the record of its views: a player who looks ahead from one of them works on a
    # copy, and the game's next view still costs no more than what it reveals.
    owner: object
    order: Positions
    numbers: NDArray[np.int8]
    # The turn at which each position was revealed: a view of the first n turns sees exactly the
    # positions whose turn is below n.
    turn: NDArray[np.int32]

    def __init__(self, numbers: NDArray[np.int8], length: int, owner: object = None) -> None:
        """Begin with these numbers, so many of which are revealed, in row-major order."""
        self.numbers = numbers
        self.length = length
        self.owner = owner
        self.lock = RLock()

    def __getattr__(self, name: str) -> Any:
        if name not in ("order", "turn"):
            raise AttributeError(name)
        with self.lock:
            try:  # another thread may have been faster
                return object.__getattribute__(self, name)
            except AttributeError:
                self._number_turns()
            return object.__getattribute__(self, name)

    def _number_turns(self) -> None:
        revealed = np.flatnonzero(self.numbers != HIDDEN)
        order = np.empty(self.numbers.size, dtype=np.intp)
        turn = np.full(self.numbers.size, _NOT_YET, dtype=np.int32)
        order[: self.length] = revealed
        turn[revealed] = np.arange(self.length, dtype=np.int32)
        if not self.numbers.flags.writeable:
            self.numbers = self.numbers.copy()
        self.order, self.turn = order, turn

    @classmethod
    def empty(cls, size: int, owner: object = None) -> _Record:
        """A record with nothing revealed yet, in which all that is to come has its place."""
        record = cls(np.full(size, HIDDEN, dtype=np.int8), 0, owner)
        record._number_turns()
        return record

    def append(self, positions: Positions, numbers: NDArray[np.int8]) -> None:
        end = self.length + len(positions)
        self.order[self.length : end] = positions
        self.numbers[positions] = numbers
        self.turn[positions] = np.arange(self.length, end, dtype=np.int32)
        self.length = end

    def numbers_of(self, length: int) -> NDArray[np.int8]:
        """A copy of the numbers as they were at a given length."""
        with self.lock:
            if length == self.length:  # the usual case: a plain copy is several times faster
                return self.numbers.copy()
        return np.where(self.turn < length, self.numbers, np.int8(HIDDEN))

    def branch(self, length: int) -> _Record:
        """A separate record, for another continuation of an earlier view."""
        branch = _Record.empty(self.numbers.size)
        seen = self.order[:length]
        branch.append(seen, self.numbers[seen])
        return branch


class _Draft:
    """A view while it is written: plain attributes are set many times faster than guarded ones."""

    __slots__ = ("_hash", "_length", "_numbers", "_record", "flags", "height", "mines", "width")

    height: int
    width: int
    mines: int
    flags: frozenset[Cell]
    _record: _Record
    _length: int
    _numbers: NDArray[np.int8] | None
    _hash: int | None


def _written(
    height: int,
    width: int,
    mines: int,
    flags: frozenset[Cell],
    record: _Record,
    length: int,
    numbers: NDArray[np.int8] | None = None,
) -> View:
    draft = _Draft()
    draft.height = height
    draft.width = width
    draft.mines = mines
    draft.flags = flags
    draft._record = record
    draft._length = length
    draft._numbers = numbers
    draft._hash = None
    draft.__class__ = View  # immutable from here on
    assert isinstance(draft, View)
    return draft


class View(_Draft):
    """What a player sees: the size, the mine total, the revealed numbers and the flags.

    >>> view = View.parse('''
    ...     1#
    ...     F2
    ... ''', mines=2)
    >>> view.number((1, 1)), view.is_hidden((0, 1)), view.is_flagged((1, 0))
    (2, True, True)
    >>> print(view.revealing({(0, 1): 2}))
    12
    F2

    Flags are the player's own marks. They travel with the view, but no reasoner trusts them.
    """

    __slots__ = ()

    def __new__(cls, height: int, width: int, mines: int, *, owner: object = None) -> View:
        """A view of a board with nothing revealed; only `owner` may extend its record."""
        level = Level(height, width, mines, StartRule.ANY)
        record = _Record.empty(level.cells, owner)
        return _written(level.height, level.width, level.mines, _NO_FLAGS, record, 0)

    def _next(self, flags: frozenset[Cell], record: _Record, length: int) -> View:
        return _written(self.height, self.width, self.mines, flags, record, length)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view is immutable; can't set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a view is immutable; can't delete {name!r}")

    # Reading and writing

    @classmethod
    def from_numbers(cls, numbers: ArrayLike, mines: int, flags: Iterable[Cell] = ()) -> View:
        """A view from rows of numbers, with −1 for a hidden cell.

        Rows are lists or an array of whole numbers; floats, truth values and masked arrays are
        refused.

        >>> print(View.from_numbers([[1, -1], [1, 1]], mines=1))
        1#
        11
        """
        given = read_numbers(numbers, "height", "width")
        shown = given.tobytes()
        height, width = given.shape
        # The usual case needs no level to say that it is one.
        if not (type(mines) is int and 0 <= mines <= len(shown) <= MOST_CELLS and shown):
            mines = Level(height, width, mines, StartRule.ANY).mines
        array: NDArray[np.int8] = np.ndarray(given.shape, np.int8, shown)  # read-only, as bytes are
        revealed = len(shown) - shown.count(_HIDDEN_BYTE)
        record = _Record(array.reshape(-1), revealed)
        view = _written(height, width, mines, _NO_FLAGS, record, revealed, array)
        return view if flags == () else view.with_flags(flags)

    @classmethod
    def parse(cls, text: str, *, mines: int) -> View:
        """Read rows of text: digits, `#` hidden (or else one of `. _ - H ?`), `F` flagged.

        Rows may be indented by the same amount, and a single space may separate the cells.

        >>> View.parse("1 # \\n1 1", mines=1).hidden()
        [(0, 1)]
        >>> View.parse("12#\\n1*#", mines=2)
        Traceback (most recent call last):
        sapper.errors.ParseError: row 1, column 1: '*' is not a cell; 0–8, # (hidden) or F (flag)
        """
        if not isinstance(text, str):
            raise WrongType(f"expected rows of text, not {type(text).__name__}")
        rows = split_rows(text)
        check_hidden_sign(rows)
        numbers, flags = [], []
        for row, signs in enumerate(rows):
            for column, sign in enumerate(signs):
                if sign in "012345678":
                    numbers.append(int(sign))
                    continue
                if sign == FLAG_SIGN:
                    flags.append((row, column))
                elif sign not in HIDDEN_SIGNS:
                    raise ParseError(
                        f"row {row}, column {column}: {sign!r} is not a cell; "
                        "0–8, # (hidden) or F (flag)"
                    )
                numbers.append(HIDDEN)
        array = np.array(numbers, dtype=np.int8).reshape(len(rows), -1)
        return cls.from_numbers(array, mines, flags)

    def __str__(self) -> str:
        signs = _SIGNS[self.numbers]
        for cell in self.flags:
            signs[cell] = ord(FLAG_SIGN)
        text, width = signs.tobytes().decode(), self.width
        return "\n".join(text[start : start + width] for start in range(0, len(text), width))

    def __repr__(self) -> str:
        size = f"{self.height}x{self.width}/{self.mines}"
        return f"<View {size}: {self.revealed_count} revealed, {len(self.flags)} flagged>"

    def picture(self, middle: Cell | None = None) -> Picture:
        """The position drawn; of a large board the part around `middle`, or what is open.

        >>> View.parse("1#", mines=1).picture().title
        'A position on 1×2 with 1 mine'
        """
        from sapper.picture.board import position
        from sapper.picture.words import Pictures

        size = f"{self.height}×{self.width}"
        title = form(spoken(Pictures).position, self.mines).format(size=size, n=self.mines)
        return position(self.numbers, self.flags, title=title, middle=middle)

    def _repr_svg_(self) -> str:
        from sapper.picture.words import Pictures

        say = spoken(Pictures).mines_and_flags if self.flags else spoken(Pictures).mines
        caption = form(say, self.mines).format(n=self.mines, flags=len(self.flags))
        return self.picture().saying(caption).svg()

    # Looking

    @property
    def numbers(self) -> NDArray[np.int8]:
        """The numbers as a read-only array, −1 where hidden. Built once, on first use."""
        numbers = self._numbers
        if numbers is None:
            numbers = self._record.numbers_of(self._length).reshape(self.height, self.width)
            numbers.setflags(write=False)
            object.__setattr__(self, "_numbers", numbers)
        return numbers

    def number(self, cell: Cell) -> int | None:
        """The number a cell shows, or None if it is hidden."""
        row, column = check_cell(cell, self.height, self.width)
        position = row * self.width + column
        if self._record.turn[position] >= self._length:
            return None
        return int(self._record.numbers[position])

    def is_hidden(self, cell: Cell) -> bool:
        """Whether a cell is hidden (flagged or not)."""
        return self.number(cell) is None

    def check_hidden(self, cell: Cell) -> Cell:
        """Return a hidden cell as a pair of plain ints; a `CellError` for any other.

        >>> View.parse("1#", mines=1).check_hidden((0, 0))
        Traceback (most recent call last):
        sapper.errors.CellError: cell (0, 0) is revealed; it shows 1
        """
        shown = self.number(cell)
        row, column = cell
        if shown is not None:
            raise CellError(f"cell ({row}, {column}) is revealed; it shows {shown}")
        return int(row), int(column)

    def is_flagged(self, cell: Cell) -> bool:
        """Whether the player has flagged the cell."""
        return check_cell(cell, self.height, self.width) in self.flags

    @property
    def revealed_count(self) -> int:
        """How many cells show a number."""
        return self._length

    @property
    def hidden_count(self) -> int:
        """How many cells are hidden, including flagged ones."""
        return self.height * self.width - self._length

    def hidden(self) -> list[Cell]:
        """The hidden cells, including flagged ones, row by row."""
        return self.cells_at(np.flatnonzero(self.numbers == HIDDEN))

    def cells_at(self, positions: Positions) -> list[Cell]:
        """The cells at row-major positions, as pairs of plain ints."""
        rows, columns = np.divmod(positions, self.width)
        return list(zip(rows.tolist(), columns.tolist(), strict=True))

    # Moving on

    def revealing(self, numbers: Mapping[Cell, int]) -> View:
        """The view in which these cells also show these numbers.

        >>> View(1, 2, mines=1).revealing({(0, 0): 9})
        Traceback (most recent call last):
        sapper.errors.CellError: cell (0, 0) can't show 9: a number is 0 to 8
        """
        positions = []
        for cell, number in numbers.items():
            row, column = check_cell(cell, self.height, self.width)
            if not (is_whole(number) and 0 <= number <= 8):
                raise CellError(f"cell {cell} can't show {number}: a number is 0 to 8")
            shown = self.number(cell)
            if shown is not None:
                raise CellError(f"cell {cell} is already revealed; it shows {shown}")
            positions.append(row * self.width + column)
        return self.revealing_at(
            np.array(positions, dtype=np.intp), np.array(list(numbers.values()), dtype=np.int8)
        )

    def revealing_at(
        self, positions: Positions, numbers: NDArray[np.int8], owner: object = None
    ) -> View:
        """The fast twin of `revealing`, for distinct row-major positions of hidden cells.

        The numbers are not checked: they must be 0 to 8.
        """
        record = self._record
        if (record.turn[positions] < self._length).any():
            raise CellError("a revealed cell can't be revealed again")
        with record.lock:
            if record.length != self._length or record.owner is not owner:
                record = record.branch(self._length)
            record.append(positions, numbers)
            length = self._length + len(positions)
        flags = self.flags
        if flags:
            flags = flags.difference(self.cells_at(positions))
        return self._next(flags, record, length)

    def with_flags(self, flags: Iterable[Cell]) -> View:
        """The same view with exactly these cells flagged.

        >>> print(View(1, 3, mines=1).with_flags([(0, 2)]))
        ##F
        """
        checked = frozenset(check_cell(cell, self.height, self.width) for cell in flags)
        for cell in sorted(checked - self.flags):
            if not self.is_hidden(cell):
                raise CellError(f"cell {cell} can't be flagged; it shows {self.number(cell)}")
        return self._next(checked, self._record, self._length)

    def positions_since(self, earlier: View | None) -> Positions | None:
        """The positions revealed since an earlier view; None if this one does not follow it.

        Every view follows None, so an agent without a past takes in everything.
        """
        if earlier is None:
            return self._record.order[: self._length].copy()
        if (self.height, self.width, self.mines) != (earlier.height, earlier.width, earlier.mines):
            return None
        if self._record is earlier._record:
            if earlier._length > self._length:
                return None
            return self._record.order[earlier._length : self._length].copy()
        then, now = earlier.numbers.ravel(), self.numbers.ravel()
        seen_then = then != HIDDEN
        if not np.array_equal(then[seen_then], now[seen_then]):
            return None
        return np.flatnonzero(~seen_then & (now != HIDDEN))

    def numbers_at(self, positions: Positions) -> NDArray[np.int8]:
        """The numbers at row-major positions, −1 where hidden."""
        record = self._record
        return np.where(record.turn[positions] < self._length, record.numbers[positions], HIDDEN)

    def changes_since(self, earlier: View | None) -> dict[Cell, int] | None:
        """The cells revealed since an earlier view, with their numbers; None if it is not one.

        >>> before = View(2, 2, mines=1)
        >>> after = before.revealing({(0, 0): 1})
        >>> after.changes_since(before), before.changes_since(after)
        ({(0, 0): 1}, None)
        """
        positions = self.positions_since(earlier)
        if positions is None:
            return None
        numbers = self.numbers_at(positions).tolist()
        return dict(zip(self.cells_at(positions), numbers, strict=True))

    # Equality, hashing, pickling

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        if self.positions_since(other) is None or self.flags != other.flags:
            return False
        return self._length == other._length

    def __hash__(self) -> int:
        value = self._hash
        if value is None:
            value = hash((self.fingerprint(), self.flags))
            object.__setattr__(self, "_hash", value)
        return value

    def fingerprint(self) -> int:
        """A 64-bit number that identifies all but the flags, the same on every machine.

        Agents seed their random choices with it, so that a choice depends only on the view.
        """
        size = np.array([self.height, self.width, self.mines], dtype="<i8").tobytes()
        digest = blake2b(size + self.numbers.tobytes(), digest_size=8).digest()
        return int.from_bytes(digest, "little")

    def __reduce__(self) -> tuple[Any, ...]:
        return View.from_numbers, (self.numbers, self.mines, self.flags)


def check_view(given: object) -> None:
    """Refuse what is no view, and say how to come by one.

    >>> check_view("1#")
    Traceback (most recent call last):
    sapper.errors.WrongType: expected a View, not str: read text with View.parse
    """
    if isinstance(given, View):
        return
    advice = ""
    if isinstance(given, str):
        advice = ": read text with View.parse"
    elif isinstance(given, list | tuple | np.ndarray):
        advice = ": make one with View.from_numbers"
    elif isinstance(getattr(given, "view", None), View):
        advice = ": pass its view"
    raise WrongType(f"expected a View, not {type(given).__name__}{advice}")


def read_numbers(given: ArrayLike, *axes: str) -> NDArray[np.int8]:
    """The numbers of a position or of many as an array, if they are numbers that cells show.

    >>> read_numbers([[1, 9]], "height", "width")
    Traceback (most recent call last):
    sapper.errors.ParseError: 9 at (0, 1): a cell shows 0 to 8, or −1 if hidden
    """
    expected = f"expected whole numbers of shape ({', '.join(axes)})"
    if is_masked(given, len(axes)):
        raise ParseError(f"{expected}, not a masked array: fill in −1 where a cell is hidden")
    try:
        array: NDArray[Any] = np.asarray(given)
    except ValueError:
        raise ParseError(f"{expected}, not lists of different lengths") from None
    except TypeError:
        raise ParseError(f"{expected}, not {type(given).__name__}") from None
    if array.ndim != len(axes) or array.dtype.kind not in "iu":
        found = f"{array.dtype} of shape {array.shape}" if array.ndim else type(given).__name__
        raise ParseError(f"{expected}, not {found}")
    # Bytes are searched several times faster than small arrays are.
    if array.dtype == np.int8 and not array.tobytes().translate(None, _SHOWN):
        return array
    wrong = np.argwhere((array < HIDDEN) | (array > 8))
    if len(wrong):
        *position, row, column = wrong[0].tolist()
        which = f"position {position[0]}: " if position else ""
        number = array[tuple(wrong[0])]
        raise ParseError(
            f"{which}{number} at ({row}, {column}): a cell shows 0 to 8, or −1 if hidden"
        )
    return array.astype(np.int8)


def is_masked(given: object, dimensions: int) -> bool:
    """Whether an array is masked, or one in a list: numpy would lose the mask unnoticed."""
    if dimensions and isinstance(given, list | tuple):
        return any(is_masked(part, dimensions - 1) for part in given if type(part) is not int)
    return isinstance(given, np.ma.MaskedArray)


def split_rows(text: str) -> list[str]:
    """The rows of a board's text, one sign per cell; shared by all text formats.

    >>> split_rows("  1 2\\n  # #\\n")
    ['12', '##']
    """
    lines = [line.rstrip() for line in text.splitlines()]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        raise ParseError("the text has no rows")
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    rows = []
    for row, line in enumerate(lines):
        signs = line[indent:]
        if len(signs) > 1 and signs[1::2].isspace() and not signs[::2].count(" "):
            signs = signs[::2]
        rows.append(signs)
        if len(signs) != len(rows[0]):
            raise ParseError(
                f"row {row} has {counted(len(signs), 'cell')}, but row 0 has {len(rows[0])}: "
                "all rows must have the same length"
            )
    return rows


def check_hidden_sign(rows: list[str]) -> None:
    """Refuse rows with two signs for hidden: elsewhere, one of them means a 0 or a mine.

    >>> check_hidden_sign(["1-", "??"])
    Traceback (most recent call last):
    sapper.errors.ParseError: row 1, column 0: '?' may mean hidden, and so may '-' (row 0, column 1); one of them may be a 0 or a mine: write # for hidden, 0 for 0, and F for a known mine
    """  # noqa: E501
    signs = "".join(rows)
    found = sorted(HIDDEN_SIGNS.intersection(signs), key=signs.index)
    if len(found) > 1:
        one, other = found[:2]
        row_of_one, column_of_one = divmod(signs.index(one), len(rows[0]))
        row, column = divmod(signs.index(other), len(rows[0]))
        raise ParseError(
            f"row {row}, column {column}: {other!r} may mean hidden, and so may {one!r} "
            f"(row {row_of_one}, column {column_of_one}); one of them may be a 0 or a mine: "
            "write # for hidden, 0 for 0, and F for a known mine"
        )
