from __future__ import annotations

import numpy as np
import pytest
from oracles import Enumeration
from positions import bent, played, random_board, small_positions

from sapper.errors import Contradiction
from sapper.exact.counting import count
from sapper.view import View


def contradiction_of(view: View) -> Contradiction:
    with pytest.raises(Contradiction) as raised:
        count(view)
    return raised.value


def contradiction_or_none(view: View) -> Contradiction | None:
    try:
        count(view)
    except Contradiction as contradiction:
        return contradiction
    return None


def expect_minimal(contradiction: Contradiction, layouts: Enumeration) -> None:
    cells, needs_total = contradiction.cells, contradiction.needs_total
    assert not layouts.can_be_true(cells, with_total=needs_total)
    for left_out in cells:
        others = [cell for cell in cells if cell != left_out]
        assert layouts.can_be_true(others, with_total=needs_total)
    if needs_total:
        assert layouts.can_be_true(layouts.revealed, with_total=False)


@pytest.mark.slow
def test_the_numbers_named_contradict_each_other_and_none_can_be_left_out() -> None:
    random = np.random.default_rng(21)
    with_total = without_total = 0
    for view in small_positions(games=500, most_hidden=12, seed=21):
        crooked = bent(view, random)
        layouts = Enumeration(crooked.numbers, crooked.mines)
        if not layouts.count:
            contradiction = contradiction_of(crooked)
            expect_minimal(contradiction, layouts)
            with_total += contradiction.needs_total
            without_total += not contradiction.needs_total
    assert with_total > 300
    assert without_total > 300


def test_many_numbers_wrong_at_once() -> None:
    random = np.random.default_rng(22)
    for _ in range(400):
        numbers = random.integers(-3, 4, size=(4, 5)).clip(-1)
        view = View.from_numbers(numbers, int(random.integers(0, 8)))
        if (numbers < 0).sum() > 13:
            continue
        layouts = Enumeration(view.numbers, view.mines)
        if not layouts.count:
            expect_minimal(contradiction_of(view), layouts)


@pytest.mark.parametrize(
    ("rows", "mines", "cells", "message"),
    [
        ("1#0", 1, [(0, 0), (0, 2)], "the 1 at (0, 0) and the 0 at (0, 2) contradict each other"),
        ("2#", 1, [(0, 0)], "the 2 at (0, 0) can't be true"),
        ("0000\n0300", 0, [(1, 1)], "the 3 at (1, 1) can't be true"),
        (
            "3#\n##",
            2,
            [(0, 0)],
            "the 3 at (0, 0) and a total of 2 mines contradict each other",
        ),
        (
            "#1##1#",
            3,
            [(0, 1), (0, 4)],
            "the 1 at (0, 1), the 1 at (0, 4) and a total of 3 mines contradict each other",
        ),
        ("00#", 2, [], "a total of 2 mines does not fit in 1 hidden cell"),
    ],
)
def test_the_message_names_the_numbers_and_their_places(
    rows: str, mines: int, cells: list[tuple[int, int]], message: str
) -> None:
    contradiction = contradiction_of(View.parse(rows, mines=mines))
    assert str(contradiction) == message
    assert list(contradiction.cells) == cells
    assert contradiction.needs_total == ("total" in message)


def test_a_long_message_tells_how_many_more_there_are() -> None:
    view = View.parse("#1#" * 20, mines=21)
    contradiction = contradiction_of(view)
    assert len(contradiction.cells) == 20
    assert "8 more numbers and a total of 21 mines" in str(contradiction)


@pytest.mark.parametrize("flood", [True, False])
def test_one_wrong_number_on_a_large_board_is_found_nearby(flood: bool) -> None:
    random = np.random.default_rng(23)
    views = list(played(random_board(50, 50, 500, random), random, flood))
    found = 0
    for view in views[100 :: len(views) // 5]:
        numbers = view.numbers.copy()
        shown = np.argwhere(numbers > 0)
        row, column = shown[random.integers(len(shown))]
        numbers[row, column] = numbers[row, column] - 1
        contradiction = contradiction_or_none(View.from_numbers(numbers, 500))
        if contradiction is not None:
            found += 1
            assert not contradiction.needs_total
            assert len(contradiction.cells) < 30
    assert found


def test_a_total_far_off_is_shown_by_few_numbers() -> None:
    random = np.random.default_rng(24)
    view = list(played(random_board(16, 30, 99, random), random))[80]
    hidden = int((view.numbers < 0).sum())
    for mines in (10, hidden - 10):
        contradiction = contradiction_of(View.from_numbers(view.numbers, mines))
        assert contradiction.needs_total
        assert contradiction.cells
