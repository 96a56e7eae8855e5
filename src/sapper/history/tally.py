"""The statistics as they are kept: a row per owner, level and rules, not counted anew each time.

Triggers in the file keep the rows up to date, whichever program writes a game. A game that ends is
added to its row. Where a finished game is deleted or changed, the row becomes stale: the games it
stands for are counted again when somebody asks.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

from sapper.game import Status, WinningRule
from sapper.history.rows import NONSENSE, number_of, number_or_none, result_of, text_of
from sapper.history.statistics import WINS_IN_A_TREND, Statistics
from sapper.level import Guesses, StartRule

Rules: TypeAlias = tuple[str, str, str, str]
"""Level, start rule, winning rule and guessing rule."""

RULES = ("level", "start", "winning", "guesses")
KEY = ("owner", *RULES)
RESULTS = tuple(name for name in Statistics.__slots__ if name not in RULES)


ALL = "game LEFT JOIN measured ON measured.game = game.id"


def guesses_of(row: str) -> str:
    """The guessing rule of a game; the usual one where the setup can't be read."""
    setup = f"{row}.setup"
    extracted = f"CASE WHEN json_valid({setup}) THEN json_extract({setup}, '$.guesses') END"
    return f"coalesce({extracted}, '{Guesses.ANY.value}')"


def counts(row: str) -> str:
    """Whether a game is over, and so counts."""
    return f"({row}.turns > 0 AND {row}.status IN ('{Status.WON.value}', '{Status.LOST.value}'))"


def key_of(row: str) -> str:
    """The kind of a game, and whose it is."""
    return f"{row}.owner, {row}.level, {row}.start, {row}.winning, {guesses_of(row)}"


def row_of_kind(row: str) -> str:
    """Which row of a kept table stands for games like this one."""
    return f"WHERE ({', '.join(KEY)}) = ({key_of(row)})"


def _stale(row: str) -> str:
    return f"""
        INSERT OR IGNORE INTO tally ({", ".join(KEY)}) VALUES ({key_of(row)});
        UPDATE tally SET is_stale = 1, changes = changes + 1 {row_of_kind(row)};
    """


_WON = f"new.own AND new.status = '{Status.WON.value}'"

# A row that is stale is counted again, and `changes` tells whether it changed meanwhile.
STATEMENTS = (
    """CREATE TABLE tally (
        owner TEXT NOT NULL,
        level TEXT NOT NULL,
        start TEXT NOT NULL,
        winning TEXT NOT NULL,
        guesses TEXT NOT NULL,
        played INTEGER NOT NULL DEFAULT 0,
        won INTEGER NOT NULL DEFAULT 0,
        best_seconds REAL,
        streak INTEGER NOT NULL DEFAULT 0,
        longest_streak INTEGER NOT NULL DEFAULT 0,
        risk_taken REAL NOT NULL DEFAULT 0,
        risk_best REAL NOT NULL DEFAULT 0,
        others INTEGER NOT NULL DEFAULT 0,
        is_stale INTEGER NOT NULL DEFAULT 0,
        changes INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (owner, level, start, winning, guesses)
    ) WITHOUT ROWID""",
    f"""CREATE TRIGGER game_ends AFTER UPDATE ON game
        WHEN {counts("new")} AND NOT {counts("old")}
    BEGIN
        INSERT OR IGNORE INTO tally ({", ".join(KEY)}) VALUES ({key_of("new")});
        UPDATE tally SET
            changes = changes + 1,
            played = played + (new.own <> 0),
            others = others + (new.own = 0),
            won = won + ({_WON}),
            best_seconds = CASE WHEN {_WON}
                THEN min(coalesce(best_seconds, new.seconds), new.seconds)
                ELSE best_seconds END,
            longest_streak = max(longest_streak, CASE WHEN {_WON} THEN streak + 1 ELSE 0 END),
            streak = CASE WHEN NOT new.own THEN streak WHEN {_WON} THEN streak + 1 ELSE 0 END,
            risk_taken = risk_taken + (new.own <> 0) * new.risk_taken,
            risk_best = risk_best + (new.own <> 0) * new.risk_best
        {row_of_kind("new")};
    END""",
    f"""CREATE TRIGGER finished_game_changes AFTER UPDATE ON game WHEN {counts("old")}
    BEGIN {_stale("old")} {_stale("new")} END""",
    f"""CREATE TRIGGER finished_game_goes AFTER DELETE ON game WHEN {counts("old")}
    BEGIN {_stale("old")} END""",
    f"""CREATE TRIGGER finished_game_comes AFTER INSERT ON game WHEN {counts("new")}
    BEGIN {_stale("new")} END""",
    # For lists, which show only games that were played, and for the sweep of the others.
    "CREATE INDEX game_untouched ON game (changed) WHERE turns = 0",
    "CREATE INDEX game_played ON game (owner, changed) WHERE turns > 0",
    "CREATE INDEX game_by_status ON game (owner, status, changed) WHERE turns > 0",
    "CREATE INDEX game_by_level ON game (owner, level, start, changed) WHERE turns > 0",
)


