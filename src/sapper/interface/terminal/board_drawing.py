"""A board in play, drawn line by line for a terminal, as large as fits.

▐2▌   the cursor                          [2]   a number that an explanation uses
(○)   the cell of a hint                  <·>   a cell that an explanation is about
○!    a false belief of the agent         ○?    what it has missed
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

from sapper.exact.analysis import Analysis
from sapper.grid import Cell, neighbours
from sapper.interface.terminal.belief_signs import FALSE_MARK, NO_BELIEFS, belief_sign, belief_style
from sapper.interface.terminal.looks import (
    CELL_FRAME,
    CERTAINLY_A_MINE,
    CERTAINLY_SAFE,
    CURSOR_FRAME,
    EXPLODED,
    FLAG,
    GUESS,
    HIDDEN,
    HINT_FRAME,
    INK,
    MINE,
    NO_NUMBER,
    NUMBER_FRAME,
    PAPER,
    SAFE,
    SAFE_GROUND,
    WRONG_FLAG,
    Palette,
)
from sapper.play.beliefs import CellBelief
from sapper.view import View

LABEL_GAP = 1
HEADING_LINES = 1
EDGE = 2
"""The part in view scrolls when the cursor comes this close to its edge."""
LOWER_HALF_OF_A_TILE = "▀"
ALMOST_CERTAIN = 0.99
ALMOST_IMPOSSIBLE = 0.01


class Scale(Enum):
    """How large a cell is drawn: characters and lines from one cell to the next."""

    SMALL = (2, 1)
    MEDIUM = (3, 1)
    LARGE = (4, 2)

    @property
    def pitch(self) -> int:
        """Characters from one cell to the next."""
        return self.value[0]

    @property
    def lines(self) -> int:
        """Lines from one cell to the next."""
        return self.value[1]

    def size_of(self, view: View) -> tuple[int, int]:
        """The lines and characters that a whole board takes, labels included."""
        lines = HEADING_LINES + self.lines * view.height
        return lines, label_width(view) + self.pitch * view.width + 1

    @classmethod
    def fitting(cls, view: View, height: int, width: int) -> Scale:
        """The largest scale at which the whole board fits; the smallest if none does.

        >>> Scale.fitting(View(9, 9, 10), height=19, width=52)
        <Scale.LARGE: (4, 2)>
        >>> Scale.fitting(View(16, 30, 99), height=19, width=64)
        <Scale.SMALL: (2, 1)>
        """
        for scale in (cls.LARGE, cls.MEDIUM):
            lines, characters = scale.size_of(view)
            if lines <= height and characters <= width:
                return scale
        return cls.SMALL


@dataclass(frozen=True, slots=True)
class Pointed:
    """What a step of an explanation points at, and what is known at that step."""

    numbers: Collection[Cell] = ()
    cells: Collection[Cell] = ()
    safe: Collection[Cell] = ()
    mines: Collection[Cell] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """All there is to see on a board."""

    view: View
    cursor: Cell | None = None
    exploded: Cell | None = None
    mines: Collection[Cell] = field(default_factory=frozenset)
    """Where the mines are, once the game is over."""
    wrong_flags: Collection[Cell] = field(default_factory=frozenset)
    hint: Cell | None = None
    is_hint_certain: bool = True
    odds: Analysis | None = None
    why: Pointed | None = None
    beliefs: Mapping[Cell, CellBelief] = field(default_factory=lambda: NO_BELIEFS)
    """What the agent believes, and what it has missed."""


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a board that is in view."""

    top: int = 0
    left: int = 0
    height: int = 1
    width: int = 1

    @classmethod
    def following(
        cls, cell: Cell, view: View, scale: Scale, room: tuple[int, int], before: Part | None = None
    ) -> Part:
        """As much as fits into `room` (lines, characters), scrolled no more than the cell needs.

        >>> Part.following((0, 25), View(16, 30, 99), Scale.SMALL, room=(11, 44))
        Part(top=0, left=8, height=10, width=20)
        """
        before = before or cls()
        rows = (room[0] - HEADING_LINES) // scale.lines
        columns = (room[1] - label_width(view) - 1) // scale.pitch
        rows, columns = max(1, min(rows, view.height)), max(1, min(columns, view.width))
        top = _followed(cell[0], before.top, rows, view.height)
        left = _followed(cell[1], before.left, columns, view.width)
        return cls(top, left, rows, columns)

    def shifted(self, rows: int, columns: int, view: View) -> Part:
        """The part so many rows down and columns right, as far as the board goes."""
        top = min(max(self.top + rows, 0), view.height - self.height)
        left = min(max(self.left + columns, 0), view.width - self.width)
        return Part(top, left, self.height, self.width)


