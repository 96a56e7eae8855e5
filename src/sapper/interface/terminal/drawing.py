"""Boards drawn for a terminal, in colour and so that nothing depends on colour alone."""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console, RenderableType
from rich.style import Style
from rich.text import Text

from sapper.board import Board
from sapper.files import write_whole
from sapper.grid import Cell, cells
from sapper.interface.terminal.belief_signs import FALSE_MARK, NO_BELIEFS, belief_sign
from sapper.picture.board import Window
from sapper.play.beliefs import CellBelief
from sapper.view import View

NUMBER_STYLES = (
    "grey39",
    "bold #5c9dff",
    "bold #4fbf67",
    "bold #ff6b6b",
    "bold #c28bff",
    "bold #ffa348",
    "bold #3fd0d4",
    "bold #f0f0f0",
    "bold #b0b0b0",
)
CLOSED = "on #3a3f4b"
SIGNS = {
    "hidden": ("·", f"#8a90a0 {CLOSED}"),
    "flag": ("⚑", f"bold #ffd24a {CLOSED}"),
    "known mine": ("✱", f"bold #ff8f8f {CLOSED}"),
    "known safe": ("○", f"bold #7fe0a0 {CLOSED}"),
    "mine": ("✱", "#ff8f8f on #4a2f35"),
    "exploded": ("X", "bold #ffffff on #c62828"),
}
FALSE_BELIEF, MISSED = "bold #ffffff on #c62828", "bold #15171c on #ffd24a"
CELL_WIDTH = 2
PICTURE_WIDTH = 76
FONTS_TO_FETCH = re.compile(r"@font-face \{.*?\}", re.DOTALL)
LAST_MOVE = Style(reverse=True)


@dataclass(frozen=True, slots=True)
class Marks:
    """What to draw beside what the view shows."""

    known_mines: Collection[Cell] = field(default_factory=frozenset)
    known_safe: Collection[Cell] = field(default_factory=frozenset)
    last: Cell | None = None
    exploded: Cell | None = None
    mines: Collection[Cell] = field(default_factory=frozenset)
    """Mines to show, once the game is over."""
    beliefs: Mapping[Cell, CellBelief] = field(default_factory=lambda: NO_BELIEFS)
    """What the agent believes; only what is false or was missed has a sign of its own."""


def part_around(cell: Cell | None, view: View, room: tuple[int, int]) -> Window:
    """As much of a board as there is room for (rows and characters), with a cell in it.

    >>> view = View.parse("\\n".join(["#" * 100] * 100), mines=1)
    >>> part_around((50, 50), view, room=(20, 60))
    Window(top=40, left=35, height=20, width=30)
    """
    cells_in_room = room[0], room[1] // CELL_WIDTH
    return Window.around(cell or (0, 0), (view.height, view.width), cells_in_room)


def all_of(view: View) -> Window:
    """The whole board."""
    return Window(0, 0, view.height, view.width)


def draw_view(view: View, marks: Marks = Marks(), window: Window | None = None) -> Text:
    """A position as coloured text, one line a row.

    >>> print(draw_view(View.parse("1#\\n1F", mines=1)))
     1 ·
     1 ⚑
    """
    window = window or all_of(view)
    text = Text(no_wrap=True)
    for row in range(window.top, window.top + window.height):
        for column in range(window.left, window.left + window.width):
            cell = (row, column)
            sign, style = _sign_and_style(view, cell, marks)
            text.append(sign.rjust(CELL_WIDTH), Style.parse(style))
            if cell == marks.last:
                text.stylize(LAST_MOVE, len(text) - CELL_WIDTH)
        text.append("\n")
    text.rstrip()
    return text


def _sign_and_style(view: View, cell: Cell, marks: Marks) -> tuple[str, str]:
    if cell == marks.exploded:
        return SIGNS["exploded"]
    number = view.number(cell)
    belief = marks.beliefs.get(cell)
    if belief is not None and belief.is_fault:
        sign = belief_sign(belief) if number is None else f"{number}{FALSE_MARK}"
        return sign, FALSE_BELIEF if belief.is_wrong else MISSED
    if number is not None:
        return (str(number) if number else " ", NUMBER_STYLES[number])
    if cell in view.flags:
        return SIGNS["flag"]
    if cell in marks.known_mines:
        return SIGNS["known mine"]
    if cell in marks.mines:
        return SIGNS["mine"]
    if cell in marks.known_safe:
        return SIGNS["known safe"]
    return SIGNS["hidden"]


def draw_board(board: Board) -> Text:
    """The whole truth as coloured text.

    >>> print(draw_board(Board.from_mines(1, 3, [(0, 0)])))
     ✱ 1
    """
    everywhere = cells(board.height, board.width)
    safe = {cell: board.number(cell) for cell in everywhere if not board.is_mine(cell)}
    view = View(board.height, board.width, len(board.mines)).revealing(safe)
    return draw_view(view, Marks(mines=board.mines))


def save_picture(
    content: RenderableType, path: Path, title: str, width: int = PICTURE_WIDTH
) -> None:
    """Save what a terminal would show as an SVG picture."""
    console = Console(
        record=True,
        width=width,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
    )
    console.print(content)
    # A picture must not fetch anything when it is looked at: the fonts are the viewer's own.
    picture = FONTS_TO_FETCH.sub("", console.export_svg(title=title))
    write_picture(picture, path)


def write_picture(svg: str, path: Path) -> None:
    """Save a picture to a file; `SaveError` if that can't be."""
    write_whole(svg.encode(), path)
