"""The puzzle of the day: from a date, a level and a grade, the same for everybody."""

from __future__ import annotations

from datetime import UTC, date, datetime

from sapper.boards.make import Wish
from sapper.errors import BadInput
from sapper.seed import BOARD_SEED_BITS, seed_from


def today() -> date:
    """The date by which the puzzle changes: in UTC, so that it changes for everybody at once."""
    return datetime.now(UTC).date()


def read_date(text: str) -> date:
    """A date as YYYY-MM-DD.

    >>> read_date("2026-11-16").day
    16
    >>> read_date("16.11.2026")
    Traceback (most recent call last):
    sapper.errors.BadInput: a date reads YYYY-MM-DD, as in 2026-11-16, not '16.11.2026'
    """
    try:
        return datetime.strptime(text.strip(), "%Y-%m-%d").replace(tzinfo=UTC).date()
    except ValueError:
        raise BadInput(f"a date reads YYYY-MM-DD, as in 2026-11-16, not {text!r}") from None


def seed_of_day(day: date, wish: Wish) -> int:
    """The seed of the puzzle of a day: of its date, the size, the first cell and the grade.

    >>> wish = Wish.of("beginner", grade="medium")
    >>> seed_of_day(date(2026, 11, 16), wish) == seed_of_day(date(2026, 11, 17), wish)
    False
    """
    level, grade = wish.level, "any" if wish.grade is None else wish.grade.value
    size = f"{level.height}x{level.width}/{level.mines}"
    words = f"puzzle {day.isoformat()} {size} {level.start.value} {wish.first} {grade}"
    return seed_from(words, BOARD_SEED_BITS)
