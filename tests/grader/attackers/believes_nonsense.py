"""Believes things that are no cells, in sets that are no sets."""

import sys

sys.path.insert(0, "../modules")
import honest
from honest import Sentence


class Odd:
    def __repr__(self):
        raise SystemExit("no")

    def __hash__(self):
        return 1


class MinesweeperAI(honest.MinesweeperAI):
    def add_knowledge(self, cell, count):
        super().add_knowledge(cell, count)
        self.safes.add(Odd())
        self.safes.add((10**40, "1"))
        self.safes |= {(n, n) for n in range(1000, 1100)}
        self.knowledge = {"sentences": self.knowledge}

    def draw_conclusions(self):
        self.knowledge = getattr(self.knowledge, "get", lambda _: self.knowledge)("sentences")
        super().draw_conclusions()
