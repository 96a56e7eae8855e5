"""The widgets in the kernel: commands in, screens out, and no mine told before its time."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from waiting import until

import sapper
from sapper.catalogue import speaking
from sapper.errors import ExtraMissing, LevelError
from sapper.interface.notebook.widgets import GameWidget, PositionWidget
from sapper.serialize import to_json


def settled(widget: GameWidget | PositionWidget) -> dict[str, Any]:
    """What is shown once nobody is thinking, as the browser asks for it."""

    def is_settled() -> bool:
        widget.receive({"tick": True})
        return not widget.inquiry.thinker.busy

    until(is_settled)
    shown: dict[str, Any] = widget.shown
    return shown


def test_a_game_is_played_by_messages() -> None:
    game = GameWidget("beginner", seed=3, start="opening")
    assert game.shown["heading"] == "10 mines left"
    game.receive({"command": "open", "cell": [2, 2]})
    assert game.view.revealed_count > 1
    game.receive({"key": "h", "cell": [0, 0]})
    shown = settled(game)
    assert "certainly safe" in shown["message"]
    safe = sorted(sapper.analyze(game.view).safe)
    game.receive({"command": "why", "cell": list(safe[0])})
    shown = settled(game)
    assert shown["lines"][0].startswith(f"{safe[0]} is safe.")
    assert shown["explains"]
    assert {button["name"] for button in shown["buttons"]} >= {"step_on", "step_back"}
    game.receive({"command": "odds"})
    game.receive({"command": "flag", "cell": list(safe[0])})
    assert settled(game)["heading"] == "9 mines left"
    game.receive({"command": "flag", "cell": list(safe[0])})
    game.receive({"command": "autoplay"})

    def is_over() -> bool:
        game.inquiry._move_due = 0.0
        game.receive({"tick": True})
        return game.inquiry.table.status != "playing"

    until(is_over)
    assert not settled(game)["waits"]
    assert game.shown["tone"] in ("won", "lost")
    assert "mine" in game.shown["svg"]


def test_nothing_that_is_sent_tells_where_the_mines_are() -> None:
    one, other = (GameWidget("beginner", seed=seed, start="any") for seed in (3, 4))
    for game in (one, other):
        game.receive({"command": "flag", "cell": [0, 0]})
    assert one.inquiry.table._game.board != other.inquiry.table._game.board
    assert to_json(one.shown) == to_json(other.shown)


@pytest.mark.parametrize(
    "content",
    [
        {"command": "open", "cell": [99, 0]},
        {"command": "open", "cell": "here"},
        {"command": "open", "cell": [0, None]},
        {"command": "no such command"},
        {"command": ["open"]},
        {"key": 7, "cell": {"row": 0}},
        ["open"],
        None,
    ],
)
def test_what_is_no_command_is_answered_and_changes_nothing(content: Any) -> None:
    game = GameWidget("beginner", seed=3)
    game.receive(content)
    assert game.view == sapper.View(9, 9, 10)
    assert game.shown["message"].endswith(".")
    painted = PositionWidget("2x2/1")
    painted.receive(content)
    painted.receive({"paint": "9", "cell": [0, 0]})
    painted.receive({"brush": "<b>"})
    painted.receive({"mines": -1})
    painted.receive({"mines": "many"})
    assert painted.view == sapper.View(2, 2, 1)


def test_a_position_is_painted_and_what_follows_is_shown() -> None:
    painted = PositionWidget("1x4/1")
    painted.receive({"brush": "1"})
    painted.receive({"command": "open", "cell": [0, 1]})
    assert str(painted.view) == "#1##"
    shown = settled(painted)
    assert shown["message"] == "1 certainly safe, 0 certainly mines."
    assert "50%" in shown["svg"]
    assert painted.analysis.safe == {(0, 3)}
    painted.receive({"command": "why", "cell": [0, 3]})
    assert settled(painted)["lines"][0].startswith("(0, 3) is safe.")
    painted.receive({"key": "3", "cell": [0, 0]})
    shown = settled(painted)
    assert shown["tone"] == "wrong"
    assert "the 3 at (0, 0)" in shown["message"].lower()
    painted.receive({"key": "#", "cell": [0, 0]})
    painted.receive({"mines": 2})
    painted.receive({"command": "flag", "cell": [0, 3]})
    assert str(painted.view) == "#1#F"
    assert settled(painted)["tone"] == "news"
    assert painted.view.mines == painted.shown["mines"] == 2
    copied = PositionWidget(painted.view)
    assert copied.view == painted.view


def test_a_large_board_is_shown_in_part_and_follows_the_cursor() -> None:
    game = GameWidget("100x200/2000", seed=1)
    assert (game.shown["height"], game.shown["rows"]) == (40, 100)
    game.receive({"cell": [99, 199]})
    assert (game.shown["top"], game.shown["left"]) == (60, 140)
    assert game.shown["described"] == "(99, 199): hidden"


def test_a_widget_speaks_the_language_that_is_spoken() -> None:
    with speaking("fr"):
        assert GameWidget("beginner", seed=3).shown["heading"] == "10 mines restantes"


def test_bad_levels_are_refused_as_everywhere() -> None:
    with pytest.raises(LevelError):
        GameWidget("0x9/3")


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "sapper.interface.notebook.widgets")
    with pytest.raises(ExtraMissing, match=r"this needs anywidget: .*\[notebook\]"):
        __import__("sapper.interface.notebook.widgets")
