"""The file that keeps what was found in each game, and the training: beside the saved games.

What was found can be found again, so it is kept only to save time. The cards and the answers can't.
A damaged file is set aside under another name, and a new one is started. Where the file can't be
used otherwise, both last until the program ends. A message says so.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable, Iterable
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from sapper.coach.findings import GameFindings, Lesson
from sapper.coach.leitner import FIRST_BOX, SITS, Card
from sapper.errors import HistoryError
from sapper.history.file import MOST_BYTES_CHECKED
from sapper.history.rows import NONSENSE, number_of, text_of
from sapper.serialize import to_json
from sapper.sqlite import (
    READ_ANYWAY,
    ForeignFile,
    Schema,
    connect,
    is_damage,
    read_through,
    transaction,
    whole_or_new,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE_NAME = "training.sqlite3"
IN_MEMORY = ":memory:"
SECONDS_TO_WAIT = 1.0
"""For another program that is writing."""
MOST_NAMED_AT_ONCE = 500
"""How many games are asked about in one query; SQLite has a limit."""
SCHEMA = Schema(
    application_id=0x53415054,  # "SAPT"
    version=1,
    statements=(
        """CREATE TABLE finding (
    game TEXT PRIMARY KEY,          -- its identity
    turns INTEGER NOT NULL,
    judge TEXT NOT NULL,            -- who judged it: another judge judges it anew
    content TEXT NOT NULL           -- JSON
)""",
        """CREATE TABLE card (
    id INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,            -- whose it is, as in the history of games
    position TEXT NOT NULL,         -- its address
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    box INTEGER NOT NULL,
    due TEXT NOT NULL,              -- UTC
    right INTEGER NOT NULL DEFAULT 0,
    wrong INTEGER NOT NULL DEFAULT 0,
    UNIQUE (owner, position, kind)
)""",
        "CREATE INDEX card_by_due ON card (owner, due)",
        """CREATE TABLE answer (
    id INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    rung INTEGER,                   -- of the ladder; null for other questions
    is_right INTEGER NOT NULL,
    seconds REAL NOT NULL,
    given TEXT NOT NULL             -- when; UTC
)""",
        "CREATE INDEX answer_by_owner ON answer (owner, rung)",
    ),
)


class TrainingFile:
    """Findings, cards and answers; use it with `with`, or close it. Threads may share one."""

    def __init__(
        self, database: sqlite3.Connection, message: str = "", path: Path | None = None
    ) -> None:
        self._database, self._path = database, path
        self._lock = RLock()
        self.message = message
        """What the player should know about how the training is kept; usually nothing."""

    @classmethod
    def open(cls, beside: Path | None) -> TrainingFile:
        """The file beside that of the games; in memory if those are, or if it can't be used."""
        return cls.in_memory() if beside is None else cls(*_opened(beside.with_name(FILE_NAME)))

    @classmethod
    def in_memory(cls) -> TrainingFile:
        """A file that lasts until it is closed."""
        return cls(_connected(IN_MEMORY))

    def __enter__(self) -> TrainingFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._database.close()

    @property
    def is_kept(self) -> bool:
        """Whether answers outlive the program."""
        return self._path is not None

    # What was found in each game

    def findings(self, games: Iterable[str], judge: str) -> dict[str, GameFindings]:
        """What this judge found in those of the games that it has judged, by their identity."""
        wanted, found = list(games), {}
        for first in range(0, len(wanted), MOST_NAMED_AT_ONCE):
            some = wanted[first : first + MOST_NAMED_AT_ONCE]
            marks = ", ".join("?" * len(some))
            rows = self._all(
                f"SELECT * FROM finding WHERE judge = ? AND game IN ({marks})", judge, *some
            )
            for row in rows:
                with suppress(*NONSENSE):  # it is judged anew
                    found[row["game"]] = GameFindings.from_json(json.loads(row["content"]))
        return found

    def keep(self, found: GameFindings, judge: str) -> None:
        """Keep what was found in a game, if that can be written now.

        Another program may have judged more of its turns meanwhile: that stays.
        """
        with suppress(sqlite3.Error), self._writing():
            self._database.execute(
                "INSERT INTO finding VALUES (?, ?, ?, ?) ON CONFLICT (game) DO UPDATE "
                "SET turns = excluded.turns, judge = excluded.judge, content = excluded.content "
                "WHERE judge <> excluded.judge OR NOT json_valid(content) "
                "OR json_extract(content, '$.judged') < json_extract(excluded.content, '$.judged')",
                (found.identity, found.turns, judge, to_json(found, compact=True)),
            )

    # Cards

    def add_cards(self, lessons: Iterable[tuple[str, Lesson]], owner: str, now: datetime) -> None:
        """Make cards of games' lessons that are due at once; one that is there stays as it is."""
        with self._asked(), self._writing():
            self._database.executemany(
                "INSERT OR IGNORE INTO card (owner, position, kind, game, box, due) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (owner, lesson.position, lesson.kind, game, FIRST_BOX, now.isoformat())
                    for game, lesson in lessons
                ],
            )

    def forget_deleted(self, owner: str, was_deleted: Callable[[str], bool]) -> None:
        """Drop the cards of games that were deleted, and what was found in those.

        The cards of a game that is only missing stay: they can't be made again.
        """
        rows = self._all("SELECT DISTINCT game FROM card WHERE owner = ? AND game <> ''", owner)
        gone = [(row["game"],) for row in rows if was_deleted(row["game"])]
        if gone:
            with self._asked(), self._writing():
                self._database.executemany("DELETE FROM card WHERE game = ?", gone)
                self._database.executemany("DELETE FROM finding WHERE game = ?", gone)

    def cards(self, owner: str) -> list[Card]:
        """All the cards of an owner, those due first in front; but those that can't be read."""
        rows = self._all("SELECT * FROM card WHERE owner = ? ORDER BY due, id", owner)
        cards = []
        for row in rows:
            with suppress(*NONSENSE):  # one that can't be read hides no other
                cards.append(_card(row))
        return cards

    def due(self, owner: str, now: datetime) -> list[Card]:
        """The cards that are due, the longest overdue first."""
        return [card for card in self.cards(owner) if not card.is_learnt and card.due <= now]

    def waiting_kinds(self, owner: str) -> list[str]:
        """The kinds of the cards that do not sit yet, the most frequent first."""
        rows = self._all(
            "SELECT kind FROM card WHERE owner = ? AND box <> ? GROUP BY kind "
            "ORDER BY count(*) DESC, kind",
            owner,
            SITS,
        )
        return [row["kind"] for row in rows]

    # Answers

    def keep_answer(
        self,
        owner: str,
        kind: str,
        is_right: bool,
        seconds: float,
        now: datetime,
        *,
        rung: int | None = None,
        card: Card | None = None,
    ) -> None:
        """Keep an answer, and where that leaves its card, in one go."""
        with self._asked(), self._writing():
            self._database.execute(
                "INSERT INTO answer (owner, kind, rung, is_right, seconds, given) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (owner, kind, rung, is_right, seconds, now.isoformat()),
            )
            if card is not None:
                self._database.execute(
                    "UPDATE card SET box = ?, due = ?, right = ?, wrong = ? WHERE id = ?",
                    (card.box, card.due.isoformat(), card.right, card.wrong, card.id),
                )

    def answers_on_ladder(self, owner: str) -> dict[int, list[bool]]:
        """Whether the answers at each rung were right, in the order in which they were given."""
        found: dict[int, list[bool]] = {}
        for row in self._all(
            "SELECT rung, is_right FROM answer WHERE owner = ? AND rung IS NOT NULL ORDER BY id",
            owner,
        ):
            found.setdefault(row["rung"], []).append(bool(row["is_right"]))
        return found

    # The database

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._lock, transaction(self._database):
            yield

    def _all(self, query: str, *values: object) -> list[sqlite3.Row]:
        with self._asked(), self._lock:
            return self._database.execute(query, values).fetchall()

    @contextmanager
    def _asked(self) -> Iterator[None]:
        database = self._database
        try:
            yield
        except sqlite3.Error as error:
            with self._lock:
                if database is self._database:  # nobody else has started a new file meanwhile
                    self._begin_afresh(error)
            raise HistoryError(f"the file {FILE_NAME} can't be used: {error}") from error

    def _begin_afresh(self, error: sqlite3.Error) -> None:
        """If the file broke while in use, set it aside, and start a new one, or go on in memory."""
        if self._path is None or not is_damage(error):
            return
        self._database.close()
        self._database, self.message, self._path = _opened(self._path, most_checked=sys.maxsize)


