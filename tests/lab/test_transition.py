"""The transition to boards that need a guess, and where reasoners part."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import exp, log
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sapper._compiled import compiled
from sapper.board import Board
from sapper.exact.analysis import analyze
from sapper.game import Game, Status
from sapper.grid import Cell, neighbours
from sapper.lab.border_and_inside import Counted, told_apart
from sapper.lab.bulk import make_layouts
from sapper.lab.dead_ends import DeadEnds, DeadEndsFinding
from sapper.lab.parting import Parting, PartingFinding
from sapper.lab.plots import to_svg
from sapper.lab.run import RunLocation, run
from sapper.lab.store import Store
from sapper.lab.transition import Located, Transition, TransitionFinding, scaling
from sapper.solution import solve

pytestmark = pytest.mark.skipif(compiled is None, reason="the engine is not built")


def rows_of(side: int, exponent: float, half: float, games: int = 10**7) -> list[Any]:
    """What a board of this side would show, but for chance, were the curve exact."""
    shares = (0.25, 0.5, 0.75, 1.0, 1.2, 1.4)
    return [
        SimpleNamespace(
            games=games,
            stuck=round(games * (1 - exp(-0.6931471805599453 * share**exponent))),
            case=SimpleNamespace(level=SimpleNamespace(height=side, density=half * share)),
        )
        for share in shares
    ]


def test_the_fit_finds_the_curve_that_made_the_counts() -> None:
    found = Located.of(rows_of(100, exponent=4.5, half=0.13))
    assert found is not None
    assert found.half == pytest.approx(0.13, rel=1e-4)
    assert found.exponent == pytest.approx(4.5, rel=1e-3)
    low, high = found.density_at(0.9), found.density_at(0.1)
    assert found.width == pytest.approx(high - low)
    assert low < 0.13 < high
    assert 0 < found.half_error < 1e-4
    assert Located.of(rows_of(100, 4.5, 0.13)[:1]) is None


def test_the_threshold_of_a_power_law_is_its_power() -> None:
    by_law = [
        Located.of(rows_of(side, exponent=6, half=(side * side) ** (-1 / 6)))
        for side in (30, 100, 300, 1000)
    ]
    law = scaling([found for found in by_law if found is not None])
    assert law is not None
    assert law[0] == pytest.approx(-1 / 6, abs=1e-3)
    assert law[1] < 1e-3


def test_a_power_is_known_as_well_as_the_sizes_lie_on_a_line() -> None:
    # Thresholds beside a line whose exponent is -0.1.
    located = [
        Located(side, log(log(2)) - 5 * (more - 0.2 * log(side)), 5, 0.1, 0.001)
        for side, more in ((10, 0.01), (100, -0.02), (1000, 0.01))
    ]
    law = scaling(located)
    assert law is not None
    assert law[0] == pytest.approx(-0.1)
    # By hand: Student's 12.706 for one degree of freedom, times the error of the slope.
    assert law[1] == pytest.approx(12.706 * (0.0006**0.5) / (2 * log(10) * 2**0.5), rel=1e-3)
    assert scaling(located[:2]) is None


def counted(sides: Sequence[int]) -> list[Counted]:
    """What boards would show, but for chance, with 2 · 10⁻³ and 10⁻⁶ dead ends a cell at 10 %."""
    found = []
    for side, density in product(sides, (0.06, 0.08, 0.1, 0.12)):
        share = density / 0.1
        dead_ends = 2e-3 * side * share**4 + 1e-6 * side**2 * share**6
        found.append(Counted(side, density, 10**6, round(10**6 * (1 - exp(-dead_ends)))))
    return found


def test_sizes_tell_dead_ends_at_the_border_from_those_inside() -> None:
    parts = told_apart(counted((100, 300, 1000)))
    assert parts is not None
    assert parts.border.rate == pytest.approx(2e-3, rel=0.01)
    assert parts.border.exponent == pytest.approx(4, abs=0.02)
    assert parts.inside.rate == pytest.approx(1e-6, rel=0.02)
    assert parts.inside.exponent == pytest.approx(6, abs=0.1)
    assert parts.misfit < parts.freedom == 8
    assert parts.share_inside(1000, 0.1) == pytest.approx(1 / 3, rel=0.02)
    # Two sizes fit anything, and small ones have corners.
    assert told_apart(counted((100, 1000))) is None
    assert told_apart(counted((20, 50, 1000))) is None


def test_a_board_counts_as_solved_without_a_guess_if_it_is() -> None:
    experiment = Transition(40, 1, sides=(12,), densities=(0.1, 0.22))
    with Store(":memory:") as store:
        found = run(experiment, store, RunLocation(workers=1))
    assert isinstance(found, TransitionFinding)
    for case, row in zip(experiment.cases, found.rows, strict=True):
        layouts = make_layouts(case.level, 1, 40, first=case.first)
        needing = [solve(Board.from_layout(layout), case.first).grade is None for layout in layouts]
        assert row.stuck == sum(needing)
    assert 0 < found.rows[0].stuck < found.rows[1].stuck
    assert found.draw() is not None


@pytest.mark.parametrize("densities", [(0.0,), (0.5,), (0.0, 0.5)])
def test_boards_that_all_need_a_guess_or_none_are_drawn_too(densities: tuple[float, ...]) -> None:
    experiment = Transition(3, 1, sides=(9, 12), densities=densities)
    with Store(":memory:") as store:
        found = run(experiment, store, RunLocation(workers=1))
    assert isinstance(found, TransitionFinding)
    assert {row.stuck for row in found.rows} <= {0, 3}
    assert to_svg(found.draw(), "a picture").startswith(b"<?xml")


def test_dead_ends_are_what_is_uncertain_where_a_board_is_stuck() -> None:
    experiment = DeadEnds(10, 1, sides=(12,), densities=(0.2, 0.24))
    with Store(":memory:") as store:
        found = run(experiment, store, RunLocation(workers=1))
    assert isinstance(found, DeadEndsFinding)
    groups = at_border = 0
    for case, row in zip(experiment.cases, found.rows, strict=True):
        layouts = make_layouts(case.level, 1, 10, first=case.first)
        for layout, dead_ends in zip(layouts, row.dead_ends, strict=True):
            board = Board.from_layout(layout)
            assert (solve(board, case.first).grade is None) == (dead_ends > 0)
            for group in joined(board, case.first):
                groups += 1
                at_border += any({0, 11} & set(cell) for cell in group)
    total = found.counted[-1]
    assert (total.boards, total.dead_ends, total.at_border) == (20, groups, at_border)
    assert groups > 10
    assert found.draw() is not None


def joined(board: Board, first: Cell) -> list[set[Cell]]:
    """Uncertain cells where a board is stuck, joined pair by pair wherever one sees another."""
    game = Game.on(board)
    game.reveal(first)
    while game.status is Status.PLAYING and (safe := analyze(game.view).safe):
        for cell in safe:
            if game.status is Status.PLAYING:
                game.reveal(cell)
    view = game.view
    mines = analyze(view).mines if game.status is Status.PLAYING else board.mines
    uncertain = set(view.hidden()) - mines
    sights = [
        uncertain & {cell, *neighbours(cell, view.height, view.width)}
        for cell in np.ndindex(view.height, view.width)
        if cell not in mines
    ]
    groups: list[set[Cell]] = [{cell} for cell in uncertain]
    for sight in sights:
        touched = [group for group in groups if group & sight]
        groups = [group for group in groups if not group & sight]
        groups += [set().union(*touched)] if touched else []
    return groups


def test_reasoners_part_where_one_opens_more() -> None:
    experiment = Parting(12, 1, levels=("12x12/28",), starts=("opening",))
    with Store(":memory:") as store:
        found = run(experiment, store, RunLocation(workers=1))
    assert isinstance(found, PartingFinding)
    (row,), (case,) = found.rows, experiment.cases
    layouts = make_layouts(case.level, 1, 12, first=case.first)
    for place, layout in enumerate(layouts):
        solution = solve(Board.from_layout(layout), case.first)
        opened = row.columns["exact"][place]
        assert (opened == row.to_open) == (solution.grade is not None)
        for weaker in ("sentence", "resolution"):
            assert row.columns[weaker][place] <= opened
            # What exact alone finds takes at least two numbers.
            assert (row.columns[f"{weaker}_needs"][place] >= 2) == (
                row.columns[weaker][place] < opened
            )
    assert row.parted("sentence").any()
    assert sum(row.needs("sentence").values()) == row.parted("sentence").sum()
    median, interval = row.open_at_parting("sentence")
    behind = sorted(row.columns["sentence"][row.parted("sentence")] / row.to_open)
    assert behind[0] <= interval.low <= median <= interval.high <= behind[-1]
    (line,) = found.results().rows
    facts = dict(zip(found.results().titles, line, strict=True))
    assert float(facts["sentence_open_where_exact_parts"]) == pytest.approx(median, abs=1e-6)
    assert found.draw() is not None
