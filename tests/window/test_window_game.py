"""A game in the window: help from the AI, and the next game."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

import pygame

from sapper.game import WinningRule
from sapper.interface.window.entries import CustomSize
from sapper.interface.window.pointed_screen import REST
from sapper.level import LEVELS, Guesses, Level, StartRule
from sapper.play.fast import easy_cells
from sapper.play.messages import HintSign, Tone
from sapper.play.record import FAST, PLAYER
from sapper.play.table import Table
from sapper.proof.technique import BoardGrade

if TYPE_CHECKING:
    from window.conftest import Open


OPENING = LEVELS["beginner"].starting("opening")


# Help from the AI


def test_ai_move_says_what_it_did(playing: Open) -> None:
    window = playing()
    window.click("ai_move")
    window.settle()
    assert window.game.session.message.words.startswith("expert opened ")
    window.picture()


def test_easy_moves_are_made_for_the_player(playing: Open) -> None:
    window = playing(OPENING)
    window.click("fast")
    assert window.game.session.message.words == "Fast mode: easy (one number at a time)."
    window.keys("e")
    assert window.game.session.fast is BoardGrade.MEDIUM
    window.cell((4, 4))
    window.settle()
    session = window.game.session
    assert {entry.by for entry in session.table.entries} == {PLAYER, FAST}
    assert not easy_cells(session.table.view, BoardGrade.MEDIUM)
    assert "for you." in session.message.words
    window.picture()


def has_moved_on(table: Table, turns: int) -> bool:
    return len(table.entries) > turns


def test_a_dialog_holds_up_what_runs_below_it(playing: Open) -> None:
    window = playing(seed=7)
    window.keys("A")
    session = window.game.session
    window.wait_for(lambda: session.table.entries)
    for key, name in (("?", "help"), ("g", "menu")):
        window.keys(key)
        assert window.screen == name
        turns = len(session.table.entries)
        for _ in range(20):
            window.pass_time(1.0)
            time.sleep(0.005)
        assert len(session.table.entries) == turns
        assert session.autoplaying
        window.keys("escape")
        window.wait_for(partial(has_moved_on, session.table, turns))


def test_autoplay_to_the_end_and_review(playing: Open) -> None:
    window = playing(seed=7)
    for _ in range(6):
        window.click("faster")
    window.click("autoplay")
    window.wait_for(lambda: window.game.session.is_over)
    window.picture()
    entries = window.game.session.table.entries
    window.click("review")
    assert window.screen == "replay"
    window.settle()
    replay = window.replay
    assert replay.replay.last == len(entries)
    window.keys("end")
    window.picture()
    assert replay.replay.place == replay.replay.last
    window.keys("left")
    assert replay.replay.turn is not None
    assert replay.replay.turn.entry == entries[-1]
    window.keys("i")
    assert [widget.name for widget in replay.widgets(window.app.area)][-1] == "numbers"
    window.picture()
    window.keys("i", "home", "right", "d", "o")
    assert replay.replay.review.deciding is None
    assert replay.replay.place == 1
    window.keys("space")
    window.pass_time(1.1)
    window.picture()
    window.keys("left", "escape")
    assert window.screen == "game"


def test_why_explains_the_cell_under_the_pointer(playing: Open) -> None:
    window = playing(OPENING, seed=11)
    game = window.game
    window.cell((4, 4))
    safe = sorted(game.session.table.odds().safe)
    window.click("why")
    window.picture()
    window.point_at(safe[0])
    window.pass_time(REST * 2)
    window.wait_for(lambda: game.session.explained)
    explained = game.session.explained
    assert explained is not None
    assert explained.cell == safe[0]
    line = explained.why.lines[0]
    marks = game.marks()
    assert (marks.used, marks.spoken_of, marks.asked) == (line.numbers, line.cells, safe[0])
    window.keys(".")
    assert game.session.explained is not None
    assert game.session.explained.step == 1
    assert game.marks().used == explained.why.lines[1].numbers
    window.keys(",")
    assert game.session.explained.step == 0
    window.picture()
    window.event(pygame.MOUSEMOTION, pos=(1, 1), rel=(0, 0), buttons=(0, 0, 0))
    window.pass_time(1)
    assert game.session.explained is not None, "it stays when the pointer leaves the board"
    window.point_at(safe[1])
    window.wait_for(lambda: game.session.explained and game.session.explained.cell == safe[1])
    window.keys("escape")
    assert not game.session.why_on
    assert window.screen == "game"


def test_why_of_a_guess_shows_its_odds(playing: Open) -> None:
    window = playing()
    window.cell((0, 0))
    window.point_at((5, 5))
    window.keys("w")
    window.wait_for(lambda: window.game.session.explained)
    assert window.game.marks().asked == (5, 5)
    assert "%" in " ".join(window.game.session.explained.why.heading)  # type: ignore[union-attr]
    window.picture()


def test_a_move_in_the_list_is_shown_on_the_board(playing: Open) -> None:
    window = playing(OPENING, seed=11)
    window.cell((4, 4))
    window.cell(window.game.session.table.view.hidden()[0], pygame.BUTTON_RIGHT)
    moves = window.widget("moves").rect
    window.click_at((moves.centerx, moves.top + 10))
    assert window.game.marks().last == (4, 4)
    window.picture()
    window.click_at((moves.centerx, moves.top + 10))
    assert window.game.shown_entry is None


def test_the_list_of_moves_is_gone_through_by_keyboard(playing: Open) -> None:
    window = playing(Level(100, 100, 1000, StartRule.ANY))
    flags = [(0, 0), (50, 50), (99, 99)]
    for cell in flags:
        window.game.session.flag(cell)
    window.app.focus = "moves"
    window.keys("enter")
    assert window.game.shown_entry == 2
    for number in (1, 0, 0):
        window.keys("up")
        assert window.game.marks().last == flags[number]
        assert window.game.layout().sight.contains(window.game.layout().rect_of(flags[number]))
    window.keys("enter")
    assert window.game.shown_entry is None


def test_a_certain_mine_is_hinted_at_with_a_flag(playing: Open) -> None:
    """Under the course's rule there is something left to do when only mines are hidden."""
    window = playing(Level(2, 2, 3), winning=WinningRule.FLAGGED)
    window.cell((0, 0))
    window.keys("h")
    window.settle()
    marks = window.game.marks()
    assert (marks.hint, marks.hint_sign) == ((0, 1), HintSign.FLAG)
    assert window.game.session.message.tone is Tone.NEWS
    window.picture()


