"""Fault: every sentence that was ever kept is kept for ever, once for each call."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def __init__(self, height=8, width=8):
        super().__init__(height, width)
        self.own = []

    def add_knowledge(self, cell, count):
        self.knowledge = self.knowledge[: len(self.own)]
        before = self.neighbours(cell)
        super().add_knowledge(cell, count)
        self.own = list(self.knowledge)
        self.log = getattr(self, "log", [])
        self.log += [Sentence(before, count) for _ in range(50)]
        self.knowledge = self.own + self.log
