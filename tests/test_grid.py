"""Cells and their neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import cells_of, some

from sapper.errors import CellError, SapperError
from sapper.grid import Cell, cells, check_cell, neighbours


@st.composite
def _places(draw: st.DrawFn) -> tuple[Cell, int, int]:
    height, width = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    return draw(cells_of(height, width)), height, width


def test_cells_come_row_by_row() -> None:
    assert list(cells(2, 3)) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]


@some
@given(_places())
def test_neighbours_are_all_the_cells_one_king_step_away(place: tuple[Cell, int, int]) -> None:
    (row, column), height, width = place
    steps_away = [
        cell for cell in cells(height, width) if max(abs(cell[0] - row), abs(cell[1] - column)) == 1
    ]
    assert list(neighbours((row, column), height, width)) == steps_away


@pytest.mark.parametrize(("cell", "count"), [((0, 0), 3), ((0, 1), 5), ((1, 1), 8), ((2, 3), 3)])
def test_corner_edge_and_middle_have_three_five_and_eight_neighbours(
    cell: Cell, count: int
) -> None:
    assert len(neighbours(cell, 3, 4)) == count


def test_a_lone_cell_has_no_neighbours() -> None:
    assert neighbours((0, 0), 1, 1) == ()


def test_height_and_width_are_not_swapped() -> None:
    assert neighbours((0, 4), height=1, width=5) == ((0, 3),)
    assert neighbours((4, 0), height=5, width=1) == ((3, 0),)


@some
@given(_places())
def test_a_cell_inside_is_given_back(place: tuple[Cell, int, int]) -> None:
    cell, height, width = place
    assert check_cell(cell, height, width) == cell


def test_a_cell_of_numpy_integers_or_a_list_becomes_plain_ints() -> None:
    row, column = check_cell((np.int64(1), np.int8(2)), 2, 3)  # type: ignore[arg-type]
    assert (type(row), type(column)) == (int, int)
    listed: Any = [1, 2]
    assert check_cell(listed, 2, 3) == (1, 2)


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (2, 0), (0, 3), (2, 3), (10**30, 0)])
def test_a_cell_outside_is_refused_with_the_cell_and_the_bounds(cell: Cell) -> None:
    with pytest.raises(CellError) as caught:
        check_cell(cell, height=2, width=3)
    assert str(caught.value) == (
        f"cell ({cell[0]}, {cell[1]}) is outside the 2×3 board: rows 0–1, columns 0–2"
    )


@pytest.mark.parametrize("thing", [(1,), (1, 2, 3), (0.0, 1), ("0", "1"), "ab", None, 3, ()])
def test_what_is_no_cell_is_refused_by_name(thing: Any) -> None:
    with pytest.raises(CellError, match=r"a cell is a pair \(row, column\)") as caught:
        check_cell(thing, 4, 4)
    assert repr(thing) in str(caught.value)


def test_a_cell_error_is_a_sapper_error_and_a_value_error() -> None:
    assert issubclass(CellError, SapperError)
    assert issubclass(CellError, ValueError)
