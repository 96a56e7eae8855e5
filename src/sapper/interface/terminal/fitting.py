"""What fits into the width of a terminal: lines of a text, columns of a table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, chop_cells
from rich.console import Group
from rich.table import Table as Columns
from rich.text import Text

from sapper.interface.pieces import PIECE


def wrapped(text: Text, width: int) -> list[Text]:
    """The lines of a text, none wider than `width` columns, with no break within a piece.

    >>> [line.plain for line in wrapped(Text("Quelle case est sûre\u00a0?"), 20)]
    ['Quelle case est', 'sûre\\xa0?']
    >>> [line.plain for line in wrapped(Text("(6, 0) 一定安全。"), 14)]
    ['(6, 0) 一定安', '全。']
    """
    lines: list[Text] = []
    for paragraph in text.split("\n", allow_blank=True):
        lines += paragraph.divide(_breaks(paragraph.plain, max(1, width)))
    for line in lines:
        line.rstrip()
    return lines


def _breaks(words: str, width: int) -> list[int]:
    """Where the lines after the first begin."""
    found: list[int] = []
    begin = end = 0
    for piece in PIECE.finditer(words):
        if cell_len(words[begin : piece.end()]) > width and end > begin:
            begin = piece.end() - len(piece[0].lstrip(" "))
            found.append(begin)
        end = piece.end()
        while cell_len(words[begin:end]) > width:  # wider than a line: cut it
            begin += max(1, len(chop_cells(words[begin:end], width)[0]))
            found.append(begin)
    return found


def as_many_as_fit(pieces: Sequence[str], between: str, room: int) -> str:
    """The first pieces of a line, with something between them.

    >>> as_many_as_fit(["expert", "16×30", "99 mines"], " · ", room=16)
    'expert · 16×30'
    """
    for count in range(len(pieces), 0, -1):
        line = between.join(pieces[:count])
        if cell_len(line) <= room:
            return line
    return ""


def in_parts(widths: Sequence[int], keys: int, room: int, gap: int) -> list[list[int]]:
    """The columns of each part of a table: the keys, and as many others as there is room for.

    >>> in_parts([8, 5, 5, 20, 5], keys=1, room=30, gap=2)
    [[0, 1, 2], [0, 3], [0, 4]]
    """
    shared = list(range(keys))
    parts: list[list[int]] = []
    for column in range(keys, len(widths)):
        wider = [*parts[-1], column] if parts else []
        if wider and sum(widths[one] for one in wider) + gap * (len(wider) - 1) <= room:
            parts[-1] = wider
        else:
            parts.append([*shared, column])
    return parts


def table_in_parts(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    keys: int,
    room: int,
    gap: int,
    right: Sequence[int] = (),
) -> Group:
    """A table that is never wider than its room, if need be in parts, one below the other.

    Each part begins with the first `keys` columns, which tell which row is which; those of `right`
    end at the right.
    """
    widths = [max(map(cell_len, column)) for column in zip(headings, *rows, strict=True)]
    drawn: list[Columns | Text] = []
    for part in in_parts(widths, keys, room, gap):
        table = Columns(box=None, header_style="bold", pad_edge=False, padding=(0, gap, 0, 0))
        for column in part:
            justify = "right" if column in right else "left"
            table.add_column(headings[column], justify=justify, overflow="fold")  # type: ignore[arg-type]
        for row in rows:
            table.add_row(*(Text(row[column]) for column in part))
        drawn += [Text(""), table] if drawn else [table]
    return Group(*drawn)
