"""Fault: make_safe_move records the move before it is made."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def make_safe_move(self):
        cell = super().make_safe_move()
        if cell is not None:
            self.moves_made.add(cell)
        return cell
