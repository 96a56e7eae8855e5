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

GAP = 2
"""Columns between those of a table."""
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
    from sapper.interface.terminal.fitting import table_in_parts

    console = wide_console()
    console.print(table_in_parts(titles, list(rows), keys=keys, room=console.width, gap=GAP))


def print_note(note: str, style: str = "") -> None:
    """A sentence or two: wrapped at words in a terminal, in one line elsewhere."""
    from rich.text import Text

    from sapper.interface.terminal.fitting import wrapped

    console, text = wide_console(), Text(note, style)
    for line in wrapped(text, console.width) if console.is_terminal else [text]:
        console.print(line)


@contextmanager
def progress_line(
    what: str = "games judged; Ctrl-C: no more",
) -> Iterator[Callable[[int, int], None]]:
    """A line on standard error that tells how far something is; none without a terminal there."""
    from rich.console import Console

    with Console(stderr=True).status("") as status:

        def tell(done: int, of: int) -> None:
            status.update(f"{done:,} of {of:,} {what}")

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
