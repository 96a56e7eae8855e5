"""`sapper play`: the game in a terminal, by keyboard and mouse."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.theme import Theme

from sapper.game import Status
from sapper.history import History, KeptGame
from sapper.history.rows import say_kept
from sapper.interface.terminal.board_widget import BoardWidget
from sapper.interface.terminal.dialogs import QuestionScreen
from sapper.interface.terminal.game_screen import GameScreen
from sapper.interface.terminal.looks import DARK, LIGHT, PALETTES
from sapper.interface.terminal.panels import MoveList
from sapper.play.record import Setup
from sapper.play.table import Table

LIGHT_BACKGROUNDS = ("7", "15")
"""What terminals that tell their colours in COLORFGBG put last if they are light."""

THEMES = {
    DARK: Theme(
        name="sapper-dark",
        primary="#7fd6ff",
        secondary="#7fe0a0",
        accent="#ffd24a",
        warning="#ffd24a",
        error="#ff7b7b",
        success="#5fcf7a",
        foreground="#d8dce5",
        background=PALETTES[DARK].ground,
        surface="#1c1f26",
        panel="#262b35",
        dark=True,
    ),
    LIGHT: Theme(
        name="sapper-light",
        primary="#0b6a99",
        secondary="#0f6b31",
        accent="#8a4b00",
        warning="#8a4b00",
        error="#c01f1f",
        success="#1b7330",
        foreground="#20242c",
        background=PALETTES[LIGHT].ground,
        surface="#eceff3",
        panel="#dde2ea",
        dark=False,
    ),
}


class PlayApp(App[None]):
    """The game in a terminal."""

    TITLE = "Sapper"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    CSS_PATH = "play.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "change_look", "light or dark"),
        Binding("ctrl+c,ctrl+q", "quit", "quit", priority=True),
    ]

    def __init__(
        self,
        table: Table,
        history: History,
        offer: KeptGame | None = None,
        *,
        look: str | None = None,
    ) -> None:
        # With colours of the terminal's own, textual takes NO_COLOR at its word: none at all.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.look = look or look_of_terminal()
        self._game = GameScreen(table)
        self.history = history
        self._offer = offer
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = THEMES[self.look].name

    def get_default_screen(self) -> GameScreen:
        """The game."""
        return self._game

    def on_mount(self) -> None:
        """Offer to go on with a game that is not over."""
        self._end_with_the_terminal()
        if self._offer is not None:
            words = f"Your last game is not over: {say_kept(self._offer)}."
            answers = ("Go on with it", "Begin a new one; it stays in the list of games (g)")
            self.push_screen(QuestionScreen("Welcome back", words, answers), self._answered)

    def on_unmount(self) -> None:
        """However it ends, the time on the clock is kept."""
        self._game.table.leave()

    def _end_with_the_terminal(self) -> None:
        """Leave the terminal as it was, even where a signal ends the game."""
        if threading.current_thread() is threading.main_thread() and os.name != "nt":
            for number in (signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(number, self.exit)

    def _answered(self, answer: int | None) -> None:
        if answer == 0 and self._offer is not None and isinstance(self.screen, GameScreen):
            self.screen.go_on_with(self._offer)

    @property
    def last_words(self) -> str:
        """What is left on the terminal when the program has ended."""
        return " ".join(part for part in (self._kept_in_words(), self.history.message) if part)

    def _kept_in_words(self) -> str:
        table = self._game.table
        if table.entries and table.status is Status.PLAYING and self.history.is_kept:
            return "The game is kept: `sapper play` offers to go on with it."
        return ""

    def new_table(self, setup: Setup) -> Table:
        """A table at which a game is kept."""
        return Table(setup, self.history)

    def action_change_look(self) -> None:
        """From dark to light, and back."""
        self.look = LIGHT if self.look == DARK else DARK
        self.theme = THEMES[self.look].name
        for screen in self.screen_stack:
            for worn in (*screen.query(BoardWidget), *screen.query(MoveList)):
                worn.wear(self.look)


def look_of_terminal() -> str:
    """Dark or light, as far as the terminal tells."""
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if background in LIGHT_BACKGROUNDS else DARK
