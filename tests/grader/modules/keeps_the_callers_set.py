"""Fault: a sentence is made of the caller's own set, and changes it."""

import honest


class Sentence(honest.Sentence):
    def __init__(self, cells, count):
        self.cells = cells
        self.count = count


class MinesweeperAI(honest.MinesweeperAI):
    pass
