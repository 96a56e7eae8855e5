"""Games as rows of the database: what is written of them, and what is read again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from sapper.agents.registry import AGENTS
from sapper.catalogue import Answers, form, spoken
from sapper.errors import HistoryError, SapperError
from sapper.game import Action, Status
from sapper.level import Guesses
from sapper.measures import BoardMeasures, Clicks, GameMeasures
from sapper.play.hand import Button, Hand, IdleClick
from sapper.play.numbers import Numbers
from sapper.play.record import STRONGEST, Entry, Record, Setup, replay
from sapper.play.records import Result
from sapper.play.saying import clock, level_name, say_rule
from sapper.play.shapes import GameSetup, numbers_of, setup_fields
from sapper.play.words import Play

LARGEST = 1e12
"""Of all numbers that are kept: times, turns, clicks and ways."""
NONSENSE = (SapperError, ValueError, LookupError, TypeError, ArithmeticError)
"""What reading a row raises that holds no game."""
MOST_SETUPS_IN_MEMORY = 1_000
"""Of games that are being played."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A kept game as lists show it: how it was set up and how far it got, without its turns."""

    identity: str
    setup: Setup
    status: Status
    seconds: float
    turns: int
    started: datetime
    changed: datetime
    own: bool
    """Whether the player played alone, and on a board not seen before."""
    measures: GameMeasures | None = None
    """What it came to; None for a game under way, or one that nobody has measured yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedGame(GameSetup):
    """A kept game in a list.

    `own`: the player played alone, and on a board not seen before. `numbers` are there once the
    game is over, unless nobody has measured it.
    """

    id: str
    status: Status
    seconds: float
    turns: int
    started: str
    changed: str
    own: bool
    numbers: Numbers | None

    @classmethod
    def of(cls, kept: KeptGame) -> ListedGame:
        """A kept game as it is sent: before its end nothing tells where the mines are."""
        return cls(
            **setup_fields(kept.setup, kept.status),
            id=kept.identity,
            status=kept.status,
            seconds=kept.seconds,
            turns=kept.turns,
            started=kept.started.isoformat(timespec="seconds"),
            changed=kept.changed.isoformat(timespec="seconds"),
            own=kept.own,
            numbers=numbers_of(kept.measures),
        )


def say_kept(game: KeptGame) -> str:
    """A kept game in a few words.

    >>> from sapper.level import Level
    >>> from sapper.history import History
    >>> from sapper.play.table import Setup, Table
    >>> with History.in_memory() as history:
    ...     entry = Table(Setup(Level.named("beginner"), seed=3), history).reveal((0, 0))
    ...     say_kept(history.games()[0])
    'beginner, start safe, 1 move, 0:00 on the clock'
    """
    return form(spoken(Play).kept, game.turns).format(
        level=level_name(game.setup.level),
        start=say_start(game.setup),
        n=game.turns,
        clock=clock(game.seconds),
    )


def say_start(setup: Setup) -> str:
    """The start rule, and the rule for guesses where it is not the usual one.

    >>> from sapper.level import Level
    >>> say_start(Setup(Level.named("beginner"), guesses="fair"))
    'safe, fair play'
    """
    start = spoken(Play).start_names[setup.level.start.value]
    rules = (start, say_rule(setup))
    return spoken(Answers).comma.join(rule for rule in rules if rule)


def row_of(game: int | None, entry: Entry) -> tuple[object, ...]:
    """A turn as a row; the cells it opened are found again by replaying it."""
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


def idle_row_of(game: int | None, number: int, click: IdleClick) -> tuple[object, ...]:
    """A click that changed nothing as a row; counted from 1."""
    return game, number, click.button.value, *click.cell, click.seconds


def number_of(row: sqlite3.Row, name: str) -> Any:
    """A number in a row; a `TypeError` for anything else, which SQLite would keep in its place."""
    found = row[name]
    if not isinstance(found, int | float) or not 0 <= found <= LARGEST:
        raise TypeError(f"{name} can't be {str(found)[:40]}")
    return found


def text_of(row: sqlite3.Row, name: str) -> str:
    """A text in a row; a `TypeError` for anything else."""
    found = row[name]
    if not isinstance(found, str):
        raise TypeError(f"{name} is no text")
    return found


def number_or_none(row: sqlite3.Row, name: str) -> Any:
    """A number in a row, or None where there is none."""
    return None if row[name] is None else number_of(row, name)


def measured_row_of(
    game: int | None, board: BoardMeasures, measures: GameMeasures
) -> tuple[object, ...]:
    """What a finished game and its board come to, as a row."""
    unknown = (None, None, None)
    return (
        game,
        board.three_bv,
        board.openings,
        board.islands,
        board.zini,
        board.human_zini,
        measures.solved,
        *(unknown if measures.effective is None else astuple(measures.effective)),
        *(unknown if measures.wasted is None else astuple(measures.wasted)),
    )


def _measures_of(row: sqlite3.Row, setup: Setup) -> GameMeasures | None:
    if row["three_bv"] is None:
        return None
    board = BoardMeasures(*(number_or_none(row, name) for name in BoardMeasures.__slots__))
    level = setup.level
    return GameMeasures(
        board,
        number_of(row, "solved"),
        number_of(row, "seconds"),
        _clicks_of(row, "effective"),
        _clicks_of(row, "wasted"),
        (level.height, level.width, level.mines),
        number_or_none(row, "path"),
        lost=row["status"] == Status.LOST,
    )


def result_of(row: sqlite3.Row) -> Result:
    """How a finished game went, by its row that is joined to its measures."""
    seconds, solved = number_of(row, "seconds"), number_or_none(row, "solved")
    clicks = [_clicks_of(row, "effective"), _clicks_of(row, "wasted")]
    number = None if None in clicks else sum(kind.all for kind in clicks if kind is not None)
    return Result(
        row["status"] == Status.WON,
        seconds,
        solved / seconds if solved is not None and seconds > 0 else None,
        solved / number if solved is not None and number else None,
    )


def _clicks_of(row: sqlite3.Row, kind: str) -> Clicks | None:
    counts = [number_or_none(row, f"{kind}_{button.value}") for button in Button]
    return None if None in counts else Clicks(*counts)


def risks_of(entries: Iterable[Entry]) -> tuple[float, float]:
    """The risk taken and the least possible, over the turns for which both are known."""
    taken = best = 0.0
    for entry in entries:
        if entry.fair:  # where luck decides nothing, nothing was risked
            continue
        if entry.mine_probability is not None and entry.best_probability is not None:
            taken += entry.mine_probability
            best += entry.best_probability
    return taken, best


def board_of(setup: Setup) -> str:
    """What the mines depend on, but for the first cell, which moves only a few of them."""
    level = setup.level
    start = level.start.value
    board = [level.height, level.width, level.mines, start, setup.seed, setup.index]
    if setup.guesses is not Guesses.ANY:
        board += [setup.guesses.value, setup.grade]
    return json.dumps(board)


@lru_cache(MOST_SETUPS_IN_MEMORY)
def written_setup(setup: Setup) -> str:
    """A setup as it is kept: that of a game is written at each of its turns."""
    return json.dumps(setup.to_json())


def _setup_of(row: sqlite3.Row) -> Setup:
    content = json.loads(row["setup"])
    if content["agent"] not in AGENTS:  # its package is no longer installed
        content["agent"] = STRONGEST
    return Setup.from_json(content)


def kept_game_of(row: sqlite3.Row) -> KeptGame:
    """The game in a row that is joined to its measures, without its turns."""
    setup = _setup_of(row)
    return KeptGame(
        text_of(row, "identity"),
        setup,
        Status(row["status"]),
        number_of(row, "seconds"),
        number_of(row, "turns"),
        datetime.fromisoformat(row["started"]),
        datetime.fromisoformat(row["changed"]),
        bool(row["own"]),
        _measures_of(row, setup),
    )


def record_of(game: sqlite3.Row, rows: list[sqlite3.Row], idle_rows: list[sqlite3.Row]) -> Record:
    """The game with all its entries, completed by replaying it."""
    if [row["number"] for row in rows] != list(range(1, len(rows) + 1)) or (
        len(rows) != game["turns"]
    ):
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
                number_of(row, "seconds"),
                row["doer"],
                bool(row["free"]),
                None if certain is None else bool(certain),
                number_or_none(row, "mine_probability"),
                number_or_none(row, "best_probability"),
                after.status,
                after.exploded,
                setup.guesses is Guesses.FAIR,
            )
        )
    record = Record(
        game["identity"],
        setup,
        tuple(entries),
        Status(game["status"]),
        number_of(game, "seconds"),
        _hand_of(game, idle_rows),
    )
    if entries and entries[-1].status is not record.status:
        raise HistoryError(f"it ends {entries[-1].status.value}, not {record.status.value}")
    return record


def _hand_of(game: sqlite3.Row, idle_rows: list[sqlite3.Row]) -> Hand:
    idle = tuple(
        IdleClick(Button(row["button"]), (row["cell_row"], row["cell_column"]), row["seconds"])
        for row in idle_rows
    )
    return Hand(idle, game["path"])
