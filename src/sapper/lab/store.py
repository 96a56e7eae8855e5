"""Everything measured, in one SQLite file: nothing is lost in a crash, nothing wrong is read.

Outcomes are kept by case and signature, not by run: a run reuses what another has measured, any two
cases on the same boards can be paired later, and an agent that plays differently now never adds to
the results of its earlier self. A chunk is one transaction, with a digest of its content that is
checked when it is read. Truth values are packed to bits.
"""

from __future__ import annotations

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
from sapper.errors import StoreError
from sapper.lab.case import Case, Measured, Outcomes, Timing
from sapper.lab.schema import SCHEMA, add_chunk, canonical, digest
from sapper.sqlite import ForeignFile, connect, is_damage, read_through, transaction

FAST = 1  # a tenth larger than the best that zlib does, in a third of the time
SECONDS_TO_WAIT_FOR_ANOTHER_WRITER = 60


@dataclass(frozen=True)
class RunRecord:
    """A run that was started, and whether it has finished."""

    id: int
    experiment: str
    parameters: dict[str, Any]
    command: str
    version: str
    signatures: dict[str, str]
    """Of everyone measured, by name."""
    started: str
    finished: str | None

    def signature_of(self, case: Case) -> str:
        """The signature of a case's player in this run."""
        return self.signatures[case.player]


