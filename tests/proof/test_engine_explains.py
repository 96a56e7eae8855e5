"""The engine explains by itself, for the page: what it says is what Python says, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from bench_explain import certain_cells
from positions import bent, small_positions
from test_budget import BY_MANY, lattice
from test_limits import LATE

from sapper._compiled import compiled
from sapper.errors import BudgetExceeded, Contradiction, DoesNotFollow
from sapper.exact.budgets import DEFAULT_BUDGET
from sapper.grid import Cell
from sapper.proof import search
from sapper.proof.check import check
from sapper.proof.search import explain
from sapper.proof.steps import Cases, Derivation, Grade, Odds, walk
from sapper.view import View

pytestmark = pytest.mark.skipif(compiled is None, reason="the engine is not built")
NO_LIMIT = None


def by_engine(
    view: View, cell: Cell, budget: int | None = DEFAULT_BUDGET
) -> Derivation | dict[str, Any]:
    """The engine's derivation, or its odds."""
    assert compiled is not None
    place = cell[0] * view.width + cell[1]
    answer: dict[str, Any] = compiled.explain(view.numbers, view.mines, place, budget)
    return Derivation.from_json(answer) if "steps" in answer else answer


def asked() -> Iterator[tuple[View, Cell]]:
    """All hidden cells of small positions; the cells that become certain in larger games."""
    for view in small_positions(games=150, most_hidden=14, seed=5):
        for cell in view.hidden():
            yield view, cell
    for name in ("beginner", "intermediate", "expert", "course"):
        for seed in range(3):
            for view, cells in certain_cells(name, seed):
                for cell in (*cells, *view.hidden()[:2]):
                    yield view, cell


def test_the_engine_explains_every_cell_by_the_same_steps() -> None:
    met: Counter[str] = Counter()
    for view, cell in asked():
        ours, engines = explain(view, cell), by_engine(view, cell)
        if isinstance(ours, Derivation):
            assert isinstance(engines, Derivation)
            check(view, engines)
            assert engines == ours
            met[ours.grade] += 1
        else:
            assert_same_odds(engines, ours)
            met["odds"] += 1
    assert met["odds"] > 1000
    assert met.total() > 5000
    assert min(met[grade] for grade in Grade) > 20, met


def assert_same_odds(engines: Derivation | dict[str, Any], ours: Odds) -> None:
    assert isinstance(engines, dict)
    assert engines["cell"] == ours.cell
    assert engines["numbers"] == [cell for cell, _ in ours.numbers]
    assert engines["mine_probability"] == pytest.approx(ours.mine_probability, rel=1e-12)
    best = pytest.approx(ours.best_mine_probability, rel=1e-12, abs=0)
    assert engines["best_mine_probability"] == best


def test_cases_within_cases_are_the_same() -> None:
    for cell in ((5, 13), (5, 16)):
        ours = explain(LATE, cell)
        assert isinstance(ours, Derivation)
        assert sum(isinstance(step, Cases) for step in walk(ours.steps)) > 1
        assert by_engine(LATE, cell) == ours
        assert by_engine(LATE, cell, NO_LIMIT) == explain(LATE, cell, budget=None)


def test_cells_that_no_number_touches_are_told_with_the_total() -> None:
    view = View.parse("1####\n#2###\n#####\n#####", mines=13)
    by_total = 0
    for cell in view.hidden():
        ours = explain(view, cell)
        if isinstance(ours, Derivation):
            assert by_engine(view, cell) == ours
            by_total += ours.uses_total
    assert by_total == 11


def test_with_a_small_budget_the_engine_refuses_and_with_a_larger_one_it_is_right() -> None:
    view, cell = BY_MANY
    sizes = []
    for budget in (1, *(2**power for power in range(4, 26))):
        try:
            derivation = by_engine(view, cell, budget)
        except _engine_error("BudgetExceeded"):
            sizes.append(0)
            with pytest.raises(BudgetExceeded):
                explain(view, cell, budget=budget)
            continue
        assert isinstance(derivation, Derivation)
        check(view, derivation)
        assert derivation == explain(view, cell, budget=budget)
        sizes.append(len(derivation.numbers))
    refused = sizes.count(0)
    assert refused > 2
    assert sizes == [0] * refused + sorted(sizes[refused:], reverse=True)


def test_on_boards_too_wide_to_be_analyzed_numbers_settle_cells() -> None:
    view, too_small = lattice(), 20_000
    search.whole_board.cache_clear()
    settled = 0
    for cell in view.hidden()[::3]:
        try:
            ours = explain(view, cell, budget=too_small)
        except BudgetExceeded:
            with pytest.raises(_engine_error("BudgetExceeded")):
                by_engine(view, cell, too_small)
            continue
        assert by_engine(view, cell, too_small) == ours
        settled += 1
    assert settled > 30


def test_inconsistent_positions_are_refused() -> None:
    random = np.random.default_rng(7)
    refused = 0
    for view in small_positions(games=60, most_hidden=12, seed=8):
        crooked = bent(view, random)
        for cell in crooked.hidden()[:3]:
            try:
                ours = explain(crooked, cell)
            except Contradiction:
                with pytest.raises(_engine_error("Contradiction")):
                    by_engine(crooked, cell)
                refused += 1
                continue
            if isinstance(ours, Derivation):
                assert by_engine(crooked, cell) == ours
    assert refused > 100


def test_a_contradiction_near_the_cell_is_noticed_however_wide_the_board() -> None:
    view = lattice()
    numbers = view.numbers.copy()
    row, column = next(
        (row, column)
        for row, column in np.argwhere(numbers == 0).tolist()
        if 1 < row < 28 and 1 < column < 28
    )
    numbers[row, column + 2] = 7  # beside a zero, it has no more than five cells left
    crooked = View.from_numbers(numbers, view.mines)
    with pytest.raises(_engine_error("Contradiction")):
        by_engine(crooked, (row, column + 1), 20_000)


def _engine_error(name: str) -> type[Exception]:
    error: type[Exception] = getattr(compiled, name)
    return error


@pytest.mark.parametrize("cell", [0, -1, 2])
def test_what_cannot_be_asked_is_refused(cell: int) -> None:
    assert compiled is not None
    with pytest.raises(ValueError, match="hidden cell"):
        compiled.explain(View.parse("1#", mines=1).numbers, 1, cell, None)


def test_the_checker_would_notice_a_wrong_step() -> None:
    view = View.parse("###\n111", mines=1)
    derivation = by_engine(view, (0, 2))
    assert isinstance(derivation, Derivation)
    with pytest.raises(DoesNotFollow):
        check(view, Derivation(derivation.cell, not derivation.is_mine, derivation.steps))
