"""The keyboard alone: whole games, every button, every key of the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pytest

from sapper.catalogue import speaking
from sapper.game import Status
from sapper.interface.window.dialogs import Help
from sapper.interface.window.entries import SEED
from sapper.interface.window.pen import Pen
from sapper.interface.window.start import START_COMMANDS
from sapper.interface.window.theme import THEMES
from sapper.interface.window.widgets import draw_keycap
from sapper.level import LEVELS
from sapper.picture.heat import Colour
from sapper.play.commands import GAME_COMMANDS, REPLAY_COMMANDS, TRAINING_COMMANDS
from sapper.play.record import PLAYER

if TYPE_CHECKING:
    from window.conftest import Open


OPENING = LEVELS["beginner"].starting("opening")


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
