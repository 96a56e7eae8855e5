"""A board, or a part of it, drawn square by square.

`position` makes a picture of the numbers and flags that a player sees; whoever draws more puts
other squares in their place. A picture has its own ground and its own colours, so that it can be
read on any page, and it takes on the dark colours where the page around it is dark.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sapper.catalogue import spoken
from sapper.grid import Cell
from sapper.picture.palette import heat_name
from sapper.picture.svg import svg_of
from sapper.picture.words import Pictures

MOST_ROWS, MOST_COLUMNS = 40, 60
"""More of a board is not drawn: a picture has to be looked at as a whole."""


@dataclass(frozen=True, slots=True)
class Square:
    """How one cell is drawn; colours are named as in `PALETTE`."""

    fill: str
    text: str = ""
    sign: str = ""
    ink: str = "cell-ink"
    outline: str = ""
    disc: str = ""
    """Behind the sign, where it would not stand out from the square."""


HIDDEN = Square("cell-hidden")
NUMBERS = (
    Square("cell-open"),
    *(Square("cell-open", str(number), ink=f"number-{number}") for number in range(1, 9)),
)
FLAG = Square("cell-hidden", sign="flag", ink="cell-flag", disc="cell-flag-ground")
WRONG_FLAG = Square("cell-mine", sign="cross", ink="cell-flag")
MINE = Square("cell-mine", sign="mine")
EXPLODED = Square("cell-exploded", sign="mine", ink="surface")
KNOWN_SAFE = Square("safe-fill", sign="ring", ink="safe")
KNOWN_MINE = Square("mine-fill", sign="mine", ink="mine")
UNKNOWN = Square("cell-hidden", "?")


def chance_square(chance: float) -> Square:
    """A hidden cell with its chance of a mine; only what is certain reads as 0 or 100 %.

    >>> chance_square(0.25).text, chance_square(1e-9).text, chance_square(1 - 1e-9).text
    ('25%', '<1%', '>99%')
    """
    return Square(heat_name(chance), whole_percent(chance))


def whole_percent(chance: float) -> str:
    """A chance in whole percent, for the little room of a square.

    >>> whole_percent(0.0), whole_percent(0.004), whole_percent(0.125), whole_percent(1.0)
    ('0%', '<1%', '12%', '100%')
    """
    rounded = round(100 * chance)
    if rounded < 1 and chance > 0:
        return "<1%"
    if rounded > 99 and chance < 1:
        return ">99%"
    return f"{rounded}%"


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a board that is drawn."""

    top: int
    left: int
    height: int
    width: int

    @classmethod
    def around(
        cls, cell: Cell, size: tuple[int, int], room: tuple[int, int] = (MOST_ROWS, MOST_COLUMNS)
    ) -> Window:
        """As much of a board as there is room for, with a cell in its middle where that fits.

        >>> Window.around((50, 50), size=(100, 100), room=(20, 30))
        Window(top=40, left=35, height=20, width=30)
        """
        height, width = (max(1, min(most, has)) for most, has in zip(room, size, strict=True))
        top = min(max(cell[0] - height // 2, 0), size[0] - height)
        left = min(max(cell[1] - width // 2, 0), size[1] - width)
        return cls(top, left, height, width)

    @classmethod
    def of(cls, cells: Iterable[Cell], middle: Cell) -> Window:
        """The part of a board that has these cells; where they are too far apart, those around one.

        >>> Window.of([(2, 3), (4, 5)], (2, 3))
        Window(top=2, left=3, height=3, width=3)
        """
        rows, columns = zip(*cells, strict=True)
        top, left = min(rows), min(columns)
        size = max(rows) - top + 1, max(columns) - left + 1
        part = cls.around((middle[0] - top, middle[1] - left), size)
        return replace(part, top=part.top + top, left=part.left + left)

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell[0] - self.top < self.height and 0 <= cell[1] - self.left < self.width


@dataclass(frozen=True, slots=True)
class Picture:
    """Squares, and the words below them.

    >>> picture = position(np.array([[1, -1]], dtype=np.int8), title="A <small> board")
    >>> svg = picture.with_squares({(0, 1): KNOWN_MINE}).svg()
    >>> svg.startswith("<svg"), "A &lt;small&gt; board" in svg
    (True, True)
    """

    squares: Mapping[Cell, Square]
    window: Window
    title: str
    """What it is, in a few words, for those who can't see it."""
    caption: tuple[str, ...] = ()

    def with_squares(self, squares: Mapping[Cell, Square]) -> Picture:
        """The picture with some cells drawn otherwise; those outside are left out."""
        inside = {cell: square for cell, square in squares.items() if cell in self.window}
        return replace(self, squares={**self.squares, **inside})

    def outlining(self, cells: Collection[Cell], colour: str) -> Picture:
        """The picture with a frame around some of its cells."""
        framed = {
            cell: replace(self.squares[cell], outline=colour)
            for cell in cells
            if cell in self.squares
        }
        return replace(self, squares={**self.squares, **framed})

    def pointing(
        self,
        used: Collection[Cell] = (),
        spoken_of: Collection[Cell] = (),
        safe: Collection[Cell] = (),
        mines: Collection[Cell] = (),
    ) -> Picture:
        """The picture with the numbers that are used, the cells spoken of, and what is known."""
        picture = self.with_squares(dict.fromkeys(safe, KNOWN_SAFE))
        picture = picture.with_squares(dict.fromkeys(mines, KNOWN_MINE))
        pointed = {
            cell: replace(picture.squares[cell], fill="spoken", outline="spoken-edge")
            for cell in spoken_of
            if cell in picture.squares
        }
        numbers = {
            cell: replace(picture.squares[cell], fill="used", ink="used-ink", outline="used-edge")
            for cell in used
            if cell in picture.squares
        }
        return picture.with_squares(pointed | numbers)

    def titled(self, title: str) -> Picture:
        """The picture of something else."""
        return replace(self, title=title)

    def saying(self, *caption: str) -> Picture:
        """The picture with these lines below it, before those it has."""
        return replace(self, caption=(*caption, *self.caption))

    @property
    def description(self) -> str:
        """What there is to see, row by row, for those who can't see it: `#` is a hidden cell."""
        window = self.window
        rows = (
            " ".join(
                _in_a_word(self.squares.get((row, column)))
                for column in range(window.left, window.left + window.width)
            )
            for row in range(window.top, window.top + window.height)
        )
        say = spoken(Pictures).row
        numbered = enumerate(rows, start=window.top)
        return "; ".join(say.format(row=row, squares=squares) for row, squares in numbered)

    def svg(self, scale: float = 1.0) -> str:
        """The picture by itself, or to be put into a page."""
        return svg_of(self, scale)

    def _repr_svg_(self) -> str:
        return self.svg()


def _in_a_word(square: Square | None) -> str:
    if square is None:
        return "–"
    if square.sign and not square.text:
        return spoken(Pictures).signs[square.sign]
    return square.text or ("0" if square.fill == NUMBERS[0].fill else "#")


def position(
    numbers: NDArray[np.int8],
    flags: Collection[Cell] = (),
    *,
    title: str,
    middle: Cell | None = None,
) -> Picture:
    """What a player sees: numbers (−1 where a cell is hidden) and flags.

    Of a large board, only the part around `middle`, or else around what is open.

    >>> position(np.array([[1, -1]], dtype=np.int8), title="a board").description
    'Row 0: 1 #'
    """
    height, width = numbers.shape
    if middle is None:
        opened = np.flatnonzero(numbers >= 0)
        middle = divmod(int(opened[len(opened) // 2]), width) if len(opened) else (0, 0)
    window = Window.around(middle, (height, width))
    part = numbers[
        window.top : window.top + window.height, window.left : window.left + window.width
    ]
    squares = {
        (window.top + row, window.left + column): HIDDEN if number < 0 else NUMBERS[number]
        for row, line in enumerate(part.tolist())
        for column, number in enumerate(line)
    }
    picture = Picture(squares, window, title).with_squares(dict.fromkeys(flags, FLAG))
    if (window.height, window.width) == (height, width):
        return picture
    told = spoken(Pictures).part.format(
        top=window.top,
        bottom=window.top + window.height - 1,
        left=window.left,
        right=window.left + window.width - 1,
        size=f"{height}×{width}",
    )
    return picture.saying(told)
