"""The judge of one answer: the exact risk of the cell, and whether the stated reason holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sapper.errors import CellError, ParseError
from sapper.exact.analysis import Verdict, analyze
from sapper.exact.budgets import DEFAULT_BUDGET
from sapper.grid import Cell, check_cell
from sapper.lab.models.questions import read_answer
from sapper.play.position_shapes import CheckedReason
from sapper.proof.written import read_cell
from sapper.view import View


@dataclass(frozen=True, slots=True)
class Judged:
    """What an answer is worth.

    Without a `cell` it is none, and `problem` says why. With one, `risk` is the exact chance of a
    mine there, or None where the budget was too small to count it; and `problem` why the reason
    does not hold, unless it is `proved`.
    """

    cell: Cell | None
    risk: float | None
    proved: bool
    problem: str | None


def judge(view: View, answer: str, *, budget: int = DEFAULT_BUDGET) -> Judged:
    """Judge an answer to a position; the budget is for counting the risk, as in `analyze`.

    >>> view = View.parse("###\\n111", mines=1)
    >>> judge(view, '{"cell": [0, 2], "steps": [{"minus": [[1, 1], [1, 0]]}]}')
    Judged(cell=(0, 2), risk=0.0, proved=True, problem=None)
    >>> judge(view, '{"cell": [0, 1]}').risk
    1.0
    """
    try:
        content = read_answer(answer)
        cell = check_cell(_cell_of(content), view.height, view.width)
    except (ParseError, CellError) as error:
        return Judged(None, None, False, str(error))
    if not view.is_hidden(cell):
        return Judged(None, None, False, f"{cell} is revealed already; open a hidden cell")
    reason = CheckedReason.of(view, {"is_mine": False, "steps": [], **content})
    problem = reason.problem
    if reason.holds and content.get("is_mine"):
        problem = f"the reason is why {cell} is a mine, not why it is safe"
    proved, risk = problem is None, _risk(view, cell, budget)
    return Judged(cell, 0.0 if risk is None and proved else risk, proved, problem)


def _cell_of(content: dict[str, Any]) -> Cell:
    try:
        return read_cell(content["cell"])
    except ValueError as error:
        raise ParseError(str(error)) from None


def _risk(view: View, cell: Cell, budget: int) -> float | None:
    """The exact chance of a mine: what is certain is decided exactly, not by a tolerance.

    None where the budget does not reach the cell.
    """
    analysis = analyze(view, budget=budget, partial=True)
    if not analysis.is_known(cell):
        return None
    if analysis.verdicts[cell] == Verdict.SAFE:
        return 0.0
    return float(analysis.mine_probability[cell])
