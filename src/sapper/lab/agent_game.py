"""An agent plays a game to its end, turn by turn, with a summary of what it did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from math import prod
from time import perf_counter
from typing import Any

from sapper.agents import checked
from sapper.agents.base import Agent, ChosenByOther, Move
from sapper.board import Board
from sapper.boards.make import Wish, make_some
from sapper.errors import AgentCrashed, LevelError
from sapper.game import Action, Game, Status, WinningRule
from sapper.grid import Cell, check_cell
from sapper.level import StartRule
from sapper.play.shapes import level_fields
from sapper.proof.steps import Derivation, Odds
from sapper.proof.technique import BoardGrade
from sapper.proof.written import WrittenDerivation, WrittenOdds, written

DECIMALS_OF_SECONDS = 6


@dataclass(frozen=True, slots=True)
class AgentTurn:
    """One move of an agent, what it opened, and how the game stood after it."""

    move: Move
    opened: tuple[Cell, ...]
    status: Status
    free: bool
    """Whether the start rule kept the cell free of mines, so that the move had no risk."""
    seconds: float
    """How long the agent thought."""

    @property
    def is_guess(self) -> bool:
        """Whether the move was a risk."""
        return not (self.move.certain or self.free)

    @property
    def is_false_certainty(self) -> bool:
        """Whether the agent called the cell certainly safe, and it was a mine."""
        return self.move.certain and self.status is Status.LOST


@dataclass(frozen=True, slots=True)
class NoGuess:
    """The wish for a board that needs no guess, made around the first cell that is opened."""

    grade: BoardGrade | None = None
    """How hard; None for any grade."""
    day: date | None = None
    """The day whose puzzle it is, if it is one."""

    def make(self, game: Game, first: Cell) -> Board:
        """The board of the game's seed and index.

        >>> board = NoGuess(BoardGrade.EASY).make(Game.new("beginner", seed=2), (4, 4))
        >>> board.is_mine((4, 4))
        False
        """
        wish = Wish.of(game.level, first, game.level.start, grade=self.grade)
        return make_some(wish, game.seed, game.index, 1)[0]


def agent_turns(
    game: Game, agent: Agent, first: Cell | None = None, no_guess: NoGuess | None = None
) -> Iterator[AgentTurn]:
    """Let an agent play, one turn at a time; `first` is opened first, whatever the agent thinks.

    >>> from sapper.agents.registry import make_agent
    >>> game = Game.new("beginner", seed=2)
    >>> steps = list(agent_turns(game, make_agent("sentence"), first=(0, 0)))
    >>> steps[0].free, steps[-1].status
    (True, <Status.WON: 'won'>)
    """
    if first is not None:
        first = check_cell(first, game.level.height, game.level.width)
        if not game.view.is_hidden(first):
            raise LevelError(f"the first cell {first} is open already")
    while game.status is Status.PLAYING:
        free = game.board is None  # the mines are laid around the first click
        started = perf_counter()
        if first is not None:
            density = game.level.mines / game.level.cells
            move = Move(first, False, density, ChosenByOther())
            first = None
        else:
            move = ask(agent, game)
        seconds = perf_counter() - started
        if move.cell in game.view.flags:
            game.flag(move.cell)  # the agent does not trust flags
        if free and no_guess is not None:
            game.board = no_guess.make(game, move.cell)
        opened = game.reveal(move.cell) if game.status is Status.PLAYING else ()
        if game.winning is WinningRule.FLAGGED:
            _flag_what_is_known(game, agent)
        yield AgentTurn(move, opened, game.status, free, seconds)


def ask(agent: Agent, game: Game) -> Move:
    """The agent's move; if it crashes, the error names board and move."""
    try:
        return checked.choose(game.view, agent)
    except AgentCrashed as crash:
        opened = sum(turn.action is Action.REVEAL for turn in game.moves)
        raise crash.on(name_board(game), opened + 1) from crash


@contextmanager
def crashes_named(game: Game) -> Iterator[None]:
    """Let the error name the board, too, if an agent crashes that is asked for anything else."""
    try:
        yield
    except AgentCrashed as crash:
        raise crash.on(name_board(game)) from crash


