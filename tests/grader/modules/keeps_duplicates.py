"""Fault: the sentence about a new number is kept even if it is there already."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def add_knowledge(self, cell, count):
        super().add_knowledge(cell, count)
        sentence = self.sentence_about(cell, count)
        if sentence.cells:
            self.knowledge.append(sentence)
