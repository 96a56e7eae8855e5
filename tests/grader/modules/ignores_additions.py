"""Fault: old sentences do not learn of what a caller has added to mines or safes."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def catch_up(self):
        pass
