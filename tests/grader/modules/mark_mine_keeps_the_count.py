"""Fault: Sentence.mark_mine leaves the count as it is (the AI happens not to use this class)."""

import honest


class Sentence(honest.Sentence):
    def mark_mine(self, cell):
        self.cells.discard(cell)


class MinesweeperAI(honest.MinesweeperAI):
    pass
