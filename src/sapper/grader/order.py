"""Clean, the order: no conclusion may depend on the order in which a set is iterated.

Sets of cells are in the same order in every process, as cells are pairs of numbers. What is hashed
by its text is not, so games are replayed with other hash seeds. A game rotated by 180 degrees is
the same game, with its cells in another order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from sapper.grader.examinee import Attempt, Examinee, OutOfTime
from sapper.grader.findings import Check, Exhibit, Finding, Told
from sapper.grader.games import Game
from sapper.grader.shrinking import shrink
from sapper.grader.wording import cells_in_words
from sapper.grid import Cell
from sapper.guest.operations import GuestBeliefs
from sapper.level import Level

HASH_SEEDS = (1, 2)
"""Beside 0, with which all games are played."""

Cells = frozenset[Cell]


def order_matters(examinee: Examinee, games: Sequence[Game]) -> Iterator[Finding]:
    """The same numbers must lead to the same conclusions, whatever the hashes of this process."""
    for hash_seed in HASH_SEEDS:
        with Examinee(examinee.file, examinee.timer, hash_seed) as other:

            def difference(level: Level, moves: Sequence[Told], other: Examinee = other) -> Cells:
                one = examinee.told(level.height, level.width, moves)
                return _difference(one, other.told(level.height, level.width, moves))

            for game in games:
                level = game.board.level
                replayed = other.told(level.height, level.width, game.moves)
                if turns := _first_difference(game, replayed, frozenset):
                    moves, cells = _shortest(game.until(turns), difference)
                    yield Finding(
                        Check.CLEAN,
                        "order of sets",
                        f"with PYTHONHASHSEED={hash_seed} instead of 0, the same moves lead to "
                        f"other conclusions about {cells_in_words(cells)}",
                        ("It relies on the order of a set, which may change from run to run.",),
                        exhibit=Exhibit(level.height, level.width, level.mines, moves, cells),
                    )
                    return


def turning_matters(examinee: Examinee, games: Sequence[Game]) -> Iterator[Finding]:
    """A game rotated by 180 degrees must lead to the same conclusions, rotated."""

    def difference(level: Level, moves: Sequence[Told]) -> Cells:
        one = examinee.told(level.height, level.width, moves)
        turned = examinee.told(level.height, level.width, _turn_moves(level, moves))
        return _difference(one, turned, partial(_turn, level))

    for game in games:
        level = game.board.level
        turned = examinee.told(level.height, level.width, _turn_moves(level, game.moves))
        if turns := _first_difference(game, turned, partial(_turn, level)):
            moves, cells = _shortest(game.until(turns), difference)
            yield Finding(
                Check.CLEAN,
                "order of cells",
                "the same game rotated by 180 degrees leads to other conclusions about "
                f"{cells_in_words(_turn(level, cells))}, here {cells_in_words(cells)}",
                ("What it concludes depends on the order in which it visits cells.",),
                exhibit=Exhibit(level.height, level.width, level.mines, moves, cells),
            )
            return


def _turn(level: Level, cells: Cells) -> Cells:
    return frozenset((level.height - 1 - row, level.width - 1 - column) for row, column in cells)


def _turn_moves(level: Level, moves: Sequence[Told]) -> list[Told]:
    return [
        Told((level.height - 1 - move.cell[0], level.width - 1 - move.cell[1]), move.count)
        for move in moves
    ]


def _first_difference(game: Game, replayed: Attempt, back: Callable[[Cells], Cells]) -> int:
    """After how many moves the replay of a game comes to other conclusions; 0 if it never does."""
    both = zip(game.turns, replayed.beliefs, strict=False)
    return next(
        (
            number
            for number, (turn, other) in enumerate(both, start=1)
            if _between(turn.beliefs, other, back)
        ),
        0,
    )


def _difference(one: Attempt, other: Attempt, back: Callable[[Cells], Cells] = frozenset) -> Cells:
    """The cells about which the conclusions differ at the end."""
    if not one.beliefs or len(one.beliefs) != len(other.beliefs):
        return frozenset()
    return _between(one.beliefs[-1], other.beliefs[-1], back)


def _between(one: GuestBeliefs, other: GuestBeliefs, back: Callable[[Cells], Cells]) -> Cells:
    return (one.safes ^ back(other.safes)) | (one.mines ^ back(other.mines))


def _shortest(
    game: Game, difference: Callable[[Level, Sequence[Told]], Cells]
) -> tuple[tuple[Told, ...], Cells]:
    """The fewest moves of a game after which the conclusions differ, and about which cells."""
    level = game.board.level

    def shows(moves: Sequence[Told]) -> bool:
        try:
            return bool(difference(level, moves))
        except OutOfTime:
            return False

    moves = shrink(game.moves, shows)
    try:
        return moves, difference(level, moves)
    except OutOfTime:
        return moves, frozenset()
