"""Why a cell is safe or a mine, drawn step by step.

Every step stands above the part of the board it speaks of. Nothing depends on colour alone:

    [2]   a number that the step uses        <·>   a hidden cell that the step speaks of
     ○    a cell shown safe so far            ✱    a cell shown to be a mine so far
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from sapper.grid import Cell
from sapper.interface.terminal.drawing import NUMBER_STYLES, SIGNS
from sapper.picture.board import Window
from sapper.play.asking import in_lines
from sapper.proof.steps import Derivation, FromTotal, Odds
from sapper.proof.wording import Speaker
from sapper.view import View

MARGIN = 2
"""So many rows and columns are drawn around what is spoken of."""
INDENT = 2
CELL_WIDTH = 3
PICTURE_WIDTH = 100
USED = "bold #1c1c1c on #ffd24a"
SPOKEN_OF = "bold #1c1c1c on #7fd6ff"
HEADINGS = "dim"


def draw_answer(view: View, speaker: Speaker, room: int | None = None) -> Group:
    """The heading, then every step with its board; for odds one board.

    `room` is the width of the screen in characters, if there is a screen: a board that is too wide
    is drawn in parts, one below the other.
    """
    answer = speaker.answer
    parts: list[RenderableType] = [Text("\n".join(speaker.heading()), style="bold")]
    if isinstance(answer, Odds):
        numbers = [number for number, _ in answer.numbers]
        marks = Highlights(numbers, [answer.cell])
        window = _window(view, [answer.cell, *numbers])
        parts += _in_parts(view, marks, window, INDENT, room)
        return Group(*parts)
    window = _window(view, [answer.cell, *answer.numbers, *_cells_named(answer)])
    for line in in_lines(speaker).lines:
        marks = Highlights(line.numbers, line.cells, line.safe, line.mines)
        indent = INDENT * line.depth
        parts.append(_indented(Text(line.words), indent))
        parts += _in_parts(view, marks, window, indent, room)
    return Group(*parts)


def _indented(text: Text, indent: int) -> Padding:
    return Padding(text, (0, 0, 0, indent), expand=False)


def _in_parts(
    view: View, marks: Highlights, window: Window, indent: int, room: int | None
) -> list[RenderableType]:
    """A window of the board, cut into as many as the room needs."""
    fitting = window.width
    if room is not None:
        fitting = max(1, (room - indent - _label_width(window)) // CELL_WIDTH)
    end = window.left + window.width
    return [
        _indented(draw_highlights(view, marks, replace(window, left=left, width=width)), indent)
        for left in range(window.left, end, fitting)
        for width in [min(fitting, end - left)]
    ]


@dataclass(frozen=True, slots=True)
class Highlights:
    """What a drawing points at, and what is known by then."""

    used: Collection[Cell] = ()
    spoken_of: Collection[Cell] = ()
    safe: Collection[Cell] = field(default_factory=frozenset)
    mines: Collection[Cell] = field(default_factory=frozenset)


def draw_highlights(view: View, marks: Highlights, window: Window) -> Text:
    """A part of a board with its rows and columns numbered.

    >>> view = View.parse("1#\\n1#", mines=1)
    >>> print(draw_highlights(view, Highlights([(0, 0)], [(0, 1)]), Window(0, 0, 2, 2)))
        0  1
     0 [1]<·>
     1  1  ·
    """
    text = Text(no_wrap=True)
    columns = range(window.left, window.left + window.width)
    labels = _label_width(window)
    heading = " " * labels + "".join(f"{column:>2}".ljust(CELL_WIDTH) for column in columns)
    text.append(heading + "\n", style=HEADINGS)
    for row in range(window.top, window.top + window.height):
        text.append(f"{row:>{labels - 1}} ", style=HEADINGS)
        for column in columns:
            text.append_text(_drawn_cell(view, (row, column), marks))
        text.append("\n")
    text.rstrip()
    return text


def _label_width(window: Window) -> int:
    """The characters that the row numbers take, at least two digits and a space."""
    return max(2, len(str(window.top + window.height - 1))) + 1


def _drawn_cell(view: View, cell: Cell, marks: Highlights) -> Text:
    number = view.number(cell)
    if number is not None:
        sign, style = (str(number) if number else " "), NUMBER_STYLES[number]
    elif cell in marks.mines:
        sign, style = SIGNS["known mine"]
    elif cell in marks.safe:
        sign, style = SIGNS["known safe"]
    else:
        sign, style = SIGNS["hidden"]
    if cell in marks.used:
        return Text(f"[{sign}]", USED)
    if cell in marks.spoken_of:
        return Text(f"<{sign}>", SPOKEN_OF)
    return Text(f" {sign} ", style)


def _cells_named(derivation: Derivation) -> list[Cell]:
    """All cells that the steps speak of, but for the total: that speaks of all of them."""
    return [
        cell
        for step in derivation.steps
        if not isinstance(step, FromTotal)
        for cell in step.conclusion.cells
    ]


def _window(view: View, cells: Collection[Cell]) -> Window:
    """The part of the board that holds the cells, and a margin."""
    top = max(min(row for row, _ in cells) - MARGIN, 0)
    left = max(min(column for _, column in cells) - MARGIN, 0)
    bottom = min(max(row for row, _ in cells) + MARGIN, view.height - 1)
    right = min(max(column for _, column in cells) + MARGIN, view.width - 1)
    return Window(top, left, bottom - top + 1, right - left + 1)
