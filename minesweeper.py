"""The AI course's three names, for code with `from minesweeper import ...`."""

from sapper.course import Minesweeper, MinesweeperAI, Sentence

__all__ = ["Minesweeper", "MinesweeperAI", "Sentence"]
