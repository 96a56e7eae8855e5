"""How far the making of boards has come, for whoever waits."""

from __future__ import annotations

from typing import Any

from sapper._compiled import compiled


class MakingProgress:
    """Boards made and tried so far; any thread may read it.

    >>> progress = MakingProgress()
    >>> progress.tried_one()
    >>> progress.made, progress.tried
    (0, 1)
    """

    def __init__(self) -> None:
        self.in_engine: Any = None if compiled is None else compiled.MakingProgress()
        self._made = self._tried = 0

    @property
    def made(self) -> int:
        """The boards that were made."""
        return self._made + (self.in_engine.made() if self.in_engine else 0)

    @property
    def tried(self) -> int:
        """The boards that were tried."""
        return self._tried + (self.in_engine.tried() if self.in_engine else 0)

    def made_one(self) -> None:
        """Count a board made in Python."""
        self._made += 1

    def tried_one(self) -> None:
        """Count a board tried in Python."""
        self._tried += 1
