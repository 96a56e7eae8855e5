"""Personal records: what a game that was won did better than all games of its kind before.

Of its kind are games of the same level and rules, played alone and on new boards; ordinary games,
fair ones and those on boards without a guess are counted apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce

from sapper.catalogue import Answers, spoken
from sapper.play.numbers import rounded, seconds_in_words
from sapper.play.words import Play

SHORTEST_STREAK = 2
"""One game is no streak."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game went, as far as records go."""

    is_won: bool
    seconds: float
    three_bv_per_second: float | None = None
    efficiency: float | None = None


class RecordKind(StrEnum):
    """What there may be a record in."""

    FIRST = "first"
    """The first win of its kind, told by its time."""
    TIME = "time"
    SPEED = "three_bv_per_second"
    EFFICIENCY = "efficiency"
    STREAK = "streak"
    """Games won in a row."""


@dataclass(frozen=True, slots=True)
class PersonalRecord:
    """A record, and what it was before."""

    kind: RecordKind
    value: float
    before: float | None = None


@dataclass(frozen=True, slots=True)
class Bests:
    """The best of several games of a kind; None where it is not known."""

    won: int = 0
    seconds: float | None = None
    three_bv_per_second: float | None = None
    efficiency: float | None = None
    streak: int = 0
    """Games won in a row, up to the last one."""
    longest_streak: int = 0

    @classmethod
    def of(cls, results: Iterable[Result]) -> Bests:
        """The best of these games, given in the order in which they ended.

        >>> Bests.of([Result(True, 30.0, 1.5), Result(False, 5.0), Result(True, 40.0, 2.0)])
        Bests(won=2, seconds=30.0, three_bv_per_second=2.0, efficiency=None, streak=1, longest_streak=1)
        """  # noqa: E501
        return reduce(cls.after, results, cls())

    def after(self, result: Result) -> Bests:
        """The best once another game has ended."""
        if not result.is_won:
            return replace(self, streak=0)
        return Bests(
            self.won + 1,
            _best(min, self.seconds, result.seconds),
            _best(max, self.three_bv_per_second, result.three_bv_per_second),
            _best(max, self.efficiency, result.efficiency),
            self.streak + 1,
            max(self.longest_streak, self.streak + 1),
        )


def _best(choose: Callable[..., float], *numbers: float | None) -> float | None:
    known = [number for number in numbers if number is not None]
    return choose(known) if known else None


def records_beyond(before: Bests, now: Result) -> tuple[PersonalRecord, ...]:
    """What a game did better than all earlier ones.

    >>> slow, fast = Result(True, 30.0, 1.5, 0.8), Result(True, 20.0, 2.0, 0.7)
    >>> for record in records_beyond(Bests.of([slow]), fast):
    ...     print(record.kind.value, record.value, record.before)
    time 20.0 30.0
    three_bv_per_second 2.0 1.5
    streak 2 1
    >>> records_beyond(Bests(), slow)
    (PersonalRecord(kind=<RecordKind.FIRST: 'first'>, value=30.0, before=None),)
    """
    if not now.is_won:
        return ()
    if not before.won:
        return (PersonalRecord(RecordKind.FIRST, now.seconds),)
    return tuple(_records(before, before.after(now), now))


def _records(before: Bests, after: Bests, now: Result) -> Iterator[PersonalRecord]:
    if before.seconds is not None and now.seconds < before.seconds:
        yield PersonalRecord(RecordKind.TIME, now.seconds, before.seconds)
    for kind in (RecordKind.SPEED, RecordKind.EFFICIENCY):
        value, most = getattr(now, kind.value), getattr(before, kind.value)
        if value is not None and most is not None and value > most:
            yield PersonalRecord(kind, value, most)
    if after.longest_streak > max(before.longest_streak, SHORTEST_STREAK - 1):
        yield PersonalRecord(RecordKind.STREAK, after.longest_streak, before.longest_streak)


def say_records(records: Sequence[PersonalRecord]) -> str:
    """Records in a sentence; nothing if there are none.

    >>> print(say_records([PersonalRecord(RecordKind.TIME, 20.0, 30.5)]))
    A personal record: time 20.000 s (30.500 s before).
    """
    if not records:
        return ""
    say = spoken(Play)
    if records[0].kind is RecordKind.FIRST:
        return say.first_win.format(time=seconds_in_words(records[0].value))
    told = [
        say.record_before.format(
            name=_name(record.kind),
            value=_in_words(record.kind, record.value),
            before=_in_words(record.kind, record.before or 0),
        )
        for record in records
    ]
    return say.personal_record.format(records=spoken(Answers).comma.join(told))


def _name(kind: RecordKind) -> str:
    say = spoken(Play)
    return say.columns["streak"] if kind is RecordKind.STREAK else say.number_names[kind.value]


def _in_words(kind: RecordKind, value: float) -> str:
    if kind is RecordKind.TIME:
        return seconds_in_words(value)
    return f"{value:.0f}" if kind is RecordKind.STREAK else rounded(value)
