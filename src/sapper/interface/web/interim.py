"""Until there is a history: games are kept in memory alone."""

from __future__ import annotations

from pathlib import Path

from sapper.errors import SapperError
from sapper.play.record import Record
from sapper.play.table import Table


class UnknownGame(SapperError, LookupError):
    """A game that is not kept."""


class History:
    """Keeps nothing."""

    @classmethod
    def open(cls, path: Path | None = None) -> History:
        """Open nothing."""
        return cls()

    def table(self, identity: str) -> Table:
        """No game is kept."""
        raise UnknownGame("there is no such game")

    def keep(self, record: Record, kept: int) -> int:
        """Keep nothing."""
        return kept
