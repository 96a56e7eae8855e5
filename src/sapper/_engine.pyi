"""Exact counting of Minesweeper layouts, and the player built on it.

Arrays must be C-contiguous and of the stated type: nothing is converted. A budget is the number
of states that may be created; 0 or less means no limit.
"""

from typing import Final, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

_Numbers: TypeAlias = NDArray[np.int8]  # (height, width): 0 to 8, or -1 where hidden

DEFAULT_BUDGET: Final[int]

class Contradiction(ValueError):
    """No layout agrees with the numbers and the mine total."""

class BudgetExceeded(RuntimeError):
    """The count would need more states than the budget allows."""

def analyze(
    numbers: _Numbers, mines: int, budget: int
) -> tuple[NDArray[np.float64], NDArray[np.int8]]:
    """The mine probability of every cell (nan where revealed), and its verdict.

    A verdict is 1 for certainly safe, -1 for certainly a mine, 0 for neither, or revealed.
    """

def sample(numbers: _Numbers, mines: int, n: int, seed: int, budget: int) -> NDArray[np.bool_]:
    """Draw n layouts, (n, height, width), uniformly from all that agree with the view.

    Layout i is a function of the view, the seed (0 to 2**64 - 1) and i alone.
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
    """The layouts, (n, height, width), of the boards start_index, start_index + 1, ... of a seed.

    The seed is its lower and its upper 64 bits. Every cell draws a number from the board's stream,
    and the mines lie on the places (by position) with the smallest.
    """

def solve(numbers: _Numbers, mines: int, budget: int) -> tuple[int, int, int, bool]:
    """Best play to the end: layouts won, layouts, the best cell's position (-1: none), is it safe.

    The budget is the number of layouts that may be looked at, summed over all nodes.
    """

def guess(
    numbers: _Numbers, mines: int, budget: int
) -> tuple[int, str, int, int, list[tuple[int, float, float]]]:
    """The expert's choice where no cell is certain.

    Gives its position (or -1), what decided, won, layouts and what was compared. What decided:
    "search" (of the rest of the game: won of layouts are won, else both are 0), "lookahead",
    "narrow search" (among the safer cells) or "playouts". Compared are position, mine probability
    and chance to win of the cells that were looked at.
    """

def look_ahead(
    numbers: _Numbers, mines: int, position: int
) -> list[tuple[int, float, float, float, float, int, bool]]:
    """What follows each number that a cell may show, which must be hidden and not certain.

    Gives the number, its probability (mines included in the whole), log2 of the layouts left, the
    chances of the two safest cells to be safe (of those that may still tell something, if any; 1
    where all is settled), how many cells are certainly safe, and whether no neighbour is a mine
    but those that were certain. No cell of the view may be certainly safe.
    """

def pockets(numbers: _Numbers, mines: int, most_layouts: int) -> list[tuple[list[int], int, float]]:
    """Fronts that nothing outside can tell about any more, each solved apart.

    Gives the positions of its cells, that of its best cell, and the share of its layouts that best
    play wins. No cell of the view may be certainly safe.
    """

def play_expert(
    layouts: NDArray[np.bool_], first: tuple[int, int], threads: int, budget: int
) -> tuple[NDArray[np.bool_], NDArray[np.int32], NDArray[np.int32]]:
    """As play_exact, by the expert player; the budget is that of the search of one position."""

def play_exact(
    layouts: NDArray[np.bool_], first: tuple[int, int], threads: int, budget: int
) -> tuple[NDArray[np.bool_], NDArray[np.int32], NDArray[np.int32]]:
    """Play one game of the exact player on each layout, (n, height, width), from the cell first.

    Returns won, guesses (cells revealed after the first one without being certain) and
    certain_moves (cells revealed because they were certain; those that open with the region of a
    0 are not counted). The budget is for each analysis.
    """

@final
class Tracker:
    """The exact player's knowledge of one game; what it answers depends on the view alone."""

    def __init__(self, height: int, width: int, mines: int) -> None: ...
    def reveal(self, flat_indices: NDArray[np.int64], numbers: NDArray[np.int8]) -> None:
        """Take in revealed cells: their row-major positions and their numbers.

        Refused whole where a cell lies outside the board or was revealed before.
        """

    def choose(self, budget: int) -> tuple[int, bool, float] | None:
        """The next cell: (position, certain, mine_probability); None where none may be safe."""
