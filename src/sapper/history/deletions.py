"""Which games were deleted: a game that is merely missing may come back with its file.

A trigger notes it, whichever program deletes a game, so that what was kept about it elsewhere can
be dropped for good.
"""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    "CREATE TABLE deleted (identity TEXT PRIMARY KEY) WITHOUT ROWID",
    """CREATE TRIGGER game_is_deleted AFTER DELETE ON game WHEN old.turns > 0
    BEGIN INSERT OR IGNORE INTO deleted VALUES (old.identity); END""",
)


def was_deleted(database: sqlite3.Connection, identity: str) -> bool:
    """Whether a game was there, and somebody deleted it."""
    query = (
        "SELECT 1 FROM deleted WHERE identity = ? "
        "AND identity NOT IN (SELECT identity FROM game WHERE identity = ?)"
    )
    return database.execute(query, (identity, identity)).fetchone() is not None
