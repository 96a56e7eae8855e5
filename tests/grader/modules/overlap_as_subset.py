"""Fault: the subset rule is applied to sentences that only overlap."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def infer(self):
        found = [
            self.difference(one, other)
            for one in self.knowledge
            for other in self.knowledge
            if one.cells != other.cells and one.cells & other.cells and one.count <= other.count
        ]
        before = len(self.knowledge)
        for sentence in found:
            self.keep(sentence)
        return len(self.knowledge) > before
