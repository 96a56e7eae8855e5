"""Draw the pictures of the window in the documents: `python tools/window_pictures.py [FOLDER]`.

Without a folder they go to `docs/`.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from sapper.grid import Cell
from sapper.history import History
from sapper.interface.window.app import App
from sapper.interface.window.flow import Flow
from sapper.interface.window.game import GameScreen
from sapper.interface.window.theme import THEMES
from sapper.level import LEVELS
from sapper.play.record import Setup

DOCS = Path(__file__).parent.parent / "docs"
SIZE = (1120, 760)
SECONDS_PER_TURN = 3.7


class Sitter:
    """Somebody who plays for the pictures, with a clock of their own."""

    def __init__(self, folder: Path, level: str, start: str, seed: int, theme: str) -> None:
        self.folder = folder
        self.now = 0.0
        self.app = App(size=SIZE, theme=THEMES[theme], clock=lambda: self.now)
        setup = Setup(LEVELS[level].starting(start), seed=seed)
        self.flow = Flow(self.app, History.in_memory(), setup)

    @property
    def game(self) -> GameScreen:
        """The game on screen."""
        assert isinstance(self.app.top, GameScreen)
        return self.app.top

    def play(self, first: Cell, moves: int) -> None:
        """Open a cell, then let the AI make so many moves."""
        self.flow.play(self.flow.setup)
        self.game.session.press(first)
        self.ai_moves(moves)

    def ai_moves(self, moves: int) -> None:
        """Let the AI make so many moves."""
        for _ in range(moves):
            self.now += SECONDS_PER_TURN
            self.game.session.ai_move()
            self.wait()

    def wait(self) -> None:
        """Wait until nobody is thinking."""
        self.app.tick()
        while self.app.moving:
            time.sleep(0.005)
            self.app.tick()

    def point_at(self, cell: Cell) -> None:
        """Hold the pointer over a cell."""
        self.game.pointed = cell

    def save(self, name: str) -> None:
        """Save a picture of the window."""
        surface = pygame.Surface(SIZE)
        self.app.draw(surface)
        pygame.image.save(surface, self.folder / name)
        print(self.folder / name)


def main(folder: Path) -> None:
    """Draw them all."""
    pygame.display.init()
    sitter = Sitter(folder, "beginner", "safe", 3, "light")
    sitter.save("window-start.png")

    sitter = Sitter(folder, "intermediate", "safe", 205, "light")
    sitter.play((7, 7), 47)
    for mine in sorted(sitter.game.session.table.odds().mines)[:12]:
        sitter.game.session.flag(mine)
    sitter.ai_moves(7)
    sitter.save("window.png")

    sitter = Sitter(folder, "expert", "opening", 22, "dark")
    sitter.play((3, 3), 62)
    sitter.game.session.toggle_odds()
    sitter.wait()
    sitter.save("window-odds.png")

    sitter = Sitter(folder, "intermediate", "opening", 5, "light")
    sitter.play((3, 3), 10)
    table = sitter.game.session.table
    cell = max(sorted(table.odds().safe), key=lambda cell: len(table.why(cell).lines))
    sitter.point_at(cell)
    sitter.game.toggle_why()
    sitter.wait()
    sitter.game.session.show_step(3)
    sitter.save("window-why.png")

    sitter = Sitter(folder, "beginner", "opening", 3, "light")
    sitter.play((4, 4), 0)
    sitter.game.session.change_agent("sentence")
    sitter.game.session.toggle_beliefs()
    sitter.wait()
    sitter.save("window-beliefs.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS)
