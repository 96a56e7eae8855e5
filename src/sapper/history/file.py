"""The file that keeps the games: where it is, and what happens when it can't be used.

Play goes on whatever happens here, and a message says what did happen:

- A damaged file is set aside under another name, and a new one is started.
- A file of another program, or of a Sapper with other tables, is left alone. It and any file that
  can't be written leave the games in memory, until the program ends.
"""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from sapper.history import bests, deletions, tally
from sapper.sqlite import READ_ANYWAY, ForeignFile, Schema, read_through, whole_or_new
from sapper.sqlite import connect as connect_to

FILE_NAME = "games.sqlite3"
IN_MEMORY = ":memory:"
SECONDS_TO_WAIT = 1.0
"""For another program that is writing: it does so for milliseconds at a time."""
MOST_BYTES_CHECKED = 16 << 20
"""A larger file is not read through when it is opened: that would take a noticeable time."""


SCHEMA = Schema(
    application_id=0x53415047,  # "SAPG"
    version=4,
    statements=(
        """CREATE TABLE game (
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
    risk_best REAL NOT NULL,
    owner TEXT NOT NULL DEFAULT '', -- whose game it is; empty: the user's of this machine
    path REAL                       -- of the pointer, in cells; NULL where there was none
)""",
        "CREATE INDEX game_by_time ON game (changed)",
        "CREATE INDEX game_by_board ON game (board)",
        """CREATE TABLE turn (
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
) WITHOUT ROWID""",
        """CREATE TABLE idle_click ( -- a click that changed nothing; the others are turns
    game INTEGER NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    button TEXT NOT NULL,
    cell_row INTEGER NOT NULL,
    cell_column INTEGER NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID""",
        """CREATE TABLE measured (   -- what a finished game comes to; NULL if not known
    game INTEGER PRIMARY KEY REFERENCES game (id),
    three_bv INTEGER NOT NULL,
    openings INTEGER NOT NULL,
    islands INTEGER NOT NULL,
    zini INTEGER,
    human_zini INTEGER,
    solved INTEGER NOT NULL,
    effective_left INTEGER,
    effective_right INTEGER,
    effective_chord INTEGER,
    wasted_left INTEGER,
    wasted_right INTEGER,
    wasted_chord INTEGER
)""",
        *tally.STATEMENTS,
        *bests.STATEMENTS,
        *deletions.STATEMENTS,
    ),
)


@dataclass(frozen=True, slots=True)
class Opened:
    """A database that can be used, and what the player should be told."""

    database: sqlite3.Connection
    path: Path | None = None
    """None if it is in memory."""
    message: str = ""
    reason: str = ""
    """Why it is in memory, if not because somebody wished it."""


def data_directory() -> Path:
    """Where the user's data goes: `SAPPER_HOME` if it is set, else where the system keeps such."""
    chosen = os.environ.get("SAPPER_HOME")
    if chosen:
        return Path(chosen).expanduser()
    folder = user_data_path("sapper", appauthor=False)
    if not folder.is_absolute():  # a user without a home
        raise RuntimeError("there is no home directory")
    return folder


def open_database(path: Path | None, *, most_bytes_checked: int = MOST_BYTES_CHECKED) -> Opened:
    """The database at a path, in the user's data directory, or else in memory; never an error."""
    try:
        path = path or data_directory() / FILE_NAME
        path.parent.mkdir(parents=True, exist_ok=True)
        database, message = whole_or_new(path, lambda: connect(path, most_bytes_checked))
        return Opened(database, path, message)
    except ForeignFile as error:
        return _in_memory(f"{path} {error}")
    except (OSError, RuntimeError, ValueError, sqlite3.Error) as error:
        # A home that is nowhere is a RuntimeError, a path with a zero byte a ValueError.
        reason = getattr(error, "strerror", None) or error
        return _in_memory(str(reason) if path is None else f"{path}: {reason}")


def _in_memory(reason: str) -> Opened:
    message = f"Games are not saved: {reason}."
    return Opened(connect(IN_MEMORY), message=message, reason=reason)


def connect(path: Path | str, most_bytes_checked: int = MOST_BYTES_CHECKED) -> sqlite3.Connection:
    """A connection to a file of games, read through unless it is larger than that."""
    database = connect_to(path, SCHEMA, seconds_to_wait=SECONDS_TO_WAIT, across_threads=True)
    try:
        database.row_factory = sqlite3.Row
        database.text_factory = READ_ANYWAY
        if isinstance(path, Path) and path.stat().st_size <= most_bytes_checked:
            read_through(database, with_indices=False)
    except BaseException:
        database.close()
        raise
    return database


def reader_of(opened: Opened) -> sqlite3.Connection:
    """Another connection to the same file; the same one where there can't be another."""
    if opened.path is None:
        return opened.database
    try:
        return connect(opened.path, most_bytes_checked=0)
    except (OSError, sqlite3.Error, ForeignFile):
        return opened.database
