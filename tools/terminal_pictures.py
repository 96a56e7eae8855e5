"""Draw the pictures of the terminal in the documents: `python tools/terminal_pictures.py [FOLDER]`.

Without a folder they go to `docs/`.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from textual.pilot import Pilot

from sapper.grid import Cell
from sapper.history import History
from sapper.interface.terminal.drawing import FONTS_TO_FETCH
from sapper.interface.terminal.play_app import PlayApp
from sapper.level import LEVELS
from sapper.play.commands import command_named
from sapper.play.record import Setup
from sapper.play.table import Table

DOCS = Path(__file__).parent.parent / "docs"
SIZE = (80, 24)
SECONDS_TO_LOOK = 0.05


class Sitter:
    """Somebody who plays for the pictures; no time passes on the clock."""

    def __init__(self, level: str, seed: int) -> None:
        table = Table(Setup(LEVELS[level].starting("opening"), seed=seed), clock=lambda: 0.0)
        self.app = PlayApp(table, History.in_memory(), look="dark")
        self.session = self.app.get_default_screen().session

    async def play(self, pilot: Pilot[None], first: Cell, moves: int) -> None:
        """Open a cell, then let the AI make so many moves."""
        self.session.press(first)
        for _ in range(moves):
            self.session.ai_move()
            await self.wait(pilot)

    async def do(self, pilot: Pilot[None], command: str, times: int = 1) -> None:
        """Give a command."""
        for _ in range(times):
            self.session.do(command_named(command), self.app.get_default_screen().cursor)
            await self.wait(pilot)

    async def wait(self, pilot: Pilot[None]) -> None:
        """Wait until nobody is thinking, and the screen shows what they found."""
        await pilot.pause(SECONDS_TO_LOOK)
        while self.session.thinker.busy:
            await pilot.pause(SECONDS_TO_LOOK)
        self.app.get_default_screen().show()
        await pilot.pause(SECONDS_TO_LOOK)

    def save(self, path: Path) -> None:
        """Save a picture of the terminal."""
        picture = self.app.export_screenshot(title="sapper play")
        path.write_text(FONTS_TO_FETCH.sub("", picture), encoding="utf-8")
        print(path)


async def main(folder: Path) -> None:
    """Draw them all."""
    sitter = Sitter("intermediate", 5)
    async with sitter.app.run_test(size=SIZE) as pilot:
        await sitter.play(pilot, (8, 8), 3)
        await sitter.do(pilot, "hint")
        await sitter.do(pilot, "why")
        await sitter.do(pilot, "step_on", 2)
        sitter.save(folder / "terminal.svg")

    sitter = Sitter("expert", 22)
    async with sitter.app.run_test(size=SIZE) as pilot:
        await sitter.play(pilot, (3, 3), 40)
        await sitter.do(pilot, "odds")
        sitter.save(folder / "terminal-odds.svg")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS))
