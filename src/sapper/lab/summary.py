"""What an experiment found, in a form that every output can show: tables, notes and a picture."""

from __future__ import annotations

import csv
import io
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Table:
    """Titles and rows.

    >>> print(Table(("agent", "won"), (("exact", 3),)).to_csv(), end="")
    agent,won
    exact,3
    """

    titles: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @classmethod
    def of_facts(cls, rows: Sequence[Mapping[str, Any]]) -> Table:
        """Rows that name their parts alike."""
        return cls(tuple(rows[0]), tuple(tuple(row.values()) for row in rows))

    def to_csv(self) -> str:
        """As comma-separated values."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.titles)
        writer.writerows(self.rows)
        return text.getvalue()


class Summary(ABC):
    """What an experiment found."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What it is about, as a headline."""

    @abstractmethod
    def results(self) -> Table:
        """All that was counted, in full precision: the same bytes wherever it ran."""

    @abstractmethod
    def shown(self) -> Table:
        """What a person wants to see, rounded and with intervals."""

    def details(self) -> Mapping[str, Table]:
        """Tables too long to be shown at once, by their headings."""
        return {}

    def timings(self) -> Table | None:
        """What was measured with a clock, which no two runs share."""
        return None

    def notes(self) -> tuple[str, ...]:
        """What a reader must know to read the table rightly."""
        return ()

    @abstractmethod
    def draw(self) -> Figure:
        """The picture."""


def points(share: float, digits: int = 2) -> str:
    """A share in percent.

    >>> points(0.38451)
    '38.45'
    """
    return f"{100 * share:.{digits}f}"


def duration(seconds: float | None) -> str:
    """A length of time in the unit that suits it.

    >>> duration(0.00123), duration(4.5e-6), duration(12.3), duration(None)
    ('1.23 ms', '4.5 µs', '12.3 s', '–')
    """
    if seconds is None:
        return "–"
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
