"""The referee of a fair game: luck decides nothing.

A guess while something was certain meets a mine if it can; a guess while nothing was certain never
does. So the mines are not laid in advance for good: a turn that would end against the rule is
played on another layout, drawn among those that agree with all that the player has seen. Numbers
that are shown stay true, and the last layout, with the moves, tells the whole game.

In detail:

- "Something was certain" means: some hidden cell was safe in every possible layout, the mine total
  included. Cells that are certainly mines do not count, for opening them is no way on.
- Flags are ignored, as everywhere in reasoning: a flag on a certainly safe cell hides nothing.
- A chord is judged as a whole: it is no guess if all the cells it opens are certainly safe; it
  loses if it is certain to meet a mine; otherwise it is a guess like any other.
- A cell that is certainly a mine is a mine.
- Where a position is too wide to be counted within the budget, the turn is played on the layout as
  it is, as in a game without the rule. No position in play is as wide as that.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from sapper.board import Board
from sapper.errors import BudgetExceeded
from sapper.exact.analysis import Verdict, analyze
from sapper.exact.budgets import DEFAULT_BUDGET
from sapper.exact.conditional import draw_layout
from sapper.grid import Cell
from sapper.seed import AGENT_SEED_BITS, seed_from
from sapper.view import View


def fair_board(
    board: Board,
    view: View,
    cells: Sequence[Cell],
    seed: int,
    *,
    budget: int | None = DEFAULT_BUDGET,
) -> Board:
    """The board on which a turn is played that opens these hidden cells: often the same.

    The layout that is there is as good as any that agrees with what is seen, so it stays where it
    already does what the rule wants; otherwise another is drawn, all equally likely.

    >>> board, view = Board.from_mines(1, 4, [(0, 0)]), View.parse("#1##", mines=1)
    >>> sorted(fair_board(board, view, [(0, 2)], seed=1).mines)  # (0, 3) was certain
    [(0, 2)]
    >>> board, view = Board.from_mines(1, 3, [(0, 0)]), View.parse("#1#", mines=1)
    >>> sorted(fair_board(board, view, [(0, 0)], seed=1).mines)  # nothing was certain
    [(0, 2)]
    """
    try:
        analysis = analyze(view, budget=budget)
        verdicts = {cell: analysis.verdicts[cell] for cell in cells}
        uncertain = [cell for cell, verdict in verdicts.items() if verdict != Verdict.SAFE]
        if not uncertain or Verdict.MINE in verdicts.values():
            return board
        with_mine = bool(analysis.safe)
        if any(board.layout[cell] for cell in uncertain) == with_mine:
            return board
        drawn = draw_layout(
            view, uncertain, with_mine=with_mine, seed=_seed_of(view, seed), budget=budget
        )
    except (BudgetExceeded, MemoryError):
        return board
    # None: a chord that is certain to meet a mine, though no single cell is certainly one.
    return board if drawn is None else board.laid_otherwise(drawn)


def _seed_of(view: View, seed: int) -> int:
    """As repeatable as the game, and another for every position."""
    numbers = blake2b(view.numbers.tobytes(), digest_size=AGENT_SEED_BITS // 8).hexdigest()
    return seed_from(f"fair {seed} {numbers}")
