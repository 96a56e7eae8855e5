"""Lasting: time and knowledge as boards grow; what stalls is cut off, and said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sapper.board import Board
from sapper.catalogue import counted
from sapper.grader.examinee import SEED, Examinee, OutOfTime
from sapper.grader.findings import Check, Exhibit, Finding, Growth
from sapper.grader.games import Game, play

SIZES = ("4x4/2", "8x8/8", "12x12/22", "16x16/40", "16x30/99")
CELLS_REQUIRED = 256
"""Boards up to this size must be finished; larger ones are measured as time permits."""
TIMES_SLOWER = 8
"""How much longer the largest board may take than the one before it, to be tried at all."""
OWN_SHARE = 0.5
"""A game that is cut off is held against a file only if its own code took this part of the time:
otherwise judging it did."""
MOST_SENTENCES_PER_CELL = 4
"""All that the subset rule gives was never more than one sentence for four cells."""


def measure(examinee: Examinee, asks: bool) -> Iterator[Game]:
    """A game on each size, the smallest first, until one can't be finished."""
    seconds = 0.0
    for size in SIZES:
        board = Board(size, SEED)
        is_required = board.level.cells <= CELLS_REQUIRED
        if not is_required and seconds * TIMES_SLOWER > examinee.timer.left:
            return
        try:
            game = play(examinee, board, asks)
        except OutOfTime:
            return
        yield game
        seconds = growth_of(game).seconds
        if not game.is_finished:
            return


def growth_of(game: Game) -> Growth:
    """The measures of one game."""
    seconds = [turn.seconds for turn in game.turns]
    level = game.board.level
    return Growth(
        level.height,
        level.width,
        level.mines,
        moves=len(game.turns),
        seconds=sum(seconds),
        slowest=max(seconds, default=0.0),
        sentences=max((len(turn.beliefs.sentences) for turn in game.turns), default=0),
        finished=game.is_finished,
    )


def judge_lasting(games: Sequence[Game], seconds: float) -> Iterator[Finding]:
    """Whether the games on larger boards came to their end, and with how many sentences."""
    for game in games:
        growth, level = growth_of(game), game.board.level
        board = f"the {growth.size} board with {counted(growth.mines, 'mine')}"
        kept = f"{growth.sentences:,} sentence{'' if growth.sentences == 1 else 's'}"
        if growth.sentences > MOST_SENTENCES_PER_CELL * growth.height * growth.width:
            yield Finding(
                Check.LASTING,
                "growing knowledge",
                f"its knowledge grows to {kept} on {board}",
                ("Drop sentences that say nothing new.",),
            )
            return
        if game.failure is not None and game.failure.kind in ("stall", "memory"):
            yield Finding(
                Check.LASTING,
                game.failure.kind,
                f"on {board} it was cut off at move {growth.moves + 1}: {game.failure}",
                (f"It kept {kept} by then.",),
                line=game.failure.line,
                exhibit=exhibit_of(game),
            )
            return
        is_required = level.cells <= CELLS_REQUIRED
        if game.is_cut_off and is_required and growth.seconds > OWN_SHARE * game.seconds:
            yield Finding(
                Check.LASTING,
                "slow",
                f"on {board} it had made {growth.moves} moves when its {seconds:g} seconds were up",
                (
                    f"The slowest add_knowledge took {growth.slowest:.2g} seconds, "
                    f"and it kept up to {kept}.",
                ),
            )
            return


def exhibit_of(game: Game) -> Exhibit:
    """All that the AI was told in a game, up to where it failed."""
    level = game.board.level
    moves = game.moves if game.failed_at is None else (*game.moves, game.failed_at)
    return Exhibit(level.height, level.width, level.mines, moves)
