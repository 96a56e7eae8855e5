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

from sapper.catalogue import spoken
from sapper.coach.training import Training
from sapper.game import Status
from sapper.history import History, KeptGame
from sapper.history.rows import say_kept
from sapper.interface.terminal.belief_list import BeliefList
from sapper.interface.terminal.board_widget import BoardWidget
from sapper.interface.terminal.coach_screens import TrainingScreen
from sapper.interface.terminal.dialogs import QuestionScreen
from sapper.interface.terminal.game_screen import GameScreen
from sapper.interface.terminal.looks import DARK, LIGHT, PALETTES
from sapper.interface.terminal.panels import MoveList
from sapper.interface.terminal.replay_screen import ReplayScreen
from sapper.interface.terminal.words import Terminal
from sapper.play.commands import command_named
from sapper.play.replay import Replay
from sapper.play.session import Session
from sapper.play.table import Table

LIGHT_BACKGROUNDS = ("7", "15")
"""What terminals that tell their colours in COLORFGBG put last if they are light."""


def theme_of(look: str) -> Theme:
    """The colours of what stands around the board."""
    palette = PALETTES[look]
    return Theme(
        name=f"sapper-{look}",
        primary=palette.accent,
        secondary=palette.safe,
        accent=palette.flag,
        warning=palette.flag,
        error=palette.numbers[3],
        success=palette.numbers[2],
        foreground=palette.text,
        background=palette.ground,
        surface=palette.surface,
        panel=palette.panel,
        dark=look == DARK,
    )


class BoardApp(App[None]):
    """A program that draws boards, dark or light."""

    TITLE = "Sapper"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    CSS_PATH = "play.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "quit", "quit", priority=True),
    ]

    def __init__(self, look: str | None = None) -> None:
        # With colours of the terminal's own, textual takes NO_COLOR at its word: none at all.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.look = look or look_of_terminal()
        for known in PALETTES:
            self.register_theme(theme_of(known))
        self.theme = theme_of(self.look).name

    def on_mount(self) -> None:
        """Restore the terminal even where a signal ends the program."""
        if threading.current_thread() is threading.main_thread() and os.name != "nt":
            for number in (signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(number, self.exit)

    def change_look(self) -> None:
        """From dark to light, and back."""
        self.look = LIGHT if self.look == DARK else DARK
        self.theme = theme_of(self.look).name
        for screen in self.screen_stack:
            for worn in (
                *screen.query(BoardWidget),
                *screen.query(MoveList),
                *screen.query(BeliefList),
            ):
                worn.wear(self.look)


class ReviewApp(BoardApp):
    """A replay in a terminal."""

    def __init__(self, replay: Replay, *, look: str | None = None) -> None:
        super().__init__(look)
        self._replay = replay

    def on_mount(self) -> None:
        """Show it; whoever leaves it leaves the program."""
        super().on_mount()
        self.push_screen(ReplayScreen(self._replay), lambda _: self.exit())


class TrainApp(BoardApp):
    """Positions to practise, in a terminal."""

    def __init__(self, training: Training, *, look: str | None = None) -> None:
        super().__init__(look)
        self._training = TrainingScreen(training)

    def get_default_screen(self) -> TrainingScreen:
        """The position."""
        return self._training


class PlayApp(BoardApp):
    """The game in a terminal."""

    def __init__(
        self,
        table: Table,
        history: History,
        offer: KeptGame | None = None,
        *,
        look: str | None = None,
    ) -> None:
        super().__init__(look)
        self.history = history
        self._game = GameScreen(Session(table, history))
        self._offer = offer

    def get_default_screen(self) -> GameScreen:
        """The game."""
        return self._game

    def on_mount(self) -> None:
        """Offer to resume an unfinished game."""
        super().on_mount()
        if self._offer is not None:
            say, games = spoken(Terminal), command_named("games")
            words = say.last_unfinished.format(game=say_kept(self._offer))
            stays = say.new_stays.format(games=games.label, key=games.keys[0])
            question = QuestionScreen(say.welcome_back, words, (say.resume_it, stays))
            self.push_screen(question, self._answered)

    def on_unmount(self) -> None:
        """However it ends, the time on the clock is kept."""
        self._game.session.leave()

    def _answered(self, answer: int | None) -> None:
        if answer == 0 and self._offer is not None and isinstance(self.screen, GameScreen):
            self.screen.open_game(self._offer)

    @property
    def last_words(self) -> str:
        """What is left on the terminal when the program has ended."""
        return " ".join(part for part in (self._kept_in_words(), self.history.message) if part)

    def _kept_in_words(self) -> str:
        table = self._game.table
        if table.entries and table.status is Status.PLAYING and self.history.is_kept:
            return spoken(Terminal).saved
        return ""


def look_of_terminal() -> str:
    """Dark or light, as far as the terminal tells."""
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if background in LIGHT_BACKGROUNDS else DARK
