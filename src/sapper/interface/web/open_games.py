"""The games in memory. All others stay in the history until they are needed."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TypeAlias
from weakref import WeakValueDictionary

from sapper.history.history import USER, History
from sapper.history.shelf import Shelf
from sapper.play.table import Table

MOST_CELLS = 300_000
"""Cells of all games in memory together: six hundred games of 16×30, about 50 MB."""

CELLS_PER_TURN = 2
"""A turn takes as much memory as this many cells, about 300 bytes."""

SECONDS_UNUSED = 3600.0
"""After this time, a game that nobody has touched is closed."""

Key: TypeAlias = tuple[str, str]
"""The owner of a game, and its identity."""


class OpenGames:
    """Games by owner and identity; when memory is full, the least recently used one is closed.

    To close a game is to stop its clock and save it: it is loaded again when somebody asks for it.

    However many requests ask for a game at once, all get the same table: two tables of one game
    would diverge.
    """

    def __init__(
        self,
        history: History,
        most_cells: int = MOST_CELLS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._history = history
        self._most_cells = most_cells
        self._clock = clock
        self._recent: OrderedDict[Key, Table] = OrderedDict()  # least recently used first
        # Also finds a table that was closed while a request still uses it.
        self._in_use: WeakValueDictionary[Key, Table] = WeakValueDictionary()
        self._cells: dict[Key, int] = {}  # what each open game counts for
        self._all_cells = 0
        self._last_used: dict[Key, float] = {}  # by the clock
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._recent)

    def find(self, identity: str, owner: str = USER) -> Table | None:
        """The game if it is in memory; this never waits for the history."""
        key = (owner, identity)
        with self._lock:
            table = self._in_use.get(key)
            closed = [] if table is None else self._keep(key, table)
        _leave(closed)
        return table

    def get(self, identity: str, owner: str = USER) -> Table:
        """The game, from memory or from the history; `UnknownGame` if the owner has none such."""
        table = self.find(identity, owner)
        if table is not None:
            return table
        key = (owner, identity)
        fetched = Shelf(self._history, owner).resting(identity)
        with self._lock:  # another request may have fetched it first
            table = self._in_use.get(key) or fetched
            closed = self._keep(key, table)
        _leave(closed)
        return table

    def add(self, table: Table, owner: str = USER) -> None:
        """Keep a new game in memory."""
        with self._lock:
            closed = self._keep((owner, table.identity), table)
        _leave(closed)

    def remove(self, identity: str, owner: str = USER) -> None:
        """Drop a deleted game."""
        key = (owner, identity)
        with self._lock:
            self._in_use.pop(key, None)
            if self._recent.pop(key, None) is not None:
                self._forget(key)

    def sweep(self) -> None:
        """Close the games that nobody has used for a while."""
        with self._lock:
            last = self._clock() - SECONDS_UNUSED
            closed = []
            while self._recent and self._last_used[next(iter(self._recent))] < last:
                closed.append(self._close_oldest())
        _leave(closed)

    def leave(self) -> None:
        """Stop the clocks of all games: the server is shutting down."""
        with self._lock:
            tables = list(self._in_use.values())
        _leave(tables)

    def _keep(self, key: Key, table: Table) -> list[Table]:
        """Mark a game as the most recently used; return those closed to make room for it."""
        closed = []
        self._count(key, table.setup.level.cells + CELLS_PER_TURN * table.turns)
        self._in_use[key] = table
        self._recent[key] = table
        self._recent.move_to_end(key)
        self._last_used[key] = self._clock()
        while self._all_cells > self._most_cells and len(self._recent) > 1:
            closed.append(self._close_oldest())
        return closed

    def _close_oldest(self) -> Table:
        key, oldest = self._recent.popitem(last=False)
        self._forget(key)
        return oldest

    def _forget(self, key: Key) -> None:
        self._count(key, 0)
        del self._last_used[key]

    def _count(self, key: Key, cells: int) -> None:
        """Set how many cells a game counts for; 0 once it is closed."""
        self._all_cells += cells - self._cells.pop(key, 0)
        if cells:
            self._cells[key] = cells


def _leave(tables: list[Table]) -> None:
    """Stop their clocks and save them. Never called under the lock: saving may wait."""
    for table in tables:
        table.leave()
