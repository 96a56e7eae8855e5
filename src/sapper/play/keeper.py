"""Whoever keeps games: a table knows no more of it than this."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from sapper.measures import GameMeasures
from sapper.play.record import Record
from sapper.play.records import PersonalRecord


class Keeper(Protocol):
    """Whoever keeps games, turn by turn."""

    def keep(
        self, record: Record, kept: int | None, measures: GameMeasures | None = None
    ) -> int | None:
        """Keep what is new since `kept` entries; tell how many are kept now. Never raises.

        None is a game that was not kept before: one that was, and is gone, has been deleted. The
        `measures` are those of a game that is over.
        """


@runtime_checkable
class RecordKeeper(Keeper, Protocol):
    """Whoever also knows how the games before went."""

    def records_of(self, identity: str) -> tuple[PersonalRecord, ...]:
        """What a finished game did better than all of its kind before. Never raises."""
