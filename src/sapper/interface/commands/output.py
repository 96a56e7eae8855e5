"""How commands print: JSON and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sapper.interface.encodable import is_unicode_output

WIDEST = 1000


def print_json(content: object, indent: int | None = 2) -> None:
    """A shape or plain data as JSON."""
    from sapper.serialize import to_json

    print(to_json(content, indent=indent, in_ascii=not is_unicode_output()))


def print_table(titles: Iterable[str], rows: Iterable[Sequence[str]]) -> None:
    """A table as wide as the terminal; piped, as wide as it needs to be."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*titles, box=None, header_style="bold", pad_edge=False)
    for row in rows:
        table.add_row(*map(Text, row))
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = console.measure(table, options=console.options.update(width=WIDEST)).maximum
    console.print(table)
