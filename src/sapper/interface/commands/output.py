"""How commands print: JSON and tables."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sapper.errors import BadInput
from sapper.interface.encodable import is_readable, is_unicode_output

if TYPE_CHECKING:
    from rich.console import Console

GAP = "  "
WITHOUT_END = 1_000_000


def print_json(content: object, indent: int | None = 2) -> None:
    """A shape or plain data as JSON."""
    from sapper.serialize import to_json

    print(to_json(content, indent=indent, in_ascii=not is_unicode_output()))


def print_table(titles: Sequence[str], rows: Iterable[Sequence[str]], keys: int = 1) -> None:
    """A table as wide as it needs to be, but never wider than the terminal.

    If it is too wide, its columns are printed in parts, one below the other, each after the first
    `keys` columns, which tell which row is which.
    """
    from rich.cells import cell_len
    from rich.table import Table
    from rich.text import Text

    rows = list(rows)
    widths = [max(map(cell_len, column)) for column in zip(titles, *rows, strict=True)]
    console = wide_console()
    for number, part in enumerate(in_parts(widths, keys, console.width)):
        if number:
            console.print()
        table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, len(GAP), 0, 0))
        for column in part:
            table.add_column(titles[column], overflow="fold")
        for row in rows:
            table.add_row(*(Text(row[column]) for column in part))
        console.print(table)


def print_note(note: str, style: str = "") -> None:
    """A sentence or two: wrapped at words in a terminal, in one line elsewhere."""
    wide_console().print(note, style=style, markup=False)


@contextmanager
def progress_line(what: str = "games judged") -> Iterator[Callable[[int, int], None]]:
    """A line on standard error that tells how far something is; none without a terminal there."""
    from rich.console import Console

    with Console(stderr=True).status("") as status:

        def tell(done: int, of: int) -> None:
            status.update(f"{done:,} of {of:,} {what}; Ctrl-C: no more")

        yield tell


def wide_console() -> Console:
    """A console as wide as the terminal; elsewhere so wide that nothing is ever cut or wrapped."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = WITHOUT_END
    return console


def check_readable(text: str, otherwise: str) -> None:
    """Refuse a script that standard output can't write: there are no plain signs for it."""
    encoding = sys.stdout.encoding
    if not is_readable(text, encoding):
        raise BadInput(f"this output can't be written in {encoding}; {otherwise}")


def in_parts(widths: Sequence[int], keys: int, room: int) -> list[list[int]]:
    """The columns of each part of a table: the keys, and as many others as there is room for.

    >>> in_parts([8, 5, 5, 20, 5], keys=1, room=30)
    [[0, 1, 2], [0, 3], [0, 4]]
    """
    shared = list(range(keys))
    parts: list[list[int]] = []
    for column in range(keys, len(widths)):
        wider = [*parts[-1], column] if parts else []
        if wider and sum(widths[one] for one in wider) + len(GAP) * (len(wider) - 1) <= room:
            parts[-1] = wider
        else:
            parts.append([*shared, column])
    return parts
