"""Sapper's own format for replays: JSON that names what it holds (`docs/replays.md`)."""

from __future__ import annotations

import json
from dataclasses import fields
from itertools import pairwise
from typing import Any, TypeGuard

from sapper.board import Board
from sapper.errors import ParseError, SapperError
from sapper.game import Action
from sapper.grid import Cell
from sapper.level import LEVELS, Guesses, Level, StartRule
from sapper.play.record import Setup
from sapper.proof.technique import BoardGrade
from sapper.replays.recording import (
    FURTHEST,
    LONGEST_SECONDS,
    MouseEvent,
    Recording,
    Source,
    Stated,
)
from sapper.seed import parse_seed

KIND = "replay"
VERSION = 1
MOVE = "move"
ACTIONS = {
    MOVE: None,
    "open": Action.REVEAL,
    "flag": Action.FLAG,
    "chord": Action.CHORD,
}
NAMES = {action: name for name, action in ACTIONS.items()}
DECIMALS = 3
RULES = ("level", "start", "seed", "index", "guesses", "grade")
LARGEST = 1e9
"""Beyond it, a number is nonsense; so is one that is none, which no comparison holds for."""


def write_own(recording: Recording) -> bytes:
    """The content of a file.

    >>> click = MouseEvent(0.0, 2.5, 0.5, Action.REVEAL)
    >>> board = Board.from_mines(1, 3, [(0, 0)])
    >>> read_own(write_own(Recording(board, (click,), Source.SAPPER))).events == (click,)
    True
    """
    board, stated = recording.board, recording.stated
    content = {
        "kind": KIND,
        "version": VERSION,
        "program": recording.program,
        "player": recording.player,
        "board": {
            "height": board.height,
            "width": board.width,
            "mines": [list(cell) for cell in sorted(board.mines)],
        },
        **({} if recording.setup is None else {"game": _rules_of(recording.setup)}),
        "stated": {
            field.name: value
            for field in fields(stated)
            if (value := getattr(stated, field.name)) is not None
        },
    }
    # One event on a line: a long file can be read, and compared line by line.
    events = ",\n".join(
        json.dumps([_short(event.seconds), NAMES[event.action], _short(event.x), _short(event.y)])
        for event in recording.events
    )
    head = json.dumps(content, ensure_ascii=False)[:-1]
    return f'{head}, "events": [\n{events}\n]}}\n'.encode()


def _rules_of(setup: Setup) -> dict[str, Any]:
    """The rules of a game, without those that go without saying."""
    level = {"level": setup.level.name} if setup.level.name in LEVELS else {}
    # As text: not every reader's numbers are long enough for a seed.
    rules: dict[str, Any] = {**level, "start": setup.level.start.value, "seed": str(setup.seed)}
    if setup.index:
        rules["index"] = setup.index
    if setup.guesses is not Guesses.ANY:
        rules["guesses"] = setup.guesses.value
    if setup.grade is not None:
        rules["grade"] = setup.grade.value
    return rules


def _short(number: float) -> float:
    return round(number, DECIMALS)


def read_own(data: bytes) -> Recording:
    """What a file records; a `ParseError` names what is wrong with it."""
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ParseError(f"byte {error.start} is not text") from None
    except (ValueError, RecursionError) as error:
        where = f"line {error.lineno}: " if isinstance(error, json.JSONDecodeError) else ""
        raise ParseError(f"{where}this is not JSON") from None
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise ParseError("'kind' must be 'replay'")
    if type(content.get("version")) is not int or content["version"] != VERSION:
        raise ParseError(
            f"this is version {str(content.get('version'))[:40]} of the format; "
            f"Sapper reads {VERSION}"
        )
    listed = enumerate(_expect(content, "events", list), start=1)
    events = tuple(_event(number, event) for number, event in listed)
    _check_order(events)
    board = _board(_expect(content, "board", dict))
    return Recording(
        board,
        events,
        Source.SAPPER,
        _stated(content.get("stated", {})),
        _expect(content, "player", str) if "player" in content else "",
        _expect(content, "program", str) if "program" in content else "",
        _rules(_expect(content, "game", dict), board) if "game" in content else None,
    )


