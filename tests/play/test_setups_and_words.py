"""Setups and turns as plain data, and in words."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played_tables import setups
from strategies import cells_of, some

from sapper.errors import CellError, LevelError, OutOfRange, ParseError, SapperError, UnknownName
from sapper.game import Action, Status
from sapper.level import LEVELS
from sapper.play.record import PLAYER, Entry, Setup
from sapper.play.saying import clock, percent, say
from sapper.play.table import Table
from sapper.serialize import plain

BEGINNER = LEVELS["beginner"]


@some
@given(setups(), st.data())
def test_setup_and_entries_go_to_json_and_back(setup: Setup, data: st.DataObject) -> None:
    assert Setup.from_json(json.loads(json.dumps(setup.to_json()))) == setup
    table = Table(setup)
    for _ in range(4):
        cell = data.draw(cells_of(setup.level.height, setup.level.width))
        try:
            data.draw(st.sampled_from([table.press, table.flag]))(cell)
        except LevelError:
            return
    for entry in table.entries:
        assert Entry.from_json(plain(entry)) == entry
        assert say(entry)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"height": "9"}, LevelError),
        ({"mines": 99}, LevelError),
        ({"start": "never"}, UnknownName),
        ({"winning": "often"}, UnknownName),
        ({"agent": "nobody"}, UnknownName),
        ({"agent": []}, ParseError),
        ({"seed": -1}, OutOfRange),
        ({"seed": "x"}, OutOfRange),
        ({"first": [9, 9]}, CellError),
        ({"first": 3}, ParseError),
        ({"disclosed": 3}, LevelError),
    ],
)
def test_a_setup_that_can_not_be_is_refused(
    change: dict[str, object], error: type[SapperError]
) -> None:
    content = {**Setup(BEGINNER, seed=1).to_json(), **change}
    with pytest.raises(error):
        Setup.from_json(content)


def test_what_is_no_setup_is_refused() -> None:
    nonsense: list[object] = [None, [], {}, "setup"]
    for content in nonsense:
        with pytest.raises(ParseError):
            Setup.from_json(content)
        with pytest.raises(ParseError):
            Entry.from_json(content)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (Entry(1, Action.FLAG, (0, 1)), "You flagged (0, 1)."),
        (Entry(1, Action.UNFLAG, (0, 1), by="exact"), "exact removed the flag from (0, 1)."),
        (
            Entry(1, Action.REVEAL, (0, 1), ((0, 1),), free=True, certain=False),
            "You opened (0, 1): safe, as the first cell always is.",
        ),
        (
            Entry(1, Action.REVEAL, (0, 1), ((0, 1), (0, 2)), certain=True, status=Status.WON),
            "You opened (0, 1) and 1 more cell: certainly safe. The game is won.",
        ),
        (
            Entry(1, Action.REVEAL, (0, 1), ((0, 1),), 0, "expert", False, False, 0.173, 0.173),
            "expert opened (0, 1): a guess, 17.3 % chance of a mine, the safest available.",
        ),
        (
            Entry(1, Action.REVEAL, (0, 1), ((0, 1),), 0, PLAYER, False, False, 0.5, 0.2),
            "You opened (0, 1): a guess, 50.0 % chance of a mine, while the safest had 20.0 %.",
        ),
        (
            Entry(1, Action.REVEAL, (0, 1), ((0, 1),), 0, PLAYER, False, False, 0.5, 0.0),
            "You opened (0, 1): a guess, 50.0 % chance of a mine, "
            "though a safe cell was available.",
        ),
        (
            Entry(
                *(1, Action.REVEAL, (0, 1), (), 0, PLAYER, False, False, 1.0, 0.0),
                status=Status.LOST,
                exploded=(0, 1),
            ),
            "You opened (0, 1): a mine; it was certainly a mine. The game is lost.",
        ),
        (
            Entry(
                *(1, Action.CHORD, (0, 1), (), 0, PLAYER, False, False, 0.25, 0.25),
                status=Status.LOST,
                exploded=(0, 2),
            ),
            "You opened the neighbours of (0, 1): a mine at (0, 2); it was a guess, "
            "25.0 % chance of a mine, the safest available. The game is lost.",
        ),
    ],
)
def test_what_is_said_of_a_turn(entry: Entry, words: str) -> None:
    assert say(entry) == words


def test_nothing_is_said_of_nothing() -> None:
    assert Table(Setup(BEGINNER)).say(None) == ""


@given(st.floats(0, 1))
def test_only_certainty_reads_as_none_or_all(chance: float) -> None:
    told = percent(chance)
    assert (told == "0 %") == (chance == 0)
    assert (told == "100 %") == (chance == 1)
    assert told not in ("0.0 %", "100.0 %")


def test_a_long_game_on_the_clock() -> None:
    assert [clock(seconds) for seconds in (0, 59.9, 60, 3599, 3600)] == [
        *("0:00", "0:59", "1:00", "59:59", "1:00:00")
    ]
