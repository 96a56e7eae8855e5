"""Levels and start rules."""

from __future__ import annotations

import pickle
import re
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import levels, some

import sapper
from sapper.board import Board
from sapper.errors import LevelError, SapperError, UnknownName
from sapper.game import Game
from sapper.level import LEVELS, MOST_CELLS, Level, StartRule, first_cell


@pytest.mark.parametrize(
    ("name", "height", "width", "mines", "start"),
    [
        ("course", 8, 8, 8, "any"),
        ("beginner", 9, 9, 10, "safe"),
        ("intermediate", 16, 16, 40, "safe"),
        ("expert", 16, 30, 99, "safe"),
        ("easy", 9, 9, 10, "given"),
        ("medium", 16, 16, 25, "given"),
        ("hard", 16, 30, 99, "given"),
    ],
)
def test_named_levels_are_what_their_names_promise(
    name: str, height: int, width: int, mines: int, start: str
) -> None:
    level = sapper.LEVELS[name]
    assert (level.height, level.width, level.mines) == (height, width, mines)
    assert level.start is StartRule(start)
    assert level.name == name
    assert Level.named(name) is level


def test_there_are_seven_named_levels_and_none_can_be_added() -> None:
    assert len(LEVELS) == 7
    table: Any = LEVELS
    with pytest.raises(TypeError):
        table["own"] = Level(3, 3, 1)


def test_there_are_four_start_rules() -> None:
    assert [rule.value for rule in StartRule] == ["any", "safe", "opening", "given"]


def test_a_start_rule_may_be_named_by_its_word() -> None:
    assert Level(4, 4, 2, "opening") == Level(4, 4, 2, StartRule.OPENING)  # type: ignore[arg-type]


def test_a_level_starts_safe_and_is_named_by_its_size_unless_told() -> None:
    level = Level(3, 5, 4)
    assert (level.start, level.name) == (StartRule.SAFE, "3x5/4")


def test_a_level_never_changes() -> None:
    level: Any = Level(3, 5, 4)
    with pytest.raises(FrozenInstanceError):
        level.mines = 3


def test_numpy_sizes_become_plain_ints() -> None:
    level = Level(np.int64(3), np.int32(5), np.int8(4))  # type: ignore[arg-type]
    assert {type(level.height), type(level.width), type(level.mines)} == {int}
    assert level == Level(3, 5, 4)


@pytest.mark.parametrize("start", StartRule)
def test_more_mines_than_cells_are_refused_with_the_numbers(start: StartRule) -> None:
    with pytest.raises(LevelError, match=r"^13 mines do not fit on a 3×4 board of 12 cells$"):
        Level(3, 4, 13, start)


@pytest.mark.parametrize(("height", "width"), [(0, 3), (3, 0), (0, 0), (-2, -3), (-1, 4)])
def test_a_board_without_cells_is_refused(height: int, width: int) -> None:
    with pytest.raises(LevelError, match=f"{height}×{width} board has no cells"):
        Level(height, width, 0)


def test_a_negative_number_of_mines_is_refused() -> None:
    with pytest.raises(LevelError, match="can't hold -1 mines"):
        Level(3, 3, -1)


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ((3.0, 3, 1), "height must be a whole number, not 3.0"),
        ((3, "3", 1), "width must be a whole number, not '3'"),
        ((3, 3, None), "mines must be a whole number, not None"),
    ],
)
def test_sizes_that_are_not_whole_numbers_are_refused_by_name(
    sizes: tuple[Any, Any, Any], said: str
) -> None:
    with pytest.raises(LevelError) as caught:
        Level(*sizes)
    assert str(caught.value) == said


def test_a_board_too_large_for_memory_is_refused() -> None:
    assert Level(5000, 5000, 0).cells == MOST_CELLS
    with pytest.raises(LevelError, match="5000×5001 board is too large"):
        Level(5000, 5001, 0)
    with pytest.raises(LevelError, match="too large"):
        Level(10**20, 10**20, 0)


def test_a_safe_start_needs_one_cell_free() -> None:
    assert Level(2, 2, 3, StartRule.SAFE).mines == 3
    with pytest.raises(LevelError, match=r"4 mines on a 2×2 board leave no room.*'safe'.* 1 cell"):
        Level(2, 2, 4, StartRule.SAFE)


@pytest.mark.parametrize(
    ("height", "width", "kept"), [(5, 5, 4), (2, 2, 4), (1, 5, 2), (5, 1, 2), (1, 1, 1)]
)
def test_an_opening_needs_room_in_a_corner(height: int, width: int, kept: int) -> None:
    most = height * width - kept
    assert Level(height, width, most, StartRule.OPENING).mines == most
    with pytest.raises(LevelError, match=f"no room for the start rule 'opening'.* {kept} cell"):
        Level(height, width, most + 1, StartRule.OPENING)


@pytest.mark.parametrize("start", [StartRule.ANY, StartRule.GIVEN])
def test_a_board_may_be_all_mines_where_no_cell_is_promised(start: StartRule) -> None:
    assert Level(3, 3, 9, start).density == 1


