"""The board as it is drawn: every state has its own sign, at every size."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.exact.analysis import analyze
from sapper.interface.terminal.board_drawing import Part, Pointed, Scale, Scene, draw
from sapper.interface.terminal.looks import DARK, LIGHT, PALETTES
from sapper.view import View

VIEW = View.parse("1##F\n12##\n01##", mines=3)


def drawn(scene: Scene, scale: Scale, part: Part | None = None, look: str = DARK) -> list[str]:
    part = part or Part(0, 0, scene.view.height, scene.view.width)
    lines = draw(scene, part, scale, PALETTES[look])
    return ["".join(segment.text for segment in line).rstrip() for line in lines]


def test_a_small_board() -> None:
    assert drawn(Scene(VIEW), Scale.SMALL) == [
        "   0 1 2 3",
        "0  1 · · ⚑",
        "1  1 2 · ·",
        "2    1 · ·",
    ]


def test_a_board_of_medium_size_with_a_cursor() -> None:
    assert drawn(Scene(VIEW, cursor=(1, 1)), Scale.MEDIUM) == [
        "   0  1  2  3",
        "0  1  ·  ·  ⚑",
        "1  1 ▐2▌ ·  ·",
        "2     1  ·  ·",
    ]


def test_a_large_board_has_tiles_of_two_lines() -> None:
    lines = drawn(Scene(VIEW, cursor=(0, 1)), Scale.LARGE)
    assert len(lines) == 7
    assert lines[1] == "0   1  ▐·▌  ·   ⚑"
    assert lines[2].count("▀▀▀") == 4


def test_the_end_shows_mines_wrong_flags_and_what_went_off() -> None:
    scene = Scene(VIEW, exploded=(0, 1), mines=[(0, 1), (1, 2)], wrong_flags=[(0, 3)])
    assert drawn(scene, Scale.SMALL)[1:3] == ["0  1 X · !", "1  1 2 ✱ ·"]


def test_a_hint_is_framed_and_a_guess_has_another_sign() -> None:
    assert "(○)" in drawn(Scene(VIEW, hint=(0, 2)), Scale.MEDIUM)[1]
    assert "(?)" in drawn(Scene(VIEW, hint=(0, 2), is_hint_certain=False), Scale.MEDIUM)[1]


def test_an_explanation_frames_numbers_and_cells_and_marks_what_is_known() -> None:
    why = Pointed([(1, 0)], [(0, 1)], safe=[(0, 2)], mines=[(1, 2)])
    lines = drawn(Scene(VIEW, why=why), Scale.MEDIUM)
    assert lines[1] == "0  1 <·> ○  ⚑"
    assert lines[2] == "1 [1] 2  ✱  ·"


@pytest.mark.parametrize(("scale", "odds"), [(Scale.SMALL, ".5"), (Scale.LARGE, "50%")])
def test_odds_differ_from_numbers(scale: Scale, odds: str) -> None:
    view = View.parse("#1##", mines=1)
    line = drawn(Scene(view, odds=analyze(view)), scale)[1]
    assert line.count(odds) == 2
    assert line.count("○") == 1
    framed = drawn(Scene(view, cursor=(0, 2), odds=analyze(view)), scale)[1]
    assert framed == {Scale.SMALL: "0 .5 1▐5▌○", Scale.LARGE: "0  50%  1 ▐50%▌ ○"}[scale]


def test_unknown_odds_look_like_any_hidden_cell() -> None:
    view = View.parse("0#1###1##1##1#", mines=4)
    partly = analyze(view, budget=2, partial=True)
    assert drawn(Scene(view, odds=partly), Scale.SMALL)[1] == "0    ○ 1 ✱ ·.5 1.5 · 1 · · 1 ·"


def test_flags_stay_in_sight_among_the_odds() -> None:
    view = View.parse("F1##", mines=1)
    assert drawn(Scene(view, odds=analyze(view)), Scale.SMALL)[1] == "0  ⚑ 1.5 ○"


def test_certain_mines_in_the_odds() -> None:
    view = View.parse("#2##", mines=2)
    assert drawn(Scene(view, odds=analyze(view)), Scale.SMALL)[1] == "0  ✱ 2 ✱ ○"


def test_of_many_columns_every_other_is_numbered_and_that_of_the_cursor_always() -> None:
    heading = drawn(Scene(View(1, 14, 0), cursor=(0, 11)), Scale.SMALL)[0]
    assert heading.split() == ["0", "2", "4", "6", "8", "11"]


def test_a_part_says_where_there_is_more() -> None:
    view = View(100, 100, 10)
    heading, *rows = drawn(Scene(view, cursor=(50, 50)), Scale.SMALL, Part(48, 45, 5, 10))
    assert heading.startswith("  ◂")
    assert heading.endswith("▸")
    assert "▴" in rows[0]
    assert "▾" in rows[-1]


@settings(max_examples=30)
@given(
    height=st.integers(1, 120),
    width=st.integers(1, 120),
    room=st.tuples(st.integers(0, 30), st.integers(0, 100)),
    scale=st.sampled_from(Scale),
    look=st.sampled_from([DARK, LIGHT]),
    where=st.data(),
)
def test_whatever_the_room_the_cursor_is_in_sight_and_lines_are_equally_long(
    height: int,
    width: int,
    room: tuple[int, int],
    scale: Scale,
    look: str,
    where: st.DataObject,
) -> None:
    view = View(height, width, 0)
    part = None
    for _ in range(3):
        row = where.draw(st.integers(0, height - 1))
        column = where.draw(st.integers(0, width - 1))
        part = Part.following((row, column), view, scale, room, part)
        assert part.top <= row < part.top + part.height <= height
        assert part.left <= column < part.left + part.width <= width
        scene = Scene(view, cursor=(row, column))
        lines = list(draw(scene, part, scale, PALETTES[look]))
        lengths = {sum(segment.cell_length for segment in line) for line in lines}
        assert len(lengths) == 1
        assert any("▐" in segment.text for line in lines for segment in line)
