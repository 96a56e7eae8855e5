"""Fault: sentences that have become empty stay."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def keep(self, sentence):
        if sentence not in self.knowledge:
            self.knowledge.append(sentence)
