"""Cutting rectangles into rows and columns."""

from __future__ import annotations

from collections.abc import Mapping

import pygame


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
