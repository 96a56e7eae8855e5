"""Leitner's boxes: what was answered right is asked again later, what was wrong soon.

A card that is answered right moves to the next box, one that is answered wrong back to the first.
Each box waits longer than the one before. A card that leaves the last box is learnt: it is not
asked again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

WAITS = (
    timedelta(0),
    timedelta(days=1),
    timedelta(days=3),
    timedelta(days=9),
    timedelta(days=27),
)
"""How long a card waits in each box. In the first it is asked again in the same sitting."""
FIRST_BOX, LAST_BOX = 1, len(WAITS)
SITS = LAST_BOX + 1
"""The box of what need not be asked again."""


@dataclass(frozen=True, slots=True)
class Card:
    """A position that is asked until it is learnt."""

    id: int
    position: str
    """Its address."""
    kind: str
    game: str
    """The game that it comes from; empty for a fresh position that was answered wrong."""
    box: int
    due: datetime
    right: int = 0
    wrong: int = 0

    @property
    def is_learnt(self) -> bool:
        """Whether it need not be asked again."""
        return self.box == SITS


def answered(card: Card, is_right: bool, now: datetime) -> Card:
    """The card after an answer.

    >>> from datetime import UTC
    >>> now = datetime(2026, 1, 1, tzinfo=UTC)
    >>> card = answered(Card(1, "1x4-1-HbHH", "mine total", "", FIRST_BOX, now), True, now)
    >>> card.box, card.due - now
    (2, datetime.timedelta(days=1))
    >>> card = answered(card, False, now)
    >>> card.box, card.due - now, card.right, card.wrong
    (1, datetime.timedelta(0), 1, 1)
    """
    box = min(card.box + 1, SITS) if is_right else FIRST_BOX
    wait = WAITS[min(box, LAST_BOX) - 1]
    return replace(
        card,
        box=box,
        due=now + wait,
        right=card.right + is_right,
        wrong=card.wrong + (not is_right),
    )
