"""Fault: a sentence with a negative count is kept, which no layout can fulfil."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def add_knowledge(self, cell, count):
        super().add_knowledge(cell, count)
        self.knowledge = [sentence for sentence in self.knowledge if sentence.count >= 0]
        for sentence in self.knowledge[:1]:
            self.knowledge.append(Sentence(sentence.cells, -sentence.count))

    def draw_conclusions(self):
        self.knowledge = [sentence for sentence in self.knowledge if sentence.count >= 0]
        super().draw_conclusions()
