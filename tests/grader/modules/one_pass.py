"""Fault: both rules are applied once, not until nothing changes."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def draw_conclusions(self):
        self.settle()
        self.infer()
        self.settle()
