"""Positions to test reasoning on: from play on seeded boards, or changed to be inconsistent."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sapper.errors import Contradiction
from sapper.exact.endgame import solve
from sapper.view import View

Board = NDArray[np.bool_]
Numbers = NDArray[np.int8]


def random_board(height: int, width: int, mines: int, random: np.random.Generator) -> Board:
    board = np.zeros(height * width, dtype=np.bool_)
    board[random.permutation(height * width)[:mines]] = True
    return board.reshape(height, width)


def numbers_of(board: Board) -> Numbers:
    """What every cell would show."""
    height, width = board.shape
    padded = np.pad(board, 1).astype(np.int8)
    around = sum(
        padded[down : down + height, right : right + width]
        for down in range(3)
        for right in range(3)
    )
    return np.asarray(around - board, dtype=np.int8)


def open_cell(revealed: Board, numbers: Numbers, cell: tuple[int, int]) -> None:
    """Reveal a cell, and its whole opening if it shows 0."""
    waiting = [cell]
    while waiting:
        row, column = waiting.pop()
        if revealed[row, column]:
            continue
        revealed[row, column] = True
        if numbers[row, column] == 0:
            waiting.extend(
                (near_row, near_column)
                for near_row in range(max(row - 1, 0), min(row + 2, revealed.shape[0]))
                for near_column in range(max(column - 1, 0), min(column + 2, revealed.shape[1]))
            )


def played(board: Board, random: np.random.Generator, flood: bool = True) -> Iterator[View]:
    """The views of a game in which random safe cells are opened, to its end."""
    numbers = numbers_of(board)
    revealed = np.zeros_like(board)
    mines = int(board.sum())
    yield View.from_numbers(np.where(revealed, numbers, -1), mines)
    for place in random.permutation(np.flatnonzero(~board)).tolist():
        cell = divmod(place, board.shape[1])
        if revealed[cell]:
            continue
        if flood:
            open_cell(revealed, numbers, cell)
        else:
            revealed[cell] = True
        yield View.from_numbers(np.where(revealed, numbers, -1), mines)


def lattice(height: int, width: int, density: float, random: np.random.Generator) -> View:
    """Every second cell of every second row shows a number: one front as wide as the board."""
    board = random.random((height, width)) < density
    board[1::2, 1::2] = False
    numbers = np.full((height, width), -1, dtype=np.int8)
    numbers[1::2, 1::2] = numbers_of(board)[1::2, 1::2]
    return View.from_numbers(numbers, int(board.sum()))


def too_wide_to_look_ahead() -> View:
    """No cell is certainly safe. It can be counted, but looking ahead from it takes far longer."""
    return lattice(11, 61, 0.5, np.random.default_rng(1))


def bent(view: View, random: np.random.Generator) -> View:
    """The view with a number or the total changed: often inconsistent."""
    numbers = view.numbers.copy()
    mines = view.mines
    if random.random() < 0.3:
        mines = int(random.integers(0, numbers.size + 1))
    revealed = np.argwhere(numbers >= 0)
    changes = random.integers(0 if mines != view.mines else 1, 3)
    for row, column in random.permutation(revealed)[:changes]:
        numbers[row, column] = np.clip(numbers[row, column] + random.choice([-1, 1, 2]), 0, 8)
    return View.from_numbers(numbers, mines)


def with_every_total(games: int, seed: int) -> Iterator[View]:
    """Small views with every total there can be, most of them too small or too large."""
    for game in range(games):
        random = np.random.default_rng([seed, game])
        for view in played(random_board(3, 4, 4, random), random):
            for mines in range(view.numbers.size + 1):
                yield View.from_numbers(view.numbers, mines)


def won_by_opening(view: View, cell: tuple[int, int]) -> int:
    """How many of the layouts best play wins after this cell, each number it may show by itself."""
    won = 0
    for number in range(9):
        numbers = view.numbers.copy()
        numbers[cell] = number
        try:
            after = solve(View.from_numbers(numbers, view.mines), budget=None)
        except Contradiction:
            continue
        assert after is not None
        won += after.won
    return won


SMALL_SHAPES = [
    (1, 1),
    (1, 2),
    (1, 9),
    (12, 1),
    (2, 2),
    (2, 6),
    (3, 3),
    (3, 4),
    (4, 3),
    (4, 4),
    (5, 5),
    (3, 8),
]


def small_positions(games: int, most_hidden: int, seed: int) -> Iterator[View]:
    """Views with few hidden cells, at every density from no mines to nothing but mines."""
    random = np.random.default_rng(seed)
    for game in range(games):
        height, width = SMALL_SHAPES[game % len(SMALL_SHAPES)]
        density = random.choice([0.1, 0.2, 0.3, 0.5, 0.8])
        mines = int(random.binomial(height * width, density))
        board = random_board(height, width, mines, random)
        for view in played(board, random, flood=bool(random.random() < 0.6)):
            if (view.numbers < 0).sum() <= most_hidden:
                yield view
