"""Layouts drawn under a condition: none of some hidden cells is a mine, or at least one is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sapper._compiled import compiled
from sapper.exact import counting
from sapper.exact.analysis import budget_of_twin, check_budget, sample_layouts
from sapper.exact.budgets import DEFAULT_BUDGET
from sapper.grid import Cell
from sapper.view import View, check_view

MOST_TRIES = 256
MOST_CELLS_TRIED = 4_000_000
"""Layouts that are tried take memory: on huge boards only one or a few are."""


def draw_layout(
    view: View,
    cells: Sequence[Cell],
    *,
    with_mine: bool,
    seed: int,
    budget: int | None = DEFAULT_BUDGET,
) -> NDArray[np.bool_] | None:
    """Draw a layout with a mine among these hidden cells, or with none; None if there is none.

    All layouts that fulfil the condition are equally likely. Raises `Contradiction` and
    `BudgetExceeded` as `analyze` does.

    >>> view = View.parse("#1##", mines=1)
    >>> draw_layout(view, [(0, 0)], with_mine=True, seed=1).astype(int).tolist()
    [[1, 0, 0, 0]]
    >>> draw_layout(view, [(0, 0), (0, 2)], with_mine=False, seed=1) is None
    True
    """
    check_view(view)
    check_budget(budget)
    cells = list(map(view.check_hidden, cells))
    drawn = None if compiled is None else _draw_by_trying(view, cells, with_mine, seed, budget)
    return _draw_exactly(view, cells, with_mine, seed, budget) if drawn is None else drawn


def _draw_by_trying(
    view: View, cells: Sequence[Cell], with_mine: bool, seed: int, budget: int | None
) -> NDArray[np.bool_] | None:
    """The first of a few layouts that fulfils the condition: the engine draws them quickly."""
    tries = max(1, min(MOST_TRIES, MOST_CELLS_TRIED // (view.height * view.width)))
    layouts = sample_layouts(view, tries, seed, budget=budget)
    rows, columns = np.array(cells, dtype=np.intp).reshape(-1, 2).T
    fulfilling = np.flatnonzero(layouts[:, rows, columns].any(axis=1) == with_mine)
    return layouts[fulfilling[0]] if len(fulfilling) else None


def _draw_exactly(
    view: View, cells: Sequence[Cell], with_mine: bool, seed: int, budget: int | None
) -> NDArray[np.bool_] | None:
    """First how many of the cells are mines, weighted by the layouts of each; then one of those."""
    generator = np.random.Generator(np.random.Philox(key=seed))
    with budget_of_twin(budget) as states:
        possible = [
            counted
            for mines in (range(1, len(cells) + 1) if with_mine else [0])
            if (counted := counting.count_with(view, cells, mines, states)) is not None
        ]
        if not possible:
            counting.count(view, states)  # which tells if there is no layout at all
            return None
        chosen = counting.Draw(generator).weighted(
            (counted, counted.layouts) for counted in possible
        )
        drawn: NDArray[np.bool_] = chosen.sample(1, generator)[0]
        return drawn
