"""The AI course's project, as the course has it: code written for the course runs unchanged.

In come the numbers of the cells that were opened; out come the cells that must be mines, and those
that can't be. `minesweeper.py` is the board, with the mines. `sentence.py` says of some cells that
exactly so many are mines. `ai.py` is the player: begin with `MinesweeperAI.add_knowledge`, which
shows the five steps of the course in their order.

The player never sees the board: it is told each number that it may see.
"""

from sapper.course.ai import MinesweeperAI
from sapper.course.minesweeper import Minesweeper
from sapper.course.sentence import Sentence

__all__ = ["Minesweeper", "MinesweeperAI", "Sentence"]
