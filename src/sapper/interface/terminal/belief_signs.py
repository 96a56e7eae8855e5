"""What an agent believes, as signs on a board.

○! ✱!   believed, but it does not follow        ○? ✱?   it follows, but was missed
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.style import Style

from sapper.grid import Cell
from sapper.interface.terminal.looks import INK, MINE, PAPER, SAFE, Palette
from sapper.play.beliefs import CellBelief

FALSE_MARK, MISSED_MARK = "!", "?"
NO_BELIEFS: Mapping[Cell, CellBelief] = {}


def belief_sign(belief: CellBelief) -> str:
    """The sign of a belief, with a mark where it is false or was missed.

    >>> from sapper.play.beliefs import Judgement
    >>> belief_sign(CellBelief((0, 1), False, Judgement.MISSED, ""))
    '○?'
    """
    mark = FALSE_MARK if belief.is_wrong else MISSED_MARK if belief.is_missed else ""
    return (MINE if belief.is_mine else SAFE) + mark


def belief_style(belief: CellBelief, palette: Palette, ground: str) -> Style:
    """Red for a false belief, yellow for what was missed, else the colour of its sign."""
    if belief.is_wrong:
        return Style(color=PAPER, bgcolor=palette.exploded, bold=True)
    if belief.is_missed:
        return Style(color=INK, bgcolor=palette.used, bold=True)
    return Style(color=palette.mine if belief.is_mine else palette.safe, bgcolor=ground, bold=True)
