"""Fault: the subset rule keeps the count of the larger sentence."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def difference(self, small, large):
        return Sentence(large.cells - small.cells, large.count)
