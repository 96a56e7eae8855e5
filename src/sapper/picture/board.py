"""A board, or a part of it, drawn square by square.

`position` makes a picture of the numbers and flags that a player sees; whoever draws more puts
other squares in their place. A picture has its own ground and its own colours, so that it can be
read on any page, and it takes on the dark colours where the page around it is dark.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from html import escape
from unicodedata import east_asian_width

import numpy as np
from numpy.typing import NDArray

from sapper.catalogue import spoken
from sapper.grid import Cell
from sapper.picture.palette import DARK, colour_of, heat_name
from sapper.picture.signs import SIGN_SIZE, SIGNS
from sapper.picture.words import Pictures

MOST_ROWS, MOST_COLUMNS = 40, 60
"""More of a board is not drawn: a picture has to be looked at as a whole."""
SIDE = 28
"""The sides of a square, including the gap between squares."""
GAP = 1
MARGIN = 20
"""Room for the numbers of rows and columns, and for the edge."""
LINE = 18
"""The height of a line below the board."""
NUMBER_SIZE, SHARE_SIZE, WORD_SIZE, LABEL_SIZE = 15, 10, 12, 10
WIDTH_OF_LETTER = 6.4
"""That of the words, about, in most fonts."""
FONTS = "system-ui, 'Segoe UI', 'Helvetica Neue', 'Liberation Sans', sans-serif"
SIGN_SHARE = 0.62
"""How much of a square's side a sign takes."""
DISC_SHARE = 0.84
"""How much of it a disc behind a sign takes."""
VARIABLE = "--sapper-"
DARK_PAGES = (
    '[data-jp-theme-light="false"], .vscode-dark, [theme="dark"], [data-theme="dark"], '
    '[data-md-color-scheme="slate"]'
)
"""How Jupyter, Visual Studio Code, Colab and documents say that their page is dark."""
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


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
        board = SIDE * self.window.width, SIDE * self.window.height
        longest = max(map(_width_of, self.caption), default=0)
        width = max(board[0], round(longest)) + 2 * MARGIN
        height = board[1] + LINE * len(self.caption) + 2 * MARGIN
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="sapper-picture" role="img" '
            f'viewBox="0 0 {width} {height}" width="{scale * width:g}" '
            f'height="{scale * height:g}" font-family="{FONTS}" text-anchor="middle" '
            f'style="max-width:100%;height:auto">',
            f"<title>{in_xml(self.title)}</title>",
            f"<desc>{in_xml(self.description)}</desc>",
            self._dark(),
            self._outlines_of_signs(),
            f'<rect width="{width}" height="{height}" rx="8"{painted("surface")}/>',
            f'<rect x="{MARGIN - GAP}" y="{MARGIN - GAP}" width="{board[0] + GAP}" '
            f'height="{board[1] + GAP}"{painted("board")}/>',
            *self._fills(),
            *self._outlines(),
            *self._discs(),
            *self._texts(),
            *self._signs(),
            self._labels(),
            self._words(board[1]),
            "</svg>",
        ]
        return "".join(parts)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _corner(self, cell: Cell) -> tuple[int, int]:
        """Where the square of a cell begins, from the left and from the top."""
        row, column = cell
        return MARGIN + SIDE * (column - self.window.left), MARGIN + SIDE * (row - self.window.top)

    def _dark(self) -> str:
        names = {"surface", "board", "ink-soft"}
        for square in self.squares.values():
            names.update((square.fill, square.ink, square.outline, square.disc))
        colours = ";".join(
            f"{VARIABLE}{name}:{colour_of(name, DARK)}" for name in sorted(names - {""})
        )
        return (
            f"<style>:is({DARK_PAGES}) .sapper-picture{{{colours}}}"
            f"@media (prefers-color-scheme:dark){{svg:root.sapper-picture{{{colours}}}}}</style>"
        )

    def _grouped(self, colour: str) -> dict[str, list[tuple[Cell, Square]]]:
        """The squares by one of their colours: each is named only once."""
        groups: dict[str, list[tuple[Cell, Square]]] = defaultdict(list)
        for cell, square in sorted(self.squares.items()):
            groups[getattr(square, colour)].append((cell, square))
        return groups

    def _fills(self) -> Iterable[str]:
        side = SIDE - GAP
        for colour, squares in self._grouped("fill").items():
            drawn = "".join(
                "M{} {}".format(*self._corner(cell)) + f"h{side}v{side}h-{side}z"
                for cell, _ in squares
            )
            yield f'<path d="{drawn}"{painted(colour)}/>'

    def _outlines(self) -> Iterable[str]:
        side = SIDE - GAP - 3
        for colour, squares in self._grouped("outline").items():
            if colour:
                corners = (self._corner(cell) for cell, _ in squares)
                drawn = "".join(f"M{x + 1.5} {y + 1.5}h{side}v{side}h-{side}z" for x, y in corners)
                yield f'<path fill="none" stroke-width="3" d="{drawn}"{painted(colour, "stroke")}/>'

    def _discs(self) -> Iterable[str]:
        middle, radius = (SIDE - GAP) / 2, DISC_SHARE * (SIDE - GAP) / 2
        for colour, squares in self._grouped("disc").items():
            if colour:
                corners = (self._corner(cell) for cell, _ in squares)
                drawn = "".join(
                    f'<circle cx="{x + middle:g}" cy="{y + middle:g}" r="{radius:g}"/>'
                    for x, y in corners
                )
                yield f"<g{painted(colour)}>{drawn}</g>"

    def _texts(self) -> Iterable[str]:
        for colour, squares in self._grouped("ink").items():
            drawn = "".join(self._text(cell, square) for cell, square in squares if square.text)
            if drawn:
                yield f'<g font-weight="bold"{painted(colour)}>{drawn}</g>'

    def _text(self, cell: Cell, square: Square) -> str:
        x, y = self._corner(cell)
        size = NUMBER_SIZE if len(square.text) == 1 else SHARE_SIZE
        middle = (SIDE - GAP) / 2
        return (
            f'<text x="{x + middle:g}" y="{y + middle + 0.36 * size:g}" font-size="{size}">'
            f"{in_xml(square.text)}</text>"
        )

    def _signs(self) -> Iterable[str]:
        inset = (SIDE - GAP - SIGN_SHARE * SIDE) / 2
        for colour, squares in self._grouped("ink").items():
            corners = ((square.sign, *self._corner(cell)) for cell, square in squares)
            drawn = "".join(
                f'<use href="#sapper-{sign}" x="{x + inset:g}" y="{y + inset:g}"/>'
                for sign, x, y in corners
                if sign
            )
            if drawn:
                yield f"<g{painted(colour)}>{drawn}</g>"

    def _outlines_of_signs(self) -> str:
        """Each sign once; the same in every picture of a page, so any of them will do."""
        scale = SIGN_SHARE * SIDE / SIGN_SIZE
        drawn = "".join(
            f'<path id="sapper-{sign}" fill-rule="evenodd" transform="scale({scale:.3f})" '
            f'd="{SIGNS[sign]}"/>'
            for sign in sorted({square.sign for square in self.squares.values()} - {""})
        )
        return f"<defs>{drawn}</defs>" if drawn else ""

    def _labels(self) -> str:
        window, middle = self.window, MARGIN + SIDE / 2
        columns = (
            (middle + SIDE * place, MARGIN - 6, window.left + place)
            for place in range(window.width)
        )
        rows = (
            (MARGIN / 2 - 1, middle + SIDE * place + 3, window.top + place)
            for place in range(window.height)
        )
        drawn = "".join(
            f'<text x="{x:g}" y="{y:g}">{number}</text>' for x, y, number in (*columns, *rows)
        )
        return f'<g font-size="{LABEL_SIZE}"{painted("ink-soft")}>{drawn}</g>'

    def _words(self, below: int) -> str:
        lines = "".join(
            f'<text x="{MARGIN}" y="{MARGIN + below + LINE * number}">{in_xml(line)}</text>'
            for number, line in enumerate(self.caption, start=1)
        )
        return (
            f'<g font-size="{WORD_SIZE}" text-anchor="start"{painted("ink-soft")}>{lines}</g>'
            if lines
            else ""
        )


def _in_a_word(square: Square | None) -> str:
    if square is None:
        return "–"
    if square.sign and not square.text:
        return spoken(Pictures).signs[square.sign]
    return square.text or ("0" if square.fill == NUMBERS[0].fill else "#")


def _width_of(line: str) -> float:
    """About; Chinese characters are as wide as they are high."""
    return sum(
        WORD_SIZE if east_asian_width(letter) in ("W", "F") else WIDTH_OF_LETTER for letter in line
    )


def painted(name: str, what: str = "fill") -> str:
    """The attributes that give something a colour; the second one takes on that of a dark page."""
    light = colour_of(name)
    return f' {what}="{light}" style="{what}:var({VARIABLE}{name},{light})"'


def in_xml(words: str) -> str:
    """Words as they stand in a page or a picture: nothing in them is markup.

    >>> in_xml("a < b & \\x00c")
    'a &lt; b &amp; c'
    """
    return escape(NOT_IN_XML.sub("", words))


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
