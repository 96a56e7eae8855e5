"""Every screen handles every command of its table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pytest

from sapper.exact.analysis import analyze
from sapper.grid import cells
from sapper.interface.window.app import TIP_DELAY, WINDOW_COMMANDS
from sapper.interface.window.faces import Marks
from sapper.interface.window.training import TrainingScreen
from sapper.interface.window.widgets import Button
from sapper.level import LEVELS
from sapper.play.commands import (
    GAME_COMMANDS,
    REPLAY_COMMANDS,
    TRAINING_COMMANDS,
    Command,
    command_for,
    command_named,
)
from sapper.play.table import Table

if TYPE_CHECKING:
    from window.conftest import Open


def count(table: Table) -> int:
    return len(table.entries)


OPENING = LEVELS["beginner"].starting("opening")


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
