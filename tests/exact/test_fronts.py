from __future__ import annotations

import numpy as np
import pytest
from oracles import Enumeration
from positions import bent, played, random_board, small_positions

from sapper.exact.fronts import (
    Front,
    Impossible,
    deduce,
    find_fronts,
    hidden_cells_of,
    read_witnesses,
)
from sapper.exact.order import estimated_states, greedy_order, sweep_order
from sapper.exact.sweep import Budget, plan, reach, reachable_totals, sweep
from sapper.grid import Cell
from sapper.view import View


def fronts_of(view: View) -> tuple[Front, ...]:
    return find_fronts(deduce(read_witnesses(view)).witnesses)


def views_in_play(seed: int, flood: bool) -> list[View]:
    random = np.random.default_rng(seed)
    return list(played(random_board(16, 30, 99, random), random, flood))[20:200:30]


def test_what_is_settled_holds_in_every_layout() -> None:
    for view in small_positions(games=200, most_hidden=12, seed=31):
        deduced = deduce(read_witnesses(view))
        layouts = Enumeration(view.numbers, view.mines)
        certain = {cell for cell, fraction in layouts.fractions().items() if fraction == 0}
        assert deduced.safe <= certain
        certain = {cell for cell, fraction in layouts.fractions().items() if fraction == 1}
        assert deduced.mines <= certain


def impossible_in_settling(view: View) -> frozenset[Cell] | None:
    try:
        deduce(read_witnesses(view))
    except Impossible as impossible:
        return impossible.cells
    return None


def test_numbers_found_impossible_in_settling_are_impossible() -> None:
    random = np.random.default_rng(32)
    found = 0
    for view in small_positions(games=200, most_hidden=12, seed=32):
        crooked = bent(view, random)
        cells = impossible_in_settling(crooked)
        if cells is not None:
            found += 1
            layouts = Enumeration(crooked.numbers, crooked.mines)
            assert not layouts.can_be_true(cells, with_total=False)
    assert found > 200


def test_numbers_behind_an_impossible_front_are_impossible() -> None:
    # No two of these numbers clash, but the five of them do: only the sweep finds out.
    view = View.parse("####\n13#1\n2###\n###1", mines=3)
    deduced = deduce(read_witnesses(view))
    (front,) = (front for front in find_fronts(deduced.witnesses) if not totals_of(front))
    layouts = Enumeration(view.numbers, view.mines)
    assert not layouts.can_be_true(deduced.reasons(front), with_total=False)


def totals_of(front: Front) -> dict[int, int]:
    return sweep(front, Budget(None)).totals


@pytest.mark.parametrize("flood", [True, False])
def test_each_cell_is_in_one_box_and_boxes_tell_their_witnesses(flood: bool) -> None:
    for view in views_in_play(34, flood):
        fronts = fronts_of(view)
        cells = [cell for front in fronts for box in front.boxes for cell in box.cells]
        assert len(cells) == len(set(cells))
        assert set(cells) <= set(hidden_cells_of(view))
        for front in fronts:
            for box in front.boxes:
                for cell in box.cells:
                    touched = [
                        index
                        for index, witness in enumerate(front.witnesses)
                        if cell in witness.hidden
                    ]
                    assert list(box.witnesses) == touched
            assert len({box.witnesses for box in front.boxes}) == len(front.boxes)
            assert len({witness.hidden for witness in front.witnesses}) == len(front.witnesses)


@pytest.mark.parametrize("flood", [True, False])
def test_an_order_takes_every_box_once_and_its_estimate_is_an_upper_bound(flood: bool) -> None:
    for view in views_in_play(35, flood):
        for front in fronts_of(view):
            places = list(range(len(front.boxes)))
            for order in (sweep_order(front), greedy_order(front, places[-1])):
                assert sorted(order) == places
                made = sum(map(len, reach(plan(front, order), Budget(None))))
                assert made <= estimated_states(front, order)
            best = estimated_states(front, sweep_order(front))
            assert best <= estimated_states(front, greedy_order(front, 0)) or best < 10**4


def test_any_order_counts_the_same() -> None:
    random = np.random.default_rng(36)
    for view in views_in_play(36, flood=False)[:2]:
        for front in fronts_of(view):
            if len(front.boxes) <= 12:
                expected = reach(plan(front, sweep_order(front)), Budget(None))[-1]
                order = tuple(random.permutation(len(front.boxes)).tolist())
                assert reach(plan(front, order), Budget(None))[-1] == expected


def test_reachable_totals_are_those_with_a_placement() -> None:
    for view in views_in_play(37, flood=True):
        for front in fronts_of(view):
            totals = reachable_totals(front, Budget(None))
            assert totals == sum(1 << mines for mines in totals_of(front))
