"""How a player has done, and the one table in which every interface shows it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sapper.catalogue import Answers, decimal, many, spoken
from sapper.game import Status
from sapper.level import Guesses
from sapper.play.saying import exact_clock, say_guesses
from sapper.play.trend import sparkline
from sapper.play.words import Play

NONE = "–"


@dataclass(frozen=True, slots=True)
class Statistics:
    """How a player has done at one level, under one start rule, winning rule and guessing rule.

    Only finished games count that were played alone and on a new board; `others` were not.
    """

    level: str
    start: str
    winning: str
    guesses: str
    played: int
    won: int
    best_seconds: float | None
    """The fastest win."""
    streak: int
    """Games won in a row, up to the last one."""
    longest_streak: int
    risk_taken: float
    """The chances of hitting a mine, added up over all turns of all games."""
    risk_best: float
    """What they would have come to with the safest cell at each turn."""
    others: int

    @classmethod
    def of(cls, rules: tuple[str, str, str, str], games: Sequence[sqlite3.Row]) -> Statistics:
        """What finished games of one kind come to, given in the order in which they ended."""
        own = [game for game in games if game["own"]]
        streak = longest = 0
        for game in own:
            streak = streak + 1 if game["status"] == Status.WON else 0
            longest = max(longest, streak)
        times = [game["seconds"] for game in own if game["status"] == Status.WON]
        return cls(
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

    def to_json(self) -> dict[str, Any]:
        """The statistics as plain data."""
        return {name: getattr(self, name) for name in self.__slots__}


# The table


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table: its name, and what it says of a row."""

    name: str
    words: Callable[[Statistics], str]
    is_number: bool = True

    @property
    def heading(self) -> str:
        """What stands above it."""
        return spoken(Play).columns[self.name]


def say_rules(start: str, winning: str, guesses: str) -> str:
    """The rules of a game by their names: the start rule, and the others where they are unusual.

    >>> say_rules("safe", "flagged", "fair")
    'safe, fair play, flags win'
    """
    say = spoken(Play)
    flags = say.flags_win if winning == "flagged" else ""
    rules = (say.start_names[start], say_guesses(Guesses(guesses)), flags)
    return spoken(Answers).comma.join(rule for rule in rules if rule)


def _won(row: Statistics) -> str:
    return f"{row.won} ({100 * row.won / row.played:.0f} %)" if row.played else NONE


def _best(row: Statistics) -> str:
    return NONE if row.best_seconds is None else exact_clock(row.best_seconds)


def _per_game(total: float, row: Statistics) -> str:
    return decimal(total / row.played, 2) if row.played else NONE


COLUMNS = (
    Column("level", lambda row: spoken(Play).levels.get(row.level, row.level), is_number=False),
    Column("start", lambda row: say_rules(row.start, row.winning, row.guesses), is_number=False),
    Column("played", lambda row: str(row.played)),
    Column("won", _won),
    Column("best_time", _best),
    Column("streak", lambda row: str(row.streak) if row.played else NONE),
    Column("longest", lambda row: str(row.longest_streak) if row.played else NONE),
    Column("risk", lambda row: _per_game(row.risk_taken, row)),
    Column("least", lambda row: _per_game(row.risk_best, row)),
)


def rules_of(row: Statistics) -> tuple[str, str, str, str]:
    """What kind of games a row is about, as `History.trends` names it.

    >>> rules_of(Statistics("expert", "safe", "revealed", "fair", 0, 0, None, 0, 0, 0.0, 0.0, 1))
    ('expert', 'safe', 'revealed', 'fair')
    """
    return row.level, row.start, row.winning, row.guesses


Trends: TypeAlias = Mapping[tuple[str, str, str, str], Sequence[float]]
"""The 3BV/s of the last wins, by kind of game; see `History.trends`."""
WINS_IN_A_TREND = 30


def trend_heading() -> str:
    """What stands above the trends, where there are any.

    >>> trend_heading()
    'trend'
    """
    return spoken(Play).columns["trend"]


def trend_note() -> str:
    """What a trend shows.

    >>> trend_note()
    'trend: the 3BV/s of your last 30 wins, the latest at the right'
    """
    return spoken(Play).trend_note.format(n=WINS_IN_A_TREND)


def trend_in_words(row: Statistics, trends: Trends) -> list[str]:
    """The trend of a row as one more word of it; none where no row has a trend.

    >>> won = Statistics("expert", "safe", "revealed", "any", 2, 2, 9.0, 2, 2, 0.0, 0.0, 0)
    >>> trend_in_words(won, {rules_of(won): [1.0, 2.0]}), trend_in_words(won, {})
    (['▁█'], [])
    """
    return [sparkline(trends.get(rules_of(row), ()))] if any(trends.values()) else []


def risk_note() -> str:
    """What the columns about risk mean.

    >>> risk_note()[:29]
    'risk: the chances of a mine y'
    """
    return spoken(Play).risk_note


def in_words(row: Statistics) -> list[str]:
    """A row of the table, in the order of `COLUMNS`.

    >>> fair = Statistics("expert", "safe", "revealed", "fair", 4, 1, 205.7, 0, 1, 5.2, 5.0, 2)
    >>> in_words(fair)
    ['expert', 'safe, fair play', '4', '1 (25 %)', '3:25.700', '0', '1', '1.30', '1.25']
    """
    return [column.words(row) for column in COLUMNS]


def in_a_sentence(row: Statistics) -> str:
    """A row of the table for those who hear it.

    >>> print(in_a_sentence(Statistics("9x9/10", "any", "revealed", "any", 1, 1, 9, 1, 1, 0.5, 0.5, 2)))
    9x9/10, start any: played 1, won 1 (100 %), best time 0:09.000, streak 1, longest 1, risk 0.50, least 0.50.
    """  # noqa: E501
    (level, start, *words), numbers = in_words(row), [column.heading for column in COLUMNS[2:]]
    pairs = zip(numbers, words, strict=True)
    say = spoken(Play)
    told = spoken(Answers).comma.join(f"{heading} {said}" for heading, said in pairs)
    told = told if row.played else say.no_game_counts
    return say.statistics_row.format(level=level, start=start, told=told)


def say_others(rows: Sequence[Statistics]) -> str:
    """How many games are not in the table, and why; nothing if all are.

    >>> helped = Statistics("expert", "safe", "revealed", "any", 0, 0, None, 0, 0, 0.0, 0.0, 1)
    >>> say_others([helped])
    '1 more game does not count: it was played with help, or on a known board.'
    """
    others = sum(row.others for row in rows)
    return many(spoken(Play).others_not_counted, others) if others else ""
