"""Fault: the sets are kept in a default argument, so a new AI knows what the last one did."""

import honest
from honest import Sentence


class MinesweeperAI(honest.MinesweeperAI):
    def __init__(self, height=8, width=8, *, known={}):  # noqa: B006 (that is the fault)
        super().__init__(height, width)
        for name in ("moves_made", "mines", "safes", "knowledge"):
            setattr(self, name, known.setdefault(name, getattr(self, name)))
