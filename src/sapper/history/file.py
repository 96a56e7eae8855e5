"""The file in which games are kept: where it is, and what is done when it can't be used.

Play goes on whatever happens here. A file that is damaged, or not ours, is set aside under another
name and a fresh one begun; where nothing can be written, games are kept in memory until the end.
Either way a message says so.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

FILE_NAME = "games.sqlite3"
IN_MEMORY = ":memory:"
SCHEMA_VERSION = 1
APPLICATION_ID = 0x53415047  # "SAPG"
SECONDS_TO_WAIT = 1.0
"""For another program that is writing: it does so for milliseconds at a time."""
SECONDS_BETWEEN_TRIES = 0.02
MOST_BYTES_CHECKED = 16 << 20
"""A larger file is not read through when it is opened: that would take a noticeable time."""

SCHEMA = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    setup TEXT NOT NULL,            -- JSON
    level TEXT NOT NULL,
    start TEXT NOT NULL,
    winning TEXT NOT NULL,
    status TEXT NOT NULL,
    seconds REAL NOT NULL,
    turns INTEGER NOT NULL,
    started TEXT NOT NULL,          -- UTC
    changed TEXT NOT NULL,
    board TEXT NOT NULL,            -- JSON: what the mines depend on
    own INTEGER NOT NULL,           -- no agent helped, and the board was new
    risk_taken REAL NOT NULL,       -- sums over the turns
    risk_best REAL NOT NULL
);
CREATE INDEX game_by_time ON game (changed);
CREATE INDEX game_by_board ON game (board);
CREATE TABLE turn (
    game INTEGER NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    action TEXT NOT NULL,
    cell_row INTEGER NOT NULL,
    cell_column INTEGER NOT NULL,
    seconds REAL NOT NULL,
    doer TEXT NOT NULL,
    free INTEGER NOT NULL,
    certain INTEGER,
    mine_probability REAL,
    best_probability REAL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""
COLUMNS = {
    "game": "id, identity, setup, level, start, winning, status, seconds, turns, started, changed, "
    "board, own, risk_taken, risk_best",
    "turn": "game, number, action, cell_row, cell_column, seconds, doer, free, certain, "
    "mine_probability, best_probability",
}
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
PRIMARY_CODE = 0xFF
"""The part of an SQLite error code that tells the kind of error."""


class NotOurs(Exception):
    """A file that this version of Sapper can't go on with."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A database that can be used, and what the player should be told."""

    database: sqlite3.Connection
    path: Path | None = None
    """None if it is in memory."""
    message: str = ""


def data_directory() -> Path:
    """Where a user's data goes: `SAPPER_HOME` if it is set, else what the system is used to."""
    chosen = os.environ.get("SAPPER_HOME")
    if chosen:
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "sapper"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "sapper"
    shared = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (shared if shared.is_absolute() else Path.home() / ".local" / "share") / "sapper"


def open_database(path: Path | None, *, most_bytes_checked: int = MOST_BYTES_CHECKED) -> Opened:
    """The database at a path, in the user's data directory, or else in memory; never an error."""
    try:
        path = path or data_directory() / FILE_NAME
        path.parent.mkdir(parents=True, exist_ok=True)
        seen = _which_file(path)
        try:
            return Opened(_connect_patiently(path, most_bytes_checked), path)
        except (sqlite3.DatabaseError, NotOurs) as error:
            if not (isinstance(error, NotOurs) or is_damage(error)):
                raise
            message = _set_aside(path, seen, error)
            return Opened(_connect_patiently(path, most_bytes_checked), path, message)
    except (OSError, RuntimeError, ValueError, sqlite3.Error) as error:
        # A home that is nowhere is a RuntimeError, a path with a zero byte a ValueError.
        message = f"Games are not kept: {_where(path)}{_told(error)}."
        return Opened(connect(IN_MEMORY), message=message)


