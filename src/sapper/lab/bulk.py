"""Many games at once, for experiments: layouts in, results out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sapper._compiled import compiled
from sapper.agents.base import Agent
from sapper.agents.exact import ExactAgent
from sapper.agents.expert import ExpertAgent
from sapper.agents.registry import AgentLike, agent_name, make_agent
from sapper.board import Board, lay_many
from sapper.errors import AgentCrashed, BudgetExceeded, ExperimentError, LevelError, OutOfRange
from sapper.exact.analysis import MOST, check_budget
from sapper.exact.batches import checked_threads
from sapper.game import Game, Status
from sapper.grid import Cell, check_cell, is_whole
from sapper.lab.agent_game import agent_turns
from sapper.level import Level, first_cell

IN_THE_ENGINE = ("exact", "expert")
"""The agents that play there."""


@dataclass(frozen=True, eq=False)
class Played:
    """How games ended, one entry per layout."""

    won: NDArray[np.bool_]
    guesses: NDArray[np.int32]
    """Cells opened at a risk, not counting the first."""
    certain_moves: NDArray[np.int32]
    """Cells opened because they were certain, not counting those that a 0 opens.

    The engine opens them in another order than the agent in Python, so that its number differs: a 0
    that is opened early saves moves. All else is the same everywhere.
    """
    false_cells: NDArray[np.int32]
    """The mine that the agent called certainly safe, as (row, column); (-1, -1) where none."""
    move_seconds: NDArray[np.float64] | None = None
    """How long the agent thought about each of its moves, game after game.

    None where the engine plays: it does not time single moves.
    """
    luck: NDArray[np.float64] | None = None
    """What the luck of its guesses added to the chance of winning each game, if measured."""

    @property
    def false_certainties(self) -> NDArray[np.int32]:
        """1 where the agent called a cell certainly safe and it was a mine, else 0."""
        return (self.false_cells[:, 0] >= 0).astype(np.int32)

    @property
    def first_false_certainty(self) -> tuple[int, Cell] | None:
        """The first of them: the layout's place, and the cell."""
        places = np.flatnonzero(self.false_certainties)
        if not len(places):
            return None
        row, column = self.false_cells[places[0]].tolist()
        return int(places[0]), (row, column)


def plays_in_engine(agent: AgentLike) -> bool:
    """Whether the agent's whole games run in the engine, on threads; others run in Python.

    >>> plays_in_engine("sentence")
    False
    """
    return agent_name(agent) in IN_THE_ENGINE and compiled is not None


def make_layouts(
    level: Level | str, seed: int, count: int, *, first: Cell | None = None, start_index: int = 0
) -> NDArray[np.bool_]:
    """The layouts of boards `start_index`, `start_index + 1`, … of a seed: (count, height, width).

    `level` is a level, its name, or a size such as `"16x30/99"`. `first` is the cell that the start
    rule keeps free; by default the one where agents begin under that rule (`first_cell`).

    >>> make_layouts("expert", seed=1, count=2, first=(0, 0)).sum(axis=(1, 2)).tolist()
    [99, 99]
    """
    level = Level.of(level)
    if not (is_whole(count) and 0 <= count < MOST):
        raise OutOfRange(
            f"the number of layouts is a whole number from 0 to 2**62 − 1, not {count}"
        )
    if first is None:
        first = first_cell(level.height, level.width, level.start)
    return lay_many(level, seed, start_index, count, first)


def play_layouts(
    agent: AgentLike,
    layouts: ArrayLike,
    first: Cell,
    *,
    threads: int | None = None,
    luck_by: Sequence[float] | None = None,
    **options: Any,
) -> Played:
    """Let an agent play a game on each layout, all from the same first cell.

    `layouts` is (n, height, width), true where a mine is; a mine at `first` loses at once, so give
    the cell that the layouts were made for. Any agent will do: its name, a path, `module:Class`, a
    class of your own, or an agent. `exact` and `expert` play inside the engine, on as many
    `threads` as told (all cores by default); results never depend on that. There, luck is measured
    by the value with the weights `luck_by`, as in `sapper.lab.luck`. `options` are the agent's;
    with `start` it is told the rule that the layouts were made under.

    >>> layouts = make_layouts("beginner", seed=1, count=20, first=(0, 0))
    >>> played = play_layouts("exact", layouts, (0, 0))
    >>> int(played.won.sum())
    19
    """
    checked = _checked(layouts)
    first = check_cell(first, checked.shape[1], checked.shape[2])
    threads = checked_threads(threads)
    player = make_agent(agent, **options)
    if plays_in_engine(agent):
        return _play_in_engine(player, checked, first, threads, luck_by)
    if luck_by is not None:
        raise ExperimentError(
            f"luck is measured only for agents of the engine, not for {agent_name(agent)}"
        )

    won = np.zeros(len(checked), dtype=np.bool_)
    guesses = np.zeros(len(checked), dtype=np.int32)
    certain_moves = np.zeros(len(checked), dtype=np.int32)
    false_cells = np.full((len(checked), 2), -1, dtype=np.int32)
    move_seconds: list[float] = []
    for place, layout in enumerate(checked):
        if layout[first]:
            continue
        game = Game.on(Board.from_layout(layout))
        if game.status is Status.PLAYING:
            try:
                steps = list(agent_turns(game, player, first))
            except AgentCrashed as crash:
                raise crash.on(f"layout {place} from first cell {first}", place=place) from crash
            certain_moves[place] = sum(step.move.certain for step in steps)
            guesses[place] = len(steps) - 1 - certain_moves[place]
            move_seconds += [step.seconds for step in steps[1:]]  # the first cell was told
            if steps[-1].is_false_certainty:
                false_cells[place] = steps[-1].move.cell
        won[place] = game.status is Status.WON
    return Played(
        won, guesses, certain_moves, false_cells, np.array(move_seconds, dtype=np.float64)
    )


def _play_in_engine(
    player: Agent,
    layouts: NDArray[np.bool_],
    first: Cell,
    threads: int,
    luck_by: Sequence[float] | None,
) -> Played:
    assert compiled is not None
    assert isinstance(player, ExactAgent)
    value = None if luck_by is None else list(luck_by)
    budget = check_budget(player.budget)
    try:
        if isinstance(player, ExpertAgent):
            results = compiled.play_expert(layouts, first, threads, budget, player.constants, value)
        else:
            results = compiled.play_exact(layouts, first, threads, budget, value)
    except compiled.BudgetExceeded:
        raise BudgetExceeded(budget) from None
    won, guesses, certain_moves, false_cells, luck = results
    measured = None if value is None else luck
    return Played(won, guesses, certain_moves, false_cells, luck=measured)


def _checked(layouts: ArrayLike) -> NDArray[np.bool_]:
    try:
        array = np.ascontiguousarray(layouts)
    except ValueError:
        raise LevelError("layouts must all be of one size") from None
    if array.ndim != 3 or array.dtype != np.bool_:
        raise LevelError(
            "layouts are truth values of shape (n, height, width), "
            f"not {array.dtype} of shape {array.shape}"
        )
    if 0 in array.shape[1:]:
        raise LevelError(f"boards of {array.shape[1]}×{array.shape[2]} have no cells")
    return array
