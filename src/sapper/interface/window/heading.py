"""The line above the board: the way home, what is played, and the window's own switches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from sapper.interface.window import setup_options
from sapper.interface.window.pen import Area
from sapper.interface.window.widgets import Button, Dropdown, Style, Widget
from sapper.play.saying import START_WORDS

if TYPE_CHECKING:
    from sapper.interface.window.game import GameScreen

HEADER = 68
MARGIN = 16
GAP = 8
ICON_BUTTON = 36
CHOICE = 46
CHOICE_WIDTH = 148


def heading_widgets(screen: GameScreen, area: Area) -> list[Widget]:
    """The name, what is played, and the icons at the right end."""
    app, units = screen.app, area.units
    setup = screen.session.table.setup
    middle = area.rect.top + units(HEADER) // 2
    left = area.rect.left + units(MARGIN)
    home = pygame.Rect(left, 0, units(126), units(CHOICE))
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
    start_words = START_WORDS[setup.level.start]
    chosen = (
        ("level", "Level", setup_options.level_words(setup.level), screen.choose_level),
        ("start", "The first cell", start_words, screen.choose_start),
        ("agent", "AI", setup.agent, screen.choose_agent),
    )
    left = home.right + units(GAP)
    for name, caption, words, act in chosen:
        rect = pygame.Rect(left, 0, units(CHOICE_WIDTH), units(CHOICE))
        widgets.append(Dropdown(name=name, rect=rect, caption=caption, chosen=words, open=act))
        left = rect.right + units(GAP)
    icons: tuple[tuple[str, str, str, Callable[[], None]], ...] = (
        ("help", "question", "The keys ( ? )", screen.show_help),
        ("palette", "palette", "Colours for colour-blind eyes ( P )", app.toggle_palette),
        ("dark", "sun" if app.theme.dark else "moon", "Light or dark ( T )", app.toggle_dark),
        ("games", "bars", "My games and statistics ( M )", screen.flow.games),
    )
    right = area.rect.right - units(MARGIN)
    for name, icon, tip, press in icons:
        rect = pygame.Rect(0, 0, units(ICON_BUTTON), units(ICON_BUTTON))
        rect.right = right
        widgets.append(
            Button(name=name, rect=rect, icon=icon, act=press, style=Style.BARE, tip=tip)
        )
        right = rect.left - units(2)
    for widget in widgets:
        widget.rect.centery = middle
    return widgets
