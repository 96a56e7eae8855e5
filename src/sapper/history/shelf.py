"""The games of one owner: all that a browser may see, where the page is served to several."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.game import Status
from sapper.history.history import MOST_GAMES_AT_ONCE, History
from sapper.history.rows import KeptGame
from sapper.history.statistics import Statistics
from sapper.history.tally import Rules
from sapper.measures import GameMeasures
from sapper.play.record import Record
from sapper.play.records import PersonalRecord
from sapper.play.table import Table


@dataclass(frozen=True, slots=True)
class Shelf:
    """What a history holds for one owner. To all others, these games do not exist.

    >>> from sapper.level import Level
    >>> from sapper.play.record import Setup
    >>> with History.in_memory() as history:
    ...     mine, yours = Shelf(history, "me"), Shelf(history, "you")
    ...     entry = Table(Setup(Level.named("beginner"), seed=3), mine).reveal((0, 0))
    ...     len(mine.games()), len(yours.games()), len(history.games())
    (1, 0, 0)
    """

    history: History
    owner: str

    def keep(
        self, record: Record, kept: int | None, measures: GameMeasures | None = None
    ) -> int | None:
        """Save a game as this owner's; see `History.keep`."""
        return self.history.keep(record, kept, measures, self.owner)

    def games(
        self, limit: int = MOST_GAMES_AT_ONCE, offset: int = 0, *, status: Status | None = None
    ) -> list[KeptGame]:
        """The games with at least one turn, the latest first."""
        return self.history.games(limit, offset, status=status, owner=self.owner)

    def kept(self, identity: str) -> KeptGame:
        """A kept game, without its turns; `UnknownGame` if this owner has none such."""
        return self.history.kept(identity, self.owner)

    def resting(self, identity: str) -> Table:
        """A kept game as it was left, with its clock stopped."""
        return Table.of(self.history.record(identity, self.owner), self)

    def statistics(self) -> list[Statistics]:
        """How this owner has done."""
        return self.history.statistics(self.owner)

    def records_of(self, identity: str) -> tuple[PersonalRecord, ...]:
        """What a game did better than all of this owner's before; see `History.records_of`."""
        return self.history.records_of(identity, self.owner)

    def trends(self) -> dict[Rules, tuple[float, ...]]:
        """The 3BV/s of this owner's last wins; see `History.trends`."""
        return self.history.trends(self.owner)

    def delete(self, identity: str) -> None:
        """Delete a game; `UnknownGame` if this owner has none such."""
        self.history.delete(identity, self.owner)
