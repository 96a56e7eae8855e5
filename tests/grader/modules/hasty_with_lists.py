"""Fault: hasty, and its safe moves are lists; that must not keep the rest from being judged."""

import hasty
from hasty import Sentence


class MinesweeperAI(hasty.MinesweeperAI):
    def make_safe_move(self):
        move = super().make_safe_move()
        return None if move is None else list(move)
