"""Fault: it derives the same sentences again and again, as soon as there is a subset."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def draw_conclusions(self):
        super().draw_conclusions()
        while len(self.moves_made) > 1:
            Sentence(set(), 0)
