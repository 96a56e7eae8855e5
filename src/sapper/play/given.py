"""Games that begin with a given position, or on a given board.

"Play on from here" draws the mines: each layout that agrees with the position is equally likely,
and the seed decides which it is. A board, such as that of a file, is played as it is. Neither is a
new board of a level, so such games don't count in the statistics.
"""

from __future__ import annotations

from dataclasses import replace

from sapper.board import Board
from sapper.exact.analysis import sample_layouts
from sapper.formats import Position, from_address, to_address
from sapper.level import Level, StartRule
from sapper.play.record import Setup, pack
from sapper.seed import seed_from, seed_of_chance
from sapper.view import View


def begin_with(position: Position, seed: int | None = None) -> Setup:
    """The setup of a game that begins with a position, or on a board.

    >>> setup = begin_with(View.parse("#1##", mines=1), seed=1)
    >>> print(setup.game().view)
    #1##
    >>> setup.game().reveal((0, 3))
    ((0, 3), (0, 2))

    Raises `Contradiction` and `BudgetExceeded` as `analyze` does.
    """
    if isinstance(position, Board):
        view, layout = View(position.height, position.width, len(position.mines)), position.layout
    else:
        view = position
        seed = seed_of_chance() if seed is None else seed
        layout = sample_layouts(view, 1, _seed_of_draw(seed))[0]
    level = Level(view.height, view.width, view.mines, StartRule.ANY)
    return Setup(level, seed=seed, layout=pack(layout), position=to_address(view))


def another_like(setup: Setup) -> Setup:
    """Another game from the same position, with mines drawn anew; of a given board, its size."""
    assert setup.position is not None
    view = from_address(setup.position)
    if not view.revealed_count:
        level = Level(view.height, view.width, view.mines)
        return replace(setup, level=level, layout=None, position=None)
    drawn = begin_with(view, setup.seed)
    return replace(setup, seed=drawn.seed, layout=drawn.layout)


def _seed_of_draw(seed: int) -> int:
    """What the engine's generator takes: as repeatable as the game."""
    return seed_from(f"position {seed}")
