"""Exact counting of Minesweeper layouts, and the players built on it.

Arrays must be C-contiguous and of the stated type: nothing is converted. A budget is the most
states to create, unless stated otherwise; None means no limit. Calls run without the GIL. In
the main thread, Python's signals are handled meanwhile, so Ctrl-C ends any call; in other threads,
a `StopFlag` does.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

_Numbers: TypeAlias = NDArray[np.int8]  # (height, width): 0 to 8, or -1 for hidden
_Results: TypeAlias = tuple[
    NDArray[np.bool_],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.float64],
]

_Chosen: TypeAlias = tuple[
    NDArray[np.int64],
    NDArray[np.bool_],
    NDArray[np.bool_],
    NDArray[np.float64],
    NDArray[np.int8],
]

_Ahead: TypeAlias = tuple[float, float, float]
_Guess: TypeAlias = tuple[int, str, int, int, list[tuple[int, float, float, _Ahead | None]]]

_Stage: TypeAlias = tuple[int, list[tuple[int, bool, list[int]]]]

DEFAULT_BUDGET: Final[int]

class Contradiction(ValueError):
    """The position is inconsistent: no layout fits the numbers and the mine total."""

class BudgetExceeded(RuntimeError):
    """The answer would cost more than the budget allows."""

class Interrupted(RuntimeError):
    """A stop flag has ended the call."""

@final
class StopFlag:
    """Ends the calls of all threads that heed it; once set, it stays set."""

    def __init__(self) -> None: ...
    def set(self) -> None:
        """End the calls under way, and every later one, by raising `Interrupted`."""

    def heed(self) -> None:
        """Make the calls of this thread heed the flag from now on, unless it is the main one."""

def analyze(
    numbers: _Numbers, mines: int, budget: int | None
) -> tuple[NDArray[np.float64], NDArray[np.int8]]:
    """The mine probability of every cell (nan if revealed), and its verdict.

    A verdict is 1 for certainly safe, -1 for certainly a mine, 0 for uncertain or revealed.
    """

def analyze_many(
    numbers: NDArray[np.int8],
    mines: NDArray[np.int64],
    budget: int | None,
    partial: bool,
    threads: int,
) -> tuple[NDArray[np.float64], NDArray[np.int8], NDArray[np.float64], NDArray[np.int8]]:
    """`analyze` for each position: numbers (n, height, width), mines (n).

    Returns the mine probabilities and verdicts, (n, height, width), log2 of the layouts and the
    status, (n): 0 answered, 1 contradiction, 2 budget exceeded. A position that is not answered has
    nan and 0 everywhere, or, if partial, what `analyze_apart` finds within the budget; log2 of its
    layouts is -inf after a contradiction, else nan. The budget is for each position.
    """

def choose_exact(
    numbers: NDArray[np.int8], mines: NDArray[np.int64], budget: int | None, threads: int
) -> _Chosen:
    """The exact player's move in each position: numbers (n, height, width), mines (n).

    Returns row-major indices (-1 where there is no move), certain, whether a search to the end of
    the game chose it, the mine probability, and the status as in `analyze_many`.
    """

def choose_expert(
    numbers: NDArray[np.int8],
    mines: NDArray[np.int64],
    budget: int,
    constants: Mapping[str, float],
    threads: int,
) -> _Chosen:
    """Like `choose_exact`, with the expert player; its budget: most layouts per search, from 1 up.

    Constants are given by name where they differ from the usual ones.
    """

def analyze_apart(
    numbers: _Numbers, mines: int, budget: int | None
) -> tuple[NDArray[np.float64], NDArray[np.int8]]:
    """As much of `analyze` as the budget allows, front by front.

    What is certain is so whatever the mine total. The probability is nan unless it follows from the
    cell's own front, whatever the others hold.
    """

def front_ways(
    numbers: _Numbers, mines: int, budget: int | None, mine: int | None = None
) -> tuple[int, int, list[tuple[int, int, bytes]]]:
    """What the number of layouts follows from, in integers.

    Returns the number of cells in the sea, the mines in fronts and sea together, and in how many
    ways each front holds its lowest possible number of mines, one more, and so on: that lowest
    number, the size in bytes of each number of ways, and these numbers, little-endian, in a row.

    With `mine`, the row-major index of a hidden cell, only layouts with a mine there are counted.
    """

def sample(
    numbers: _Numbers, mines: int, n: int, seed: int, budget: int | None
) -> NDArray[np.bool_]:
    """Draw n possible layouts uniformly at random: (n, height, width).

    Layout i depends on the view, the seed (0 to 2**64 - 1) and i alone.
    """

def few_numbers(
    numbers: _Numbers, cell: int
) -> tuple[bool, list[list[tuple[tuple[int, int], int, list[tuple[int, int]]]]]] | None:
    """Whether a hidden cell is a mine, and every single number that shows it.

    Failing that, every pair of numbers; None if there is none. `cell` is a row-major index. Each
    number is given by its cell, what it shows, and its hidden neighbours.
    """

def find_reason(
    numbers: _Numbers,
    mines: int,
    cell: int,
    is_mine: bool | None,
    *,
    most_sets: int,
    most_looks: int,
    most_trials: int,
    budget: int | None,
) -> tuple[
    bool, bool, bool, int, int, list[list[tuple[tuple[int, int], int, list[tuple[int, int]]]]]
]:
    """Which numbers, as few as possible, settle a hidden cell.

    Returns whether it is a mine, whether the mine total is needed too, whether it is proved that no
    fewer numbers suffice, how far from the cell numbers were looked at, the states spent, and sets
    of numbers, all of the same size, as in `few_numbers`.

    `is_mine` must be what the cell certainly is; with None, only numbers are tried, not the mine
    total. The search stops after `most_sets` sets, and after it has looked at `most_looks` numbers
    in search of a smaller set; `most_trials` assumptions are made in search of a layout, before
    sweeps decide. If the budget runs out during the search for a smaller set, the answer is the
    best found by then; before that, `BudgetExceeded` is raised.
    """

def explain(numbers: _Numbers, mines: int, cell: int, budget: int | None) -> dict[str, Any]:
    """Why a hidden cell is safe or a mine, as `sapper.explain` finds it; or its odds.

    A derivation is plain data that `Derivation.from_json` reads. Odds have the chances of the cell
    and of the best one as floats (`mine_probability`, `best`, `best_mine_probability`), and the
    `numbers` that bear on it. The budget is a number of states.
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
    """The layouts, (n, height, width), of boards start_index, start_index + 1, ... of a seed.

    The seed is its lower and upper 64 bits. Every cell draws a number from the board's stream; the
    mines go to the places (row-major indices) with the smallest.
    """

