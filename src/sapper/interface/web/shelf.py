"""The games in use: as many as fit in memory; all others rest in the history."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from weakref import WeakValueDictionary

from sapper.play.table import Table

MOST_CELLS_AT_HAND = 300_000
"""Cells of all games kept at hand together: six hundred games of 16×30, some 50 MB."""

CELLS_A_TURN = 2
"""A turn takes the memory of so many cells, some 300 bytes."""


class Shelf:
    """Games at hand by identity, the one used longest ago put back first.

    However many ask for a game at once, all get the same table: two tables of one game would
    each go on by themselves.
    """

    def __init__(self, fetch: Callable[[str], Table], most_cells: int = MOST_CELLS_AT_HAND) -> None:
        self._fetch = fetch
        self._most_cells = most_cells
        self._at_hand: OrderedDict[str, Table] = OrderedDict()
        # A table that was put back while somebody still uses it is found here.
        self._in_use: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._cells: dict[str, int] = {}  # what each game at hand counts for
        self._all_cells = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._at_hand)

    def at_hand(self, identity: str) -> Table | None:
        """The game of that identity, if it is here; this takes no time."""
        with self._lock:
            table = self._in_use.get(identity)
            put_back = [] if table is None else self._put(table)
        _leave(put_back)
        return table

    def get(self, identity: str) -> Table:
        """The game of that identity, from here or from the history."""
        table = self.at_hand(identity)
        if table is not None:
            return table
        fetched = self._fetch(identity)
        with self._lock:  # somebody else may have fetched it too, and been faster
            table = self._in_use.get(identity) or fetched
            put_back = self._put(table)
        _leave(put_back)
        return table

    def add(self, table: Table) -> None:
        """Keep a new game at hand."""
        with self._lock:
            put_back = self._put(table)
        _leave(put_back)

    def remove(self, identity: str) -> None:
        """Forget a game."""
        with self._lock:
            self._in_use.pop(identity, None)
            if self._at_hand.pop(identity, None) is not None:
                self._count(identity, 0)

    def leave(self) -> None:
        """Leave all games, as the server does when it ends."""
        with self._lock:
            tables = list(self._in_use.values())
        _leave(tables)

    def _put(self, table: Table) -> list[Table]:
        """Keep a game at hand, and give those for which there is no room any more."""
        put_back = []
        self._count(table.identity, table.setup.level.cells + CELLS_A_TURN * table.turns)
        self._in_use[table.identity] = table
        self._at_hand[table.identity] = table
        self._at_hand.move_to_end(table.identity)
        while self._all_cells > self._most_cells and len(self._at_hand) > 1:
            identity, oldest = self._at_hand.popitem(last=False)
            self._count(identity, 0)
            put_back.append(oldest)
        return put_back

    def _count(self, identity: str, cells: int) -> None:
        """Let a game count for so many cells; 0 when it is no longer at hand."""
        self._all_cells += cells - self._cells.pop(identity, 0)
        if cells:
            self._cells[identity] = cells


def _leave(tables: list[Table]) -> None:
    """Stop their clocks, and keep what they show; not under the lock, for that may wait."""
    for table in tables:
        table.leave()
