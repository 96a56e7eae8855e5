"""What is written to the history's file: a game with its turns, and what is deleted again.

All of it happens within a transaction that the caller has begun.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta

from sapper.game import Status
from sapper.history.rows import (
    board_of,
    idle_row_of,
    measured_row_of,
    risks_of,
    row_of,
    written_setup,
)
from sapper.measures import GameMeasures
from sapper.play.record import PLAYER, Entry, Record

UNTOUCHED_ARE_KEPT = timedelta(days=7)
MOST_UNTOUCHED = 10_000
"""However many games are started and never played, only the latest ones are kept."""
ON_BOARD = "board = ? AND +owner = ?"
"""The plus keeps SQLite from going through all games of an owner, instead of the few on a board."""


class Lost(Exception):
    """Somebody else has deleted the game, or played on."""


def write_game(
    database: sqlite3.Connection,
    record: Record,
    kept: int | None,
    measures: GameMeasures | None,
    owner: str,
    *,
    may_be_missing: bool,
) -> None:
    """Write what is new since `kept` entries; raise `Lost` if the game is no longer ours to write.

    A game that was kept before (`kept` is not None) was deleted if it is gone, unless it
    `may_be_missing`: the file was begun afresh.
    """
    found = _one(database, "SELECT id, turns FROM game WHERE identity = ?", record.identity)
    if found is None and kept is not None and not may_be_missing:
        raise Lost("This game was deleted; it is no longer saved.")
    kept = 0 if found is None or kept is None else kept
    if found is not None and found["turns"] != kept:
        raise Lost("This game was resumed elsewhere; here it is no longer saved.")
    game = found["id"] if found else _add_game(database, record, owner)
    news = record.entries[kept:]
    alone = all(entry.by == PLAYER for entry in news)
    is_own = alone and not _is_given(database, record, kept, game, owner)
    _write_turns(database, game, record, news, is_own)
    _write_idle_clicks(database, game, record)
    _write_measures(database, game, measures)
    _give_away(database, record, owner)


def _write_turns(
    database: sqlite3.Connection,
    game: int | None,
    record: Record,
    news: Sequence[Entry],
    is_own: bool,
) -> None:
    """The new turns, and how the game stands after them."""
    database.executemany(
        "INSERT INTO turn VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [row_of(game, entry) for entry in news],
    )
    database.execute(
        "UPDATE game SET setup = ?, status = ?, seconds = ?, turns = ?, changed = ?, "
        "own = own AND ?, risk_taken = risk_taken + ?, risk_best = risk_best + ?, "
        "path = ? WHERE id = ?",
        (
            written_setup(record.setup),  # another agent may play from now on
            record.status.value,
            record.seconds,
            len(record.entries),
            _now(),
            is_own,
            *risks_of(news),
            record.hand.path,
            game,
        ),
    )


def _write_idle_clicks(database: sqlite3.Connection, game: int | None, record: Record) -> None:
    idle = record.hand.idle
    if not idle:
        return
    found = _one(database, "SELECT count(*) AS clicks FROM idle_click WHERE game = ?", game)
    kept = found["clicks"] if found else 0
    database.executemany(
        "INSERT INTO idle_click VALUES (?, ?, ?, ?, ?, ?)",
        [idle_row_of(game, number + 1, idle[number]) for number in range(kept, len(idle))],
    )


def _write_measures(
    database: sqlite3.Connection, game: int | None, measures: GameMeasures | None
) -> None:
    if measures is not None and measures.board is not None:
        row = measured_row_of(game, measures.board, measures)
        places = ", ".join("?" for _ in row)
        database.execute(f"INSERT OR REPLACE INTO measured VALUES ({places})", row)


def _add_game(database: sqlite3.Connection, record: Record, owner: str) -> int | None:
    setup, now = record.setup, _now()
    return database.execute(
        "INSERT INTO game (identity, setup, level, start, winning, status, seconds, turns, "
        "started, changed, board, own, risk_taken, risk_best, owner) "
        "VALUES (?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?, ?, 0, 0, ?)",
        (
            record.identity,
            written_setup(setup),
            setup.level.name,
            setup.level.start.value,
            setup.winning.value,
            record.status.value,
            now,
            now,
            board_of(setup),
            setup.first is None,
            owner,
        ),
    ).lastrowid


def _is_given(
    database: sqlite3.Connection, record: Record, kept: int, game: int | None, owner: str
) -> bool:
    """Whether the player could know the mines when the game began: from an earlier one."""
    if record.setup.position is not None:
        return True
    if kept > 0:
        return False
    query = f"SELECT 1 FROM game WHERE {ON_BOARD} AND id <> ? AND +turns > 0 LIMIT 1"
    return _one(database, query, board_of(record.setup), owner, game) is not None


def _give_away(database: sqlite3.Connection, record: Record, owner: str) -> None:
    """A game that ends shows its mines: others on its board can't be won by one's own wits."""
    if record.status is not Status.PLAYING:
        database.execute(
            f"UPDATE game SET own = 0 WHERE {ON_BOARD} AND +status = ? AND own",
            (board_of(record.setup), owner, Status.PLAYING.value),
        )


def delete_game(database: sqlite3.Connection, game: int) -> None:
    """Delete a game, and all that belongs to it."""
    for table in ("turn", "idle_click", "measured"):
        database.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
    database.execute("DELETE FROM game WHERE id = ?", (game,))


def delete_untouched(database: sqlite3.Connection) -> None:
    """Delete games that were started and never played: old ones, and any beyond a number."""
    untouched = "SELECT changed FROM game WHERE turns = 0 ORDER BY changed DESC"
    beyond = _one(database, f"{untouched} LIMIT 1 OFFSET ?", MOST_UNTOUCHED)
    old = (datetime.now(UTC) - UNTOUCHED_ARE_KEPT).isoformat()
    last = old if beyond is None else max(old, beyond["changed"])
    database.execute("DELETE FROM game WHERE turns = 0 AND changed <= ?", (last,))


def _one(database: sqlite3.Connection, query: str, *values: object) -> sqlite3.Row | None:
    with closing(database.execute(query, values)) as cursor:
        row: sqlite3.Row | None = cursor.fetchone()
        return row


def _now() -> str:
    return datetime.now(UTC).isoformat()
