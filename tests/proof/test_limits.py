"""Beyond the limits of the search the answer is still right, only less short."""

from __future__ import annotations

import pytest
from judge import Judge
from positions import small_positions

from sapper.errors import BudgetExceeded
from sapper.exact.fronts import read_witnesses
from sapper.proof import conclude, derive, fewest, possible
from sapper.proof.check import check
from sapper.proof.search import explain
from sapper.proof.steps import Cases, Claim, Derivation, walk
from sapper.view import View

# Near the end of a large game: the total settles cells, but only by cases within cases.
LATE = View.parse(
    """
    1#22#2122##100000001#100000011
    222#22#2#4#100112234331100001#
    #12221122#21112#3####3#2100011
    111#1000123#1##2#####43#211000
    0012210001#####2###423#33#2111
    1101#210023##########3##4##2##
    #1013#2001#34####333#23##3#211
    11113#211223##433#2#323#442200
    001#3221#11#4##2#2334#22#2#111
    00112#2221124##3#33##21223111#
    0011212#2222##22##4#4202#31011
    002#20223##22212#4#3#113##1011
    113#311#22221113#533222#32101#
    1#22#1111001#11####22#31211011
    22222323210111124##22#201#1000
    1#11#2###10000001#211110111000
    """,
    mines=99,
)
SMALL = list(small_positions(games=60, most_hidden=10, seed=81))


def derivations() -> list[tuple[View, Derivation]]:
    found = [(view, explain(view, cell)) for view in SMALL for cell in view.hidden()]
    return [(view, answer) for view, answer in found if isinstance(answer, Derivation)]


def test_sweeps_answer_where_trying_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = [possible.consistent(read_witnesses(view)) for view in SMALL]
    monkeypatch.setattr(possible, "MOST_TRIALS", 0)
    assert [possible.consistent(read_witnesses(view)) for view in SMALL] == tried
    for view, derivation in derivations():
        check(view, derivation)


def test_without_bets_no_number_can_be_left_out_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fewest, "MOST_LOOKS", 0)
    for view, derivation in derivations():
        judge = Judge(view)
        numbers = [judge.number(cell) for cell in derivation.numbers]
        total = [judge.total()] if derivation.uses_total else []
        for place in range(len(numbers)):
            others = numbers[:place] + numbers[place + 1 :] + total
            assert not judge.entails(others, derivation.conclusion)


@pytest.mark.parametrize("deepest", [-1, 0, 1])
def test_cases_end_whatever_is_supposed(monkeypatch: pytest.MonkeyPatch, deepest: int) -> None:
    """Without comparing claims, everything is left to nested cases."""
    monkeypatch.setattr(derive, "DEEPEST_CHOICE", deepest)
    monkeypatch.setattr(conclude, "MOST_CLAIMS", 0)
    monkeypatch.setattr(derive, "MOST_CHOICES", 5)
    by_cases = 0
    for view, derivation in derivations():
        check(view, derivation)
        assert Judge(view).follows(derivation)
        by_cases += any(isinstance(step, Cases) for step in walk(derivation.steps))
    assert by_cases > 10


@pytest.mark.parametrize("choices", [0, derive.MOST_CHOICES])
@pytest.mark.parametrize("cell", [(5, 13), (5, 16)])
def test_cases_within_cases(
    monkeypatch: pytest.MonkeyPatch, cell: tuple[int, int], choices: int
) -> None:
    monkeypatch.setattr(derive, "MOST_CHOICES", choices)
    derivation = explain(LATE, cell)
    assert isinstance(derivation, Derivation)
    check(LATE, derivation)
    assert sum(isinstance(step, Cases) for step in walk(derivation.steps)) > 1
    assert Derivation.from_json(derivation.to_json()) == derivation


def test_what_takes_more_cases_within_cases_than_a_derivation_may_have_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(derive, "MOST_CHOICES", 0)
    assert isinstance(explain(LATE, (5, 13)), Derivation)
    monkeypatch.setattr(derive, "DEEPEST", 1)
    with pytest.raises(BudgetExceeded):
        explain(LATE, (5, 13))


def test_a_claim_that_has_become_empty_is_passed_over() -> None:
    known = conclude.Known()
    a, b, c, d, e = ((0, column) for column in range(5))
    for cells, count in [([a], 1), ([b], 0), ([a, b], 1), ([c, d], 1), ([c, d, e, a], 2)]:
        known.take_in(Claim(frozenset(cells), count))
    conclude.conclude(known)
    assert known.contradiction is None
    assert known.settled[e].count == 0
    assert all(claim.cells for claim in known.active)
