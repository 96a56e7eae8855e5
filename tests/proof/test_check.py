"""The checker accepts what follows, and rejects everything that brute force rejects."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from judge import Judge, forgeries, mutations
from positions import small_positions

from sapper.errors import DoesNotFollow, OutOfRange, ParseError, SapperError
from sapper.proof.check import check
from sapper.proof.search import explain
from sapper.proof.steps import (
    DEEPEST,
    AllMines,
    AllSafe,
    Case,
    Cases,
    Claim,
    Derivation,
    FromNumber,
    FromTotal,
    Grade,
    Overlap,
    Step,
    Subset,
)
from sapper.view import View

DERIVATIONS_A_GRADE = 12


def accepted(view: View, derivation: Derivation) -> bool:
    try:
        check(view, derivation)
    except DoesNotFollow:
        return False
    return True


def some_of_each_grade() -> list[tuple[View, Derivation]]:
    chosen: list[tuple[View, Derivation]] = []
    grades: Counter[Grade] = Counter()
    for view in small_positions(games=400, most_hidden=10, seed=71):
        for cell in view.hidden():
            answer = explain(view, cell)
            if isinstance(answer, Derivation) and grades[answer.grade] < DERIVATIONS_A_GRADE:
                grades[answer.grade] += 1
                chosen.append((view, answer))
    assert all(grades[grade] == DERIVATIONS_A_GRADE for grade in Grade), grades
    return chosen


@pytest.mark.slow
def test_what_no_longer_follows_is_turned_down() -> None:
    random = np.random.default_rng(72)
    rejected = still_good = 0
    for view, derivation in some_of_each_grade():
        judge = Judge(view)
        assert accepted(view, derivation)
        for mutated in (*mutations(derivation, random), *forgeries(derivation, random)):
            if accepted(view, mutated):
                still_good += 1
                assert judge.follows(mutated), (view, mutated)
                assert judge.entails(judge.everything(), mutated.conclusion)
            else:
                rejected += 1
    assert rejected > 3000
    assert still_good > 30


@pytest.mark.slow
def test_another_view_is_another_matter() -> None:
    """A derivation held against a view with one number or the total changed."""
    rejected = 0
    for view, derivation in some_of_each_grade():
        for cell in derivation.numbers:
            numbers = view.numbers.copy()
            numbers[cell] = (numbers[cell] + 1) % 9
            assert not accepted(View.from_numbers(numbers, view.mines), derivation)
            rejected += 1
        fewer = View.from_numbers(view.numbers, view.mines - 1) if view.mines else None
        if fewer is not None:
            assert accepted(fewer, derivation) == (not derivation.uses_total)
    assert rejected > 100


# Each rule by hand, on one view:   A B C D E    with the 1 at (1, 0), and so on below
#                                   1 2 2 1 1

VIEW = View.parse("#####\n12211", mines=2)
A, B, C, D, E = ((0, column) for column in range(5))


def claim(count: int, *cells: tuple[int, int]) -> Claim:
    return Claim(frozenset(cells), count)


ONE = FromNumber((1, 0), 1, claim(1, A, B))
TWO = FromNumber((1, 1), 2, claim(2, A, B, C))
NEXT_TWO = FromNumber((1, 2), 2, claim(2, B, C, D))
LAST = FromNumber((1, 4), 1, claim(1, D, E))
TOTAL = FromTotal(2, claim(2, A, B, C, D, E))
C_IS_MINE = Subset(TWO.conclusion, (ONE.conclusion,), claim(1, C))


def refusal(*steps: Step, end: Claim | None = None) -> DoesNotFollow:
    conclusion = end or steps[-1].conclusion
    cell = min(conclusion.cells, default=(0, 0))
    with pytest.raises(DoesNotFollow) as refused:
        check(VIEW, Derivation(cell, bool(conclusion.count), steps))
    return refused.value


@pytest.mark.parametrize(
    ("steps", "place", "why"),
    [
        ((replace(ONE, number=2),), (1,), "(1, 0) does not show 2"),
        ((replace(ONE, cell=(0, 0)),), (1,), "(0, 0) does not show 1"),
        ((FromNumber(A, -1, claim(-1, B)),), (1,), "(0, 0) does not show -1"),
        ((replace(ONE, cell=(9, 9)),), (1,), "(9, 9) does not show 1"),
        ((replace(ONE, conclusion=claim(1, A)),), (1,), "not about all hidden neighbours"),
        ((replace(ONE, conclusion=claim(1, A, B, C)),), (1,), "not about all hidden neighbours"),
        ((replace(TOTAL, mines=3),), (1,), "the board has 2 mines"),
        ((replace(TOTAL, conclusion=claim(2, A, B)),), (1,), "not about all hidden cells"),
        ((TWO, C_IS_MINE), (2,), "uses a claim that has not been derived"),
        (
            (ONE, TWO, Subset(ONE.conclusion, (TWO.conclusion,), claim(1, C))),
            (3,),
            "a part has a cell that is not in the whole",
        ),
        (
            (TWO, ONE, Subset(TWO.conclusion, (ONE.conclusion,) * 2, claim(0, C))),
            (3,),
            "the parts share a cell",
        ),
        ((ONE, replace(C_IS_MINE, whole=ONE.conclusion, parts=())), (2,), "no part to subtract"),
        (
            (ONE, TWO, replace(C_IS_MINE, conclusion=claim(0, C))),
            (3,),
            "not the whole minus its parts",
        ),
        (
            (ONE, NEXT_TWO, Overlap(NEXT_TWO.conclusion, ONE.conclusion, claim(2, C, D))),
            (3,),
            "as many more mines as cells of its own",
        ),
        (
            (TWO, LAST, Overlap(TWO.conclusion, LAST.conclusion, claim(0, D, E))),
            (3,),
            "as many more mines as cells of its own",
        ),
        ((ONE, AllSafe(ONE.conclusion, claim(0, A))), (2,), "some of the cells may be mines"),
        ((ONE, AllMines(ONE.conclusion, claim(1, A))), (2,), "some of the cells may be safe"),
        (
            (ONE, TWO, C_IS_MINE, AllMines(claim(1, C), claim(1, D))),
            (4,),
            "not that some of these cells are mines",
        ),
        (
            (ONE, Cases((Case(claim(1, A), (ONE,)),), claim(0, A))),
            (2,),
            "a case does not end with an impossible claim",
        ),
        (
            (Cases((Case(claim(1, A), ()),), claim(0, A)),),
            (1,),
            "does not end with an impossible claim",
        ),
        ((Cases((), claim(0, A)),), (1,), "does not assume exactly the other counts"),
        ((Cases((), claim(2, A)),), (1,), "its conclusion is impossible"),
        (
            (
                Cases(
                    (Case(claim(1, A), (Subset(claim(1, A), (claim(3, A),), claim(-2)),)),),
                    claim(0, A),
                ),
            ),
            (1, 1),
            "uses a claim that has not been derived",
        ),
    ],
)
def test_the_first_step_that_does_not_follow_is_named(
    steps: tuple[Step, ...], place: tuple[int, ...], why: str
) -> None:
    refused = refusal(*steps)
    assert refused.place == place
    assert why in refused.why
    assert str(refused).startswith("step " + ".".join(map(str, place)) + " does not follow: ")


def test_a_wrong_end_is_named() -> None:
    refused = refusal(ONE, TWO, C_IS_MINE, end=claim(0, C))
    assert refused.place == ()
    assert str(refused) == (
        "the derivation does not follow: it does not end with its conclusion about (0, 2)"
    )
    with pytest.raises(DoesNotFollow):
        check(VIEW, Derivation(C, True, ()))


def test_what_was_supposed_in_a_case_is_forgotten_behind_it() -> None:
    contradiction = Subset(claim(1, D), (claim(1, D),), claim(0))
    assert refusal(ONE, Cases((Case(claim(1, D), (contradiction,)),), claim(0, D))).place == (2,)
    refused = refusal(
        ONE,
        TWO,
        C_IS_MINE,
        Cases(
            (
                Case(
                    claim(0, C),
                    (Subset(claim(1, C), (claim(0, C),), claim(1)),),
                ),
            ),
            claim(1, C),
        ),
        AllSafe(claim(0, C), claim(0, C)),
    )
    assert refused.place == (5,)
    assert "has not been derived" in refused.why


def nested(depth: int) -> tuple[Step, ...]:
    """So many cases within cases."""
    steps: tuple[Step, ...] = (ONE,)
    for _ in range(depth):
        steps = (Cases((Case(claim(1, A), steps),), claim(0, A)),)
    return steps


def test_cases_are_nested_only_so_deep_that_whatever_reads_them_may_be_recursive() -> None:
    deepest = Derivation(A, False, nested(DEEPEST))
    with pytest.raises(DoesNotFollow):
        check(VIEW, deepest)
    assert Derivation.from_json(json.loads(json.dumps(deepest.to_json()))) == deepest
    assert pickle.loads(pickle.dumps(deepest)) == deepest
    assert deepest.length == len(str(deepest).splitlines()) - 1 - DEEPEST == DEEPEST + 1
    with pytest.raises(OutOfRange, match="more than 40 cases within cases"):
        nested(DEEPEST + 1)


def forged(depth: int) -> dict[str, Any]:
    """So many cases within cases, as JSON."""
    content = Derivation(A, False, nested(1)).to_json()
    (cases,) = content["steps"]
    for _ in range(depth - 1):
        cases = {**cases, "cases": [{**cases["cases"][0], "steps": [cases]}]}
    return {**content, "steps": [cases]}


@pytest.mark.parametrize("depth", [DEEPEST + 1, 300, 100_000])
def test_a_forged_derivation_is_refused_however_deep_it_is(depth: int) -> None:
    assert Derivation.from_json(forged(DEEPEST)).length == DEEPEST + 1
    with pytest.raises(ParseError) as refused:
        Derivation.from_json(forged(depth))
    assert str(refused.value) == "not a derivation: more than 40 cases within cases"


def test_the_refusal_is_one_of_sappers_errors_and_travels() -> None:
    refused = refusal(replace(ONE, number=2))
    assert isinstance(refused, SapperError)
    again = pickle.loads(pickle.dumps(refused))
    assert (again.place, again.why, str(again)) == (refused.place, refused.why, str(refused))
