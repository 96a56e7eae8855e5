"""Fault: whether the subset rule is applied is a matter of chance (but not of any set's order)."""

import random

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def infer(self):
        return random.random() < 0.7 and super().infer()
