"""Fault: what was ever told is kept as well, fifty times over."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def __init__(self, height=8, width=8):
        super().__init__(height, width)
        self.useful = []
        self.log = []

    def add_knowledge(self, cell, count):
        self.knowledge = self.useful
        super().add_knowledge(cell, count)
        self.useful = self.knowledge
        self.log += [Sentence(self.neighbours(cell), count) for _ in range(50)]
        self.knowledge = self.useful + self.log
