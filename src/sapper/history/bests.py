"""The best of all games of a kind, as they are kept: what personal records are measured against.

A row per owner, level and rules tells the best up to the latest game that counts, and the best
before that one. Triggers keep it so, as they keep the statistics (`tally`). Where a finished game
is deleted or changed, the row becomes stale: the games it stands for are read again when the next
one is won.
"""

from __future__ import annotations

import sqlite3
from dataclasses import astuple, dataclass, fields

from sapper.game import Status
from sapper.history.rows import result_of
from sapper.history.tally import ALL, KEY, counts, guesses_of, key_of, row_of_kind
from sapper.play.records import Bests, Result

NAMES = tuple(field.name for field in fields(Bests))
BEFORE = tuple(f"before_{name}" for name in NAMES)


def _clicks_of(row: str) -> str:
    """All clicks of a game by the row of its measures; NULL where they are not known."""
    return " + ".join(
        f"{row}.{kind}_{button}"
        for kind in ("effective", "wasted")
        for button in ("left", "right", "chord")
    )


_NEW_WON = f"(new.status = '{Status.WON.value}')"
# Of a game whose measures are being saved:
_SPEED = """SELECT CASE WHEN seconds > 0 THEN CAST(new.solved AS REAL) / seconds END
    FROM game WHERE id = new.game"""
_EFFICIENCY = f"CAST(new.solved AS REAL) / nullif({_clicks_of('new')}, 0)"


def _highest(name: str, value: str) -> str:
    """The higher of two numbers, of which each may be unknown."""
    return f"{name} = coalesce(max({name}, ({value})), {name}, ({value}))"


def _stale(row: str) -> str:
    return f"UPDATE best SET is_stale = 1, changes = changes + 1 {row_of_kind(row)};"


STATEMENTS = (
    f"""CREATE TABLE best (
        owner TEXT NOT NULL,
        level TEXT NOT NULL,
        start TEXT NOT NULL,
        winning TEXT NOT NULL,
        guesses TEXT NOT NULL,
        latest INTEGER,
        won INTEGER NOT NULL DEFAULT 0,
        seconds REAL,
        three_bv_per_second REAL,
        efficiency REAL,
        streak INTEGER NOT NULL DEFAULT 0,
        longest_streak INTEGER NOT NULL DEFAULT 0,
        {", ".join(BEFORE)},
        is_stale INTEGER NOT NULL DEFAULT 0,
        changes INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY ({", ".join(KEY)})
    ) WITHOUT ROWID""",
    f"""CREATE TRIGGER best_game_ends AFTER UPDATE ON game
        WHEN new.own AND {counts("new")} AND NOT {counts("old")}
    BEGIN
        INSERT OR IGNORE INTO best ({", ".join(KEY)}) VALUES ({key_of("new")});
        UPDATE best SET
            {", ".join(f"{before} = {name}" for before, name in zip(BEFORE, NAMES, strict=True))},
            latest = new.id,
            changes = changes + 1,
            won = won + {_NEW_WON},
            seconds = CASE WHEN {_NEW_WON}
                THEN min(coalesce(seconds, new.seconds), new.seconds) ELSE seconds END,
            streak = CASE WHEN {_NEW_WON} THEN streak + 1 ELSE 0 END,
            longest_streak = max(longest_streak, CASE WHEN {_NEW_WON} THEN streak + 1 ELSE 0 END)
        {row_of_kind("new")};
    END""",
    # What a game comes to is saved after its last turn, in the same transaction.
    f"""CREATE TRIGGER best_game_is_measured AFTER INSERT ON measured
    BEGIN
        UPDATE best SET
            {_highest("three_bv_per_second", _SPEED)},
            {_highest("efficiency", _EFFICIENCY)}
        WHERE ({", ".join(KEY)}) = (
            SELECT {key_of("game")} FROM game WHERE id = new.game
                AND own AND {counts("game")} AND status = '{Status.WON.value}'
        );
    END""",
    f"""CREATE TRIGGER best_game_changes AFTER UPDATE ON game WHEN {counts("old")}
    BEGIN {_stale("old")} {_stale("new")} END""",
    f"""CREATE TRIGGER best_game_goes AFTER DELETE ON game WHEN {counts("old")}
    BEGIN {_stale("old")} END""",
    f"""CREATE TRIGGER best_game_comes AFTER INSERT ON game WHEN {counts("new")}
    BEGIN
        INSERT OR IGNORE INTO best ({", ".join(KEY)}) VALUES ({key_of("new")});
        {_stale("new")}
    END""",
)


