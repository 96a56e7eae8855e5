"""Where cells are: found again under the pointer, in sight when they should be."""

from __future__ import annotations

import pygame
from hypothesis import given
from hypothesis import strategies as st

from sapper.interface.window.layout import BoardLayout, BoardViewport
from sapper.interface.window.pen import Area

sizes = st.tuples(st.integers(640, 4000), st.integers(460, 3000))
sides = st.integers(1, 120)


def laid_out(
    size: tuple[int, int], height: int, width: int, viewport: BoardViewport
) -> tuple[BoardLayout, pygame.Rect]:
    area = Area.of(size)
    part = area.inner(pygame.Rect(0, 60, size[0] * 2 // 3, size[1] - 100))
    return viewport.layout(part, height, width), part.rect


@given(sizes, sides, sides, st.floats(0.3, 5), st.tuples(st.floats(-9, 9), st.floats(-9, 9)))
def test_a_cell_is_found_where_it_is_drawn(
    size: tuple[int, int], height: int, width: int, zoom: float, turned: tuple[float, float]
) -> None:
    viewport = BoardViewport()
    viewport.enlarge(zoom)
    viewport.scroll(turned)
    layout, rect = laid_out(size, height, width, viewport)
    assert rect.contains(layout.sight)
    assert layout.board.contains(layout.sight)
    for cell in layout.cells():
        seen = layout.rect_of(cell).clip(layout.sight)
        assert seen.width > 0
        assert layout.cell_at(seen.center) == cell
    assert layout.cell_at((layout.sight.left - 1, layout.sight.centery)) is None


@given(sizes, st.integers(1, 120), st.integers(1, 120), st.data())
def test_any_cell_can_be_brought_into_sight(
    size: tuple[int, int], height: int, width: int, data: st.DataObject
) -> None:
    viewport = BoardViewport(zoom=data.draw(st.sampled_from([1.0, 3.0])))
    cell = data.draw(st.tuples(st.integers(0, height - 1), st.integers(0, width - 1)))
    layout, _ = laid_out(size, height, width, viewport)
    viewport.bring_into_sight(layout, cell)
    layout, _ = laid_out(size, height, width, viewport)
    assert layout.sight.contains(layout.rect_of(cell))


def test_a_board_that_fits_is_shown_whole_and_in_the_middle() -> None:
    layout, rect = laid_out((1040, 720), 9, 9, BoardViewport())
    assert layout.sight == layout.board
    assert abs(layout.board.centerx - rect.centerx) <= 1
    assert abs(layout.board.centery - rect.centery) <= 1


def test_what_is_in_the_window_grows_with_it() -> None:
    assert Area.of((2080, 1440)).units(10) == 2 * Area.of((1040, 720)).units(10)
    small, _ = laid_out((1040, 720), 16, 30, BoardViewport())
    large, _ = laid_out((2080, 1440), 16, 30, BoardViewport())
    assert large.side >= 1.9 * small.side
