"""Why a move was made, in words: one sentence for every kind of reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sapper.agents.base import (
    ByLayouts,
    ChosenByOther,
    Drawn,
    FewestModels,
    FromClauses,
    FromSentence,
    Reason,
)
from sapper.agents.expert import Compared, FirstCell, Searched
from sapper.agents.own_file import FromFile
from sapper.catalogue import counted
from sapper.play.saying import percent

MOST_NUMBERS_NAMED = 3
"""If a reason uses more numbers, only their count is told."""


def say_reason(reason: Reason) -> str:
    """A reason in words; of a kind that another package brought, its name.

    >>> say_reason(FromSentence(frozenset({(0, 1)}), 0))
    'none of {(0, 1)} is a mine'
    >>> say_reason(Searched(won=3, layouts=4))
    'searched to the end: best play wins 3 of 4 possible layouts (75.0 %)'
    """
    words = SENTENCES.get(type(reason))
    return reason.kind if words is None else words(reason)


def _sentence(reason: FromSentence) -> str:
    cells = ", ".join(str(cell) for cell in sorted(reason.cells))
    return f"none of {{{cells}}} is a mine"


def _clauses(reason: FromClauses) -> str:
    sources = [f"the number at {cell}" for cell in sorted(reason.numbers)]
    if len(sources) > MOST_NUMBERS_NAMED:
        sources = [f"{len(sources)} numbers"]
    if reason.needs_total:
        sources.append("the mine total")
    return f"{counted(reason.resolutions, 'resolution')} from {' and '.join(sources)}"


def _searched(reason: Searched) -> str:
    won = f"{reason.won} of {reason.layouts} possible layouts"
    return f"searched to the end: best play wins {won} ({percent(reason.won / reason.layouts)})"


SENTENCES: Mapping[type[Reason], Callable[[Any], str]] = {
    FromSentence: _sentence,
    FromClauses: _clauses,
    ByLayouts: lambda reason: f"by all layouts of {reason.hidden} hidden cells",
    FewestModels: lambda reason: (
        f"a mine in {reason.mines} of {reason.models} models, and no cell in fewer"
    ),
    Drawn: lambda reason: f"drawn among {counted(reason.candidates, 'cell')}",
    ChosenByOther: lambda reason: "as told",
    Searched: _searched,
    Compared: lambda reason: f"compared by what each guess leads to: {reason.decided_by}",
    FromFile: lambda reason: f"as {reason.method} in {reason.file} returned",
    FirstCell: lambda reason: "the best place to start on a board of this size",
}
"""How each kind of reason reads, after a colon."""
