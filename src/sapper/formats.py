"""Boards and positions as files.

| format | holds | written as |
| --- | --- | --- |
| `text` | a position, or a whole board | rows of digits, `#` hidden, `F` flagged, `*` a mine |
| `mbf` | a whole board | width, height, mine count (two bytes, high first), then x, y of each mine |
| `mine` | a position, or a whole board | `WxHxM`, then rows of digits, `H` hidden, `F` flagged, `?` a mine |
| `json` | a position, or a whole board | an object that names its kind |

A *position* is a `View`: what a player sees. A *board* is a `Board`: where the mines are.
A fully open board is read as a `Board` if it holds mines, and as a `View` otherwise.
"""  # noqa: E501

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias

from sapper.board import Board
from sapper.catalogue import counted
from sapper.choice import NamedChoice
from sapper.errors import (
    CellError,
    FormatError,
    IsPicture,
    LevelError,
    ParseError,
    TotalMissing,
    WrongTotal,
    WrongType,
)
from sapper.files import read_up_to, write_whole
from sapper.grid import Cell, cells, check_cell
from sapper.level import MOST_CELLS, Level, StartRule
from sapper.view import FLAG_SIGN, HIDDEN_SIGNS, View, check_hidden_sign, split_rows

Position: TypeAlias = View | Board

MOST_BYTES = 16 * MOST_CELLS
"""More than any format takes for the largest board, however many mines it lists."""

PICTURE_BEGINS = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM")
"""The first bytes of pictures: PNG, JPEG, GIF, WebP and BMP."""

MBF_LARGEST_SIDE = 255
MBF_HEADER_SIZE = 4


class Format(NamedChoice, kind="format"):
    """The formats; a file's ending names its format."""

    TEXT = "text"
    MBF = "mbf"
    MINE = "mine"
    JSON = "json"

    @classmethod
    def of_file(cls, path: Path) -> Format | None:
        """The format that a file's ending stands for, or None.

        >>> Format.of_file(Path("board.mbf"))
        <Format.MBF: 'mbf'>
        """
        endings = {".mbf": cls.MBF, ".mine": cls.MINE, ".json": cls.JSON, ".txt": cls.TEXT}
        return endings.get(path.suffix.lower())


def load(
    path: str | Path, *, format: Format | str | None = None, mines: int | None = None
) -> Position:
    """Read a file, in the format that its ending names, or else its content suggests.

    A `ParseError` says what can't be read, and where; for a missing file it is also a
    `FileNotFoundError`.
    """
    path = Path(path)
    data = read_up_to(MOST_BYTES, path)
    try:
        return loads(data, format=format or Format.of_file(path), mines=mines)
    except (ParseError, LevelError, CellError) as error:
        raise type(error)(f"{path}: {error}") from None


def save(position: Position, path: str | Path, *, format: Format | str | None = None) -> None:
    """Write a file, in the format that its ending names unless another is given.

    Raises a `FormatError` if the format can't hold the position, a `SaveError` if the file can't
    be written, and an `UnknownName` for an unknown format.
    """
    path = Path(path)
    write_whole(dumps(position, format or Format.of_file(path) or Format.TEXT), path)


def loads(
    data: bytes | str, *, format: Format | str | None = None, mines: int | None = None
) -> Position:
    """Read a position or a board from the content of a file.

    `mines` is the total number, for input that lacks it; `WrongTotal` is raised if it can't be.

    >>> loads("1x2x1\\n1H\\n")
    Traceback (most recent call last):
    sapper.errors.ParseError: the first line says 2 rows, but there are 1
    >>> print(loads("2x1x1\\n1H\\n"))
    1#
    """
    try:
        raw = data.encode() if isinstance(data, str) else data
    except UnicodeEncodeError as error:
        raise ParseError(f"character {error.start} is not text") from None
    if len(raw) > MOST_BYTES:
        raise ParseError(f"this is too large: at most {MOST_BYTES:,} bytes")
    chosen = Format.of(format) if format else _recognised(raw)
    position = _read(raw, chosen, mines)
    total = position.mines if isinstance(position, View) else len(position.mines)
    if mines is not None and mines != total:
        raise WrongTotal(f"this has {counted(total, 'mine')}, not {mines}")
    return position