@dataclass(frozen=True, slots=True)
class Recount:
    """What the games of a stale row came to, and how often the row had changed by then."""

    owner: str
    rules: Rules
    found: Statistics | None
    changes: int


def statistics_in(
    database: sqlite3.Connection, owner: str
) -> tuple[list[Statistics], list[Recount]]:
    """An owner's statistics by name of the rules, and the rows counted again for them."""
    found: list[Statistics] = []
    recounts: list[Recount] = []
    for row in _rows(database, owner):
        with suppress(*NONSENSE):  # one unreadable game does not hide the others
            rules = _as_rules(row)
            if row["is_stale"]:
                counted = _count(database, owner, rules)
                recounts.append(Recount(owner, rules, counted, row["changes"]))
            else:
                counted = Statistics(*rules, **{name: _result(row, name) for name in RESULTS})
            if counted is not None:
                found.append(counted)
    return found, recounts


def _rows(database: sqlite3.Connection, owner: str) -> list[sqlite3.Row]:
    query = f"SELECT * FROM tally WHERE owner = ? ORDER BY {', '.join(RULES)}"
    return database.execute(query, (owner,)).fetchall()


def _result(row: sqlite3.Row, name: str) -> Any:
    return number_or_none(row, name) if name == "best_seconds" else number_of(row, name)


def _as_rules(row: sqlite3.Row) -> Rules:
    """The rules that a row is about; a `LevelError` or a `ValueError` if there are none such."""
    start, winning = StartRule.of(row["start"]), WinningRule(row["winning"])
    return text_of(row, "level"), start.value, winning.value, Guesses.of(row["guesses"]).value


_OF_RULES = (
    "turns > 0 AND owner = ? AND level = ? AND start = ? AND winning = ? "
    f"AND {guesses_of('game')} = ?"
)


def _count(database: sqlite3.Connection, owner: str, rules: Rules) -> Statistics | None:
    games = database.execute(
        "SELECT status, seconds, own, risk_taken, risk_best FROM game "
        f"WHERE {_OF_RULES} AND {counts('game')} ORDER BY changed, id",
        (owner, *rules),
    ).fetchall()
    sound = [game for game in games if _is_sound(game)]
    return Statistics.of(rules, sound) if sound else None


def _is_sound(game: sqlite3.Row) -> bool:
    try:
        for name in ("seconds", "risk_taken", "risk_best"):
            number_of(game, name)
    except TypeError:
        return False
    return True


def trends_in(database: sqlite3.Connection, owner: str) -> dict[Rules, tuple[float, ...]]:
    """The 3BV/s of the last wins that count and have one, by rules; the latest last."""
    query = (
        f"SELECT * FROM game JOIN measured ON measured.game = game.id WHERE {_OF_RULES} "
        f"AND own AND status = '{Status.WON.value}' AND seconds > 0 "
        "ORDER BY changed DESC, id DESC LIMIT ?"
    )
    found: dict[Rules, tuple[float, ...]] = {}
    for row in _rows(database, owner):
        with suppress(*NONSENSE):  # rules that there are not hide no others
            rules = _as_rules(row)
            wins = database.execute(query, (owner, *rules, WINS_IN_A_TREND)).fetchall()
            speeds = [_speed(win) for win in reversed(wins)]
            if speeds:
                found[rules] = tuple(speed for speed in speeds if speed is not None)
    return found


def _speed(win: sqlite3.Row) -> float | None:
    try:
        return result_of(win).three_bv_per_second
    except NONSENSE:  # one unreadable game does not hide the others
        return None


def correct(database: sqlite3.Connection, recounts: Iterable[Recount]) -> None:
    """Write down what was counted again, unless it has changed since; within a transaction."""
    same_row = f"WHERE ({', '.join(KEY)}, changes) = (?, ?, ?, ?, ?, ?)"
    for recount in recounts:
        key = (recount.owner, *recount.rules, recount.changes)
        if recount.found is None:
            database.execute(f"DELETE FROM tally {same_row}", key)
        else:
            values = [getattr(recount.found, name) for name in RESULTS]
            assignments = ", ".join(f"{name} = ?" for name in RESULTS)
            query = f"UPDATE tally SET {assignments}, is_stale = 0 {same_row}"
            database.execute(query, (*values, *key))
