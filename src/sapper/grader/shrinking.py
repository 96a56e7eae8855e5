"""The shortest list of moves that still shows a fault."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeVar

Item = TypeVar("Item")

MOST_PAIRED = 40
"""Up to so many moves, all pairs are tried; of more, only those before the last."""


def shrink(items: Sequence[Item], shows: Callable[[Sequence[Item]], bool]) -> tuple[Item, ...]:
    """The fewest items, in their order, that still show it; all of them must.

    One or two are found if they suffice. Otherwise items are dropped while it still shows: halves,
    quarters, and so on down to single ones, until each one left is needed.

    >>> shrink("abcdefgh", lambda some: {"c", "f", "g"} <= set(some))
    ('c', 'f', 'g')
    """
    for size in (0, 1, 2) if len(items) <= MOST_PAIRED else (0, 1):
        for few in combinations(items, size):
            if shows(few):
                return few
    return _drop_needless(tuple(items), shows)


def _drop_needless(
    items: tuple[Item, ...], shows: Callable[[Sequence[Item]], bool]
) -> tuple[Item, ...]:
    size = max(1, len(items) // 2)
    while True:
        start = 0
        dropped = False
        while start < len(items):
            rest = items[:start] + items[start + size :]
            if shows(rest):
                items, dropped = rest, True
            else:
                start += size
        if size == 1 and not dropped:
            return items
        size = max(1, size // 2) if not dropped or size > 1 else 1
