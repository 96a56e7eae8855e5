"""What people type on the command line, read; the error says how it should look."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from sapper.grid import Cell


def read_cell(text: str) -> Cell:
    """A cell, as ROW,COLUMN.

    >>> read_cell("0,3"), read_cell(" (12, 4) ")
    ((0, 3), (12, 4))
    """
    row, _, column = text.strip().strip("()").partition(",")
    try:
        return int(row), int(column)
    except ValueError:
        raise typer.BadParameter(f"a cell reads ROW,COLUMN as in 0,3, not {text!r}") from None


def read_cell_if_told(text: str | None) -> Cell | None:
    """The cell of an option that may be left out."""
    return None if text is None else read_cell(text)
