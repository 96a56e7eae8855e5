"""The view: what a player sees, as an immutable value."""

from __future__ import annotations

import copy
import pickle
import sys
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import combinations
from textwrap import indent
from threading import Barrier
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import cells_of, few, mutated_views, some, views

from sapper.agents.registry import make_agent
from sapper.errors import CellError, LevelError, ParseError, SapperError
from sapper.game import Game
from sapper.grid import Cell
from sapper.view import HIDDEN, HIDDEN_SIGNS, View, split_rows

any_views = views() | mutated_views()


def _shown(view: View) -> dict[Cell, int]:
    """What the view shows, the plain way."""
    rows = view.numbers.tolist()
    return {
        (row, column): number
        for row, line in enumerate(rows)
        for column, number in enumerate(line)
        if number != HIDDEN
    }


def _spaced(text: str) -> str:
    return "\n".join(" ".join(row) for row in text.splitlines())


# Reading and writing


@some
@given(any_views)
def test_a_written_view_is_read_back(view: View) -> None:
    text = str(view)
    again = View.parse(text, mines=view.mines)
    assert again == view
    assert str(again) == text
    assert (again.flags, again.mines) == (view.flags, view.mines)
    assert np.array_equal(again.numbers, view.numbers)


@some
@given(any_views, st.data())
def test_every_hidden_sign_is_read_as_hidden(view: View, data: st.DataObject) -> None:
    hidden = data.draw(st.sampled_from("#._-H?"))
    signs = [hidden if sign == "#" else sign for sign in str(view)]
    assert View.parse("".join(signs), mines=view.mines) == view


def test_the_hidden_signs_are_these_six() -> None:
    assert frozenset("#._-H?") == HIDDEN_SIGNS
    for sign in HIDDEN_SIGNS:
        assert str(View.parse(f"{sign}1{sign}F", mines=1)) == "#1#F"


@pytest.mark.parametrize(("one", "other"), list(combinations(sorted(HIDDEN_SIGNS), 2)))
def test_two_signs_that_may_mean_hidden_are_refused_together(one: str, other: str) -> None:
    """In Simon Tatham's Mines, - is 0 and ? is hidden; read as hidden, both would be."""
    with pytest.raises(ParseError) as refused:
        View.parse(f"1F{one}\n1{other}{one}", mines=2)
    assert str(refused.value) == (
        f"row 1, column 1: {other!r} may mean hidden, and so may {one!r} (row 0, column 2); "
        "one of them may be a 0 or a mine: write # for hidden, 0 for 0, and F for a known mine"
    )


@some
@given(any_views, st.text(" \t", max_size=5), st.booleans(), st.sampled_from(["\n", "\r\n"]))
def test_indentation_spacing_and_blank_lines_around_do_not_matter(
    view: View, margin: str, spaced: bool, line_end: str
) -> None:
    text = _spaced(str(view)) if spaced else str(view)
    lines = ["", "  ", *indent(text, margin).splitlines(), "", " "]
    assert View.parse(line_end.join(lines), mines=view.mines) == view
    trailing = "\n".join(line + "  " for line in lines)
    assert View.parse(trailing, mines=view.mines) == view


def test_rows_and_columns_are_not_swapped() -> None:
    view = View.parse("12#\nF0#", mines=3)
    assert (view.height, view.width, view.mines) == (2, 3, 3)
    assert view.number((0, 1)) == 2
    assert view.number((1, 1)) == 0
    assert view.flags == {(1, 0)}
    assert view.hidden() == [(0, 2), (1, 0), (1, 2)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("12#\n1*#", "row 1, column 1: '*' is not a cell"),
        ("129", "row 0, column 2: '9' is not a cell"),
        ("12\nf#", "row 1, column 0: 'f' is not a cell"),
        ("1²", "row 0, column 1: '²' is not a cell"),
        ("1٣", "row 0, column 1: '٣' is not a cell"),
        ("##\n #", "row 1, column 0: ' ' is not a cell"),
    ],
)
def test_foreign_characters_are_named_with_their_place(text: str, said: str) -> None:
    with pytest.raises(ParseError) as caught:
        View.parse(text, mines=1)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("###\n##", "row 1 has 2 cells, but row 0 has 3"),
        ("##\n##\n####", "row 2 has 4 cells, but row 0 has 2"),
        ("##\n\n##", "row 1 has 0 cells, but row 0 has 2"),
        ("# #\n# # #", "row 1 has 3 cells, but row 0 has 2"),
    ],
)
def test_ragged_rows_are_named_with_their_lengths(text: str, said: str) -> None:
    with pytest.raises(ParseError) as caught:
        View.parse(text, mines=1)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize("text", ["", "\n\n", "   \n \t "])
