"""Fault: known mines are left out of a new sentence, but its count is not lowered."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def sentence_about(self, cell, count):
        around = self.neighbours(cell)
        return Sentence(around - self.safes - self.mines, count)