def _opened(
    path: Path, *, most_checked: int = MOST_BYTES_CHECKED
) -> tuple[sqlite3.Connection, str, Path | None]:
    """A connection that can be used, what to tell about it, and its path; None: in memory."""
    try:
        return *whole_or_new(path, lambda: _connected(path, most_checked)), path
    except (OSError, sqlite3.Error, ForeignFile) as error:
        told = f"{path} {error}" if isinstance(error, ForeignFile) else f"{path}: {error}"
        return _connected(IN_MEMORY), f"Training is not saved: {told}.", None


def _connected(path: Path | str, most_checked: int = MOST_BYTES_CHECKED) -> sqlite3.Connection:
    """A connection to a file of training, read through unless it is larger than that."""
    database = connect(path, SCHEMA, seconds_to_wait=SECONDS_TO_WAIT, across_threads=True)
    try:
        database.row_factory = sqlite3.Row
        database.text_factory = READ_ANYWAY
        if isinstance(path, Path) and path.stat().st_size <= most_checked:
            read_through(database, with_indices=False)
    except BaseException:
        database.close()
        raise
    return database


def _card(row: sqlite3.Row) -> Card:
    """The card in a row; something of `NONSENSE` if there is none."""
    box, due = row["box"], datetime.fromisoformat(text_of(row, "due"))
    if box not in range(FIRST_BOX, SITS + 1) or due.tzinfo is None:
        raise ValueError("no card of this version")
    return Card(
        row["id"],
        text_of(row, "position"),
        text_of(row, "kind"),
        text_of(row, "game"),
        box,
        due,
        int(number_of(row, "right")),
        int(number_of(row, "wrong")),
    )
