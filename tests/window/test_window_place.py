"""Where cells are: found again under the pointer, in sight when they should be."""

from __future__ import annotations

import pygame
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.interface.window.pen import Room
from sapper.interface.window.place import Place, Placing

sizes = st.tuples(st.integers(640, 4000), st.integers(460, 3000))
sides = st.integers(1, 120)


def laid_out(
    size: tuple[int, int], height: int, width: int, placing: Placing
) -> tuple[Place, pygame.Rect]:
    room = Room.of(size)
    part = room.inner(pygame.Rect(0, 60, size[0] * 2 // 3, size[1] - 100))
    return placing.place(part, height, width), part.rect


@settings(deadline=None)
@given(sizes, sides, sides, st.floats(0.3, 5), st.tuples(st.floats(-9, 9), st.floats(-9, 9)))
def test_a_cell_is_found_where_it_is_drawn(
    size: tuple[int, int], height: int, width: int, zoom: float, turned: tuple[float, float]
) -> None:
    placing = Placing()
    placing.enlarge(zoom)
    placing.scroll(turned)
    place, rect = laid_out(size, height, width, placing)
    assert rect.contains(place.sight)
    assert place.board.contains(place.sight)
    for cell in place.cells():
        seen = place.rect_of(cell).clip(place.sight)
        assert seen.width > 0
        assert place.cell_at(seen.center) == cell
    assert place.cell_at((place.sight.left - 1, place.sight.centery)) is None


@settings(deadline=None)
@given(sizes, st.integers(1, 120), st.integers(1, 120), st.data())
def test_any_cell_can_be_brought_into_sight(
    size: tuple[int, int], height: int, width: int, data: st.DataObject
) -> None:
    placing = Placing(zoom=data.draw(st.sampled_from([1.0, 3.0])))
    cell = data.draw(st.tuples(st.integers(0, height - 1), st.integers(0, width - 1)))
    place, _ = laid_out(size, height, width, placing)
    placing.bring_into_sight(place, cell)
    place, _ = laid_out(size, height, width, placing)
    assert place.sight.contains(place.rect_of(cell))


def test_a_board_that_fits_is_shown_whole_and_in_the_middle() -> None:
    place, rect = laid_out((1040, 720), 9, 9, Placing())
    assert place.sight == place.board
    assert abs(place.board.centerx - rect.centerx) <= 1
    assert abs(place.board.centery - rect.centery) <= 1


def test_what_is_in_the_window_grows_with_it() -> None:
    assert Room.of((2080, 1440)).units(10) == 2 * Room.of((1040, 720)).units(10)
    small, _ = laid_out((1040, 720), 16, 30, Placing())
    large, _ = laid_out((2080, 1440), 16, 30, Placing())
    assert large.side >= 1.9 * small.side
