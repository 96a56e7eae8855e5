"""Fault: a set is changed while it is gone through."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def add_knowledge(self, cell, count):
        super().add_knowledge(cell, count)
        settled = set(self.safes)
        for other in settled:
            if other not in self.moves_made and count == 1:
                settled.remove(other)
