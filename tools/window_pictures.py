"""Draw the screenshots of the window for the docs: `python tools/window_pictures.py`."""

from __future__ import annotations

import os
import time
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from sapper.grid import Cell
from sapper.history.history import History
from sapper.interface.window.app import App
from sapper.interface.window.flow import Flow
from sapper.interface.window.game import GameScreen
from sapper.interface.window.theme import THEMES
from sapper.level import LEVELS
from sapper.play.record import Setup

DOCS = Path(__file__).parent.parent / "docs"
SIZE = (1120, 760)
SECONDS_A_TURN = 3.7


class Sitter:
    """A player who poses for the pictures, with a clock of their own."""

    def __init__(self, level: str, start: str, seed: int, theme: str) -> None:
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
        """Open a cell, then let the AI make some moves."""
        self.flow.play(self.flow.setup)
        self.game.session.press(first)
        self.go_on(moves)

    def go_on(self, moves: int) -> None:
        """Let the AI make more moves."""
        for _ in range(moves):
            self.now += SECONDS_A_TURN
            self.game.session.ai_move()
            self.wait()

    def wait(self) -> None:
        """Wait until the AI is done thinking."""
        self.app.tick()
        while self.game.session.thinker.busy:
            time.sleep(0.005)
            self.app.tick()

    def point_at(self, cell: Cell) -> None:
        """Hold the pointer over a cell."""
        self.game.pointed = cell

    def save(self, name: str) -> None:
        """Save a picture of the window."""
        surface = pygame.Surface(SIZE)
        self.app.draw(surface)
        pygame.image.save(surface, DOCS / name)
        print(DOCS / name)


def main() -> None:
    """Draw them all."""
    pygame.display.init()
    sitter = Sitter("beginner", "safe", 3, "light")
    sitter.save("window-start.png")

    sitter = Sitter("intermediate", "safe", 205, "light")
    sitter.play((7, 7), 47)
    for mine in sorted(sitter.game.session.table.odds().mines)[:12]:
        sitter.game.session.flag(mine)
    sitter.go_on(7)
    sitter.save("window.png")

    sitter = Sitter("expert", "opening", 22, "dark")
    sitter.play((3, 3), 62)
    sitter.game.session.toggle_odds()
    sitter.wait()
    sitter.save("window-odds.png")

    sitter = Sitter("intermediate", "opening", 5, "light")
    sitter.play((3, 3), 10)
    table = sitter.game.session.table
    cell = max(sorted(table.odds().safe), key=lambda cell: len(table.why(cell).lines))
    sitter.point_at(cell)
    sitter.game.toggle_why()
    sitter.wait()
    sitter.game.session.show_step(3)
    sitter.save("window-why.png")


if __name__ == "__main__":
    main()
