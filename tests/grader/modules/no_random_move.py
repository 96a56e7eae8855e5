"""Fault: make_random_move is missing."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    make_random_move = None
