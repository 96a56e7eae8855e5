"""How much of the 3BV a player can see to be done, while the mines are hidden.

The 3BV that is solved tells of mines: whether a number belongs to an opening that nobody has opened
yet. What can be seen counts each open number as an isolated cell until a zero beside it is open. It
is never less than the 3BV that is solved, and the same once a game is won.
"""

from __future__ import annotations

from sapper._compiled import compiled
from sapper.grid import cells, neighbours
from sapper.measures.units import regions
from sapper.view import View


def visibly_solved(view: View) -> int:
    """The openings that are open, and the open numbers beside none of them.

    >>> visibly_solved(View.parse("0011\\n001#", mines=1))
    2
    """
    if compiled is not None:
        solved: int = compiled.visibly_solved(view.numbers)
        return solved
    height, width = view.height, view.width
    opened = [cell for cell in cells(height, width) if not view.is_hidden(cell)]
    zeros = {cell for cell in opened if view.number(cell) == 0}
    beside = zeros.union(*(neighbours(zero, height, width) for zero in zeros))
    return len(regions(zeros, height, width)) + len(set(opened) - beside)
