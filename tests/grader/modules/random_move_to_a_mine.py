"""Fault: make_random_move may choose a known mine."""

import random

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def make_random_move(self):
        everywhere = [(i, j) for i in range(self.height) for j in range(self.width)]
        choices = [cell for cell in everywhere if cell not in self.moves_made]
        return random.choice(choices) if choices else None
