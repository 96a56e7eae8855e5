"""SQLite files of our own, for the history of games and the laboratory's results alike.

A file of ours carries an application id and the version of its tables. `connect` makes the tables
where there are none yet, and hands out a connection only to a file that is ours and whole.
Otherwise it tells apart what is wrong:

- `ForeignFile`: it belongs to another program, or to another version of Sapper. Leave it alone.
- `is_damage`: the file is broken.
- `is_busy`: another program is writing; it was waited for.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path

SECONDS_BETWEEN_TRIES = 0.02
READ_ANYWAY = partial(str, encoding="utf-8", errors="replace")
"""A `text_factory`: a flipped bit in one text would otherwise end the reading of all."""
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
PRIMARY_CODE = 0xFF
"""The part of an SQLite error code that tells the kind of error."""


class ForeignFile(Exception):
    """A file of another program, or of another version of Sapper: its message follows its name."""


class DamagedFile(sqlite3.DatabaseError):
    """A file of ours that can be opened, and does not hold what it should."""


@dataclass(frozen=True)
class Schema:
    """What makes a file ours, and the tables in it."""

    application_id: int
    version: int
    statements: tuple[str, ...]

    def create_in(self, database: sqlite3.Connection) -> None:
        """Make the tables, and mark the file as ours."""
        for statement in self.statements:
            database.execute(statement)
        database.execute(f"PRAGMA application_id = {self.application_id}")
        database.execute(f"PRAGMA user_version = {self.version}")

    @cached_property
    def columns(self) -> frozenset[tuple[str, str]]:
        """Every column as (table, name)."""
        database = sqlite3.connect(":memory:")
        try:
            self.create_in(database)
            return columns_of(database)
        finally:
            database.close()


def connect(
    path: Path | str, schema: Schema, *, seconds_to_wait: float, across_threads: bool = False
) -> sqlite3.Connection:
    """A connection to a file with our tables; transactions are begun by name.

    >>> notes = Schema(0x4E4F5445, version=1, statements=("CREATE TABLE note (words TEXT)",))
    >>> database = connect(":memory:", notes, seconds_to_wait=1)
    >>> columns_of(database)
    frozenset({('note', 'words')})
    >>> database.close()
    """
    last = time.monotonic() + seconds_to_wait
    while True:
        database = sqlite3.connect(
            path, timeout=seconds_to_wait, check_same_thread=not across_threads
        )
        try:
            database.isolation_level = None
            _prepare(database, schema)
        except BaseException as error:
            database.close()
            # Two programs that make the file at once get in each other's way without any wait.
            if not is_busy(error) or time.monotonic() > last:
                raise
        else:
            return database
        time.sleep(SECONDS_BETWEEN_TRIES)


def _prepare(database: sqlite3.Connection, schema: Schema) -> None:
    if _is_empty(database):
        database.execute("PRAGMA journal_mode = WAL")
        with transaction(database):
            if _is_empty(database):  # another program may have been faster
                schema.create_in(database)
    if _pragma(database, "application_id") != schema.application_id:
        raise ForeignFile("belongs to another program")
    version = _pragma(database, "user_version")
    if version != schema.version:
        age = "a newer" if version > schema.version else "an older"
        raise ForeignFile(
            f"belongs to {age} Sapper (it has schema {version}, this one reads {schema.version})"
        )
    missing = schema.columns - columns_of(database)
    if missing:
        table, column = min(missing)
        raise DamagedFile(f"it lacks the column {column} of the table {table}")
    # With a write-ahead log this loses nothing when a process is killed, and never breaks the
    # file; only a power cut may take what was written last.
    database.execute("PRAGMA synchronous = NORMAL")


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Write all that is written here, or nothing if there is an error.

    >>> from contextlib import closing, suppress
    >>> notes = Schema(0x4E4F5445, version=1, statements=("CREATE TABLE note (words TEXT)",))
    >>> with closing(connect(":memory:", notes, seconds_to_wait=1)) as database:
    ...     with suppress(ValueError), transaction(database):
    ...         added = database.execute("INSERT INTO note VALUES ('hello')")
    ...         raise ValueError("there is nothing to greet")
    ...     database.execute("SELECT count(*) FROM note").fetchone()
    (0,)
    """
    database.rollback()  # if Ctrl-C came between the lines below, the last time
    database.execute("BEGIN IMMEDIATE")
    with database:  # commits, or rolls back if there is an error
        yield


def whole_or_new(
    path: Path, connect: Callable[[], sqlite3.Connection]
) -> tuple[sqlite3.Connection, str]:
    """A connection to a file that is whole, and what to tell about it, usually nothing.

    A damaged file is renamed, as somebody may be able to repair it, and a new one is started.
    """
    seen = _which_file(path)
    try:
        return connect(), ""
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        message = _set_aside(path, seen, error)
        return connect(), message


def _set_aside(path: Path, seen: int | None, error: Exception) -> str:
    """Rename a file, and its write-ahead log with it."""
    if _which_file(path) != seen:
        return ""  # another program was faster, and this is the new one
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
        f"{path} is damaged: {error}. It was set aside as {aside.name}, and a new file was started."
    )


def _which_file(path: Path) -> int | None:
    return path.stat().st_ino if path.exists() else None


def read_through(database: sqlite3.Connection, *, with_indices: bool = True) -> None:
    """Read the whole file, with its indices or, in less time, without; `DamagedFile` if broken."""
    check = "integrity_check" if with_indices else "quick_check"
    (found,) = database.execute(f"PRAGMA {check}(1)").fetchone()
    if found != "ok":
        raise DamagedFile(" ".join(found.split()))


def is_damage(error: BaseException) -> bool:
    """Whether the file itself is broken, rather than out of reach."""
    return isinstance(error, DamagedFile) or _code(error) in DAMAGED


def is_busy(error: BaseException) -> bool:
    """Whether another program is in the way."""
    return _code(error) in BUSY


def columns_of(database: sqlite3.Connection) -> frozenset[tuple[str, str]]:
    """Every column in a database as (table, name)."""
    return frozenset(
        database.execute(
            "SELECT tables.name, columns.name FROM sqlite_master AS tables, "
            "pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
        ).fetchall()
    )


def _code(error: BaseException) -> int:
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & PRIMARY_CODE


def _is_empty(database: sqlite3.Connection) -> bool:
    tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return tables == 0 and _pragma(database, "application_id") == 0


def _pragma(database: sqlite3.Connection, name: str) -> int:
    value: int = database.execute(f"PRAGMA {name}").fetchone()[0]
    return value
