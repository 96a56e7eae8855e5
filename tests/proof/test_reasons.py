"""Which numbers settle a cell: by the engine, by its twin, and by trying all sets of numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

import numpy as np
import pytest
from bench_explain import certain_cells
from judge import Judge
from positions import small_positions
from test_budget import BY_MANY

from sapper._compiled import compiled
from sapper.errors import BudgetExceeded
from sapper.exact.analysis import Verdict, analyze
from sapper.exact.fronts import Witness
from sapper.grid import Cell
from sapper.proof import derive as derive_module
from sapper.proof import fewest, possible, reasons, search
from sapper.proof.check import check
from sapper.proof.derive import derive, derive_directly
from sapper.proof.reasons import Reason, by_all, by_one_or_two
from sapper.proof.search import explain
from sapper.proof.steps import Claim, Derivation, FromNumber, Grade
from sapper.view import View

engine_only = pytest.mark.skipif(compiled is None, reason="the engine is not built")

SMALL = list(small_positions(games=250, most_hidden=11, seed=91))
NO_LIMIT = None
LARGE = 2**40

Sets = list[list[Cell]]
Found = tuple[bool, bool, bool, Sets]
"""Is it a mine, is the total needed, is it proved that no fewer numbers suffice; the numbers."""


def cells_of(sets: Iterable[Iterable[Witness]]) -> Sets:
    return [[number.cell for number in numbers] for numbers in sets]


def by_engine(
    view: View,
    cell: Cell,
    is_mine: bool | None,
    *,
    most_sets: int = 1000,
    most_looks: int = LARGE,
    most_trials: int = possible.MOST_TRIALS,
) -> Found:
    assert compiled is not None
    found_mine, uses_total, is_fewest, _, _, sets = compiled.find_reason(
        view.numbers,
        view.mines,
        cell[0] * view.width + cell[1],
        is_mine,
        most_sets=most_sets,
        most_looks=most_looks,
        most_trials=most_trials,
        budget=NO_LIMIT,
    )
    return found_mine, uses_total, is_fewest, [[cell for cell, _, _ in each] for each in sets]


def certain(games: int, seed: int) -> Iterator[tuple[View, Cell, bool]]:
    """Certain cells of games at several levels, each with whether it is a mine."""
    for name in ("beginner", "intermediate", "expert"):
        for game in range(games):
            for view, cells in certain_cells(name, seed + game):
                verdicts = analyze(view).verdicts
                for cell in cells:
                    yield view, cell, bool(verdicts[cell] == Verdict.MINE)


# Against all sets of numbers


def all_smallest_sets(judge: Judge, conclusion: Claim) -> set[frozenset[Cell]]:
    """Every smallest set of numbers that entails a claim, by trying all sets and all placements."""
    contrary = ~judge.holds(conclusion)
    true = {
        (row, column): judge.holds(judge.number((row, column)))
        for row, column in np.argwhere(judge.view.numbers >= 0).tolist()
        if judge.number((row, column)).cells
    }
    for size in range(1, len(true) + 1):
        found = {
            frozenset(numbers)
            for numbers in combinations(true, size)
            if not np.logical_and.reduce([contrary, *(true[number] for number in numbers)]).any()
        }
        if found:
            return found
    return set()


@engine_only
@pytest.mark.slow
def test_the_engine_finds_every_smallest_set_that_brute_force_finds() -> None:
    sizes: Counter[int] = Counter()
    for view in SMALL:
        judge = Judge(view)
        for cell, is_mine in judge.certain().items():
            smallest = all_smallest_sets(judge, Claim.that(cell, is_mine))
            found_mine, uses_total, is_fewest, sets = by_engine(view, cell, is_mine)
            assert (found_mine, uses_total) == (is_mine, not smallest)
            if smallest:
                assert is_fewest
                assert {frozenset(numbers) for numbers in sets} == smallest
                assert len(sets) == len(smallest)
                sizes[len(sets[0])] += 1
    assert all(sizes[size] > 10 for size in range(1, 5)), sizes


@engine_only
def test_with_the_total_and_at_every_limit_no_number_can_be_left_out() -> None:
    with_total = larger = 0
    for view in SMALL[::4]:
        judge = Judge(view)
        for cell, is_mine in judge.certain().items():
            fewest_sets = by_engine(view, cell, is_mine)[-1]
            for trials, looks in ((possible.MOST_TRIALS, 0), (0, LARGE), (2, 30)):
                _, uses_total, is_fewest, sets = by_engine(
                    view, cell, is_mine, most_trials=trials, most_looks=looks
                )
                total = [judge.total()] if uses_total else []
                for numbers in sets:
                    claims = [judge.number(number) for number in numbers]
                    conclusion = Claim.that(cell, is_mine)
                    assert judge.entails(claims + total, conclusion)
                    for place in range(len(claims)):
                        others = claims[:place] + claims[place + 1 :] + total
                        assert not judge.entails(others, conclusion)
                with_total += uses_total
                if is_fewest:
                    assert len(sets[0]) == len(fewest_sets[0])
                larger += len(sets[0]) > len(fewest_sets[0])
    assert with_total > 20
    assert larger > 0


# Against the twin


def same_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reasons, "LOOKS_OF_ENGINE", fewest.MOST_LOOKS)
    monkeypatch.setattr(reasons, "SETS_OF_ENGINE", fewest.MOST_SETS)


def told(reason: Reason | None) -> object:
    """All that a reason says: only the smallest sets matter."""
    if reason is None:
        return None
    sets = cells_of(reason.sets)
    size = min(map(len, sets))
    smallest = [sorted(numbers) for numbers in sets if len(numbers) == size]
    return reason.is_mine, reason.uses_total, reason.uses_total or reason.reach, smallest


@engine_only
def test_the_twin_finds_the_same_sets_within_the_same_limits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    same_limits(monkeypatch)
    asked = list(certain(games=2, seed=30))[::5]
    asked += [
        (view, cell, is_mine)
        for view in SMALL[::5]
        for cell, is_mine in Judge(view).certain().items()
    ]
    answers = [
        (by_one_or_two(view, cell, None), by_all(view, cell, is_mine, None))
        for view, cell, is_mine in asked
    ]
    monkeypatch.setattr(reasons, "compiled", None)
    with_total = many = 0
    for (view, cell, is_mine), (few, reason) in zip(asked, answers, strict=True):
        assert told(by_one_or_two(view, cell, None)) == told(few)
        assert told(by_all(view, cell, is_mine, None)) == told(reason)
        with_total += reason.uses_total
        many += few is None
    assert with_total > 10
    assert many > 100


@engine_only
def test_the_twin_explains_in_the_same_words(monkeypatch: pytest.MonkeyPatch) -> None:
    same_limits(monkeypatch)
    asked = [(view, cell, explain(view, cell)) for view in SMALL[::2] for cell in view.hidden()]
    assert {answer.grade for *_, answer in asked if isinstance(answer, Derivation)} == set(Grade)
    monkeypatch.setattr(reasons, "compiled", None)
    for view, cell, answer in asked:
        assert explain(view, cell) == answer


@engine_only
def test_with_its_own_limits_the_engine_is_never_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list(certain(games=1, seed=50))[::4]
    answers = [explain(view, cell) for view, cell, _ in asked]
    same_limits(monkeypatch)
    for (view, cell, _), answer in zip(asked, answers, strict=True):
        other = explain(view, cell)
        assert isinstance(answer, Derivation)
        assert isinstance(other, Derivation)
        check(view, answer)
        assert search._difficulty(answer) <= search._difficulty(other)


# Where it is not known what the cell is


@pytest.mark.parametrize("twin", [False, True])
def test_numbers_tell_what_a_cell_is_that_nothing_is_known_of(
    monkeypatch: pytest.MonkeyPatch, twin: bool
) -> None:
    if twin:
        monkeypatch.setattr(reasons, "compiled", None)
    found = refused = 0
    for view in SMALL[::6]:
        judge = Judge(view)
        known = judge.certain()
        for cell in judge.hidden:
            by_numbers = cell in known and judge.entails(
                judge.numbers(), Claim.that(cell, known[cell])
            )
            if by_numbers:
                reason = by_all(view, cell, None, None)
                assert (reason.is_mine, reason.uses_total) == (known[cell], False)
                found += 1
            else:
                with pytest.raises(BudgetExceeded):
                    by_all(view, cell, None, None)
                refused += 1
    assert found > 50
    assert refused > 50


# Limits


@engine_only
def test_with_a_small_budget_the_engine_refuses_and_with_a_larger_one_it_finds_fewer() -> None:
    view, cell = BY_MANY
    is_mine = bool(analyze(view).verdicts[cell] == Verdict.MINE)
    sizes = []
    for budget in range(2, 4000, 20):
        try:
            reason = by_all(view, cell, is_mine, budget)
        except BudgetExceeded:
            sizes.append(0)
            continue
        assert reason.work.left is not None
        assert reason.work.left * reasons.STATES_PER_STEP >= budget // 2
        sizes.append(min(map(len, reason.sets)))
    refused = sizes.count(0)
    assert refused > 0
    assert sizes == [0] * refused + sorted(sizes[refused:], reverse=True)
    assert sizes[refused] > sizes[-1] > 2


@engine_only
def test_sweeps_decide_where_trials_are_too_many() -> None:
    """They read the part of the board that holds the numbers, and no more."""
    many = 0
    for view, cell, is_mine in list(certain(games=1, seed=60))[::3]:
        tried = by_engine(view, cell, is_mine, most_looks=0)
        assert by_engine(view, cell, is_mine, most_looks=0, most_trials=0) == tried
        many += len(tried[-1][0]) > 2
    assert many > 50


@engine_only
@pytest.mark.parametrize(
    ("cell", "limits", "complaint"),
    [
        (0, {}, "hidden cell"),
        (-1, {}, "hidden cell"),
        (2, {}, "hidden cell"),
        (1, {"most_sets": 0}, "limit of the search"),
        (1, {"most_sets": 2**31}, "limit of the search"),
        (1, {"most_looks": -1}, "limit of the search"),
        (1, {"most_trials": -1}, "limit of the search"),
    ],
)
def test_what_cannot_be_asked_is_refused(cell: int, limits: dict[str, int], complaint: str) -> None:
    assert compiled is not None
    numbers = View.parse("1#", mines=1).numbers
    usual = {"most_sets": 1, "most_looks": 1, "most_trials": 1, "budget": 0}
    with pytest.raises(ValueError, match=complaint):
        compiled.find_reason(numbers, 1, cell, True, **(usual | limits))
    if not limits:
        with pytest.raises(ValueError, match=complaint):
            compiled.few_numbers(numbers, cell)


# The simplest derivation


def test_sets_are_passed_over_only_if_no_derivation_from_them_is_simpler() -> None:
    asked = list(certain(games=1, seed=70))[::3]
    several = 0
    for view, cell, is_mine in asked:
        reason = by_one_or_two(view, cell, None) or by_all(view, cell, is_mine, None)
        if reason.uses_total:
            continue
        difficulties = []
        for numbers in reason.sets:
            facts = [
                FromNumber(number.cell, number.lacks, Claim(number.hidden, number.lacks))
                for number in sorted(numbers, key=lambda number: number.cell)
            ]
            steps = derive(facts, None, Claim.that(cell, is_mine))
            difficulties.append(search._difficulty(Derivation(cell, is_mine, steps)))
            assert difficulties[-1] >= search._least_difficulty(numbers, cell)
        answer = explain(view, cell)
        assert isinstance(answer, Derivation)
        if answer.grade is Grade.CASES:
            assert search._difficulty(answer) == min(difficulties[: search.MOST_BY_CASES])
            assert min(difficulties)[:2] == search._difficulty(answer)[:2]
        else:
            assert search._difficulty(answer) == min(difficulties)
        several += len(difficulties) > 1
    assert several > 50


def test_what_is_derived_at_a_glance_is_what_the_whole_search_derives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    for view, cell, is_mine in certain(games=2, seed=80):
        reason = by_one_or_two(view, cell, None)
        for numbers in reason.sets if reason else ():
            facts = [
                FromNumber(number.cell, number.lacks, Claim(number.hidden, number.lacks))
                for number in sorted(numbers, key=lambda number: number.cell)
            ]
            asked.append((facts, Claim.that(cell, is_mine)))
    quickly = [derive_directly(facts, None, goal) for facts, goal in asked]
    monkeypatch.setattr(derive_module, "_at_a_glance", lambda facts, goal: None)
    assert quickly == [derive_directly(facts, None, goal) for facts, goal in asked]
    assert None not in quickly
    kinds = Counter(step.kind for steps in quickly if steps for step in steps)
    assert min(kinds[kind] for kind in ("subset", "overlap", "all safe", "all mines")) > 50
