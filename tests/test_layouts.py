"""Many layouts at once are the same as one board after another."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from sapper import board
from sapper.board import Board, lay_many
from sapper.errors import CellError, LevelError, OutOfRange
from sapper.level import Level, StartRule


def one_by_one(
    level: Level, seed: int, start_index: int, count: int, first: tuple[int, int] | None
) -> list[NDArray[np.bool_]]:
    return [Board(level, seed, start_index + place, first).layout for place in range(count)]


@settings(max_examples=60)
@given(
    st.integers(1, 12),
    st.integers(1, 12),
    st.integers(0, 144),
    st.sampled_from(["any", "safe", "opening"]),
    st.integers(0, 2**128 - 1),
    st.integers(0, 2**64 - 20),
    st.data(),
)
def test_all_levels(
    height: int, width: int, mines: int, start: str, seed: int, index: int, data: st.DataObject
) -> None:
    room = height * width - {"any": 0, "safe": 1, "opening": min(9, height * width)}[start]
    level = Level(height, width, min(mines, room), StartRule(start))
    first = data.draw(st.tuples(st.integers(0, height - 1), st.integers(0, width - 1)))
    layouts = lay_many(level, seed, index, 5, first)
    assert np.array_equal(layouts, one_by_one(level, seed, index, 5, first))


@pytest.mark.parametrize(
    ("height", "width", "mines"), [(16, 30, 99), (100, 100, 2000), (100, 100, 9999), (3, 2000, 1)]
)
def test_large_boards(height: int, width: int, mines: int) -> None:
    # Many of their numbers begin alike, so that the engine has to look at whole ones.
    level, first = Level(height, width, mines), (height - 1, 7)
    layouts = lay_many(level, 2**100 + 5, 2**64 - 3, 3, first)
    assert np.array_equal(layouts, one_by_one(level, 2**100 + 5, 2**64 - 3, 3, first))


def test_without_the_engine_they_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    level = Level(9, 9, 10, StartRule.OPENING)
    layouts = lay_many(level, 1, 3, 20, (4, 4))
    monkeypatch.setattr(board, "compiled", None)
    assert np.array_equal(lay_many(level, 1, 3, 20, (4, 4)), layouts)
    assert lay_many(level, 1, 3, 0, (4, 4)).shape == (0, 9, 9)


def test_numbers_of_numpy_are_numbers_too() -> None:
    seven: Any = np.int64(7)
    layouts = lay_many(Level(9, 9, 10), seven, seven, seven, None)
    assert np.array_equal(layouts, lay_many(Level(9, 9, 10), 7, 7, 7, None))


def test_the_callers_may_write_on_them() -> None:
    layouts = lay_many(Level(9, 9, 10), 1, 0, 2, None)
    layouts[:] = False
    assert lay_many(Level(9, 9, 10), 1, 0, 2, None).sum() == 20


def test_bad_requests_are_refused_even_for_no_boards() -> None:
    level = Level(4, 4, 8, StartRule.OPENING)
    with pytest.raises(LevelError, match="no room for an opening"):
        lay_many(level, 1, 0, 0, (1, 1))
    with pytest.raises(CellError):
        lay_many(level, 1, 0, 1, (4, 0))
    with pytest.raises(OutOfRange, match="an index"):
        lay_many(level, 1, 2**64 - 1, 2, (0, 0))
