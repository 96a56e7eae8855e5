"""Personal records: what a game that was won did better than all games of its kind before.

Of its kind are games of the same level and rules, played alone and on new boards; ordinary games,
fair ones and those on boards without a guess are counted apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

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


def records_in(earlier: Sequence[Result], now: Result) -> tuple[PersonalRecord, ...]:
    """What a game did better than all earlier ones, given in the order in which they ended.

    >>> slow, fast = Result(True, 30.0, 1.5, 0.8), Result(True, 20.0, 2.0, 0.7)
    >>> for record in records_in([slow], fast):
    ...     print(record.kind.value, record.value, record.before)
    time 20.0 30.0
    three_bv_per_second 2.0 1.5
    streak 2 1
    >>> records_in([], slow)
    (PersonalRecord(kind=<RecordKind.FIRST: 'first'>, value=30.0, before=None),)
    """
    won = [result for result in earlier if result.is_won]
    if not now.is_won:
        return ()
    if not won:
        return (PersonalRecord(RecordKind.FIRST, now.seconds),)
    return tuple(_records(earlier, won, now))


def _records(
    earlier: Sequence[Result], won: Sequence[Result], now: Result
) -> Iterator[PersonalRecord]:
    before = min(result.seconds for result in won)
    if now.seconds < before:
        yield PersonalRecord(RecordKind.TIME, now.seconds, before)
    highest: dict[RecordKind, Callable[[Result], float | None]] = {
        RecordKind.SPEED: lambda result: result.three_bv_per_second,
        RecordKind.EFFICIENCY: lambda result: result.efficiency,
    }
    for kind, number_of in highest.items():
        value, known = number_of(now), [number_of(result) for result in won]
        most = max((number for number in known if number is not None), default=None)
        if value is not None and most is not None and value > most:
            yield PersonalRecord(kind, value, most)
    streak, longest = _streaks(earlier)
    if streak + 1 > longest and streak + 1 >= SHORTEST_STREAK:
        yield PersonalRecord(RecordKind.STREAK, streak + 1, longest)


def _streaks(results: Iterable[Result]) -> tuple[int, int]:
    """The wins in a row up to now, and the most there ever were."""
    streak = longest = 0
    for result in results:
        streak = streak + 1 if result.is_won else 0
        longest = max(longest, streak)
    return streak, longest


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
