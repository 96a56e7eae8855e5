"""Prints without end."""

import os
import sys

sys.path.insert(0, "../modules")
import honest
from honest import Sentence

print("passed " * 100_000)


class MinesweeperAI(honest.MinesweeperAI):
    def add_knowledge(self, cell, count):
        super().add_knowledge(cell, count)
        print("passed\n" * 10_000)
        sys.stderr.write("passed\n" * 10_000)
        os.write(1, b'{"sound": true}\n' * 1_000)
