"""The tables of the store."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from typing import Any

from sapper.sqlite import Schema

STATEMENTS = (
    """CREATE TABLE run (
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
)""",
    """CREATE TABLE measured_case (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL,         -- JSON: all that the outcomes depend on, including the seed
    signature TEXT NOT NULL,        -- of the behaviour of the agent or reasoner measured
    UNIQUE (identity, signature)
)""",
    """CREATE TABLE chunk (
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
)""",
    """CREATE TABLE outcome (
    chunk_id INTEGER NOT NULL REFERENCES chunk (id),
    name TEXT NOT NULL,
    kind TEXT NOT NULL,             -- "bits", or the numpy type of what is compressed
    data BLOB NOT NULL,
    PRIMARY KEY (chunk_id, name)
) WITHOUT ROWID""",
)


def digest(*facts: object) -> bytes:
    """A digest of what a row says, which is kept beside it."""
    return hashlib.sha256(repr(facts).encode()).digest()


def canonical(content: dict[str, Any]) -> str:
    """The one way to write plain data, so that equal data is equal text.

    >>> canonical({"seed": 1, "agent": "exact"})
    '{"agent": "exact", "seed": 1}'
    """
    return json.dumps(content, sort_keys=True)


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


SCHEMA = Schema(
    application_id=0x53415050,  # "SAPP"
    version=3,
    statements=STATEMENTS,
)
