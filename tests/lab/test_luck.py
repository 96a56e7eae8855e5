"""The luck of guesses: its mean is 0 whatever the value, and without it differences are sharper."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sapper._compiled import compiled
from sapper.errors import ExperimentError
from sapper.lab.bulk import Played, make_layouts, play_layouts
from sapper.lab.experiments import Compare
from sapper.lab.luck import GUESS_VALUE, WithoutLuck
from sapper.lab.run import RunLocation, run
from sapper.lab.store import Store
from sapper.level import Level

pytestmark = pytest.mark.skipif(compiled is None, reason="the engine measures luck")

BAD_VALUE = (-4.0, -60.0, 0.0, 0.0, 0.0)
"""Prefers what is dangerous: nearly 0 after a number that makes a cell safe, else nearly 1."""
UNIFORM_VALUE = (0.0, 0.0, 0.0, 0.0, 0.0)
"""Any number is worth ½."""
VALUES = [GUESS_VALUE, UNIFORM_VALUE, BAD_VALUE]
NEVER_SEARCHES: dict[str, Any] = {"search_layouts": 0, "playouts": 0}


def all_layouts(height: int, width: int, mines: int) -> NDArray[np.bool_]:
    """Every layout without a mine in the corner (0, 0)."""
    chosen = list(combinations(range(1, height * width), mines))
    layouts = np.zeros((len(chosen), height * width), dtype=np.bool_)
    np.put_along_axis(layouts, np.array(chosen), True, axis=1)
    return layouts.reshape(-1, height, width)


# Over all layouts the mean is not only near 0: it is 0. Whatever a guess leads to is among them,
# as often as its probability says.
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize(
    ("agent", "options"),
    [
        ("exact", {}),
        ("expert", {"budget": 2000}),
        ("expert", NEVER_SEARCHES),
        ("expert", {**NEVER_SEARCHES, "search_layouts": 20}),
        # Searches stop at a budget: some succeed in a position but not in the next one.
        ("expert", {**NEVER_SEARCHES, "search_layouts": 300, "search_budget": 60}),
    ],
)
def test_the_luck_of_all_layouts_adds_up_to_nothing(
    agent: str, options: dict[str, Any], value: Sequence[float]
) -> None:
    layouts = all_layouts(4, 4, 4)
    played = play_layouts(agent, layouts, (0, 0), luck_by=value, **options)
    assert played.luck is not None
    assert np.abs(played.luck).max() > 0.1
    assert abs(played.luck.sum()) < 1e-9


def test_without_luck_a_searched_game_gives_its_exact_chance() -> None:
    layouts = all_layouts(4, 4, 4)
    all_searched = {**NEVER_SEARCHES, "search_layouts": 1000, "search_budget": 10**6}
    played = play_layouts("expert", layouts, (0, 0), luck_by=GUESS_VALUE, **all_searched)
    assert played.luck is not None
    without = played.won - played.luck
    shown = layouts[:, :2, :2].sum(axis=(1, 2))
    for number in range(1, 4):  # after a 0 there may be certain moves, which are luck of their own
        chances = without[shown == number]
        assert np.ptp(chances) < 1e-9
        assert chances[0] == pytest.approx(played.won[shown == number].mean())


def play_both(value: Sequence[float]) -> tuple[Played, Played]:
    layouts = make_layouts(Level(9, 9, 14), seed=5, count=10_000, first=(0, 0))
    weak = play_layouts("exact", layouts, (0, 0), luck_by=value)
    return play_layouts("expert", layouts, (0, 0), luck_by=value, **NEVER_SEARCHES), weak


def difference(value: Sequence[float]) -> WithoutLuck:
    expert, exact = play_both(value)
    assert expert.luck is not None
    assert exact.luck is not None
    return WithoutLuck.of(expert.won, exact.won, expert.luck, exact.luck)


def test_a_bad_value_widens_the_interval_and_moves_nothing() -> None:
    expert, exact = play_both(GUESS_VALUE)
    raw = expert.won.astype(np.float64) - exact.won.astype(np.float64)
    raw_half = 1.96 * float(raw.std()) / sqrt(len(raw))
    good, bad = difference(GUESS_VALUE), difference(BAD_VALUE)
    assert good.interval.half < 0.75 * raw_half < raw_half < bad.interval.half
    assert good.variance_ratio == pytest.approx((raw_half / good.interval.half) ** 2, rel=0.01)
    assert good.variance_ratio > 1 > bad.variance_ratio
    for found in (good, bad):
        assert abs(found.difference - float(raw.mean())) < 2 * sqrt(
            raw_half**2 + found.interval.half**2
        )
    assert abs(good.difference - bad.difference) < 2 * bad.interval.half


@pytest.mark.parametrize("value", VALUES)
def test_the_mean_of_many_games_is_near_nothing(value: Sequence[float]) -> None:
    for played in play_both(value):
        assert played.luck is not None
        assert abs(played.luck.mean()) < 4 * played.luck.std() / sqrt(len(played.luck))


def test_luck_changes_no_game() -> None:
    layouts = make_layouts("intermediate", seed=2, count=200, first=(0, 0))
    for agent in ("exact", "expert"):
        plain = play_layouts(agent, layouts, (0, 0))
        measured = play_layouts(agent, layouts, (0, 0), threads=2, luck_by=GUESS_VALUE)
        again = play_layouts(agent, layouts, (0, 0), threads=1, luck_by=GUESS_VALUE)
        assert plain.luck is None
        assert measured.luck is not None
        assert again.luck is not None
        assert np.array_equal(plain.won, measured.won)
        assert np.array_equal(plain.guesses, measured.guesses)
        assert np.array_equal(measured.luck, again.luck)


def test_luck_is_measured_in_the_engine_alone() -> None:
    with pytest.raises(ExperimentError, match="not for sentence"):
        Compare(10, 1, agents=("exact", "sentence"), level="beginner", luck=True)
    with pytest.raises(ValueError, match="one weight for each feature"):
        play_layouts("exact", np.zeros((1, 3, 3), dtype=np.bool_), (0, 0), luck_by=(1.0,))


def test_a_comparison_shows_both_differences(tmp_path: Path) -> None:
    agents = ("expert:playouts=0", "exact")
    with_luck = Compare(400, 3, agents=agents, level="9x9/16", luck=True)
    raw_alone = Compare(400, 3, agents=agents, level="9x9/16")
    assert "--no-luck" not in with_luck.command()
    assert raw_alone.command().endswith("--no-luck --games 400 --seed 3")
    with Store(tmp_path / "lab.sqlite") as store:
        place = RunLocation(workers=1)
        both, raw = run(with_luck, store, place), run(raw_alone, store, place)
    facts = dict(zip(both.results().titles, both.results().rows[0], strict=True))
    raw_facts = dict(zip(raw.results().titles, raw.results().rows[0], strict=True))
    assert facts["difference"] == raw_facts["difference"]
    assert float(facts["variance_ratio"]) > 1
    low, high = float(facts["without_luck_low"]), float(facts["without_luck_high"])
    assert low < float(facts["without_luck"]) < high
    first, second = (float(facts[f"{which}_without_luck"]) for which in ("first", "second"))
    assert first - second == pytest.approx(float(facts["without_luck"]), abs=2e-6)
    assert float(facts["first_without_luck_low"]) < first < float(facts["first_without_luck_high"])
    assert high - low < float(facts["difference_high"]) - float(facts["difference_low"])
    assert raw_facts["without_luck"] == raw_facts["variance_ratio"] == ""
    assert raw_facts["first_without_luck"] == ""
    assert any("without luck" in line[0] for line in both.shown().rows)
    assert not any("without luck" in line[0] for line in raw.shown().rows)


def test_a_single_board_says_nothing() -> None:
    one = np.ones(1)
    found = WithoutLuck.of(one > 0, one < 0, 0.5 * one, 0 * one)
    assert found.difference == 0.5
    assert found.interval.half == float("inf")
