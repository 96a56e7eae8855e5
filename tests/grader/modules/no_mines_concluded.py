"""Fault: it never concludes that a cell is a mine."""

import honest


class Sentence(honest.Sentence):
    pass


class MinesweeperAI(honest.MinesweeperAI):
    def settle(self):
        while True:
            self.catch_up()
            self.tidy()
            safes = set().union(*(sentence.known_safes() for sentence in self.knowledge))
            if not safes:
                return
            for cell in safes:
                self.mark_safe(cell)
