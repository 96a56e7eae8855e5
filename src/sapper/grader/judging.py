"""Find a fault in games, and show it by the shortest list of moves.

What a fault is, each judge says for itself: it is told the moves of a game one after the other, and
looks at what the AI believes after them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sapper.board import Board
from sapper.grader.examinee import Examinee, OutOfTime
from sapper.grader.findings import Exhibit, Finding, Told
from sapper.grader.games import Game
from sapper.grader.shrinking import shrink
from sapper.guest.operations import GuestBeliefs


@dataclass(frozen=True, slots=True)
class Shown:
    """The moves that show a fault, and what the AI believes after each of them."""

    board: Board
    moves: tuple[Told, ...]
    beliefs: tuple[GuestBeliefs, ...]

    def exhibit(self) -> Exhibit:
        """The position in which the fault is seen."""
        level = self.board.level
        return Exhibit(level.height, level.width, level.mines, self.moves)


class Judge(ABC):
    """Looks for one sort of fault in a game; `kinds` of it are told apart, and each shown once."""

    def __init__(self, board: Board) -> None:
        self.board = board

    @abstractmethod
    def tell(self, move: Told) -> None:
        """The next number that the AI is told."""

    @abstractmethod
    def kinds(self, beliefs: GuestBeliefs) -> Iterable[str]:
        """The kinds of faults in what the AI believes after all the moves so far."""

    @classmethod
    @abstractmethod
    def explain(cls, kind: str, shown: Shown) -> Finding:
        """The fault in words, with all that helps to understand it."""


def find(judge: type[Judge], games: Iterable[Game], examinee: Examinee) -> Iterator[Finding]:
    """Every kind of fault at its first occurrence in any game, each shrunk."""
    for kind, game in _first_of_each_kind(judge, games).items():
        yield judge.explain(kind, _shortest(judge, kind, game, examinee))


def first_fault(judge: type[Judge], game: Game) -> int | None:
    """The number of turns before the first that shows a fault; None if none does."""
    judging = judge(game.board)
    for number, turn in enumerate(game.turns):
        judging.tell(turn.move)
        if any(True for _ in judging.kinds(turn.beliefs)):
            return number
    return None


def _first_of_each_kind(judge: type[Judge], games: Iterable[Game]) -> dict[str, Game]:
    first: dict[str, Game] = {}
    for game in games:
        judging = judge(game.board)
        for number, turn in enumerate(game.turns, start=1):
            judging.tell(turn.move)
            for kind in judging.kinds(turn.beliefs):
                first.setdefault(kind, game.until(number))
    return first


def _shortest(judge: type[Judge], kind: str, game: Game, examinee: Examinee) -> Shown:
    board = game.board
    beliefs_after: dict[tuple[Told, ...], tuple[GuestBeliefs, ...]] = {
        game.moves: tuple(turn.beliefs for turn in game.turns)
    }

    def shows(some: Sequence[Told]) -> bool:
        moves = tuple(some)
        if moves not in beliefs_after:
            try:
                attempt = examinee.told(board.level.height, board.level.width, moves)
            except OutOfTime:
                return False
            if attempt.failure is not None:
                return False
            beliefs_after[moves] = attempt.beliefs
        return bool(moves) and kind in kinds_after(judge, board, moves, beliefs_after[moves][-1])

    shortest = shrink(game.moves, shows)
    return Shown(board, shortest, beliefs_after[shortest])


def kinds_after(
    judge: type[Judge], board: Board, moves: Iterable[Told], beliefs: GuestBeliefs
) -> set[str]:
    """The kinds of faults in what the AI believes after these moves."""
    judging = judge(board)
    for move in moves:
        judging.tell(move)
    return set(judging.kinds(beliefs))