def measure_board(layout: NDArray[np.bool_]) -> tuple[int, int, int]:
    """The 3BV, the openings and the islands of a layout, (height, width)."""

def solved_units(layout: NDArray[np.bool_], is_open: NDArray[np.bool_]) -> int:
    """How much of a layout's 3BV is done, by the cells that are open; both (height, width)."""

def count_zini_clicks(layout: NDArray[np.bool_], human: bool) -> int:
    """How many clicks of ZiNi win a layout, by the greedy rule or the human one."""

def visibly_solved(numbers: _Numbers) -> int:
    """The 3BV that can be seen to be done."""

def solve(numbers: _Numbers, mines: int, budget: int | None) -> tuple[int, int, int | None, bool]:
    """Optimal play to the end: layouts won, layouts, index of the best cell or None, is it safe.

    The budget is the most layouts to visit, summed over all nodes.
    """

def easiest(
    numbers: _Numbers, mines: int, known_mines: NDArray[np.int64], budget: int | None
) -> _Stage:
    """The easiest technique that settles anything, and everything it settles.

    The technique is 0 for none, 1 to 4 for so many numbers, 5 for more, 6 for the mine total. Each
    conclusion is a row-major index, whether that cell is a mine, and the indices of the numbers
    that settle it; none are named above four. Mines that were found before are given by index.
    """

