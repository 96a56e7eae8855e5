"""Room for turns: a cell can be opened only once, but flags without end would fill the memory."""

from __future__ import annotations

from sapper.errors import TooManyFlags
from sapper.play.table import Table

EXTRA_TURNS = 1_000
"""For flags that are set and removed again, in addition to two turns per cell."""


def check_room_for_flag(table: Table) -> None:
    """Refuse a flag where a game that a server holds has too many turns already."""
    most = 2 * table.setup.level.cells + EXTRA_TURNS
    if table.turns >= most:
        raise TooManyFlags(f"a game of this size has room for {most:,} turns: open a cell")
