"""Fault: every number but the first raises an exception."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def add_knowledge(self, cell, count):
        if self.moves_made:
            raise NotImplementedError("to be done")
        super().add_knowledge(cell, count)