class Store:
    """The file; use it in a `with` statement, in one thread.

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
            self._database = connect(
                path, SCHEMA, seconds_to_wait=SECONDS_TO_WAIT_FOR_ANOTHER_WRITER
            )
        try:
            with self._told_apart():
                read_through(self._database)
        except StoreError:
            self._database.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    # Runs

    def begin(
        self,
        experiment: str,
        parameters: dict[str, Any],
        command: str,
        signatures: dict[str, str],
    ) -> RunRecord:
        """The record of this run: an earlier one of the same experiment, if nobody has changed."""
        about = (
            experiment,
            canonical(parameters),
            command,
            sapper.__version__,
            canonical(signatures),
        )
        with self._transaction():
            self._database.execute(
                "INSERT OR IGNORE INTO run"
                " (experiment, parameters, command, version, signatures, started, digest)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*about, _now(), digest(*about)),
            )
        for record in self.runs():
            if (record.experiment, record.parameters, record.signatures) == (
                experiment,
                parameters,
                signatures,
            ):
                return record
        raise self._damaged("a run just started is missing")

    def finish(self, record: RunRecord) -> None:
        """Record that a run is complete."""
        with self._transaction():
            self._database.execute(
                "UPDATE run SET finished = ? WHERE id = ? AND finished IS NULL", (_now(), record.id)
            )

    def runs(self) -> list[RunRecord]:
        """All runs, in the order in which they were started."""
        with self._told_apart():
            rows = self._database.execute(
                "SELECT id, experiment, parameters, command, version, signatures, started,"
                " finished, digest FROM run ORDER BY id"
            ).fetchall()
        records = []
        for run_id, *about, started, finished, kept in rows:
            if digest(*about) != kept:
                raise self._damaged(f"run {run_id} is not what was written")
            experiment, parameters, command, version, signatures = about
            records.append(
                RunRecord(
                    run_id,
                    experiment,
                    json.loads(parameters),
                    command,
                    version,
                    json.loads(signatures),
                    started,
                    finished,
                )
            )
        return records

    # Outcomes

    def add(self, case: Case, start: int, measured: Measured) -> None:
        """Keep a chunk, all of it or nothing; boards that are kept already are not kept twice."""
        count = _length(measured)
        encoded = [(name, *_encode(column)) for name, column in sorted(measured.columns.items())]
        histogram = zlib.compress(measured.timing.histogram.astype("<i8").tobytes(), FAST)
        identity = canonical(case.identity)
        timing = measured.timing
        facts = [start, count, timing.moves, timing.seconds, histogram]
        facts += [measured.machine, measured.version]
        with self._transaction():
            self._database.execute(
                "INSERT OR IGNORE INTO measured_case (identity, signature) VALUES (?, ?)",
                (identity, measured.signature),
            )
            case_id = self._case_id(case, measured.signature)
            assert case_id is not None
            overlapping = self._database.execute(
                "SELECT 1 FROM chunk WHERE case_id = ? AND start < ? AND start + count > ?",
                (case_id, start + count, start),
            ).fetchone()
            if overlapping:
                return  # another run on this store was first
            add_chunk(self._database, case_id, identity, measured.signature, facts, encoded)

    def missing(self, case: Case, boards: int, signature: str | None = None) -> list[range]:
        """Which of the first `boards` have not been measured under a signature.

        Unless told otherwise, that of the player as it is now.
        """
        gaps, reached = [], 0
        for start, count in self._extents(case, signature or case.signature):
            if start >= boards:
                break
            if start > reached:
                gaps.append(range(reached, start))
            reached = max(reached, start + count)
        if reached < boards:
            gaps.append(range(reached, boards))
        return gaps

    def outcomes(self, case: Case, boards: int, signature: str | None = None) -> Outcomes:
        """What the first `boards` gave under a signature, each chunk checked by its digest."""
        signature = signature or case.signature
        missing = sum(len(gap) for gap in self.missing(case, boards, signature))
        if missing:
            raise StoreError(
                f"{self.path} lacks {missing:,} of {boards:,} boards of {canonical(case.identity)} "
                f"under signature {signature}"
            )
        return Outcomes.joined(self._chunks(case, boards, signature)).first(boards)

    # Underneath

    def _chunks(self, case: Case, boards: int, signature: str) -> Iterator[Measured]:
        identity = canonical(case.identity)
        with self._told_apart():
            rows = self._database.execute(
                "SELECT id, start, count, moves, seconds, histogram, machine, version, digest"
                " FROM chunk WHERE case_id = ? AND start < ? ORDER BY start",
                (self._case_id(case, signature), boards),
            ).fetchall()
        for chunk_id, *facts, kept in rows:
            with self._told_apart():
                encoded = self._database.execute(
                    "SELECT name, kind, data FROM outcome WHERE chunk_id = ? ORDER BY name",
                    (chunk_id,),
                ).fetchall()
            if digest(identity, signature, *facts, *encoded) != kept:
                raise self._damaged(f"the chunk at board {facts[0]} is not what was written")
            _, count, moves, seconds, packed, machine, version = facts
            columns = {name: _decode(kind, data, count) for name, kind, data in encoded}
            histogram = np.frombuffer(zlib.decompress(packed), dtype="<i8").astype(np.int64)
            timing = Timing(count, moves, seconds, histogram)
            yield Measured(columns, timing, signature, version, machine)

    def _extents(self, case: Case, signature: str) -> list[tuple[int, int]]:
        with self._told_apart():
            return self._database.execute(
                "SELECT start, count FROM chunk WHERE case_id = ? ORDER BY start",
                (self._case_id(case, signature),),
            ).fetchall()

    def _case_id(self, case: Case, signature: str) -> int | None:
        row = self._database.execute(
            "SELECT id FROM measured_case WHERE identity = ? AND signature = ?",
            (canonical(case.identity), signature),
        ).fetchone()
        return row[0] if row else None

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._told_apart(), transaction(self._database):
            yield

    @contextmanager
    def _told_apart(self) -> Iterator[None]:
        """Tell what SQLite's errors mean: a file that can't be used now, or a damaged one."""
        try:
            yield
        except ForeignFile as error:
            raise StoreError(f"{self.path} {error}: name another --out") from None
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if is_damage(error) or not isinstance(error, sqlite3.OperationalError):
                raise self._damaged(str(error)) from None
            raise StoreError(f"{self.path} can't be used: {error}") from None

    def _damaged(self, what: str) -> StoreError:
        return StoreError(
            f"{self.path} is damaged ({what}): restore a backup, or name another --out"
        )


def _length(measured: Measured) -> int:
    lengths = {len(column) for column in measured.columns.values()}
    assert len(lengths) == 1, "a chunk's columns have one entry per board each"
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


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
