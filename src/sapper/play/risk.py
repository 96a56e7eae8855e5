"""What a turn risks: the exact chance that it meets a mine, beside that of the safest cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sapper._compiled import compiled
from sapper.errors import BudgetExceeded
from sapper.exact.analysis import Analysis, Verdict, analyze, safe_together
from sapper.exact.budgets import CLICK_BUDGET
from sapper.game import Action
from sapper.grid import Cell, neighbours
from sapper.view import View

MOST_CELLS_IN_PYTHON = 2_500
"""On larger boards what is not counted by the compiled engine would take too long at a click."""


@dataclass(frozen=True, slots=True)
class Risk:
    """The risk of a turn; None is unknown, or no question."""

    certain: bool | None = None
    taken: float | None = None
    best: float | None = None


CERTAIN = Risk(certain=True, taken=0.0, best=0.0)
"""It follows from the position that the cell is safe."""
NO_RISK = Risk(certain=False, taken=0.0, best=0.0)
"""The start rule keeps the cell free, though nothing on the board says so."""


@dataclass(frozen=True, eq=False)
class FirstClickOdds(Analysis):
    """The odds before the first click, where the start rule keeps the first cell free.

    The mines are laid around whichever cell is opened, so each is safe to open first, though not
    all of them together.
    """

    @classmethod
    def of(cls, view: View) -> FirstClickOdds:
        """The odds of a view with nothing revealed.

        >>> FirstClickOdds.of(View(1, 2, mines=1)).mine_probability.tolist()
        [[0.0, 0.0]]
        """
        shape = view.height, view.width
        return cls(view, np.zeros(shape), np.full(shape, Verdict.SAFE, dtype=np.int8), budget=None)


def at_stake(view: View, action: Action, cell: Cell) -> list[Cell]:
    """The hidden cells that a turn would open by itself, not counting regions.

    >>> at_stake(View.parse("1F\\n##", mines=1), Action.CHORD, (0, 0))
    [(1, 0), (1, 1)]
    """
    cells = neighbours(cell, view.height, view.width) if action is Action.CHORD else (cell,)
    return [near for near in cells if view.is_hidden(near) and near not in view.flags]


def risk_of(view: View, cells: list[Cell], budget: int = CLICK_BUDGET) -> Risk:
    """The chance that at least one of the cells is a mine, and the least that one cell has.

    >>> risk_of(View.parse("#1##", mines=1), [(0, 0)])
    Risk(certain=False, taken=0.5, best=0.0)
    """
    if compiled is None and _is_large(view):
        return Risk()
    try:
        analysis = analyze(view, budget=budget)
    except (BudgetExceeded, MemoryError):
        return Risk()
    best = float(np.nanmin(analysis.mine_probability))
    unsettled = [cell for cell in cells if analysis.verdicts[cell] != Verdict.SAFE]
    if not unsettled:
        return Risk(certain=True, taken=0.0, best=best)
    return Risk(certain=False, taken=_chance_of_a_mine(analysis, unsettled, budget), best=best)


def _chance_of_a_mine(analysis: Analysis, cells: list[Cell], budget: int) -> float | None:
    """Of cells that lie around one number, chances neither add nor multiply: they are counted."""
    view = analysis.view
    if any(analysis.verdicts[cell] == Verdict.MINE for cell in cells):
        return 1.0
    if len(cells) == 1:
        return float(analysis.mine_probability[cells[0]])
    if _is_large(view):
        return None
    try:
        return 1 - safe_together(view, cells, budget=budget)
    except (BudgetExceeded, MemoryError):
        return None


def _is_large(view: View) -> bool:
    return view.height * view.width > MOST_CELLS_IN_PYTHON
