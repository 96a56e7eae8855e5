"""The window by pointer and by keyboard, without a screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import pygame
import pytest
import replay_files

from sapper.board import Board
from sapper.boards.daily import today
from sapper.catalogue import speaking
from sapper.errors import HistoryError
from sapper.exact.analysis import analyze
from sapper.game import Action, Status, WinningRule
from sapper.grid import cells
from sapper.history import History
from sapper.interface.window import text
from sapper.interface.window.app import TIP_DELAY, WINDOW_COMMANDS
from sapper.interface.window.dialogs import Help
from sapper.interface.window.entries import SEED, CustomSize
from sapper.interface.window.faces import Marks
from sapper.interface.window.pen import Pen
from sapper.interface.window.pointed_screen import REST
from sapper.interface.window.replay import FAIR_MARK
from sapper.interface.window.start import START_COMMANDS
from sapper.interface.window.theme import THEMES
from sapper.interface.window.training import TrainingScreen
from sapper.interface.window.waiting import WaitingScreen
from sapper.interface.window.widgets import Button, Dropdown, Field, draw_keycap
from sapper.level import LEVELS, Guesses, Level, StartRule
from sapper.picture.heat import Colour
from sapper.play.commands import (
    GAME_COMMANDS,
    REPLAY_COMMANDS,
    TRAINING_COMMANDS,
    Command,
    command_for,
    command_named,
)
from sapper.play.fast import easy_cells
from sapper.play.making import puzzle_of_the_day
from sapper.play.record import FAST, PLAYER
from sapper.play.session import HintSign, Tone
from sapper.play.situation import Thought
from sapper.play.table import Table
from sapper.proof.technique import BoardGrade

if TYPE_CHECKING:
    from window.conftest import Driver

LEFT, RIGHT = 1, 3
Open = Callable[..., "Driver"]


def count(table: Table) -> int:
    return len(table.entries)


def last_action(table: Table) -> Action:
    return table.entries[-1].action


OPENING = LEVELS["beginner"].starting("opening")


# The start


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
    window.wait_for(lambda: "tried; Escape stops" in window.game.session.thinking)
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


# By pointer


def test_left_opens_and_right_flags(playing: Open) -> None:
    window = playing()
    table = window.game.session.table
    window.cell((0, 0))
    assert not table.view.is_hidden((0, 0))
    window.cell((1, 1), RIGHT)
    assert (1, 1) in table.view.flags
    assert table.mines_left == 9
    window.cell((1, 1))
    assert table.view.is_hidden((1, 1)), "a flagged cell is not opened"
    window.cell((1, 1), RIGHT)
    assert not table.view.flags
    window.picture()


def test_one_press_is_one_action(playing: Open) -> None:
    window = playing()
    table = window.game.session.table
    point = window.point_of((2, 2))
    window.down(point, RIGHT)
    for _ in range(50):
        window.event(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 1))
        window.pass_time(0.1)
        window.picture()
    window.up(point, RIGHT)
    assert [entry.action for entry in table.entries] == [Action.FLAG]
    button = window.widget("ai_move").rect.center
    window.down(button)
    for _ in range(50):
        window.pass_time(0.1)
    assert count(table) == 1, "nothing happens before the button is let go"
    window.up(button)
    window.settle()
    assert count(table) == 2
    window.pass_time(5)
    assert count(table) == 2


def test_a_press_that_ends_elsewhere_does_nothing(playing: Open) -> None:
    window = playing()
    table = window.game.session.table
    window.down(window.point_of((0, 0)))
    assert window.game.marks().held == {(0, 0)}
    window.up(window.point_of((5, 5)))
    window.down(window.widget("ai_move").rect.center)
    window.up(window.point_of((5, 5)))
    window.down(window.point_of((5, 5)))
    window.up(window.widget("ai_move").rect.center)
    window.down(window.widget("new").rect.center)
    window.up(window.widget("ai_move").rect.center)
    window.settle()
    assert not table.entries
    window.cell((4, 4), RIGHT)
    assert [entry.action for entry in table.entries] == [Action.FLAG], "no button is thought held"


def numbers_with_known_mines(window: Driver) -> tuple[tuple[int, int], set[tuple[int, int]]]:
    """A number that still has safe closed neighbours, and the mines around it."""
    from sapper.grid import neighbours

    view = window.game.session.table.view
    odds = window.game.session.table.odds()
    for cell in cells(view.height, view.width):
        around = set(neighbours(cell, view.height, view.width))
        mines, number = around & odds.mines, view.number(cell)
        if number and len(mines) == number and around & odds.safe:
            return cell, mines
    raise AssertionError("there is no such number")


@pytest.mark.parametrize("way", ["click", "both", "both, right first", "key"])
def test_chording(playing: Open, way: str) -> None:
    window = playing(OPENING, seed=11)
    table = window.game.session.table
    window.cell((4, 4))
    number, mines = numbers_with_known_mines(window)
    point = window.point_of(number)
    window.cell(number)
    assert len(table.entries) == 1, "without its flags a number does nothing"
    for mine in mines:
        window.cell(mine, RIGHT)
    turns = len(table.entries)
    if way == "click":
        window.click_at(point)
    elif way == "key":
        window.point_at(number)
        window.keys("c")
    else:
        first, second = (LEFT, RIGHT) if way == "both" else (RIGHT, LEFT)
        window.down(point, first)
        window.down(point, second)
        window.picture()
        window.up(point, first)
        window.up(point, second)
    assert len(table.entries) == turns + 1
    assert last_action(table) is Action.CHORD
    assert table.status is Status.PLAYING
    safe = min(table.odds().safe)
    window.cell(safe)
    assert last_action(table) is Action.REVEAL, "both buttons are let go"


def test_a_large_board_scrolls_and_zooms(playing: Open) -> None:
    window = playing(Level(80, 90, 900), size=(800, 600))
    game = window.game
    first = game.layout()
    assert first.sight.height < first.board.height
    window.point_at((3, 3))
    window.event(pygame.MOUSEWHEEL, x=0, y=-2, precise_x=0.0, precise_y=-2.0)
    assert game.layout().rows.start > first.rows.start
    window.keys("+", "+")
    assert game.layout().side > first.side
    window.keys("0")
    for _ in range(2):
        whole = game.layout()
        assert whole.sight == whole.board
        assert whole.side < first.side
        assert set(whole.cells()) == {(row, column) for row in range(80) for column in range(90)}
        window.keys("n")  # the next board is seen whole, too
    window.point_at((0, 0))
    nearby = game.layout().rect_of((40, 45)).inflate(40, 40)
    before = pygame.surfarray.array3d(window.picture().subsurface(nearby))
    window.point_at((40, 45))  # a lens enlarges the cell
    after = pygame.surfarray.array3d(window.picture().subsurface(nearby))
    assert (before != after).any(axis=2).mean() > 0.3
    window.keys("-")
    assert game.layout().side < whole.side


def test_the_ai_is_followed_over_a_large_board(playing: Open) -> None:
    window = playing(Level(50, 80, 600).starting("opening"), size=(1040, 720), seed=5)
    game = window.game
    window.cell(next(iter(game.layout().cells())))
    were_in_sight = []
    for corner in ((-1000, 1000), (1000, -1000)) * 3:
        game.viewport.scroll(corner)
        before = game.layout()
        turns = len(game.session.table.entries)
        window.keys("a")
        window.settle()
        moved = game.session.table.entries[-1].cell
        assert len(game.session.table.entries) == turns + 1
        were_in_sight.append(before.sight.contains(before.rect_of(moved)))
        after = game.layout()
        assert after.sight.contains(after.rect_of(moved))
    assert False in were_in_sight


# By keyboard


def test_a_whole_game_by_keyboard(open_window: Open) -> None:
    window = open_window(OPENING, seed=11)
    window.keys("enter")
    game, table = window.game, window.game.session.table
    window.keys("down", "down", "down", "down", "right", "right", "right", "right")
    assert game.here == (4, 4)
    window.keys("space")
    while table.status is Status.PLAYING:
        window.keys("h")
        window.settle()
        hint = game.session.hint
        assert hint is not None
        assert game.marks().hint == hint.cell
        assert game.here is not None
        down, right = hint.cell[0] - game.here[0], hint.cell[1] - game.here[1]
        window.keys(*(["down"] * down), *(["up"] * -down))
        window.keys(*(["right"] * right), *(["left"] * -right))
        window.keys("enter")
    assert all(entry.by == PLAYER for entry in table.entries)
    assert table.status is Status.WON
    window.picture()


def test_every_button_is_reached_by_tab(playing: Open) -> None:
    window = playing()
    names = [widget.name for widget in window.app.top.widgets(window.app.area)]
    seen = []
    for _ in names:
        window.keys("tab")
        seen.append(window.app.focus)
        window.picture()
    assert seen == names
    window.keys("shift+tab")
    assert window.app.focus == names[-2]
    window.app.focus = "ai_move"
    window.keys("enter")
    window.settle()
    assert len(window.game.session.table.entries) == 1
    window.keys("escape")
    assert not window.app.focus
    assert window.screen == "game"


def test_keys_flag_and_step_and_switch(playing: Open) -> None:
    window = playing()
    window.keys("f")
    assert window.game.by_keyboard, "the first key shows where the keyboard is"
    window.keys("f")
    assert window.game.session.table.view.flags == {(0, 0)}
    window.keys("]")
    assert window.game.session.pace == 3
    window.keys("[", "[")
    assert window.game.session.pace == 1
    window.keys("o")
    window.settle()
    assert window.game.session.analysis is not None
    window.keys("t")
    assert window.app.theme is THEMES["dark"]
    window.keys("P")
    assert window.app.theme is THEMES["colour-blind-dark"]
    window.keys("ctrl++")
    assert window.app.zoom > 1
    window.keys("ctrl+-", "ctrl+-")
    assert window.app.zoom < 1
    window.picture()
    window.keys("q")
    assert not window.app.running


def test_the_keys_are_listed(playing: Open) -> None:
    window = playing()
    window.keys("?")
    assert window.screen == "help"
    help_screen = window.app.top
    assert isinstance(help_screen, Help)
    listed = {
        key for group in help_screen.groups.values() for keys in group.values() for key in keys
    }
    assert {"a", "A", "h", "w", "o", "n", "r", "l", "f", "c", "space", "?", "tab"} <= listed
    window.picture()
    window.keys("escape")
    assert window.screen == "game"


@pytest.mark.parametrize("language", ["en", "fr", "es", "zh"])
@pytest.mark.parametrize("zoom", [1.0, 1.5])
def test_all_keys_are_seen_and_nothing_covers_them(
    open_window: Open, monkeypatch: pytest.MonkeyPatch, language: str, zoom: float
) -> None:
    drawn: list[pygame.Rect] = []

    def keycap(pen: Pen, words: str, right: tuple[int, int], ink: Colour) -> int:
        width = draw_keycap(pen, words, right, ink)
        rect = pygame.Rect(0, 0, width, pen.units(20))
        rect.midright = right
        assert rect.collidelist(drawn) == -1
        drawn.append(rect)
        return width

    monkeypatch.setattr("sapper.interface.window.dialogs.draw_keycap", keycap)
    with speaking(language):
        window = open_window(size=(936, 646))
        window.app.zoom = zoom
        for commands in (
            (*GAME_COMMANDS, SEED),
            START_COMMANDS,
            REPLAY_COMMANDS,
            TRAINING_COMMANDS,
        ):
            drawn.clear()
            shown = Help(window.app, commands)
            window.app.show(shown)
            window.picture()
            above_the_button = shown.card(window.app.area)
            above_the_button.height = window.widget("close").rect.top - above_the_button.top
            assert all(above_the_button.contains(rect) for rect in drawn)
            listed = [keys for group in shown.groups.values() for keys in group.values()]
            assert len(drawn) == sum(map(len, listed))
            shown.shut()


# The table of commands


@pytest.mark.parametrize("command", GAME_COMMANDS, ids=lambda command: command.name)
def test_every_command_of_a_game_is_handled(playing: Open, command: Command) -> None:
    window = playing(OPENING, seed=11)
    window.cell((4, 4))
    assert command in window.game.commands
    for key in command.keys:
        assert command_for(key, window.game.commands) is command
    assert window.game.do(command), command
    window.settle()
    window.picture()


@pytest.mark.parametrize("command", REPLAY_COMMANDS, ids=lambda command: command.name)
def test_every_command_of_a_review_is_handled(playing: Open, command: Command) -> None:
    window = playing(OPENING, seed=11)
    window.cell((4, 4))
    window.cell(min(window.game.session.table.odds().safe))
    window.flow.replay(window.game.session.table.record())
    assert command in window.replay.commands
    assert window.replay.do(command), command
    window.settle()
    window.picture()


def test_every_command_of_a_training_is_handled_and_a_click_answers(playing: Open) -> None:
    window = playing(OPENING, seed=11)
    window.keys("T")
    window.wait_for(lambda: isinstance(window.app.top, TrainingScreen))
    screen = window.app.top
    assert isinstance(screen, TrainingScreen)
    training = screen.training
    safe = min(analyze(training.view.with_flags(())).safe)
    window.click_at(screen.layout().rect_of(safe).center)
    assert (training.asked, training.right) == (1, 1)
    window.settle()
    window.picture()
    for command in TRAINING_COMMANDS:
        if command.name not in ("close", "quit"):
            screen.pointed = safe
            assert screen.do(command), command
            window.settle()
            window.picture()
            if window.app.top is not screen:
                window.keys("escape")
    window.keys("q")
    assert window.screen == "game"


@pytest.mark.parametrize("screen", ["start", "games"])
def test_every_command_of_other_screens_is_handled(open_window: Open, screen: str) -> None:
    window = open_window()
    if screen == "games":
        window.flow.games()
    top = window.app.top
    handled = {*top.handlers(), *window.app.handlers()}
    assert {command.name for command in (*top.commands, *WINDOW_COMMANDS)} <= handled


def test_the_cursor_takes_long_steps_and_stops_at_the_edge(playing: Open) -> None:
    window = playing("expert")
    window.keys("pagedown", "end")
    assert window.game.here == (10, 29)
    window.keys("pagedown", "right")
    assert window.game.here == (15, 29)
    window.keys("home", "pageup", "pageup")
    assert window.game.here == (0, 0)


def test_a_button_takes_its_words_and_its_key_from_the_table(playing: Open) -> None:
    window = playing()
    button = window.widget("hint")
    command = command_named("hint")
    assert isinstance(button, Button)

    def shown() -> str | None:
        return window.app.tip_of

    assert (button.label, button.keycap) == (command.label, "H")
    assert button.tip == "Show a safe cell, or the best guess"
    plain = pygame.image.tobytes(window.picture(), "RGB")
    window.event(pygame.MOUSEMOTION, pos=button.rect.center, rel=(0, 0), buttons=(0, 0, 0))
    window.pass_time(TIP_DELAY / 2)
    assert shown() is None
    lit = pygame.image.tobytes(window.picture(), "RGB")
    window.pass_time(TIP_DELAY)
    assert shown() == "hint"
    assert len({plain, lit, pygame.image.tobytes(window.picture(), "RGB")}) == 3
    window.point_at((0, 0))
    assert shown() is None


def test_a_paused_game_is_covered_until_it_resumes(playing: Open) -> None:
    window = playing(OPENING, seed=11)
    game = window.game
    window.cell((4, 4))
    window.click("pause")
    assert game.session.message.words == "The game is paused. Press p to resume it."
    assert game.marks() == Marks()
    opened = [cell for cell in cells(9, 9) if not game.session.table.view.is_hidden(cell)]
    picture = window.picture()
    sign = game.pause_sign(game.layout().sight, window.app.area)
    for cell in opened:
        middle = game.layout().rect_of(cell).center
        if not sign.collidepoint(middle):
            assert picture.get_at(middle)[:3] == window.app.theme.hidden
        assert game.session.describe(cell) == f"{cell}: hidden"
    window.keys("p")
    assert not game.session.is_paused
    assert game.session.describe((4, 4)) != "(4, 4): hidden"
    window.cell(min(game.session.table.odds().safe))
    assert count(game.session.table) == 2


def test_escape_closes_what_is_shown_and_then_the_game(playing: Open) -> None:
    window = playing(OPENING, seed=11)
    window.cell((4, 4))
    window.keys("h")
    window.settle()
    window.keys("escape")
    assert window.game.session.hint is None
    window.keys("A", "escape")
    assert not window.game.session.autoplaying
    assert window.screen == "game"
    window.keys("escape")
    assert window.screen == "start"


def test_statistics_are_shown_beside_the_games(playing: Open) -> None:
    window = playing()
    window.keys("S")
    assert (window.screen, window.app.focus) == ("games", "statistics")


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
    window.cell(window.game.session.table.view.hidden()[0], RIGHT)
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


# Kept games


def test_the_game_goes_on_where_it_was_left(
    open_window: Open, playing: Open, history: History
) -> None:
    window = playing(OPENING, seed=11)
    window.cell((4, 4))
    view = window.game.session.table.view
    window.app.quit()
    again = open_window("expert")
    again.picture()
    again.click("resume")
    assert again.game.session.table.view == view
    assert again.game.session.message.words == "Your game resumes after 1 move."
    again.keys("escape")
    assert again.screen == "start"
    again.keys("r")
    assert again.game.session.table.view == view


def test_games_are_listed_reviewed_and_forgotten(playing: Open, history: History) -> None:
    window = playing(Level(1, 2, 1, StartRule.ANY), seed=1)
    for cell in ((0, 0), (0, 1)):
        window.cell(cell)
    assert window.game.session.is_over
    window.keys("n")
    window.cell((0, 0), RIGHT)
    window.keys("m")
    assert window.screen == "games"
    window.picture()
    assert [game.status is Status.PLAYING for game in history.games()] == [True, False]
    window.keys("down", "enter")
    assert window.screen == "replay"
    window.keys("escape", "home", "d")
    assert window.screen == "question"
    window.picture()
    window.keys("enter")
    assert window.screen == "games"
    assert len(history.games()) == 2, "whoever presses Enter unawares has lost nothing"
    window.keys("d", "tab", "tab", "enter")
    assert len(history.games()) == 1
    window.keys("enter")
    assert window.screen == "replay"
    window.click("back")
    window.click("delete")
    window.click("yes")
    assert not history.games()
    window.picture()
    window.click("back")
    assert window.screen == "game"


def test_an_unfinished_game_in_the_list_goes_on(playing: Open) -> None:
    window = playing(OPENING, seed=11)
    window.cell((4, 4))
    view = window.game.session.table.view
    window.keys("n", "m", "?")
    window.picture()
    window.keys("escape", "enter")
    assert window.game.session.table.view == view
    seconds = window.game.session.table.seconds
    window.pass_time(5)
    assert window.game.session.table.seconds == seconds + 5, "its clock goes on"
    window.keys("m", "enter")
    assert window.game.session.table.seconds == seconds + 5, "and no second is lost"


def test_a_history_that_fails_is_said_and_play_goes_on(
    playing: Open, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise HistoryError("the saved games can't be read: broken")

    window = playing(OPENING, seed=11)
    window.cell((4, 4))
    window.keys("m")
    for name in ("games", "statistics", "record", "table", "delete"):
        monkeypatch.setattr(History, name, fail)
    window.keys("enter")
    assert "broken" in window.app.top.complaint  # type: ignore[attr-defined]
    window.keys("d", "enter", "escape", "m")
    window.picture()
    window.keys("escape")
    window.cell(window.game.session.table.view.hidden()[0], RIGHT)
    assert len(window.game.session.table.entries) == 2
    window.keys("escape")
    assert window.screen == "start"
    window.picture()


def test_a_review_shows_what_was_better(playing: Open) -> None:
    window = playing(OPENING, seed=11)
    table = window.game.session.table
    window.cell((4, 4))
    odds = table.odds()
    window.cell(min(odds.safe))
    window.cell(max(cell for cell in table.odds().mines))
    assert table.status is Status.LOST
    window.keys("v", "d")
    replay = window.replay
    window.settle()
    assert replay.replay.place == 2
    marks = replay.marks()
    assert marks.asked == table.entries[2].cell
    assert marks.hint in table.odds().safe | odds.safe
    assert marks.hint_sign is HintSign.SAFE
    (told,) = replay.replay.alternatives
    assert told.startswith(f"Needless: {marks.hint} was certainly safe. It gave up 100.0 points")
    window.picture()
    bar = replay.rows(window.app.area)["bar"]
    window.click_at((bar.left + 2, bar.centery))
    assert replay.replay.place == 0
    window.click_at((bar.right - 2, bar.centery))
    assert replay.replay.place == replay.replay.last
    side = replay.layout().side
    window.keys("+")
    assert replay.layout().side > side
    window.event(pygame.MOUSEWHEEL, x=0, y=1)
    window.keys("?")
    window.picture()
    window.keys("escape", "space")
    assert replay.replay.place == 0
    window.pass_time(1.1)
    assert replay.replay.place == 1, "it runs by itself"
    window.click("run")
    window.pass_time(1.1)
    turns = window.widget("turns").rect
    window.click_at((turns.centerx, turns.top + 70))
    assert replay.replay.place == 2


def test_a_review_explains_the_cell_of_each_turn(playing: Open) -> None:
    window = playing(OPENING, seed=11)
    window.cell((4, 4))
    safe = sorted(window.game.session.table.odds().safe)[:2]
    for cell in safe:
        window.game.session.press(cell)
    window.flow.replay(window.game.session.table.record())
    window.keys("right", "w")
    window.settle()
    assert window.replay.marks().asked == safe[0]
    assert window.replay.marks().used
    assert window.widget("explanation")
    window.picture()
    window.keys("right")
    window.settle()
    assert window.replay.marks().asked == safe[1]
    window.keys("end")
    window.picture()
    window.keys("escape")
    assert (window.screen, window.replay.replay.why_on) == ("replay", False)
    window.keys("q")
    assert window.screen == "game"


def test_a_review_of_a_large_board_shows_where_the_turn_is(playing: Open) -> None:
    window = playing(Level(100, 100, 9998), winning=WinningRule.FLAGGED)
    window.cell((0, 0))
    for cell in ((0, 99), (99, 0), (99, 99)):
        window.game.session.flag(cell)
    window.flow.replay(window.game.session.table.record())
    replay = window.replay
    for step, cell in enumerate([(0, 0), (0, 99), (99, 0), (99, 99), (99, 99)]):
        assert replay.replay.place == step
        assert replay.layout().sight.contains(replay.layout().rect_of(cell))
        window.keys("right")
    window.picture()
    replay.viewport.scroll((0, 1000))
    window.app.focus = "turns"
    window.keys("up", "enter")
    assert replay.layout().sight.contains(replay.layout().rect_of((99, 99)))


def test_the_deciding_turn_is_gone_to_only_if_there_is_one(playing: Open) -> None:
    window = playing(OPENING, seed=11)
    window.cell((4, 4))
    for cell in sorted(window.game.session.table.odds().safe)[:3]:
        window.game.session.press(cell)
    window.flow.replay(window.game.session.table.record())
    replay = window.replay
    assert replay.replay.review.deciding is None
    window.keys("right", "right", "space", "d")
    assert (replay.replay.place, replay.replay.running) == (2, False)


def test_a_careless_guess_is_marked_by_more_than_its_colour(playing: Open) -> None:
    window = playing(OPENING, seed=11)
    table = window.game.session.table
    window.cell((4, 4))
    window.cell(max(table.odds().mines))
    window.flow.replay(table.record())
    replay, theme = window.replay, window.app.theme
    picture = pygame.surfarray.array3d(window.picture())
    bar = replay.rows(window.app.area)["bar"]
    ink = (picture == theme.danger).all(axis=2)[bar.left : bar.right, bar.top : bar.bottom]
    assert ink.any(axis=0).sum() > FAIR_MARK[1] * window.app.area.scale


def test_lists_scroll_by_wheel_and_by_keyboard(playing: Open) -> None:
    window = playing()
    for cell in cells(9, 9):
        window.cell(cell, RIGHT)
    game = window.game
    window.picture()
    assert game.moves_scroll.at_end
    end = game.moves_scroll.offset
    window.event(pygame.MOUSEMOTION, pos=window.widget("moves").rect.center, rel=(0, 0))
    window.event(pygame.MOUSEWHEEL, x=0, y=3)
    window.picture()
    assert 0 < game.moves_scroll.offset < end
    window.cell((0, 0), RIGHT)
    window.picture()
    assert game.moves_scroll.offset < end, "it stays where somebody is reading"
    window.app.focus = "moves"
    window.keys("home")
    assert game.moves_scroll.offset == 0
    window.keys("end")
    window.picture()
    assert game.moves_scroll.at_end


def test_a_thought_is_shown_and_the_window_goes_on(
    playing: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Event()

    def think_long(table: Table) -> Thought:
        gate.wait(60)
        return Thought(table.view, None, "expert")

    monkeypatch.setattr(Table, "think", think_long)
    window = playing()
    window.click("ai_move")
    assert window.game.session.thinking == "expert is thinking …"
    first = pygame.image.tobytes(window.picture(), "RGB")
    window.pass_time(0.3)
    assert pygame.image.tobytes(window.picture(), "RGB") != first, "something moves"
    window.cell((0, 0))
    assert not window.game.session.table.view.is_hidden((0, 0))
    assert not window.game.session.thinking
    gate.set()


# Every picture

SIZES = [(640, 460), (800, 600), (1040, 720), (700, 1200), (2560, 1440)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_fits_in_windows_of_any_size(open_window: Open, size: tuple[int, int]) -> None:
    window = open_window(OPENING, seed=11, size=size)
    whole = pygame.Rect((0, 0), size)

    def check() -> None:
        window.picture()
        for widget in window.app.top.widgets(window.app.area):
            assert whole.contains(widget.rect), f"{widget.name} on {window.screen}"

    check()
    window.keys("enter")
    window.cell((4, 4))
    check()
    for key in ("l", "?", "m"):
        window.keys(key)
        check()
        window.keys("escape")
    window.cell(next(iter(window.game.session.table.odds().mines)))
    check()
    window.keys("v")
    window.settle()
    check()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_label_of_a_button_is_cut(
    open_window: Open, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(OPENING, seed=11, size=size)
    shortened, cut = text.shortened, set()

    def watch(words: str, size: float, width: int, *, bold: bool = False) -> str:
        kept = shortened(words, size, width, bold=bold)
        if kept != words:
            cut.add(words)
        return kept

    monkeypatch.setattr(text, "shortened", watch)
    window.picture()
    window.keys("enter")
    window.cell((4, 4))
    window.picture()
    window.cell(next(iter(window.game.session.table.odds().mines)))
    window.picture()
    assert not cut & {command.label for command in (*GAME_COMMANDS, *START_COMMANDS)}


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_is_drawn_in_its_colours(open_window: Open, theme: str) -> None:
    window = open_window(OPENING, seed=11, theme=theme)
    assert window.picture().get_at((2, 2))[:3] == THEMES[theme].ground
    window.keys("enter")
    layout = window.game.layout()
    closed = window.picture().get_at(layout.rect_of((4, 4)).center)[:3]
    assert closed == THEMES[theme].hidden
    window.cell((4, 4))
    window.app.pointer = (-1, -1)
    assert window.picture().get_at(layout.rect_of((4, 4)).center)[:3] == THEMES[theme].open


def test_a_replay_is_dropped_and_played_with_its_mouse(open_window: Open, tmp_path: Path) -> None:
    game, clicks = replay_files.played()
    (tmp_path / "game.avf").write_bytes(replay_files.avf(game))
    (tmp_path / "broken.avf").write_bytes(b"no replay")
    window = open_window()
    window.event(pygame.DROPFILE, file=str(tmp_path / "broken.avf"))
    window.settle()
    assert isinstance(window.app.top, WaitingScreen)
    assert "the file is damaged, or no .avf at all" in window.app.top.words
    window.event(pygame.DROPFILE, file=str(tmp_path / "game.avf"))
    window.wait_for(lambda: window.screen == "replay")
    window.pass_time(0.1)
    replay = window.replay.replay
    window.keys("space")
    window.pass_time(clicks[2][0] + 0.1)
    assert replay.place == 3
    still = pygame.image.tobytes(window.picture(), "RGB")
    window.keys("space", "]", "]", "space")
    window.pass_time(0.05)  # at four times the speed: nothing is clicked, but the line fades
    assert (replay.place, replay.speed) == (3, 4.0)
    window.pass_time(0.05)
    assert replay.pointer is not None
    assert pygame.image.tobytes(window.picture(), "RGB") != still
    window.keys("space", "end")
    window.settle()
    assert replay.place == len(clicks)
    assert replay.words[-1].endswith("The file's own statistics are right.")
    window.keys("escape")
    assert window.screen == "start"
