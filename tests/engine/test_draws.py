"""Layouts drawn by the compiled sampler: each agrees with the view, and every machine's alike."""

from __future__ import annotations

import numpy as np
import pytest
from native import HIDDEN, UNLIMITED, native, revealed_at_random
from positions import numbers_of, random_board


@pytest.mark.parametrize(
    ("height", "width", "mines"), [(16, 30, 99), (50, 50, 500), (120, 120, 2500)]
)
def test_layouts_of_large_boards_agree_with_the_view_and_the_odds(
    height: int, width: int, mines: int
) -> None:
    random = np.random.default_rng(61)
    numbers = revealed_at_random(random_board(height, width, mines, random), 15, random)
    drawn = native.sample(numbers, mines, 300, 5, UNLIMITED)
    revealed = numbers != HIDDEN
    for layout in drawn:
        assert layout.sum() == mines
        assert not layout[revealed].any()
        assert np.array_equal(numbers_of(layout)[revealed], numbers[revealed])
    probability, verdicts = native.analyze(numbers, mines, UNLIMITED)
    assert not drawn[:, verdicts == 1].any()
    assert drawn[:, verdicts == -1].all()
    expected = probability[~revealed]
    error = np.sqrt(np.maximum(expected * (1 - expected), 1e-12) / len(drawn))
    assert (np.abs(drawn.mean(axis=0)[~revealed] - expected) < 6 * error + 0.02).all()


@pytest.mark.parametrize("seed", range(3))
def test_mines_are_drawn_as_often_as_the_odds_say_on_wide_fronts(seed: int) -> None:
    """Scattered numbers: boxes whose mines vary in many ways for the same total."""
    random = np.random.default_rng([62, seed])
    numbers = revealed_at_random(random_board(12, 16, 40, random), 40, random, flood=False)
    drawn = native.sample(numbers, 40, 20_000, seed, UNLIMITED)
    probability, verdicts = native.analyze(numbers, 40, UNLIMITED)
    uncertain = (numbers == HIDDEN) & (verdicts == 0)
    chance = probability[uncertain]
    sigma = np.sqrt(chance * (1 - chance) / len(drawn))
    assert (np.abs(drawn.mean(axis=0)[uncertain] - chance) < 5 * sigma).all()


def test_the_draws_of_a_seed_are_the_same_everywhere_and_for_ever() -> None:
    numbers = np.full((4, 4), HIDDEN, dtype=np.int8)
    numbers[1, 1] = 2
    drawn = native.sample(numbers, 5, 3, 2026, UNLIMITED)
    assert (drawn.reshape(3, -1) @ (1 << np.arange(16))).tolist() == [14401, 18443, 10505]
    drawn = native.sample(np.full((3, 5), HIDDEN, dtype=np.int8), 6, 3, 2**64 - 1, UNLIMITED)
    assert (drawn.reshape(3, -1) @ (1 << np.arange(15))).tolist() == [13121, 1475, 18020]


def test_a_layout_depends_on_its_place_alone_and_not_on_calls_before() -> None:
    numbers = np.full((8, 8), HIDDEN, dtype=np.int8)
    numbers[3, 3] = 2
    many = native.sample(numbers, 10, 50, 9, UNLIMITED)
    native.sample(numbers, 11, 3, 1, UNLIMITED)
    assert np.array_equal(native.sample(numbers, 10, 7, 9, UNLIMITED), many[:7])
    assert len(np.unique(many.reshape(50, -1), axis=0)) == 50
