"""The history of games: saved turn by turn, as they are played, in one SQLite file.

Each turn is one transaction, so that a killed process loses at most the last click. Window,
terminal and web page may use the file at once. Of a game, its setup and its turns are kept;
everything else comes from replaying it.

Every game has an owner: the user of this machine or, where the page is served to others, a browser.
Whatever is asked is asked for one owner; to all others, a game does not exist.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock

from sapper.errors import HistoryError, UnknownGame
from sapper.game import Status
from sapper.history import bests, deletions, file, tally
from sapper.history.rows import NONSENSE, KeptGame, kept_game_of, record_of
from sapper.history.statistics import Statistics
from sapper.history.tally import Rules
from sapper.history.writing import Lost, delete_game, delete_untouched, write_game
from sapper.measures import GameMeasures
from sapper.play.record import Record
from sapper.play.records import PersonalRecord, records_beyond
from sapper.play.table import Table
from sapper.sqlite import is_busy, is_damage, transaction

MOST_GAMES_AT_ONCE = 50
MOST_TROUBLES = 1_000
"""How many games that could not be kept are remembered."""
USER = ""
"""The owner of the games that window, terminal and page of this machine share."""
GAMES = "SELECT * FROM game LEFT JOIN measured ON measured.game = game.id"


class History:
    """The games that are kept; use it with `with`, or close it. Threads may share one.

    >>> from sapper.level import Level
    >>> from sapper.play.record import Setup
    >>> with History.in_memory() as history:
    ...     table = Table(Setup(Level.named("beginner"), seed=3), keeper=history)
    ...     entry = table.reveal((0, 0))
    ...     history.games()[0].turns, history.table(table.identity).view == table.view
    (1, True)
    """

    def __init__(self, opened: file.Opened) -> None:
        self._lock = RLock()  # for the database; taken first where both are
        self._reading = RLock()  # for the reader
        self._seconds_to_wait = file.SECONDS_TO_WAIT
        self._troubles: dict[str, str] = {}
        self._kept_last = ""
        self._is_begun_afresh = False
        self._use(opened)

    def _use(self, opened: file.Opened) -> None:
        self.path = opened.path
        self._database = opened.database
        self._reader = file.reader_of(opened)
        self._notice = opened.message
        self.reason = opened.reason
        """Why games do not outlive the program, if not because somebody wished it."""
        self.wait_at_most(self._seconds_to_wait)

    @classmethod
    def open(cls, path: Path | str | None = None) -> History:
        """The history in a file, by default the user's; `message` tells of trouble."""
        history = cls(file.open_database(None if path is None else Path(path)))
        history.forget_untouched()
        return history

    @classmethod
    def in_memory(cls) -> History:
        """A history that lasts until it is closed."""
        return cls(file.Opened(file.connect(file.IN_MEMORY)))

    def __enter__(self) -> History:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with self._lock, self._reading:
            self._reader.close()
            self._database.close()

    @property
    def message(self) -> str:
        """What the player should know about how games are kept; usually nothing."""
        return self.message_for(self._kept_last)

    def message_for(self, identity: str) -> str:
        """What the player of one game should know, with nothing about other games."""
        return " ".join(part for part in (self._notice, self._troubles.get(identity)) if part)

    @property
    def folder(self) -> Path | None:
        """Where the file is, and what else is kept beside it; None if it is in memory."""
        return None if self.path is None else self.path.parent

    @property
    def is_kept(self) -> bool:
        """Whether games outlive the program."""
        return self.path is not None

    # Keeping

    def keep(
        self,
        record: Record,
        kept: int | None,
        measures: GameMeasures | None = None,
        owner: str = USER,
    ) -> int | None:
        """Save the entries after the first `kept`; return how many are saved now. Never raises.

        A game that was saved before (`kept` is not None) and is gone stays gone: it was deleted.
        What could not be saved is tried again with the next turn. The `measures` of a game that is
        over are saved, too, so that lists and records need not play it again.
        """
        with self._lock:
            self._kept_last = record.identity
            try:
                try:
                    self._write(record, kept, measures, owner)
                except sqlite3.DatabaseError as error:
                    if not self._begin_afresh(error):
                        raise
                    self._write(record, 0, measures, owner)
            except (sqlite3.Error, ValueError) as error:  # half a surrogate pair is a ValueError
                self._tell(record.identity, f"The last turns are not saved yet: {error}.")
                self._be_patient(not is_busy(error))
                return kept
            except Lost as loss:
                self._tell(record.identity, str(loss))
                return kept
            self._troubles.pop(record.identity, None)
            self._be_patient(True)
            return len(record.entries)

    def _tell(self, identity: str, trouble: str) -> None:
        self._troubles[identity] = trouble
        if len(self._troubles) > MOST_TROUBLES:
            del self._troubles[next(iter(self._troubles))]

    def wait_at_most(self, seconds: float) -> None:
        """Wait this long for other programs that write; what was not saved is saved later."""
        with self._lock:
            self._seconds_to_wait = seconds
            self._is_patient = False
            self._be_patient(True)

    def _be_patient(self, is_patient: bool) -> None:
        """Having waited once for another program, don't wait again at every click."""
        if is_patient is not self._is_patient:
            seconds = self._seconds_to_wait if is_patient else 0
            with suppress(sqlite3.Error):
                self._database.execute(f"PRAGMA busy_timeout = {1000 * seconds:.0f}")
                self._is_patient = is_patient

    def _write(
        self, record: Record, kept: int | None, measures: GameMeasures | None, owner: str
    ) -> None:
        missing = self._is_begun_afresh
        with transaction(self._database):
            write_game(self._database, record, kept, measures, owner, may_be_missing=missing)

    def _begin_afresh(self, error: sqlite3.Error) -> bool:
        """If the file broke while in use, set it aside; return whether there is a new one."""
        if self.path is None or not is_damage(error):
            return False
        with self._reading:
            self._reader.close()
            self._database.close()
            self._use(file.open_database(self.path, most_bytes_checked=sys.maxsize))
        self._is_begun_afresh = True
        return True

    def forget_untouched(self) -> None:
        """Drop games that were started and never played: old ones, and any beyond a number."""
        with suppress(sqlite3.Error), self._lock, transaction(self._database):
            delete_untouched(self._database)

    # Reading

    def games(
        self,
        limit: int = MOST_GAMES_AT_ONCE,
        offset: int = 0,
        *,
        level: str | None = None,
        start: str | None = None,
        status: Status | str | None = None,
        owner: str = USER,
    ) -> list[KeptGame]:
        """The games with at least one turn, the latest first."""
        wishes = {"level": level, "start": start, "status": status and str(status)}
        given = {name: value for name, value in wishes.items() if value is not None}
        given["owner"] = owner
        if not all(map(_is_text, given.values())):
            return []
        where = "".join(f" AND {name} = ?" for name in given)
        order = "ORDER BY changed DESC, id DESC"
        # The games to show are found in an index alone, however many others come before them.
        rows = self._all(
            f"{GAMES} WHERE id IN (SELECT id FROM game WHERE turns > 0{where} {order} "
            f"LIMIT ? OFFSET ?) {order}",
            *given.values(),
            min(max(0, limit), sys.maxsize),
            min(max(0, offset), sys.maxsize),
        )
        kept = []
        for row in rows:
            with _skipping_what_is_damaged():
                kept.append(kept_game_of(row))
        return kept

    def count(self) -> int:
        """How many games have at least one turn."""
        query = "SELECT count(*) AS games FROM game WHERE turns > 0 AND owner = ?"
        return int(self._all(query, USER)[0]["games"])

    def beginning_with(self, beginning: str) -> str:
        """The one game whose name begins like this; `UnknownGame` if there is none, or several."""
        query = "SELECT identity FROM game WHERE owner = ? AND substr(identity, 1, ?) = ? LIMIT 2"
        rows = self._all(query, USER, len(beginning), beginning) if _is_text(beginning) else []
        if len(rows) != 1:
            raise UnknownGame(beginning, several=len(rows) > 1)
        return str(rows[0]["identity"])

    def kept(self, identity: str, owner: str = USER) -> KeptGame:
        """A kept game, without its turns; `UnknownGame` if there is none."""
        with self._reads() as reader:
            row = self._found(identity, owner, reader)
        try:
            return kept_game_of(row)
        except NONSENSE as error:
            raise HistoryError(f"game {identity!r} can't be read: {error}") from error

    def record(self, identity: str, owner: str = USER) -> Record:
        """All of a kept game, for review; `UnknownGame` if there is none."""
        with self._reads() as reader, _at_one_moment(reader):
            game = self._found(identity, owner, reader)
            rows = reader.execute(
                "SELECT * FROM turn WHERE game = ? ORDER BY number", (game["id"],)
            )
            turns = rows.fetchall()
            rows = reader.execute(
                "SELECT * FROM idle_click WHERE game = ? ORDER BY number", (game["id"],)
            )
            idle = rows.fetchall()
        try:
            return record_of(game, turns, idle)
        except NONSENSE as error:
            raise HistoryError(f"game {identity!r} can't be replayed: {error}") from error

    def table(self, identity: str, clock: Callable[[], float] = time.monotonic) -> Table:
        """A kept game as it was left; an unfinished one is resumed, and so is its clock."""
        table = self.resting(identity, clock)
        table.sit_down()
        return table

    def resting(self, identity: str, clock: Callable[[], float] = time.monotonic) -> Table:
        """A kept game as it was left, with its clock stopped: somebody may only look at it."""
        return Table.of(self.record(identity), self, clock)

    def statistics(self, owner: str = USER) -> list[Statistics]:
        """How the player has done, for each level and its rules, sorted by name."""
        with self._reads() as reader, _at_one_moment(reader):
            found, recounts = tally.statistics_in(reader, owner)
        if recounts:
            with suppress(sqlite3.Error), self._lock, transaction(self._database):
                tally.correct(self._database, recounts)
        return found

    def records_of(self, identity: str, owner: str = USER) -> tuple[PersonalRecord, ...]:
        """What a finished game did better than all of its kind before; nothing if it can't tell."""
        try:
            with self._reads() as reader, _at_one_moment(reader):
                standing = bests.standing_of(reader, self._found(identity, owner, reader))
        except NONSENSE:
            return ()
        if standing is None:
            return ()
        if standing.recounted is not None:
            with suppress(sqlite3.Error), self._lock, transaction(self._database):
                bests.correct(self._database, standing)
        return records_beyond(standing.before, standing.now)

    def was_deleted(self, identity: str) -> bool:
        """Whether somebody deleted this game; one that is only missing was not."""
        with self._reads() as reader:
            return deletions.was_deleted(reader, identity)

    def trends(self, owner: str = USER) -> dict[Rules, tuple[float, ...]]:
        """The 3BV/s of the last games that were won alone, by level and rules, the latest last."""
        with self._reads() as reader:
            return tally.trends_in(reader, owner)

    def delete(self, identity: str, owner: str = USER) -> None:
        """Delete a game; `UnknownGame` if there is none."""
        with self._asked(), self._lock, transaction(self._database):
            game = self._found(identity, owner, self._database)["id"]
            delete_game(self._database, game)

    def _found(self, identity: str, owner: str, database: sqlite3.Connection) -> sqlite3.Row:
        query = f"{GAMES} WHERE identity = ? AND owner = ?"
        rows = database.execute(query, (identity, owner)).fetchall() if _is_text(identity) else []
        if not rows:
            raise UnknownGame(identity)
        row: sqlite3.Row = rows[0]
        return row

    # The database

    def _all(self, query: str, *values: object) -> list[sqlite3.Row]:
        with self._reads() as reader:
            return reader.execute(query, values).fetchall()

    @contextmanager
    def _reads(self) -> Iterator[sqlite3.Connection]:
        """A separate connection, so that no click waits while much is read."""
        lock = self._lock if self._reader is self._database else self._reading
        with self._asked(), lock:
            yield self._reader

    @contextmanager
    def _asked(self) -> Iterator[None]:
        database = self._database
        try:
            yield
        except sqlite3.Error as error:
            with self._lock:
                if database is self._database:  # nobody else has started a new file meanwhile
                    self._begin_afresh(error)
            raise HistoryError(f"the saved games can't be read: {error}") from error


@contextmanager
def _at_one_moment(database: sqlite3.Connection) -> Iterator[None]:
    """Read a consistent snapshot, whatever is written meanwhile."""
    database.execute("BEGIN")
    try:
        yield
    finally:
        database.rollback()


def _is_text(name: str) -> bool:
    """Whether a name can be encoded; half a surrogate pair can't."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


@contextmanager
def _skipping_what_is_damaged() -> Iterator[None]:
    """Don't let one unreadable game hide the others."""
    try:
        yield
    except NONSENSE:
        return
