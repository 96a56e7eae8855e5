"""Ends its process in the middle of a game."""

import os
import sys

sys.path.insert(0, "../modules")
import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def add_knowledge(self, cell, count):
        super().add_knowledge(cell, count)
        if len(self.moves_made) == 4:
            os._exit(0)
