"""Fault: one more conclusion is drawn, but only from the two sentences that a set names first."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def add_knowledge(self, cell, count):
        super().add_knowledge(cell, count)
        by_text = {str(sentence): sentence for sentence in self.knowledge}
        for one, other in zip(list(set(by_text))[:1], list(set(by_text))[1:2]):
            one, other = by_text[one], by_text[other]
            if one.count - other.count == len(one.cells - other.cells):
                for mine in one.cells - other.cells:
                    self.mark_mine(mine)
                self.draw_conclusions()