def _expect(content: dict[str, Any], name: str, kind: type) -> Any:
    value = content.get(name)
    if type(value) is not kind:
        words = {list: "a list", dict: "an object", int: "a whole number", str: "text"}[kind]
        raise ParseError(f"{name!r} must be {words}")
    return value


def _board(content: dict[str, Any]) -> Board:
    height, width = _expect(content, "height", int), _expect(content, "width", int)
    mines = [_cell(pair) for pair in _expect(content, "mines", list)]
    if len(set(mines)) != len(mines):
        raise ParseError("a mine is listed twice")
    try:
        return Board.from_mines(height, width, mines)
    except SapperError as error:
        raise ParseError(str(error)) from None


def _rules(content: dict[str, Any], board: Board) -> Setup:
    """How the game was set up; its size is the board's."""
    for name in content:
        if name not in RULES:
            raise ParseError(f"'game': there is no {str(name)[:40]!r}, only {', '.join(RULES)}")
    told = {name: _expect(content, name, str) for name in content if name != "index"}
    size = board.height, board.width, len(board.mines)
    try:
        start = StartRule.of(_expect(content, "start", str))
        if start is StartRule.GIVEN:
            raise ParseError("a replay begins with all cells hidden, so 'start' can't be 'given'")
        level = Level(*size, start)
        if "level" in told:
            level = Level.named(told["level"]).starting(start)
            if (level.height, level.width, level.mines) != size:
                raise ParseError(f"the board is not one of level {told['level']!r}")
        return Setup(
            level,
            seed=parse_seed(_expect(content, "seed", str)),
            index=_expect(content, "index", int) if "index" in content else 0,
            guesses=Guesses.of(told.get("guesses", Guesses.ANY.value)),
            grade=BoardGrade.of(told["grade"]) if "grade" in told else None,
        )
    except SapperError as error:
        raise ParseError(f"'game': {error}") from None


def _cell(pair: object) -> Cell:
    if not (isinstance(pair, list) and len(pair) == 2 and all(type(part) is int for part in pair)):
        raise ParseError(f"a cell is [row, column], not {str(pair)[:40]}")
    return pair[0], pair[1]


def _event(number: int, event: object) -> MouseEvent:
    if isinstance(event, list) and len(event) == 4:
        seconds, kind, x, y = event
        is_known = isinstance(kind, str) and kind in ACTIONS
        if is_known and all(_is_numeric(part) for part in (seconds, x, y)):
            _check_range(number, "seconds", seconds, LONGEST_SECONDS)
            _check_range(number, "x", x, FURTHEST)
            _check_range(number, "y", y, FURTHEST)
            return MouseEvent(float(seconds), float(x), float(y), ACTIONS[kind])
    raise ParseError(
        f"event {number}: an event is [seconds, kind, x, y] with a kind of "
        f"{', '.join(ACTIONS)}, not {str(event)[:60]}"
    )


def _check_range(number: int, name: str, value: float, most: float) -> None:
    if not abs(value) <= most:
        written = str(value)[:40]
        raise ParseError(f"event {number}: {name} is {written}, not between ±{most:,.0f}")


def _check_order(events: tuple[MouseEvent, ...]) -> None:
    for number, (earlier, later) in enumerate(pairwise(events), start=2):
        if later.seconds < earlier.seconds:
            raise ParseError(
                f"event {number}: events are in order of time, and {later.seconds:g} seconds "
                f"come after {earlier.seconds:g}"
            )


def _is_numeric(part: object) -> TypeGuard[float]:
    return isinstance(part, int | float) and type(part) is not bool


def _is_number(part: object) -> bool:
    return _is_numeric(part) and abs(part) < LARGEST


def _may_be_stated(name: str, value: object) -> bool:
    match name:
        case "won":
            return type(value) is bool
        case "seconds":
            return _is_number(value)
        case _:
            return type(value) is int and _is_number(value)


def _stated(content: object) -> Stated:
    if not isinstance(content, dict):
        raise ParseError("'stated' must be an object")
    known = {field.name for field in fields(Stated)}
    for name, value in content.items():
        if name not in known or not _may_be_stated(name, value):
            raise ParseError(f"'stated': {name!r} can't be {str(value)[:40]}")
    return Stated(**content)