def test_a_text_without_rows_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="no rows"):
        View.parse(text, mines=0)


def test_too_many_mines_for_the_text_are_refused() -> None:
    with pytest.raises(LevelError, match=r"5 mines do not fit on a 2×2 board"):
        View.parse("##\n##", mines=5)


@some
@given(st.text("012345678#F \n.*9", max_size=20))
def test_any_text_is_a_view_or_a_parse_error(text: str) -> None:
    try:
        view = View.parse(text, mines=0)
    except ParseError:
        return
    assert View.parse(str(view), mines=0) == view


def test_split_rows_gives_one_sign_a_cell() -> None:
    assert split_rows("\n   1 2 #\n   # F #\n") == ["12#", "#F#"]
    assert split_rows("1") == ["1"]


@pytest.mark.slow
@some
@given(any_views)
def test_a_view_is_made_from_its_numbers(view: View) -> None:
    rows = view.numbers.tolist()
    assert View.from_numbers(rows, view.mines, view.flags) == view
    assert View.from_numbers(view.numbers.astype(np.int64), view.mines, view.flags) == view


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ([[0, 9]], "9 at (0, 1)"),
        ([[0, 0], [-2, 0]], "-2 at (1, 0)"),
        ([[0, 300]], "300 at (0, 1)"),
        ([[0.5, 1.0]], "expected whole numbers of shape (height, width), not float64"),
        ([[1], [1, 2]], "not lists of different lengths"),
        ([1, 2], "not int64 of shape (2,)"),
        ([["1", "#"]], "not <U1 of shape (1, 2)"),
        ([], "not float64 of shape (0,)"),
    ],
)
def test_numbers_that_no_cell_can_show_are_refused(numbers: Any, said: str) -> None:
    with pytest.raises(ParseError) as caught:
        View.from_numbers(numbers, mines=0)
    assert said in str(caught.value)


def test_a_view_made_from_numbers_keeps_nothing_of_the_array() -> None:
    numbers = np.array([[1, -1]], dtype=np.int8)
    view = View.from_numbers(numbers, mines=1)
    numbers[0, 0] = 5
    assert view.number((0, 0)) == 1


# Looking


@some
@given(any_views)
def test_all_ways_of_looking_agree(view: View) -> None:
    shown = _shown(view)
    everything = [(row, column) for row in range(view.height) for column in range(view.width)]
    assert [view.number(cell) for cell in everything] == [shown.get(cell) for cell in everything]
    assert view.hidden() == [cell for cell in everything if cell not in shown]
    assert [view.is_hidden(cell) for cell in everything] == [c not in shown for c in everything]
    assert [view.is_flagged(cell) for cell in everything] == [c in view.flags for c in everything]
    assert view.revealed_count == len(shown)
    assert view.hidden_count == len(everything) - len(shown)
    assert view.flags <= set(view.hidden())


def test_a_new_view_shows_nothing() -> None:
    view = View(2, 3, mines=1)
    assert str(view) == "###\n###"
    assert (view.revealed_count, view.hidden_count, view.flags) == (0, 6, frozenset())


def test_numbers_are_a_read_only_int8_array_with_minus_one_hidden() -> None:
    view = View.parse("1#\nF8", mines=1)
    assert view.numbers.dtype == np.int8
    assert view.numbers.tolist() == [[1, -1], [-1, 8]]
    assert view.numbers is view.numbers
    with pytest.raises(ValueError, match="read-only"):
        view.numbers[0, 0] = 2
    with pytest.raises(ValueError, match="read-only"):
        view.numbers.ravel()[0] = 2


def test_the_representation_says_size_and_progress() -> None:
    assert repr(View.parse("1#\nF#", mines=2)) == "<View 2x2/2: 1 revealed, 1 flagged>"