def name_board(game: Game) -> str:
    """The board of a game, named so that it can be made again.

    >>> name_board(Game.new("beginner", seed=3, index=5))
    'beginner (start safe, seed 3, board 5)'
    """
    level = game.level
    return f"{level.name} (start {level.start.value}, seed {game.seed}, board {game.index})"


def _flag_what_is_known(game: Game, agent: Agent) -> None:
    """Flag the mines that the agent knows, which is how a game is won under the course's rule."""
    if game.status is Status.PLAYING:
        with crashes_named(game):
            mines = checked.conclusions(game.view, agent).mines
        for cell in sorted(mines ^ game.view.flags):
            if game.status is Status.PLAYING:
                game.flag(cell)


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What an agent did in a game."""

    status: Status
    moves: int
    certain: int
    """Moves that could not fail by the agent's reasoning."""
    free: int
    """Moves that could not fail by the start rule."""
    guesses: tuple[float | None, ...]
    """The mine probability of each risk taken, None where the agent had no estimate."""
    cells_opened: int
    seconds: float
    false_certainty: Cell | None = None
    """The mine that the agent called certainly safe, if it opened one."""
    survival: float | None = field(default=None, init=False)
    """The chance that all the guesses together would go well, if every one has an estimate."""

    @classmethod
    def of(cls, game: Game, steps: Iterable[AgentTurn]) -> GameSummary:
        """Summarise the turns of a game."""
        steps = list(steps)
        return cls(
            status=game.status,
            moves=len(steps),
            certain=sum(step.move.certain for step in steps),
            free=sum(step.free and not step.move.certain for step in steps),
            guesses=tuple(step.move.mine_probability for step in steps if step.is_guess),
            cells_opened=sum(len(step.opened) for step in steps),
            seconds=round(sum(step.seconds for step in steps), DECIMALS_OF_SECONDS),
            false_certainty=next((one.move.cell for one in steps if one.is_false_certainty), None),
        )

    def __post_init__(self) -> None:
        known = [chance for chance in self.guesses if chance is not None]
        if len(known) == len(self.guesses):
            object.__setattr__(self, "survival", prod(1 - chance for chance in known))


# A game as it is sent


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedMove(Move):
    """A move as it was made; `why` is there if it was asked for."""

    free: bool
    """Whether the start rule kept the cell free of mines."""
    opened: int
    why: WrittenDerivation | WrittenOdds | None = None

    @classmethod
    def of(cls, turn: AgentTurn, why: Derivation | Odds | None = None) -> WatchedMove:
        """The move of a turn."""
        move = turn.move
        return cls(
            cell=move.cell,
            certain=move.certain,
            mine_probability=move.mine_probability,
            reason=move.reason,
            free=turn.free,
            opened=len(turn.opened),
            why=None if why is None else written(why),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedGame:
    """A game that an agent played."""

    level: str | None
    height: int
    width: int
    mines: int
    start: StartRule
    fair: bool
    no_guess: bool
    grade: BoardGrade | None
    """How hard a board without guesses was asked to be."""
    date: str | None
    """The day whose puzzle it was, as YYYY-MM-DD, if it was one."""
    seed: str
    index: int
    agent: str
    options: dict[str, Any]
    summary: GameSummary
    moves: list[WatchedMove]
    view: list[str]

    @classmethod
    def of(
        cls,
        game: Game,
        agent: Agent,
        turns: Sequence[AgentTurn],
        reasons: Mapping[int, Derivation | Odds],
        no_guess: NoGuess | None = None,
    ) -> WatchedGame:
        """The game as it stands; `reasons` tell why, by the number of the turn."""
        return cls(
            **level_fields(game.level),
            fair=game.fair,
            no_guess=no_guess is not None,
            grade=None if no_guess is None else no_guess.grade,
            date=None if no_guess is None or no_guess.day is None else no_guess.day.isoformat(),
            seed=str(game.seed),
            index=game.index,
            agent=agent.name,
            options=agent.options,
            summary=GameSummary.of(game, turns),
            moves=[
                WatchedMove.of(turn, reasons.get(number))
                for number, turn in enumerate(turns, start=1)
            ],
            view=str(game.view).splitlines(),
        )