@dataclass(frozen=True, slots=True)
class Standing:
    """A game, and the best of its kind before it."""

    now: Result
    before: Bests
    recounted: tuple[int, int] | None = None
    """Where the games had to be read again: the latest, and how often the row had changed."""


def standing_of(database: sqlite3.Connection, game: sqlite3.Row) -> Standing | None:
    """How a game stands against those before; None if it does not count, or is not over yet.

    The end of a game that could not be saved in time is not there.
    """
    if not game["own"] or game["status"] == Status.PLAYING:
        return None
    query = f"SELECT * FROM best WHERE ({', '.join(KEY)}) = {_KIND_OF_GAME}"
    row = database.execute(query, (game["id"],)).fetchone()
    if row is not None and not row["is_stale"] and row["latest"] == game["id"]:
        return Standing(result_of(game), Bests(*(row[name] for name in BEFORE)))
    recounted = (game["id"], row["changes"]) if row is not None and row["is_stale"] else None
    return Standing(result_of(game), _bests_before(database, game), recounted)


def correct(database: sqlite3.Connection, standing: Standing) -> None:
    """Write down what was read again, unless it has changed since; within a transaction."""
    if standing.recounted is None:
        return
    latest, changes = standing.recounted
    names = ", ".join(f"{name} = ?" for name in (*BEFORE, *NAMES))
    values = (*astuple(standing.before), *astuple(standing.before.after(standing.now)))
    database.execute(
        f"UPDATE best SET {names}, latest = ?, is_stale = 0 "
        f"WHERE changes = ? AND ({', '.join(KEY)}) = {_KIND_OF_GAME} AND NOT EXISTS "
        f"(SELECT 1 FROM game, game AS this WHERE this.id = ? AND {_SAME_KIND} "
        "AND (game.changed, game.id) > (this.changed, this.id))",
        (*values, latest, changes, latest, latest),
    )


_KIND_OF_GAME = f"(SELECT {key_of('game')} FROM game WHERE id = ?)"
_SAME_KIND = (
    f"game.turns > 0 AND game.owner = this.owner AND game.level = this.level "
    f"AND game.start = this.start AND game.winning = this.winning "
    f"AND {guesses_of('game')} = {guesses_of('this')} AND game.own AND {counts('game')}"
)


# The runs of wins are told apart by how many games were lost before.
_BESTS_BEFORE = f"""
    WITH result AS (
        SELECT game.id, game.changed, game.status = '{Status.WON.value}' AS is_won, game.seconds,
            CASE WHEN game.seconds > 0 THEN CAST(measured.solved AS REAL) / game.seconds END
                AS three_bv_per_second,
            CAST(measured.solved AS REAL) / nullif({_clicks_of("measured")}, 0) AS efficiency
        FROM game AS this, {ALL} WHERE this.id = ? AND {_SAME_KIND}
            AND (game.changed, game.id) < (this.changed, this.id)
    ),
    numbered AS (
        SELECT *, sum(NOT is_won) OVER (ORDER BY changed, id) AS run FROM result
    ),
    win AS (SELECT * FROM numbered WHERE is_won)
    SELECT count(*) AS won, min(seconds) AS seconds,
        max(three_bv_per_second) AS three_bv_per_second, max(efficiency) AS efficiency,
        (SELECT count(*) FROM win WHERE run = (SELECT max(run) FROM numbered)) AS streak,
        (SELECT coalesce(max(length), 0) FROM (SELECT count(*) AS length FROM win GROUP BY run))
            AS longest_streak
    FROM win"""


def _bests_before(database: sqlite3.Connection, game: sqlite3.Row) -> Bests:
    """The best of all games of a kind that ended before this one."""
    row = database.execute(_BESTS_BEFORE, (game["id"],)).fetchone()
    return Bests(*(row[name] for name in NAMES))
