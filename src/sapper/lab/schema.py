"""The tables of the store, and how a store of an older schema is brought up to date."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from typing import Any

from sapper.sqlite import Schema

STATEMENTS = """
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    experiment TEXT NOT NULL,
    parameters TEXT NOT NULL,       -- JSON
    command TEXT NOT NULL,          -- what to type to get it again
    version TEXT NOT NULL,          -- of the package
    signatures TEXT NOT NULL,       -- JSON: of everyone measured, by name
    started TEXT NOT NULL,
    finished TEXT,
    digest BLOB NOT NULL,
    UNIQUE (experiment, parameters, signatures)
);
CREATE TABLE measured_case (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL,         -- JSON: all that the outcomes depend on, including the seed
    signature TEXT NOT NULL,        -- of the behaviour of the agent or reasoner measured
    UNIQUE (identity, signature)
);
CREATE TABLE chunk (
    id INTEGER PRIMARY KEY,
    case_id INTEGER NOT NULL REFERENCES measured_case (id),
    start INTEGER NOT NULL,         -- its boards are start, start + 1, ...
    count INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    seconds REAL NOT NULL,
    histogram BLOB NOT NULL,        -- of the times per move
    machine TEXT NOT NULL,
    version TEXT NOT NULL,          -- of the package
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

EVERYONE = "everyone"
"""Whose signature a run names where it was kept without any."""
TABLES = ("run", "measured_case", "chunk", "outcome")
CERTAIN_MOVES = "certain_moves"


def digest(*facts: object) -> bytes:
    """A digest of what a row says, which is kept beside it."""
    return hashlib.sha256(repr(facts).encode()).digest()


def canonical(content: dict[str, Any]) -> str:
    """The one way to write plain data, so that equal data is equal text.

    >>> canonical({"seed": 1, "agent": "exact"})
    '{"agent": "exact", "seed": 1}'
    """
    return json.dumps(content, sort_keys=True)


def unknown_signature(version: str) -> str:
    """What stands for the signature of results that were kept without one.

    No agent has it, so such results are never mixed with others.

    >>> unknown_signature("0.1.0")
    'unknown (0.1.0)'
    """
    return f"unknown ({version})"


def add_signatures(database: sqlite3.Connection) -> None:
    """Bring a store of schema 1 up to date, within a transaction.

    Its results were kept by version: their signature is unknown. Rows are checked against their
    digests first; a `sqlite3.DatabaseError` says which one is not what was written.
    """
    for table in TABLES:
        database.execute(f"ALTER TABLE {table} RENAME TO old_{table}")
    SCHEMA.create_in(database)
    database.execute("PRAGMA user_version = 2")  # the tables have been the same since
    runs = database.execute(
        "SELECT experiment, parameters, command, version, started, finished, digest, id"
        " FROM old_run"
    ).fetchall()
    for *about, started, finished, kept, run_id in runs:
        _check(digest(*about), kept, f"run {run_id}")
        about.append(canonical({EVERYONE: unknown_signature(about[3])}))
        database.execute(
            "INSERT INTO run (experiment, parameters, command, version, signatures, started,"
            " finished, digest, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*about, started, finished, digest(*about), run_id),
        )
    cases = database.execute("SELECT id, identity, version FROM old_measured_case").fetchall()
    for case_id, identity, version in cases:
        signature = unknown_signature(version)
        database.execute(
            "INSERT INTO measured_case (id, identity, signature) VALUES (?, ?, ?)",
            (case_id, identity, signature),
        )
        chunks = database.execute(
            "SELECT start, count, moves, seconds, histogram, machine, digest, id FROM old_chunk"
            " WHERE case_id = ?",
            (case_id,),
        ).fetchall()
        for *facts, kept, chunk_id in chunks:
            encoded = database.execute(
                "SELECT name, kind, data FROM old_outcome WHERE chunk_id = ? ORDER BY name",
                (chunk_id,),
            ).fetchall()
            _check(
                digest(identity, version, *facts, *encoded), kept, f"the chunk at board {facts[0]}"
            )
            add_chunk(database, case_id, identity, signature, [*facts, version], encoded)
    for table in reversed(TABLES):
        database.execute(f"DROP TABLE old_{table}")


def drop_certain_moves(database: sqlite3.Connection) -> None:
    """Bring a store of schema 2 up to date, within a transaction.

    It also kept how many certain moves were made, which depends on the order of the moves and so on
    who played: the engine or its twin in Python. Chunks are checked against their digests first.
    """
    chunks = database.execute(
        "SELECT chunk.id, case_id, identity, signature, start, count, moves, seconds, histogram,"
        " machine, version, digest FROM chunk JOIN measured_case ON case_id = measured_case.id"
        " ORDER BY chunk.id"
    ).fetchall()
    for chunk_id, case_id, identity, signature, *facts, kept in chunks:
        encoded = database.execute(
            "SELECT name, kind, data FROM outcome WHERE chunk_id = ? ORDER BY name", (chunk_id,)
        ).fetchall()
        _check(
            digest(identity, signature, *facts, *encoded), kept, f"the chunk at board {facts[0]}"
        )
        remaining = [column for column in encoded if column[0] != CERTAIN_MOVES]
        if len(remaining) < len(encoded):
            database.execute("DELETE FROM outcome WHERE chunk_id = ?", (chunk_id,))
            database.execute("DELETE FROM chunk WHERE id = ?", (chunk_id,))
            add_chunk(database, case_id, identity, signature, facts, remaining)
    database.execute("PRAGMA user_version = 3")


def add_chunk(
    database: sqlite3.Connection,
    case_id: int,
    identity: str,
    signature: str,
    facts: list[Any],
    encoded: list[tuple[str, str, bytes]],
) -> None:
    """Add a chunk and its outcomes, with a digest of all of it."""
    added = database.execute(
        "INSERT INTO chunk"
        " (case_id, start, count, moves, seconds, histogram, machine, version, digest)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (case_id, *facts, digest(identity, signature, *facts, *encoded)),
    )
    database.executemany(
        "INSERT INTO outcome (chunk_id, name, kind, data) VALUES (?, ?, ?, ?)",
        [(added.lastrowid, *column) for column in encoded],
    )


def _check(found: bytes, kept: bytes, what: str) -> None:
    if found != kept:
        raise sqlite3.DatabaseError(f"{what} is not what was written")


SCHEMA = Schema(
    application_id=0x53415050,  # "SAPP"
    version=3,
    statements=STATEMENTS,
    upgrades={1: add_signatures, 2: drop_certain_moves},
)
