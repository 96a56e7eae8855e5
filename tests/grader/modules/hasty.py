"""Fault: the neighbours of a 1 are called safe as soon as one mine is known anywhere near."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def add_knowledge(self, cell, count):
        super().add_knowledge(cell, count)
        row, column = cell
        near = {(i, j) for i in range(row - 2, row + 3) for j in range(column - 2, column + 3)}
        if count == 1 and near & self.mines:
            for other in self.neighbours(cell) - self.mines:
                self.mark_safe(other)
            self.draw_conclusions()
