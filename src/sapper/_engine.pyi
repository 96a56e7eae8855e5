"""Exact counting of Minesweeper layouts, and the players built on it.

Arrays must be C-contiguous and have the stated type: nothing is converted. A budget is the number
of states that may be created; 0 or less means no limit.
"""

from typing import Final, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

_Numbers: TypeAlias = NDArray[np.int8]  # (height, width): 0 to 8, or -1 where hidden

DEFAULT_BUDGET: Final[int]

class Contradiction(ValueError):
    """The position is inconsistent: no layout fits the numbers and the mine total."""

class BudgetExceeded(RuntimeError):
    """The count would need more states than the budget allows."""

def analyze(
    numbers: _Numbers, mines: int, budget: int
) -> tuple[NDArray[np.float64], NDArray[np.int8]]:
    """The mine probability of every cell (nan if revealed), and its verdict.

    A verdict is 1 for certainly safe, -1 for certainly a mine, 0 for uncertain or revealed.
    """

def sample(numbers: _Numbers, mines: int, n: int, seed: int, budget: int) -> NDArray[np.bool_]:
    """Draw n possible layouts uniformly at random: (n, height, width).

    Layout i depends only on the view, the seed (0 to 2**64 - 1) and i.
    """

def lay(
    seed: tuple[int, int],
    stream: int,
    start_index: int,
    n: int,
    size: tuple[int, int],
    mines: int,
    places: NDArray[np.int64],
) -> NDArray[np.bool_]:
    """The layouts of the boards start_index, start_index + 1, ... of a seed: (n, height, width).

    The seed is given as its lower and upper 64 bits. Every cell draws a number from the board's
    stream, and the mines go on the places (row-major positions) with the smallest numbers.
    """

def solve(numbers: _Numbers, mines: int, budget: int) -> tuple[int, int, int, bool]:
    """Best play to the end: layouts won, all layouts, the best cell (-1: none), whether it is safe.

    The budget is the number of layouts the search may visit, summed over all nodes.
    """

def guess(
    numbers: _Numbers, mines: int, budget: int
) -> tuple[int, str, int, int, list[tuple[int, float, float]]]:
    """The expert's choice if no cell is certain.

    Returns its position (or -1), the method that decided, won, layouts and the candidates. The
    method is "search" (to the end of the game: won of layouts are won, else both are 0),
    "lookahead", "narrow search" (among the safer cells) or "playouts". A candidate is a position,
    its mine probability and its chance of winning.
    """

def look_ahead(
    numbers: _Numbers, mines: int, position: int
) -> list[tuple[int, float, float, float, float, int, bool]]:
    """What follows each number that an uncertain hidden cell may show.

    Returns the number, its probability (out of all layouts, also those in which the cell is a
    mine), log2 of the layouts left, the chances that the two safest cells are safe (of those that
    may still tell something, if any; 1 if everything is settled), how many cells are certainly
    safe, and whether its only neighbouring mines are those that were certain already. No cell of
    the view may be certainly safe.
    """

def pockets(numbers: _Numbers, mines: int, most_layouts: int) -> list[tuple[list[int], int, float]]:
    """Fronts that nothing outside can give information about, each solved on its own.

    Returns the positions of its cells, that of its best cell, and the share of its layouts that
    best play wins. No cell of the view may be certainly safe.
    """

def play_expert(
    layouts: NDArray[np.bool_], first: tuple[int, int], threads: int, budget: int
) -> tuple[NDArray[np.bool_], NDArray[np.int32], NDArray[np.int32]]:
    """Like play_exact, with the expert player; the budget is for the search of one position."""

def play_exact(
    layouts: NDArray[np.bool_], first: tuple[int, int], threads: int, budget: int
) -> tuple[NDArray[np.bool_], NDArray[np.int32], NDArray[np.int32]]:
    """Play one game of the exact player on each layout, (n, height, width), starting at first.

    Returns won, guesses (uncertain cells revealed after the first one) and certain_moves (cells
    revealed because they were certain, not counting those that open around a 0). The budget is
    for each analysis.
    """

@final
class Tracker:
    """The exact player's knowledge of one game; its answers depend only on the view."""

    def __init__(self, height: int, width: int, mines: int) -> None: ...
    def reveal(self, flat_indices: NDArray[np.int64], numbers: NDArray[np.int8]) -> None:
        """Take in revealed cells: their row-major positions and their numbers.

        Rejects them all if any cell is outside the board or already revealed.
        """

    def choose(self, budget: int) -> tuple[int, bool, float] | None:
        """The next cell: (position, certain, mine_probability); None if none can be safe."""