def solve_board(
    layout: NDArray[np.bool_], first: tuple[int, int], budget: int | None
) -> tuple[bool, int, list[_Stage]]:
    """Solve a board from its first cell, which must be safe, by the easiest technique each time.

    Returns whether no guess was needed, the hardness within its grade, and the stages.
    """

def grade_layouts(
    layouts: NDArray[np.bool_], first: tuple[int, int], budget: int | None
) -> tuple[NDArray[np.bool_], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Solve each layout, (n, height, width), like `solve_board`, and keep only the summary.

    Returns complete, hardness, left (safe cells that could not be opened) and stages, (n, 7): how
    many of each technique.
    """

def guess(
    numbers: _Numbers, mines: int, budget: int, constants: Mapping[str, float] = ...
) -> _Guess | None:
    """The expert's choice when no cell is certainly safe; the budget is from 1 up.

    Returns its index, what decided, won, layouts and what was compared; None if every hidden cell
    is a mine. What decided: "search" (to the end of the game: won of layouts are won; otherwise
    both are 0), "lookahead", "judge", "playouts", or "safety" where looking ahead takes more than
    the budget: then nothing was compared. Compared are index, mine probability and chance of
    winning of each candidate, and what it does if it is safe: the chances that it shows a 0 and
    that some cell is certainly safe then, and the bits it tells; None if its lookahead was cut
    short. Constants are given by name where they differ from the usual ones.
    """

def play_out_risk(
    numbers: _Numbers,
    mines: int,
    positions: NDArray[np.int64],
    safety: float,
    games: int,
    budget: int | None,
) -> tuple[float, float, float]:
    """What opening some hidden cells gives up, by games played out on the same layouts.

    Returns the chance of winning by the expert's play, the same once the cells are opened, and the
    standard deviation of the difference. `safety` is the chance that none of the cells is a mine.
    """

def judge(
    numbers: _Numbers, mines: int
) -> tuple[list[int], int, int, float, list[tuple[int, list[int], float]], float]:
    """What the judge of guesses is told of a position, and what it says of it.

    Returns the codes of all cells, the number of uncertain cells and of the mines among them, log2
    of the layouts, each candidate's index, traits and lead, and the logit of the chance of winning
    with the best. Empty if there is no choice. No cell of the view may be certainly safe.
    """

def look_ahead(
    numbers: _Numbers, mines: int, position: int
) -> list[tuple[int, float, float, float, float, int, bool]]:
    """The position after each number that a cell, which must be hidden and uncertain, may show.

    Returns the number, its probability (those of all numbers and of a mine sum to 1), log2 of the
    layouts left, the safety of the two safest cells (among those that may still tell something, if
    any; 1 if everything is settled), how many cells are certainly safe, and whether no neighbour
    is a mine except those that were certain. No cell of the view may be certainly safe.
    """

def play_expert(
    layouts: NDArray[np.bool_],
    first: tuple[int, int],
    threads: int,
    budget: int,
    constants: Mapping[str, float] = ...,
    value: Sequence[float] | None = None,
) -> _Results:
    """Like play_exact, with the expert player; its budget: most layouts per search, from 1 up.

    Constants are given by name where they differ from the usual ones.
    """

def play_exact(
    layouts: NDArray[np.bool_],
    first: tuple[int, int],
    threads: int,
    budget: int | None,
    value: Sequence[float] | None = None,
) -> _Results:
    """Play the exact player on each layout, (n, height, width), starting at the cell first.

    Returns won, guesses (uncertain cells revealed, not counting the first), certain_moves (certain
    cells revealed, not counting those that a 0 opened), false_cells, (n, 2): row and column of the
    mine that was called certainly safe, -1 if there was none, and luck (what the luck of the
    guesses added to the chance of winning). The budget is per analysis. Luck is measured only with
    a value: the weights of the features of a guess; otherwise it is empty.
    """

def record_guesses(
    layouts: NDArray[np.bool_],
    first: tuple[int, int],
    budget: int,
    constants: Mapping[str, float] = ...,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Play like play_expert, and record what guesses led to.

    Returns, for each guess that was survived before the rest of the game was searched, the features
    of what it led to, (n, features), and the chance of winning: the share of layouts won where the
    search began, or 1 or 0 if the game ended before.
    """

def expert_constants() -> list[tuple[str, float, float, float, bool]]:
    """The expert's constants: name, default, least and most value, whether it must be whole."""

@final
class Tracker:
    """The exact player's knowledge of one game; its answers depend on the view alone."""

    def __init__(self, height: int, width: int, mines: int) -> None: ...
    def reveal(self, flat_indices: NDArray[np.int64], numbers: NDArray[np.int8]) -> None:
        """Add revealed cells: their row-major indices and their numbers.

        Changes nothing if a cell is outside the board or was revealed before.
        """

    def choose(self, budget: int | None) -> tuple[int, bool, float] | None:
        """The next cell: (index, certain, mine_probability); None if all hidden cells are mines."""

@final
class MakingProgress:
    """How far a call of `make_boards` has come; any thread may read it."""

    def __init__(self) -> None: ...
    def made(self) -> int:
        """The boards made so far."""

    def tried(self) -> int:
        """The boards tried for them."""

def make_boards(
    seed: tuple[int, int],
    stream: int,
    start_index: int,
    n: int,
    size: tuple[int, int],
    mines: int,
    places: NDArray[np.int64],
    first: int,
    grade: int,
    attempts: int,
    draws: int,
    threads: int,
    progress: MakingProgress,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]]:
    """Boards start_index, start_index + 1, ... of a seed that need no guess from a first cell on.

    The mines are laid as by `lay`; of a board's attempts, the first that fits is taken. A grade,
    unless 0, is the hardest technique that the board needs, numbered as in `easiest`. The first
    cell, a row-major index, may not be one of the places. Repair begins when so many draws all
    needed a guess, sooner on large boards.

    Returns layouts (n, height, width), repaired (drawing was hopeless), tried (boards, this one
    included) and moved (mines, by repair). Raises BudgetExceeded if one of the boards was not found
    in so many attempts.
    """

