"""Fault: the subset rule compares with the newest sentence alone."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def infer(self):
        before = len(self.knowledge)
        for newest in self.knowledge[-1:]:
            for other in list(self.knowledge):
                if newest.cells < other.cells:
                    self.keep(self.difference(newest, other))
                elif other.cells < newest.cells:
                    self.keep(self.difference(other, newest))
        return len(self.knowledge) > before
