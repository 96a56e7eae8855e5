"""Somebody at the terminal's screen, who presses keys, clicks and looks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any
from unittest.mock import patch

from textual import events
from textual.pilot import Pilot
from textual.screen import Screen
from waiting import PATIENCE

from sapper.board import Board
from sapper.grid import Cell
from sapper.history import History
from sapper.interface.terminal import inquiry_screen
from sapper.interface.terminal.game_screen import GameScreen
from sapper.interface.terminal.inquiry_screen import InquiryScreen
from sapper.interface.terminal.play_app import PlayApp
from sapper.interface.terminal.replay_screen import ReplayScreen
from sapper.level import Level, StartRule
from sapper.play.record import Setup
from sapper.play.replay import Replay
from sapper.play.session import Session
from sapper.play.table import Table

SMALL = (80, 24)
SECONDS_PER_TICK = 0.01
TEXTUAL_NAMES = {
    ",": "comma",
    ".": "full_stop",
    "[": "left_square_bracket",
    "]": "right_square_bracket",
    "+": "plus",
    "-": "minus",
    "?": "question_mark",
}
"""What textual calls the keys of the table of commands that it doesn't name by their sign."""
Script = Callable[["Player"], Awaitable[None]]


class Player:
    """Somebody at the screen."""

    def __init__(self, app: PlayApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def game(self) -> GameScreen:
        screen = self.app.screen_stack[0]
        assert isinstance(screen, GameScreen)
        return screen

    @property
    def session(self) -> Session:
        return self.game.session

    @property
    def replay(self) -> Replay:
        assert isinstance(self.app.screen, ReplayScreen)
        return self.app.screen.replay

    @property
    def table(self) -> Table:
        return self.game.table

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.hit(key)
            await self.until_answered()
        await self.pilot.pause(0)

    async def hit(self, key: str) -> None:
        """Press a key, and wait only until it has arrived.

        The pilot's own `press` also waits for a quiet processor, of which there may be none.
        """
        name = TEXTUAL_NAMES.get(key, key)
        self.app.post_message(events.Key(name, key if len(key) == 1 else None))
        await self.pilot.pause(0)

    async def open(self, key: str, kind: type[Screen[Any]]) -> None:
        """Press a key that opens a screen, and wait for that."""
        await self.hit(key)
        await self.until(lambda: isinstance(self.app.screen, kind))
        await self.pilot.pause(0)
        await self.pilot.pause(0)

    async def close(self, key: str) -> None:
        """Press a key that leads back to the game."""
        await self.hit(key)
        await self.until(lambda: self.app.screen is self.game)

    async def sees(self, text: str) -> None:
        """Wait until something stands on the screen."""
        await self.until(lambda: text in self.screen)

    async def settle(self) -> None:
        """Wait until nothing is being thought about, and everything is drawn."""
        await self.until_answered()
        await self.pilot.pause(0)

    async def until_answered(self) -> None:
        await self.until(lambda: not self._is_waiting())

    def _is_waiting(self) -> bool:
        screen = self.app.screen
        return isinstance(screen, InquiryScreen) and screen.inquiry.thinker.busy

    async def until(self, reached: Callable[[], bool]) -> None:
        last = time.monotonic() + PATIENCE
        while not reached():
            assert time.monotonic() < last, f"waited in vain; the screen shows\n{self.screen}"
            await asyncio.sleep(0.005)

    async def click(self, cell: Cell, button: int = 1, control: bool = False) -> None:
        x, y = self.game.board.place_of(cell)
        await self.pilot.click("#board", offset=(x, y), button=button, control=control)
        await self.settle()

    async def go_to(self, cell: Cell) -> None:
        self.game.go_to(cell)
        self.game.show()
        await self.pilot.pause(0)

    @property
    def screen(self) -> str:
        """All that is on the screen, as text."""
        width, _ = self.app.size
        lines = self.app.screen._compositor.render_strips()
        return "\n".join(strip.crop(0, width).text for strip in lines)


def play(
    script: Script,
    setup: Setup | Table | None = None,
    *,
    history: History | None = None,
    size: tuple[int, int] = SMALL,
    offer: bool = False,
    look: str | None = None,
) -> None:
    """Let a script play at a screen."""

    async def run() -> None:
        kept = history or History.in_memory()
        table = setup if isinstance(setup, Table) else Table(setup or BEGINNER, kept)
        offered = kept.games()[0] if offer else None
        app = PlayApp(table, kept, offered, look=look)
        async with app.run_test(size=size) as pilot:
            player = Player(app, pilot)
            await player.settle()
            await script(player)

    with patch.object(inquiry_screen, "SECONDS_PER_TICK", SECONDS_PER_TICK):
        asyncio.run(run())


BEGINNER = Setup(Level.named("beginner"), seed=3)
EXPERT = Setup(Level.named("expert").starting("opening"), seed=22)


def on_mines(height: int, width: int, *mines: Cell) -> Setup:
    """A setup whose board has its mines there: found by trying seeds."""
    level = Level(height, width, len(mines), StartRule.ANY)
    for seed in range(100_000):
        if Board(level, seed).mines == frozenset(mines):
            return Setup(level, seed=seed)
    raise AssertionError("no seed gives this board")
