"""Sentences about any cells, of any width: whatever they count, their layouts add up."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod

import numpy as np
import pytest
from oracles import Enumeration
from positions import numbers_of, random_board
from scipy.stats import chisquare  # type: ignore[import-untyped]

from sapper.exact.conditional import _draw_exactly
from sapper.exact.counting import count, count_with
from sapper.exact.fronts import Impossible, Witness, deduce, find_fronts
from sapper.exact.sweep import Budget, reachable_totals, sweep
from sapper.grid import Cell
from sapper.view import View

NO_LIMIT = Budget(None)


def placements(sentences: list[Witness]) -> int:
    """In how many ways the cells of all these sentences can hold mines."""
    try:
        fronts = find_fronts(deduce(sentences).witnesses)
    except Impossible:
        return 0
    swept = [sweep(front, NO_LIMIT).totals for front in fronts]
    for front, totals in zip(fronts, swept, strict=True):
        assert reachable_totals(front, NO_LIMIT) == sum(1 << mines for mines in totals)
    return prod(sum(totals.values()) for totals in swept)


@pytest.mark.parametrize("seed", range(4))
def test_over_all_their_counts_the_placements_of_three_sentences_are_all_there_are(
    seed: int,
) -> None:
    random = np.random.default_rng([41, seed])
    cells = [(0, column) for column in range(24)]
    about = [frozenset(cell for cell in cells if random.random() < 0.8) for _ in range(3)]
    assert max(map(len, about)) > 15
    added = sum(
        placements([Witness((1, place), about[place], counts[place]) for place in range(3)])
        for counts in product(*(range(len(some) + 1) for some in about))
    )
    assert added == 2 ** len(frozenset().union(*about))


def crowded(seed: int, mines: int) -> tuple[View, list[Cell]]:
    """A 5×8 position with so many mines and a few numbers, and 25 of its hidden cells."""
    random = np.random.default_rng([42, seed])
    board = random_board(5, 8, mines, random)
    shown = random.random(board.shape) < 0.2
    view = View.from_numbers(np.where(shown & ~board, numbers_of(board), -1), mines)
    return view, [tuple(cell) for cell in random.permutation(view.hidden())[:25].tolist()]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("mines", [12, 20, 24])
def test_over_all_counts_of_25_cells_the_layouts_are_all_there_are(seed: int, mines: int) -> None:
    view, cells = crowded(seed, mines)
    split = [count_with(view, cells, among, None) for among in range(len(cells) + 1)]
    assert sum(some.layouts for some in split if some) == count(view).layouts


def test_each_count_of_many_cells_is_as_writing_all_layouts_down_says() -> None:
    view = View.parse("######\n#3##4#\n######", mines=14)
    layouts = Enumeration(view.numbers, view.mines)
    for size in (14, 15, 16):
        counts = layouts.layouts[:, :size].sum(axis=1)
        for among in range(size + 1):
            some = count_with(view, layouts.hidden[:size], among)
            assert (some.layouts if some else 0) == (counts == among).sum()


@pytest.mark.parametrize("rows", ["2#####/######/#45###/######", "#2####/##6##3/######/######"])
def test_layouts_with_very_many_mines_among_some_cells_are_drawn_evenly(rows: str) -> None:
    view = View.parse(rows.replace("/", "\n"), mines=17)
    layouts = Enumeration(view.numbers, view.mines)
    counts = layouts.layouts[:, 1:].sum(axis=1)
    assert counts.max() > 15
    possible = set(map(tuple, layouts.layouts.tolist()))
    drawn = Counter[tuple[int, ...]]()
    for seed in range(10 * len(possible)):
        layout = _draw_exactly(view, layouts.hidden[1:], with_mine=True, seed=seed, budget=None)
        assert layout is not None
        drawn[tuple(int(layout[cell]) for cell in layouts.hidden)] += 1
    assert set(drawn) <= possible
    assert chisquare([drawn[layout] for layout in possible]).pvalue > 1e-3