def _read(raw: bytes, chosen: Format, mines: int | None) -> Position:
    if chosen is Format.MBF:
        return _read_mbf(raw)
    if raw.startswith(PICTURE_BEGINS):
        raise IsPicture("this is a picture, not a position or a board")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"byte {error.start} is not text") from None
    if chosen is Format.MINE:
        return _read_mine(text)
    if chosen is Format.JSON:
        return _read_json(text, mines)
    return _read_text(text, mines)


def dumps(position: Position, format: Format | str) -> bytes:
    """Write a position or a board as the content of a file.

    >>> dumps(View.parse("1#", mines=1), "mine")
    b'2x1x1\\n1H\\n'
    """
    chosen = Format.of(format)
    if not isinstance(position, View | Board):
        raise WrongType(f"expected a View or a Board, not {type(position).__name__}")
    if chosen is Format.MBF:
        return _write_mbf(position)
    if chosen is Format.MINE:
        return _write_mine(position).encode()
    if chosen is Format.JSON:
        return (json.dumps(_as_json(position)) + "\n").encode()
    return f"{position}\n".encode()


def _recognised(raw: bytes) -> Format:
    """Guess the format from the content: text unless it looks like another."""
    if len(raw) >= MBF_HEADER_SIZE and len(raw) == _mbf_size(raw) and not _reads_as_text(raw):
        return Format.MBF
    start = raw.removeprefix(BOM_UTF8).lstrip()
    if start[:1] == b"{":
        return Format.JSON
    if re.match(rb"\d+x\d+x\d+\s*$", start, re.MULTILINE):
        return Format.MINE
    return Format.TEXT


def _reads_as_text(raw: bytes) -> bool:
    return all(32 <= byte < 127 or byte in b"\t\n\r" for byte in raw)


# Text


def _read_text(text: str, mines: int | None) -> Position:
    if "*" in text:
        rows = split_rows(text)
        others = set("".join(rows)) - {"*"}
        if others <= HIDDEN_SIGNS or not others & (HIDDEN_SIGNS | {FLAG_SIGN}):
            return _checked_board(rows, mine_sign="*")
        # Hidden cells beside known mines: to a view, those are the player's flags.
        text = text.replace("*", FLAG_SIGN)
    if not text.strip():
        raise ParseError("the text has no rows")
    if mines is None:
        raise TotalMissing("the text does not give the number of mines")
    return _with_total(text, mines)


def _with_total(text: str, mines: int) -> View:
    """A position whose total number of mines was given beside it."""
    rows = split_rows(text)
    try:
        return View.parse(text, mines=mines)
    except LevelError as error:
        if mines <= len(rows) * len(rows[0]):
            raise
        raise WrongTotal(str(error)) from None


def _checked_board(rows: list[str], mine_sign: str, mines: int | None = None) -> Board:
    """The board whose mines these rows show, with or without its numbers."""
    check_hidden_sign(rows)
    places = [
        (row, column)
        for row, column in cells(len(rows), len(rows[0]))
        if rows[row][column] == mine_sign
    ]
    board = Board.from_mines(len(rows), len(rows[0]), places)
    for row, column in cells(board.height, board.width):
        sign, number = rows[row][column], board.number((row, column))
        if sign == mine_sign or sign in HIDDEN_SIGNS:
            continue
        if sign not in "012345678":
            raise ParseError(f"row {row}, column {column}: {sign!r} is not a cell of a board")
        if int(sign) != number:
            raise ParseError(
                f"row {row}, column {column}: shows {sign}, but {number} neighbours hold mines"
            )
    if mines is not None and mines != len(places):
        raise ParseError(
            f"the total is said to be {mines}, but {counted(len(places), 'mine')} can be seen"
        )
    return board


# .mbf


def _mbf_mines(raw: bytes) -> int:
    return int.from_bytes(raw[2:MBF_HEADER_SIZE], "big")


def _mbf_size(raw: bytes) -> int:
    return MBF_HEADER_SIZE + 2 * _mbf_mines(raw)


