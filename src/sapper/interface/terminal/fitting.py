"""What fits into the width of a terminal: lines of a text, columns of a table."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

from rich.cells import cell_len
from rich.console import Console, Group
from rich.table import Table as Columns
from rich.text import Text

NO_BREAK, STAND_IN = "\u00a0", "\ue000"
"""Rich takes a no-break space for any other; what stands in for it meanwhile is as wide."""


def wrapped(text: Text, width: int) -> list[Text]:
    """The lines of a text, none wider than `width` columns, with no break at a no-break space.

    >>> [line.plain for line in wrapped(Text("Quelle case est sûre\u00a0?"), 20)]
    ['Quelle case est', 'sûre\\xa0?']
    """
    whole = text.copy()
    whole.plain = text.plain.replace(NO_BREAK, STAND_IN)
    lines = list(whole.wrap(Console(file=StringIO(), width=max(1, width)), max(1, width)))
    for line in lines:
        line.plain = line.plain.replace(STAND_IN, NO_BREAK)
        line.rstrip()
    return lines


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
