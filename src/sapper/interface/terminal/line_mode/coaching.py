"""What the games say, and training beside a game, by typing."""

from __future__ import annotations

from collections.abc import Iterator

from sapper.catalogue import Answers, spoken
from sapper.coach.saying import SummaryTable
from sapper.coach.sitting import Sitting, analysis_of
from sapper.coach.words import Coach
from sapper.interface.terminal.line_mode.lines import beside
from sapper.interface.terminal.line_mode.seat import Seat
from sapper.interface.terminal.words import Terminal
from sapper.play.saying import full_stop


def analysis(seat: Seat, rest: str) -> Iterator[str]:
    """`analysis`"""
    yield spoken(Coach).judging
    words = beside(lambda: analysis_of(seat.history))
    yield from words.sentences
    for table in words.tables:
        yield from say_table(table)


def train(seat: Seat, rest: str) -> Iterator[str]:
    """`train`"""
    yield spoken(Coach).judging
    sitting = beside(lambda: Sitting.begin(seat.history))
    yield from seat.practise(sitting)


def say_table(table: SummaryTable) -> Iterator[str]:
    """A table in sentences, one for each row.

    >>> rows = (("beginner", "12", "33"),)
    >>> table = SummaryTable(
    ...     title="Rates", headings=("level", "games", "won"), rows=rows, names=1, note="In %."
    ... )
    >>> list(say_table(table))
    ['Rates.', 'beginner: games 12, won 33.', 'In %.']
    """
    comma = spoken(Answers).comma
    yield full_stop(table.title)
    for row in table.rows:
        names, values = row[: table.names], row[table.names :]
        told = [
            f"{heading} {value}"
            for heading, value in zip(table.headings[table.names :], values, strict=True)
        ]
        yield spoken(Terminal).table_row.format(names=comma.join(names), values=comma.join(told))
    yield table.note
