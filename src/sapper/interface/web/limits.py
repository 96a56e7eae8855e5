"""The largest boards that the page plays and the server reads."""

from __future__ import annotations

from sapper.errors import LevelError

MOST_CELLS = 10_000
"""As many as still fit on a screen and can be analysed in time."""
LONGEST_SIDE = 200


def is_too_large(height: int, width: int) -> bool:
    """Whether the page can't show a board of this size.

    >>> is_too_large(100, 100), is_too_large(101, 100), is_too_large(1, 201)
    (False, True, True)
    """
    return height * width > MOST_CELLS or max(height, width) > LONGEST_SIDE


def check_cells(height: int, width: int) -> None:
    """Refuse a board with too many cells.

    >>> check_cells(200, 200)
    Traceback (most recent call last):
    sapper.errors.LevelError: a board of 200×200 is too large: at most 10,000 cells here
    """
    if height * width > MOST_CELLS:
        raise LevelError(
            f"a board of {height}×{width} is too large: at most {MOST_CELLS:,} cells here"
        )
