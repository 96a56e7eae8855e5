"""Fault: rows run to the width and columns to the height."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def neighbours(self, cell):
        row, column = cell
        return {
            (i, j)
            for i in range(max(0, row - 1), min(self.width, row + 2))
            for j in range(max(0, column - 1), min(self.height, column + 2))
            if (i, j) != cell
        }
