"""Points for a file, by a rubric that a teacher can edit."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sapper.errors import ParseError
from sapper.grader.findings import Check, Report

DEFAULT_TEXT = """\
# How many points a file gets. Each check has its points; what it finds takes some of them away.

[points]
interface = 4
sound = 8
complete = 7
clean = 4
lasting = 2

# What one kind of finding costs, however many there are. A kind that is not named here costs all
# points of its check, and no check gives less than 0. Reports and JSON name each finding's kind.

[costs]
"signature" = 2
"sentence" = 2
"random move" = 1
"safe move" = 2
"empty sentence" = 1
"duplicate sentence" = 1
"settled sentence" = 1
"input changed" = 1
"own set given away" = 1
"move changes" = 1
"added mine" = 1
"added safe" = 1
"""


@dataclass(frozen=True, slots=True)
class Rubric:
    """The points of each check, and what each kind of finding costs."""

    points: Mapping[Check, float]
    costs: Mapping[str, float] = field(default_factory=dict)

    @property
    def most(self) -> float:
        """The points of a file without a fault."""
        return sum(self.points.values())

    def points_for(self, report: Report, check: Check) -> float:
        """The points of a file for one check.

        >>> from sapper.grader.findings import Finding
        >>> report = Report("a.py", (Finding(Check.CLEAN, "empty sentence", "…"),))
        >>> [DEFAULT.points_for(report, check) for check in (Check.SOUND, Check.CLEAN)]
        [8, 3]
        """
        full = self.points[check]
        kinds = {one.kind for one in report.of(check)}
        return max(0, full - sum(self.costs.get(kind, full) for kind in kinds))

    def total(self, report: Report) -> float:
        """The points of a file."""
        return sum(self.points_for(report, check) for check in Check)


def read_rubric(path: Path) -> Rubric:
    """The rubric in a file; a check that it does not name has no points."""
    try:
        return parse_rubric(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ParseError(f"{path}: {getattr(error, 'strerror', None) or 'not text'}") from None
    except ValueError as error:  # TOML that is none, or no rubric
        raise ParseError(f"{path}: {error}") from None


def parse_rubric(text: str) -> Rubric:
    """The rubric in a text.

    >>> parse_rubric("[points]\\nsound = 10").most
    10
    >>> parse_rubric("[points]\\nsounds = 10")
    Traceback (most recent call last):
    ValueError: [points] knows interface, sound, complete, clean and lasting, not 'sounds'
    """
    content = tomllib.loads(text)
    unknown = set(content) - {"points", "costs"}
    if unknown:
        raise ValueError(f"a rubric has [points] and [costs], not {min(unknown)!r}")
    points, costs = _numbers(content, "points"), _numbers(content, "costs")
    for name in points:
        if name not in list(Check):
            *others, last = Check
            raise ValueError(f"[points] knows {', '.join(others)} and {last}, not {name!r}")
    return Rubric({check: points.get(check, 0) for check in Check}, costs)


def _numbers(content: dict[str, Any], name: str) -> dict[str, float]:
    table = content.get(name, {})
    if not isinstance(table, dict):
        raise ValueError(f"[{name}] must be a table")
    for key, value in table.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e9:
            raise ValueError(f"{key} = {value!r}: points are numbers from 0")
    return table


DEFAULT = parse_rubric(DEFAULT_TEXT)
