"""Boards and positions as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import boards, few, many, mutated_views, some, views

import sapper.formats
from sapper.board import Board
from sapper.errors import (
    CellError,
    FormatError,
    IsPicture,
    LevelError,
    ParseError,
    SapperError,
    SaveError,
    UnknownName,
    WrongTotal,
)
from sapper.formats import Format, Position, dumps, from_address, load, loads, save, to_address
from sapper.view import HIDDEN_SIGNS, View

any_views = views() | mutated_views()
HOLDING_BOTH = [Format.TEXT, Format.MINE, Format.JSON]
BOARD = Board.from_mines(2, 3, [(0, 2), (1, 0)])
VIEW = View.parse("1#F\n#20", mines=2)


# Round trips


@pytest.mark.slow
@some
@given(any_views, st.sampled_from(HOLDING_BOTH))
def test_a_position_is_read_back_from_every_format_that_holds_it(
    view: View, format: Format
) -> None:
    again = loads(dumps(view, format), format=format, mines=view.mines)
    assert isinstance(again, View)
    assert again == view
    assert again.mines == view.mines
    assert dumps(again, format) == dumps(view, format)


@some
@given(boards(min_mines=1), st.sampled_from(Format))
def test_a_board_is_read_back_from_every_format(board: Board, format: Format) -> None:
    again = loads(dumps(board, format), format=format)
    assert isinstance(again, Board)
    assert again == board
    assert dumps(again, format) == dumps(board, format)


@few
@given(boards(min_mines=1), any_views, st.sampled_from(Format))
def test_a_file_is_read_back_by_its_content_alone(board: Board, view: View, format: Format) -> None:
    assert loads(dumps(board, format)) == board
    if format is not Format.MBF:
        assert loads(dumps(view, format), mines=view.mines) == view


@pytest.mark.parametrize("format", [Format.MBF, Format.JSON])
def test_a_board_without_mines_stays_a_board(format: Format) -> None:
    board = Board.from_mines(2, 3, [])
    assert loads(dumps(board, format)) == board


@pytest.mark.parametrize("format", [Format.TEXT, Format.MINE])
def test_rows_without_a_mine_read_as_an_open_position(format: Format) -> None:
    again = loads(dumps(Board.from_mines(2, 3, []), format), mines=0)
    assert again == View.parse("000\n000", mines=0)


@pytest.mark.parametrize("position", [BOARD, VIEW])
@pytest.mark.parametrize("format", HOLDING_BOTH)
def test_windows_line_ends_and_marks_do_not_matter(position: Position, format: Format) -> None:
    data = b"\xef\xbb\xbf" + dumps(position, format).replace(b"\n", b"\r\n")
    assert loads(data, format=format, mines=2) == position


@pytest.mark.parametrize("position", [BOARD, VIEW])
@pytest.mark.parametrize("format", HOLDING_BOTH)
def test_a_byte_order_mark_does_not_hide_what_a_content_is(
    position: Position, format: Format
) -> None:
    assert loads(b"\xef\xbb\xbf" + dumps(position, format), mines=2) == position


@pytest.mark.parametrize("format", HOLDING_BOTH)
def test_text_may_come_as_a_string(format: Format) -> None:
    assert loads(dumps(BOARD, format).decode(), format=format) == BOARD


def test_an_unknown_format_lists_those_there_are() -> None:
    said = "no format is called 'png'; there are: text, mbf, mine, json"
    with pytest.raises(UnknownName, match=said):
        dumps(BOARD, "png")
    with pytest.raises(UnknownName, match=said):
        loads(b"1#", format="png")


# What is written, to the letter


def test_text_is_rows_of_signs() -> None:
    assert dumps(BOARD, "text") == b"12*\n*21\n"
    assert dumps(VIEW, "text") == b"1#F\n#20\n"


def test_mbf_is_width_height_count_and_a_pair_x_y_a_mine() -> None:
    assert dumps(BOARD, "mbf") == bytes([3, 2, 0, 2, 2, 0, 0, 1])
    assert loads(bytes([3, 2, 0, 2, 2, 0, 0, 1]), format="mbf") == BOARD


def test_the_mine_count_of_mbf_is_big_endian() -> None:
    board = Board.from_mines(20, 20, [(row, column) for row in range(15) for column in range(20)])
    assert dumps(board, "mbf")[:4] == bytes([20, 20, 1, 44])


def test_mine_is_the_size_and_rows_of_signs() -> None:
    assert dumps(BOARD, "mine") == b"3x2x2\n12?\n?21\n"
    assert dumps(VIEW, "mine") == b"3x2x2\n1HF\nH20\n"


def test_json_names_its_kind() -> None:
    assert json.loads(dumps(BOARD, "json")) == {
        "kind": "board",
        "height": 2,
        "width": 3,
        "mines": [[0, 2], [1, 0]],
    }
    assert json.loads(dumps(VIEW, "json")) == {
        "kind": "view",
        "mines": 2,
        "rows": ["1#F", "#20"],
    }


# Text


def test_text_alone_does_not_tell_the_total() -> None:
    with pytest.raises(ParseError, match=r"does not give .*mines"):
        loads("1#\n11")
    assert loads("1#\n11", mines=1) == View.parse("1#\n11", mines=1)


def test_a_board_may_be_drawn_with_stars_and_dots() -> None:
    assert loads("..*\n*..") == BOARD
    assert loads("  . . *\n  * . .\n") == BOARD


@pytest.mark.parametrize("sign", sorted(HIDDEN_SIGNS))
@pytest.mark.parametrize("known_mine", ["F", "*"])
def test_known_mines_stand_beside_any_sign_for_hidden(sign: str, known_mine: str) -> None:
    text = f"1{known_mine}{sign}\n12{sign}"
    assert loads(text, mines=2) == View.parse("1F#\n12#", mines=2)


@pytest.mark.parametrize(
    "text",
    [
        "--1?\n-12*\n-1??",  # Simon Tatham's Mines: - is 0, ? hidden, * flagged
        "..1#\n..1#",
        "*..\n..#",  # a board, if the # were another .
        "*1.\n11#",
        '{"kind": "view", "mines": 1, "rows": ["1#."]}',
    ],
)
def test_two_signs_that_may_mean_hidden_are_refused_in_every_format(text: str) -> None:
    with pytest.raises(ParseError, match=r"may mean hidden, and so may '.' \(row \d, column \d\)"):
        loads(text, mines=1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("12*\n*2", "row 1 has 2 cells, but row 0 has 3"),
        ("12*\n*2x", "row 1, column 2: 'x' is not a cell of a board"),
        ("12*\n*22", "row 1, column 2: shows 2, but 1 neighbours hold mines"),
        ("9*", "row 0, column 0: '9' is not a cell of a board"),
    ],
)
def test_a_damaged_drawing_is_refused_with_the_place(text: str, said: str) -> None:
    with pytest.raises(ParseError) as caught:
        loads(text)
    assert str(caught.value) == said or str(caught.value).startswith(said + ":")


def test_a_drawing_that_disagrees_with_the_announced_total_is_refused() -> None:
    with pytest.raises(ParseError, match="this has 2 mines, not 3"):
        loads("12*\n*21", mines=3)


@pytest.mark.parametrize(
    "content",
    [
        '{"kind": "view", "rows": ["1#", "##"]}',
        '{"kind": "view", "rows": ["1#", "##"], "mines": 1}',
        "1#\n##",
        "*1\n11",
        "2x2x1\n1H\nHH\n",
    ],
)
def test_a_total_that_can_not_be_is_told_from_a_bad_file(content: str) -> None:
    with pytest.raises(WrongTotal, match="9"):
        loads(content, mines=9)


def test_a_bad_file_is_not_blamed_on_the_total() -> None:
    for content in ("2x2x9\n1H\nHH\n", '{"kind": "view", "rows": ["1#"], "mines": 9}'):
        with pytest.raises(LevelError, match="9 mines do not fit") as caught:
            loads(content, mines=9)
        assert not isinstance(caught.value, WrongTotal)


@pytest.mark.parametrize("begin", [b"\x89PNG\r\n", b"\xff\xd8\xff\xe0", b"GIF89a", b"BM\x06\x07"])
def test_a_picture_is_called_one(begin: bytes) -> None:
    with pytest.raises(IsPicture, match="this is a picture, not a position or a board"):
        loads(begin + bytes(300), mines=1)


def test_bytes_that_are_no_text_are_refused_with_the_place() -> None:
    for format in HOLDING_BOTH:
        with pytest.raises(ParseError, match="byte 2 is not text"):
            loads(b"1#\xff\n11", format=format, mines=1)


def test_a_string_that_no_file_could_hold_is_refused_with_a_typed_error() -> None:
    with pytest.raises(SapperError):
        loads("1\ud800", mines=1)


# .mbf


@some
@given(boards(min_mines=2), st.randoms(use_true_random=False))
def test_mbf_pairs_may_come_in_any_order(board: Board, random: Any) -> None:
    raw = dumps(board, "mbf")
    pairs = [raw[at : at + 2] for at in range(4, len(raw), 2)]
    random.shuffle(pairs)
    assert loads(raw[:4] + b"".join(pairs), format="mbf") == board


@few
@given(boards(min_mines=1))
def test_a_truncated_or_extended_mbf_is_refused_at_every_length(board: Board) -> None:
    raw = dumps(board, "mbf")
    for length in range(len(raw)):
        with pytest.raises(ParseError, match=f"this has {length}"):
            loads(raw[:length], format="mbf")
    with pytest.raises(ParseError, match=f"has {len(raw)} bytes; this has {len(raw) + 1}"):
        loads(raw + b"\n", format="mbf")


@pytest.mark.parametrize(
    ("raw", "error", "said"),
    [
        (b"", ParseError, "begins with 4 bytes; this has 0"),
        (bytes([3, 2, 0]), ParseError, "begins with 4 bytes; this has 3"),
        (bytes([3, 2, 0, 2, 2, 0]), ParseError, "a file with 2 mines has 8 bytes; this has 6"),
        (bytes([3, 2, 0, 1, 2, 0, 0, 1]), ParseError, "a file with 1 mine has 6 bytes; this has 8"),
        (bytes([3, 2, 0, 2, 2, 0, 2, 0]), ParseError, r"the mine at \(0, 2\) is listed twice"),
        (bytes([3, 2, 0, 1, 0, 2]), CellError, r"cell \(2, 0\) is outside the 2×3 board"),
        (bytes([3, 2, 0, 1, 3, 0]), CellError, r"cell \(0, 3\) is outside the 2×3 board"),
        (bytes([0, 2, 0, 0]), LevelError, "2×0 board has no cells"),
        (bytes([3, 0, 0, 0]), LevelError, "0×3 board has no cells"),
    ],
)
def test_a_damaged_mbf_is_refused_with_what_is_wrong(
    raw: bytes, error: type[SapperError], said: str
) -> None:
    with pytest.raises(error, match=said):
        loads(raw, format="mbf")


def test_an_mbf_has_sides_up_to_255() -> None:
    largest = Board.from_mines(255, 255, [(254, 254), (0, 254), (254, 0)])
    assert loads(dumps(largest, "mbf"), format="mbf") == largest
    for height, width in [(256, 1), (1, 256)]:
        with pytest.raises(FormatError, match=f"sides up to 255, not {height}×{width}"):
            dumps(Board.from_mines(height, width, []), "mbf")


def test_an_mbf_may_be_full_of_mines() -> None:
    full = Board.from_layout([[True] * 255] * 255)
    raw = dumps(full, "mbf")
    assert len(raw) == 4 + 2 * 255 * 255
    assert loads(raw) == full


def test_an_mbf_holds_no_position() -> None:
    with pytest.raises(FormatError, match="holds the mines, which a position hides"):
        dumps(VIEW, "mbf")


@pytest.mark.parametrize("height", [1, 10, 123])
@pytest.mark.parametrize("width", [1, 9, 10, 13, 32, 49, 91, 123])
def test_an_mbf_is_recognised_whatever_its_width_reads_as(height: int, width: int) -> None:
    board = Board.from_mines(height, width, [(0, 0), (height - 1, width - 1)])
    assert loads(dumps(board, "mbf")) == board


# .mine


def test_known_mines_among_hidden_cells_are_the_players_marks() -> None:
    assert loads("3x1x2\n?1H") == View.parse("F1#", mines=2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "begins with WxHxM"),
        ("3x2\n12?\n?21", "begins with WxHxM, as in 30x16x99, not '3x2'"),
        ("axbxc\n12?", "not 'axbxc'"),
        ("3x2x2", "no rows"),
        ("3x2x2\n12?", "says 2 rows, but there are 1"),
        ("3x2x2\n12?\n?21\n121", "says 2 rows, but there are 3"),
        ("3x2x2\n12?\n?2", "row 1 has 2 cells, but row 0 has 3"),
        ("2x3x2\n12?\n?21", "says 3 rows, but there are 2"),
        ("4x2x2\n12?\n?21", "says 4 columns, but rows have 3"),
        ("3x2x2\n12?\n*21", "row 1, column 0: '*' is not a cell"),
        ("3x2x2\n1#?\n?21", "row 0, column 1: '#' is not a cell"),
        ("3x2x3\n12?\n?21", "the total is said to be 3, but 2 mines can be seen"),
        ("3x2x2\n12?\n?22", "row 1, column 2: shows 2, but 1 neighbours hold mines"),
    ],
)
def test_a_damaged_mine_file_is_refused_with_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(ParseError) as caught:
        loads(text, format="mine")
    assert said in str(caught.value)


def test_a_mine_file_with_more_mines_than_cells_is_refused() -> None:
    with pytest.raises(LevelError, match="7 mines do not fit on a 2×3 board"):
        loads("3x2x7\nHHH\nHHH", format="mine")


@some
@given(any_views | boards(min_mines=1), st.data())
def test_a_truncated_mine_file_is_refused_wherever_it_is_cut(
    position: Position, data: st.DataObject
) -> None:
    text = dumps(position, "mine").decode()
    length = data.draw(st.integers(0, len(text) - 2))
    with pytest.raises(SapperError):
        loads(text[:length], format="mine")


# JSON


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "this is not JSON"),
        ('{"kind":\n "view",', "line 2: this is not JSON"),
        ("[]", "'kind' must be 'view' or 'board'"),
        ("{}", "'kind' must be 'view' or 'board'"),
        ('{"kind": "game"}', "'kind' must be 'view' or 'board'"),
        ('{"kind": "view", "rows": ["1#"]}', "'mines' must be a whole number"),
        ('{"kind": "view", "mines": 1.0, "rows": ["1#"]}', "'mines' must be a whole number"),
        ('{"kind": "view", "mines": true, "rows": ["1#"]}', "'mines' must be a whole number"),
        ('{"kind": "view", "mines": 1}', "'rows' must be a list"),
        ('{"kind": "view", "mines": 1, "rows": "1#"}', "'rows' must be a list"),
        ('{"kind": "view", "mines": 1, "rows": [1]}', "'rows' is a list of strings"),
        ('{"kind": "view", "mines": 1, "rows": []}', "no rows"),
        ('{"kind": "view", "mines": 1, "rows": ["1#", "1"]}', "row 1 has 1 cell, but"),
        ('{"kind": "view", "mines": 1, "rows": ["1*"]}', "row 0, column 1: '*'"),
        ('{"kind": "view", "mines": 3, "rows": ["1#"]}', "3 mines do not fit"),
        ('{"kind": "board", "width": 2, "mines": []}', "'height' must be a whole number"),
        ('{"kind": "board", "height": 1, "width": null, "mines": []}', "'width' must be a whole"),
        ('{"kind": "board", "height": 1, "width": 2, "mines": 1}', "'mines' must be a list"),
        ('{"kind": "board", "height": 1, "width": 2, "mines": [[0]]}', "is [row, column], not [0]"),
        ('{"kind": "board", "height": 1, "width": 2, "mines": [[0, 0.5]]}', "not [0, 0.5]"),
        ('{"kind": "board", "height": 1, "width": 2, "mines": ["01"]}', "not '01'"),
        ('{"kind": "board", "height": 1, "width": 2, "mines": [[0, 2]]}', "cell (0, 2) is outside"),
        ('{"kind": "board", "height": 0, "width": 2, "mines": []}', "0×2 board has no cells"),
        ('{"kind": "board", "height": 99999, "width": 99999, "mines": []}', "too large"),
    ],
)
def test_damaged_json_is_refused_with_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(SapperError) as caught:
        loads(text, format="json")
    assert said in str(caught.value)


def test_a_mine_listed_twice_in_json_is_refused() -> None:
    text = '{"kind": "board", "height": 2, "width": 2, "mines": [[0, 1], [0, 1]]}'
    with pytest.raises(ParseError, match=r"\(0, 1\) is listed twice"):
        loads(text)


def test_a_line_break_or_blank_row_within_json_rows_is_refused() -> None:
    for rows in (["1#\n#1"], ["", "1#"], ["1#", ""]):
        with pytest.raises(ParseError):
            loads(json.dumps({"kind": "view", "mines": 1, "rows": rows}))


def test_json_nested_without_end_is_refused() -> None:
    with pytest.raises(ParseError, match="not JSON"):
        loads(b"[" * 200_000, format="json")


def test_json_with_a_number_without_end_is_refused() -> None:
    text = '{"kind": "view", "mines": ' + "1" * 5000 + ', "rows": ["1#"]}'
    with pytest.raises(SapperError):
        loads(text)


@some
@given(any_views | boards(), st.data())
def test_truncated_json_is_refused_wherever_it_is_cut(
    position: Position, data: st.DataObject
) -> None:
    text = dumps(position, "json").decode()
    length = data.draw(st.integers(0, len(text) - 2))
    with pytest.raises(ParseError, match="this is not JSON"):
        loads(text[:length], format="json")


# Anything at all

formats_or_none = st.none() | st.sampled_from(Format)
totals = st.none() | st.integers(0, 9)


def _is_read_or_refused(data: bytes, format: Format | None, mines: int | None) -> None:
    try:
        position = loads(data, format=format, mines=mines)
    except SapperError:
        return
    assert isinstance(position, View | Board)


@many
@given(st.binary(max_size=60), formats_or_none, totals)
def test_any_bytes_are_read_or_refused(
    data: bytes, format: Format | None, mines: int | None
) -> None:
    _is_read_or_refused(data, format, mines)


@st.composite
def _damaged(draw: st.DrawFn) -> bytes:
    """A sound file, and then some bytes changed, dropped or added."""
    format = draw(st.sampled_from(Format))
    position = draw(boards(max_side=4) if format is Format.MBF else any_views | boards(max_side=4))
    raw = bytearray(dumps(position, format))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(raw) - 1)) if raw else 0
        raw[at : at + draw(st.integers(0, 3))] = draw(st.binary(max_size=3))
    return bytes(raw)


@pytest.mark.slow
@many
@given(_damaged(), formats_or_none, totals)
def test_any_damage_is_read_or_refused(
    data: bytes, format: Format | None, mines: int | None
) -> None:
    _is_read_or_refused(data, format, mines)


@some
@given(st.recursive(st.none() | st.integers() | st.text("1#*F\n "), st.lists, max_leaves=6))
def test_any_json_values_are_read_or_refused(value: Any) -> None:
    for content in (
        value,
        {"kind": "view", "mines": value, "rows": ["#"]},
        {"kind": "view", "mines": 0, "rows": value},
        {"kind": "board", "height": value, "width": 1, "mines": []},
        {"kind": "board", "height": 2, "width": 2, "mines": value},
    ):
        _is_read_or_refused(json.dumps(content).encode(), Format.JSON, None)


# Files


@pytest.mark.parametrize("ending", ["txt", "mbf", "mine", "json", "MBF", "Json"])
def test_the_ending_names_the_format(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"board.{ending}"
    sapper.save(BOARD, path)
    format = {"txt": Format.TEXT}.get(ending) or Format(ending.lower())
    assert path.read_bytes() == dumps(BOARD, format)
    assert Format.of_file(path) is format
    assert sapper.load(path) == BOARD
    assert sapper.load(str(path)) == BOARD


def test_an_ending_decides_even_where_the_content_speaks_for_another(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_bytes(dumps(BOARD, "mine"))
    with pytest.raises(ParseError, match="not JSON"):
        load(path)
    assert load(path, format="mine") == BOARD


@pytest.mark.parametrize("name", ["board", "board.dat"])
@pytest.mark.parametrize("format", Format)
def test_without_a_known_ending_the_content_tells(
    tmp_path: Path, name: str, format: Format
) -> None:
    path = tmp_path / name
    save(BOARD, path, format=format)
    assert Format.of_file(path) is None
    assert load(path) == BOARD


def test_without_a_known_ending_text_is_written(tmp_path: Path) -> None:
    save(VIEW, tmp_path / "view")
    assert (tmp_path / "view").read_bytes() == b"1#F\n#20\n"
    assert load(tmp_path / "view", mines=2) == VIEW


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("cut.mbf", b"\x03\x02", ParseError),
        ("outside.mbf", bytes([3, 2, 0, 1, 9, 9]), CellError),
        ("full.mine", b"1x1x2\nH\n", LevelError),
        ("odd.json", b"{", ParseError),
        ("odd.txt", b"12*\n*", ParseError),
    ],
)
def test_an_error_in_a_file_names_the_file(
    tmp_path: Path, name: str, content: bytes, error: type[SapperError]
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(error) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize("kind", [FileNotFoundError, ParseError, SapperError])
def test_a_file_that_is_not_there_is_refused_in_python_s_own_way(
    tmp_path: Path, kind: type[Exception]
) -> None:
    with pytest.raises(kind, match=r"none\.mbf: No such file") as refused:
        load(tmp_path / "none.mbf")
    assert isinstance(refused.value, FileNotFoundError)
    assert refused.value.filename == str(tmp_path / "none.mbf")


def test_a_folder_is_no_position(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="Is a directory"):
        load(tmp_path)


def test_a_place_that_can_not_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="Is a directory"):
        save(BOARD, tmp_path)


def test_what_can_not_be_written_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"\.mbf"):
        save(VIEW, tmp_path / "view.mbf")
    assert not (tmp_path / "view.mbf").exists()


@few
@given(any_views)
def test_a_parse_error_is_a_value_error_too(view: View) -> None:
    assume(view.width > 1)
    ragged = str(view) + "\n#"
    with pytest.raises(ValueError, match="all rows must have the same length"):
        loads(ragged, mines=view.mines)


# The address bar


@pytest.mark.slow
@many
@given(any_views)
def test_a_position_is_read_back_from_its_address(view: View) -> None:
    address = to_address(view)
    assert from_address(address) == view
    assert to_address(from_address(address)) == address


@some
@given(any_views)
def test_an_address_needs_no_escaping(view: View) -> None:
    address = to_address(view)
    assert quote(address, safe="") == address


def test_an_address_is_short_where_cells_repeat() -> None:
    assert to_address(View(200, 200, mines=6000)) == "200x200-6000-H40000"
    assert from_address("200x200-6000-H40000") == View(200, 200, mines=6000)


@pytest.mark.parametrize(
    ("address", "error", "message"),
    [
        ("", ParseError, "an address reads HEIGHTxWIDTH-MINES-CELLS"),
        ("2x2-1", ParseError, "an address reads"),
        ("2x2-1-<b>", ParseError, "an address reads"),
        ("٢x2-1-H4", ParseError, "an address reads"),
        ("2x2-1-HHHk", ParseError, "'k' in the address is not a cell"),
        ("2x2-1-4H", ParseError, "'4' in the address is not a cell"),
        ("2x2-1-H3", ParseError, "has 3 cells, but a 2×2 board has 4"),
        ("2x2-1-H5", ParseError, "more than the 4 cells"),
        ("2x2-1-H" + "9" * 5000, ParseError, "more than the 4 cells"),
        ("2x2-5-H4", LevelError, "5 mines do not fit"),
        ("0x2-0-H0", LevelError, "has no cells"),
        ("2x0-0-H0", LevelError, "has no cells"),
        ("501x500-0-H250500", LevelError, "too large for an address"),
        ("999999999x999999999-0-H1", LevelError, "too large for an address"),
    ],
)
def test_nonsense_in_an_address_is_named(
    address: str, error: type[SapperError], message: str
) -> None:
    with pytest.raises(error, match=message):
        from_address(address)


@many
@given(st.text(max_size=30) | st.from_regex(r"[0-3]x[0-3]-[0-9]-[a-kHF0-9]{1,12}", fullmatch=True))
def test_whatever_an_address_is_the_answer_is_a_view_or_an_error_of_ours(address: str) -> None:
    try:
        view = from_address(address)
    except SapperError:
        return
    assert from_address(to_address(view)) == view


def test_a_board_too_large_has_no_address() -> None:
    with pytest.raises(LevelError, match="too large for an address"):
        to_address(View(501, 500, mines=0))


def test_more_than_any_board_takes_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However large a file is, or however much a device gives: no more is read than is needed."""
    monkeypatch.setattr(sapper.formats, "MOST_BYTES", 100)
    (tmp_path / "endless.txt").symlink_to("/dev/zero")
    (tmp_path / "board.txt").write_text("#" * 100)
    position = load(tmp_path / "board.txt", mines=1)
    assert isinstance(position, View)
    with pytest.raises(ParseError, match="too large: at most 100 bytes"):
        load(tmp_path / "endless.txt")
    with pytest.raises(ParseError, match="too large: at most 100 bytes"):
        loads("#" * 101, mines=1)
