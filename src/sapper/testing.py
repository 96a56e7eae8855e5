"""The contract that every agent keeps, as checks for anyone's test suite.

    import sapper.testing

    def test_my_agent_keeps_the_contract() -> None:
        sapper.testing.check_agent(MyAgent)

Each check is in `CHECKS` by what it says of an agent, for a test of its own. A check that fails
raises an `AssertionError` that says in which position, on which board, and what happened.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, NoReturn, TypeVar
from unittest.mock import patch

from sapper.agents import checked
from sapper.agents.base import Agent, Move
from sapper.agents.registry import AgentLike, agent_class, agent_name, make_agent
from sapper.errors import (
    AgentCrashed,
    AgentError,
    Contradiction,
    NoMoveLeft,
    OutOfRange,
    UnknownName,
)
from sapper.game import Game, Status
from sapper.level import Level, StartRule
from sapper.serialize import plain
from sapper.view import View

LEVELS = (
    Level(1, 1, 0, StartRule.ANY),
    Level(1, 6, 2, StartRule.ANY),
    Level(5, 4, 4, StartRule.OPENING),
    Level(4, 5, 19, StartRule.SAFE),
    Level(8, 8, 8, StartRule.ANY),
    Level(9, 9, 10, StartRule.GIVEN),
    Level(16, 16, 40, StartRule.SAFE),
)
"""The boards of the contract: tiny, crowded, disclosed and usual ones."""

Pickled = TypeVar("Pickled")
SMALL, USUAL, LARGE = LEVELS[2], LEVELS[4], LEVELS[6]


@dataclass(frozen=True)
class Examined:
    """An agent under examination, made anew for every game, and the levels it plays."""

    agent: AgentLike
    levels: Sequence[Level]
    seeds: int

    def make(self, **options: Any) -> Agent:
        """The agent, with its own options but for these."""
        return make_agent(self.agent, **options)

    def games(self) -> Iterator[tuple[Game, Agent, str]]:
        """Every game it is to play, with a fresh agent, and what to call the game."""
        for level in self.levels:
            for seed in range(self.seeds):
                yield Game.new(level, seed=seed), self.make(seed=seed), f"{level.name}, seed {seed}"

    def played(self, level: Level, seed: int) -> list[tuple[View, Move]]:
        """A whole game: each view, and the move chosen there."""
        game, agent = Game.new(level, seed=seed), self.make(seed=seed)
        history = []
        while game.status is Status.PLAYING:
            view = game.view
            move = checked.choose(view, agent)
            game.reveal(move.cell)
            history.append((view, move))
        return history


def check_agent(agent: AgentLike, *, levels: Sequence[Level] = LEVELS, seeds: int = 4) -> None:
    """Check that an agent keeps the contract; raises `AssertionError` for the first breach.

    The agent is a class, an agent, a name, a path or `module:Class`. It plays `seeds` games on each
    of the `levels`, several times over: some seconds, if a move takes less than a millisecond.

    >>> from sapper.agents.random import RandomAgent
    >>> check_agent(RandomAgent, seeds=1)
    >>> class Wild(RandomAgent):
    ...     def choose(self, view):
    ...         return Move((0, 0), True, 0.0, super().choose(view).reason)
    >>> check_agent(Wild)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    AssertionError: its moves are legal, and certain ones never hit a mine: (0, 0) on ...
    """
    examined = Examined(agent, levels, seeds)
    for promise, check in CHECKS.items():
        try:
            check(examined)
        except (AssertionError, AgentCrashed, AgentError, Contradiction, NoMoveLeft) as breach:
            raise AssertionError(f"{promise}: {breach}") from breach


def _moves_are_legal_and_certain_ones_right(examined: Examined) -> None:
    for game, agent, called in examined.games():
        while game.status is Status.PLAYING:
            view = game.view
            move, settled = checked.choose(view, agent), checked.conclusions(view, agent)
            where = f"{move.cell} on {called}, after {view.revealed_count} cells"
            chance = move.mine_probability
            assert chance is None or 0 <= chance <= 1, f"{where} has a chance of {chance}"
            assert not move.certain or chance == 0, f"{where} is certain, at a chance of {chance}"
            assert plain(move)["reason"]["kind"] == move.reason.kind, f"the reason for {where}"
            assert move.certain == bool(settled.safe), (
                f"{where}: the move is {'' if move.certain else 'not '}certain, "
                f"but {len(settled.safe)} cells are concluded to be safe"
            )
            opened = game.reveal(move.cell)
            assert opened or not move.certain, f"{where} was certain, and a mine"
            if game.board is not None:
                false_mines = settled.mines - game.board.mines
                false_safes = settled.safe & game.board.mines
                assert not false_mines, f"{where}: {sorted(false_mines)} are not mines"
                assert not false_safes, f"{where}: {sorted(false_safes)} are not safe"


def _the_same_seed_gives_the_same_game(examined: Examined) -> None:
    for level in examined.levels:
        for seed in range(examined.seeds):
            first, again = ([move for _, move in examined.played(level, seed)] for _ in range(2))
            assert first == again, f"two games on {level.name}, seed {seed}"


def _a_fresh_copy_agrees_at_every_move(examined: Examined) -> None:
    for level in examined.levels:
        for seed in range(examined.seeds):
            for view, move in examined.played(level, seed):
                fresh = examined.make(seed=seed).choose(view)
                assert fresh == move, f"{fresh} and not {move} on {level.name}, seed {seed}"


def _a_view_that_does_not_follow_is_noticed(examined: Examined) -> None:
    one, other = examined.played(LARGE, seed=1), examined.played(SMALL, seed=2)
    agent = examined.make(seed=3)
    for view, _ in [*one[:3], *other[:2], *reversed(one[:6]), *other]:
        chosen, fresh = agent.choose(view), examined.make(seed=3).choose(view)
        assert chosen == fresh, f"{chosen} and not {fresh} after views of other games"


def _flags_are_not_trusted(examined: Examined) -> None:
    for view, move in examined.played(USUAL, seed=5):
        flagged = examined.make(seed=5).choose(view.with_flags(view.hidden()))
        assert flagged == move, f"{flagged} with flags, {move} without"


def _it_pickles_and_copies_in_the_middle_of_a_game(examined: Examined) -> None:
    views = [view for view, _ in examined.played(LARGE, seed=6)]
    for agent in (examined.make(), examined.make(seed=6, start=StartRule.OPENING)):
        for view in views:
            move = agent.choose(view)
            for again in (_pickled(agent), copy.deepcopy(agent)):
                again.check_copy(agent.options)
                assert again.choose(view) == move, "a copy plays otherwise"
            assert _pickled(move) == move, "a move is another after pickling"


def _pickled(thing: Pickled) -> Pickled:
    """What comes out of a pickle."""
    try:
        again: Pickled = pickle.loads(pickle.dumps(thing))
    except (pickle.PicklingError, AttributeError, ImportError, TypeError) as error:
        raise AssertionError(f"{type(thing).__name__} can't be pickled: {error}") from error
    return again


def _where_nothing_is_hidden_there_is_no_move(examined: Examined) -> None:
    _raises(NoMoveLeft, lambda: examined.make().choose(View.parse("00\n00", mines=0)))


def _more_mines_than_cells_is_a_contradiction(examined: Examined) -> None:
    _raises(Contradiction, lambda: examined.make().choose(View.parse("1##", mines=3)))


def _it_says_what_it_is(examined: Examined) -> None:
    name = agent_name(examined.agent)
    kind = agent_class(name)
    for about in ("name", "summary"):
        text = getattr(kind, about, None)
        assert isinstance(text, str), f"{name} has no {about}"
        assert text.strip() == text != "", f"the {about} of {name} is {text!r}"
        assert len(text.splitlines()) == 1, f"the {about} of {name} is {text!r}"


def _it_is_told_its_seed_and_the_start_rule(examined: Examined) -> None:
    for start in (*StartRule, *(rule.value for rule in StartRule)):
        agent = examined.make(seed=3, start=start)
        for one in (agent, copy.deepcopy(agent)):
            assert one.start is StartRule(start), f"the start rule is {one.start}, not {start}"
            one.check_copy(agent.options)
            assert one.seed == 3, f"the seed is {one.seed}, not 3"
    for seed in (-1, 2**64):
        _raises(OutOfRange, partial(examined.make, seed=seed))
    for unknown in ("foo", "", None, 3):
        _raises(UnknownName, partial(examined.make, start=unknown))


def _threads_may_share_it(examined: Examined) -> None:
    games = [examined.played(level, seed=9) for level in (LARGE, SMALL)]
    agent = examined.make(seed=9)

    def replay(game: list[tuple[View, Move]]) -> bool:
        return all(agent.choose(view) == move for view, move in game)

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(replay, games * 3)), "in one of four threads it chose another move"


class _Interrupted(BaseException):
    """As if somebody pressed Ctrl-C."""


def _stopped_in_its_thought_it_misses_nothing(examined: Examined) -> None:
    def stop(*_: object) -> NoReturn:
        raise _Interrupted

    views = [view for view, _ in examined.played(LARGE, seed=8)]
    agent = examined.make(seed=8)
    agent.choose(views[0])
    for view in views[1::3]:
        with (
            suppress(_Interrupted),
            patch.object(View, "numbers_at", stop),
            patch.object(View, "hidden", stop),
        ):
            agent.choose(view)
        chosen, fresh = agent.choose(view), examined.make(seed=8).choose(view)
        assert chosen == fresh, f"{chosen} and not {fresh} after an interruption"


def _raises(error: type[Exception], call: Callable[[], object]) -> None:
    try:
        given = call()
    except error:
        return
    raise AssertionError(f"{error.__name__} is to be raised, but there is {given}")


CHECKS: Mapping[str, Callable[[Examined], None]] = MappingProxyType(
    {
        "it says what it is": _it_says_what_it_is,
        "it is told its seed and the start rule": _it_is_told_its_seed_and_the_start_rule,
        "where nothing is hidden there is no move": _where_nothing_is_hidden_there_is_no_move,
        "more mines than cells is a contradiction": _more_mines_than_cells_is_a_contradiction,
        "its moves are legal, and certain ones never hit a mine": (
            _moves_are_legal_and_certain_ones_right
        ),
        "the same seed gives the same game": _the_same_seed_gives_the_same_game,
        "a fresh copy agrees at every move": _a_fresh_copy_agrees_at_every_move,
        "a view that does not follow is noticed": _a_view_that_does_not_follow_is_noticed,
        "flags are not trusted": _flags_are_not_trusted,
        "it pickles and copies in the middle of a game": (
            _it_pickles_and_copies_in_the_middle_of_a_game
        ),
        "threads may share it": _threads_may_share_it,
        "stopped in its thought it misses nothing": _stopped_in_its_thought_it_misses_nothing,
    }
)
"""The contract: each check by what it promises of an agent."""