def _followed(place: int, first: int, shown: int, there_are: int) -> int:
    edge = min(EDGE, (shown - 1) // 2)
    first = min(first, place - edge)
    first = max(first, place + edge - shown + 1)
    return min(max(first, 0), there_are - shown)


def label_width(view: View) -> int:
    """The characters that the row numbers take."""
    return len(str(view.height - 1)) + LABEL_GAP


def draw(scene: Scene, part: Part, scale: Scale, palette: Palette) -> Iterator[list[Segment]]:
    """The lines of a part of the board, column numbers first.

    >>> from sapper.interface.terminal.looks import DARK, PALETTES
    >>> view = View.parse("1#\\n1F", mines=1)
    >>> lines = draw(Scene(view, cursor=(0, 1)), Part(0, 0, 2, 2), Scale.MEDIUM, PALETTES[DARK])
    >>> for line in lines:
    ...     print("".join(segment.text for segment in line).rstrip())
        0  1
     0  1 ▐·▌
     1  1  ⚑
    """
    for line in range(HEADING_LINES + part.height * scale.lines):
        yield draw_line(line, scene, part, scale, palette)


def draw_line(line: int, scene: Scene, part: Part, scale: Scale, palette: Palette) -> list[Segment]:
    """One of those lines, counted from 0."""
    canvas = _Line(label_width(scene.view) + scale.pitch * part.width + 1, palette)
    if line < HEADING_LINES:
        _draw_heading(canvas, scene, part, scale, palette)
        return canvas.segments()
    row, line_of_row = divmod(line - HEADING_LINES, scale.lines)
    row += part.top
    if line_of_row == 0:
        _draw_label(canvas, scene, part, row, palette)
    drawn = [
        _Drawn.of(scene, (row, part.left + place), scale, palette) for place in range(part.width)
    ]
    for place, cell in enumerate(drawn):
        start = label_width(scene.view) + place * scale.pitch
        if line_of_row == 0:
            canvas.put_cell(start, cell, scale)
        else:
            canvas.put_lower_half(start, cell, scale)
    if line_of_row == 0:
        for place, cell in enumerate(drawn):
            canvas.put_frame(label_width(scene.view) + place * scale.pitch, cell, scale)
    return canvas.segments()


def _draw_heading(canvas: _Line, scene: Scene, part: Part, scale: Scale, palette: Palette) -> None:
    """The column numbers, as many as fit, with arrows where the board goes on."""
    labels = label_width(scene.view)
    widest = len(str(part.left + part.width - 1))
    every = -(-(widest + 1) // scale.pitch)
    here = scene.cursor[1] if scene.cursor else None
    for place in range(part.width):
        column = part.left + place
        is_here = column == here
        if is_here or (column % every == 0 and (here is None or abs(column - here) >= every)):
            style = Style(color=palette.label_here, bold=True) if is_here else _label(palette)
            text = str(column)
            middle = labels + place * scale.pitch + scale.pitch // 2
            canvas.put(middle - len(text) // 2, text, style)
    if part.left > 0:
        canvas.put(labels - 1, "◂", _label(palette))
    if part.left + part.width < scene.view.width:
        canvas.put(len(canvas) - 1, "▸", _label(palette))


def _draw_label(canvas: _Line, scene: Scene, part: Part, row: int, palette: Palette) -> None:
    is_here = scene.cursor is not None and row == scene.cursor[0]
    style = Style(color=palette.label_here, bold=True) if is_here else _label(palette)
    digits = label_width(scene.view) - LABEL_GAP
    canvas.put(0, str(row).rjust(digits), style)
    if row == part.top and part.top > 0:
        canvas.put(digits, "▴", _label(palette))
    elif row == part.top + part.height - 1 and row < scene.view.height - 1:
        canvas.put(digits, "▾", _label(palette))


def _label(palette: Palette) -> Style:
    return Style(color=palette.label)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A cell's sign and style, and the frame around it."""

    text: str
    style: Style
    frame: tuple[str, str] | None = None

    @classmethod
    def of(cls, scene: Scene, cell: Cell, scale: Scale, palette: Palette) -> _Drawn:
        """The sign; what is pointed at and the cell under the cursor get a frame and colours."""
        text, style = _sign(scene, cell, scale, palette)
        frame, ground = _pointing(scene, cell, palette)
        colour = INK
        if cell == scene.cursor:
            if frame is None:
                ground, colour = palette.cursor, palette.cursor_text
            frame = CURSOR_FRAME
        if frame is None or cell == scene.exploded:
            return cls(text, style, frame)
        return cls(text, Style(color=colour, bgcolor=ground, bold=True), frame)


def _pointing(
    scene: Scene, cell: Cell, palette: Palette
) -> tuple[tuple[str, str] | None, str | None]:
    """Frame and background of a cell that a hint or an explanation points at."""
    if scene.why and cell in scene.why.numbers:
        return NUMBER_FRAME, palette.used
    if scene.why and cell in scene.why.cells:
        return CELL_FRAME, palette.spoken_of
    if cell == scene.hint:
        return HINT_FRAME, SAFE_GROUND if scene.is_hint_certain else palette.used
    return None, None


def _sign(scene: Scene, cell: Cell, scale: Scale, palette: Palette) -> tuple[str, Style]:
    """The sign of a cell, and its style."""
    shade = palette.tile_shade if sum(cell) % 2 else palette.tile
    number = scene.view.number(cell)
    is_flagged = cell in scene.view.flags
    if cell == scene.exploded:
        return EXPLODED, Style(color=PAPER, bgcolor=palette.exploded, bold=True)
    belief = scene.beliefs.get(cell)
    if number is not None:
        sign = str(number) if number else NO_NUMBER
        if belief is not None and belief.is_wrong:
            return f"{sign}{FALSE_MARK}", belief_style(belief, palette, shade)
        return sign, Style(color=palette.numbers[number], bgcolor=palette.open, bold=True)
    if cell in scene.wrong_flags:
        return WRONG_FLAG, Style(color=PAPER, bgcolor=palette.wrong, bold=True)
    if scene.why and cell in scene.why.mines:
        return MINE, Style(color=palette.mine, bgcolor=shade, bold=True)
    if scene.why and cell in scene.why.safe:
        return SAFE, Style(color=palette.safe, bgcolor=shade, bold=True)
    if belief is not None and belief.is_fault:
        return belief_sign(belief), belief_style(belief, palette, shade)
    if scene.odds is not None:
        sign, style = _chance(scene.odds, cell, scale, palette)
        return FLAG if is_flagged else sign, style
    if is_flagged:
        return FLAG, Style(color=palette.flag, bgcolor=shade, bold=True)
    if belief is not None and cell != scene.hint:
        return belief_sign(belief), belief_style(belief, palette, shade)
    if cell in scene.mines:
        is_lost = scene.exploded is not None
        colour, ground = (palette.mine, palette.mine_ground) if is_lost else (palette.flag, shade)
        return MINE, Style(color=colour, bgcolor=ground)
    if cell == scene.hint:
        sign = SAFE if scene.is_hint_certain else GUESS
        return sign, Style(color=palette.safe, bgcolor=shade, bold=True)
    return HIDDEN, Style(color=palette.sign, bgcolor=shade)


def _chance(odds: Analysis, cell: Cell, scale: Scale, palette: Palette) -> tuple[str, Style]:
    if cell in odds.safe:
        return SAFE, CERTAINLY_SAFE
    if cell in odds.mines:
        return MINE, CERTAINLY_A_MINE
    if not odds.is_known(cell):
        return HIDDEN, Style(color=palette.sign, bgcolor=palette.tile)
    chance = float(odds.mine_probability[cell])
    around = neighbours(cell, odds.view.height, odds.view.width)
    unconstrained = all(odds.view.is_hidden(near) for near in around)
    return chance_in(chance, scale), palette.of_chance(chance, unconstrained)


def chance_in(chance: float, scale: Scale) -> str:
    """A chance in the few characters of a cell; never 0 or 1, since neither is certain.

    >>> [chance_in(0.173, scale) for scale in Scale]
    ['.2', '.17', '17%']
    >>> chance_in(0.001, Scale.LARGE), chance_in(0.9999, Scale.MEDIUM)
    ('<1%', '.99')
    """
    if scale is Scale.LARGE:
        if chance < ALMOST_IMPOSSIBLE:
            return "<1%"
        return f"{100 * min(chance, ALMOST_CERTAIN):.0f}%"
    digits = scale.pitch - 1
    return f"{min(chance, 1 - 10**-digits):.{digits}f}".lstrip("0")


class _Line:
    """One line of styled characters; what is put later covers what was put before."""

    def __init__(self, width: int, palette: Palette) -> None:
        self.palette = palette
        ground = Style(color=palette.label, bgcolor=palette.ground)
        self.characters = [" "] * width
        self.styles = [ground] * width

    def __len__(self) -> int:
        return len(self.characters)

    def put(self, start: int, text: str, style: Style) -> None:
        for place, character in enumerate(text, start):
            if 0 <= place < len(self):
                self.characters[place] = character
                self.styles[place] = self.styles[place] + style

    def put_cell(self, start: int, cell: _Drawn, scale: Scale) -> None:
        first, width = _filled(start, scale)
        self.put(first, " " * width, cell.style)
        self.put(_text_start(start, cell, scale), cell.text, cell.style)

    def put_lower_half(self, start: int, cell: _Drawn, scale: Scale) -> None:
        """The lower half of a tile, and the gap below it."""
        first, width = _filled(start, scale)
        if self.palette.has_tiles and cell.style.bgcolor is not None:
            style = Style(color=cell.style.bgcolor, bgcolor=self.palette.ground)
            self.put(first, LOWER_HALF_OF_A_TILE * width, style)

    def put_frame(self, start: int, cell: _Drawn, scale: Scale) -> None:
        """A frame around the sign where its neighbours leave room."""
        if cell.frame is None:
            return
        left = _text_start(start, cell, scale) - 1
        right = left + len(cell.text) + 1
        if cell.text.startswith("."):  # odds fill the cell: the frame replaces the point
            self._put_edge(left + 1, cell.frame[0], cell)
        elif self.characters[left] == " ":
            self._put_edge(left, cell.frame[0], cell)
        if right < len(self) and self.characters[right] == " ":
            self._put_edge(right, cell.frame[1], cell)

    def _put_edge(self, place: int, character: str, cell: _Drawn) -> None:
        style = cell.style
        if cell.frame is CURSOR_FRAME:  # half a character wide; the other half shows the background
            style = Style(color=style.bgcolor, bgcolor=self.styles[place].bgcolor)
        self.put(place, character, style)

    def segments(self) -> list[Segment]:
        pairs = zip(self.characters, self.styles, strict=True)
        return [
            Segment("".join(character for character, _ in run), style)
            for style, run in groupby(pairs, key=lambda pair: pair[1])
        ]


def _filled(start: int, scale: Scale) -> tuple[int, int]:
    """Where a tile begins, and how wide it is; large ones leave a gap before them."""
    gap = 1 if scale is Scale.LARGE else 0
    return start + gap, scale.pitch - gap


def _text_start(start: int, cell: _Drawn, scale: Scale) -> int:
    if len(cell.text) == 1:
        return start + scale.pitch // 2
    return start + scale.pitch - len(cell.text)
