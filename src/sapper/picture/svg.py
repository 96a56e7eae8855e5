"""A picture as SVG: its squares colour by colour, then its signs, labels and words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from sapper.grid import Cell
from sapper.picture.markup import in_xml
from sapper.picture.palette import DARK, colour_of
from sapper.picture.signs import SIGN_SIZE, SIGNS

if TYPE_CHECKING:
    from sapper.picture.board import Picture, Square

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


def svg_of(picture: Picture, scale: float) -> str:
    """A picture by itself, or to be put into a page."""
    board = SIDE * picture.window.width, SIDE * picture.window.height
    longest = max(map(_width_of, picture.caption), default=0)
    width = max(board[0], round(longest)) + 2 * MARGIN
    height = board[1] + LINE * len(picture.caption) + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="sapper-picture" role="img" '
        f'viewBox="0 0 {width} {height}" width="{scale * width:g}" '
        f'height="{scale * height:g}" font-family="{FONTS}" text-anchor="middle" '
        f'style="max-width:100%;height:auto">',
        f"<title>{in_xml(picture.title)}</title>",
        f"<desc>{in_xml(picture.description)}</desc>",
        _dark(picture),
        _outlines_of_signs(picture),
        f'<rect width="{width}" height="{height}" rx="8"{_painted("surface")}/>',
        f'<rect x="{MARGIN - GAP}" y="{MARGIN - GAP}" width="{board[0] + GAP}" '
        f'height="{board[1] + GAP}"{_painted("board")}/>',
        *_fills(picture),
        *_outlines(picture),
        *_discs(picture),
        *_texts(picture),
        *_signs(picture),
        _labels(picture),
        _words(picture, board[1]),
        "</svg>",
    ]
    return "".join(parts)


def _corner(picture: Picture, cell: Cell) -> tuple[int, int]:
    """Where the square of a cell begins, from the left and from the top."""
    row, column = cell[0] - picture.window.top, cell[1] - picture.window.left
    return MARGIN + SIDE * column, MARGIN + SIDE * row


def _dark(picture: Picture) -> str:
    names = {"surface", "board", "ink-soft"}
    for square in picture.squares.values():
        names.update((square.fill, square.ink, square.outline, square.disc))
    colours = ";".join(f"{VARIABLE}{name}:{colour_of(name, DARK)}" for name in sorted(names - {""}))
    return (
        f"<style>:is({DARK_PAGES}) .sapper-picture{{{colours}}}"
        f"@media (prefers-color-scheme:dark){{svg:root.sapper-picture{{{colours}}}}}</style>"
    )


def _grouped(picture: Picture, colour: str) -> dict[str, list[tuple[Cell, Square]]]:
    """The squares by one of their colours: each is named only once."""
    groups: dict[str, list[tuple[Cell, Square]]] = defaultdict(list)
    for cell, square in sorted(picture.squares.items()):
        groups[getattr(square, colour)].append((cell, square))
    return groups


def _fills(picture: Picture) -> Iterable[str]:
    side = SIDE - GAP
    for colour, squares in _grouped(picture, "fill").items():
        drawn = "".join(
            "M{} {}".format(*_corner(picture, cell)) + f"h{side}v{side}h-{side}z"
            for cell, _ in squares
        )
        yield f'<path d="{drawn}"{_painted(colour)}/>'


def _outlines(picture: Picture) -> Iterable[str]:
    side = SIDE - GAP - 3
    for colour, squares in _grouped(picture, "outline").items():
        if colour:
            corners = (_corner(picture, cell) for cell, _ in squares)
            drawn = "".join(f"M{x + 1.5} {y + 1.5}h{side}v{side}h-{side}z" for x, y in corners)
            yield f'<path fill="none" stroke-width="3" d="{drawn}"{_painted(colour, "stroke")}/>'


def _discs(picture: Picture) -> Iterable[str]:
    middle, radius = (SIDE - GAP) / 2, DISC_SHARE * (SIDE - GAP) / 2
    for colour, squares in _grouped(picture, "disc").items():
        if colour:
            corners = (_corner(picture, cell) for cell, _ in squares)
            drawn = "".join(
                f'<circle cx="{x + middle:g}" cy="{y + middle:g}" r="{radius:g}"/>'
                for x, y in corners
            )
            yield f"<g{_painted(colour)}>{drawn}</g>"


def _texts(picture: Picture) -> Iterable[str]:
    for colour, squares in _grouped(picture, "ink").items():
        drawn = "".join(_text(picture, cell, square) for cell, square in squares if square.text)
        if drawn:
            yield f'<g font-weight="bold"{_painted(colour)}>{drawn}</g>'


def _text(picture: Picture, cell: Cell, square: Square) -> str:
    x, y = _corner(picture, cell)
    size = NUMBER_SIZE if len(square.text) == 1 else SHARE_SIZE
    middle = (SIDE - GAP) / 2
    return (
        f'<text x="{x + middle:g}" y="{y + middle + 0.36 * size:g}" font-size="{size}">'
        f"{in_xml(square.text)}</text>"
    )


def _signs(picture: Picture) -> Iterable[str]:
    inset = (SIDE - GAP - SIGN_SHARE * SIDE) / 2
    for colour, squares in _grouped(picture, "ink").items():
        corners = ((square.sign, *_corner(picture, cell)) for cell, square in squares)
        drawn = "".join(
            f'<use href="#sapper-{sign}" x="{x + inset:g}" y="{y + inset:g}"/>'
            for sign, x, y in corners
            if sign
        )
        if drawn:
            yield f"<g{_painted(colour)}>{drawn}</g>"


def _outlines_of_signs(picture: Picture) -> str:
    """Each sign once; the same in every picture of a page, so any of them will do."""
    scale = SIGN_SHARE * SIDE / SIGN_SIZE
    drawn = "".join(
        f'<path id="sapper-{sign}" fill-rule="evenodd" transform="scale({scale:.3f})" '
        f'd="{SIGNS[sign]}"/>'
        for sign in sorted({square.sign for square in picture.squares.values()} - {""})
    )
    return f"<defs>{drawn}</defs>" if drawn else ""


def _labels(picture: Picture) -> str:
    window, middle = picture.window, MARGIN + SIDE / 2
    columns = (
        (middle + SIDE * place, MARGIN - 6, window.left + place) for place in range(window.width)
    )
    rows = (
        (MARGIN / 2 - 1, middle + SIDE * place + 3, window.top + place)
        for place in range(window.height)
    )
    drawn = "".join(
        f'<text x="{x:g}" y="{y:g}">{number}</text>' for x, y, number in (*columns, *rows)
    )
    return f'<g font-size="{LABEL_SIZE}"{_painted("ink-soft")}>{drawn}</g>'


def _words(picture: Picture, below: int) -> str:
    lines = "".join(
        f'<text x="{MARGIN}" y="{MARGIN + below + LINE * number}">{in_xml(line)}</text>'
        for number, line in enumerate(picture.caption, start=1)
    )
    return (
        f'<g font-size="{WORD_SIZE}" text-anchor="start"{_painted("ink-soft")}>{lines}</g>'
        if lines
        else ""
    )


def _width_of(line: str) -> float:
    """About; Chinese characters are as wide as they are high."""
    return sum(
        WORD_SIZE if east_asian_width(letter) in ("W", "F") else WIDTH_OF_LETTER for letter in line
    )


def _painted(name: str, what: str = "fill") -> str:
    """The attributes that give something a colour; the second one takes on that of a dark page."""
    light = colour_of(name)
    return f' {what}="{light}" style="{what}:var({VARIABLE}{name},{light})"'
