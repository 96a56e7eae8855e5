"""What may take time, for the workers: they are sent only what a player sees."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.errors import Contradiction, NotYet
from sapper.exact.budgets import CLICK_BUDGET
from sapper.grid import Cell
from sapper.play import position_shapes
from sapper.play.making import BoardMaking
from sapper.play.record import Setup
from sapper.play.situation import Situation
from sapper.proof.search import explain as explain_cell
from sapper.serialize import plain


def make_board(setup: Setup, first: Cell) -> NDArray[np.bool_]:
    """Where the mines of a board are that needs no guess from the first cell on."""
    return BoardMaking(setup, first).make().layout


def analyze(situation: Situation) -> Any:
    """Everything that follows; of an inconsistent position, which numbers clash.

    >>> from sapper.view import View
    >>> analyze(Situation(View.parse("#1##", mines=1)))["safe"]
    [[0, 3]]
    """
    try:
        return plain(position_shapes.Analysis.of(situation.odds(), count_budget=CLICK_BUDGET))
    except Contradiction as clash:
        return plain(position_shapes.Analysis.of_inconsistent(situation.view, clash))


def explain(situation: Situation, cell: Cell) -> Any:
    """Why a cell is safe or a mine, or its odds."""
    if situation.is_first_free:
        raise NotYet("nothing is revealed yet, and the first cell you open can't be a mine")
    return plain(position_shapes.Explanation.of(explain_cell(situation.view, cell)))


def check(situation: Situation, derivation: Any) -> Any:
    """Whether a derivation holds."""
    return plain(position_shapes.CheckedReason.of(situation.view, derivation))
