"""Random positions as signs, one for each cell: all that a screenshot may show.

They follow the rules of the game, but use none of Sapper's code, so that the renderer can serve as
an independent witness: what it drew is what must be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

HIDDEN, FLAG, QUESTION, MINE, EXPLODED, WRONG_FLAG = "#", "F", "?", "*", "X", "W"
DIGITS = "012345678"
ALL_SIGNS = DIGITS + HIDDEN + FLAG + QUESTION + MINE + EXPLODED + WRONG_FLAG

SIZES = ((8, 8), (9, 9), (16, 16), (16, 30), (10, 8), (14, 18), (20, 24), (9, 12), (24, 40))


@dataclass(frozen=True)
class Labelled:
    """What a screenshot shows, and how many mines its board has."""

    rows: tuple[str, ...]
    mines: int


def draw_position(random: Random, most_cells: int = 1000) -> Labelled:
    """A position from somewhere in a game: fresh, under way, lost or won."""
    height, width = random.choice([size for size in SIZES if size[0] * size[1] <= most_cells])
    cells = [(row, column) for row in range(height) for column in range(width)]
    mines = set(random.sample(cells, max(1, round(len(cells) * random.uniform(0.1, 0.26)))))
    numbers = {cell: len(mines & around(cell, height, width)) for cell in cells}
    stage = random.choices(("playing", "fresh", "lost", "won"), weights=(70, 3, 14, 13))[0]
    safe = [cell for cell in cells if cell not in mines]
    wanted = {"won": 1.0, "fresh": 0.0}.get(stage, random.uniform(0.05, 0.95))
    opened = _opened(random, safe, numbers, wanted, (height, width))
    signs = {cell: str(numbers[cell]) if cell in opened else HIDDEN for cell in cells}
    _mark(random, signs, mines, opened, stage)
    rows = tuple("".join(signs[row, column] for column in range(width)) for row in range(height))
    return Labelled(rows, len(mines))


def draw_jumble(random: Random, height: int, width: int) -> Labelled:
    """Any signs in any order, the rare ones as often as the others: for training alone."""
    weights = [3.0, 3, 3, 3, 3, 3, 3, 3, 3, 6, 3, 1.5, 2, 1, 1.5]
    rows = tuple("".join(random.choices(ALL_SIGNS, weights, k=width)) for _ in range(height))
    return Labelled(rows, 0)


def around(cell: tuple[int, int], height: int, width: int) -> set[tuple[int, int]]:
    """The neighbours of a cell."""
    row, column = cell
    rows = range(max(0, row - 1), min(height, row + 2))
    columns = range(max(0, column - 1), min(width, column + 2))
    return {(r, c) for r in rows for c in columns} - {cell}


def _opened(
    random: Random,
    safe: list[tuple[int, int]],
    numbers: dict[tuple[int, int], int],
    wanted: float,
    size: tuple[int, int],
) -> set[tuple[int, int]]:
    opened: set[tuple[int, int]] = set()
    order = sorted(random.sample(safe, len(safe)), key=lambda cell: numbers[cell] != 0)
    if random.random() < 0.3:
        random.shuffle(order)
    for start in order:
        if len(opened) >= wanted * len(safe):
            break
        ready = [start]
        while ready:
            cell = ready.pop()
            if cell in opened:
                continue
            opened.add(cell)
            if numbers[cell] == 0:
                ready.extend(around(cell, *size) - opened)
    return opened


def _mark(
    random: Random,
    signs: dict[tuple[int, int], str],
    mines: set[tuple[int, int]],
    opened: set[tuple[int, int]],
    stage: str,
) -> None:
    """Flags and question marks; mines and wrong flags where the game is lost."""
    if stage == "fresh":
        return
    eager = random.choice((0.0, 0.3, 0.8, 1.0))
    for cell in sorted(signs):
        if cell in opened:
            continue
        is_mine = cell in mines
        if stage == "won":
            signs[cell] = FLAG if eager >= 0.5 else HIDDEN
        elif is_mine and random.random() < eager:
            signs[cell] = FLAG
        elif random.random() < 0.02 * (eager > 0):
            wrong = WRONG_FLAG if stage == "lost" and not is_mine else FLAG
            signs[cell] = random.choice((QUESTION, wrong))
    if stage == "lost":
        unflagged = [cell for cell in sorted(mines) if signs[cell] != FLAG]
        for cell in unflagged:
            signs[cell] = MINE
        if unflagged:
            signs[random.choice(unflagged)] = EXPLODED
