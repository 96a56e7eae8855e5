"""From one screen to the next: start, game, kept games, review."""

from __future__ import annotations

from dataclasses import replace

from sapper.errors import SapperError
from sapper.game import Status
from sapper.history import History, KeptGame
from sapper.interface.window.app import App
from sapper.interface.window.game import GameScreen
from sapper.interface.window.games import GamesScreen
from sapper.interface.window.replay import ReplayScreen
from sapper.interface.window.session import Session
from sapper.interface.window.start import StartScreen
from sapper.play.record import Record, Setup


class Flow:
    """Knows the window, the kept games, and what is to be played next."""

    def __init__(self, app: App, history: History, setup: Setup) -> None:
        self.app = app
        self.history = history
        self.setup = setup
        self.session = Session(setup, history, app.clock)
        self._has_played = False
        self.home()

    def leave(self) -> None:
        """Nobody is at the game any more; it is kept, and its clock stands still."""
        self.session.leave()

    def home(self) -> None:
        """The start screen, with what was played last; the next board is another one."""
        self.leave()
        if self._has_played:
            self.setup = replace(self.session.table.setup, seed=None, first=None)
        self.app.switch(StartScreen(self))

    def play(self, setup: Setup) -> None:
        """Begin a game."""
        self._has_played = True
        self.session.begin(setup)
        self.app.switch(GameScreen(self, self.session))

    def unfinished(self) -> KeptGame | None:
        """The game that was left last and is not over."""
        try:
            found = self.history.games(1, status=Status.PLAYING)
        except SapperError:
            return None
        return found[0] if found else None

    def go_on(self, identity: str) -> None:
        """Go on with a kept game; `SapperError` if it can't be read."""
        self.leave()
        table = self.history.table(identity, self.app.clock)
        self._has_played = True
        self.session.sit_at(table)
        self.app.switch(GameScreen(self, self.session))

    def games(self) -> None:
        """The kept games, over the screen that is shown."""
        self.session.autoplaying = False
        self.app.show(GamesScreen(self))

    def replay(self, record: Record) -> None:
        """A game step by step, over the screen that is shown."""
        self.app.show(ReplayScreen(self, record))
