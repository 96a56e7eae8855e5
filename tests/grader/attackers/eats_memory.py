"""Takes all the memory that it can get."""

import sys

sys.path.insert(0, "../modules")
import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def add_knowledge(self, cell, count):
        super().add_knowledge(cell, count)
        if len(self.moves_made) == 3:
            self.hoard = [bytearray(1 << 28) for _ in range(64)]
