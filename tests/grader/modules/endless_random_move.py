"""Fault: make_random_move looks for a cell for ever where none is left."""

import random

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def make_random_move(self):
        while True:
            cell = random.randrange(self.height), random.randrange(self.width)
            if cell not in self.moves_made and cell not in self.mines:
                return cell