@pytest.mark.parametrize("look", ["number", "is_hidden", "is_flagged"])
def test_looking_outside_is_refused(look: str) -> None:
    with pytest.raises(CellError, match=r"cell \(2, 0\) is outside the 2×3 board"):
        getattr(View(2, 3, mines=1), look)((2, 0))
    with pytest.raises(CellError, match=r"cell \(0, -1\) is outside"):
        getattr(View(2, 3, mines=1), look)((0, -1))


@pytest.mark.parametrize(("height", "width", "mines"), [(0, 3, 0), (2, 2, 5), (2, 2, -1)])
def test_a_view_of_an_impossible_board_is_refused(height: int, width: int, mines: int) -> None:
    with pytest.raises(LevelError):
        View(height, width, mines)


def test_a_view_may_be_of_a_board_full_of_mines() -> None:
    assert View(2, 2, mines=4).mines == 4


# Never changing


@pytest.mark.parametrize(
    "name", ["height", "width", "mines", "flags", "numbers", "_record", "_length", "new"]
)
def test_no_attribute_can_be_set_or_deleted(name: str) -> None:
    view: Any = View.parse("1#", mines=1)
    with pytest.raises(AttributeError):
        setattr(view, name, 3)
    with pytest.raises(AttributeError):
        delattr(view, name)
    assert view == View.parse("1#", mines=1)


def test_flags_are_frozen() -> None:
    assert isinstance(View.parse("F#", mines=1).flags, frozenset)


def test_what_positions_since_gives_is_the_callers_own() -> None:
    before = View(1, 3, mines=0)
    after = before.revealing({(0, 1): 0})
    for earlier in (before, None):
        positions = after.positions_since(earlier)
        assert positions is not None
        positions[:] = 0
    assert after.changes_since(before) == {(0, 1): 0}
    assert str(after) == "#0#"


# Going on


def test_revealing_shows_more_and_leaves_the_old_view_alone() -> None:
    before = View(2, 2, mines=1)
    after = before.revealing({(0, 0): 1, (1, 0): 1})
    assert str(before) == "##\n##"
    assert str(after) == "1#\n1#"
    assert (before.revealed_count, after.revealed_count) == (0, 2)


def test_revealing_nothing_is_the_same_view() -> None:
    view = View.parse("1#", mines=1)
    assert view.revealing({}) == view


def test_revealing_a_flagged_cell_takes_its_flag_off() -> None:
    view = View.parse("FF#", mines=1).revealing({(0, 1): 1})
    assert str(view) == "F1#"
    assert view.flags == {(0, 0)}


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ({(0, 0): 9}, "cell (0, 0) can't show 9: a number is 0 to 8"),
        ({(0, 0): -1}, "cell (0, 0) can't show -1"),
        ({(0, 1): 1}, "cell (0, 1) is already revealed; it shows 2"),
        ({(0, 3): 1}, "cell (0, 3) is outside the 1×3 board"),
        ({(-1, 0): 1}, "cell (-1, 0) is outside the 1×3 board"),
        ({(0, 2): 1, (0, 0): 9}, "cell (0, 0) can't show 9"),
    ],
)
def test_what_can_not_be_revealed_is_refused_and_leaves_no_trace(
    numbers: dict[Cell, int], said: str
) -> None:
    view = View.parse("#2#", mines=2)
    with pytest.raises(CellError) as caught:
        view.revealing(numbers)
    assert str(caught.value).startswith(said)
    assert str(view) == "#2#"
    assert str(view.revealing({(0, 0): 1})) == "12#"


def test_a_number_that_is_not_whole_is_not_shown_as_another() -> None:
    half: Any = 1.5
    with pytest.raises((SapperError, TypeError)):
        View(1, 2, mines=1).revealing({(0, 0): half})


def test_flags_are_set_and_taken_off() -> None:
    view = View.parse("1##", mines=1)
    flagged = view.with_flags([(0, 1), (0, 2)])
    assert str(flagged) == "1FF"
    assert str(flagged.with_flags([(0, 2)])) == "1#F"
    assert flagged.with_flags([]) == view
    assert str(view) == "1##"


def test_a_revealed_cell_can_not_be_flagged() -> None:
    with pytest.raises(CellError, match=r"cell \(0, 0\) can't be flagged; it shows 1"):
        View.parse("1##", mines=1).with_flags([(0, 0)])