# The next game


def test_new_and_same_board(playing: Open) -> None:
    window = playing()
    window.cell((0, 0))
    view = window.game.session.table.view
    window.click("again")
    assert not window.game.session.table.entries
    window.cell((0, 0))
    assert window.game.session.table.view == view
    window.click("new")
    assert window.game.session.table.setup.seed != 3


def test_menus_in_the_game(playing: Open) -> None:
    window = playing()
    window.keys("l", "home", "enter")
    assert window.game.session.table.setup.level == LEVELS["course"]
    window.keys("u", "down", "enter")
    assert window.game.session.table.setup.guesses is Guesses.FAIR
    window.keys("s", "end", "enter")
    assert window.game.session.table.setup.level.start.value == "given"
    window.click("agent")
    window.keys("home", "enter")
    assert window.game.session.table.setup.agent == "random"
    window.click("level")
    window.click_at((1, 1))
    assert window.screen == "game", "a press beside a menu closes it"
    window.click("level")
    options = window.widget("options").rect
    window.click_at((options.centerx, options.top + 60))
    assert window.game.session.table.setup.level == LEVELS["beginner"]


def test_a_size_of_ones_own(playing: Open) -> None:
    window = playing()
    window.keys("l", "end", "enter")
    dialog = window.app.top
    assert isinstance(dialog, CustomSize)
    window.keys(
        "backspace", "1", "2", "tab", "backspace", "2", "0", "tab", "backspace", "backspace"
    )
    assert dialog.read() == "Enter a whole number for the mines."
    assert not window.widget("play").enabled
    window.keys("x")
    assert "not 'x'" in str(dialog.read())
    window.keys("enter")
    assert window.screen == "custom size"
    window.keys("backspace", "9", "9", "9")
    assert dialog.read() == "999 mines do not fit on a 12×20 board of 240 cells."
    dialog.typed["height"] = "99999"
    assert dialog.read() == "The window shows boards of up to 1,000,000 cells."
    dialog.typed["height"] = "12"
    window.picture()
    window.keys("backspace")
    window.picture()
    window.keys("enter")
    level = window.game.session.table.setup.level
    assert (level.height, level.width, level.mines) == (12, 20, 99)
    window.keys("l", "end", "enter")
    window.click("width")
    assert window.app.focus == "width"
    window.keys("escape", "l", "end", "enter")
    window.click("play")
    assert window.screen == "game"
