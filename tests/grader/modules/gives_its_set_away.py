"""Fault: known_safes returns the sentence's own set."""

import honest


class Sentence(honest.Sentence):
    def known_safes(self):
        return self.cells if self.count == 0 else set()


class MinesweeperAI(honest.MinesweeperAI):
    pass
