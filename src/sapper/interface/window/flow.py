"""From one screen to the next: start, game, saved games, review."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from sapper.boards.daily import today
from sapper.catalogue import spoken
from sapper.coach.sitting import JudgingProgress, Sitting, analysis_of
from sapper.errors import SapperError
from sapper.game import Status
from sapper.history import History, KeptGame
from sapper.interface.window.analysis import AnalysisScreen
from sapper.interface.window.app import App
from sapper.interface.window.game import GameScreen
from sapper.interface.window.games import GamesScreen
from sapper.interface.window.replay import ReplayScreen
from sapper.interface.window.start import StartScreen
from sapper.interface.window.training import TrainingScreen
from sapper.interface.window.waiting import WaitingScreen
from sapper.interface.window.words import Window
from sapper.level import Level
from sapper.play.daily import DailyPuzzle
from sapper.play.record import Record, Setup
from sapper.play.session import Session
from sapper.play.table import Table
from sapper.play.words import Play
from sapper.replays import Played, load, play_back


class Flow:
    """Knows the window, the saved games, and what will be played next."""

    def __init__(self, app: App, history: History, setup: Setup) -> None:
        self.app = app
        self.history = history
        self.setup = setup
        self.session = Session(
            Table(setup, history, app.clock), history, spoken(Window).how_to_play
        )
        self._has_played = False
        app.on_drop = self.open_file
        self.home()

    def leave(self) -> None:
        """Nobody is at the game any more: it is saved, and its clock stands still."""
        self.session.leave()

    def home(self) -> None:
        """The start screen, set to what was played last, but with another board."""
        self.leave()
        if self._has_played:
            self.setup = replace(self.session.table.setup, seed=None, first=None)
        self.app.switch(StartScreen(self))

    @property
    def last_level(self) -> Level | None:
        """What was played last in this window; None if nothing was."""
        return self.session.table.setup.level if self._has_played else None

    def play(self, setup: Setup) -> None:
        """Begin a game."""
        self._has_played = True
        self.session.begin(setup)
        self.app.switch(GameScreen(self, self.session))

    def play_daily(self, setup: Setup) -> None:
        """The puzzle of the day of a setup's size and grade; a `SapperError` if there is none."""
        day = today()
        puzzle = DailyPuzzle(day, setup, self.history, self.app.clock)
        greeting = spoken(Play).puzzle.format(day=day.isoformat())
        self.app.show(
            WaitingScreen(
                self.app,
                lambda: spoken(Window).making_daily,
                puzzle.make,
                lambda board: self._sit_at(puzzle.begin(board), greeting),
                puzzle.stop,
            )
        )

    def unfinished(self) -> KeptGame | None:
        """The unfinished game that was left last."""
        try:
            found = self.history.games(1, status=Status.PLAYING)
        except SapperError:
            return None
        return found[0] if found else None

    def resume(self, identity: str) -> None:
        """Resume a saved game; `SapperError` if it can't be read."""
        self.leave()
        self._sit_at(self.history.table(identity, self.app.clock))

    def _sit_at(self, table: Table, greeting: str = "") -> None:
        self._has_played = True
        self.session.sit_at(table, greeting)
        self.app.switch(GameScreen(self, self.session))

    def games(self, part: str = "games") -> None:
        """The saved games and the statistics, over the screen that is shown."""
        self.app.show(GamesScreen(self, part))

    def analysis(self) -> None:
        """What the games say, over the screen that is shown."""
        self.session.stop_the_agent()
        self._ask_the_coach(
            lambda progress: analysis_of(self.history, progress),
            lambda words: self.app.show(AnalysisScreen(self.app, words)),
        )

    def train(self) -> None:
        """Positions to practise, over the screen that is shown."""
        self.session.stop_the_agent()
        self._ask_the_coach(
            lambda progress: Sitting.begin(self.history, progress=progress),
            lambda sitting: self.app.show(TrainingScreen(self, sitting)),
        )

    def _ask_the_coach(
        self, work: Callable[[JudgingProgress], Any], then: Callable[[Any], None]
    ) -> None:
        progress = JudgingProgress()
        self.app.show(WaitingScreen(self.app, lambda: progress.words, lambda: work(progress), then))

    def replay(self, record: Record, played: Played | None = None) -> None:
        """A finished game turn by turn, over the screen that is shown; or one from a file."""
        screen = ReplayScreen(self, record, played)
        self.app.show(screen)
        screen.follow()

    def open_file(self, path: str) -> None:
        """Read a replay, and show it over the screen that is shown."""
        self.session.stop_the_agent()
        if isinstance(self.app.top, WaitingScreen):
            self.app.top.escape()
        words = spoken(Window).reading_file.format(file=Path(path).name)
        self.app.show(
            WaitingScreen(
                self.app,
                lambda: words,
                lambda: play_back(load(path)),
                lambda played: self.replay(played.record, played),
            )
        )
