"""A signature of an agent's behaviour: a digest that changes only if the agent's moves do.

An agent plays a fixed, seeded set of games; the signature is a digest of its moves. It is the same
on every machine, so results under the same signature belong together, across versions, and results
under different signatures must not be mixed. Probabilities are left out: their last digits may
differ between machines, and between the engine and its twin in Python.

Sapper's own tests watch over its own agents: none plays differently under the same signature. For
agents of other packages nobody does, and a change may not show in the sample. So their signature
also names the package's version and a digest of its code.

The file of a course's AI is known by its code alone: it may fail, or take its time, on boards that
nobody asked it to play.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache

from sapper.agents.base import Agent
from sapper.agents.own_file import CourseFileAgent
from sapper.agents.registry import agent_class
from sapper.errors import AgentCrashed, BudgetExceeded, EngineMissing, NoMoveLeft
from sapper.game import Game, Status
from sapper.lab.agent_code import code_of
from sapper.lab.agent_game import ask
from sapper.lab.agent_spec import AgentSpec
from sapper.lab.settling import settle_board
from sapper.level import Level, StartRule

DIGITS = 8
SEED = 2012
MOST_MOVES = 40
"""A game is broken off here: the rest is mostly more of the same."""
SAMPLE: tuple[tuple[Level, int], ...] = (
    (Level(4, 5, 5, StartRule.SAFE), 2),
    (Level(8, 8, 10, StartRule.ANY), 4),
    (Level(9, 9, 10, StartRule.SAFE), 4),
    (Level(9, 9, 12, StartRule.GIVEN), 2),
    (Level(9, 9, 16, StartRule.OPENING), 4),
    (Level(13, 13, 38, StartRule.OPENING), 3),
    (Level(16, 30, 99, StartRule.SAFE), 1),
    (Level(16, 30, 99, StartRule.OPENING), 1),
)
"""Levels and the number of games on each: sparse and dense, under every start rule.

Any change here gives every agent a new signature, which sets its earlier results apart.
"""
SAMPLE_TO_SETTLE: tuple[tuple[Level, int], ...] = (
    (Level(5, 5, 4, StartRule.GIVEN), 6),
    (Level(7, 7, 9, StartRule.GIVEN), 6),
    (Level(12, 12, 30, StartRule.GIVEN), 2),
)
"""Levels and how many boards of each, small enough for wide resolution too."""


def signature(agent: AgentSpec | str) -> str:
    """The signature of an agent with its options, as the agent is loaded now.

    >>> signature("random") == signature("random:seed=0")
    True
    >>> signature("random") == signature("random:seed=1")
    False
    """
    spec = AgentSpec.parse(agent) if isinstance(agent, str) else agent
    kind = agent_class(spec.name)
    code = code_of(spec.name)
    if issubclass(kind, CourseFileAgent):
        return f"{kind.file.name} ({code})"
    behaviour = behaviour_of(spec, kind)
    return behaviour if code is None else f"{behaviour} ({code})"


@cache
def behaviour_of(spec: AgentSpec, kind: type[Agent]) -> str:
    """A digest of the moves of an agent, which is of this class."""
    return digest(
        line
        for level, games in SAMPLE
        for index in range(games)
        for line in _moves(Game.new(level, seed=SEED, index=index), spec.make(level.start))
    )


def try_signature(agent: AgentSpec | str) -> str | None:
    """The signature, or None where it can't be had: the agent needs the engine that is missing."""
    try:
        return signature(agent)
    except EngineMissing:
        return None


@cache
def reasoner_signature(reasoner: str) -> str:
    """The signature of a reasoner of the resolution study: of all that it settles.

    >>> reasoner_signature("sentence") == reasoner_signature("exact")
    False
    """
    return digest(
        f"{sorted(found.opened)} {sorted(found.mines)}"
        for level, boards in SAMPLE_TO_SETTLE
        for index in range(boards)
        for found in [settle_board(level, index, None, reasoner, SEED)]
    )


def digest(lines: Iterable[str]) -> str:
    """A short digest of some lines of text.

    >>> digest(["0 0 guess", "1 2 certain"])
    'ceb1fd17'
    """
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGITS]


def _moves(game: Game, agent: Agent) -> Iterator[str]:
    """A line for each move, and for how the game ended."""
    for _ in range(MOST_MOVES):
        if game.status is not Status.PLAYING:
            break
        try:
            move = ask(agent, game)
        except (BudgetExceeded, NoMoveLeft) as stuck:
            yield type(stuck).__name__
            return
        except AgentCrashed as crash:
            # Nobody asked for this game, so the message has to say where it comes from.
            where = f"{crash.board}, one of the games that identify its behaviour"
            raise crash.on(where) from crash
        yield f"{move.cell[0]} {move.cell[1]} {'certain' if move.certain else 'guess'}"
        game.reveal(move.cell)
    yield game.status.value
