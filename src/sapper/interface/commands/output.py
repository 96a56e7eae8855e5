"""How commands print: JSON, tables; and exit codes that mean the same for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import typer

BAD_INPUT = 2
INTERRUPTED = 130
WIDEST = 1000


def print_json(content: object) -> None:
    """A shape or plain data as JSON, indented."""
    from sapper.serialize import to_json

    typer.echo(to_json(content, indent=2))


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
