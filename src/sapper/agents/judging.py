"""A guess judged by the chance of winning that it gave up against the best move.

Where the rest of the game can be searched, both chances are exact. Elsewhere they are the expert's
estimates, whose difference is known to within its blur. A guess where something was certain, a
chord, and the first cell of a game are estimated from games that are played out on the same
layouts, with the cells opened first and without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np

from sapper._compiled import compiled
from sapper.agents.base import Move
from sapper.agents.expert import Compared, ExpertAgent
from sapper.errors import BudgetExceeded, CellError, Contradiction, EngineMissing
from sapper.exact.analysis import Analysis, analyze
from sapper.exact.budgets import CLICK_BUDGET
from sapper.exact.endgame import solve
from sapper.grid import Cell, check_cell
from sapper.level import Guesses
from sapper.view import View, check_view

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
GAMES, LEAST_PLAYED_DEVIATION = 64, 0.005
"""How many games are played out, of each kind, and the least deviation of what they tell.

Over 236 needless guesses where the truth could be searched (`tools/judged_moves.py 40 --needless`),
it deviated from what was played out by 0.0105.
"""
PLAYOUT_BUDGET = 20_000_000
"""The states of all of them: only a bound for wide fronts."""
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
    """A move beside the best one."""

    cell: Cell
    verdict: Verdict
    best: Cell | None
    """A best cell, a safe one if there is any; the move's own if no other is better, None if only
    mines are left."""
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


def judge_move(
    view: View, cell: Cell, *, guesses: Guesses = Guesses.ANY, search: int = SEARCH
) -> JudgedMove:
    """Judge opening a hidden cell; `BudgetExceeded` where even counting takes too long.

    `guesses` is the rule that the game is played by. In a fair game and on a board that needs no
    guess, reasoning alone wins: there, a needless guess gives up all that it risks.

    >>> judge_move(View.parse("#####\\n#1###\\n#3###\\n#####", mines=5), (0, 2)).verdict.value
    'best'
    >>> judged = judge_move(View.parse("1#\\n##", mines=1), (1, 1))
    >>> judged.verdict.value, judged.win_chance
    ('forced', 0.3333333333333333)
    >>> judge_move(View.parse("#1##", mines=1), (0, 0), guesses=Guesses.FAIR).given_up
    1.0
    """
    check_view(view)
    cell = check_cell(cell, view.height, view.width)
    if not view.is_hidden(cell):
        raise CellError(f"cell {cell} is open already: only opening a hidden cell can be judged")
    odds = analyze(view, budget=CLICK_BUDGET)
    risk = float(odds.mine_probability[cell])
    if risk == 0:
        return JudgedMove(cell, Verdict.CERTAIN, cell, risk)
    judged = _judge_by_rule(odds, cell, risk, guesses)
    if judged is None:
        judged = judge_by_search(view, cell, risk, search)
    if judged is None and not odds.safe:
        judged = judge_by_estimate(view, cell, risk)
    return _needless_if_any_is_safe(odds, judged or judge_by_playouts(view, cell, [cell], risk))


def judge_chord(
    view: View, cell: Cell, opens: Sequence[Cell], risk: float, *, guesses: Guesses = Guesses.ANY
) -> JudgedMove:
    """Judge a chord at a cell that opens these hidden ones, where that is a risk.

    `risk` is the chance that one of them is a mine. What it gives up is always estimated.

    >>> judged = judge_chord(View.parse("F1##", mines=1), (0, 1), [(0, 2)], 0.5)
    >>> judged.verdict.value, judged.best, judged.given_up
    ('needless', (0, 3), 0.5)
    """
    odds = analyze(view, budget=CLICK_BUDGET)
    judged = _judge_by_rule(odds, cell, risk, guesses)
    return _needless_if_any_is_safe(odds, judged or judge_by_playouts(view, cell, opens, risk))


def _judge_by_rule(odds: Analysis, cell: Cell, risk: float, guesses: Guesses) -> JudgedMove | None:
    """What the rule for guesses decides; None if it decides nothing.

    By the fair rule, a needless guess loses, and any other is safe unless it must meet a mine.
    """
    if guesses is Guesses.FAIR and (odds.safe or risk == 1):
        return JudgedMove(cell, Verdict.BLUNDER, odds.safest, risk, 0.0, 1.0)
    if guesses is Guesses.FAIR:
        return JudgedMove(cell, Verdict.FORCED, cell, risk, 1.0, 1.0)
    if guesses is Guesses.NONE and odds.safe:
        return JudgedMove(cell, Verdict.NEEDLESS, odds.safest, risk, 1 - risk, 1.0)
    return None


def _needless_if_any_is_safe(odds: Analysis, judged: JudgedMove) -> JudgedMove:
    if not odds.safe:
        return judged
    return replace(judged, verdict=Verdict.NEEDLESS, best=min(odds.safe))


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


def judge_by_estimate(view: View, cell: Cell, risk: float, **constants: Any) -> JudgedMove | None:
    """Judge by the expert, which is asked about every cell; `constants` are the expert's.

    None where the expert compares too little: its first cell comes from a table, and on the widest
    fronts it can't look ahead from every cell.
    """
    usual = ExpertAgent(**constants).choose(view)
    if not isinstance(usual.reason, Compared):
        return None
    best_chance = usual.reason.candidates[0].win_chance
    everywhere = ALL_CELLS | {"sea_candidates": view.hidden_count} | constants
    chances = _chances(ExpertAgent(**everywhere).choose(view))
    if risk == 1:  # a certain mine is never compared
        chances[cell] = 0.0
    if not {cell, usual.cell} <= chances.keys():
        return None
    # Only differences between cells that were compared with each other count.
    given_up = max(0.0, chances[usual.cell] - chances[cell])
    given_up = 0.0 if cell == usual.cell else min(given_up, best_chance)
    deviation = LEAST_DEVIATION + DEVIATION_SHARE * given_up
    best = usual.cell if given_up else cell
    return _estimated(cell, best, risk, best_chance, given_up, deviation)


def judge_by_playouts(view: View, cell: Cell, opens: Sequence[Cell], risk: float) -> JudgedMove:
    """Judge by games played out on the same layouts, with some cells opened first and without."""
    if compiled is None:
        raise EngineMissing("judging a guess")
    positions = np.array([row * view.width + column for row, column in opens], dtype=np.int64)
    try:
        best_chance, win_chance, deviation = compiled.play_out_risk(
            view.numbers, view.mines, positions, 1 - risk, GAMES, PLAYOUT_BUDGET
        )
    except compiled.BudgetExceeded:
        raise BudgetExceeded(PLAYOUT_BUDGET) from None
    is_any_left = view.hidden_count > view.mines
    best = ExpertAgent().choose(view).cell if is_any_left else None
    given_up = max(0.0, best_chance - win_chance)
    deviation = max(LEAST_PLAYED_DEVIATION, deviation)
    return _estimated(cell, best, risk, best_chance, given_up, deviation)


def _estimated(
    cell: Cell,
    best: Cell | None,
    risk: float,
    best_chance: float,
    given_up: float,
    deviation: float,
) -> JudgedMove:
    """Named after what it gave up in all likelihood, so that nobody is blamed for the blur.

    But only what is as good as the best is called so.
    """
    in_all_likelihood = max(given_up - deviation, min(given_up, MOST_GIVEN_UP[Verdict.GOOD]))
    return JudgedMove(
        cell,
        verdict_on(in_all_likelihood),
        best,
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