def test_a_flag_outside_is_refused() -> None:
    with pytest.raises(CellError, match=r"cell \(1, 0\) is outside"):
        View.parse("1##", mines=1).with_flags([(1, 0)])


@contextmanager
def _traced() -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
    finally:
        tracemalloc.stop()


def test_deriving_does_not_copy_the_board() -> None:
    view = View(1000, 1000, mines=5)
    line = [view]
    with _traced():
        for column in range(500):
            view = view.revealing({(0, column): 0}).with_flags([(1, column)])
            line.append(view)
        _, peak = tracemalloc.get_traced_memory()
    # One copy of the smallest array of this board is a million bytes; 500 views took less.
    assert peak < 1_000_000
    assert len({id(each._record) for each in line}) == 1
    assert [each.revealed_count for each in line] == list(range(501))


def test_what_is_new_is_told_without_looking_at_the_board() -> None:
    before = View(1000, 1000, mines=5)
    after = before.revealing({(0, 0): 0})
    with _traced():
        assert after.changes_since(before) == {(0, 0): 0}
        assert before.changes_since(after) is None
        assert after != before
        _, peak = tracemalloc.get_traced_memory()
    assert peak < 100_000


def test_going_on_twice_from_one_view_makes_two_views_that_do_not_meet() -> None:
    old = View(1, 4, mines=2).revealing({(0, 0): 1})
    left = old.revealing({(0, 1): 2})
    right = old.revealing({(0, 1): 1, (0, 3): 0})
    left_on = left.revealing({(0, 2): 3})
    assert str(old) == "1###"
    assert str(left) == "12##"
    assert str(right) == "11#0"
    assert str(left_on) == "123#"
    assert left_on.changes_since(old) == {(0, 1): 2, (0, 2): 3}
    assert right.changes_since(old) == {(0, 1): 1, (0, 3): 0}
    assert right.changes_since(left) is None
    assert left_on.changes_since(right) is None


def test_flags_do_not_disturb_the_line_of_play() -> None:
    old = View(1, 3, mines=1)
    flagged = old.with_flags([(0, 2)])
    new = flagged.revealing({(0, 0): 0})
    assert new.changes_since(old) == {(0, 0): 0}
    assert flagged.changes_since(old) == {}
    assert old.changes_since(flagged) == {}
    assert str(old.revealing({(0, 2): 1})) == "##1"
    assert str(new) == "0#F"


@st.composite
def _family(draw: st.DrawFn) -> list[tuple[View, dict[Cell, int]]]:
    """Views derived from one another every way there is, each with what it should show."""
    height, width = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    mines = draw(st.integers(0, 1))
    family: list[tuple[View, dict[Cell, int]]] = [(View(height, width, mines), {})]
    for _ in range(draw(st.integers(1, 9))):
        view, shows = family[draw(st.integers(0, len(family) - 1))]
        way = draw(st.sampled_from(["reveal", "reveal", "reveal", "flag", "read", "pickle"]))
        if way == "reveal":
            hidden = view.hidden()
            chosen = draw(st.sets(st.sampled_from(hidden), max_size=2)) if hidden else set()
            more = {cell: draw(st.integers(0, 1)) for cell in chosen}
            family.append((view.revealing(more), shows | more))
        elif way == "flag":
            flags = draw(st.sets(cells_of(height, width), max_size=2)) - shows.keys()
            family.append((view.with_flags(flags), shows))
        elif way == "read":
            family.append((View.parse(str(view), mines=mines), shows))
        else:
            family.append((pickle.loads(pickle.dumps(view)), shows))
        if draw(st.booleans()):
            hash(view)  # to have asked must change nothing
    return family


@some
@given(_family())
def test_however_views_are_derived_each_shows_its_own(
    family: list[tuple[View, dict[Cell, int]]],
) -> None:
    for view, shows in family:
        assert _shown(view) == shows
        assert view.revealed_count == len(shows)
        assert set(view.hidden()).isdisjoint(shows)


