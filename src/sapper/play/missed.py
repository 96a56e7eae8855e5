"""What a needless guess missed: a cell that was certainly safe, and the numbers that show it."""

from __future__ import annotations

from sapper.catalogue import Answers, form, many, spoken
from sapper.errors import BudgetExceeded
from sapper.exact.analysis import analyze
from sapper.exact.budgets import DEFAULT_BUDGET
from sapper.grid import Cell
from sapper.play.saying import joined
from sapper.play.words import Play
from sapper.proof.search import explain
from sapper.proof.steps import Derivation
from sapper.view import View

MOST_EXPLAINED = 3
"""How many of the certain cells are compared, the nearest to the guess first."""
MOST_NUMBERS_NAMED = 3
EXPLAIN_BUDGET = 1_000_000
"""About a tenth of a second for each: the game is over, but nobody likes to wait."""


def say_missed(view: View, guess: Cell) -> str:
    """Which cell was certain when `guess` was opened, and why; nothing where none was.

    >>> say_missed(View.parse("#1##", mines=1), (0, 2))
    '(0, 3) was certain: the 1 at (0, 1) and the mine total show that it was safe.'
    """
    try:
        safe = analyze(view, budget=DEFAULT_BUDGET).safe
    except (BudgetExceeded, MemoryError):
        return ""
    nearest = sorted(safe, key=lambda cell: (_distance(cell, guess), cell))[:MOST_EXPLAINED]
    reasons = [reason for cell in nearest if (reason := _reason(view, cell)) is not None]
    if reasons:
        simplest = min(reasons, key=lambda reason: (reason.uses_total, len(reason.numbers)))
        shown = form(spoken(Play).missed_by, len(simplest.numbers) + simplest.uses_total)
        return shown.format(cell=simplest.cell, sources=_sources(view, simplest))
    return spoken(Play).missed_certain.format(cell=nearest[0]) if nearest else ""


def _distance(cell: Cell, other: Cell) -> int:
    return max(abs(cell[0] - other[0]), abs(cell[1] - other[1]))


def _reason(view: View, cell: Cell) -> Derivation | None:
    try:
        answer = explain(view, cell, budget=EXPLAIN_BUDGET)
    except (BudgetExceeded, MemoryError):
        return None
    return answer if isinstance(answer, Derivation) else None


def _sources(view: View, reason: Derivation) -> str:
    """The numbers of a derivation, by name where they are few."""
    number, say = spoken(Answers).number, spoken(Play)
    sources = [number.format(number=view.number(cell), cell=cell) for cell in reason.numbers]
    if len(sources) > MOST_NUMBERS_NAMED:
        sources = [many(say.numbers, len(sources))]
    if reason.uses_total:
        sources.append(say.mine_total)
    return joined(sources)
