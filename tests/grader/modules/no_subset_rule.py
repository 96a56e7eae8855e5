"""Fault: single sentences alone."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def infer(self):
        return False
