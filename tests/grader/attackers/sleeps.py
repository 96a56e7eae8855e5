"""Sleeps."""

import sys
import time

sys.path.insert(0, "../modules")
import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def add_knowledge(self, cell, count):
        super().add_knowledge(cell, count)
        if len(self.moves_made) == 3:
            time.sleep(600)
