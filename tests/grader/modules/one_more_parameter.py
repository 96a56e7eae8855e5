"""Fault: add_knowledge wants to be told the number of mines."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def add_knowledge(self, cell, count, mines):
        super().add_knowledge(cell, count)
