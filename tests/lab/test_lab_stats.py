"""Intervals and tests keep their word."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import optimize, stats  # type: ignore[import-untyped]

from sapper.errors import ExperimentError, ExtraMissing
from sapper.lab.stats import (
    Decision,
    Interval,
    Pairs,
    SequentialTest,
    _Counts,
    mean_interval,
    wilson,
)

Bits = NDArray[np.bool_]


@given(st.integers(0, 300), st.integers(1, 300), st.sampled_from([0.8, 0.95, 0.99]))
def test_wilson_is_scipys(successes: int, trials: int, confidence: float) -> None:
    successes = min(successes, trials)
    known = stats.binomtest(successes, trials).proportion_ci(confidence, method="wilson")
    found = wilson(successes, trials, confidence)
    assert found.low == pytest.approx(known.low, abs=1e-12)
    assert found.high == pytest.approx(known.high, abs=1e-12)
    assert successes / trials in Interval(found.low - 1e-12, found.high + 1e-12)


@given(st.lists(st.floats(0.3, 0.7), min_size=2, max_size=200), st.sampled_from([0.5, 0.95, 0.99]))
def test_the_interval_of_a_mean_is_scipys(values: list[float], confidence: float) -> None:
    shares = np.array(values)
    found = mean_interval(shares, confidence)
    error = float(stats.sem(shares))
    if error == 0:
        assert found == Interval(shares.mean(), shares.mean())
        return
    low, high = stats.t.interval(confidence, len(shares) - 1, shares.mean(), error)
    assert found.low == pytest.approx(max(0.0, low), abs=1e-9)
    assert found.high == pytest.approx(min(1.0, high), abs=1e-9)


def test_without_scipy_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    with pytest.raises(ExtraMissing, match=r"needs scipy: .*\[lab\]"):
        Pairs(1, 2, 3, 4).p_value()
    assert wilson(1, 2).low > 0  # win rates need none


def test_nothing_is_known_from_no_trials() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0)


@given(st.integers(0, 400), st.integers(0, 400))
def test_mcnemar_is_scipys_binomial_test(first_only: int, second_only: int) -> None:
    pairs = Pairs(7, first_only, second_only, 5)
    known = stats.binomtest(first_only, first_only + second_only).pvalue if pairs.discordant else 1
    assert pairs.p_value() == pytest.approx(known, rel=1e-9)


def test_mcnemar_of_a_million_pairs() -> None:
    known = stats.binomtest(498_800, 1_000_000).pvalue
    assert Pairs(0, 498_800, 501_200, 0).p_value() == pytest.approx(known, rel=1e-6)


def test_pairs_are_counted() -> None:
    first = np.array([1, 1, 1, 0, 0, 0, 0], dtype=bool)
    second = np.array([1, 0, 0, 1, 0, 0, 0], dtype=bool)
    assert Pairs.of(first, second) == Pairs(both=1, first_only=2, second_only=1, neither=3)
    assert Pairs.of(first, second).difference == pytest.approx(1 / 7)


@pytest.mark.parametrize(("pairs", "both"), [(60, 0.3), (2000, 0.3)])
def test_the_interval_of_a_difference_covers_it_as_often_as_it_says(
    pairs: int, both: float
) -> None:
    chances = [both, 0.15, 0.10, 0.75 - both]  # the difference is 5 points
    drawn = np.random.default_rng(1).multinomial(pairs, chances, size=3000)
    covered = sum(0.05 in Pairs(*map(int, row)).interval() for row in drawn)
    assert 0.935 < covered / 3000 < 0.975


@given(
    st.lists(st.sampled_from([(1, 1), (1, 0), (0, 1), (0, 0)]), min_size=1, max_size=60),
    st.floats(-0.6, 0.6),
)
def test_the_likelihood_is_the_largest_there_is(
    pairs: list[tuple[int, int]], difference: float
) -> None:
    first, second = np.array(pairs, dtype=bool).T
    found = _Counts.of(first, second).log_likelihood(difference)[-1]
    counted = Pairs.of(first, second)
    alike = counted.both + counted.neither

    def unlikelihood(share: float) -> float:
        chances = np.maximum(
            [(share + difference) / 2, (share - difference) / 2, 1 - share], 1e-300
        )
        counts = [counted.first_only, counted.second_only, alike]
        return -float(np.dot(counts, np.log(chances)))

    known = optimize.minimize_scalar(
        unlikelihood, bounds=(abs(difference), 1), method="bounded", options={"xatol": 1e-10}
    )
    assert found >= -known.fun - 1e-6


def draw_pairs(count: int, length: int, difference: float, discordant: float) -> tuple[Bits, Bits]:
    """Comparisons of two agents whose win rates differ by so much."""
    lots = np.random.default_rng(5).random((count, length))
    first_only = lots < (discordant + difference) / 2
    second_only = ~first_only & (lots < discordant)
    return first_only, second_only


@pytest.mark.slow
def test_the_sequential_test_keeps_its_word() -> None:
    # Agents that differ on a fifth of the boards, as safest-cell players of expert boards do.
    test = SequentialTest(0.0, 0.03, false_alarm=0.05, miss=0.05)
    comparisons, length = 600, 12_000
    false_alarms, found, undecided = 0, 0, 0
    for true_difference in (test.lower, test.upper):
        first, second = draw_pairs(comparisons, length, true_difference, discordant=0.2)
        verdicts = [test.decide(*pair) for pair in zip(first, second, strict=True)]
        undecided += sum(verdict.decision is Decision.OPEN for verdict in verdicts)
        said_upper = sum(verdict.decision is Decision.UPPER for verdict in verdicts)
        if true_difference == test.lower:
            false_alarms = said_upper
        else:
            found = said_upper
    assert undecided == 0
    # The stated shares, and what chance adds to them once in a thousand such tests.
    assert false_alarms <= stats.binom.ppf(0.999, comparisons, test.false_alarm)
    assert found >= stats.binom.ppf(0.001, comparisons, 1 - test.miss)


def test_a_test_without_bounds_would_not_keep_it() -> None:
    # Whoever looks after every pair and stops at p < 5 % is fooled far more often.
    first, second = draw_pairs(200, 4000, 0.0, discordant=0.2)
    fooled = 0
    for one, other in zip(first, second, strict=True):
        looks = range(100, 4000, 100)
        fooled += any(Pairs.of(one[:n], other[:n]).p_value() < 0.05 for n in looks)
    assert fooled / 200 > 0.15


def test_decisions_do_not_depend_on_what_comes_after() -> None:
    test = SequentialTest(0.0, 0.1)
    (first,), (second,) = draw_pairs(1, 4000, 0.1, discordant=0.3)
    verdict = test.decide(first, second)
    assert verdict.decision is Decision.UPPER
    assert test.decide(first[: verdict.pairs], second[: verdict.pairs]) == verdict
    earlier = test.decide(first[: verdict.pairs - 1], second[: verdict.pairs - 1])
    assert earlier.decision is Decision.OPEN
    assert test.decide(second, first).decision is Decision.LOWER
    nothing = np.zeros(0, dtype=bool)
    assert test.decide(nothing, nothing).decision is Decision.OPEN


@pytest.mark.parametrize(
    "arguments", [(0.1, 0.1), (0.2, 0.1), (0.0, 1.0), (0.0, 0.1, 0.0), (0.0, 0.1, 0.1, 0.5)]
)
def test_tests_that_make_no_sense_are_refused(arguments: tuple[float, ...]) -> None:
    with pytest.raises(ExperimentError):
        SequentialTest(*arguments)