@final
class GameBatch:
    """Many games at once, and the arrays that all results are written to.

    They are overwritten by the next call. `sapper.envs.batch.Batch` describes the methods.
    """

    def __init__(
        self,
        n: int,
        size: tuple[int, int],
        mines: int,
        start: int,
        disclosed: int,
        without_guess: bool,
        attempts: int,
        draws: int,
        flags: bool,
        chords: bool,
        longest: int,
        autoreset: int,
        rewards: tuple[float, float, float, float, float],
        streams: tuple[int, int, int],
        threads: int,
    ) -> None: ...
    def reset(
        self,
        which: NDArray[np.bool_],
        seeds_low: NDArray[np.uint64],
        seeds_high: NDArray[np.uint64],
        indices: NDArray[np.uint64],
    ) -> None:
        """Begin new games where `which` is true, each on the board with that seed and index.

        Raises BudgetExceeded if a board without a guess was not found.
        """

    def step(self, actions: NDArray[np.int64]) -> None:
        """One action for each game: a cell to open, then to flag, then to chord."""

    def layout(self, game: int) -> NDArray[np.bool_] | None:
        """Where the mines are, (height, width); None if they are not laid yet."""

    def exploded(self, game: int) -> int:
        """The mine that ended the game, a row-major index; -1 if none did."""

    def observations(self) -> NDArray[np.int8]: ...
    def final_observations(self) -> NDArray[np.int8]: ...
    def action_masks(self) -> NDArray[np.int8]: ...
    def rewards(self) -> NDArray[np.float64]: ...
    def terminated(self) -> NDArray[np.bool_]: ...
    def truncated(self) -> NDArray[np.bool_]: ...
    def won(self) -> NDArray[np.bool_]: ...
    def indices(self) -> NDArray[np.uint64]: ...
