"""Fast mode: moves that are easy enough are made for the player, up to a grade of their choice.

Only certain moves are made, by the techniques of the ladder (`sapper.proof.technique`), easiest
first. No flag is set: which cells are mines is worked out anew after each opening.
"""

from __future__ import annotations

from sapper.catalogue import spoken
from sapper.errors import BudgetExceeded
from sapper.exact.budgets import CLICK_BUDGET
from sapper.grid import Cell
from sapper.play.saying import grade_name, say_grade
from sapper.play.words import Play
from sapper.proof.ladder import safe_by
from sapper.proof.technique import BoardGrade
from sapper.view import View

CHOICES: tuple[BoardGrade | None, ...] = (None, *BoardGrade)
"""Off, and then each grade."""


def easy_cells(view: View, grade: BoardGrade) -> tuple[Cell, ...]:
    """The safe cells that the easiest technique finds; none if that is above the grade.

    Where counting takes longer than a click may, nothing is easy.

    >>> view = View.parse("###\\n111", mines=1)
    >>> easy_cells(view, BoardGrade.EASY), easy_cells(view, BoardGrade.MEDIUM)
    ((), ((0, 0), (0, 2)))
    """
    try:
        return safe_by(view, grade.technique, budget=CLICK_BUDGET)
    except (BudgetExceeded, MemoryError):
        return ()


def next_choice(grade: BoardGrade | None) -> BoardGrade | None:
    """The choice after this one: from off to the easiest grade, and from the hardest to off.

    >>> next_choice(None), next_choice(BoardGrade.TOTAL)
    (<BoardGrade.EASY: 'easy'>, None)
    """
    return CHOICES[(CHOICES.index(grade) + 1) % len(CHOICES)]


def say_fast(grade: BoardGrade | None) -> str:
    """What fast mode does from now on.

    >>> say_fast(BoardGrade.MEDIUM), say_fast(None)
    ('Fast mode: medium (two numbers together).', 'Fast mode is off.')
    """
    if grade is None:
        return spoken(Play).fast_off
    return spoken(Play).fast_on.format(grade=grade_name(grade), detail=say_grade(grade))
