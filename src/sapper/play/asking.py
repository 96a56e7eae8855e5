"""What can be asked of a position: a hint, the odds, why, an agent's move, what each agent knows.

All of it reads a `View` alone, which never changes: ask in another thread or process at will, of
a game under way or of any position.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sapper.agents import checked
from sapper.agents.base import ByLayouts, Conclusions, Move
from sapper.agents.checked import choose as choose
from sapper.agents.registry import make_agent
from sapper.catalogue import Answers, spoken
from sapper.catalogue import language as spoken_language
from sapper.errors import BudgetExceeded, NoMoveLeft
from sapper.exact.analysis import Analysis, analyze, count_layouts
from sapper.exact.budgets import COUNT_BUDGET, DEFAULT_BUDGET
from sapper.game import Action, WinningRule
from sapper.grid import Cell
from sapper.level import StartRule
from sapper.play.record import STRONGEST
from sapper.play.risk import FirstClickOdds
from sapper.play.saying import say_hint
from sapper.proof.pointing import Why as Why
from sapper.proof.pointing import WhyLine as WhyLine
from sapper.proof.pointing import in_lines as in_lines
from sapper.proof.search import explain
from sapper.proof.wording import Speaker
from sapper.view import View

LEARNERS = ("sentence", "resolution", "exact")
"""The agents whose knowledge is laid side by side, from the least to all there is."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next: open the cell; or flag it, where flags win and only mines are left."""

    cell: Cell
    certain: bool
    mine_probability: float | None
    words: str
    action: Literal[Action.REVEAL, Action.FLAG] = Action.REVEAL


def hint(
    view: View,
    *,
    start: StartRule = StartRule.SAFE,
    winning: WinningRule = WinningRule.REVEALED,
    free: bool = False,
    fair: bool = False,
) -> Hint:
    """A certainly safe cell; where there is none, the best guess.

    `free` tells that the start rule will keep the first cell free of mines, `fair` that a guess
    where nothing is certain is safe. Raises `NoMoveLeft` where there is nothing to do.

    >>> hint(View.parse("#1##", mines=1)).words
    '(0, 3) is certainly safe.'
    """
    try:
        move = choose(view, make_agent(STRONGEST, start=start))
    except NoMoveLeft:
        if winning is WinningRule.FLAGGED:
            return _flag_to_change(view)
        raise
    except BudgetExceeded:
        certain = certain_move(odds(view))
        if certain is None:
            raise
        move = certain
    words = say_hint(move.cell, move.certain, move.mine_probability, free, fair)
    if move.cell in view.flags:
        words = spoken(Answers).remove_flag.format(hint=words)
    risk = 0.0 if free else move.mine_probability
    return Hint(move.cell, move.certain or free, risk, words)


def _flag_to_change(view: View) -> Hint:
    """Every cell that is left is a mine: the first that has no flag."""
    for cell in view.hidden():
        if cell not in view.flags:
            return Hint(cell, True, 1.0, spoken(Answers).flag.format(cell=cell), Action.FLAG)
    raise NoMoveLeft(spoken(Answers).nothing_to_do)


def odds(view: View, *, budget: int | None = DEFAULT_BUDGET, free: bool = False) -> Analysis:
    """The chance of every hidden cell, and all that is certain, as far as the budget goes.

    `free` tells that the start rule will keep the first cell free of mines: then every cell is safe
    to open first.

    >>> sorted(odds(View.parse("#1##", mines=1)).safe)
    [(0, 3)]
    """
    return FirstClickOdds.of(view) if free else analyze(view, budget=budget, partial=True)


def certain_move(analysis: Analysis) -> Move | None:
    """The first certainly safe cell, for where no agent can choose within its budget.

    >>> certain_move(odds(View.parse("#1##", mines=1))).cell
    (0, 3)
    """
    if not analysis.safe:
        return None
    return Move(min(analysis.safe), True, 0.0, ByLayouts(analysis.view.hidden_count))


def count_budget_of(analysis: Analysis) -> int | None:
    """What the count of layouts may take beside an analysis: no limit only if that had none.

    >>> count_budget_of(odds(View.parse("#1##", mines=1), budget=None)) is None
    True
    """
    return None if analysis.budget is None else COUNT_BUDGET


def layouts_if_quick(analysis: Analysis, budget: int | None) -> int | None:
    """The number of layouts; None where counting them takes more than the budget.

    >>> layouts_if_quick(odds(View.parse("#1##", mines=1)), budget=1000)
    2
    """
    if not analysis.complete:
        return None
    try:
        return count_layouts(analysis.view, budget=budget)
    except BudgetExceeded:
        return None


def knowledge(view: View, agents: Iterable[str] = LEARNERS) -> dict[str, Conclusions]:
    """What each agent knows for certain at the same position.

    >>> known = knowledge(View.parse("#1##", mines=1))
    >>> [sorted(settled.safe) for settled in known.values()]
    [[], [(0, 3)], [(0, 3)]]
    """
    return {name: checked.conclusions(view, make_agent(name)) for name in agents}


# Why


def why(
    view: View,
    cell: Cell,
    language: str | None = None,
    *,
    budget: int | None = DEFAULT_BUDGET,
    free: bool = False,
) -> Why:
    """Why the cell is safe or a mine, or else what its odds are.

    The answer is in the language that is spoken now, unless another is named. `free` tells that
    the start rule will keep the first cell free of mines.

    >>> answer = why(View.parse("###\\n111", mines=1), (0, 2))
    >>> answer.heading
    ('(0, 2) is safe. Grade: subset, from 2 numbers.',)
    >>> sorted(answer.lines[-1].numbers), sorted(answer.lines[-1].safe)
    ([(1, 0), (1, 1)], [(0, 2)])
    >>> why(View(9, 9, 10), (0, 2), free=True).heading
    ("(0, 2) is safe: the first cell you open can't be a mine.",)
    """
    speaker = Speaker(explain(view, cell, budget=budget), language or spoken_language())
    if free:
        return Why.of(speaker.answer, [speaker.words.first_free.format(cell=cell)])
    return in_lines(speaker)
