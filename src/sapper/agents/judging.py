"""A guess judged by the chance of winning that it gave up against the best move.

Where the rest of the game can be searched, both chances are exact. Elsewhere they are the expert's
estimates, whose difference is known to within its blur.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from sapper.agents.base import Move
from sapper.agents.expert import Compared, ExpertAgent
from sapper.errors import CellError, Contradiction
from sapper.exact.analysis import analyze
from sapper.exact.budgets import CLICK_BUDGET
from sapper.exact.endgame import solve
from sapper.grid import Cell, check_cell
from sapper.view import View

SEARCH = 200_000
"""How many layouts a search may visit; there is one for each number that the cell may show."""
FEW_CELLS = 12
"""Whether all cells are as good is only looked at where no more are hidden."""
STANDARD_DEVIATIONS = 1.96
LEAST_DEVIATION, DEVIATION_SHARE = 0.01, 0.25
"""The standard deviation of an estimate: this much, and this share of what is estimated.

Over 548 cells where the truth could be searched (`tools/judged_moves.py 240`), it was 0.009 where
less than a point was estimated, 0.011 up to three points, 0.025 up to eight, 0.042 up to twenty and
0.083 above; the true means were 0.006, 0.024, 0.052, 0.116 and 0.358, so the estimates are sound.
"""
ALL_CELLS: dict[str, Any] = {
    "candidate_share": 0.0,
    "judged_share": 0.01,
    "most_hidden_beside_front": 8,
}
"""With these constants the expert compares every cell, not only those that may be best."""


class Verdict(StrEnum):
    """What a move is called, by the chance of winning that it gave up."""

    CERTAIN = "certain"
    """Not a guess at all."""
    FORCED = "forced"
    """A guess, and every other cell would have been as good."""
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    NEEDLESS = "needless"
    """A guess while some cell was certainly safe."""


MOST_GIVEN_UP = {
    Verdict.BEST: 0.001,
    Verdict.GOOD: 0.01,
    Verdict.INACCURACY: 0.03,
    Verdict.MISTAKE: 0.08,
}
"""More than the last is a blunder. The expert's estimates can tell about one point apart."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move beside the best one.

    Of a needless guess, the chances are told only where they are exact.
    """

    cell: Cell
    verdict: Verdict
    best: Cell | None
    """A best cell; the move's own if no other is better, None if only mines are left."""
    mine_probability: float
    win_chance: float | None = None
    best_chance: float | None = None
    uncertainty: float = 0.0
    """The difference of the chances is known to within so much, 19 times of 20; 0 if exact."""

    @property
    def given_up(self) -> float | None:
        """The chance of winning that the move gave up."""
        if self.win_chance is None or self.best_chance is None:
            return None
        return self.best_chance - self.win_chance


def judge_move(view: View, cell: Cell, *, search: int = SEARCH) -> JudgedMove:
    """Judge opening a hidden cell; `BudgetExceeded` where even counting takes too long.

    >>> judge_move(View.parse("#####\\n#1###\\n#3###\\n#####", mines=5), (0, 2)).verdict.value
    'best'
    >>> judged = judge_move(View.parse("1#\\n##", mines=1), (1, 1))
    >>> judged.verdict.value, judged.win_chance
    ('forced', 0.3333333333333333)
    """
    cell = check_cell(cell, view.height, view.width)
    if not view.is_hidden(cell):
        raise CellError(f"cell {cell} is open already: only opening a hidden cell can be judged")
    odds = analyze(view, budget=CLICK_BUDGET)
    risk = float(odds.mine_probability[cell])
    if risk == 0:
        return JudgedMove(cell, Verdict.CERTAIN, cell, risk)
    judged = judge_by_search(view, cell, risk, search)
    if judged is None and not odds.safe:
        judged = judge_by_estimate(view, cell, risk)
    if odds.safe:
        judged = judged or JudgedMove(cell, Verdict.NEEDLESS, min(odds.safe), risk)
        return replace(judged, verdict=Verdict.NEEDLESS)
    assert judged is not None
    return judged


def judge_by_search(view: View, cell: Cell, risk: float, search: int) -> JudgedMove | None:
    """Judge exactly; None if the rest of the game is too large for that."""
    solved = solve(view, budget=search)
    won = None if solved is None else _layouts_won(view, cell, search)
    if solved is None or won is None:
        return None
    if won < solved.won:
        verdict = verdict_on((solved.won - won) / solved.layouts)
        best = solved.cell
    else:
        verdict = Verdict.FORCED if _is_any_as_good(view, won, search) else Verdict.BEST
        best = cell
    return JudgedMove(
        cell, verdict, best, risk, won / solved.layouts, float(solved.win_probability)
    )


def _layouts_won(view: View, cell: Cell, search: int) -> int | None:
    """How many layouts are won by opening a cell, and by best play after that."""
    won = 0
    numbers = view.numbers.copy()
    for number in range(9):
        numbers[cell] = number
        try:
            after = solve(View.from_numbers(numbers, view.mines), budget=search)
        except Contradiction:
            continue
        if after is None:
            return None
        won += after.won
    return won


def _is_any_as_good(view: View, won: int, search: int) -> bool:
    """Whether every hidden cell wins so many layouts; only looked at where few are hidden."""
    hidden = view.hidden()
    return len(hidden) <= FEW_CELLS and all(
        _layouts_won(view, cell, search) == won for cell in hidden
    )


def judge_by_estimate(view: View, cell: Cell, risk: float, **constants: Any) -> JudgedMove:
    """Judge by the expert, which is asked about every cell; `constants` are the expert's."""
    usual = ExpertAgent(**constants).choose(view)
    everywhere = ALL_CELLS | {"sea_candidates": view.hidden_count} | constants
    chances = _chances(ExpertAgent(**everywhere).choose(view))
    best_chance = _chances(usual).get(usual.cell, 0.0)
    # Only differences between cells that were compared with each other count.
    given_up = max(0.0, chances.get(usual.cell, 0.0) - chances.get(cell, 0.0))
    given_up = 0.0 if cell == usual.cell else min(given_up, best_chance)
    deviation = LEAST_DEVIATION + DEVIATION_SHARE * given_up
    # Named after what it gave up in all likelihood, so that nobody is blamed for the blur; but only
    # what is as good as the best is called so.
    in_all_likelihood = max(given_up - deviation, min(given_up, MOST_GIVEN_UP[Verdict.GOOD]))
    return JudgedMove(
        cell,
        verdict_on(in_all_likelihood),
        usual.cell if given_up else cell,
        risk,
        best_chance - given_up,
        best_chance,
        STANDARD_DEVIATIONS * deviation,
    )


def _chances(move: Move) -> dict[Cell, float]:
    reason = move.reason
    if not isinstance(reason, Compared):
        return {}
    return {candidate.cell: candidate.win_chance for candidate in reason.candidates}


def verdict_on(given_up: float) -> Verdict:
    """What a guess is called that gave up so much of the chance of winning.

    >>> verdict_on(0.02)
    <Verdict.INACCURACY: 'inaccuracy'>
    """
    for verdict, most in MOST_GIVEN_UP.items():
        if given_up <= most:
            return verdict
    return Verdict.BLUNDER
