"""Cutting rectangles into rows and columns."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from sapper.interface.window.pen import Area

HEADER = 64
MARGIN = 16
PANEL = 340
GAP = 8


def stacked(column: pygame.Rect, gap: int, heights: Mapping[str, int]) -> dict[str, pygame.Rect]:
    """Rows from the top of a column, by name; the row `list` gets what is left.

    >>> rows = stacked(pygame.Rect(0, 0, 50, 100), 10, {"score": 20})
    >>> rows["score"], rows["list"]
    (Rect(0, 0, 50, 20), Rect(0, 30, 50, 70))
    """
    rows, top = {}, column.top
    for name, height in heights.items():
        rows[name] = pygame.Rect(column.left, top, column.width, height)
        top = rows[name].bottom + gap
    rows["list"] = pygame.Rect(column.left, top, column.width, column.bottom - top)
    return rows


def board_beside_panel(area: Area) -> Area:
    """Where the board goes on a screen with a header and a panel on its right."""
    rect, units = area.rect, area.units
    width = rect.width - units(PANEL + 2 * MARGIN)
    height = rect.height - units(HEADER + MARGIN)
    return area.inner(pygame.Rect(rect.left, rect.top + units(HEADER), width, height))


def rows_of_panel(area: Area, heights: Mapping[str, int]) -> dict[str, pygame.Rect]:
    """The rows of that panel, by name; the row `list` gets what is left."""
    rect, units = area.rect, area.units
    left, top = rect.right - units(PANEL + MARGIN), rect.top + units(HEADER)
    column = pygame.Rect(left, top, units(PANEL), rect.bottom - units(MARGIN) - top)
    return stacked(column, units(GAP), {name: units(high) for name, high in heights.items()})


def split(row: pygame.Rect, gap: int, *shares: float) -> list[pygame.Rect]:
    """A row cut into parts of these shares, with gaps between them.

    >>> split(pygame.Rect(0, 0, 100, 20), 10, 1, 2)
    [Rect(0, 0, 30, 20), Rect(40, 0, 60, 20)]
    """
    whole = row.width - gap * (len(shares) - 1)
    parts, left = [], float(row.left)
    for share in shares:
        width = whole * share / sum(shares)
        parts.append(pygame.Rect(round(left), row.top, round(width), row.height))
        left += width + gap
    return parts
