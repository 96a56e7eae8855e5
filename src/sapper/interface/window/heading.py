"""The line above the board: the way home, what is played, and the window's own switches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from sapper.agents.registry import short_name
from sapper.catalogue import spoken
from sapper.interface.window import setup_options
from sapper.interface.window.app import WINDOW_COMMANDS
from sapper.interface.window.pen import Area
from sapper.interface.window.widgets import Button, Dropdown, Style, Widget, icon_button
from sapper.interface.window.words import Window
from sapper.play.commands import command_named
from sapper.play.saying import START_WORDS

if TYPE_CHECKING:
    from sapper.interface.window.game import GameScreen

HEADER = 68
MARGIN = 16
GAP = 8
ICON_BUTTON = 36
DROPDOWN = 46
DROPDOWN_WIDTH = 148


def heading_widgets(screen: GameScreen, area: Area) -> list[Widget]:
    """The name, what is played, and the icons at the right end."""
    app, units = screen.app, area.units
    setup = screen.session.table.setup
    left = area.rect.left + units(MARGIN)
    home = pygame.Rect(left, 0, units(126), units(DROPDOWN))
    widgets: list[Widget] = [
        Button(
            name="home",
            rect=home,
            label="Sapper",
            icon="mine",
            act=screen.flow.home,
            style=Style.BARE,
            size=19,
        )
    ]
    chosen = {
        "level": (setup_options.level_words(setup.level), ""),
        "start": (START_WORDS[setup.level.start], spoken(Window).first_cell),
        "guesses": (setup_options.guesses_words(setup), ""),
        "agent": (short_name(setup.agent), ""),
    }
    left = home.right + units(GAP)
    for name, (words, about) in chosen.items():
        command = command_named(name)
        rect = pygame.Rect(left, 0, units(DROPDOWN_WIDTH), units(DROPDOWN))
        widgets.append(Dropdown.of(command, rect, words, screen.do, about))
        left = rect.right + units(GAP)
    icons = {
        "help": "question",
        "palette": "palette",
        "theme": "sun" if app.theme.dark else "moon",
        "games": "bars",
    }
    right = area.rect.right - units(MARGIN)
    for name, icon in icons.items():
        command = command_named(name, (*screen.commands, *WINDOW_COMMANDS))
        rect = pygame.Rect(0, 0, units(ICON_BUTTON), units(ICON_BUTTON))
        rect.right = right
        widgets.append(icon_button(command, rect, screen.do, icon, style=Style.BARE))
        right = rect.left - units(2)
    for widget in widgets:
        widget.rect.centery = area.rect.top + units(HEADER) // 2
    return widgets
