"""Any numbers at all, however absurd: the right answer, or an error with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from oracles import Enumeration
from test_contradiction import contradiction_of, expect_minimal

from sapper.exact.counting import count
from sapper.exact.fronts import Deduced, Impossible, Witness
from sapper.view import View

MOST_HIDDEN = 12

small_numbers = st.sampled_from([-1, -1, -1, 0, 1, 1, 2, 2, 3])
any_numbers = st.integers(-1, 8)


@st.composite
def any_view(draw: st.DrawFn) -> View:
    shape = draw(st.tuples(st.integers(1, 4), st.integers(1, 6)))
    values = draw(st.sampled_from([small_numbers, any_numbers]))
    numbers = draw(arrays(np.int8, shape, elements=values))
    hidden = np.flatnonzero(numbers < 0)
    numbers.flat[hidden[MOST_HIDDEN:]] = draw(st.integers(0, 2))
    return View.from_numbers(numbers, draw(st.integers(0, numbers.size)))


@pytest.mark.slow
@settings(max_examples=1000, derandomize=True)
@given(any_view())
def test_any_view_is_counted_or_refused_with_a_minimal_reason(view: View) -> None:
    expect_right_answer(view)


def expect_right_answer(view: View) -> None:
    layouts = Enumeration(view.numbers, view.mines)
    if layouts.count:
        counted = count(view)
        assert counted.layouts == layouts.count
        assert counted.mine_fractions() == layouts.fractions()
    else:
        expect_minimal(contradiction_of(view), layouts)


def deduce_nothing(witnesses: Iterable[Witness]) -> Deduced:
    """Leave everything to the sweep but numbers that can't be true by themselves."""
    kept = tuple(witness for witness in witnesses if witness.hidden or witness.lacks)
    for witness in kept:
        if witness.lacks > len(witness.hidden):
            raise Impossible([witness.cell])
    return Deduced(frozenset(), frozenset(), kept, {}, {})


@pytest.mark.slow
@settings(max_examples=1000, derandomize=True)
@given(any_view())
def test_the_sweep_alone_answers_the_same(view: View) -> None:
    with (
        patch("sapper.exact.counting.deduce", deduce_nothing),
        patch("sapper.exact.consistency.deduce", deduce_nothing),
    ):
        expect_right_answer(view)
