"""Seeded games that the files play.

The AI makes its own safe moves. Where it knows none, the judge opens a random cell that is not a
mine, so that every game goes on to its end and a file that guesses badly misses nothing. Cells
are opened one by one, as in the course: a 0 opens nothing but itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TypeGuard

from sapper.board import Board
from sapper.errors import GuestFailed
from sapper.grader.examinee import SEED, Attempt, Examinee, OutOfTime
from sapper.grader.findings import Told
from sapper.grid import Cell, cells
from sapper.guest.operations import AddKnowledge, GuestBeliefs, MakeSafeMove, NewAI, SeedRandom

SIZES = (
    "3x5/3",
    "5x3/3",
    "4x4/4",
    "4x6/5",
    "7x4/6",
    "8x8/8",
    "5x9/9",
    "9x5/9",
    "8x8/10",
    "9x9/10",
    "6x12/12",
    "12x6/14",
    "8x8/14",
    "10x10/18",
)
"""Smallest first, so that the first fault found is shown on a small board; not only squares."""
ROUNDS = 3
GAMES = ROUNDS * len(SIZES)


@dataclass(frozen=True, slots=True)
class Turn:
    """A number that the AI was told, what it believed then, and the safe move it proposed."""

    move: Told
    beliefs: GuestBeliefs
    seconds: float
    is_asked: bool
    """Whether it was then asked for a safe move."""
    safe_move: Cell | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was played, up to its end or to a failure."""

    board: Board
    turns: tuple[Turn, ...]
    failure: GuestFailed | None = None
    failed_at: Told | None = None
    """The number it was told last, if it failed then."""
    is_finished: bool = True
    is_lost: bool = False
    """Whether a mine is among the cells that the AI calls safe."""
    seconds: float = 0.0
    """What the AI took, and all that lies between its calls."""

    @property
    def is_cut_off(self) -> bool:
        """Whether time was up before its end."""
        return not (self.is_finished or self.is_lost or self.failure)

    @property
    def is_broken_off(self) -> bool:
        """Whether time, memory or the end of its process stopped it: no other game is played."""
        is_stopped = self.failure is not None and self.failure.kind != "exception"
        return self.is_cut_off or is_stopped

    @property
    def has_no_safe_moves(self) -> bool:
        """Whether it was `make_safe_move` that failed, not `add_knowledge`."""
        return self.failure is not None and self.failed_at is None and bool(self.turns)

    @property
    def moves(self) -> tuple[Told, ...]:
        """What the AI was told, one after the other."""
        return tuple(turn.move for turn in self.turns)

    def until(self, turns: int | None) -> Game:
        """The first so many turns; None for all of them."""
        return self if turns is None else Game(self.board, self.turns[:turns])


def games(examinee: Examinee, asks: bool = True) -> Iterator[Game]:
    """All seeded games that there is time for; after a stall or the like, none.

    Once `make_safe_move` fails it is not called again: what the AI concludes is still judged.
    """
    for index in range(ROUNDS):
        for size in SIZES:
            try:
                game = play(examinee, Board(size, SEED, index), asks)
            except OutOfTime:
                return
            yield game
            if game.has_no_safe_moves:
                asks = False
            elif game.is_broken_off:
                return


def play(examinee: Examinee, board: Board, asks: bool = True) -> Game:
    """One game, from the first cell to the last; `asks` for safe moves, unless there are none."""
    began = examinee.timer.spent
    game = _play(examinee, board, asks)
    return replace(game, seconds=examinee.timer.spent - began)


def _play(examinee: Examinee, board: Board, asks: bool) -> Game:
    height, width = board.level.height, board.level.width
    chance = Random(f"{SEED} {board.level.name} {board.index}")
    begun = examinee.ask(SeedRandom(SEED), NewAI(height, width))
    if begun.failure is not None:
        return Game(board, (), begun.failure, is_finished=False)
    left = {cell for cell in cells(height, width) if not board.is_mine(cell)}
    turns: list[Turn] = []
    while left:
        moves = [Told(cell, board.number(cell)) for cell in _next_cells(turns, left, chance)]
        told = [AddKnowledge(move.cell, move.count) for move in moves]
        try:
            attempt = examinee.ask(*told, *[MakeSafeMove()] * asks)
        except OutOfTime as out:
            turns += _turns(moves, out.attempt)
            break
        taken_in = list(_turns(moves, attempt))
        turns += taken_in
        left.difference_update(turn.move.cell for turn in taken_in)
        if attempt.failure is not None:
            failed_at = moves[len(taken_in)] if len(taken_in) < len(moves) else None
            return Game(board, tuple(turns), attempt.failure, failed_at, is_finished=False)
        if not turns[-1].beliefs.safes.isdisjoint(board.mines):
            return Game(board, tuple(turns), is_finished=False, is_lost=True)
    return Game(board, tuple(turns), is_finished=not left)


def _next_cells(turns: list[Turn], left: set[Cell], chance: Random) -> list[Cell]:
    """The safe move that the AI proposes, and all others it could; if it knows none, any cell.

    They are told to it one by one, but sent at once: each message takes time.
    """
    if turns:
        safe = sorted(turns[-1].beliefs.safes & left)
        chance.shuffle(safe)
        proposed = [cell for cell in safe if cell == turns[-1].safe_move]
        if safe:
            return [*proposed, *(cell for cell in safe if cell not in proposed)]
    return [chance.choice(sorted(left))]


def _turns(moves: list[Told], attempt: Attempt) -> Iterator[Turn]:
    """A turn for each number that the AI has taken in."""
    for place, (move, answer) in enumerate(zip(moves, attempt.answers, strict=False), start=1):
        assert isinstance(answer.value, GuestBeliefs)
        asked = attempt.answers[len(moves) :] if place == len(moves) else ()
        proposed = asked[0].value if asked else None
        safe_move = proposed if _is_cell(proposed) else None
        yield Turn(move, answer.value, answer.seconds, bool(asked), safe_move)


def _is_cell(value: object) -> TypeGuard[Cell]:
    return isinstance(value, tuple) and len(value) == 2
