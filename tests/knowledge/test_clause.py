"""The clause base, against a saturation too plain to be wrong."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from saturation import clauses_of_sum, saturate, strictest

from sapper.errors import OutOfRange
from sapper.knowledge.clause import (
    BARREN_ROUNDS,
    Assertion,
    Clause,
    ClauseBase,
    EmptyClause,
    Source,
    exactly,
)

SOMEONE = Assertion(Source.NUMBER, (0, 0))
VARIABLES = range(1, 7)


def clauses_of(seed: int) -> list[Clause]:
    """Up to eight clauses about six cells, without tautologies."""
    chance = random.Random(seed)
    return [
        frozenset(
            chance.choice((1, -1)) * variable
            for variable in chance.sample(VARIABLES, chance.choice((1, 2, 2, 2, 3, 3, 3, 3, 4)))
        )
        for _ in range(chance.randint(0, 8))
    ]


clause_sets = st.builds(clauses_of, st.integers(0, 2**32))


def models_of(clauses: list[Clause]) -> list[set[int]]:
    signed = (
        {v if true else -v for v, true in zip(VARIABLES, row, strict=True)}
        for row in product((False, True), repeat=len(VARIABLES))
    )
    return [model for model in signed if all(clause & model for clause in clauses)]


def concluded(told: list[Clause], width: int) -> ClauseBase:
    base = ClauseBase(width, rounds=None)
    base.tell(told, SOMEONE)
    base.conclude()
    return base


def consistent(told: list[Clause], width: int) -> ClauseBase:
    """A base that no clauses contradict each other in; others are passed over."""
    try:
        return concluded(told, width)
    except EmptyClause:
        reject()


@given(clause_sets, st.integers(1, 4), st.randoms(use_true_random=False))
@settings(max_examples=300)
def test_the_base_holds_what_a_plain_saturation_holds_in_any_order(
    told: list[Clause], width: int, chance: random.Random
) -> None:
    expected = saturate(told, width)
    base = ClauseBase(width, rounds=None)
    try:
        for clause in chance.sample(told, len(told)):
            # As a hint does, the clause leaves out what is settled.
            if not any(base.is_settled(abs(literal)) == (literal > 0) for literal in clause):
                left = [each for each in clause if base.is_settled(abs(each)) is None]
                if not left:
                    raise EmptyClause((clause, clause))
                base.tell([frozenset(left)], SOMEONE)
            if chance.random() < 0.5:
                base.conclude()
        base.conclude()
    except EmptyClause:
        assert frozenset() in expected
        return
    assert frozenset() not in expected
    units = {frozenset({literal}) for literal in base.settled}
    assert units | base.clauses == strictest(expected)


@given(clause_sets, st.integers(1, 4))
@settings(max_examples=300)
def test_what_is_settled_holds_in_every_model_and_an_empty_clause_means_there_is_none(
    told: list[Clause], width: int
) -> None:
    models = models_of(told)
    try:
        base = concluded(told, width)
    except EmptyClause:
        assert not models
        return
    for model in models:
        assert set(base.settled) <= model
        assert all(clause & model for clause in base.clauses)


@given(clause_sets)
@settings(max_examples=200)
def test_at_full_width_all_that_follows_is_settled(told: list[Clause]) -> None:
    models = models_of(told)
    if not models:
        with pytest.raises(EmptyClause):
            concluded(told, len(VARIABLES))
        return
    literals = {sign * variable for variable in VARIABLES for sign in (1, -1)}
    follows = {literal for literal in literals if all(literal in model for model in models)}
    assert set(concluded(told, len(VARIABLES)).settled) == follows


@given(clause_sets, st.integers(1, 4))
@settings(max_examples=200)
def test_only_the_stricter_clause_stays_and_none_names_a_settled_cell(
    told: list[Clause], width: int
) -> None:
    base = consistent(told, width)
    assert strictest(base.clauses) == base.clauses
    settled_cells = {abs(literal) for literal in base.settled}
    assert len(settled_cells) == len(base.settled)
    assert all(settled_cells.isdisjoint(map(abs, clause)) for clause in base.clauses)


@given(clause_sets, st.integers(1, 4))
@settings(max_examples=200)
def test_every_clause_can_tell_its_parents_back_to_what_was_told(
    told: list[Clause], width: int
) -> None:
    base = consistent(told, width)
    order = {clause: place for place, clause in enumerate(base.origin)}
    for clause in [*base.clauses, *(frozenset({literal}) for literal in base.settled)]:
        assert clause in base.origin
    for clause, origin in base.origin.items():
        if isinstance(origin, Assertion):
            assert clause in told
            continue
        one, other = origin
        assert max(order[one], order[other]) < order[clause]
        pair = [literal for literal in one if -literal in other]
        assert len(pair) == 1
        assert (one | other) - {pair[0], -pair[0]} == clause


@pytest.mark.parametrize("size", range(1, 6))
def test_a_hint_gives_exactly_the_clauses_that_say_so(size: int) -> None:
    cells = list(range(1, size + 1))
    for count in range(size + 1):
        assert set(exactly(count, cells)) == clauses_of_sum(count, cells)
        assert len(list(exactly(count, cells))) == len(set(exactly(count, cells)))


def implications(length: int) -> list[Clause]:
    """If cell 1 is safe, so is cell 2, and so on to the last; but then cell 1 is a mine."""
    chain = [frozenset({cell, -(cell + 1)}) for cell in range(1, length)]
    told: list[Clause] = [*chain, frozenset({length, 1})]
    random.Random(length).shuffle(told)
    return told


def test_stuck_is_so_many_rounds_without_a_unit_clause_and_more_rounds_may_go_on() -> None:
    base = ClauseBase(rounds=1)
    base.tell(implications(60), SOMEONE)
    assert not base.advance()
    assert not base.is_saturated
    assert any(base.advance() for _ in range(BARREN_ROUNDS))
    base.conclude()
    assert base.settled == [1]
    assert base.most_rounds < BARREN_ROUNDS


@pytest.mark.parametrize("length", [2, 17, 130])
def test_ten_rounds_follow_long_chains_at_width_two(length: int) -> None:
    # In each round what is known doubles its reach, and 2 to the tenth is 1024 literals.
    base = ClauseBase(rounds=BARREN_ROUNDS)
    base.tell(implications(length), SOMEONE)
    base.conclude()
    assert base.settled == [1]
    assert base.is_saturated


def test_a_wider_clause_is_not_resolved_until_units_have_made_it_short() -> None:
    told: list[Clause] = [frozenset({1, 2, 3}), frozenset({-1, 2, 3}), frozenset({2, -3})]
    base = concluded(told, width=2)
    assert base.settled == []
    base.tell([frozenset({4})], SOMEONE)
    base.conclude()
    assert base.settled == [4]
    assert set(concluded(told, width=3).settled) == {2}
    short = concluded([*(clause | {-4} for clause in told), frozenset({4})], width=3)
    assert set(short.settled) == {4, 2}


def test_effort_is_counted() -> None:
    base = concluded([frozenset({1, 2}), frozenset({1, -2}), frozenset({-1, 3, 4})], width=2)
    assert base.settled == [1]
    assert base.clauses == {frozenset({3, 4})}
    assert base.inferences == 2  # one resolvent, one literal struck out
    assert base.most_clauses == 3


def test_a_width_below_one_is_refused() -> None:
    with pytest.raises(OutOfRange, match="a width of at least 1, not 0"):
        ClauseBase(0)
