"""The moves of an agent in many positions at once."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sapper._compiled import compiled
from sapper.agents.base import Agent
from sapper.agents.exact import ExactAgent
from sapper.agents.expert import ExpertAgent
from sapper.agents.registry import AgentLike, make_agent
from sapper.errors import BudgetExceeded, Contradiction, NoMoveLeft
from sapper.exact.analysis import check_budget
from sapper.exact.batches import Answers, Positions, Status, checked_threads
from sapper.level import first_cell
from sapper.view import HIDDEN

NO_CELL = -1


@dataclass(frozen=True, eq=False)
class Moves(Answers):
    """An agent's move in each of many positions."""

    cells: NDArray[np.int64]
    """The cell to open, (n, 2) as row and column; (−1, −1) where there is no move."""
    certain: NDArray[np.bool_]
    """Whether it can't be a mine."""
    mine_probability: NDArray[np.float64]
    """Its chance of a mine; nan where there is no move, or the agent has no estimate."""


def best_moves(
    numbers: ArrayLike,
    mines: ArrayLike,
    *,
    agent: AgentLike = ExpertAgent.name,
    threads: int | None = None,
    **options: Any,
) -> Moves:
    """The move of an agent in each of many positions of one size, as its `choose` makes it.

    `numbers` and `mines` are as for `analyze_many`, and so is what is told of positions that are
    inconsistent or exceed the agent's budget. `expert` and `exact` choose inside the engine, on
    `threads` (all cores by default); any other agent chooses at its own speed. `options` are the
    agent's. Where every hidden cell is a mine, or none is left, there is no move.

    (`best_move` takes its time: it searches positions to the end that `expert` does not.)

    >>> moves = best_moves([[[1, -1, -1]], [[-1, 1, -1]], [[2, -1, -1]]], mines=1)
    >>> moves.cells.tolist(), moves.certain.tolist(), moves.mine_probability.tolist()
    ([[0, 2], [0, 0], [-1, -1]], [True, False, False], [0.0, 0.5, nan])
    >>> moves.contradictions.tolist()
    [2]
    """
    positions = Positions.of(numbers, mines)
    threads = checked_threads(threads)
    player = make_agent(agent, **options)
    if compiled is None or type(player) not in (ExactAgent, ExpertAgent):
        return _choose_in_python(player, positions)
    assert isinstance(player, ExactAgent)
    arrays = positions.numbers, positions.mines
    limit = check_budget(player.budget)
    if isinstance(player, ExpertAgent):
        chosen = compiled.choose_expert(*arrays, limit, player.constants, threads)
    else:
        chosen = compiled.choose_exact(*arrays, limit, threads)
    places, certain, by_search, risk, status = chosen
    if isinstance(player, ExpertAgent):
        _begin_by_rule(player, positions, places, risk, ~by_search & (places != NO_CELL))
    rows, columns = np.divmod(places, positions.numbers.shape[2])
    cells = np.where(places[:, None] == NO_CELL, NO_CELL, np.stack((rows, columns), axis=1))
    return Moves(positions, status, player.counting_budget, cells, certain, risk)


def _begin_by_rule(
    player: ExpertAgent,
    positions: Positions,
    places: NDArray[np.int64],
    risk: NDArray[np.float64],
    not_searched: NDArray[np.bool_],
) -> None:
    """Where nothing is revealed, the expert opens the cell that the start rule recommends."""
    _, height, width = positions.numbers.shape
    row, column = first_cell(height, width, player.start)
    first = not_searched & (positions.numbers == HIDDEN).all(axis=(1, 2))
    places[first] = row * width + column
    risk[first] = positions.mines[first] / (height * width)


def _choose_in_python(player: Agent, positions: Positions) -> Moves:
    count = len(positions)
    cells = np.full((count, 2), NO_CELL, dtype=np.int64)
    certain = np.zeros(count, dtype=np.bool_)
    risk = np.full(count, nan)
    status = np.full(count, Status.ANSWERED, dtype=np.int8)
    for place, view in enumerate(positions.views()):
        try:
            move = player.choose(view)
        except NoMoveLeft:
            continue
        except Contradiction:
            status[place] = Status.CONTRADICTION
            continue
        except BudgetExceeded:
            status[place] = Status.BUDGET_EXCEEDED
            continue
        cells[place], certain[place] = move.cell, move.certain
        risk[place] = nan if move.mine_probability is None else move.mine_probability
    return Moves(positions, status, getattr(player, "counting_budget", None), cells, certain, risk)
