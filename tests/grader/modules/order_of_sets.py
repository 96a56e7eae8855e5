"""Fault: one more conclusion is drawn, but only from the two sentences that a set names first."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def add_knowledge(self, cell, count):
        super().add_knowledge(cell, count)
        by_text = {str(sentence): sentence for sentence in self.knowledge}
        first = [by_text[text] for text in set(by_text)][:2]
        if len(first) < 2:
            return
        one, other = first
        if one.count - other.count == len(one.cells - other.cells):
            for mine in one.cells - other.cells:
                self.mark_mine(mine)
            self.draw_conclusions()
