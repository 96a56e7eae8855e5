"""What an experiment found, in a form that every output can show: tables, notes and a plot."""

from __future__ import annotations

import csv
import io
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from sapper.lab.case import Case, Outcomes, Timing
from sapper.picture.html import html_table, paragraphs
from sapper.picture.markup import in_xml

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class ResultTable:
    """Column titles and rows.

    >>> print(ResultTable(("agent", "won"), (("exact", 3),)).to_csv(), end="")
    agent,won
    exact,3
    """

    titles: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    keys: int = 1
    """How many columns, from the left, tell which row is which."""

    @classmethod
    def of_facts(cls, rows: Sequence[Mapping[str, Any]], keys: int = 1) -> ResultTable:
        """A table of rows that all have the same titles."""
        return cls(tuple(rows[0]), tuple(tuple(row.values()) for row in rows), keys)

    def to_csv(self) -> str:
        """As comma-separated values."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.titles)
        writer.writerows(self.rows)
        return text.getvalue()

    def _repr_html_(self) -> str:
        return html_table(self.titles, self.rows)


class Row(Protocol):
    """A row that tells where it comes from."""

    @property
    def provenance(self) -> Provenance:
        """Who measured it, and how to repeat that."""


class Finding(ABC):
    """What an experiment found."""

    rows: Sequence[Row]
    """What was measured; the report tells by whom."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What it is about, as a headline."""

    @abstractmethod
    def results(self) -> ResultTable:
        """All counts in full precision: the same bytes wherever the experiment ran."""

    @abstractmethod
    def shown(self) -> ResultTable:
        """What a person wants to see: rounded, with intervals."""

    def details(self) -> Mapping[str, ResultTable]:
        """Tables too long to show at once, by heading."""
        return {}

    def timings(self) -> ResultTable | None:
        """The times, which differ from run to run."""
        return None

    def notes(self) -> tuple[str, ...]:
        """What a reader must know to read the table correctly."""
        return ()

    def warnings(self) -> tuple[str, ...]:
        """What went wrong, to be shown in red."""
        return ()

    def _repr_html_(self) -> str:
        heading = f"<p><b>{in_xml(self.title)}</b></p>"
        warnings = "".join(f"<p><b>{in_xml(said)}</b></p>" for said in self.warnings())
        notes = f"<small>{paragraphs(self.notes())}</small>"
        return f"{heading}{self.shown()._repr_html_()}{warnings}{notes}"

    @abstractmethod
    def draw(self) -> Figure:
        """The plot."""


@dataclass(frozen=True, eq=False)
class Provenance:
    """Where a row of a table comes from: who measured, how long it took, how to repeat it."""

    timing: Timing
    signature: str
    versions: tuple[str, ...]
    machines: tuple[str, ...]
    command: str

    @classmethod
    def of(cls, outcomes: Outcomes, command: str) -> Provenance:
        """The source of a row about these outcomes."""
        found = outcomes
        return cls(found.timing, found.signature, found.versions, found.machines, command)

    @classmethod
    def joined(cls, sources: Sequence[Provenance]) -> Provenance:
        """The source of rows put together, all of the same player and command."""
        (signature,) = {source.signature for source in sources}
        return cls(
            sum((source.timing for source in sources), Timing()),
            signature,
            versions=tuple(sorted({version for source in sources for version in source.versions})),
            machines=tuple(sorted({machine for source in sources for machine in source.machines})),
            command=sources[0].command,
        )

    def facts(self) -> dict[str, str]:
        """What stands at the end of each row of results."""
        return {
            "signature": self.signature,
            "version": " ".join(self.versions),
            "command": self.command,
        }

    def times(self, unit: str) -> dict[str, str]:
        """What stands at the end of each row of times; each `unit` was timed by itself."""
        return {
            "seconds": clock(self.timing.seconds),
            f"mean_seconds_per_{unit}": clock(self.timing.seconds_per_move),
            f"median_seconds_per_{unit}": clock(self.timing.quantile(0.5)),
            f"p99_seconds_per_{unit}": clock(self.timing.quantile(0.99)),
            "machines": " | ".join(self.machines),
        }


def about_signatures(signatures: Iterable[tuple[Case, str]]) -> str:
    """A note that gives everyone's signature, and says which results are not of today's player."""
    signed: dict[str, None] = {}
    outdated = False
    for case, signature in signatures:
        signed[f"{case.player} {signature}"] = None
        outdated |= case.label(signature) != case.player
    note = f"Signatures of behaviour: {', '.join(signed)}."
    if outdated:
        note += (
            " A name with a signature in brackets: measured when this player behaved differently, "
            "and not to be mixed with what it does now."
        )
    return note


def points(share: float, digits: int = 2) -> str:
    """A share in percent.

    >>> points(0.38451)
    '38.45'
    """
    return f"{100 * share:.{digits}f}"


def duration(seconds: float | None) -> str:
    """A length of time in a unit that fits.

    >>> duration(0.00123), duration(4.5e-6), duration(12.3), duration(None)
    ('1.23 ms', '4.5 µs', '12.3 s', '–')
    """
    if seconds is None:
        return "–"
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def clock(seconds: float | None) -> str:
    """Seconds, as written to a file; nothing where there are none.

    >>> clock(0.00123456), clock(None)
    ('0.001235', '')
    """
    return "" if seconds is None else f"{seconds:.4g}"
