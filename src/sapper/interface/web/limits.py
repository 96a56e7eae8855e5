"""The largest boards that the page plays and the server reads, and the largest requests."""

from __future__ import annotations

from sapper.errors import LevelError

MOST_CELLS = 40_000
"""As many as a browser still draws in time."""
LONGEST_SIDE = 200
MOST_BYTES = 128 * 1024
"""Of a request's body: ten times as much as the largest board needs."""
MOST_PICTURE_BYTES = 12 << 20
"""Of a picture's file: more than a screenshot of a large screen usually has."""
LONGEST_PICTURE = MOST_PICTURE_BYTES // 3 * 4
"""The same in base64, as it is sent."""


def is_too_large(height: int, width: int) -> bool:
    """Whether the page can't show a board of this size.

    >>> is_too_large(200, 200), is_too_large(201, 200), is_too_large(1, 201)
    (False, True, True)
    """
    return height * width > MOST_CELLS or max(height, width) > LONGEST_SIDE


def check_cells(height: int, width: int) -> None:
    """Refuse a board with too many cells.

    >>> check_cells(300, 200)
    Traceback (most recent call last):
    sapper.errors.LevelError: a board of 300×200 is too large: at most 40,000 cells here
    """
    if height * width > MOST_CELLS:
        raise LevelError(
            f"a board of {height}×{width} is too large: at most {MOST_CELLS:,} cells here"
        )
