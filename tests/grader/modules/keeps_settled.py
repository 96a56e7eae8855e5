"""Fault: what was said of settled cells is said again at the end."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def add_knowledge(self, cell, count):
        told = Sentence(self.neighbours(cell) - self.moves_made, count)
        super().add_knowledge(cell, count)
        if count == 0 and told.cells:
            self.knowledge.append(told)
