"""Cells and sentences in words."""

from __future__ import annotations

from collections.abc import Collection

from sapper.grid import Cell

MOST_CELLS_NAMED = 12


def sentence_in_words(cells: Collection[Cell], count: int) -> str:
    """A sentence as the course writes it.

    >>> sentence_in_words({(0, 1), (0, 0)}, 1)
    '{(0, 0), (0, 1)} = 1'
    """
    named = sorted(cells)[:MOST_CELLS_NAMED]
    more = ", …" if len(cells) > len(named) else ""
    return f"{{{', '.join(map(str, named))}{more}}} = {count}"


def cells_in_words(cells: Collection[Cell]) -> str:
    """Some cells, the first few by name.

    >>> cells_in_words([(0, 1), (0, 0)])
    '(0, 0) and (0, 1)'
    """
    named = [str(cell) for cell in sorted(cells)[:MOST_CELLS_NAMED]]
    if len(cells) > len(named):
        return f"{', '.join(named)} and {len(cells) - len(named)} more"
    return " and ".join([", ".join(named[:-1])] * (len(named) > 1) + named[-1:])