@some
@given(_family())
def test_changes_since_tells_exactly_what_is_new_or_that_it_is_no_successor(
    family: list[tuple[View, dict[Cell, int]]],
) -> None:
    for later, shows in family:
        assert later.changes_since(None) == shows
        for earlier, showed in family:
            follows = showed.items() <= shows.items()
            expected = dict(shows.items() - showed.items()) if follows else None
            assert later.changes_since(earlier) == expected
            positions = later.positions_since(earlier)
            if positions is None or expected is None:
                assert positions is None
                assert expected is None
            else:
                assert len(set(positions.tolist())) == len(positions)
                assert set(later.cells_at(positions)) == expected.keys()


@some
@given(_family())
def test_views_are_equal_just_when_they_show_and_flag_the_same(
    family: list[tuple[View, dict[Cell, int]]],
) -> None:
    for one, shows in family:
        for other, showed in family:
            same = shows == showed and one.flags == other.flags
            assert (one == other) is same
            assert (one != other) is not same
            if same:
                assert hash(one) == hash(other)


def test_a_view_of_another_size_or_total_is_no_successor() -> None:
    view = View.parse("1#\n##", mines=1)
    for other in (View(1, 4, mines=1), View(4, 1, mines=1), View(2, 2, mines=2)):
        assert view.changes_since(other) is None
        assert view.positions_since(other) is None


def test_an_equal_view_from_elsewhere_has_an_empty_difference() -> None:
    one, other = View.parse("1#F", mines=1), View.parse("1#F", mines=1)
    assert one.changes_since(other) == {}


def test_changes_come_in_the_order_of_play() -> None:
    start = View(1, 4, mines=0)
    end = start.revealing({(0, 3): 0}).revealing({(0, 0): 0, (0, 2): 0})
    assert list(end.changes_since(start) or {}) == [(0, 3), (0, 0), (0, 2)]
    assert list(end.changes_since(None) or {}) == [(0, 3), (0, 0), (0, 2)]


def test_after_going_back_the_old_line_and_the_new_are_strangers() -> None:
    start = View(1, 4, mines=1)
    first = start.revealing({(0, 0): 0})
    second = first.revealing({(0, 1): 0})
    back = start.revealing({(0, 1): 0})
    assert second.changes_since(back) == {(0, 0): 0}  # it shows more, whatever the way
    assert back.changes_since(first) is None
    assert back.changes_since(start) == {(0, 1): 0}
    assert back.revealing({(0, 0): 0}) == second


@contextmanager
def _hasty_threads() -> Iterator[None]:
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


def test_threads_that_go_on_from_one_view_do_not_disturb_each_other() -> None:
    threads, rounds, width = 4, 60, 40
    gate = Barrier(threads)

    def play(mine: int, start: View) -> list[View]:
        gate.wait()
        line = [start]
        for column in range(1, width):
            line.append(line[-1].revealing({(0, column): mine}))
        return line

    with _hasty_threads(), ThreadPoolExecutor(threads) as pool:
        for _ in range(rounds):
            start = View(1, width, mines=1).revealing({(0, 0): 8})
            lines = list(pool.map(play, range(threads), [start] * threads))
            for mine, line in enumerate(lines):
                for length, view in enumerate(line):
                    assert str(view) == "8" + str(mine) * length + "#" * (width - 1 - length)


# Being a value


@some
@given(any_views, st.randoms(use_true_random=False))
def test_the_order_of_play_does_not_matter_to_equality_and_hash(view: View, random: Any) -> None:
    shown = list(_shown(view).items())
    random.shuffle(shown)
    other = View(view.height, view.width, view.mines)
    for cell, number in shown:
        other = other.revealing({cell: number})
    other = other.with_flags(view.flags)
    assert other == view
    assert hash(other) == hash(view)
    assert len({other, view}) == 1


def test_views_that_differ_in_anything_differ() -> None:
    texts = ["1#", "2#", "#1", "1F", "##", "F#", "11", "1\n#"]
    views = [View.parse(text, mines=mines) for text in texts for mines in (0, 1)]
    assert len(set(views)) == len(views)
    assert all(one != other for one in views for other in views if one is not other)
    assert len({hash(view) for view in views}) == len(views)


def test_a_view_is_no_text() -> None:
    assert View.parse("1#", mines=1) != "1#"