def _read_mbf(raw: bytes) -> Board:
    if len(raw) < MBF_HEADER_SIZE:
        raise ParseError(f"an .mbf file begins with {MBF_HEADER_SIZE} bytes; this has {len(raw)}")
    width, height = raw[0], raw[1]
    mines = _mbf_mines(raw)
    if len(raw) != _mbf_size(raw):
        raise ParseError(
            f"a file with {counted(mines, 'mine')} has {_mbf_size(raw)} bytes; this has {len(raw)}"
        )
    pairs = raw[MBF_HEADER_SIZE:]
    return _board_of(height, width, zip(pairs[1::2], pairs[::2], strict=True))


def _board_of(height: int, width: int, places: Iterable[Cell]) -> Board:
    """The board with these mines, none of them listed twice."""
    seen: set[Cell] = set()
    for place in places:
        if place in seen:
            raise ParseError(f"the mine at {place} is listed twice")
        seen.add(place)
    return Board.from_mines(height, width, seen)


def _write_mbf(position: Position) -> bytes:
    board = _board_only(position, "an .mbf file")
    if max(board.height, board.width) > MBF_LARGEST_SIDE:
        raise FormatError(
            f"an .mbf file has sides up to {MBF_LARGEST_SIDE}, not {board.height}×{board.width}"
        )
    pairs = bytes(part for row, column in sorted(board.mines) for part in (column, row))
    return bytes([board.width, board.height]) + len(board.mines).to_bytes(2, "big") + pairs


def _board_only(position: Position, what: str) -> Board:
    if isinstance(position, Board):
        return position
    raise FormatError(f"{what} holds the mines, which a position hides")


# .mine


def _read_mine(text: str) -> Position:
    header, _, body = text.lstrip().partition("\n")
    found = re.fullmatch(r"(\d{1,9})x(\d{1,9})x(\d{1,9})", header.strip())
    if not found:
        raise ParseError(
            f"a .mine file begins with WxHxM, as in 30x16x99, not {header.strip()[:40]!r}"
        )
    width, height, mines = map(int, found.groups())
    rows = split_rows(body)
    if len(rows) != height:
        raise ParseError(f"the first line says {counted(height, 'row')}, but there are {len(rows)}")
    if len(rows[0]) != width:
        raise ParseError(
            f"the first line says {counted(width, 'column')}, but rows have {len(rows[0])}"
        )
    signs = set("".join(rows))
    for foreign in sorted(signs - set("012345678HF?")):
        row = next(row for row, line in enumerate(rows) if foreign in line)
        raise ParseError(
            f"row {row}, column {rows[row].index(foreign)}: {foreign!r} is not a cell; "
            "0–8, H (hidden), F (flag) or ? (mine)"
        )
    if "?" not in signs:
        return View.parse(body, mines=mines)
    if signs & {"H", "F"}:
        # Hidden cells beside known mines: to a view, those are the player's flags.
        return View.parse(body.replace("?", "F"), mines=mines)
    return _checked_board(rows, mine_sign="?", mines=mines)


def _write_mine(position: Position) -> str:
    if isinstance(position, Board):
        mines, text = len(position.mines), str(position).replace("*", "?")
    else:
        mines, text = position.mines, str(position).replace("#", "H")
    return f"{position.width}x{position.height}x{mines}\n{text}\n"


# JSON


def _as_json(position: Position) -> dict[str, object]:
    if isinstance(position, Board):
        size = {"height": position.height, "width": position.width}
        mines = [list(cell) for cell in sorted(position.mines)]
        first = {} if position.first is None else {"first": list(position.first)}
        return {"kind": "board", **size, "mines": mines, **first}
    return {"kind": "view", "mines": position.mines, "rows": str(position).splitlines()}


def _read_json(text: str, mines: int | None) -> Position:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:  # an endless number is a plain ValueError
        where = f"line {error.lineno}: " if isinstance(error, json.JSONDecodeError) else ""
        raise ParseError(f"{where}this is not JSON") from None
    kind = content.get("kind") if isinstance(content, dict) else None
    if kind == "view":
        rows = _field(content, "rows", list)
        if not all(isinstance(row, str) and len(row.splitlines()) == 1 for row in rows):
            raise ParseError("'rows' is a list of strings, one per row")
        text = "\n".join(rows)
        if mines is None or "mines" in content:
            return View.parse(text, mines=_field(content, "mines", int))
        return _with_total(text, mines)
    if kind == "board":
        height, width = _field(content, "height", int), _field(content, "width", int)
        board = _board_of(height, width, map(_json_cell, _field(content, "mines", list)))
        if content.get("first") is not None:
            board.first = check_cell(_json_cell(content["first"]), height, width)
        return board
    raise ParseError("'kind' must be 'view' or 'board'")


