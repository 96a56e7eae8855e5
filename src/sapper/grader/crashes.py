"""Failures in games: a call that raises or ends the process instead of returning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sapper.errors import GuestFailed
from sapper.grader.examinee import Attempt, Examinee, OutOfTime
from sapper.grader.findings import Check, Finding, Told
from sapper.grader.games import Game
from sapper.grader.lasting import exhibit_of
from sapper.grader.shrinking import shrink

CUT_OFF = ("stall", "memory")
"""Failures that the check of lasting tells of."""


def crash_findings(games: Iterable[Game], examinee: Examinee) -> Iterator[Finding]:
    """The first failure in games that is no stall, with the shortest list of moves to it."""
    for game in games:
        failure = game.failure
        if failure is not None and failure.kind not in CUT_OFF:
            moves = exhibit_of(game).moves
            shortest, failure = _shortest(game, moves, failure, examinee)
            call = "add_knowledge" if game.failed_at is not None else "make_safe_move"
            if not moves:
                call = "MinesweeperAI(height, width)"
            yield Finding(
                Check.INTERFACE,
                failure.kind,
                f"{call} fails: {failure}",
                line=failure.line,
                exhibit=replace(exhibit_of(game), moves=shortest),
            )
            return


def _shortest(
    game: Game, moves: tuple[Told, ...], failure: GuestFailed, examinee: Examinee
) -> tuple[tuple[Told, ...], GuestFailed]:
    level = game.board.level
    failures: dict[tuple[Told, ...], GuestFailed] = {moves: failure}

    def shows(some: Sequence[Told]) -> bool:
        few = tuple(some)
        try:
            attempt = examinee.told(level.height, level.width, few)
        except OutOfTime:
            return False
        if not _fails_at_the_end(attempt, few):
            return False
        assert attempt.failure is not None
        failures[few] = attempt.failure
        return True

    shortest = shrink(moves, shows) if game.failed_at is not None else moves
    return shortest, failures[shortest]


def _fails_at_the_end(attempt: Attempt, moves: Sequence[Told]) -> bool:
    failure = attempt.failure
    return (
        failure is not None
        and failure.kind not in CUT_OFF
        and len(attempt.beliefs) == len(moves) - 1
    )