@few
@given(any_views)
def test_to_go_on_changes_neither_hash_nor_text(view: View) -> None:
    before = (hash(view), str(view), view.fingerprint(), view.numbers.tobytes())
    for cell in view.hidden()[:3]:
        view.revealing({cell: 8}).numbers  # noqa: B018
        view.with_flags([cell])
    again = View.parse(str(view), mines=view.mines)
    assert (hash(again), str(again), again.fingerprint(), again.numbers.tobytes()) == before
    assert (hash(view), str(view), view.fingerprint(), view.numbers.tobytes()) == before


def test_the_fingerprint_is_the_same_everywhere_and_ignores_flags() -> None:
    view = View.parse("1#\n##", mines=1)
    assert view.fingerprint() == 9701942396633559174
    assert view.with_flags([(1, 1)]).fingerprint() == view.fingerprint()
    assert View.parse("1#\n##", mines=2).fingerprint() != view.fingerprint()
    assert View.parse("1###", mines=1).fingerprint() != view.fingerprint()


@few
@given(any_views)
def test_a_view_survives_pickling_and_copying(view: View) -> None:
    twins = [pickle.loads(pickle.dumps(view, protocol)) for protocol in range(2, 6)]
    for twin in (*twins, copy.copy(view), copy.deepcopy(view)):
        assert twin == view
        assert hash(twin) == hash(view)
        assert str(twin) == str(view)
        assert not twin.numbers.flags.writeable


def test_a_pickled_view_goes_on_by_itself() -> None:
    view = View.parse("1###", mines=1)
    twin = pickle.loads(pickle.dumps(view))
    on = twin.revealing({(0, 2): 1})
    assert str(view) == str(twin) == "1###"
    assert on.changes_since(view) == {(0, 2): 1}


def test_looking_ahead_from_a_games_view_leaves_the_games_record_alone() -> None:
    game = Game.new("expert", seed=1, start="opening")
    game.reveal((3, 3))
    record = game.view._record
    hidden = game.view.hidden()[0]
    ahead = game.view.revealing({hidden: 1})
    assert ahead._record is not record
    assert ahead.changes_since(game.view) == {hidden: 1}
    before = game.view
    agent = make_agent("exact")
    game.reveal(agent.choose(before).cell)
    assert game.view._record is record
    assert before.number(hidden) is None


def test_the_fast_twins_keep_views_apart() -> None:
    before = View(1, 3, mines=1)
    after = before.revealing({(0, 0): 1})
    with pytest.raises(CellError, match="can't be revealed again"):
        after.revealing_at(np.array([0]), np.array([2], dtype=np.int8))
    assert before.numbers_at(np.array([0, 1])).tolist() == [-1, -1]
    assert after.numbers_at(np.array([0, 1])).tolist() == [1, -1]


def test_a_position_that_was_read_goes_on_like_any_other() -> None:
    given = np.array([[1, -1, -1], [-1, -1, -1]], dtype=np.int8)
    for array in (given, given.astype(np.int64), np.asfortranarray(given), given.tolist()):
        view = View.from_numbers(array, mines=1)
        line = [view, view.revealing({(1, 2): 0})]
        line.append(line[-1].revealing({(0, 2): 0}))
        other = view.revealing({(1, 1): 1})
        assert [str(each) for each in line] == ["1##\n###", "1##\n##0", "1#0\n##0"]
        assert str(other) == "1##\n#1#"
        assert line[2].changes_since(view) == {(1, 2): 0, (0, 2): 0}
        assert view.number((0, 0)) == 1
        assert other.changes_since(line[1]) is None
        assert not view.numbers.flags.writeable
    view = View.from_numbers(given, mines=1)
    given[0, 0] = 5
    assert str(view) == "1##\n###"


def test_threads_may_share_a_position_that_was_read() -> None:
    numbers = np.full((40, 40), -1, dtype=np.int8)
    numbers[::2, ::2] = 1
    with ThreadPoolExecutor(8) as threads:
        for _ in range(30):
            view = View.from_numbers(numbers, mines=9)

            def go_on(place: int, view: View = view) -> bool:
                after = view.revealing({(1, place): 0})
                return (
                    after.number((1, place)) == 0
                    and view.number((1, place)) is None
                    and after.revealed_count == 401
                    and after.changes_since(view) == {(1, place): 0}
                )

            assert all(threads.map(go_on, range(8)))