def _field(content: dict[str, Any], name: str, kind: type) -> Any:
    value = content.get(name)
    if type(value) is not kind:
        raise ParseError(f"{name!r} must be {'a list' if kind is list else 'a whole number'}")
    return value


def _json_cell(pair: object) -> Cell:
    if not (isinstance(pair, list) and len(pair) == 2 and all(type(part) is int for part in pair)):
        raise ParseError(f"a cell is [row, column], not {pair!r}")
    return pair[0], pair[1]


# Addresses


def to_address(view: View) -> str:
    """A position as part of a web address, without any character that a link must escape.

    >>> to_address(View.parse("1#F\\n12#", mines=2))
    '2x3-2-bHFbcH'
    >>> to_address(View(16, 30, mines=99))
    '16x30-99-H480'

    Raises `LevelError` for a board of more than `ADDRESS_MOST_CELLS` cells.
    """
    _check_room_in_address(view.height, view.width)
    signs = str(view).replace("\n", "").translate(_SIGN_TO_ADDRESS)
    runs = re.sub(r"(.)\1{2,}", lambda run: f"{run[1]}{len(run[0])}", signs)
    return f"{view.height}x{view.width}-{view.mines}-{runs}"


def from_address(address: str) -> View:
    """The position in an address.

    >>> print(from_address("2x3-2-bHFbcH"))
    1#F
    12#
    >>> from_address("2x3-2-bHF")
    Traceback (most recent call last):
    sapper.errors.ParseError: the address has 3 cells, but a 2×3 board has 6
    """
    found = re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})-([0-9]{1,9})-([a-zA-Z0-9]+)", address)
    if not found:
        raise ParseError(
            f"an address reads HEIGHTxWIDTH-MINES-CELLS, as in 2x3-2-bHFbcH, not {address[:40]!r}"
        )
    height, width, mines = map(int, found.groups()[:3])
    _check_room_in_address(height, width)
    Level(height, width, mines, StartRule.ANY)  # raises an error that says what is impossible
    rows = _read_runs(found[4], height * width)
    if len(rows) != height * width:
        raise ParseError(
            f"the address has {counted(len(rows), 'cell')}, "
            f"but a {height}×{width} board has {height * width}"
        )
    lines = (rows[start : start + width] for start in range(0, len(rows), width))
    return View.parse("\n".join(lines), mines=mines)


ADDRESS_MOST_CELLS = 250_000
"""Links have their limits, and opening one should not take long."""
_ADDRESS_SIGNS = "abcdefghiHF"
_SIGN_TO_ADDRESS = str.maketrans("012345678#F", _ADDRESS_SIGNS)
_ADDRESS_TO_SIGN = dict(zip(_ADDRESS_SIGNS, "012345678#F", strict=True))


def _check_room_in_address(height: int, width: int) -> None:
    if height * width > ADDRESS_MOST_CELLS:
        raise LevelError(
            f"a {height}×{width} board is too large for an address: "
            f"at most {ADDRESS_MOST_CELLS:,} cells"
        )


def _read_runs(runs: str, most: int) -> str:
    """The signs of all cells; a number repeats the sign before it."""
    cells, length = [], 0
    for run in re.finditer(r"([a-zA-Z]?)([0-9]*)", runs):
        sign, times = run[1], run[2]
        if run.end() == run.start():
            break
        if sign not in _ADDRESS_TO_SIGN:
            raise ParseError(
                f"{(sign or times)[:1]!r} in the address is not a cell; "
                "a–i for 0–8, H (hidden) or F (flag)"
            )
        # A count with too many digits for any board is not even converted.
        count = int(times or 1) if len(times) <= len(str(most)) else most + 1
        length += count
        if length > most:
            raise ParseError(f"the address has more than the {most} cells of its board")
        cells.append(_ADDRESS_TO_SIGN[sign] * count)
    return "".join(cells)
