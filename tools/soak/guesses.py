"""Guesses of the expert with any constants, on the widest fronts too: there always is an answer."""

from __future__ import annotations

from random import Random
from typing import Any

from expert_constants import extreme_values

from sapper import Move, View, analyze, best_moves
from sapper.agents.expert import CONSTANTS, Compared, ExpertAgent
from sapper.agents.judging import judge_move
from sapper.errors import BudgetExceeded, Contradiction, NoMoveLeft
from soak.draws import random_lattice, random_view
from soak.tally import Tally

GUESSES = 25
LONGEST_SIDE = 60
LONGEST_SIDE_TO_JUDGE = 20
"""Judging a guess plays games out, which takes long on large boards."""
SHARE_JUDGED = 0.2
AGREEMENT = 1e-12


def make_guesses(random: Random, tally: Tally, effort: float) -> None:
    """Some guesses, each with constants of its own."""
    for _ in range(max(1, int(GUESSES * effort))):
        draw = random.choice((random_lattice, random_view))
        view = draw(random, random.choice((LONGEST_SIDE_TO_JUDGE, LONGEST_SIDE)))
        constants = _constants(random)
        where = f"expert {constants} on {view.height}x{view.width}/{view.mines}:\n{view}"
        try:
            move = ExpertAgent(**constants).choose(view)
            _judge(move, view, tally, where)
            again = best_moves([view.numbers], view.mines, agent="expert", **constants)
            cell = tuple(again.cells[0].tolist())
            tally.expect(
                move.certain or cell == move.cell,
                "wrong result",
                f"{where}\n{move.cell}, but {cell} in a batch",
            )
            if max(view.height, view.width) <= LONGEST_SIDE_TO_JUDGE and (
                random.random() < SHARE_JUDGED
            ):
                tally.judged["guesses judged"] += 1
                judge_move(view, random.choice(view.hidden()))
        except (BudgetExceeded, Contradiction, NoMoveLeft) as error:
            tally.refused(error)


def _constants(random: Random) -> dict[str, Any]:
    """A few constants at one end of their ranges; the others as usual."""
    names = random.sample(list(CONSTANTS), random.randrange(4))
    return {name: random.choice(extreme_values(name)) for name in names}


def _judge(move: Move, view: View, tally: Tally, where: str) -> None:
    """The cell is hidden, its risk is right, and every chance is one."""
    tally.judged["guesses with any constants"] += 1
    right = view.is_hidden(move.cell)
    if right:
        risk = float(analyze(view).mine_probability[move.cell])
        right = abs(risk - (move.mine_probability or 0.0)) <= AGREEMENT
    if isinstance(move.reason, Compared):
        candidates = move.reason.candidates
        right &= candidates[0].cell == move.cell
        right &= all(0 <= candidate.win_chance <= 1 for candidate in candidates)
    tally.expect(right, "wrong result", f"{where}\n{move}")