def test_density_is_the_share_of_cells_with_mines() -> None:
    assert LEVELS["expert"].density == 99 / 480
    assert LEVELS["expert"].cells == 480


@pytest.mark.parametrize(("name", "count"), [("easy", 9), ("medium", 16), ("hard", 22)])
def test_the_root_of_the_number_of_cells_is_disclosed(name: str, count: int) -> None:
    assert LEVELS[name].disclosed == count


def test_no_more_is_disclosed_than_is_safe() -> None:
    assert Level(4, 4, 14, StartRule.GIVEN).disclosed == 2
    assert Level(4, 4, 16, StartRule.GIVEN).disclosed == 0


def test_starting_changes_the_start_rule_alone() -> None:
    level = LEVELS["expert"].starting("opening")
    assert level == Level(16, 30, 99, StartRule.OPENING, "expert")
    assert LEVELS["expert"].start is StartRule.SAFE


def test_starting_checks_for_room_again() -> None:
    level = Level(3, 3, 8, StartRule.SAFE)
    with pytest.raises(LevelError, match="no room for the start rule 'opening'"):
        level.starting(StartRule.OPENING)


@some
@given(levels(max_side=40))
def test_a_written_size_is_read_back(level: Level) -> None:
    size = f"{level.height}x{level.width}/{level.mines}"
    assert Level.parse(size, level.start) == level


@pytest.mark.parametrize("size", ["16x30/99", " 16 x 30 / 99 ", "16×30/99", "16X30/99"])
def test_a_size_may_be_spaced_and_crossed(size: str) -> None:
    assert Level.parse(size, "any") == Level(16, 30, 99, StartRule.ANY)


@pytest.mark.parametrize("size", ["", "16x30", "16/30/99", "x30/99", "-1x3/1", "9x9/10/1", "a"])
def test_what_is_no_size_is_refused_and_quoted(size: str) -> None:
    with pytest.raises(LevelError, match="HEIGHTxWIDTH/MINES") as caught:
        Level.parse(size)
    assert repr(size) in str(caught.value)


@some
@given(st.text(max_size=12))
def test_any_text_is_a_size_or_a_level_error(size: str) -> None:
    try:
        level = Level.parse(size)
    except LevelError:
        return
    assert 0 <= level.mines <= level.cells


def test_an_unknown_level_lists_those_there_are() -> None:
    with pytest.raises(UnknownName, match="no level is called 'novice'; there are: course, beg"):
        Level.named("novice")


@pytest.mark.parametrize("level", [None, 5, b"expert", (16, 30, 99)])
def test_what_is_no_level_is_refused_with_what_one_is(level: Any) -> None:
    said = f"a level is a Level, its name, or a size such as '16x30/99', not {level!r}"
    for make in (Level.of, Game.new, lambda level: Board(level, 1)):
        with pytest.raises(LevelError, match=re.escape(said)):
            make(level)


def test_an_unknown_start_rule_lists_those_there_are() -> None:
    said = "no start rule is called 'gentle'; there are: any, safe, opening, given"
    with pytest.raises(UnknownName, match=said):
        StartRule.of("gentle")
    with pytest.raises(UnknownName, match=said):
        Level(3, 3, 1, "gentle")  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match=said):
        LEVELS["course"].starting("gentle")


def test_errors_are_sapper_errors_and_pythons_own_kind_too() -> None:
    assert issubclass(LevelError, SapperError)
    assert issubclass(LevelError, ValueError)
    assert issubclass(UnknownName, SapperError)
    assert issubclass(UnknownName, LookupError)


@some
@given(levels())
def test_levels_are_values(level: Level) -> None:
    twin = pickle.loads(pickle.dumps(level))
    assert twin == level
    assert hash(twin) == hash(level)


@pytest.mark.parametrize(
    ("size", "start", "cell"),
    [
        ((8, 8), "any", (0, 0)),
        ((16, 30), "safe", (0, 0)),
        ((16, 30), "opening", (3, 3)),
        ((16, 16), "opening", (2, 2)),
        ((9, 9), "opening", (2, 2)),
        ((8, 8), "opening", (2, 2)),
        ((10, 10), "opening", (3, 3)),
        ((3, 40), "opening", (1, 3)),
        ((1, 1), "opening", (0, 0)),
        ((9, 9), "given", (0, 0)),
    ],
)
def test_the_first_cell(size: tuple[int, int], start: str, cell: tuple[int, int]) -> None:
    assert first_cell(*size, start) == cell
    assert first_cell(*size, StartRule(start)) == cell


def test_the_first_cell_under_an_unknown_start_rule() -> None:
    with pytest.raises(UnknownName):
        first_cell(9, 9, "gentle")


def test_one_mine_is_one_mine() -> None:
    with pytest.raises(LevelError, match=r"^1 mine on a 2×2 board leaves no room"):
        Level(2, 2, 1, StartRule.OPENING)
