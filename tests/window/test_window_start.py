"""The start screen: every rule can be chosen, and what does not go together is said."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame
import pytest

from sapper.board import Board
from sapper.boards.daily import today
from sapper.exact.analysis import analyze
from sapper.game import Status
from sapper.history import History
from sapper.interface.window.widgets import Button, Dropdown, Field
from sapper.level import LEVELS, Guesses, Level, StartRule
from sapper.play.making import puzzle_of_the_day
from sapper.proof.technique import BoardGrade

if TYPE_CHECKING:
    from window.conftest import Open


def test_it_begins_with_the_rules_and_play_game(open_window: Open) -> None:
    window = open_window()
    assert window.screen == "start"
    window.picture()
    window.click("play")
    assert window.screen == "game"
    assert window.game.session.table.setup.level == LEVELS["beginner"]


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_can_be_chosen_at_the_start(open_window: Open, name: str) -> None:
    window = open_window()
    window.click(f"level {name}")
    window.keys("enter")
    level = window.game.session.table.setup.level
    assert level == LEVELS[name]


def test_rules_and_agent_can_be_chosen_at_the_start(open_window: Open) -> None:
    window = open_window()
    for choice, steps in (("start", 1), ("winning", 1), ("agent", -1)):
        window.click(choice)
        assert window.screen == "menu"
        window.picture()
        window.keys(*(["down"] * steps if steps > 0 else ["up"] * -steps), "enter")
    window.keys("space")
    setup = window.game.session.table.setup
    assert (setup.level.start.value, setup.winning.value, setup.agent) == (
        "opening",
        "flagged",
        "exact",
    )


def test_a_fair_game_is_chosen_at_the_start_and_its_end_says_what_was_certain(
    open_window: Open,
) -> None:
    window = open_window(seed=3)
    window.click("guesses")
    window.picture()
    window.keys("down", "enter", "enter")
    table = window.game.session.table
    assert table.setup.guesses is Guesses.FAIR
    assert "fair: guess only where nothing is certain" in window.game.session.message.words
    while table.status is Status.PLAYING:
        found = analyze(table.view)
        window.cell(min(set(table.view.hidden()) - found.safe - found.mines))
    assert re.search(r"\(\d, \d\) was certain: .* safe\.$", window.game.session.message.words)
    window.picture()
    window.keys("v", "end")
    assert "Fair play." in window.replay.replay.words
    window.picture()


def test_a_board_without_guesses_is_made_beside_the_window(open_window: Open) -> None:
    window = open_window(seed=3)
    window.keys("u", "end", "up", "enter", "enter")
    table = window.game.session.table
    assert (table.setup.guesses, table.setup.grade) == (Guesses.NONE, BoardGrade.FIENDISH)
    window.cell((4, 4))
    window.picture()
    window.settle()
    assert table.entries[0].free
    window.keys("A")
    window.wait_for(lambda: table.status is not Status.PLAYING)
    assert table.status is Status.WON
    assert not any(entry.is_guess for entry in table.entries)
    window.keys("v", "end")
    assert "No-guess board, fiendish." in window.replay.replay.words
    window.picture()


def test_the_puzzle_of_the_day_is_everybodys_and_nothing_is_kept_before_it_begins(
    open_window: Open, history: History
) -> None:
    window = open_window("beginner", grade="hard", guesses="none")
    assert isinstance(window.widget("daily"), Button)
    window.keys("d", "escape")
    assert (window.screen, history.games(9)) == ("start", [])
    window.keys("d")
    window.wait_for(lambda: window.screen == "game")
    table = window.game.session.table
    puzzle, first = puzzle_of_the_day(today(), LEVELS["beginner"], "hard")
    assert replace(table.setup, agent=puzzle.agent) == puzzle
    assert [entry.cell for entry in table.entries] == [first]
    assert today().isoformat() in window.game.session.message.words
    window.pass_time(5)
    assert table.seconds == 0  # the clock starts with the second cell


def test_a_seed_is_entered_shown_at_the_end_and_taken_again(open_window: Open) -> None:
    seed = 18_364_758_544_493_064_720
    window = open_window("beginner", seed=None)
    window.keys("N", *"12a")
    assert not window.widget("play").enabled  # which is no seed
    window.keys("enter", "backspace", "backspace", "backspace")
    pygame.scrap.put_text(f" {seed}\n")
    window.keys("ctrl+v", "enter")
    window.click("level beginner")
    assert isinstance(shown := window.widget("seed"), Dropdown)
    assert shown.chosen == str(seed)
    window.keys("enter")
    mines = Board(LEVELS["beginner"], seed, first=(4, 4)).mines
    for opened in ((4, 4), min(mines)):
        window.cell(opened)
    table = window.game.session.table
    assert (table.setup.seed, table.mines) == (seed, mines)
    window.click("seed")
    assert isinstance(field := window.widget("seed"), Field)
    assert field.content == str(seed)
    window.keys("enter")
    assert window.game.session.table is not table
    assert window.game.session.table.setup.seed == seed
    window.keys("N")
    assert isinstance(field := window.widget("seed"), Field)
    assert field.content == ""  # while it is played, a seed would tell the mines
    window.keys("enter")
    assert window.game.session.table.setup.seed != seed


def test_the_making_of_a_board_can_be_stopped(playing: Open) -> None:
    level = Level(100, 100, 200, StartRule.OPENING)
    window = playing(level, guesses=Guesses.NONE, grade=BoardGrade.FIENDISH)
    window.keys("right", "space")
    window.wait_for(lambda: "tried; Esc stops" in window.game.session.thinking)
    window.picture()
    window.keys("escape")
    assert window.screen == "game"
    assert not window.game.session.thinking
    assert not window.game.session.table.entries


def test_rules_that_do_not_go_together_are_said_at_the_start(open_window: Open) -> None:
    window = open_window()
    window.click("winning")
    window.keys("down", "enter")
    window.click("guesses")
    window.keys("down", "enter")
    assert "not by flags" in window.app.top.complaint  # type: ignore[attr-defined]


def test_a_rule_without_room_is_said_at_the_start(open_window: Open) -> None:
    window = open_window(Level(2, 2, 3))
    window.click("start")
    window.keys("down", "enter")
    assert "leave no room" in window.app.top.complaint  # type: ignore[attr-defined]
    window.picture()


def test_the_start_offers_what_was_played_last_on_another_board(open_window: Open) -> None:
    window = open_window("beginner", seed=3)
    window.keys("enter")
    assert window.game.session.table.setup.seed == 3
    window.keys("l", "home", "enter", "escape", "enter")
    assert window.game.session.table.setup.level == LEVELS["course"]
    window.keys("escape", "escape", "enter")
    assert window.game.session.table.setup.seed != 3