def _set_aside(path: Path, seen: int | None, error: Exception) -> str:
    """Give a file another name, and its write-ahead log too: whoever can may repair it."""
    if _which_file(path) != seen:
        return ""  # another program was faster, and this is the fresh one
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    aside = path.with_name(f"{path.stem}.set-aside-{stamp}{path.suffix}")
    try:
        path.rename(aside)
    except FileNotFoundError:  # as above, a moment later
        return ""
    for ending in ("-wal", "-shm", "-journal"):
        beside = Path(f"{path}{ending}")
        if beside.exists():
            beside.rename(f"{aside}{ending}")
    return (
        f"{path} can't be used: {_told(error)}. It was set aside as {aside.name}, "
        "and a fresh one was begun."
    )


def _which_file(path: Path) -> int | None:
    return path.stat().st_ino if path.exists() else None


def is_damage(error: Exception) -> bool:
    """Whether an error means that the file itself is broken, not that it can't be reached."""
    return _code(error) in DAMAGED


def is_busy(error: Exception) -> bool:
    """Whether another program is in the way."""
    return _code(error) in BUSY


def _code(error: Exception) -> int:
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & PRIMARY_CODE


def _connect_patiently(path: Path, most_bytes_checked: int) -> sqlite3.Connection:
    """Try again while another program is just making the file."""
    last = time.monotonic() + SECONDS_TO_WAIT
    while True:
        try:
            return connect(path, most_bytes_checked)
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > last:
                raise
        time.sleep(SECONDS_BETWEEN_TRIES)


def connect(path: Path | str, most_bytes_checked: int = MOST_BYTES_CHECKED) -> sqlite3.Connection:
    """A connection to a database that holds our tables, made if there is nothing yet."""
    database = sqlite3.connect(path, timeout=SECONDS_TO_WAIT, check_same_thread=False)
    try:
        database.isolation_level = None  # transactions are begun by name
        database.row_factory = sqlite3.Row
        _prepare(database)
        _check_tables(database)
        if isinstance(path, Path) and path.stat().st_size <= most_bytes_checked:
            _read_through(database)
    except BaseException:
        database.close()
        raise
    return database


def reader_of(opened: Opened) -> sqlite3.Connection:
    """Another connection to the same file; the same one where it can't be had."""
    if opened.path is None:
        return opened.database
    try:
        return connect(opened.path, most_bytes_checked=0)
    except (OSError, sqlite3.Error, NotOurs):
        return opened.database


def _prepare(database: sqlite3.Connection) -> None:
    if _is_empty(database):
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("BEGIN IMMEDIATE")
        with database:
            if _is_empty(database):  # another program may have been faster
                for statement in SCHEMA.split(";\n"):
                    database.execute(statement)
                database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    if _pragma(database, "application_id") != APPLICATION_ID:
        raise NotOurs("it belongs to another program")
    version = _pragma(database, "user_version")
    if version != SCHEMA_VERSION:
        raise NotOurs(f"it is of version {version}, and this Sapper knows version {SCHEMA_VERSION}")
    # With a write-ahead log this loses nothing when a process is killed, and never breaks the
    # file; only a power cut may take the last turns.
    database.execute("PRAGMA synchronous = NORMAL")


def _check_tables(database: sqlite3.Connection) -> None:
    for table, columns in COLUMNS.items():
        try:
            database.execute(f"SELECT {columns} FROM {table} LIMIT 0")
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_ERROR:
                raise
            raise NotOurs(str(error)) from None


def _read_through(database: sqlite3.Connection) -> None:
    if database.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise NotOurs("it is damaged")


def _is_empty(database: sqlite3.Connection) -> bool:
    tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return tables == 0 and _pragma(database, "application_id") == 0


def _pragma(database: sqlite3.Connection, name: str) -> int:
    value: int = database.execute(f"PRAGMA {name}").fetchone()[0]
    return value


def _where(path: Path | None) -> str:
    return "" if path is None else f"{path}: "


def _told(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)
