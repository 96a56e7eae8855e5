"""Leaves processes behind, one in a session of its own."""

import os
import sys
import time

sys.path.insert(0, "../modules")
import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def add_knowledge(self, cell, count):
        super().add_knowledge(cell, count)
        if len(self.moves_made) == 1:
            for apart in (False, True):
                if os.fork() == 0:
                    if apart:
                        os.setsid()
                    time.sleep(600)
                    os._exit(0)
