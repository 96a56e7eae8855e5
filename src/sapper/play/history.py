"""Games are kept as they are played, turn by turn, in one SQLite file.

Each turn is one transaction, so that a killed process loses at most the last click. Window,
terminal and web page may use the file at once. What is kept of a game is its setup and what was
done; everything else comes from playing it again.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from threading import RLock
from typing import Any

from sapper.agents.registry import AGENTS
from sapper.errors import SapperError
from sapper.game import Action, Status
from sapper.play import keeping
from sapper.play.record import PLAYER, STRONGEST, Entry, Record, Setup, replay
from sapper.play.table import Table

MOST_GAMES_AT_ONCE = 50
NONSENSE = (SapperError, ValueError, LookupError, TypeError)
"""What reading a kept game raises that is not one."""
OVER = (Status.WON.value, Status.LOST.value)


class HistoryError(SapperError):
    """A kept game that can't be read."""


class UnknownGame(SapperError, LookupError):
    """No such game is kept."""

    def __init__(self, identity: str) -> None:
        super().__init__(f"no game {identity!r} is kept")


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept game, as a list shows it."""

    identity: str
    setup: Setup
    status: Status
    seconds: float
    turns: int
    started: datetime
    changed: datetime
    own: bool
    """Whether the player played alone, and on a board not seen before."""

    def to_json(self) -> dict[str, Any]:
        """The game as plain data; its seed only when it is over, for that tells the mines."""
        setup = self.setup.to_json()
        if self.status is Status.PLAYING:
            setup = {**setup, "seed": None, "index": None}
        return {
            "id": self.identity,
            **setup,
            "status": self.status.value,
            "seconds": self.seconds,
            "turns": self.turns,
            "started": self.started.isoformat(timespec="seconds"),
            "changed": self.changed.isoformat(timespec="seconds"),
            "own": self.own,
        }


@dataclass(frozen=True, slots=True)
class Statistics:
    """How a player has done at one level, under one start and one winning rule.

    Only finished games count that were played alone and on a new board; `others` were not.
    """

    level: str
    start: str
    winning: str
    played: int
    won: int
    best_seconds: float | None
    """The fastest win."""
    streak: int
    """So many games won in a row, up to the last."""
    longest_streak: int
    risk_taken: float
    """The chances of meeting a mine, all turns of all games added up."""
    risk_best: float
    """What they would have come to with the safest cell at each turn."""
    others: int

    def to_json(self) -> dict[str, Any]:
        """The statistics as plain data."""
        return {name: getattr(self, name) for name in self.__slots__}


class History:
    """The games that are kept; use it with `with`, or close it. Threads may share one.

    >>> from sapper.level import Level
    >>> with History.in_memory() as history:
    ...     table = Table(Setup(Level.named("beginner"), seed=3), keeper=history)
    ...     entry = table.reveal((0, 0))
    ...     history.games()[0].turns, history.table(table.identity).view == table.view
    (1, True)
    """

    def __init__(self, opened: keeping.Opened) -> None:
        self._use(opened)
        self._trouble = ""
        self._lock = RLock()

    def _use(self, opened: keeping.Opened) -> None:
        self.path = opened.path
        self._database = opened.database
        self._notice = opened.message

    @classmethod
    def open(cls, path: Path | str | None = None) -> History:
        """The history in a file, or else in the user's data directory; `message` tells trouble."""
        return cls(keeping.open_database(None if path is None else Path(path)))

    @classmethod
    def in_memory(cls) -> History:
        """A history that is gone when it is closed."""
        return cls(keeping.Opened(keeping.connect(keeping.IN_MEMORY)))

    def __enter__(self) -> History:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._database.close()

    @property
    def message(self) -> str:
        """What the player should be told about the keeping of games; mostly nothing."""
        return " ".join(part for part in (self._notice, self._trouble) if part)

    @property
    def is_kept(self) -> bool:
        """Whether games outlive the program."""
        return self.path is not None

    # Keeping

    def keep(self, record: Record, kept: int) -> int:
        """Keep what is new since `kept` entries; tell how many are kept now. Never raises.

        What could not be kept is tried again with the next turn.
        """
        with self._lock:
            try:
                try:
                    self._write(record, kept)
                except sqlite3.DatabaseError as error:
                    if not self._begin_afresh(error):
                        raise
                    self._write(record, kept)
            except sqlite3.Error as error:
                self._trouble = f"The last turns are not kept yet: {error}."
                self._be_patient(not keeping.is_busy(error))
                return kept
            except _PlayedElsewhere:
                self._trouble = "This game was gone on with elsewhere; here it is no longer kept."
                return kept
            if self._trouble:
                self._trouble = ""
                self._be_patient(True)
            return len(record.entries)

    def _be_patient(self, patient: bool) -> None:
        """Whoever has waited once for another program does not wait again at every click."""
        seconds = keeping.SECONDS_TO_WAIT if patient else 0
        with suppress(sqlite3.Error):
            self._database.execute(f"PRAGMA busy_timeout = {1000 * seconds:.0f}")

    def _write(self, record: Record, kept: int) -> None:
        with self._transaction():
            found = self._one("SELECT id, turns FROM game WHERE identity = ?", record.identity)
            if found is None:
                kept = 0  # it is new, or the file is
            elif found["turns"] != kept:
                raise _PlayedElsewhere
            game = found["id"] if found else self._add_game(record)
            news = record.entries[kept:]
            self._database.executemany(
                "INSERT INTO turn VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [_row_of(game, entry) for entry in news],
            )
            self._database.execute(
                "UPDATE game SET status = ?, seconds = ?, turns = ?, changed = ?, own = own AND ?, "
                "risk_taken = risk_taken + ?, risk_best = risk_best + ? WHERE id = ?",
                (
                    record.status.value,
                    record.seconds,
                    len(record.entries),
                    _now(),
                    all(entry.by == PLAYER for entry in news),
                    *_risks_of(news),
                    game,
                ),
            )

    def _add_game(self, record: Record) -> int | None:
        setup, board, now = record.setup, _board_of(record.setup), _now()
        is_new = not self._one("SELECT 1 FROM game WHERE board = ? AND turns > 0 LIMIT 1", board)
        return self._database.execute(
            "INSERT INTO game (identity, setup, level, start, winning, status, seconds, turns, "
            "started, changed, board, own, risk_taken, risk_best) "
            "VALUES (?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?, ?, 0, 0)",
            (
                record.identity,
                json.dumps(setup.to_json()),
                setup.level.name,
                setup.level.start.value,
                setup.winning.value,
                record.status.value,
                now,
                now,
                board,
                is_new and setup.first is None,
            ),
        ).lastrowid

    def _begin_afresh(self, error: sqlite3.Error) -> bool:
        """If the file broke while in use, set it aside; tell whether there is a fresh one."""
        if self.path is None or not keeping.is_damage(error):
            return False
        self._database.close()
        self._use(keeping.open_database(self.path, most_bytes_checked=sys.maxsize))
        return True

    # Reading

    def games(
        self,
        limit: int = MOST_GAMES_AT_ONCE,
        offset: int = 0,
        *,
        level: str | None = None,
        start: str | None = None,
        status: Status | str | None = None,
    ) -> list[Kept]:
        """The games with a turn in them, the one played last first."""
        wishes = {"level": level, "start": start, "status": status and str(status)}
        given = {name: value for name, value in wishes.items() if value is not None}
        where = "".join(f" AND {name} = ?" for name in given)
        rows = self._all(
            f"SELECT * FROM game WHERE turns > 0{where} ORDER BY changed DESC, id DESC "
            "LIMIT ? OFFSET ?",
            *given.values(),
            min(max(0, limit), sys.maxsize),
            min(max(0, offset), sys.maxsize),
        )
        kept = []
        for row in rows:
            with _skipping_what_is_damaged():
                kept.append(_kept_of(row))
        return kept

    def count(self) -> int:
        """How many games there are with a turn in them."""
        return int(self._all("SELECT count(*) AS games FROM game WHERE turns > 0")[0]["games"])

    def record(self, identity: str) -> Record:
        """All of a kept game, for review; `UnknownGame` if there is none."""
        with self._lock:
            game = self._found(identity)
            rows = self._all("SELECT * FROM turn WHERE game = ? ORDER BY number", game["id"])
        try:
            return _record_of(game, rows)
        except NONSENSE as error:
            raise HistoryError(f"game {identity!r} can't be played again: {error}") from error

    def table(self, identity: str, clock: Callable[[], float] = time.monotonic) -> Table:
        """A kept game as it was left: one that is not over goes on, and so does its clock."""
        return Table.of(self.record(identity), self, clock)

    def statistics(self) -> list[Statistics]:
        """How the player has done, for each level with its rules, by their names."""
        rows = self._all(
            "SELECT level, start, winning, status, seconds, own, risk_taken, risk_best FROM game "
            "WHERE turns > 0 AND status IN (?, ?) ORDER BY level, start, winning, changed, id",
            *OVER,
        )
        by_rules = groupby(rows, key=lambda row: (row["level"], row["start"], row["winning"]))
        return [_statistics_of(rules, list(games)) for rules, games in by_rules]

    def delete(self, identity: str) -> None:
        """Forget a game; `UnknownGame` if there is none."""
        with self._lock:
            game = self._found(identity)["id"]
            with self._asked(), self._transaction():
                self._database.execute("DELETE FROM turn WHERE game = ?", (game,))
                self._database.execute("DELETE FROM game WHERE id = ?", (game,))

    def _found(self, identity: str) -> sqlite3.Row:
        try:
            rows = self._all("SELECT * FROM game WHERE identity = ?", identity)
        except UnicodeEncodeError:  # half a character: no game is called so
            rows = []
        if not rows:
            raise UnknownGame(identity)
        return rows[0]

    # The database

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.rollback()  # if Ctrl-C came between the lines below
        self._database.execute("BEGIN IMMEDIATE")
        with self._database:  # commits, or rolls back if there is an error
            yield

    def _one(self, query: str, *values: object) -> sqlite3.Row | None:
        with closing(self._database.execute(query, values)) as cursor:
            row: sqlite3.Row | None = cursor.fetchone()
            return row

    def _all(self, query: str, *values: object) -> list[sqlite3.Row]:
        with self._lock, self._asked():
            return self._database.execute(query, values).fetchall()

    @contextmanager
    def _asked(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            self._begin_afresh(error)
            raise HistoryError(f"the kept games can't be read: {error}") from error


class _PlayedElsewhere(Exception):
    """Another program has added turns to the same game."""


def _now() -> str:
    return datetime.now(UTC).isoformat()


def _row_of(game: int | None, entry: Entry) -> tuple[object, ...]:
    return (
        game,
        entry.number,
        entry.action.value,
        *entry.cell,
        entry.seconds,
        entry.by,
        entry.free,
        entry.certain,
        entry.mine_probability,
        entry.best_probability,
    )


def _risks_of(entries: Iterable[Entry]) -> tuple[float, float]:
    """The risk taken and the least there was, both over the turns of which both are known."""
    taken = best = 0.0
    for entry in entries:
        if entry.mine_probability is not None and entry.best_probability is not None:
            taken += entry.mine_probability
            best += entry.best_probability
    return taken, best


def _board_of(setup: Setup) -> str:
    """What the mines depend on, but for the first cell: that moves but few of them."""
    level = setup.level
    start = level.start.value
    return json.dumps([level.height, level.width, level.mines, start, setup.seed, setup.index])


def _setup_of(row: sqlite3.Row) -> Setup:
    content = json.loads(row["setup"])
    if content["agent"] not in AGENTS:  # its package is no longer installed
        content["agent"] = STRONGEST
    return Setup.from_json(content)


def _kept_of(row: sqlite3.Row) -> Kept:
    return Kept(
        row["identity"],
        _setup_of(row),
        Status(row["status"]),
        row["seconds"],
        row["turns"],
        datetime.fromisoformat(row["started"]),
        datetime.fromisoformat(row["changed"]),
        bool(row["own"]),
    )


def _record_of(game: sqlite3.Row, rows: list[sqlite3.Row]) -> Record:
    """The game with its entries, as playing it again completes them."""
    if [row["number"] for row in rows] != list(range(1, game["turns"] + 1)):
        raise HistoryError("some of its turns are missing")
    setup, entries = _setup_of(game), []
    turns = [(Action(row["action"]), (row["cell_row"], row["cell_column"])) for row in rows]
    for row, after in zip(rows, replay(setup, turns), strict=True):
        certain = row["certain"]
        entries.append(
            Entry(
                row["number"],
                after.turn.action,
                after.turn.cell,
                after.turn.opened,
                row["seconds"],
                row["doer"],
                bool(row["free"]),
                None if certain is None else bool(certain),
                row["mine_probability"],
                row["best_probability"],
                after.status,
                after.exploded,
            )
        )
    record = Record(
        game["identity"], setup, tuple(entries), Status(game["status"]), game["seconds"]
    )
    if entries and entries[-1].status is not record.status:
        raise HistoryError(f"it ends {entries[-1].status.value}, and not {record.status.value}")
    return record


@contextmanager
def _skipping_what_is_damaged() -> Iterator[None]:
    """One game that can't be read must not hide the others."""
    try:
        yield
    except NONSENSE:
        return


def _statistics_of(rules: tuple[str, str, str], games: list[sqlite3.Row]) -> Statistics:
    own = [game for game in games if game["own"]]
    streak = longest = 0
    for game in own:
        streak = streak + 1 if game["status"] == Status.WON else 0
        longest = max(longest, streak)
    times = [game["seconds"] for game in own if game["status"] == Status.WON]
    return Statistics(
        *rules,
        played=len(own),
        won=len(times),
        best_seconds=min(times, default=None),
        streak=streak,
        longest_streak=longest,
        risk_taken=sum(game["risk_taken"] for game in own),
        risk_best=sum(game["risk_best"] for game in own),
        others=len(games) - len(own),
    )
