"""A summary in words: the sentences and the two tables that every interface shows."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.agents.judging import Verdict
from sapper.catalogue import Answers, Forms, decimal, form, many, spoken
from sapper.coach.summary import Estimate, KindSummary, RulesSummary, Summary
from sapper.coach.words import Coach
from sapper.history.statistics import say_rules
from sapper.play.saying import clock, percent
from sapper.play.words import Play

MOST_KINDS = 12
"""Rows of the table of what was overlooked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryTable:
    """A table: the first `names` columns are words, the others numbers."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    names: int
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryInWords:
    """All that is shown of a summary."""

    title: str
    sentences: tuple[str, ...]
    tables: tuple[SummaryTable, ...]


def in_words(summary: Summary) -> SummaryInWords:
    """A summary as every interface shows it."""
    say = spoken(Coach)
    if not summary.games:
        told = (say.no_games, *_left_out(summary))
        return SummaryInWords(title=say.title, sentences=told, tables=())
    sentences = (
        _counted(say.judged_games, summary.games, won=str(summary.won)),
        _needless(summary),
        *_guesses(summary),
        *_left_out(summary),
    )
    tables = (_rates(summary.rules), *_overlooked(summary.kinds))
    return SummaryInWords(title=say.title, sentences=sentences, tables=tables)


def say_kind(kind: str) -> str:
    """What a kind of position takes, by its name.

    >>> say_kind("two numbers, edge")
    'two numbers at an edge'
    """
    return spoken(Coach).kinds[kind]


def _left_out(summary: Summary) -> list[str]:
    say = spoken(Coach)
    left_out = (
        (say.unjudged, summary.unjudged),
        (say.unreadable, summary.unreadable),
        (say.waiting, summary.waiting),
    )
    return [many(forms, number) for forms, number in left_out if number]


def _needless(summary: Summary) -> str:
    say = spoken(Coach)
    if not summary.needless:
        return say.no_needless
    return _counted(
        say.needless,
        summary.needless,
        each=decimal(summary.needless / summary.games, 2),
        points=_points(summary.given_up_needless),
        time=clock(summary.seconds_overlooking),
    )


def _guesses(summary: Summary) -> list[str]:
    say = spoken(Coach)
    if summary.risk_taken is None or summary.risk_expert is None:
        return [say.no_guesses]
    named = [
        many(forms, summary.verdicts[verdict])
        for verdict, forms in _verdict_forms().items()
        if summary.verdicts.get(verdict)
    ]
    return [
        _counted(
            say.guesses,
            summary.guesses,
            risk=percent(summary.risk_taken),
            expert=percent(summary.risk_expert),
            agreed=percent(summary.agreed / summary.guesses),
        ),
        say.verdicts_were.format(verdicts=spoken(Answers).comma.join(named)),
        say.guesses_gave.format(points=_points(summary.given_up_guessing)),
    ]


def _verdict_forms() -> dict[str, Forms]:
    say = spoken(Coach)
    return {
        Verdict.FORCED: say.verdict_forced,
        Verdict.BEST: say.verdict_best,
        Verdict.GOOD: say.verdict_good,
        Verdict.INACCURACY: say.verdict_inaccuracy,
        Verdict.MISTAKE: say.verdict_mistake,
        Verdict.BLUNDER: say.verdict_blunder,
    }


def _counted(forms: Forms, n: int, **filled: str) -> str:
    return form(forms, n).format(n=n, **filled)


def _points(chance: float) -> str:
    return decimal(100 * chance)


# Tables


def _rates(rules: tuple[RulesSummary, ...]) -> SummaryTable:
    say = spoken(Coach)
    return SummaryTable(
        title=say.rates_title,
        headings=tuple(say.rates_columns.values()),
        rows=tuple(
            (
                spoken(Play).levels.get(one.level, one.level),
                say_rules(one.start, one.winning, one.guesses),
                str(one.games),
                *map(
                    _rate,
                    (
                        one.win_rate,
                        one.with_perfect_guesses,
                        one.with_perfect_logic,
                        one.with_both,
                    ),
                ),
            )
            for one in rules
        ),
        names=2,
        note=say.rates_note,
    )


def _rate(estimate: Estimate) -> str:
    parts = (f"{100 * share:.0f}" for share in (estimate.value, estimate.low, estimate.high))
    rate, low, high = parts
    return spoken(Coach).rate.format(rate=rate, low=low, high=high)


def _overlooked(kinds: tuple[KindSummary, ...]) -> list[SummaryTable]:
    overlooked = [kind for kind in kinds if kind.overlooked][:MOST_KINDS]
    if not overlooked:
        return []
    say = spoken(Coach)
    table = SummaryTable(
        title=say.kinds_title,
        headings=tuple(say.kinds_columns.values()),
        rows=tuple(
            (
                say_kind(kind.kind),
                str(kind.overlooked),
                str(kind.met),
                percent(kind.share),
                clock(kind.seconds),
            )
            for kind in overlooked
        ),
        names=1,
        note=say.kinds_note,
    )
    return [table]
