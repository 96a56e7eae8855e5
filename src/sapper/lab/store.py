"""Everything measured, in one SQLite file: nothing is lost in a crash, nothing wrong is read.

Outcomes are kept by case and not by run, so a run takes over what another has measured, and any
two cases on the same boards can be paired later. A chunk is one transaction, with a digest of all
that it says; reading checks it. Truth values are packed to bits.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sapper
from sapper.errors import SapperError
from sapper.lab.case import Case, Measured, Outcomes, Timing

SCHEMA_VERSION = 1
APPLICATION_ID = 0x53415050  # "SAPP"
FAST = 1  # a tenth larger than the best that zlib does, in a third of the time
SECONDS_TO_WAIT_FOR_ANOTHER_WRITER = 60

SCHEMA = """
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    experiment TEXT NOT NULL,
    parameters TEXT NOT NULL,       -- JSON
    command TEXT NOT NULL,          -- what to type to get it again
    version TEXT NOT NULL,          -- of the package
    started TEXT NOT NULL,
    finished TEXT,
    digest BLOB NOT NULL,
    UNIQUE (experiment, parameters, version)
);
CREATE TABLE measured_case (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL,         -- JSON: all that the outcomes depend on, the seed among it
    version TEXT NOT NULL,
    UNIQUE (identity, version)
);
CREATE TABLE chunk (
    id INTEGER PRIMARY KEY,
    case_id INTEGER NOT NULL REFERENCES measured_case (id),
    start INTEGER NOT NULL,         -- its boards are start, start + 1, ...
    count INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    seconds REAL NOT NULL,
    histogram BLOB NOT NULL,        -- of the moves' times
    machine TEXT NOT NULL,
    digest BLOB NOT NULL,
    UNIQUE (case_id, start)
);
CREATE TABLE outcome (
    chunk_id INTEGER NOT NULL REFERENCES chunk (id),
    name TEXT NOT NULL,
    kind TEXT NOT NULL,             -- "bits", or the numpy type of what is compressed
    data BLOB NOT NULL,
    PRIMARY KEY (chunk_id, name)
) WITHOUT ROWID;
"""


class StoreError(SapperError):
    """A store that can't be read, or that does not hold what it should."""


@dataclass(frozen=True)
class RunRecord:
    """A run that was begun, and whether it was finished."""

    id: int
    experiment: str
    parameters: dict[str, Any]
    command: str
    version: str
    started: str
    finished: str | None


