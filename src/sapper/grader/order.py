"""Clean, the order: what is concluded must not hang on the order in which sets are gone through.

Sets of cells are in the same order in every process, as cells are pairs of numbers. What is hashed
by its text is not, so games are replayed with other hash seeds. And a game turned by 180 degrees is
the same game, with its cells in another order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sapper.grader.examinee import Attempt, Examinee
from sapper.grader.findings import Check, Exhibit, Finding, Told
from sapper.grader.games import Game
from sapper.grader.wording import cells_in_words
from sapper.grid import Cell
from sapper.guest.operations import GuestBeliefs

HASH_SEEDS = (1, 2)
"""Beside 0, with which all games are played."""


def order_matters(examinee: Examinee, games: Sequence[Game]) -> Iterator[Finding]:
    """The same numbers must lead to the same conclusions, whatever the hashes of this process."""
    for hash_seed in HASH_SEEDS:
        with Examinee(examinee.file, examinee.timer, hash_seed) as other:
            for game in games:
                level = game.board.level
                attempt = other.told(level.height, level.width, game.moves)
                difference = _first_difference(game, attempt)
                if difference is not None:
                    moves, cells = difference
                    yield Finding(
                        Check.CLEAN,
                        "order of sets",
                        f"with PYTHONHASHSEED={hash_seed} instead of 0, the same moves lead to "
                        f"other conclusions about {cells_in_words(cells)}",
                        ("It goes through a set, whose order is not its own to rely on.",),
                        exhibit=Exhibit(
                            level.height, level.width, level.mines, game.moves[:moves], cells
                        ),
                    )
                    return


def _first_difference(game: Game, attempt: Attempt) -> tuple[int, frozenset[Cell]] | None:
    """After how many moves the conclusions differ, and about which cells."""
    for number, (turn, other) in enumerate(zip(game.turns, attempt.beliefs, strict=False), 1):
        cells = (turn.beliefs.safes ^ other.safes) | (turn.beliefs.mines ^ other.mines)
        if cells:
            return number, cells
    return None


def mirror_matters(examinee: Examinee, games: Sequence[Game]) -> Iterator[Finding]:
    """A mirrored game is the same game; only the order of its cells differs."""
    for game in games:
        level = game.board.level
        height, width = level.height, level.width
        mirrored = [
            Told((height - 1 - row, width - 1 - column), move.count)
            for move in game.moves
            for row, column in [move.cell]
        ]
        attempt = examinee.told(height, width, mirrored)
        back = replace(
            attempt,
            answers=tuple(
                replace(answer, value=_mirror(answer.value, height, width))
                for answer in attempt.answers
                if isinstance(answer.value, GuestBeliefs)
            ),
        )
        difference = _first_difference(game, back)
        if difference is not None or attempt.failure is not None:
            moves, cells = difference or (len(attempt.beliefs) + 1, frozenset())
            turned = frozenset((height - 1 - row, width - 1 - column) for row, column in cells)
            about = f" about {cells_in_words(turned)}" if turned else f": {attempt.failure}"
            yield Finding(
                Check.CLEAN,
                "order of cells",
                f"the same game turned by 180 degrees leads to other conclusions{about}",
                ("What it concludes hangs on the order in which it goes through cells.",),
                exhibit=Exhibit(height, width, level.mines, tuple(mirrored[:moves]), turned),
            )
            return


def _mirror(beliefs: GuestBeliefs, height: int, width: int) -> GuestBeliefs:
    def turned(cells: frozenset[Cell]) -> frozenset[Cell]:
        return frozenset((height - 1 - row, width - 1 - column) for row, column in cells)

    return replace(beliefs, safes=turned(beliefs.safes), mines=turned(beliefs.mines))