class Store:
    """The file; use it with `with`, in one thread.

    >>> from sapper.lab.agent_spec import AgentSpec
    >>> from sapper.lab.games import GameCase, read_level
    >>> case = GameCase(AgentSpec("sentence"), read_level("beginner", "safe"), (0, 0), seed=1)
    >>> with Store(":memory:") as store:
    ...     store.add(case, 0, case.measure(start=0, count=10))
    ...     print(store.missing(case, 12), int(store.outcomes(case, 10).columns["won"].sum()))
    [range(10, 12)] 9
    """

    def __init__(self, path: Path | str) -> None:
        self.path = path
        with self._told_apart():
            self._database = sqlite3.connect(path, timeout=SECONDS_TO_WAIT_FOR_ANOTHER_WRITER)
            self._database.isolation_level = None  # transactions are begun by name
        try:
            with self._told_apart():
                self._prepare()
        except StoreError:
            self._database.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    # Runs

    def begin(self, experiment: str, parameters: dict[str, Any], command: str) -> RunRecord:
        """The record of this run, an earlier one with the same parameters if there is one."""
        version = sapper.__version__
        about = (experiment, _canonical(parameters), command, version)
        with self._transaction():
            self._database.execute(
                "INSERT OR IGNORE INTO run"
                " (experiment, parameters, command, version, started, digest)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (*about, _now(), _digest(*about)),
            )
        records = [record for record in self.runs() if record.experiment == experiment]
        for record in records:
            if record.parameters == parameters and record.version == version:
                return record
        raise self._damaged("a run just begun is not there")

    def finish(self, record: RunRecord) -> None:
        """Note that a run has all it needs."""
        with self._transaction():
            self._database.execute(
                "UPDATE run SET finished = ? WHERE id = ? AND finished IS NULL", (_now(), record.id)
            )

    def runs(self) -> list[RunRecord]:
        """All runs, in the order in which they were begun."""
        with self._told_apart():
            rows = self._database.execute(
                "SELECT id, experiment, parameters, command, version, started, finished, digest"
                " FROM run ORDER BY id"
            ).fetchall()
        records = []
        for row in rows:
            if _digest(*row[1:5]) != row[7]:
                raise self._damaged(f"run {row[0]} is not what was written")
            records.append(RunRecord(row[0], row[1], json.loads(row[2]), *row[3:7]))
        return records

    # Outcomes

    def add(self, case: Case, start: int, measured: Measured) -> None:
        """Keep a chunk, whole or not at all; boards that are there already are not kept twice."""
        count = _length(measured)
        encoded = [(name, *_encode(column)) for name, column in sorted(measured.columns.items())]
        histogram = zlib.compress(measured.timing.histogram.astype("<i8").tobytes(), FAST)
        identity = _canonical(case.identity)
        timing = measured.timing
        facts = (start, count, timing.moves, timing.seconds, histogram, measured.machine)
        digest = _digest(identity, measured.version, *facts, *encoded)
        with self._transaction():
            self._database.execute(
                "INSERT OR IGNORE INTO measured_case (identity, version) VALUES (?, ?)",
                (identity, measured.version),
            )
            case_id = self._case_id(case, measured.version)
            overlapping = self._database.execute(
                "SELECT 1 FROM chunk WHERE case_id = ? AND start < ? AND start + count > ?",
                (case_id, start + count, start),
            ).fetchone()
            if overlapping:
                return  # another run on this store was first
            added = self._database.execute(
                "INSERT INTO chunk"
                " (case_id, start, count, moves, seconds, histogram, machine, digest)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (case_id, *facts, digest),
            )
            self._database.executemany(
                "INSERT INTO outcome (chunk_id, name, kind, data) VALUES (?, ?, ?, ?)",
                [(added.lastrowid, *column) for column in encoded],
            )

    def missing(self, case: Case, boards: int) -> list[range]:
        """The boards among the first so many that have not been measured."""
        gaps, reached = [], 0
        for start, count in self._extents(case):
            if start >= boards:
                break
            if start > reached:
                gaps.append(range(reached, start))
            reached = max(reached, start + count)
        if reached < boards:
            gaps.append(range(reached, boards))
        return gaps

    def outcomes(self, case: Case, boards: int) -> Outcomes:
        """What the first so many boards gave, every chunk checked against its digest."""
        missing = sum(len(gap) for gap in self.missing(case, boards))
        if missing:
            raise StoreError(
                f"{self.path} lacks {missing:,} of {boards:,} boards of {_canonical(case.identity)}"
            )
        return Outcomes.joined(self._chunks(case, boards)).first(boards)

    # What lies beneath

    def _chunks(self, case: Case, boards: int) -> Iterator[Measured]:
        identity = _canonical(case.identity)
        with self._told_apart():
            rows = self._database.execute(
                "SELECT id, start, count, moves, seconds, histogram, machine, digest FROM chunk"
                " WHERE case_id = ? AND start < ? ORDER BY start",
                (self._case_id(case, sapper.__version__), boards),
            ).fetchall()
        for chunk_id, *facts, digest in rows:
            with self._told_apart():
                encoded = self._database.execute(
                    "SELECT name, kind, data FROM outcome WHERE chunk_id = ? ORDER BY name",
                    (chunk_id,),
                ).fetchall()
            if _digest(identity, sapper.__version__, *facts, *encoded) != digest:
                raise self._damaged(f"the chunk at board {facts[0]} is not what was written")
            _, count, moves, seconds, packed, machine = facts
            columns = {name: _decode(kind, data, count) for name, kind, data in encoded}
            histogram = np.frombuffer(zlib.decompress(packed), dtype="<i8").astype(np.int64)
            timing = Timing(count, moves, seconds, histogram)
            yield Measured(columns, timing, sapper.__version__, machine)

    def _extents(self, case: Case) -> list[tuple[int, int]]:
        with self._told_apart():
            return self._database.execute(
                "SELECT start, count FROM chunk WHERE case_id = ? ORDER BY start",
                (self._case_id(case, sapper.__version__),),
            ).fetchall()

    def _case_id(self, case: Case, version: str) -> int | None:
        row = self._database.execute(
            "SELECT id FROM measured_case WHERE identity = ? AND version = ?",
            (_canonical(case.identity), version),
        ).fetchone()
        return row[0] if row else None

    def _prepare(self) -> None:
        database = self._database
        (application,) = database.execute("PRAGMA application_id").fetchone()
        (tables,) = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if not application and not tables:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = NORMAL")
            with self._transaction():
                # Another process may have been first.
                if not database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                    for statement in SCHEMA.split(";\n"):
                        database.execute(statement)
                    database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                    database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            return
        if application != APPLICATION_ID:
            raise StoreError(f"{self.path} is no store of the laboratory")
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version != SCHEMA_VERSION:
            raise StoreError(
                f"{self.path} is of schema {version}, and this version of sapper reads "
                f"schema {SCHEMA_VERSION}: name another --out"
            )
        (said,) = database.execute("PRAGMA integrity_check(1)").fetchone()
        if said != "ok":
            raise self._damaged(said)
        database.execute("PRAGMA synchronous = NORMAL")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._told_apart():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    @contextmanager
    def _told_apart(self) -> Iterator[None]:
        """Say what SQLite's errors mean: a file that can't be used now, or a damaged one."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if "malformed" in str(error):
                raise self._damaged(str(error)) from None
            raise StoreError(f"{self.path} can't be used: {error}") from None
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise self._damaged(str(error)) from None

    def _damaged(self, what: str) -> StoreError:
        return StoreError(
            f"{self.path} is damaged ({what}): take a copy from before, or name another --out"
        )


def _length(measured: Measured) -> int:
    lengths = {len(column) for column in measured.columns.values()}
    assert len(lengths) == 1, "a chunk's columns have one entry a board each"
    return lengths.pop()


def _encode(column: NDArray[Any]) -> tuple[str, bytes]:
    if column.dtype == np.bool_:
        return "bits", np.packbits(column).tobytes()
    little = column.astype(column.dtype.newbyteorder("<"))
    return little.dtype.str, zlib.compress(little.tobytes(), FAST)


def _decode(kind: str, data: bytes, count: int) -> NDArray[Any]:
    if kind == "bits":
        return np.unpackbits(np.frombuffer(data, np.uint8), count=count).astype(np.bool_)
    return np.frombuffer(zlib.decompress(data), dtype=kind)


def _digest(*facts: object) -> bytes:
    return hashlib.sha256(repr(facts).encode()).digest()


def _canonical(content: dict[str, Any]) -> str:
    return json.dumps(content, sort_keys=True)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
